"""RecoveryControl: offers to finish recordings that a crash interrupted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from gui.control import Control
from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.language import tr
from gui.shared.store import State


class RecoveryControl(Control):
    """Connects the notices with the recovery of recordings.

    Args:
        window, session, state: See `Control`.
        open_folder: Shows a file in the system's file manager.
    """

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        state: State,
        *,
        open_folder: Callable[[Path], None],
    ) -> None:
        super().__init__(window, session, state)
        self._open_folder = open_folder
        session.tasks.recordings_left.connect(self._offer)
        session.tasks.recording_finished.connect(self._on_finished)

    def start(self) -> None:
        """Look for interrupted recordings; a notice offers to finish them."""
        self._session.tasks.look_for_left_recordings()

    def _offer(self, paths: list[Path]) -> None:
        for path in paths:
            self._window.notices.show_notice(
                "warning",
                tr(
                    "{name} was interrupted by a crash. It plays, but some programs "
                    "cannot open it until it is finished.",
                    name=path.name,
                ),
                details=str(path),
                action=tr("Finish this recording"),
                code=_code(path),
                on_action=partial(self._session.tasks.finish_recording, path),
            )

    def _on_finished(self, path: Path, finished: Path, trouble: str) -> None:
        if trouble:
            self._window.notices.show_notice("error", tr(trouble), code=_code(path))
            return
        self._window.notices.show_notice(
            "info",
            tr("{name} is finished.", name=finished.name),
            code=_code(path),
            action=tr("Show in folder"),
            on_action=lambda: self._open_folder(finished),
        )


def _code(path: Path) -> str:
    return f"left {path}"
