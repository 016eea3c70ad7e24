"""Errors of an alpha plane against the true one, as the matting benchmarks define them."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.bool_]


def band(alpha: Floats, *, reach: int = 8) -> Masks:
    """Where the true alpha is mixed, and `reach` pixels around: what an edge is judged by."""
    mixed = ((alpha > 0.02) & (alpha < 0.98)).astype(np.uint8)
    size = 2 * reach + 1
    return cv2.dilate(mixed, np.ones((size, size), np.uint8)).astype(bool)


def sum_of_differences(alpha: Floats, truth: Floats) -> float:
    """SAD in thousands of pixels."""
    return float(np.abs(alpha - truth).sum()) / 1e3


def squared_error(alpha: Floats, truth: Floats) -> float:
    """MSE times a thousand."""
    return float(((alpha - truth) ** 2).mean()) * 1e3


def gradient_error(alpha: Floats, truth: Floats) -> float:
    """Sum of squared differences of the gradients' lengths; Gaussian, sigma 1.4.

    Source: Rhemann et al. 2009, "A Perceptually Motivated Online Benchmark for Image Matting".
    """

    def length(plane: Floats) -> Floats:
        smooth = cv2.GaussianBlur(plane, (0, 0), 1.4)
        return np.hypot(
            cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
        )

    return float(((length(alpha) - length(truth)) ** 2).sum())


def connectivity_error(alpha: Floats, truth: Floats) -> float:
    """Difference of the pixels' connectedness to the common solid figure, / 1000.

    Source: Rhemann et al. 2009; thresholds in steps of 0.1, tolerance 0.15.
    """
    last = np.full(alpha.shape, -1.0)
    levels = np.linspace(0.0, 1.0, 11)
    for low, level in pairwise(levels):
        both = ((alpha >= level) & (truth >= level)).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(both, connectivity=4)
        sizes = stats[:, cv2.CC_STAT_AREA]
        sizes[0] = 0  # what is in neither
        largest = (labels == sizes.argmax()) & (both != 0)
        last[(last == -1.0) & ~largest] = low
    last[last == -1.0] = 1.0

    def connectedness(plane: Floats) -> npt.NDArray[np.float64]:
        above = plane - last
        return 1.0 - above * (above >= 0.15)

    return float(np.abs(connectedness(alpha) - connectedness(truth)).sum()) / 1e3


def overlap(alpha: Floats, truth: Floats) -> float:
    """Intersection over union of the two at 0.5."""
    ours, theirs = alpha > 0.5, truth > 0.5
    union = (ours | theirs).sum()
    return float((ours & theirs).sum() / union) if union else 1.0
