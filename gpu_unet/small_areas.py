"""Rasterise drawn areas to two planes at the network's size, once when the areas change.

Engines and reference take these planes as input, like the lookup tables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpu_unet.areas import Area

GARBAGE, KEEP = 0, 1  # planes of `small_areas`
_PARTS = 4  # supersampling: 4 x 4 samples of each cell
_FRINGE = 128  # value of the second ring of cells around garbage: its soft edge


def small_areas(areas: Sequence[Area], *, height: int, width: int) -> npt.NDArray[np.uint8]:
    """Rasterise areas at the network's size.

    Garbage is dilated by one cell beyond every cell that it touches, then by half a value in one
    more: when the plane is enlarged, pixels inside an outline are fully removed, and the soft edge
    lies outside. Keep areas are antialiased across their outline. A "person" area makes garbage of
    everything outside it.

    Returns:
        uint8 (2, height, width): GARBAGE and KEEP, 255 where an area is whole.
    """
    fine = {"height": height * _PARTS, "width": width * _PARTS}
    person = [area for area in areas if area.kind == "person"]
    dropped = np.zeros((fine["height"], fine["width"]), bool)
    if person:
        dropped[:] = True
        for area in person:
            dropped &= ~inside(area.points, **fine)
    kept = np.zeros_like(dropped)
    for area in areas:
        if area.kind == "garbage":
            dropped |= inside(area.points, **fine)
        elif area.kind == "keep":
            kept |= inside(area.points, **fine)
    shape = (height, _PARTS, width, _PARTS)
    planes = np.zeros((2, height, width), np.uint8)
    whole = _grown(np.asarray(dropped.reshape(shape).any(axis=(1, 3))))
    planes[GARBAGE] = np.where(whole, 255, np.where(_grown(whole), _FRINGE, 0))
    share = kept.reshape(shape).mean(axis=(1, 3))
    planes[KEEP] = np.floor(share * 255 + 0.5).astype(np.uint8)
    return planes


def inside(
    points: Sequence[tuple[float, float]], *, height: int, width: int
) -> npt.NDArray[np.bool_]:
    """Pixels whose centre lies within an outline, by the even-odd rule: bool (height, width)."""
    corners = np.asarray(points, np.float64) * (width, height) - 0.5
    # Scanlines: count the edges that cross a row left of each pixel; odd is inside.
    turns = np.zeros((height, width + 1), np.int32)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y0 == y1:
            continue
        first = max(0, math.ceil(min(y0, y1)))
        last = min(height - 1, math.ceil(max(y0, y1)) - 1)
        if first > last:
            continue
        rows = np.arange(first, last + 1)
        crossing = x0 + (rows - y0) * ((x1 - x0) / (y1 - y0))
        columns = np.clip(np.ceil(crossing), 0, width).astype(np.int64)
        turns[rows, columns] += 1
    return (np.cumsum(turns, axis=1)[:, :width] & 1).astype(bool)


def _grown(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Dilate a mask by 3x3 pixels."""
    padded = np.pad(mask, 1)
    height, width = mask.shape
    grown = np.zeros_like(mask)
    for row in range(3):
        for column in range(3):
            grown |= padded[row : row + height, column : column + width]
    return grown
