"""A scripted user: paints along what is most wrong in the frame that is most wrong."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from app.pipeline.strokes.stroke import Stroke, StrokeKind

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

WRONG = 128  # levels: a pixel that is off by more is wrong
OFF = 26  # levels, a tenth: of what is gradual a pixel that is off by more counts
SOFT_BRUSH = 13  # pixels
MOST_PLACES = 48  # of a stroke
Pixel = tuple[int, int]


def next_stroke(
    alphas: Sequence[Pixels], truths: Sequence[Pixels], times_s: Sequence[float]
) -> Stroke | None:
    """Along the largest wrong piece of the worst frame, as thick as the piece; None: all is right.

    Args:
        alphas, truths: uint8 (h, w), one of each for every frame.
        times_s: Of the frames.
    """
    errors = [
        float(cv2.absdiff(alpha, truth).mean()) for alpha, truth in zip(alphas, truths, strict=True)
    ]
    worst = int(np.argmax(errors))
    off = alphas[worst].astype(np.int16) - truths[worst]
    pieces: dict[StrokeKind, Mask] = {
        "remove": _largest(off > WRONG),
        "keep": _largest(-off > WRONG),
    }
    kind = max(pieces, key=lambda kind: np.count_nonzero(pieces[kind]))
    return _along(pieces[kind], kind, times_s[worst])


def next_soft_stroke(
    alphas: Sequence[Pixels], truths: Sequence[Pixels], times_s: Sequence[float]
) -> Stroke | None:
    """The same with a soft brush, along the longest gradual edge that is off in the worst frame."""
    errors = [
        float(cv2.absdiff(alpha, truth)[is_gradual(truth)].sum())
        for alpha, truth in zip(alphas, truths, strict=True)
    ]
    worst = int(np.argmax(errors))
    truth = truths[worst]
    off = is_gradual(truth) & (cv2.absdiff(alphas[worst], truth) > OFF)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (SOFT_BRUSH,) * 2)
    edge = _largest(cv2.dilate(off.astype(np.uint8), disc) > 0)
    return _along(edge, "soft", times_s[worst])


def is_gradual(truth: Pixels) -> Mask:
    """Where a true matte is neither the person nor the background."""
    return np.asarray((truth > OFF) & (truth < 255 - OFF))


def _along(piece: Mask, kind: StrokeKind, time_s: float) -> Stroke | None:
    """A stroke along the middle of a piece, as thick as that; None: there is no piece."""
    if not piece.any():
        return None
    depth = cv2.distanceTransform(np.pad(piece, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    path = _longest_path(thinned(piece))
    if not path:
        row, column = np.unravel_index(int(depth.argmax()), depth.shape)
        path = [(int(row), int(column))]
    height, width = piece.shape
    thick = 2 * float(np.median([depth[at] for at in path]))
    some = path[:: -(-len(path) // MOST_PLACES)]
    places = [((column + 0.5) / width, (row + 0.5) / height) for row, column in [*some, path[-1]]]
    return Stroke(kind, time_s, thick / width, tuple(places))


def _largest(mask: Mask) -> Mask:
    count, labels, statistics, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return np.zeros_like(mask)
    return np.asarray(labels == 1 + int(statistics[1:, cv2.CC_STAT_AREA].argmax()))


def thinned(mask: Mask) -> Mask:
    """Lines of one pixel in the middle of a mask: Zhang and Suen, 1984."""
    thin = np.pad(mask, 1).astype(np.uint8)
    while True:
        before = thin.copy()
        for second in (False, True):
            around = [
                np.roll(thin, shift, (0, 1))
                for shift in ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
            ]  # the pixel above, then clockwise
            count = np.sum(around, axis=0)
            turns = np.sum(
                [(a == 0) & (b == 1) for a, b in zip(around, around[1:] + around[:1], strict=True)],
                axis=0,
            )
            up, right, down, left = around[::2]
            first = up * right * (left if second else down)
            other = left * down * (up if second else right)
            goes = (count >= 2) & (count <= 6) & (turns == 1) & (first == 0) & (other == 0)
            thin[(thin == 1) & goes] = 0
        if (thin == before).all():
            return np.asarray(thin[1:-1, 1:-1] == 1)


def _longest_path(lines: Mask) -> list[Pixel]:
    """The way between the two pixels of a skeleton that lie farthest apart."""
    pixels = {(int(row), int(column)) for row, column in np.argwhere(lines)}
    if not pixels:
        return []
    end = _ways(min(pixels), pixels)[1]
    came, at = _ways(end, pixels)
    path = [at]
    while came[at] != at:
        at = came[at]
        path.append(at)
    return path


def _ways(begin: Pixel, pixels: set[Pixel]) -> tuple[dict[Pixel, Pixel], Pixel]:
    """From where each pixel was come to, and the last one."""
    came, waiting, last = {begin: begin}, deque([begin]), begin
    while waiting:
        last = row, column = waiting.popleft()
        for down, right in product((-1, 0, 1), repeat=2):
            near = row + down, column + right
            if near in pixels and near not in came:
                came[near] = last
                waiting.append(near)
    return came, last
