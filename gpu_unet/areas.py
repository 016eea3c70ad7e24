"""Areas of the picture that a person has drawn: where nothing is kept, and where everything is.

`small_areas.py` makes of them what engines compute with; this one needs no NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

AreaKind = Literal["person", "garbage", "keep"]
AREA_KINDS: tuple[AreaKind, ...] = get_args(AreaKind)
MOST_AREAS = 32
MOST_POINTS = 256


@dataclass(frozen=True, slots=True)
class Area:
    """One outline in the picture, closed by itself; where it crosses itself it is even-odd.

    Attributes:
        kind: "person": outside of all of these nothing is ever kept. "garbage": nothing is kept
            in it. "keep": all of it is kept, as far as the two others let it.
        points: (x, y) of 3 to 256 corners in shares of the picture's width and height, from its
            upper left; as the source shows it, upright and not mirrored.
    """

    kind: AreaKind
    points: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if self.kind not in AREA_KINDS:
            raise ValueError(f"an area is {self.kind!r}, expected {', '.join(AREA_KINDS)}")
        if not 3 <= len(self.points) <= MOST_POINTS:
            raise ValueError(f"an area has {len(self.points)} corners, expected 3 to {MOST_POINTS}")
        for x, y in self.points:
            if not (math.isfinite(x) and math.isfinite(y) and abs(x) <= 2 and abs(y) <= 2):
                raise ValueError(
                    f"an area's corner lies at {x}, {y}; expected shares of the picture's width "
                    "and height, 0 to 1 within it"
                )


def check_areas(areas: Sequence[Area]) -> None:
    """Raise a `ValueError` if there are more than anybody draws."""
    if len(areas) > MOST_AREAS:
        raise ValueError(f"there are {len(areas)} areas, expected at most {MOST_AREAS}")
