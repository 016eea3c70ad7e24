"""Followed: a stroke that could not be followed as far as it was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.pipeline.person.pick import clock
from app.pipeline.strokes.stroke import StrokeKind
from app.pipeline.strokes.track import Reason, StrokeTrack

MOST_TOLD = 3  # strokes in one sentence
WORDS = {
    "cut": "a cut",
    "gone": "what it was drawn on is gone",
    "stroke": "another stroke",
    "end": "the end",
    "absent": "the film does not have its time",
}


@dataclass(frozen=True, slots=True)
class Followed:
    """A stroke, and how far it was followed.

    Attributes:
        kind, time_s: Of the stroke.
        start_s, end_s, start_reason, end_reason: See `Reach`.
    """

    kind: StrokeKind
    time_s: float
    start_s: float
    end_s: float
    start_reason: Reason
    end_reason: Reason

    def __str__(self) -> str:
        ends = (
            f"from {clock(self.start_s)} ({WORDS[self.start_reason]})",
            f"to {clock(self.end_s)} ({WORDS[self.end_reason]})",
        )
        reasons = (self.start_reason, self.end_reason)
        told = (end for end, reason in zip(ends, reasons, strict=True) if reason != "end")
        return f"that of {clock(self.time_s)} {' '.join(told)}"


def ended_early(track: StrokeTrack) -> tuple[Followed, ...]:
    """The strokes that ended before what was asked for, in their order."""
    return tuple(
        Followed(
            stroke.kind,
            stroke.time_s,
            reach.start_s,
            reach.end_s,
            reach.start_reason,
            reach.end_reason,
        )
        for stroke, reach in zip(track.strokes, track.reaches, strict=True)
        if (reach.start_reason, reach.end_reason) != ("end", "end")
    )


def notes(early: Sequence[Followed]) -> tuple[str, ...]:
    """Sentences about them, for people."""
    absent = [clock(one.time_s) for one in early if one.end_reason == "absent"]
    ended = [str(one) for one in early if one.end_reason != "absent"]
    told: list[str] = []
    if ended:
        told.append(
            f"Strokes were followed as far as what they were drawn on can be seen: {_some(ended)}."
        )
    if absent:
        told.append(
            "Strokes were left out, because the film does not have their time, as if they were "
            f"drawn on a longer one: {_some(absent)}."
        )
    return tuple(told)


def _some(told: Sequence[str]) -> str:
    """The first of some, and how many more there are."""
    more = len(told) - MOST_TOLD
    return ", ".join([*told[:MOST_TOLD], *([f"and {more} more"] if more > 0 else [])])
