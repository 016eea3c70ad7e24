"""Comparison: a frame beside what was learnt of a view, in the frame's own light.

Light: how its colours have changed as a whole, fitted where plate and frame agree.
Shift: how far the camera was nudged since.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import Engine, Image

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


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Per channel: seen = gain * learnt + offset, in 8-bit values.

    Attributes:
        numbers: float64 (2, 3), as kernels have it: the gains and the offsets of R, G and B; never
            changed.
    """

    numbers: npt.NDArray[np.float64]

    @property
    def is_brighter(self) -> bool:
        """Whether pixels that are saturated now were not saturated in the light of the plate."""
        gain, offset = self.numbers
        return bool(gain.max() > 1.05 or offset.max() > 6.0)

    def applied(self, pixels: Image) -> Image:
        """Learnt colours as this light shows them."""
        return _mapped(pixels, *self.numbers)

    def removed(self, pixels: Image) -> Image:
        """Colours seen in this light, brought back to the light of the plate."""
        gain = 1 / self.numbers[0]
        return _mapped(pixels, gain, -self.numbers[1] * gain)


DAYLIGHT = Light(np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]))  # in which a plate is learnt


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


Mask = npt.NDArray[np.uint8]  # 0 or 255

# Share of the contrast around a pixel: no two frames sample an edge at the same place.
TEXTURE_SLACK = 0.25
CONTRASTY = 24  # texture in which a nudge of one pixel shows


def at_least(values: Image, limit: int) -> Mask:
    """255 where `values` >= limit, which is 1 or more."""
    return cv2.threshold(values, limit - 1, 255, cv2.THRESH_BINARY)[1]


def share_of(mask: npt.NDArray) -> float:
    """Share of a mask's pixels that are set, 0 to 1."""
    if mask.dtype == np.uint8:
        return cv2.countNonZero(mask) / max(1, mask.size)
    return np.count_nonzero(mask) / max(1, mask.size)


def differs(one: Image, other: Image, limit: float, slack: Image | None = None) -> Mask:
    """255 where two pictures differ by more than `limit` and `slack` over 3 x 3 pixels."""
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    distance = cv2.blur(cv2.max(cv2.max(red, green), blue), (3, 3))
    if slack is not None:
        distance = cv2.subtract(distance, slack)
    return at_least(distance, int(limit) + 1)


def texture_of(learnt: Image) -> tuple[Image, Mask]:
    """How much slack each pixel gets, and 255 where a nudge would show."""
    contrast = edges(learnt)
    return cv2.convertScaleAbs(contrast, alpha=TEXTURE_SLACK), at_least(contrast, CONTRASTY)


def edges(pixels: Image) -> Image:
    """Contrast within 3 x 3 pixels."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))


Floats = npt.NDArray[np.float32]


def rows(pixels: npt.NDArray) -> npt.NDArray:
    """`pixels` (height, width, 3) as kernels take them: (height, 3 width), C-contiguous, writable.

    A view, except of an array that is not so.
    """
    return np.require(pixels, requirements=["C", "W"]).reshape(len(pixels), -1)


@dataclass(slots=True, eq=False)
class Texture:
    """What has contrast in a learnt picture: there, a shift by one pixel shows.

    Attributes:
        slack: uint8 (height, width): by how much more a frame may differ.
        contrasty: 255 where a nudge of the camera would show.
        is_due: Whether the next comparison makes both of the picture.
    """

    slack: Mask
    contrasty: Mask
    is_due: bool = True

    @staticmethod
    def empty(*, height: int, width: int) -> Texture:
        """Of no contrast, until the first comparison."""
        slack, contrasty = np.zeros((2, height, width), np.uint8)
        return Texture(slack, contrasty)


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What a comparison found.

    Attributes:
        trusted_share: Share of the picture that was compared, 0 to 1.
        light: That light, or the one before.
        frame: uint8 (height, width, 3): the frame in the light in which the plate was learnt.
        trusted: 255 where the two were compared.
        everywhere: Share of these pixels that differ.
        of_texture: Share of the contrasty ones among them that do.
    """

    trusted_share: float
    has_light: bool
    light: Light
    frame: Image
    trusted: Mask
    everywhere: float
    of_texture: float


class Comparer:
    """Compares pictures of one size; used by one thread.

    Args:
        radius: The margin around people, in pixels.
    """

    def __init__(self, *, height: int, width: int, radius: int) -> None:
        self.kernels = Engine.room_kernels()
        self.scratch = self.kernels.Scratch(
            height=height,
            width=width,
            radius=radius,
            samples=most_samples(height=height, width=width),
        )
        self.numbers = np.zeros(5, np.float64)
        self._fit = fit_of(height=height, width=width)

    def compare(
        self,
        frame: Image,
        colour: Floats,
        learnt: Image,
        light: Light,
        texture: Texture | None,
        *,
        ticks: Mask,
        least_ticks: int,
        blocked: Mask,
        judged: float,
        limit: float,
    ) -> Comparison:
        """Compare `frame` with what was learnt, in the light that fits best.

        Args:
            frame: uint8 (height, width, 3).
            colour, learnt: What was learnt, in float32 and in bytes, (height, width, 3).
            light: Used if none is fitted.
            texture: Of `learnt`; None: fit the light only.
            ticks, least_ticks: Where to compare: from `least_ticks` on.
            blocked: 255 where not to compare.
            judged: Share of the picture; if less can be compared, nothing is fitted nor compared.
            limit: Above this and the slack, in steps of 255, two pictures differ.
        """
        numbers, light_numbers = self.numbers, light.numbers.copy()
        trusted, relit = np.empty_like(blocked), np.empty_like(frame)
        is_compared = texture is not None
        slack, contrasty = (
            (blocked, blocked) if texture is None else (texture.slack, texture.contrasty)
        )
        self.kernels.compare(
            rows(frame), rows(colour), rows(learnt), ticks, least_ticks, blocked, judged, limit,
            self._fit, is_compared, texture is not None and texture.is_due, CONTRASTY, slack,
            contrasty, light_numbers, trusted, rows(relit), numbers, self.scratch.of_compare,
        )  # fmt: skip
        share, has_light, is_relit, everywhere, of_texture = numbers.tolist()
        if texture is not None and share >= judged:
            texture.is_due = False
        return Comparison(
            share,
            bool(has_light),
            Light(light_numbers) if has_light else light,
            relit if is_relit else frame,
            trusted,
            everywhere,
            of_texture,
        )


WORK_WIDTH = 256  # more gains nothing: the shift is verified at full size
MOST_SHIFT = 0.12  # of the picture's width; beyond, too little of the plate is left
LEAST_PEAK = 0.04  # of phase correlation: below, two pictures have nothing in common
LEAST_COMMON = 0.08  # of the picture
# Texture says where things are; light and shading do not.
TEXTURE_BLUR = 9


@dataclass(frozen=True, slots=True)
class Shift:
    """Where a pixel of the plate is seen now, in pixels to the right and down."""

    right_px: float
    down_px: float

    def moved(self, pixels: npt.NDArray, *, is_smooth: bool = True) -> npt.NDArray:
        """`pixels` (height, width, ...) shifted; 0 where the shift uncovers new pixels."""
        matrix = np.array([[1, 0, self.right_px], [0, 1, self.down_px]], np.float32)
        height, width = pixels.shape[:2]
        flag = cv2.INTER_LINEAR if is_smooth else cv2.INTER_NEAREST
        return cv2.warpAffine(pixels, matrix, (width, height), flags=flag)


def find_shift(learnt: Image, seen: Image, where: Mask) -> Shift | None:
    """Find a shift by phase correlation of the textures.

    Args:
        learnt: uint8 (height, width, 3), the clean plate.
        seen: uint8 (height, width, 3), the frame.
        where: uint8 (height, width), 255 where the plate is known and no person is near.

    Returns:
        None: there is no shift, or it is too large to be trusted.

    Source: Reddy & Chatterji 1996, IEEE Transactions on Image Processing 5(8).
    """
    height, width = where.shape
    if np.count_nonzero(where) < LEAST_COMMON * where.size:
        return None
    scale = min(1.0, WORK_WIDTH / width)
    rows, columns = max(16, round(height * scale)), max(16, round(width * scale))
    size = (columns, rows)
    # A hard edge of the mask would be the strongest texture that both have in common.
    mask = cv2.blur(cv2.resize(where, size, interpolation=cv2.INTER_AREA), (7, 7))
    weight = cv2.createHanningWindow(size, cv2.CV_32F) * (mask.astype(np.float32) / 255) ** 2
    one, other = (_texture(pixels, size) * weight for pixels in (learnt, seen))
    (right, down), peak = cv2.phaseCorrelate(one, other)
    right, down = right * width / columns, down * height / rows
    if peak < LEAST_PEAK or max(abs(right), abs(down)) > MOST_SHIFT * width:
        return None
    return Shift(right, down)


def _texture(pixels: Image, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return small - cv2.blur(small, (TEXTURE_BLUR, TEXTURE_BLUR))
