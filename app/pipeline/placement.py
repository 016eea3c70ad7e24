"""Placement: the camera picture's rectangle in the composite, from settings and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from app.pipeline.settings import LAYER
from gpu_unet import LayerSettings

_ROWS = {row.name: row for row in LAYER}
SIZE, ACROSS, DOWN = (_ROWS[name] for name in ("person_size", "person_across", "person_down"))


@dataclass(frozen=True, slots=True)
class Placement:
    """The rectangle in which the camera picture, and so the person, stands.

    All numbers are shares of the composite's width or height. The picture keeps its proportions, so
    one number is both its width and its height.

    Attributes:
        left, top: Of its corner.
        size: Of its sides.
    """

    left: float
    top: float
    size: float

    @classmethod
    def of(cls, layer: LayerSettings) -> Self:
        """Where these settings put it."""
        size = layer.person_size / 100
        left = (1 - size) / 2 + layer.person_across / 100
        return cls(left, 1 - size + layer.person_down / 100, size)

    def values(self, *, digits: int = 2) -> dict[str, float]:
        """The settings that put it here, in rounded percent and kept within their ranges."""
        values = {
            SIZE.name: 100 * self.size,
            ACROSS.name: 100 * (self.left - (1 - self.size) / 2),
            DOWN.name: 100 * (self.top - (1 - self.size)),
        }
        return {
            name: min(_ROWS[name].high, max(_ROWS[name].low, round(value, digits))) + 0.0
            for name, value in values.items()
        }

    def point(self, u: float, v: float) -> tuple[float, float]:
        """A point of the composite; u and v are shares of this rectangle."""
        return self.left + u * self.size, self.top + v * self.size

    def moved(self, across: float, down: float) -> Placement:
        """Moved by shares of the composite."""
        return Placement(self.left + across, self.top + down, self.size)

    def scaled(self, size: float, *, anchor: tuple[float, float]) -> Placement:
        """Another size, or the nearest that the settings allow, with one point kept in its place.

        Args:
            size: Of the sides.
            anchor: The point that stays, as u and v of `point`.
        """
        (u, v), (x, y) = anchor, self.point(*anchor)
        # The offsets are linear in the size: across = x - 1/2 + (1/2 - u) size, likewise down.
        limits = [(SIZE.low / 100, SIZE.high / 100)]
        for row, start, slope in ((ACROSS, x - 0.5, 0.5 - u), (DOWN, y - 1, 1 - v)):
            if slope:
                ends = [(end / 100 - start) / slope for end in (row.low, row.high)]
                limits.append((min(ends), max(ends)))
        least, most = max(low for low, _ in limits), min(high for _, high in limits)
        size = max(least, min(most, size))
        return Placement(x - u * size, y - v * size, size)
