"""Outlines of masks, as areas, and the boxes around masks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from app.video.opencv import cv2
from gpu_unet import Area

Mask = npt.NDArray[np.bool_]
Corners = npt.NDArray[np.float64]  # (n, 2): x and y
Box = tuple[slice, slice]  # rows and columns

MOST_CORNERS = 256  # of an area
TOLERANCE_PX = 0.7  # by which an outline may leave its mask
COARSER = 1.5
FINE = 4  # an outline runs along the edges of pixels of this many parts
LEAST_PX = 4.0  # of a part: a smaller one holds nothing
MOST_HOLES = 10  # of a part


def box_of(mask: npt.NDArray[np.generic], *, around: int = 0) -> Box | None:
    """Rows and columns that hold a mask, and pixels around it as far as there are; None: no mask.

    Args:
        mask: bool or uint8 (h, w).
        around: How many pixels.
    """
    left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
    if not width:
        return None
    rows, columns = mask.shape
    return (
        slice(max(0, top - around), min(rows, top + height + around)),
        slice(max(0, left - around), min(columns, left + width + around)),
    )


def simplified(contours: Sequence[Corners], most: int = MOST_CORNERS) -> list[Corners]:
    """Closed contours with as many corners together as an area may have.

    Args:
        contours: In pixels.
        most: The most corners.
    """
    tolerance_px = TOLERANCE_PX
    while True:
        found = [
            cv2.approxPolyDP(contour.astype(np.float32), tolerance_px, closed=True)
            .reshape(-1, 2)
            .astype(np.float64)
            for contour in contours
        ]
        if sum(map(len, found)) <= most:
            return found
        tolerance_px *= COARSER


def areas_of_mask(mask: Mask, kind: Area.Kind, *, most: int) -> list[Area]:
    """Areas that cover a mask, its largest parts first; holes stay open.

    Args:
        mask: bool (h, w): of the whole picture.
        most: The most areas; what does not fit into them is left out.
    """
    box = box_of(mask)
    if box is None:
        return []
    top, left = box[0].start, box[1].start
    own = mask[box].astype(np.uint8)
    height, width = own.shape
    fine = cv2.resize(own, (FINE * width, FINE * height), interpolation=cv2.INTER_NEAREST)
    # A ring of nothing, so that the picture's edge is an edge of the outline, too.
    fine = cv2.copyMakeBorder(fine, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    found, hierarchy = cv2.findContours(fine, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    contours = [(one.reshape(-1, 2) - 0.5) / FINE + (left, top) for one in found]
    parts = [
        [contours[n], *(c for c, (*_, up) in zip(contours, hierarchy[0], strict=True) if up == n)]
        for n, (*_, parent) in enumerate(hierarchy[0])
        if parent < 0 and cv2.contourArea(found[n]) >= LEAST_PX * FINE**2
    ]
    parts.sort(key=lambda part: -cv2.contourArea(part[0].astype(np.float32)))
    paths: list[Corners] = []
    for part in parts:
        holes = [c for c in part[1:] if cv2.contourArea(c.astype(np.float32)) >= LEAST_PX][
            :MOST_HOLES
        ]
        path = _joined(simplified([part[0], *holes], MOST_CORNERS - 1 - 4 * len(holes)))
        if len(path) < 3:
            continue
        if paths and len(paths[-1]) + len(path) + 4 <= MOST_CORNERS:
            paths[-1] = _joined([paths[-1], path])
        else:
            paths.append(path)
    scale = mask.shape[1], mask.shape[0]
    return [
        Area(kind, tuple((float(x), float(y)) for x, y in path / scale)) for path in paths[:most]
    ]


def _joined(contours: Sequence[Corners]) -> Corners:
    """Closed contours as one: by the even-odd rule the ways between them hold nothing.

    The ways are level or upright, so that there and back they are the same in any arithmetic.
    """
    first = contours[0]
    path = [*first]
    for other in contours[1:]:
        if len(other) < 3:
            continue
        turn = np.array((other[0][0], first[0][1]))
        path += [first[0], turn, *other, other[0], turn]
    return np.array(path)
