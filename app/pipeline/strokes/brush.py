"""The mask of a stroke on its own frame."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from app.pipeline.mask_outlines import Mask
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.thing_outline import grab_cut
from app.video.opencv import cv2
from gpu_unet import Image

FINE = 4  # it is drawn this many times as large
MIDDLE = 0.25  # of the brush's width from its edge on: this surely belongs to what is meant
LEAST_SHARE = 0.3  # of the brush: a smaller piece is not what is meant


def brush_mask(stroke: Stroke, shape: tuple[int, int]) -> Mask:
    """What a stroke's round brush touches: bool (h, w).

    Args:
        stroke: The stroke.
        shape: (height, width) of the mask, which is of the whole picture.
    """
    height, width = shape
    canvas = np.zeros((FINE * height, FINE * width), np.uint8)
    thick = max(1, round(stroke.width * width * FINE))
    at = np.array(stroke.points) * (FINE * width, FINE * height) - 0.5
    places = [(int(x), int(y)) for x, y in np.rint(at)]
    for place in places:  # joints and ends are round
        cv2.circle(canvas, place, thick // 2, 255, -1)
    for begin, end in pairwise(places):
        cv2.line(canvas, begin, end, 255, thick)
    small = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small >= 128)


def snapped(mask: Mask, rgb: Image, width: float) -> Mask:
    """A brush's mask, brought to the edges of what it was drawn on.

    GrabCut (Rother and others, 2004) decides between the middle of the brush and what lies a
    brush's width around it. Where it finds hardly anything, the mask stays as it is.

    Args:
        mask: bool (h, w): what the brush touches.
        rgb: uint8 (h, w, 3): the picture under it.
        width: Of the brush, in pixels.
    """
    brush = mask.astype(np.uint8)
    inside = cv2.distanceTransform(np.pad(brush, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    outside = cv2.distanceTransform(1 - brush, cv2.DIST_L2, 5)
    seeds = np.full(mask.shape, cv2.GC_BGD, np.uint8)
    seeds[outside < width] = cv2.GC_PR_BGD
    seeds[mask] = cv2.GC_PR_FGD
    middle = mask & (inside > MIDDLE * width)
    seeds[middle] = cv2.GC_FGD
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return mask
    reach = round(2 * width) + 2  # there has to be something around it
    box = (
        slice(max(0, int(rows[0]) - reach), int(rows[-1]) + reach + 1),
        slice(max(0, int(columns[0]) - reach), int(columns[-1]) + reach + 1),
    )
    cut = grab_cut(rgb[box], seeds[box])
    if cut is None:
        return mask
    _, labels = cv2.connectedComponents(cut)
    touched = np.unique(labels[middle[box]])
    found = np.zeros_like(mask)
    found[box] = np.isin(labels, touched[touched > 0])
    is_enough = np.count_nonzero(found) >= LEAST_SHARE * np.count_nonzero(mask)
    return found if is_enough else mask
