"""Timers of the window's thread, and the collection of reference cycles on it."""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def timer(owner: QObject, act: Callable[[], object], ms: int, *, is_once: bool = False) -> QTimer:
    """A timer that belongs to `owner`, not started: calls `act` every `ms`, or once after them."""
    made = QTimer(owner)
    made.setSingleShot(is_once)
    made.setInterval(ms)
    made.timeout.connect(act)
    return made


LOOK_MS = 500  # for cycles


class WindowThreadGarbage(QObject):
    """Collects cycles from a timer of the thread that made it, and nowhere else.

    Left to itself the collector runs on whichever thread happens to allocate next. A cycle may
    hold a widget or a timer, and Qt destroys those on another thread with a warning at best and a
    crash at worst (seen: "Timers cannot be stopped from another thread", then a segmentation
    fault in a worker that had only made a list).
    """

    def __init__(self) -> None:
        super().__init__()
        self._was_enabled = gc.isenabled()
        gc.disable()
        # Frozen modules make a full collection take 3 ms instead of 40, and 40 ms on the window's
        # thread delay a frame.
        gc.collect()
        gc.freeze()
        self._timer = timer(self, self.look, LOOK_MS)
        self._timer.start()

    def look(self) -> None:
        """Collect the generations that are due, by the collector's own thresholds."""
        for generation, (count, threshold) in enumerate(
            zip(gc.get_count(), gc.get_threshold(), strict=True)
        ):
            if count > threshold > 0:
                gc.collect(generation)

    def stop(self) -> None:
        """Leave the collector as it was."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()
