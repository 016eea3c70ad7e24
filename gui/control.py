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
    """Acts on the window's signals and shows the results; lives as long as the window."""

    def __init__(self, core: Core) -> None:
        super().__init__(core.window)
        self._window, self._session, self._state = core.window, core.session, core.state
        self._notify = core.window.notices.show_notice
