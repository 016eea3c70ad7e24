"""Control: base of the classes that connect a part of the window with the session."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.store import State


@dataclass(frozen=True, slots=True)
class Core:
    """What every control connects: the window, the live session, and the persistent values."""

    window: MainWindow
    session: Session
    state: State


class Control(QObject):
    """Acts on the window's signals and shows the results; lives as long as the window.

    Methods of the names below hear what the session and the store tell.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core.window)
        self._window, self._session, self._state = core.window, core.session, core.state
        self._notify = core.window.notices.show_notice
        for name, told in (
            ("_on_live_event", core.session.live_event),
            ("_on_frame", core.session.frame_ready),
            ("_on_statistics", core.session.statistics_ready),
            ("_on_inventory", core.session.inventory_changed),
            ("_on_settings", core.state.settings_changed),
        ):
            if hasattr(self, name):
                told.connect(getattr(self, name))
