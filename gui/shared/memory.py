"""Memory: what the C library keeps of what was freed, and on which thread cycles are collected."""

from __future__ import annotations

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer

M_ARENA_MAX = -8  # of glibc's malloc.h
HEAPS = 2
LOOK_MS = 500  # for cycles


def keep_few_heaps() -> None:
    """Let all threads share two of the C library's heaps; call it before there are threads.

    glibc gives each thread a heap of its own, up to eight per core, and each keeps the buffers of
    frames that were freed in it. Measured over four minutes of every control used at random:
    218 to 277 MiB with sixteen heaps, 179 to 227 with two, at the same speed: what allocates
    often are small Python objects, and those do not come from there. Elsewhere than on glibc
    nothing happens.
    """
    mallopt = _of_c_library("mallopt")
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)


def give_back_memory() -> None:
    """Ask the C library to return what is free; takes some 15 ms, so not on the window's thread.

    60 openings of a 1280x720 file left 50 MiB that no one used, and this returned all of it.
    Elsewhere than on glibc nothing happens.
    """
    trim = _of_c_library("malloc_trim")
    if trim is not None:
        trim(0)


def _of_c_library(name: str) -> ctypes._NamedFuncPointer | None:
    """A function of glibc; None elsewhere (musl has neither of the two)."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None


class WindowThreadGarbage(QObject):
    """Collects cycles from a timer of the thread that made it, and nowhere else.

    Left to itself the collector runs on whichever thread happens to allocate next. A cycle may
    hold a widget or a timer, and Qt destroys those on another thread with a warning at best and a
    crash at worst (seen: "Timers cannot be stopped from another thread", then a segmentation
    fault in a worker that had only made a list).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        # Modules and what hangs on them stay for good: without them a full look takes 3 ms, not 40,
        # and 40 ms on the window's thread are a picture that comes too late.
        gc.collect()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
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
