"""How much of a checkerboard a network leaves in its alpha where it is unsure."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

UNSURE_FROM, UNSURE_TO = 0.1, 0.9
WINDOW = 8  # pixels of the network's alpha that a pattern has to keep its phase over

Alpha = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


class Pattern(NamedTuple):
    """What was found: the mean energy of the pattern, and over how many pixels."""

    energy: float
    pixels: int

    @property
    def amplitude(self) -> float:
        """Of alpha, in [0, 1]; 0 where the energy is no more than chance."""
        return max(0.0, self.energy) ** 0.5


def checkered(alpha: Alpha) -> Pattern:
    """Look for a pattern of one pixel on, one off, where the network is unsure.

    Transposed convolutions leave it, locked to the network's own grid. It is looked for where alpha
    and its eight neighbours are 0.1 to 0.9, which no sharp edge is: alternations along x, along y
    and along both are demodulated and averaged over 8x8 such pixels, half of them at least: slits
    and tips are too few for a phase. What the same alpha has after it was halved and enlarged
    bilinearly is subtracted: that holds no pattern by construction.

    Args:
        alpha: float32 (H, W) in [0, 1], of the network itself, before it is enlarged.
    """
    unsure = ((alpha > UNSURE_FROM) & (alpha < UNSURE_TO)).astype(np.uint8)
    inside = cv2.erode(unsure, np.ones((3, 3), np.uint8)) > 0
    inside &= cv2.blur(inside.astype(np.float32), (WINDOW, WINDOW)) >= 0.5
    if not inside.any():
        return Pattern(0.0, 0)
    height, width = alpha.shape
    size = (max(1, width // 2), max(1, height // 2))
    half = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    blob = cv2.resize(half, (width, height), interpolation=cv2.INTER_LINEAR)
    return Pattern(_energy(alpha, inside) - _energy(blob, inside), int(inside.sum()))


def _energy(alpha: Alpha, inside: Mask) -> float:
    """Mean energy, over the pixels `inside`, of the three alternating patterns around them."""
    high = np.array([-0.25, 0.5, -0.25], np.float32)  # 1 for an alternation, 0 for a ramp
    low = np.array([0.25, 0.5, 0.25], np.float32)
    rows, columns = np.indices(alpha.shape)
    weight = inside.astype(np.float32)
    window = (WINDOW, WINDOW)
    counted = cv2.blur(weight, window)[inside]
    energy = 0.0
    for along_x, along_y, phase in (
        (high, low, columns),
        (low, high, rows),
        (high, high, rows + columns),
    ):
        response = cv2.sepFilter2D(alpha, cv2.CV_32F, along_x, along_y)
        sign = (1 - 2 * (phase % 2)).astype(np.float32)
        amplitude = cv2.blur(response * sign * weight, window)[inside] / counted
        energy += float((amplitude**2).mean())
    return energy
