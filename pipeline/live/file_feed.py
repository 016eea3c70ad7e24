"""FileFeed: a file played at its own pace, with pause, seek and loop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, runtime_checkable

from frames.frame import Frame
from pipeline.live.events import Notice, PlaybackEnded, SourceOpened
from pipeline.live.source import EventCallback, Feed, OpenSource
from pipeline.sentences import sentence_of
from video.source import VideoSource


@runtime_checkable
class Seekable(Protocol):
    """A source that can jump."""

    def seek(self, pts_s: float) -> None:
        """Make the first frame at or after `pts_s` the next one that `read` returns."""


# Behind by more than this, playback slows down instead of skipping ever more frames.
CATCH_UP_S = 0.5


class FileFeed(Feed):
    """Reads a file on its own thread and releases each frame when it is due.

    Time stands still at the first frame until `start_clock`: starting an engine may take longer
    than the file. A consumer that is too slow loses frames (newest wins); a file that decodes too
    slowly plays slower. After a file that cannot be read any further the feed lives on: a seek
    tries again.

    Args:
        open_source: Opens the file; called on the feed's thread.
        on_event: Receives events, on the feed's thread.
        is_looping: Start again at the end.
        clock: Monotonic seconds.
    """

    is_live = False

    def __init__(
        self,
        open_source: OpenSource,
        *,
        on_event: EventCallback,
        is_looping: bool = True,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(on_event=on_event, clock=clock)
        self._open_source = open_source
        self._changed = threading.Condition()
        self._is_stopped = False
        self._has_clock_started = False
        self._is_paused = False
        self._is_looping = is_looping
        self._seek_s: float | None = 0.0
        # The frame at `_anchor_pts_s` is due at `_anchor_s` of the clock.
        self._anchor_s = 0.0
        self._anchor_pts_s = 0.0

    def start(self) -> None:
        """Open and play."""
        self._start_thread("file-feed", self._run)

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame that is due."""
        self._raise_if_thread_failed()
        return self._slot.take(timeout_s)

    def stop(self) -> None:
        """End the thread and close the file."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()
        self._join_thread()

    def start_clock(self, at_s: float) -> None:
        """Let the second frame follow the first; called for every composite, so it is cheap."""
        if self._has_clock_started:
            return
        with self._changed:
            self._has_clock_started = True
            self._anchor_s = at_s
            self._changed.notify_all()

    def set_paused(self, is_paused: bool) -> None:
        """Hold time; a seek still shows its frame."""
        with self._changed:
            self._is_paused = is_paused
            if self._state in ("live", "paused"):
                self._state = "paused" if is_paused else "live"
            self._changed.notify_all()

    def seek(self, position_s: float) -> None:
        """Go on at `position_s`, from the end and after an error as well."""
        with self._changed:
            self._seek_s = max(0.0, position_s)
            self._changed.notify_all()

    def set_loop(self, is_looping: bool) -> None:
        """Whether the end is followed by the beginning."""
        with self._changed:
            self._is_looping = is_looping

    def _run(self) -> None:
        source: VideoSource | None = None
        is_told = False
        while (position_s := self._await_work()) is not None:
            try:
                source = self._at(source, position_s)
                if not is_told:
                    self._on_event(_opened(source))
                    is_told = True
                self._play(source, position_s)
            except OSError as error:
                self._state = "lost"
                self._on_event(Notice("error", "file-unreadable", sentence_of(error)))
                if source is not None:
                    source.close()
                source = None
        if source is not None:
            source.close()

    def _at(self, source: VideoSource | None, position_s: float) -> VideoSource:
        """The source, opened if need be, so that its next frame is the one at the position."""
        if source is None:
            source = self._open_source()
            if position_s == 0.0:
                return source
        if isinstance(source, Seekable):
            source.seek(position_s)
            return source
        # Stills and numbered pictures: opened anew, and read up to the position.
        source.close()
        return self._open_source()

    def _await_work(self) -> float | None:
        """Wait for the next position to play from; None: stop."""
        with self._changed:
            while self._seek_s is None and not self._is_stopped:
                self._changed.wait()
            position_s, self._seek_s = self._seek_s, None
            return None if self._is_stopped else position_s

    def _play(self, source: VideoSource, position_s: float) -> None:
        """Release frames until the end, a seek or a stop."""
        is_first = True
        frames = 0
        while True:
            frame = source.read()
            if frame is None:
                self._at_end(frames)
                return
            frames += 1
            if is_first and not isinstance(source, Seekable) and frame.pts_s < position_s:
                continue
            if is_first:
                self._anchor(frame)
            # The first frame is shown at once, even when paused: that is what a seek is for.
            if not is_first and not self._await_due(frame):
                return
            is_first = False
            with self._changed:
                if self._seek_s is not None or self._is_stopped:
                    return
                self._state = "paused" if self._is_paused else "live"
            self._deliver(replace(frame, captured_s=self._clock()))

    def _at_end(self, frames: int) -> None:
        with self._changed:
            # A still is not played again and again: its one frame stays.
            if self._is_looping and frames > 1:
                if self._seek_s is None:
                    self._seek_s = 0.0
                return
            self._state = "ended"
        if frames > 1:
            self._on_event(PlaybackEnded())

    def _anchor(self, frame: Frame) -> None:
        self._anchor_s = self._clock()
        self._anchor_pts_s = frame.pts_s

    def _await_due(self, frame: Frame) -> bool:
        """Wait until `frame` may be shown. False: something else is wanted first."""
        with self._changed:
            while True:
                if self._is_stopped or self._seek_s is not None:
                    return False
                if not self._has_clock_started:
                    self._changed.wait()
                    continue
                if self._is_paused:
                    self._changed.wait()
                    # Time stood still: the next frame follows one frame after the pause.
                    self._anchor(frame)
                    continue
                wait_s = self._anchor_s + frame.pts_s - self._anchor_pts_s - self._clock()
                if wait_s <= 0:
                    if wait_s < -CATCH_UP_S:
                        self._anchor(frame)
                    return True
                self._changed.wait(wait_s)


def _opened(source: VideoSource) -> SourceOpened:
    rate = float(source.frame_rate)
    return SourceOpened(
        name=source.name,
        height=source.height,
        width=source.width,
        frame_rate=rate,
        duration_s=source.duration_s,
        is_live=False,
        mode_sentence=f"{source.width}x{source.height}, {rate:g} frames/s",
    )
