"""Comparison: a frame beside what was learnt of a view, in the frame's own light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.pipeline.clean_plate.difference import CONTRASTY
from app.pipeline.clean_plate.light import Light, fit_of, most_samples
from gpu_unet import Engine, Image

Mask = npt.NDArray[np.uint8]
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
        has_light: Whether a light was fitted.
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
        height, width: Of the pictures.
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
        numbers, light_numbers = self.numbers, light.numbers
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
            Light.of(light_numbers) if has_light else light,
            relit if is_relit else frame,
            trusted,
            everywhere,
            of_texture,
        )
