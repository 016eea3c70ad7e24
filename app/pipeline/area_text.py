"""Areas in text form: corners or a box on the command line, or a file of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.pipeline.json_file import read_json_file
from app.pipeline.plain_data import read_as
from gpu_unet import Area

MOST_BYTES = 1 << 20  # limit of a file; the most areas that are allowed take a tenth of it


def parse_area(kind: Area.Kind, text: str) -> Area:
    """Read an area from a line of text.

    Args:
        kind: What the area does.
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
    """Areas from JSON values: a list as in their files.

    Raises:
        ValueError: It is something else, or has too many areas.
    """
    areas = read_as(tuple[Area, ...], data)
    Area.check_count(areas)
    return areas


def read_areas(path: Path) -> tuple[Area, ...]:
    """The areas in a file.

    Raises:
        OSError: It cannot be read.
        ValueError: It holds no areas; the message says how they are written.
    """
    return read_json_file(
        path,
        areas_of,
        what="areas",
        example='[{"kind": "keep", "points": [[0.1, 0.5], [0.3, 0.5], [0.2, 0.9]]}]',
        most_bytes=MOST_BYTES,
    )
