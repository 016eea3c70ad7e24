"""The mask of a stroke on its own frame."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from app.pipeline.strokes.stroke import Stroke
from app.video.opencv import cv2

Mask = npt.NDArray[np.bool_]

FINE = 4  # it is drawn this many times as large


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
