"""Films of textured boxes that move before a textured wall, with the place of each box."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from video_clips import encode_clip

HEIGHT, WIDTH, RATE = 144, 256, 25
BOX = (40, 60)  # height and width


def texture(seed, *, height, width, contrast=60):
    """uint8 (height, width, 3): smooth blotches, no two places alike."""
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:height, 0:width]
    waves = np.zeros((height, width, 3))
    for _ in range(24):
        across, down, phase = rng.uniform(-0.35, 0.35), rng.uniform(-0.35, 0.35), rng.uniform(0, 6)
        waves += rng.normal(size=3) * np.sin(across * columns + down * rows + phase)[..., None]
    return (128 + contrast * waves / np.abs(waves).max()).clip(0, 255).astype(np.uint8)


WALL = texture(1, height=HEIGHT, width=WIDTH)
THING = texture(2, height=BOX[0], width=BOX[1], contrast=110)


def box_mask(left, top):
    """bool (HEIGHT, WIDTH): where a box is whose corner lies there."""
    mask = np.zeros((HEIGHT, WIDTH), bool)
    mask[max(0, top) : max(0, top + BOX[0]), max(0, left) : max(0, left + BOX[1])] = True
    return mask


def picture_with(left, top, *, wall=WALL, thing=THING):
    """A box before the wall; it may lie outside in part, or be None."""
    picture = wall.copy()
    if left is not None and box_mask(left, top).any():
        rows = slice(max(0, top), min(HEIGHT, top + BOX[0]))
        columns = slice(max(0, left), min(WIDTH, left + BOX[1]))
        picture[rows, columns] = thing[
            rows.start - top : rows.stop - top, columns.start - left : columns.stop - left
        ]
    return picture


def write_film(path, pictures, *, late=0):
    """A film of these pictures, without loss, at `RATE`; it begins `late` frames after zero."""
    encode_clip(
        path,
        pts=range(late, late + len(pictures)),
        height=HEIGHT,
        width=WIDTH,
        codec="ffv1",
        pixel_format="bgr0",
        rate=Fraction(RATE),
        picture=lambda n, *_, **__: pictures[n],
    )
    return path
