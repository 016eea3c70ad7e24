"""Strokes as JSON: in files for the command line, and in projects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.pipeline.json_file import read_json_file
from app.pipeline.plain_data import read_as
from app.pipeline.strokes.stroke import Stroke

MOST_BYTES = 1 << 24  # of a file; the most strokes with the most places take less


def strokes_of(data: Any) -> tuple[Stroke, ...]:
    """Strokes from JSON values: a list as in their files.

    Raises:
        ValueError: It is something else, or has too many strokes.
    """
    strokes = read_as(tuple[Stroke, ...], data)
    check_count(strokes)
    return strokes


def read_strokes(path: Path) -> tuple[Stroke, ...]:
    """The strokes in a file.

    Raises:
        OSError: It cannot be read.
        ValueError: It holds no strokes; the message says how they are written.
    """
    return read_json_file(
        path,
        strokes_of,
        what="strokes",
        example=(
            '[{"kind": "remove", "time_s": 2.5, "width": 0.03, "points": [[0.1, 0.5], [0.3, 0.6]]}]'
        ),
        most_bytes=MOST_BYTES,
    )


def check_count(strokes: Sequence[Stroke]) -> None:
    """Raise a `ValueError` if there are more strokes than one recording may have."""
    if len(strokes) > Stroke.MOST:
        raise ValueError(f"there are {len(strokes)} strokes, expected at most {Stroke.MOST}")
