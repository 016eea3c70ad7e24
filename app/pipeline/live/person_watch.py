"""PersonWatch: tells when there is no person in the picture, and when one is back."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from app.pipeline.live.events import Event, PersonSeen
from gpu_unet import Image

LOOK_EVERY_S = 1.0  # a matte leaves the graphics card only for this
GONE_AFTER_S = 2.5  # people step aside, and a matte may miss one for a moment
LEAST_SHARE = 0.001  # of the picture; the rest of a matte is noise


class PersonWatch:
    """Looks at one matte a second. Used by the worker thread.

    Args:
        on_event: Receives `PersonSeen` after each change.
        clock: Monotonic seconds.
    """

    def __init__(
        self, on_event: Callable[[Event], None], *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._on_event = on_event
        self._clock = clock
        self._due_s = 0.0
        self._is_told_gone = False
        self._gone_from_s: float | None = None

    def start_over(self) -> None:
        """Another source: its first frame is looked at."""
        self._due_s = 0.0
        self._gone_from_s = None
        self._tell(is_there=True)

    def is_due(self) -> bool:
        """Whether the next frame's matte is wanted."""
        return self._clock() >= self._due_s

    def look(self, alpha: Image, *, is_live: bool) -> None:
        """Look at a matte.

        Args:
            alpha: uint8 (height, width), 255 = person.
            is_live: Of a camera. A file is judged at once: a still has no second frame.
        """
        now = self._clock()
        self._due_s = now + LOOK_EVERY_S
        if np.count_nonzero(alpha >= 128) >= LEAST_SHARE * alpha.size:
            self._gone_from_s = None
            self._tell(is_there=True)
            return
        if self._gone_from_s is None:
            self._gone_from_s = now
        if not is_live or now - self._gone_from_s >= GONE_AFTER_S:
            self._tell(is_there=False)

    def _tell(self, *, is_there: bool) -> None:
        if self._is_told_gone == is_there:
            self._is_told_gone = not is_there
            self._on_event(PersonSeen(is_there))
