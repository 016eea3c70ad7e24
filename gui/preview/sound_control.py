"""SoundControl: mute and volume of the playing film."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal

from app.messages.message import marked
from app.pipeline.live import events
from gui.control import Control
from gui.main_window import MainWindow
from gui.preview.playback_control import PlaybackControl
from gui.preview.view import ShownFrame
from gui.session import Session
from gui.shared.language import tr
from gui.shared.store import State

MICROPHONE_LISTENS = marked("Muted while the microphone is recording")


class SoundControl(Control):
    """Connects the transport's volume, the playback, and the session's audio.

    Args:
        window, session, state: See `Control`.
        playback: Knows the film, and whether it is paused.
    """

    _trouble_arrived = Signal(object)

    def __init__(
        self, window: MainWindow, session: Session, state: State, playback: PlaybackControl
    ) -> None:
        super().__init__(window, session, state)
        self._playback = playback
        self._sound = session.file_sound
        self._path: Path | None = None
        self._trouble = ""
        self._trouble_arrived.connect(self._on_trouble, Qt.ConnectionType.QueuedConnection)
        session.tell_sound_trouble = self._trouble_arrived.emit
        transport = window.transport
        transport.volume_changed.connect(self._set_volume)
        transport.muted_changed.connect(self.set_muted)
        playback.changed.connect(self._show)
        session.frame_ready.connect(self._on_frame)
        session.live_event.connect(self._on_live_event)
        self._show()

    def set_muted(self, is_muted: bool) -> None:
        """Mute or unmute."""
        self._state.update(is_muted=is_muted)
        self._show()

    def toggle_muted(self) -> None:
        """Toggle mute."""
        self.set_muted(not self._state.saved.is_muted)

    def _set_volume(self, volume: float) -> None:
        self._state.update(volume=volume, is_muted=volume == 0)
        self._show()

    def _on_frame(self, frame: ShownFrame) -> None:
        if self._path is not None and frame.has_valid_matte:
            self._sound.show(frame.pts_s)

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.RecordingStarted | events.RecordingStopped):
            self._show()

    def _on_trouble(self, sentence: str) -> None:
        self._trouble = sentence
        self._show_volume()

    def _is_listened_to(self) -> bool:
        """Whether a microphone records, which would pick the film up."""
        worker = self._session.worker
        return worker is not None and worker.recordings.is_on and bool(self._state.saved.microphone)

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
