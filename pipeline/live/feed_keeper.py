"""FeedKeeper: the live session's source, and what was wished of it before it was there."""

from __future__ import annotations

import threading
from collections.abc import Callable

from frames.frame import Frame
from pipeline.live.feed import Feed, FeedState, Tell
from pipeline.live.source_request import SourceRequest

MakeFeed = Callable[[SourceRequest, Tell], Feed]


class FeedKeeper:
    """Wishes come from any thread; `switch`, `take` and `close` are the worker's.

    Args:
        request: What to show first.
        make_feed: Makes the feed for a request; opens nothing.
        tell: Receives the feeds' events.
    """

    def __init__(self, request: SourceRequest, make_feed: MakeFeed, tell: Tell) -> None:
        self._make_feed = make_feed
        self._tell = tell
        self._lock = threading.Lock()
        self._wanted: SourceRequest | None = request
        self._is_paused = False
        self._is_looping = True
        self._seek_s = 0.0
        self._feed: Feed | None = None
        self._dropped_before = 0

    @property
    def state(self) -> FeedState:
        """Of the present feed; "opening" before the first."""
        feed = self._feed
        return "opening" if feed is None else feed.state

    @property
    def is_live(self) -> bool:
        """The present feed is a camera's."""
        feed = self._feed
        return feed is not None and feed.is_live

    @property
    def fps_in(self) -> float:
        """Frames per second that the present source delivers."""
        feed = self._feed
        return 0.0 if feed is None else feed.fps_in

    @property
    def dropped_frames(self) -> int:
        """Of this source and all before it."""
        feed = self._feed
        return self._dropped_before + (0 if feed is None else feed.dropped_frames)

    @property
    def is_other_wanted(self) -> bool:
        """A request waits for `switch`."""
        return self._wanted is not None

    def want(self, request: SourceRequest) -> None:
        """Ask for another source; the newest wish wins."""
        with self._lock:
            self._wanted = request
            self._is_paused = False
            self._seek_s = 0.0

    def set_paused(self, is_paused: bool) -> None:
        """See `Feed`."""
        with self._lock:
            self._is_paused = is_paused
            feed = self._feed
        if feed is not None:
            feed.set_paused(is_paused)

    def seek(self, position_s: float) -> None:
        """See `Feed`."""
        with self._lock:
            if self._wanted is not None:  # the file is not being read yet
                self._seek_s = position_s
                return
            feed = self._feed
        if feed is not None:
            feed.seek(position_s)

    def set_loop(self, is_looping: bool) -> None:
        """See `Feed`."""
        with self._lock:
            self._is_looping = is_looping
            feed = self._feed
        if feed is not None:
            feed.set_loop(is_looping)

    def switch(self) -> None:
        """Release the present source and start on the one that is wanted."""
        with self._lock:
            request, self._wanted = self._wanted, None
            if request is None:
                return
            old, feed = self._feed, self._make_feed(request, self._tell)
            feed.set_paused(self._is_paused)
            feed.set_loop(self._is_looping)
            feed.seek(self._seek_s)
            self._feed = feed
        if old is not None:
            old.stop()
            self._dropped_before += old.dropped_frames
        feed.start()

    def start_clock(self, at_s: float) -> None:
        """See `Feed`."""
        assert self._feed is not None, "the worker switches before it composes"
        self._feed.start_clock(at_s)

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame of the present source; see `Feed`."""
        assert self._feed is not None, "the worker switches before it takes"
        return self._feed.take(timeout_s)

    def close(self) -> None:
        """Release the present source."""
        if self._feed is not None:
            self._feed.stop()
