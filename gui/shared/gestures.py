"""Gestures: whether a person drags something that changes values as it moves.

For whoever counts a drag as one step. Widgets say when it begins and ends, on the window's thread.
"""

from __future__ import annotations


class Gestures:
    """Counts drags."""

    def __init__(self) -> None:
        self._count = 0
        self._is_held = False

    def begin(self) -> None:
        """The button went down on something that is dragged."""
        self._count += 1
        self._is_held = True

    def end(self) -> None:
        """It was let go; may be called without a beginning."""
        self._is_held = False

    @property
    def current(self) -> int:
        """The number of the drag that goes on; 0 while there is none."""
        return self._count if self._is_held else 0


GESTURES = Gestures()  # a person has one pointer
