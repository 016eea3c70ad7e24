"""Light: how the colours of a view have changed as a whole, fitted where plate and frame agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import Image

Mask = npt.NDArray[np.uint8]

# This many samples fix six numbers well; more only cost time.
MOST_SAMPLES = 700
FEWEST_SAMPLES = 60
# Outside of these bounds the picture is too dark, or too bright, to tell a colour.
LEAST_GAIN, MOST_GAIN = 0.2, 5.0
DARK, BRIGHT = 4, 250
ROUNDS = 3  # of reweighting
# Tukey's weights: a sample further off than this many robust deviations does not count.
REACH = 4.5
LEAST_DEVIATION = 1.5
# An offset is rarer than a gain: without contrast to tell them apart, the change is a gain.
OFFSET_PENALTY = 12.0
NOTHING = 1.0  # less than one step of 8 bits anywhere counts as the same light


@dataclass(frozen=True, slots=True)
class Light:
    """Per channel: seen = gain * learnt + offset, in 8-bit values.

    Attributes:
        gain: One for each of R, G, B.
        offset: One for each of R, G, B.
    """

    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def is_brighter(self) -> bool:
        """Whether pixels that are saturated now were not saturated in the light of the plate."""
        return max(self.gain) > 1.05 or max(self.offset) > 6.0

    def applied(self, pixels: Image) -> Image:
        """Learnt colours as this light shows them."""
        return _mapped(pixels, np.array(self.gain), np.array(self.offset))

    def removed(self, pixels: Image) -> Image:
        """Colours seen in this light, brought back to the light of the plate."""
        gain = 1 / np.array(self.gain)
        return _mapped(pixels, gain, -np.array(self.offset) * gain)


def fit_light(learnt: npt.NDArray[np.generic], seen: Image, where: Mask) -> Light | None:
    """Fit gain and offset per channel; robust against a minority of changed pixels.

    Source: iteratively reweighted least squares with Tukey's biweight; Huber & Ronchetti, Robust
    Statistics, 2nd ed., section 7.

    Args:
        learnt: uint8 or float32 (height, width, 3), the colours that were learnt.
        seen: uint8 (height, width, 3), the frame.
        where: uint8 (height, width), not 0 where both show the room.

    Returns:
        None: too little of the room is visible, or no light explains the change.
    """
    step = max(1, int(np.sqrt(where.size / (1.5 * MOST_SAMPLES))))
    mask = where[::step, ::step] != 0
    x = np.ascontiguousarray(learnt[::step, ::step][mask].T, np.float32)  # (3, samples)
    y = np.ascontiguousarray(seen[::step, ::step][mask].T, np.float32)
    low, high = np.minimum(x, y).min(axis=0), np.maximum(x, y).max(axis=0)
    fits = (low > DARK) & (high < BRIGHT)
    x, y = x[:, fits], y[:, fits]
    if x.shape[1] < FEWEST_SAMPLES:
        return None
    gain = _median(y / x)
    offset = np.zeros_like(gain)
    prior = OFFSET_PENALTY**2
    for _ in range(ROUNDS):
        residual = np.abs(y - gain * x - offset)
        deviation = np.maximum(1.48 * _median(residual), LEAST_DEVIATION)
        weight = np.square(np.maximum(1 - np.square(residual / (REACH * deviation)), 0))
        total = weight.sum(axis=1, keepdims=True) + 1e-6
        mean_x = (weight * x).sum(axis=1, keepdims=True) / total
        mean_y = (weight * y).sum(axis=1, keepdims=True) / total
        # A prior: as if every picture had a little contrast that follows the plain gain.
        plain = mean_y / np.maximum(mean_x, 1)
        weighted = weight * (x - mean_x)
        variance = (weighted * x).sum(axis=1, keepdims=True) / total
        covariance = (weighted * y).sum(axis=1, keepdims=True) / total
        gain = (covariance + prior * plain) / (variance + prior)
        offset = mean_y - gain * mean_x
    if not ((gain > LEAST_GAIN) & (gain < MOST_GAIN)).all():
        return None
    red, green, blue = gain[:, 0].tolist()
    return Light((red, green, blue), tuple(offset[:, 0].tolist()))


def _median(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Median of each row, as a column; np.median takes five times as long."""
    middle = values.shape[1] // 2
    return np.partition(values, middle, axis=1)[:, middle : middle + 1]


def _mapped(pixels: Image, gain: npt.NDArray[np.float64], offset: npt.NDArray[np.float64]) -> Image:
    values = np.arange(256)[:, None] * gain + offset
    if np.abs(values - np.arange(256)[:, None]).max() < NOTHING:
        return pixels
    return cv2.LUT(pixels, np.clip(np.rint(values), 0, 255).astype(np.uint8)[None])
