"""Snapping: edges and centre of a placed picture are drawn to the composite's lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.pipeline.placement import Placement

LINES = (0.0, 1 / 3, 1 / 2, 2 / 3, 1.0)  # what edges and centres snap to, in both directions
CENTRE = 0.5


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
