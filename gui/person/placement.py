"""Placement: the camera picture's rectangle in the composite, moved, scaled and snapped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from app.pipeline.settings import LAYER
from gpu_unet import LayerSettings

ROWS = {row.name: row for row in LAYER}
SIZE, ACROSS, DOWN = (ROWS[name] for name in ("person_size", "person_across", "person_down"))
LINES = (0.0, 1 / 3, 1 / 2, 2 / 3, 1.0)  # what edges and centres snap to, in both directions
CENTRE = 0.5


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

    def values(self) -> dict[str, float]:
        """The settings that put it here, rounded to 1/100 % and kept within their ranges."""
        values = {
            SIZE.name: 100 * self.size,
            ACROSS.name: 100 * (self.left - (1 - self.size) / 2),
            DOWN.name: 100 * (self.top - (1 - self.size)),
        }
        return {
            name: min(ROWS[name].high, max(ROWS[name].low, round(value, 2))) + 0.0
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


def nearest_line(places: Iterable[float], *, reach: float) -> tuple[float, float] | None:
    """The line of `LINES` that is nearest to one of several places.

    Args:
        places: Shares of the composite's width, or of its height.
        reach: How far a line attracts, in the same unit.

    Returns:
        (line, how far the place must move to lie on it); None if every line is farther than
        `reach`.
    """
    ways = [(abs(line - place), line, line - place) for place in places for line in LINES]
    distance, line, way = min(ways)
    return (line, way) if distance <= reach else None


def snapped_move(
    placement: Placement, *, reach: tuple[float, float]
) -> tuple[Placement, list[float], list[float]]:
    """A moved picture whose edges and centre are drawn to the nearest lines.

    Args:
        placement: Where the pointer would put it.
        reach: Across and down, see `nearest_line`.

    Returns:
        (placement, lines across, lines down) with at most one line each.
    """
    found = [
        nearest_line([start, start + placement.size / 2, start + placement.size], reach=near)
        for start, near in zip((placement.left, placement.top), reach, strict=True)
    ]
    across, down = (0.0 if line is None else line[1] for line in found)
    lines = [[] if line is None else [line[0]] for line in found]
    return placement.moved(across, down), lines[0], lines[1]


def snapped_size(
    placement: Placement, handle: tuple[float, float], *, reach: Sequence[float]
) -> tuple[Placement, list[float], list[float]]:
    """A scaled picture whose dragged edge is drawn to the nearest line.

    Args:
        placement: The size that the pointer asks for.
        handle: The dragged point, as u and v of `Placement.point`; the opposite point stays.
        reach: As in `snapped_move`.

    Returns:
        As `snapped_move`; the proportions leave one line at most.
    """
    anchor = opposite(handle)
    ways: list[tuple[float, int, float, float]] = []
    for axis, place in enumerate(placement.point(*handle)):
        if handle[axis] == CENTRE:
            continue
        near = nearest_line([place], reach=reach[axis])
        if near is not None:
            line, way = near
            size = placement.size + way / (handle[axis] - anchor[axis])
            ways.append((abs(way) / reach[axis], axis, line, size))
    if not ways:
        return placement, [], []
    _, axis, line, size = min(ways)
    found = placement.scaled(size, anchor=anchor)
    if abs(found.point(*handle)[axis] - line) > 1e-6:  # beyond the settings' range
        return placement, [], []
    return (found, [line], []) if axis == 0 else (found, [], [line])


def opposite(handle: tuple[float, float]) -> tuple[float, float]:
    """The point that stays while `handle` is dragged."""
    return 1 - handle[0], 1 - handle[1]
