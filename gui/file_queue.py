"""FileQueue: files that follow one another, and which of them is shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class FileQueue:
    """Knows what comes next; who plays it is another's business.

    Attributes:
        paths: All of them, in order; empty: there is no queue.
        index: Of the one that is shown.
    """

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self.index = -1
        self._unreadable: set[int] = set()

    def show(self, paths: Sequence[Path], index: int) -> None:
        """Go to one of these files; what could not be read is tried again if it is asked for."""
        if list(paths) != self.paths:
            self._unreadable.clear()
        self._unreadable.discard(index)
        self.paths, self.index = list(paths), index

    def give_up(self) -> None:
        """The file that is shown cannot be read: `following` goes past it."""
        self._unreadable.add(self.index)

    def following(self, *, is_looping: bool) -> int | None:
        """What comes after the file that is shown, with loop the first one after the last."""
        count = len(self.paths)
        order = [*range(self.index + 1, count)]
        if is_looping:
            order += range(min(self.index + 1, count))
        return next((index for index in order if index not in self._unreadable), None)
