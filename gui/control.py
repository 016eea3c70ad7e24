"""Control: base of the classes that connect a part of the window with the session."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.store import State


class Control(QObject):
    """Acts on the window's signals and shows the results; lives as long as the window.

    Args:
        window, session, state: What it connects, and the persistent values.
    """

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._state = state
