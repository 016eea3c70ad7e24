"""Feed: frames for the live worker from a thread of the feed's own, newest first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Literal

from frames.frame import Frame
from pipeline.errand_thread import report_unexpected, start_thread
from pipeline.live.events import Event
from pipeline.live.statistics import Rate
from pipeline.slot import LatestSlot
from video.source import VideoSource

FeedState = Literal["opening", "live", "lost", "paused", "ended"]
OpenSource = Callable[[], VideoSource]
Tell = Callable[[Event], None]
USUAL_FRAME_RATE = 30.0  # until a source has said its own


class Feed(ABC):
    """Where the worker's frames come from. `take` is called by the worker, the rest by anyone.

    Args:
        tell: Receives events, on the feed's threads.
        clock: Monotonic seconds; the one that `Frame.captured_s` uses.

    Attributes:
        is_live: True for cameras.
    """

    is_live: bool

    def __init__(self, *, tell: Tell, clock: Callable[[], float]) -> None:
        self._tell = tell
        self._clock = clock
        self._state: FeedState = "opening"
        self._slot: LatestSlot[Frame] = LatestSlot()
        self._rate = Rate(clock)
        self._work: Future[None] | None = None

    @property
    def state(self) -> FeedState:
        """Only "live" frames may be shown as they come; "paused" and "ended" keep the last one."""
        return self._state

    @property
    def fps_in(self) -> float:
        """Frames per second that the source delivers."""
        return self._rate.per_second()

    @property
    def dropped_frames(self) -> int:
        """Frames that were replaced by newer ones before `take` got them."""
        return self._slot.dropped

    @abstractmethod
    def start(self) -> None:
        """Start the feed's threads; opens the source there, so this returns at once."""

    @abstractmethod
    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken; None if there was none within `timeout_s`.

        Raises:
            Exception: What the feed's thread ended with and did not foresee: nothing comes any
                more, and the session must not wait for it.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the threads and release the source; may be called twice.

        A thread that is stuck inside a driver's read is left behind; it is a daemon and releases
        the camera as soon as the driver lets go of it.
        """

    @abstractmethod
    def start_clock(self, at_s: float) -> None:
        """Let time pass: the first frame, captured at `at_s`, was composed; not for cameras."""

    @abstractmethod
    def set_paused(self, is_paused: bool) -> None:
        """Hold the picture; without effect on cameras."""

    @abstractmethod
    def seek(self, position_s: float) -> None:
        """Go to a position; without effect on cameras."""

    @abstractmethod
    def set_loop(self, is_looping: bool) -> None:
        """Start again at the end; without effect on cameras."""

    def _start_thread(self, name: str, run: Callable[[], None]) -> None:
        self._work = start_thread(name, run)
        report_unexpected(self._work, f"reading from the source ({name})")

    def _join_thread(self) -> None:
        if self._work is not None:
            wait([self._work])

    def _raise_if_thread_failed(self) -> None:
        if self._work is not None and self._work.done():
            self._work.result()

    def _deliver(self, frame: Frame) -> None:
        self._rate.tick()
        self._slot.put(frame)
