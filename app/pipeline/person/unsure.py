"""Unsure: a time for which it is not sure who is who."""

from __future__ import annotations

from dataclasses import dataclass


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
