"""Gestures: tells whether the user is dragging a control, so that undo takes a drag as one step.

Widgets call `begin` and `end`, on the window's thread.
"""

from __future__ import annotations


class Gestures:
    """Counts drags."""

    def __init__(self) -> None:
        self._count = 0
        self._is_held = False

    def begin(self) -> None:
        """A drag begins."""
        self._count += 1
        self._is_held = True

    def end(self) -> None:
        """The drag ends; harmless without `begin`."""
        self._is_held = False

    @property
    def current(self) -> int:
        """Number of the current drag; 0: none."""
        return self._count if self._is_held else 0


GESTURES = Gestures()  # a person has one pointer
