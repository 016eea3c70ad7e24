"""or_undo: takes a step back where what follows it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def or_undo(undo: Callable[[], object]) -> Iterator[None]:
    """Call `undo` if anything is raised inside, which then goes on."""
    try:
        yield
    except BaseException:
        undo()
        raise
