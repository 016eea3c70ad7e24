"""Orientation: how a frame must be turned to stand upright, and the turning itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import av
import numpy as np
import numpy.typing as npt
from av.sidedata.sidedata import SideDataContainer

from app.video.pixels.planes import split_yuv420
from gpu_unet import Image


@dataclass(frozen=True, slots=True)
class Orientation:
    """One of the eight ways to turn a frame: first transpose, then flip.

    Attributes:
        transpose: Rows become columns.
        flip_horizontally: Left and right are swapped, after the transposition.
        flip_vertically: Top and bottom are swapped, after the transposition.
    """

    transpose: bool = False
    flip_horizontally: bool = False
    flip_vertically: bool = False

    @property
    def is_upright(self) -> bool:
        """True if no turning is needed."""
        return not (self.transpose or self.flip_horizontally or self.flip_vertically)

    def turn(self, plane: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """A view of `plane`, uint8 (H, W) or (H, W, 3), turned upright."""
        if self.transpose:
            plane = plane.swapaxes(0, 1)
        if self.flip_horizontally:
            plane = plane[:, ::-1]
        if self.flip_vertically:
            plane = plane[::-1]
        return plane


UPRIGHT = Orientation()


def orientation_of(frame: av.VideoFrame) -> Orientation:
    """The orientation in the display matrix of a decoded frame.

    A display matrix maps (x, y) of the stored frame to the shown one: x' = a x + c y, y' = b x + d
    y, in 16.16 fixed point, rows (a, b, u), (c, d, v), (x, y, w). Angles between the right ones go
    to the nearest of the eight.
    """
    side_data = cast("SideDataContainer", frame.side_data).get("DISPLAYMATRIX")
    if side_data is None:
        return UPRIGHT
    a, b, _, c, d = np.frombuffer(memoryview(side_data), np.int32)[:5].tolist()
    if abs(b) + abs(c) > abs(a) + abs(d):
        return Orientation(True, flip_horizontally=c < 0, flip_vertically=b < 0)
    return Orientation(False, flip_horizontally=a < 0, flip_vertically=d < 0)


def turn_yuv420(pixels: Image, orientation: Orientation, *, height: int, width: int) -> Image:
    """A new, upright I420 frame.

    Args:
        pixels: uint8 (height * 3 // 2, width).
        orientation: How to turn it.
        height: Height of `pixels`, before turning.
        width: Width, likewise.
    """
    if orientation.transpose:
        turned_height, turned_width = width, height
    else:
        turned_height, turned_width = height, width
    turned = np.empty((turned_height * 3 // 2, turned_width), np.uint8)
    for target, plane in zip(
        split_yuv420(turned, height=turned_height, width=turned_width),
        split_yuv420(pixels, height=height, width=width),
        strict=True,
    ):
        target[:] = orientation.turn(plane)
    return turned
