"""Orientation: how a frame must be turned to stand upright, and the turning itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import av
import numpy as np
import numpy.typing as npt
from av.sidedata.sidedata import SideDataContainer

from app.video.pixels.planes import split_planes
from gpu_unet import FrameFormat, Image


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


def turn_pixels(pixels: Image, orientation: Orientation, frame_format: FrameFormat) -> Image:
    """A new, upright frame of the same layout.

    Args:
        pixels: As `frame_format` says.
        orientation: How to turn it; no transposition for 4:2:2, which has no such layout.
        frame_format: Of `pixels`, before turning.
    """
    if frame_format.layout == "rgb":
        return orientation.turn(pixels).copy(order="C")
    turned_format = frame_format
    if orientation.transpose:
        size = {"height": frame_format.width, "width": frame_format.height}
        turned_format = replace(frame_format, **size)
    turned = np.empty(turned_format.shape, turned_format.dtype)
    for target, plane in zip(
        split_planes(turned, turned_format), split_planes(pixels, frame_format), strict=True
    ):
        target[:] = orientation.turn(plane)
    return turned
