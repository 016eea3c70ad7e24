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
    """A sentence about them, for people."""
    if not early:
        return ()
    told = ", ".join(str(one) for one in early[:MOST_TOLD])
    more = len(early) - MOST_TOLD
    if more > 0:
        told = f"{told}, and {more} more"
    return (f"Strokes were followed as far as what they were drawn on can be seen: {told}.",)
