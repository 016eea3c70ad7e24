"""Capture: one attempt at a camera: opens it, reads it until told to stop, notes what it sees."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frames.frame import Frame
from pipeline.live.feed import OpenSource
from video.source import SourceError, VideoSource

logger = logging.getLogger(__name__)

SAMPLED_ROW_STEP = 16


class Capture:
    """A daemon thread that reads one opened camera. The watching thread looks at its notes.

    Args:
        open_source: Called on the thread.
        on_frame: Receives, on the thread, the frames of a camera that has shown to be alive.
        clock: Monotonic seconds, for the notes.

    Attributes:
        opened: The source, once it is open.
        error: What ended the thread; None while it is well.
        has_ended: The source said that there is no more.
        first_s: When the first frame came; None before.
        last_s: When the last frame came.
        changed_s: When a frame last showed that the camera is alive: it differed from the one
            before it, or the source may repeat pictures. None until the second frame at least.
    """

    def __init__(
        self,
        open_source: OpenSource,
        on_frame: Callable[[Frame], None],
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.opened: VideoSource | None = None
        self.error: OSError | None = None
        self.has_ended = False
        self.first_s: float | None = None
        self.last_s: float | None = None
        self.changed_s: float | None = None
        self._open_source = open_source
        self._on_frame = on_frame
        self._clock = clock
        self._previous: npt.NDArray[np.uint8] | None = None
        self._stop_event = threading.Event()
        # A daemon: a driver's read that never returns must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="camera-capture", daemon=True)

    def start(self) -> None:
        """Open and read on the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end after the read that it is in; does not wait."""
        self._stop_event.set()

    def join(self, timeout_s: float) -> None:
        """Wait for the thread at most `timeout_s`."""
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        try:
            with self._open_source() as source:
                self.opened = source
                while not self._stop_event.is_set():
                    frame = source.read()
                    if frame is None:
                        self.has_ended = True
                        return
                    self._note(frame, may_repeat=source.repeats_pictures)
        except (SourceError, OSError) as error:
            self.error = error

    def _note(self, frame: Frame, *, may_repeat: bool) -> None:
        now = self._clock()
        previous = self._previous
        if previous is not None and (may_repeat or _differ(previous, frame.pixels)):
            self.changed_s = now
        self._previous = frame.pixels
        if self.first_s is None:
            self.first_s = now
        self.last_s = now
        # Who was told to stop does not speak: a driver's read may return long after that.
        if self.changed_s is not None and not self._stop_event.is_set():
            self._on_frame(frame)


def _differ(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    """Whether two pictures differ in any byte; with a live sensor a few rows settle it."""
    if one.shape != other.shape:
        return True
    if not np.array_equal(one[::SAMPLED_ROW_STEP], other[::SAMPLED_ROW_STEP]):
        return True
    return not np.array_equal(one, other)
