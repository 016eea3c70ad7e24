"""Control: base of the classes that connect a part of the window with the session."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from app.video.files.sequence_source import is_pattern
from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.language import tr
from gui.shared.store import State


@dataclass(frozen=True, slots=True)
class Core:
    """What every control connects: the window, the live session, and the persistent values.

    Attributes:
        copies: Folder of the window's own copies of backgrounds, which it may remove.
        open_file, open_folder: Show a file in its program, and in the system's file manager.
    """

    window: MainWindow
    session: Session
    state: State
    copies: Path
    open_file: Callable[[Path], None]
    open_folder: Callable[[Path], None]


class Control(QObject):
    """Acts on the window's signals and shows the results; lives as long as the window.

    Methods of the names below hear what the session and the store tell.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core.window)
        self._window, self._session, self._state = core.window, core.session, core.state
        self._notify = core.window.notices.show_notice
        self._open_folder = core.open_folder
        for name, told in (
            ("_on_live_event", core.session.live_event),
            ("_on_frame", core.session.frame_ready),
            ("_on_statistics", core.session.statistics_ready),
            ("_on_inventory", core.session.inventory_changed),
            ("_on_settings", core.state.settings_changed),
        ):
            if hasattr(self, name):
                told.connect(getattr(self, name))

    def _say_written(self, level: str, sentence: str, path: Path, *, code: str) -> None:
        """Show a notice about a file, with a button for its folder if it is there."""
        is_there = is_pattern(path) or os.path.exists(path)
        action = (tr("Show in folder"), lambda: self._open_folder(path)) if is_there else None
        self._notify(level, sentence, code=code, action=action)
