"""PlaybackControl: pause, step, seek, In and Out, and loop of a file."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import Signal

from app.messages import marked
from app.pipeline.live import events
from gui.control import Control, Core
from gui.preview.view import ShownFrame
from gui.shared.language import tr

LEAST_PART_S = 0.1  # of a film whose pictures stay longer, as slides do


class PlaybackControl(Control):
    """Connects the transport, the store and the session.

    Signals:
        ended: The file has shown its last frame and does not loop.
        changed: The film, or its paused state, changed.

    Attributes:
        path: Of the file; None for cameras.
        duration_s: When the film that plays ends; None for cameras and stills.
        range_s: Its In and Out points; None: the whole film.
        film: How that film opened; None likewise.
        frame_count: How many frames it has; None likewise.
    """

    ended = Signal()
    changed = Signal()

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._is_live = True
        self.is_paused = False  # whether the film is paused
        self._has_ended = False
        self._rest_words = ""
        self._goes_on = False  # with the end of the rest
        self.path: Path | None = None
        self.position_s = 0.0  # from when in the film the frame is shown that came last
        self._until_s = 0.0  # until when
        self._frame_s = 0.0  # length of a frame, at most `LEAST_PART_S`
        self.duration_s: float | None = None
        self.range_s: tuple[float, float] | None = None
        self.film: events.SourceOpened | None = None
        self.frame_count: int | None = None
        transport = core.window.transport
        transport.play.clicked.connect(self._show_paused)
        transport.back.clicked.connect(lambda: self.step(-1))
        transport.forward.clicked.connect(lambda: self.step(1))
        transport.timeline.sought.connect(self._seek)
        transport.timeline.range_changed.connect(self._set_range)
        transport.loop.clicked.connect(self._set_loop)
        transport.loop.setChecked(core.state.saved.is_looping)

    def begin(
        self, *, is_live: bool, path: Path | None = None, at_s: float = 0.0, is_paused: bool = False
    ) -> None:
        """Another source opens: a camera, or a file from `at_s` seconds on."""
        self.path = path
        self.position_s = self._until_s = at_s
        self._is_live = is_live
        self._has_ended = False
        self.duration_s = None
        self.range_s = None
        self.film = self.frame_count = None
        self.rest("")
        self._window.show_transport(False)
        self._show_paused(is_paused)
        self._tell_loop()
        self.changed.emit()

    def rest(self, words: str) -> None:
        """Pause the film and say why, or let it go on if `words` is empty; the user may resume it.

        Used while it is exported.
        """
        was_resting, self._rest_words = bool(self._rest_words), words
        if bool(words) != was_resting:
            goes_on, self._goes_on = self._goes_on, False
            if words and not self._is_live and not self.is_paused:
                self._show_paused(True)
                self._goes_on = True
            elif goes_on and self.is_paused:
                self._show_paused(False)
        shown = words if self._goes_on else ""
        self._window.preview.set_message(shown, about="rest", is_waiting=False)

    def _show_paused(self, is_paused: bool) -> None:
        self._set_paused(is_paused)
        self._window.transport.show_paused(is_paused)

    def toggle_paused(self) -> None:
        """Toggle pause; no effect on cameras."""
        if not self._is_live:
            self._show_paused(not self.is_paused)

    def pause_at(self, position_s: float) -> None:
        """Pause the film at this frame."""
        if self.film is not None:
            self._show_paused(True)
            self._seek(position_s)

    def step(self, count: int) -> None:
        """Step by frames, back if negative; pauses the film."""
        worker = self._session.worker
        if self.film is None or worker is None:
            return
        self._show_paused(True)
        worker.source.wanted.step(count)
        self._has_ended = self._has_ended and count > 0

    def mark(self, *, is_start: bool) -> None:
        """Set the In or Out point to the shown frame."""
        if self.duration_s is None:
            return
        start_s, end_s = self.range_s or (0.0, self.duration_s)
        if is_start:
            start_s = self.position_s
            end_s = end_s if end_s > start_s + self._frame_s / 2 else self.duration_s
        else:
            end_s = min(self._end_of_shown(), self.duration_s)
            start_s = start_s if end_s > start_s + self._frame_s / 2 else 0.0
        start_s, end_s = _before(start_s), _before(end_s)
        is_all = start_s <= 0 and end_s >= self.duration_s - self._frame_s / 2
        self._set_range(None if is_all else (start_s, end_s))

    def _end_of_shown(self) -> float:
        """When the shown picture ends: by the film's rate, as files round their times."""
        stays_long = self._until_s - self.position_s > 1.5 * self._frame_s
        return self._until_s if stays_long else self.position_s + self._frame_s

    def forget_range(self) -> None:
        """Clear the In and Out points."""
        if self.film is not None:
            self._set_range(None)

    def _set_range(self, range_s: tuple[float, float] | None, *, is_new: bool = True) -> None:
        self.range_s = range_s
        self._window.transport.timeline.show_range(range_s)
        if (worker := self._session.worker) is not None:
            worker.source.wanted.set_range(range_s)
        if is_new and self.path is not None:
            self._state.put(self._state.saved.with_values(str(self.path), ranges=range_s))

    def known_range(self, path: Path | None) -> tuple[float, float] | None:
        """The stored In and Out points of a file, before it is known whether they still fit."""
        return self._state.saved.ranges.get(str(path))

    def _remembered_range(self, duration_s: float) -> tuple[float, float] | None:
        """The stored In and Out points of this file, if they still fit."""
        known = self.known_range(self.path)
        if known is None:
            return None
        start_s, end_s = known[0], min(known[1], duration_s)
        return (start_s, end_s) if start_s + self._frame_s / 2 < end_s else None

    def _set_paused(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self._goes_on = False
        self._window.preview.set_message("", about="rest")
        if (worker := self._session.worker) is not None:
            worker.source.wanted.set_paused(is_paused)
        self.changed.emit()
        if self._has_ended and not is_paused:
            self._seek(0.0 if self.range_s is None else self.range_s[0])

    def _seek(self, position_s: float) -> None:
        self._has_ended = False
        if self.duration_s is not None:  # beyond the last frame there is nothing to see
            position_s = min(position_s, self.duration_s - self._frame_s)
        if (worker := self._session.worker) is not None:
            worker.source.wanted.seek(position_s)

    def _set_loop(self, is_looping: bool) -> None:
        self._state.update(is_looping=is_looping)
        self._tell_loop()

    def _tell_loop(self) -> None:
        if (worker := self._session.worker) is not None:
            worker.source.set_loop(self._state.saved.is_looping)

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.SourceOpened):
            self._on_opened(event)
        elif isinstance(event, events.PlaybackEnded):
            self._show_paused(True)
            self._has_ended = True
            self.ended.emit()

    def _on_opened(self, event: events.SourceOpened) -> None:
        self._is_live = event.is_live
        # A still "lasts" for one frame; there is nothing to seek in.
        duration_s = event.duration_s or 0.0
        frame_count = (duration_s - event.begin_s) * event.frame_rate
        is_film = not event.is_live and frame_count > 1.5
        self.duration_s = duration_s if is_film else None
        if is_film:
            self._frame_s = min(1 / event.frame_rate, LEAST_PART_S)
            self.film, self.frame_count = event, round(frame_count)
            self._window.transport.show_film(duration_s, self._frame_s)
            self._set_range(self._remembered_range(duration_s), is_new=False)
        self._window.show_transport(is_film)
        self.changed.emit()

    def _on_frame(self, frame: ShownFrame) -> None:
        if not self._is_live and frame.has_valid_matte:
            self.position_s, self._until_s = frame.shown_s or (frame.pts_s, frame.pts_s)
            self._window.transport.show_position(self.position_s)


def _before(seconds: float) -> float:
    """Round down to milliseconds: rounding up would exclude the named frame."""
    return math.floor(seconds * 1000 + 1e-3) / 1000


MICROPHONE_LISTENS = marked("Muted while the microphone is recording")


class SoundControl(Control):
    """Connects the transport's volume, the playback, and the session's audio."""

    def __init__(self, core: Core, playback: PlaybackControl) -> None:
        super().__init__(core)
        self._playback = playback
        self._sound = core.session.file_sound
        self._path: Path | None = None
        self._trouble = ""
        core.session.sound_troubled.connect(self._on_trouble)
        transport = core.window.transport
        transport.volume.valueChanged.connect(lambda percent: self._set_volume(percent / 100))
        transport.mute.clicked.connect(self.set_muted)
        playback.changed.connect(self._show)
        self._show()

    def set_muted(self, is_muted: bool) -> None:
        """Mute or unmute."""
        self._state.update(is_muted=is_muted)
        self._show()

    def _set_volume(self, volume: float) -> None:
        self._state.update(volume=volume, is_muted=volume == 0)
        self._show()

    def _on_frame(self, frame: ShownFrame) -> None:
        is_of_film = self._path is not None and frame.has_valid_matte
        if is_of_film and frame.shown_s is not None:
            self._sound.show(*frame.shown_s)

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.RecordingStarted | events.RecordingSummary):
            self._show()

    def _on_trouble(self, sentence: str) -> None:
        self._trouble = sentence
        self._show_volume()

    def _is_listened_to(self) -> bool:
        """Whether a microphone records, which would pick the film up."""
        worker = self._session.worker
        return worker is not None and worker.recordings.has_microphone

    def _show(self) -> None:
        saved, playback = self._state.saved, self._playback
        path = playback.path if playback.film is not None else None
        if path != self._path:
            self._path, self._trouble = path, ""
            self._sound.set_file(path)
        self._sound.set_volume(0.0 if saved.is_muted else saved.volume)
        self._sound.set_playing(not playback.is_paused and not self._is_listened_to())
        self._show_volume()

    def _show_volume(self) -> None:
        saved = self._state.saved
        reason = tr(MICROPHONE_LISTENS) if self._is_listened_to() else tr(self._trouble)
        self._window.transport.show_volume(saved.volume, is_muted=saved.is_muted, reason=reason)
