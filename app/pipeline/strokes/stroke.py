"""Stroke: a line that a person drew into one frame, to mend the matte there and around it.

Strokes stand as JSON in files for the command line, and in projects.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args

from app.pipeline.plain_data import read_as, read_json_file
from app.video.limits import LATEST_S

StrokeKind = Literal["keep", "remove", "soft"]
WIDEST = 0.5  # of the picture's width
MOST_POINTS = 1024


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of a round brush.

    Attributes:
        kind: "keep": what it touches is kept. "remove": it is removed. "soft": the edge that it
            touches becomes soft, as hair and motion need it.
        time_s: Of the frame that it was drawn on, in seconds from the recording's beginning.
        width: Of the brush, in shares of the picture's width, more than 0 and up to 0.5.
        points: 1 to 1024 places (x, y) of the line, in shares of the picture's width and height
            from its upper left, upright and not mirrored. One alone is a dot.
        start_s, end_s: The user trimmed its reach: it has no effect before `start_s`, nor from
            `end_s` on. None: as far as it can be followed.
        MOST: How many strokes one recording may have.

    Raises:
        ValueError: A time, width or place that is none, or a reach without its
            own frame.
    """

    KINDS: ClassVar[tuple[StrokeKind, ...]] = get_args(StrokeKind)
    MOST: ClassVar[int] = 500

    kind: StrokeKind
    time_s: float
    width: float
    points: tuple[tuple[float, float], ...]
    start_s: float | None = None
    end_s: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.points) <= MOST_POINTS:
            raise ValueError(f"a stroke has {len(self.points)} places, expected 1 to {MOST_POINTS}")
        if not 0 < self.width <= WIDEST:
            raise ValueError(
                f"a stroke is {self.width:g} wide, expected more than 0 and up to {WIDEST:g}, in "
                "shares of the picture's width"
            )
        for x, y in self.points:
            if not (math.isfinite(x) and math.isfinite(y) and abs(x) <= 2 and abs(y) <= 2):
                raise ValueError(
                    f"a stroke passes {x}, {y}; expected shares of the picture's width and "
                    "height, 0 to 1 within it"
                )
        if not 0 <= self.time_s <= LATEST_S:
            raise ValueError(
                f"a stroke's time is {self.time_s:g} s; expected seconds from the recording's "
                f"beginning, 0 to {LATEST_S:g}"
            )
        start_s = 0.0 if self.start_s is None else self.start_s
        end_s = math.inf if self.end_s is None else self.end_s
        if not start_s <= self.time_s < end_s:
            raise ValueError(
                f"a stroke of {self.time_s:g} s reaches from {start_s:g} to {end_s:g} s; its own "
                "frame belongs to its reach"
            )


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
