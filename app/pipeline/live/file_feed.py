"""FileFeed: plays a file at its own pace, with pause, single steps, seek, a range and loop."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from app.messages import Message, sentence_of
from app.pipeline.live.events import Notice, PlaybackEnded, SourceOpened
from app.pipeline.live.source import EventCallback, Feed
from app.video.files.file_source import FileSource
from app.video.files.inputs import Source
from app.video.frame import Frame
from app.video.reading import LOGS, MOST_LEFT_OUT_S

# Further behind than this, playback slows down instead of skipping ever more frames.
CATCH_UP_S = 0.5
# A held key asks for steps faster than they are made; this many are kept.
MOST_STEPS_AT_ONCE = 8
LOG_BITS = 10  # with fewer hardly any camera writes log
# So long after the end that its file states, a picture is delivered again, with its true end.
OVERDUE_S = 0.3  # sooner than the sound stops, see `STILL_S` in `file_sound`
REST_S = 1e-6  # tolerance: rounded seconds may differ a little from the frame's own time


class FileFeed(Feed):
    """Reads a file on its own thread and releases each frame when it is due.

    Time stands still at the first frame until `start_clock`: starting an engine may take longer
    than the file. A slow consumer loses frames (newest wins); a file that decodes too slowly plays
    slower. After a read error the feed lives on: a seek tries again.

    Args:
        open_source: Opens the file; called on the feed's thread.
        on_event: Receives events, on the feed's thread.
        clock: Monotonic seconds.
    """

    def __init__(
        self,
        open_source: Callable[[], Source],
        *,
        on_event: EventCallback,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(on_event=on_event, clock=clock)
        self._open_source = open_source
        self._changed = threading.Condition()
        self._is_stopped = False
        self._has_clock_started = False
        self._paused_since_s: float | None = None
        self._paused_s = 0.0  # length of the pauses that are over
        self._has_resumed = False  # since a frame was delivered
        self._is_looping = True
        self._seek_s: float | None = 0.0
        self._steps = 0  # single frames still to go, forward, or back if negative
        self._range_s: tuple[float, float] | None = None
        self._shown: Frame | None = None  # the frame that was delivered last
        self._shown_s = 0.0  # its time
        self._frame_s = 0.0  # nominal length of a frame
        self._has_told_damage = False
        self._ready: deque[Frame] = deque()  # frames that were read on a step back
        # The frame at `_anchor_pts_s` is due at `_anchor_s` of `_film_clock_s`.
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
        """Let time pass after the first frame; called for every composite, so it is cheap."""
        if self._has_clock_started:
            return
        with self._changed:
            self._has_clock_started = True
            self._anchor_s = min(at_s, self._film_clock_s())
            self._changed.notify_all()

    def set_paused(self, is_paused: bool) -> None:
        """Hold time; a seek still shows its frame."""
        with self._changed:
            self._hold(is_paused)
            if self.state in ("live", "paused"):
                self.state = "paused" if is_paused else "live"
            self._changed.notify_all()

    def seek(self, position_s: float) -> None:
        """Go on at `position_s`, or where its picture begins; also after the end or an error."""
        with self._changed:
            self._seek_s = max(0.0, position_s)
            self._steps = 0
            self._changed.notify_all()

    def step(self, count: int) -> None:
        """Pause, and show the frame `count` frames after (or before) the present one."""
        with self._changed:
            self._hold(True)
            if self.state == "live":
                self.state = "paused"
            self._steps = max(-MOST_STEPS_AT_ONCE, min(MOST_STEPS_AT_ONCE, self._steps + count))
            self._changed.notify_all()

    def set_range(self, range_s: tuple[float, float] | None) -> None:
        """Stop playing at the end of this part; a seek may leave it.

        Args:
            range_s: First moment of the part, and the first after it; None: the whole file.
        """
        with self._changed:
            self._range_s = range_s
            self._changed.notify_all()

    def set_loop(self, is_looping: bool) -> None:
        """Start again at the end, or stop there."""
        with self._changed:
            self._is_looping = is_looping

    def _run(self) -> None:
        source: Source | None = None
        is_told = False
        while (work := self._await_work()) is not None:
            self._ready.clear()
            position_s, steps_back = work
            try:
                if steps_back and source is not None:
                    position_s = self._go_back(source, steps_back, before_s=self._shown_s)
                else:
                    source = self._at(source, position_s)
                self._frame_s = 1 / float(source.frame_rate)
                if not is_told:
                    self._on_event(_opened(source))
                    is_told = True
                self._play(source, position_s)
            except OSError as error:
                self.state = "lost"
                self._on_event(Notice("error", "file-unreadable", sentence_of(error)))
                if source is not None:
                    source.close()
                source = None
        if source is not None:
            source.close()

    def _at(self, source: Source | None, position_s: float) -> Source:
        """The source, opened if necessary, with the frame at the position as its next."""
        if source is None:
            source = self._open_source()
            if position_s == 0.0:
                return source
        source.seek(position_s)
        return source

    def _await_work(self) -> tuple[float, int] | None:
        """Wait for the next position to play from, and steps back from there; None: stop."""
        with self._changed:
            while self._seek_s is None and self._steps >= 0 and not self._is_stopped:
                self._steps = 0  # the last frame has no successor
                self._changed.wait()
            if self._is_stopped:
                return None
            position_s, self._seek_s = self._seek_s, None
            if position_s is not None:
                return position_s, 0
            steps_back, self._steps = -self._steps, 0
            return self._shown_s, steps_back

    def _go_back(self, source: Source, count: int, *, before_s: float) -> float:
        """Make the frame `count` before a moment the next one; returns its time.

        Frame times may be uneven, so the search starts from earlier and earlier positions.
        """
        reach_s = (count + 0.5) * self._frame_s
        while True:
            begin_s = max(0.0, before_s - reach_s)
            source.seek(begin_s)
            earlier: deque[Frame] = deque(maxlen=count)
            while (frame := source.read()) is not None and frame.pts_s < before_s - REST_S:
                earlier.append(frame)
            if len(earlier) == count or begin_s == 0.0:
                break
            reach_s *= 4
        # Frames that were already read come after them.
        self._ready = deque([*earlier] if frame is None else [*earlier, frame])
        return self._ready[0].pts_s if self._ready else before_s

    def _read(self, source: Source) -> Frame | None:
        frame = self._ready.popleft() if self._ready else source.read()
        if source.damaged_count and not self._has_told_damage:
            self._has_told_damage = True
            sentence = Message(
                "{name} is damaged: some frames could not be decoded. Copy the file again if you "
                "can.",
                name=source.name,
            )
            self._on_event(Notice("warning", "file-damaged", sentence))
        return frame

    def _play(self, source: Source, position_s: float) -> None:
        """Release frames until the end, a seek or a stop."""
        is_first = True
        frames, end_s = 0, 0.0
        while True:
            frame = self._read(source)
            is_beyond = frame is None or frame.pts_s - position_s > MOST_LEFT_OUT_S
            if is_first and position_s > 0 and is_beyond:
                # The position is beyond the last frame, or in one that stays long: show that one.
                self._go_back(source, 1, before_s=position_s)
                frame = self._read(source)
            if frame is None:
                is_film = frames > 1 or position_s > self._begin_s()
                if not is_film or self._await_due(end_s):
                    self._at_end(is_film=is_film)
                return
            frames += 1
            moment_s, end_s = frame.pts_s, self._end_of(frame)
            if is_first:  # which may have begun before the position
                moment_s = max(moment_s, min(position_s, end_s))
                self._anchor(moment_s)
            # The first frame is shown at once, even when paused: a seek is meant to show it.
            if not is_first and not self._await_due(frame.pts_s):
                return
            if not is_first and self._leaves_range(frame):  # the frame before it was shown in full
                self._at_end(is_film=frames > 2 or position_s > self._begin_s())
                return
            is_first = False
            with self._changed:
                if self._seek_s is not None or self._is_stopped:
                    return
                self.state = "paused" if self._is_paused else "live"
                shown_s = moment_s, end_s
                frame = replace(frame, captured_s=self._clock(), shown_s=shown_s)
                self._shown, self._shown_s = frame, frame.pts_s
                self._has_resumed = False
            self._deliver(frame)

    def _leaves_range(self, frame: Frame) -> bool:
        """Whether a frame that is due is beyond the part; frames from single steps never are."""
        with self._changed:
            end_s = self._end_of_range()
            return not self._is_paused and end_s is not None and end_s - REST_S <= frame.pts_s

    def _end_of_range(self) -> float | None:
        """The end of the part; None: all is wanted, or the shown frame lies beyond it."""
        shown_s = None if self._shown is None else self._shown.shown_s
        if self._range_s is None or shown_s is None or shown_s[0] >= self._range_s[1] - REST_S:
            return None
        return self._range_s[1]

    def _at_end(self, *, is_film: bool) -> None:
        with self._changed:
            # During single steps, stay at the last frame.
            while self._is_paused and self._is_idle() and is_film:
                self._steps = 0
                self._changed.wait()
            if self._is_stopped or self._seek_s is not None or self._steps < 0:
                return
            # A still is not repeated: its one frame stays.
            if self._is_looping and is_film:
                self._seek_s = self._begin_s()
                return
            self.state = "ended"
            has_more = is_film or self._range_s is not None  # a part may be one frame
        if has_more:
            self._on_event(PlaybackEnded())

    def _is_idle(self) -> bool:
        return self._steps >= 0 and self._seek_s is None and not self._is_stopped

    def _begin_s(self) -> float:
        return 0.0 if self._range_s is None else self._range_s[0]

    def _end_of(self, frame: Frame) -> float:
        """The moment until which a frame is shown: where the next one begins, if that is read.

        Else as its file says: MKV and WebM give all frames one length, however long they are shown.
        """
        if self._ready:
            return self._ready[0].pts_s
        if frame.duration is None or frame.time_base is None:
            return frame.pts_s + self._frame_s
        return frame.pts_s + float(frame.duration * frame.time_base)

    @property
    def _is_paused(self) -> bool:
        return self._paused_since_s is not None

    def _hold(self, is_paused: bool) -> None:
        now_s, since_s = self._clock(), self._paused_since_s
        if is_paused and since_s is None:
            self._paused_since_s = now_s
        elif not is_paused and since_s is not None:
            self._paused_s += now_s - since_s
            self._paused_since_s, self._has_resumed = None, True

    def _film_clock_s(self) -> float:
        """The clock's seconds, which stand still during a pause."""
        since_s = self._paused_since_s
        return (self._clock() if since_s is None else since_s) - self._paused_s

    def _anchor(self, pts_s: float) -> None:
        self._anchor_s = self._film_clock_s()
        self._anchor_pts_s = pts_s

    def _await_due(self, pts_s: float) -> bool:
        """Wait until this moment of the film, or until the end of the part.

        Returns:
            False: something else was requested first.
        """
        with self._changed:
            while True:
                if self._is_stopped or self._seek_s is not None or self._steps < 0:
                    return False
                if not self._has_clock_started:
                    self._changed.wait()
                    continue
                if self._is_paused:
                    if self._steps > 0:
                        self._steps -= 1
                        self._anchor(pts_s)
                        return True
                    self._tell_end(pts_s)
                    self._changed.wait()
                    continue
                self._steps = 0
                end_s = self._end_of_range()
                due_s = pts_s if end_s is None else min(pts_s, end_s)
                moment_s = self._anchor_pts_s + self._film_clock_s() - self._anchor_s
                wait_s, again_s = due_s - moment_s, self._again_in_s(moment_s, pts_s)
                if self._has_resumed or again_s <= 0:
                    self._has_resumed = False
                    self._show_rest(moment_s, pts_s)
                    continue
                if wait_s <= 0:
                    if wait_s < -CATCH_UP_S:
                        self._anchor(pts_s)
                    return True
                self._changed.wait(min(wait_s, again_s, threading.TIMEOUT_MAX))

    def _tell_end(self, end_s: float) -> None:
        """Deliver a paused picture again that stays longer than its file says.

        Where one sets the Out point, its end counts.
        """
        told_s = None if self._shown is None else self._shown.shown_s
        if told_s is not None and end_s - told_s[1] > self._frame_s + REST_S:
            self._show_again(told_s[0], end_s)

    def _again_in_s(self, moment_s: float, end_s: float) -> float:
        """Seconds until the shown picture is delivered again, as it stays until `end_s`."""
        told_s = None if self._shown is None else self._shown.shown_s
        if told_s is None:
            return math.inf
        again_s = max(moment_s, told_s[1] + OVERDUE_S)
        return again_s - moment_s if end_s - again_s > self._frame_s + REST_S else math.inf

    def _show_rest(self, moment_s: float, end_s: float) -> None:
        """Deliver a picture that stays long again: the sound goes on from there."""
        if end_s - moment_s > self._frame_s + REST_S:
            self._show_again(moment_s, end_s)

    def _show_again(self, moment_s: float, end_s: float) -> None:
        if self._shown is not None:
            shown_s = moment_s, end_s
            self._shown = replace(self._shown, captured_s=self._clock(), shown_s=shown_s)
            self._deliver(self._shown)


def _may_be_log(source: Source) -> bool:
    if not isinstance(source, FileSource) or source.media.bits < LOG_BITS:
        return False
    return source.media.transfer_name in ("sdr", *LOGS)


def _opened(source: Source) -> SourceOpened:
    rate = float(source.frame_rate)
    begin_s = source.media.begin_s if isinstance(source, FileSource) else 0.0
    length_s = source.duration_s
    return SourceOpened(
        name=source.name,
        height=source.height,
        width=source.width,
        frame_rate=rate,
        begin_s=begin_s,
        duration_s=None if length_s is None else begin_s + length_s,
        is_live=False,
        mode_sentence=Message(
            "{size}, {rate:g} frames/s", size=f"{source.width}x{source.height}", rate=rate
        ),
        is_interlaced=source.is_interlaced,
        has_alpha=source.has_alpha,
        may_be_log=_may_be_log(source),
    )
