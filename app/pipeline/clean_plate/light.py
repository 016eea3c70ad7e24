"""Light: how the colours of a view have changed as a whole, fitted where plate and frame agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import Image

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

    @staticmethod
    def of(numbers: npt.NDArray[np.float64]) -> Light:
        """The light of float64 (2, 3): gains and offsets, as kernels have it."""
        gain, offset = numbers.tolist()
        return Light(tuple(gain), tuple(offset))

    @property
    def numbers(self) -> npt.NDArray[np.float64]:
        """The inverse of `of`; a new array."""
        return np.array([self.gain, self.offset])

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


def fit_of(*, height: int, width: int) -> tuple[int | float, ...]:
    """How `Engine.room_kernels().compare` fits a light to pictures of one size.

    Robust against a minority of changed pixels, and within the bounds above.
    """
    step = max(1, int(np.sqrt(height * width / (1.5 * MOST_SAMPLES))))
    return (
        step, DARK, BRIGHT, FEWEST_SAMPLES, LEAST_GAIN, MOST_GAIN, ROUNDS, REACH, LEAST_DEVIATION,
        OFFSET_PENALTY**2,
    )  # fmt: skip


def most_samples(*, height: int, width: int) -> int:
    """The most pixels that `fit_of` takes of a picture."""
    step = int(fit_of(height=height, width=width)[0])
    return -(-height // step) * -(-width // step)


def _mapped(pixels: Image, gain: npt.NDArray[np.float64], offset: npt.NDArray[np.float64]) -> Image:
    values = np.arange(256)[:, None] * gain + offset
    if np.abs(values - np.arange(256)[:, None]).max() < NOTHING:
        return pixels
    return cv2.LUT(pixels, np.clip(np.rint(values), 0, 255).astype(np.uint8)[None])
