"""Labels mended by hand: polygons of what networks took, of what they lost, of what is unclear."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.uint8]
Polygon = tuple[tuple[float, float], ...]

# A hand follows an edge to about this share of the picture's long side: nothing is learnt there.
SLACK_SHARE = 1 / 64


@dataclass(frozen=True, slots=True)
class Correction:
    """Polygons over one picture, corners as (x, y) in shares of its width and height.

    Attributes:
        remove: What is no person: seats, steering wheels.
        add: What is one and was lost: raised hands, hair.
        ignore: What cannot be told apart even by looking: nothing is learnt there.
    """

    remove: tuple[Polygon, ...] = ()
    add: tuple[Polygon, ...] = ()
    ignore: tuple[Polygon, ...] = ()


def read_corrections(path: Path) -> dict[str, Correction]:
    """The corrections of a JSON file, by the picture's key (its SHA-256; `#N` for a frame).

    Raises:
        ValueError: A polygon has fewer than three corners or leaves the picture.
    """
    found = {}
    for key, kinds in json.loads(path.read_text(encoding="utf-8")).items():
        polygons = {
            kind: tuple(_polygon(corners, path, key) for corners in kinds.get(kind, ()))
            for kind in ("remove", "add", "ignore")
        }
        found[key] = Correction(**polygons)
    return found


def mend(mask: Plane, confidence: Plane, correction: Correction) -> tuple[Plane, Plane]:
    """The label with a correction: first what is removed, then what is added.

    Where the label changes it is believed; along the hand-drawn edge nothing is learnt.

    Args:
        mask: uint8 (H, W), person 255.
        confidence: uint8 (H, W).
        correction: For this picture.

    Returns:
        (mask, confidence): new arrays.
    """
    mended, believed = mask.copy(), confidence.copy()
    removed = _filled(correction.remove, mask) & (mask > 0)
    removed |= _splinters(mask, removed)
    mended[removed] = 0
    added = _filled(correction.add, mask) & (mended < 255)
    mended[added] = 255
    believed[removed | added] = 255
    reach = 2 * max(2, round(max(mask.shape) * SLACK_SHARE)) + 1
    changed = np.abs(mended.astype(np.int16) - mask) > 127
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    near_change = cv2.dilate(changed.astype(np.uint8), kernel) > 0
    edge = cv2.morphologyEx((mended > 127).astype(np.uint8), cv2.MORPH_GRADIENT, kernel) > 0
    believed[near_change & edge] = 0
    believed[_filled(correction.ignore, mask)] = 0
    return mended, believed


def _splinters(mask: Plane, removed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Thin strips of the label left over beside what a hand removed a little too tightly."""
    if not removed.any():
        return removed
    reach = 2 * max(2, round(max(mask.shape) * SLACK_SHARE)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    left = ((mask > 0) & ~removed).astype(np.uint8)
    # Whatever continues beyond the picture is not thin because the picture ends.
    padded = cv2.copyMakeBorder(left, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    solid = cv2.morphologyEx(padded, cv2.MORPH_OPEN, kernel)[reach:-reach, reach:-reach]
    # Grown back a little, or every corner of what is solid would go as well.
    solid = cv2.dilate(solid, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))) > 0
    near = cv2.dilate(removed.astype(np.uint8), kernel, iterations=2) > 0
    return (left > 0) & ~solid & near


def _filled(polygons: Sequence[Polygon], like: Plane) -> npt.NDArray[np.bool_]:
    plane = np.zeros(like.shape, np.uint8)
    scale = np.array(like.shape[::-1], np.float64)
    for polygon in polygons:
        corners = np.round(np.array(polygon) * scale).astype(np.int32)
        cv2.fillPoly(plane, [corners], 1)
    return plane > 0


def _polygon(corners: Sequence[Sequence[float]], path: Path, key: str) -> Polygon:
    inside = all(len(c) == 2 and 0 <= c[0] <= 1 and 0 <= c[1] <= 1 for c in corners)
    if len(corners) < 3 or not inside:
        raise ValueError(
            f"{path}: {key[:12]} has a polygon of {len(corners)} corners that is no polygon "
            "within the picture; corners are three or more [x, y] from 0 to 1"
        )
    return tuple((float(x), float(y)) for x, y in corners)
