"""Recordings: at most one runs in a live session; earlier ones may still be finishing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from app.pipeline.live.events import Notice, RecordingStarted
from app.pipeline.live.source import USUAL_FRAME_RATE, EventCallback
from app.video.output import Output
from app.video.recording.microphone import open_microphone
from app.video.recording.recorder import LiveRecorder
from app.video.recording.summary import (
    RecordingError,
    RecordingStatus,
    RecordingSummary,
    check_recording_path,
)

HELD_S = 0.25  # a frame older than this is held on purpose: nothing moves


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """How to record.

    Attributes:
        microphone: A name of `list_microphones`, "default", or None: no sound.
        awaits_composite: Begin with the first composite; else with the next output of any kind.
        has_constant_rate: As in `LiveRecorder`.
    """

    microphone: str | None = None
    overwrite: bool = False
    awaits_composite: bool = False
    has_constant_rate: bool = False


USUAL = RecordingOptions()


class Recordings:
    """`offer` and `expect` are the worker's; the rest may be called by any thread. Never waits.

    Args:
        on_encoded: Told `captured_s` of every frame that is in a file.
    """

    def __init__(self, on_event: EventCallback, on_encoded: Callable[[float], None]) -> None:
        self._on_event = on_event
        self._on_encoded = on_encoded
        self._frame_rate = USUAL_FRAME_RATE
        self._lock = threading.Lock()
        self._recorder: LiveRecorder | None = None
        self._awaits_composite = False
        self._has_microphone = False
        self._last: Output | None = None  # the output that was recorded last
        self._finishing: list[LiveRecorder] = []
        self._has_ended = False

    @property
    def is_on(self) -> bool:
        """Whether outputs are wanted, or will be from the first composite on."""
        return self._recorder is not None

    @property
    def has_microphone(self) -> bool:
        """Whether a recording is on that was begun with a microphone."""
        return self._recorder is not None and self._has_microphone

    @property
    def lacks_picture(self) -> bool:
        """Whether a recording waits for its first picture."""
        return self._recorder is not None and self._last is None

    def expect(self, frame_rate: float) -> None:
        """A source of this rate was opened."""
        self._frame_rate = frame_rate
        if (recorder := self._recorder) is not None:
            recorder.frame_rate = _fraction(frame_rate)

    def offer(self, output: Output) -> None:
        """Record an output."""
        if output.has_valid_matte:
            self._awaits_composite = False
        recorder = self._recorder
        if recorder is not None and not self._awaits_composite:
            self._last = output
            recorder.offer(output)

    def start(self, path: Path, options: RecordingOptions = USUAL) -> None:
        """Begin with the next output, or with the next composite if the options say so.

        Raises:
            RecordingError: The path cannot be used, a recording is running, or the session has
                ended.
        """
        with self._lock:
            if self._has_ended:
                raise RecordingError(
                    "{path} is not being recorded: the live picture has ended, there is "
                    "nothing to record; choose a camera or a file first",
                    path=path,
                )
            if self._recorder is not None:
                raise RecordingError(
                    "{path} is being recorded; stop that recording first", path=self._recorder.path
                )
            check_recording_path(path, overwrite=options.overwrite)
            name = options.microphone
            self._awaits_composite = options.awaits_composite
            self._has_microphone = name is not None
            self._last = None  # of a recording that ended by itself
            self._recorder = recorder = LiveRecorder(
                path,
                frame_rate=_fraction(self._frame_rate),
                overwrite=options.overwrite,
                has_constant_rate=options.has_constant_rate,
                open_microphone=None if name is None else partial(open_microphone, name),
                on_started=lambda started: self._on_event(RecordingStarted(started)),
                on_stopped=lambda summary: self._on_stopped(recorder, summary),
                on_notice=lambda text: self._on_event(Notice("warning", "recording", text)),
                on_encoded=self._on_encoded,
            )

    def set_paused(self, is_paused: bool) -> None:
        """Leave out frames until resumed."""
        if (recorder := self._recorder) is not None:
            recorder.set_paused(is_paused)

    def stop(self) -> None:
        """Let the recorder finish its file on its own thread."""
        with self._lock:
            recorder, self._recorder = self._recorder, None
            last, self._last = self._last, None
            if recorder is not None:
                self._finishing.append(recorder)
        if recorder is None:
            return
        now = time.perf_counter()
        if last is not None and now - last.captured_s > HELD_S:
            # A still or a paused film: it was on screen until now, so record it until now.
            recorder.offer(replace(last, captured_s=now))
        recorder.stop()

    def hurry(self) -> None:
        """Stop without rewriting the fragmented files, which play as they are. Never waits."""
        self.stop()
        for recorder in list(self._finishing):
            recorder.hurry()

    def status(self) -> RecordingStatus | None:
        """Status of the recording in progress."""
        return None if (recorder := self._recorder) is None else recorder.status()

    def end(self) -> None:
        """Stop for good: the session ends. Never waits."""
        with self._lock:
            self._has_ended = True
        self.stop()

    def close(self) -> None:
        """End, and wait for the files to be whole."""
        self.end()
        for recorder in list(self._finishing):
            recorder.join()

    def _on_stopped(self, recorder: LiveRecorder, summary: RecordingSummary) -> None:
        with self._lock:
            if recorder is self._recorder:  # it has ended by itself
                self._recorder = None
            else:
                self._finishing.remove(recorder)
        self._on_event(summary)


def _fraction(frame_rate: float) -> Fraction:
    return Fraction(frame_rate).limit_denominator(1001)
