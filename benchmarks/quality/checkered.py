"""How much of a checkerboard a network leaves in its alpha where it is unsure."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

UNSURE_FROM, UNSURE_TO = 0.1, 0.9
WINDOW = 8  # pixels of the network's alpha that a pattern has to keep its phase over

Alpha = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


def checkered(alpha: Alpha) -> float:
    """Amplitude of a pattern of one pixel on, one off, where the network is unsure; in [0, 1].

    Transposed convolutions leave it, locked to the network's own grid. It is looked for where alpha
    and its eight neighbours are 0.1 to 0.9, which no sharp edge is: alternations along x, along y
    and along both are demodulated and averaged over 8x8 such pixels. What the same alpha has after
    it was halved and enlarged bilinearly is subtracted: that holds no pattern by construction.

    Args:
        alpha: float32 (H, W) in [0, 1], of the network itself, before it is enlarged.
    """
    unsure = ((alpha > UNSURE_FROM) & (alpha < UNSURE_TO)).astype(np.uint8)
    inside = cv2.erode(unsure, np.ones((3, 3), np.uint8)) > 0
    # A quarter of the window at least: of fewer pixels a mean says nothing about a phase.
    inside &= cv2.blur(inside.astype(np.float32), (WINDOW, WINDOW)) >= 0.25
    if not inside.any():
        return 0.0
    height, width = alpha.shape
    size = (max(1, width // 2), max(1, height // 2))
    half = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    blob = cv2.resize(half, (width, height), interpolation=cv2.INTER_LINEAR)
    energy = _energy(alpha, inside) - _energy(blob, inside)
    return float(np.sqrt(max(0.0, energy)))


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
