"""Where a live session's frames come from: feeds, and requests made before they are open."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Literal

from app.pipeline.background_tasks import start_thread
from app.pipeline.live.events import Event
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.statistics import Rate
from app.pipeline.slot import LatestSlot
from app.video.frame import Frame
from app.video.reading import Log
from app.video.source import VideoSource
from app.video.typed_path import typed_path

FeedState = Literal["opening", "live", "lost", "paused", "ended"]
OpenSource = Callable[[], VideoSource]
EventCallback = Callable[[Event], None]
USUAL_FRAME_RATE = 30.0  # until a source has reported its own


class Feed:
    """Where the worker's frames come from. `take` is called by the worker, the rest by any thread.

    What has no effect on cameras does nothing here: a camera has one frame, the newest. The class
    itself stands for a source before the first: it is opening, and has no frames.

    Args:
        on_event: Receives events, on the feed's threads.
        clock: Monotonic seconds; the one that `Frame.captured_s` uses.

    Attributes:
        is_live: True for cameras.
    """

    is_live = False

    def __init__(self, *, on_event: EventCallback, clock: Callable[[], float]) -> None:
        self._on_event = on_event
        self._clock = clock
        self.state: FeedState = "opening"
        self._slot: LatestSlot[Frame] = LatestSlot()
        self._rate = Rate(clock)
        self._work: Future[None] | None = None

    @property
    def fps_in(self) -> float:
        """Frames per second that the source delivers."""
        return self._rate.per_second()

    @property
    def dropped_frames(self) -> int:
        """Frames that were replaced by newer ones before `take` got them."""
        return self._slot.dropped

    def start(self) -> None:
        """Start the feed's threads; opens the source there, so this returns at once."""
        raise NotImplementedError

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken; None if there was none within `timeout_s`.

        Raises:
            Exception: An unexpected error ended the feed's thread: no frame will come, and the
                session must not wait for one.
        """
        raise NotImplementedError

    def stop(self) -> None:
        """End the threads and release the source; may be called twice.

        A thread that is stuck inside a driver's read is left behind; it is a daemon and releases
        the camera as soon as the driver returns.
        """

    def start_clock(self, at_s: float) -> None:
        """Let time pass: the first frame, captured at `at_s`, was composed; not for cameras."""

    def set_paused(self, is_paused: bool) -> None:
        """Hold the picture; no effect on cameras."""

    def seek(self, position_s: float) -> None:
        """Go to a position; no effect on cameras."""

    def step(self, count: int) -> None:
        """Hold the picture and go by single frames, back if negative; no effect on cameras."""

    def set_loop(self, is_looping: bool) -> None:
        """Start again at the end; no effect on cameras."""

    def set_range(self, range_s: tuple[float, float] | None) -> None:
        """Play this part only, None is all; no effect on cameras."""

    def _start_thread(self, name: str, run: Callable[[], None]) -> None:
        self._work = start_thread(name, run, doing=f"reading from the source ({name})")

    def _join_thread(self) -> None:
        if self._work is not None:
            wait([self._work])

    def _raise_if_thread_failed(self) -> None:
        if self._work is not None and self._work.done():
            self._work.result()

    def _deliver(self, frame: Frame) -> None:
        self._rate.tick()
        self._slot.put(frame)


MakeFeed = Callable[[SourceRequest, EventCallback], Feed]


class LiveSource:
    """The source of a session, and the next one, whose feed takes requests before it is started.

    Requests come from any thread; `switch` and taking frames are the worker's.

    Args:
        make_feed: Makes the feed for a request; opens nothing.
        on_event: Receives the events of the newest feed.

    Attributes:
        present: The feed of the present source.
        camera: The key under which the present camera's plate is kept; empty for a file.
        film: Resolved path of the present file; None: it is a camera.
        log: The log curve of its camera; see `SourceRequest`.
        count: Of the sources that were asked for; what is told is of the newest of them.
    """

    def __init__(
        self, request: SourceRequest, make_feed: MakeFeed, on_event: EventCallback
    ) -> None:
        self._make_feed = make_feed
        self._on_event = on_event
        self._lock = threading.RLock()  # what is told may lead to requests
        self._is_looping = True
        self.present = Feed(on_event=on_event, clock=time.perf_counter)  # before the first
        self._next: tuple[SourceRequest, Feed] | None = None
        self._dropped_before = 0
        self.camera = ""
        self.film: Path | None = None
        self.log: Log | None = None
        self.count = 0
        self.want(request)

    @property
    def dropped_frames(self) -> int:
        """Dropped frames of this source and all before it."""
        return self._dropped_before + self.present.dropped_frames

    @property
    def is_other_wanted(self) -> bool:
        """Whether a request waits for `switch`."""
        return self._next is not None

    def want(
        self,
        request: SourceRequest,
        *,
        range_s: tuple[float, float] | None = None,
        at_s: float = 0.0,
        is_paused: bool = False,
    ) -> None:
        """Ask for another source; the newest request wins.

        Args:
            range_s: A part of it, as in `set_range`.
            at_s: Where it begins to play.
            is_paused: It stays there.
        """
        feed = self._make_feed(request, lambda event: self._tell(event, feed))
        feed.set_range(range_s)
        feed.set_paused(is_paused)
        feed.seek(at_s)
        with self._lock:
            feed.set_loop(self._is_looping)
            self._next = request, feed
            self.count += 1

    def _tell(self, event: Event, feed: Feed) -> None:
        """Pass on an event of a feed, unless another source was asked for meanwhile."""
        with self._lock:  # no source is asked for while it is told
            if feed is self.wanted:
                self._on_event(event)

    @property
    def wanted(self) -> Feed:
        """The feed that requests are for: the next one, if there is one."""
        with self._lock:
            return self.present if self._next is None else self._next[1]

    def set_loop(self, is_looping: bool) -> None:
        """See `Feed`; for the sources after this one, too."""
        self._is_looping = is_looping
        self.wanted.set_loop(is_looping)

    def switch(self) -> None:
        """Release the present source and start the requested one."""
        with self._lock:
            if self._next is None:
                return
            old, (request, self.present) = self.present, self._next
            self._next = None
            feed = self.present
            self.film = None if request.is_live else typed_path(request.target).resolve()
            self.log = request.log
            self.camera = f"{request.kind}:{request}" if request.is_live else ""
        old.stop()
        self._dropped_before += old.dropped_frames
        feed.start()
