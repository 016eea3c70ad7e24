"""Drawn people: a head, a shirt and trousers before a wall, with the matte that belongs to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from gpu_unet.network_input import Observation

HEIGHT, WIDTH = 144, 256
SKIN = (224, 172, 140)
RED, BLUE, GREEN, GREY = (190, 30, 40), (40, 60, 180), (30, 140, 60), (120, 120, 120)


@dataclass(frozen=True)
class Figure:
    """A person of 44x104 pixels: `middle` is a column, `shirt` a colour."""

    middle: float
    shirt: tuple[int, int, int]
    hair: tuple[int, int, int] = (40, 30, 20)

    def masks(self):
        """(mask, colour) of trousers, shirt, head and hair."""
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
        across = np.abs(columns - self.middle)
        below = tuple(value // 3 for value in self.shirt)
        yield (across < 18) & (rows >= 105), below
        yield (across < 22) & (rows >= 65) & (rows < 105), self.shirt
        yield (across < 11) & (rows >= 40) & (rows < 66), SKIN
        yield (across < 12) & (rows >= 36) & (rows < 46), self.hair


def mask_of(figure: Figure):
    """bool (HEIGHT, WIDTH)."""
    return np.any([mask for mask, _ in figure.masks()], axis=0)


def picture_of(figures: Sequence[Figure], *, wall: int = 200):
    """uint8 (HEIGHT, WIDTH, 3); the last figure stands in front."""
    noise = np.random.default_rng(len(figures)).integers(-4, 5, (HEIGHT, WIDTH, 3))
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    rgb = np.full((HEIGHT, WIDTH, 3), wall, np.int64)
    for figure in figures:
        cloth = 14 * np.sin(0.9 * (columns - figure.middle)) * np.cos(0.7 * rows)
        for mask, colour in figure.masks():
            rgb[mask] = (np.array(colour) + cloth[..., None])[mask]
    return np.clip(rgb + noise, 0, 255).astype(np.uint8)


def seen_of(figures: Sequence[Figure], *, wall: int = 200) -> Observation:
    """What a network sees, and a true matte."""
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    for figure in figures:
        alpha[mask_of(figure)] = 255
    return Observation(picture_of(figures, wall=wall), alpha)


def seen_in(rgb, architecture) -> Observation:
    """All that is not the wall is taken for people, at the size of the network's input."""
    alpha = np.where(np.ptp(rgb, axis=2) + np.abs(rgb[..., 0] - 200.0) > 40, 255, 0)
    alpha = cv2.medianBlur(alpha.astype(np.uint8), 5)
    size = (architecture.width, architecture.height)
    return Observation(
        *(cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in (rgb, alpha))
    )


def share(of, mask) -> float:
    """How much of `mask` lies in `of`."""
    return np.count_nonzero(of & mask) / np.count_nonzero(mask)
