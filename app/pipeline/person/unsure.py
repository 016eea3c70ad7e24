"""Unsure: a time for which it is not sure who is who."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

JOINED_S = 0.5  # doubts of one kind that are no farther apart are one


@dataclass(frozen=True, slots=True)
class Unsure:
    """A part of a film.

    Attributes:
        start_s, end_s: Times of its first and last frame, in seconds.
        reason: What is not sure, in a few words.
    """

    start_s: float
    end_s: float
    reason: str


def joined(doubts: Iterable[Unsure]) -> tuple[Unsure, ...]:
    """Doubts in the order of time, those of one kind that overlap or nearly do as one."""
    found: list[Unsure] = []
    for doubt in sorted(doubts, key=lambda one: (one.reason, one.start_s)):
        last = found[-1] if found else None
        if last and last.reason == doubt.reason and doubt.start_s <= last.end_s + JOINED_S:
            found[-1] = replace(last, end_s=max(last.end_s, doubt.end_s))
        else:
            found.append(doubt)
    return tuple(sorted(found, key=lambda one: (one.start_s, one.end_s)))
