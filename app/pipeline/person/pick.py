"""PersonPick: the person who is meant, by a point in a recording's picture at a time.

UncertainRange: a time for which it is not sure who is who.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from app.video.limits import LATEST_S


@dataclass(frozen=True, slots=True)
class PersonPick:
    """A point on the person.

    Attributes:
        x, y: In pixels of the recording's picture, upright, from its upper left.
        time_s: In seconds from the recording's beginning.

    Raises:
        ValueError: It is no point or no time.
    """

    MOST: ClassVar[int] = 50  # of one recording

    x: float
    y: float
    time_s: float

    def __post_init__(self) -> None:
        for value in (self.x, self.y, self.time_s):
            if not 0 <= value <= LATEST_S:
                raise ValueError(
                    f"{value:g} in a person's place is no pixel and no time; write X,Y@TIME from 0 "
                    "on, such as 300,200@0:02"
                )

    def __str__(self) -> str:
        return f"{self.x:g},{self.y:g} at {clock(self.time_s)}"


def check_picks(picks: Sequence[PersonPick]) -> None:
    """Raise a `ValueError` if more people are meant than one recording may have."""
    if len(picks) > PersonPick.MOST:
        raise ValueError(
            f"there are {len(picks)} points on people, expected at most {PersonPick.MOST}"
        )


def clock(time_s: float) -> str:
    """A time as 0:02.5, without tenths that are zero."""
    minutes, rest_s = divmod(round(time_s, 1), 60)
    return f"{minutes:.0f}:{rest_s:04.1f}".removesuffix(".0")


JOINED_S = 0.5  # doubts of one kind that are no farther apart are one


@dataclass(frozen=True, slots=True)
class UncertainRange:
    """A part of a film.

    Attributes:
        start_s, end_s: Times of its first and last frame, in seconds.
        reason: What is not sure, in a few words.
    """

    start_s: float
    end_s: float
    reason: str


def joined(doubts: Iterable[UncertainRange]) -> tuple[UncertainRange, ...]:
    """Doubts in the order of time, those of one kind that overlap or nearly do as one."""
    found: list[UncertainRange] = []
    for doubt in sorted(doubts, key=lambda one: (one.reason, one.start_s)):
        last = found[-1] if found else None
        if last and last.reason == doubt.reason and doubt.start_s <= last.end_s + JOINED_S:
            found[-1] = replace(last, end_s=max(last.end_s, doubt.end_s))
        else:
            found.append(doubt)
    return tuple(sorted(found, key=lambda one: (one.start_s, one.end_s)))
