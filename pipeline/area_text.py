"""Areas as people write them: corners or a box on the command line, or a file of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpu_unet.areas import AREA_KINDS, Area, AreaKind, check_areas

MOST_BYTES = 1 << 20  # of a file: all the areas that there may be have a tenth of it


def parse_area(kind: AreaKind, text: str) -> Area:
    """An area of a line of text.

    Args:
        kind: Of the area.
        text: A box as left,top,right,bottom ("0.2,0,0.8,1"), or corners x,y with spaces between
            them; all in shares of the picture, 0 to 1.

    Raises:
        ValueError: It is neither.
    """
    try:
        corners = [tuple(float(number) for number in part.split(",")) for part in text.split()]
    except ValueError:
        corners = []
    if len(corners) == 1 and len(corners[0]) == 4:
        left, top, right, bottom = corners[0]
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    points = [(corner[0], corner[1]) for corner in corners if len(corner) == 2]
    if not points or len(points) != len(corners):
        raise ValueError(
            f"the area {text!r} is no area; write a box as left,top,right,bottom, such as "
            "0.2,0,0.8,1, or three corners or more as x,y with spaces between them, in shares of "
            "the picture"
        )
    return Area(kind, tuple(points))


def areas_of(data: Any) -> tuple[Area, ...]:
    """Areas as `data_of` has written them.

    Raises:
        ValueError, TypeError, KeyError: It is something else.
    """
    if not isinstance(data, list):
        raise TypeError(f"{data!r:.80} is no list of areas")
    check_areas(data)
    return tuple(_area_of(item) for item in data)


def data_of(areas: Sequence[Area]) -> list[dict[str, Any]]:
    """Areas as JSON has them."""
    return [{"kind": area.kind, "points": [list(point) for point in area.points]} for area in areas]


def read_areas(path: Path) -> tuple[Area, ...]:
    """The areas in a file.

    Raises:
        OSError: It cannot be read.
        ValueError: It holds no areas; the message says how they are written.
    """
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    try:
        if len(text) > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
        return areas_of(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(
            f"{path.name} holds no areas ({error}); expected a list such as "
            '[{"kind": "keep", "points": [[0.1, 0.5], [0.3, 0.5], [0.2, 0.9]]}]'
        ) from error


def _area_of(data: Any) -> Area:
    if not isinstance(data, dict) or not isinstance(data.get("points"), list):
        raise TypeError(f"{data!r:.80} is no area")
    kinds: dict[object, AreaKind] = {kind: kind for kind in AREA_KINDS}
    kind = kinds.get(str(data.get("kind")))
    if kind is None:
        raise ValueError(f"an area is {data.get('kind')!r:.40}, expected {', '.join(AREA_KINDS)}")
    points: list[tuple[float, float]] = []
    for point in data["points"]:
        if not isinstance(point, list) or len(point) != 2:
            raise TypeError(f"{point!r:.80} is no corner")
        for number in point:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise TypeError(f"{number!r:.80} is no number")
        points.append((float(point[0]), float(point[1])))
    return Area(kind, tuple(points))
