"""PersonControl: writes the values of the person panel and of the frame to the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.pipeline.settings import Settings
from gpu_unet import LayerSettings
from gui.control import Control
from gui.main_window import MainWindow
from gui.person.frame import PersonFrame
from gui.person.panel import WHOLE
from gui.session import Session
from gui.shared.store import State


class PersonControl(Control):
    """Connects the person panel, and the frame in the picture, with the store."""

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window, session, state)
        window.person.framing_changed.connect(
            lambda is_framed: self._state.change_settings(auto_frame=is_framed)
        )
        self.frame = PersonFrame(window.preview)
        self.frame.changed.connect(self._change)
        self.frame.reset_asked.connect(lambda: self._change(dict(WHOLE)))
        self.frame.closed.connect(lambda: window.person.drag.setChecked(False))
        window.person.frame_asked.connect(self._show_frame)
        window.person.changed.connect(self._change)
        window.person.reset_asked.connect(
            lambda: self._state.change_settings(layer=LayerSettings(), auto_frame=False)
        )
        state.settings_changed.connect(self._show)

    def start(self) -> None:
        """Fill the panel with what is remembered."""
        self._show(self._state.settings)

    def _change(self, values: dict[str, Any]) -> None:
        layer = replace(self._state.settings.layer, **values)
        self._state.change_settings(layer=layer)

    def _show_frame(self, is_shown: bool) -> None:
        if is_shown:
            self.frame.open()
        else:
            self.frame.put_away()

    def _show(self, settings: Settings) -> None:
        is_used = settings.background.kind not in ("blur", "room")
        self._window.person.show_settings(
            settings.layer, is_framed=settings.auto_frame, is_used=is_used
        )
        self.frame.show_layer(settings.layer)
