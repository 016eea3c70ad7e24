"""Rasterise drawn areas to three planes at the network's size, once when the areas change.

Engines and reference take these planes as input, like the lookup tables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpu_unet.areas import Area

GARBAGE, KEEP, SOFT = 0, 1, 2  # planes of `small_areas`
AREA_PLANES = 3
_PARTS = 4  # supersampling: 4 x 4 samples of each cell
_FRINGE = 128  # value of the second ring of cells around garbage: its soft edge
_FADE = 3  # cells by which a soft area fades in, on both sides of its outline

Samples = npt.NDArray[np.bool_]


def small_areas(areas: Sequence[Area], *, height: int, width: int) -> npt.NDArray[np.uint8]:
    """Rasterise areas at the network's size.

    Garbage is dilated by one cell beyond every cell that it touches, then by half a value in one
    more: when the plane is enlarged, pixels inside an outline are fully removed, and the soft edge
    lies outside. Keep areas are antialiased across their outline, and soft areas fade across it. A
    "person" area makes garbage of everything outside it.

    Returns:
        uint8 (AREA_PLANES, height, width): GARBAGE, KEEP and SOFT, 255 where an area is whole.
    """
    fine = {"height": height * _PARTS, "width": width * _PARTS}
    drawn = {area.kind: np.zeros((fine["height"], fine["width"]), bool) for area in areas}
    for area in areas:
        box, found = _inside(area.points, **fine)
        drawn[area.kind][box] |= found
    planes = np.zeros((AREA_PLANES, height, width), np.uint8)
    whole = np.zeros((height, width), bool)
    if "garbage" in drawn:
        whole |= _shares(drawn["garbage"]) > 0
    if "person" in drawn:
        whole |= _shares(drawn["person"]) < 1
    whole = _grown(whole)
    planes[GARBAGE] = np.where(whole, 255, np.where(_grown(whole), _FRINGE, 0))
    if "keep" in drawn:
        planes[KEEP] = _as_bytes(_shares(drawn["keep"]))
    if "soft" in drawn:
        planes[SOFT] = _as_bytes(_faded(_shares(drawn["soft"])))
    return planes


def inside(points: Sequence[tuple[float, float]], *, height: int, width: int) -> Samples:
    """Pixels whose centre lies within an outline, by the even-odd rule: bool (height, width)."""
    mask = np.zeros((height, width), bool)
    box, found = _inside(points, height=height, width=width)
    mask[box] = found
    return mask


def _inside(
    points: Sequence[tuple[float, float]], *, height: int, width: int
) -> tuple[tuple[slice, slice], Samples]:
    """The part of a picture that an outline reaches, and the pixels within the outline there."""
    corners = np.asarray(points, np.float64) * (width, height) - 0.5
    low = np.clip(np.floor(corners.min(axis=0)), 0, (width, height)).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)) + 1, low, (width, height)).astype(int)
    (left, top), (right, bottom) = low, high
    # Scanlines: count the edges that cross a row left of each pixel; odd is inside.
    turns = np.zeros((bottom - top, right - left + 1), np.uint8)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y0 == y1:
            continue
        first = max(top, math.ceil(min(y0, y1)))
        last = min(bottom - 1, math.ceil(max(y0, y1)) - 1)
        if first > last:
            continue
        rows = np.arange(first, last + 1)
        crossing = x0 + (rows - y0) * ((x1 - x0) / (y1 - y0))
        columns = np.clip(np.ceil(crossing), left, right).astype(np.int64)
        turns[rows - top, columns - left] ^= 1
    found = np.bitwise_xor.accumulate(turns, axis=1)[:, :-1]
    return (slice(top, bottom), slice(left, right)), found.astype(bool)


def _shares(samples: Samples) -> npt.NDArray[np.float64]:
    """The share of each cell's samples that are True."""
    counts = samples.view(np.uint8)
    for _ in range(2):  # down, then across
        counts = sum((counts[part::_PARTS] for part in range(1, _PARTS)), counts[::_PARTS]).T
    return counts / _PARTS**2


def _as_bytes(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    return np.floor(shares * 255 + 0.5).astype(np.uint8)


def _faded(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Means over 3 x 3 cells, `_FADE` times; what lies at the picture's edge continues beyond."""
    for _ in range(_FADE):
        for _ in range(2):  # down, then across
            padded = np.pad(shares, ((1, 1), (0, 0)), "edge")
            shares = ((padded[:-2] + padded[1:-1] + padded[2:]) / 3).T
    return shares


def _grown(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Dilate a mask by 3x3 pixels."""
    padded = np.pad(mask, 1)
    height, width = mask.shape
    grown = np.zeros_like(mask)
    for row in range(3):
        for column in range(3):
            grown |= padded[row : row + height, column : column + width]
    return grown
