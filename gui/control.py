"""Control: what stands between a part of the window and the session, and decides."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.store import State


class Control(QObject):
    """Lives as long as the window, whose signals it turns into deeds, and shows what comes of them.

    Args:
        window, session, state: What it stands between, and what is remembered.
    """

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._state = state
