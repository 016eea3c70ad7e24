"""StartControl: does what the command line asked for, from the first composite on."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QObject, QTimer
from rich.console import Console

from gpu_unet.settings import EdgeSettings
from gui.leaving import LeaveControl
from gui.main_window import MainWindow
from gui.output.control import OutputControl
from gui.preview.view import Picture
from gui.session import Session
from pipeline.live.headless import STATISTICS_EVERY_S, line_of, table_of
from pipeline.live.start_wishes import StartWishes
from pipeline.settings import Settings


def settings_from_start(wishes: StartWishes, remembered: Settings) -> Settings:
    """What is remembered, changed by what the command line asked for.

    What stands at its default there was not asked for; only of the background this is known.
    """
    wanted, usual = wishes.settings, Settings()
    changes: dict[str, Any] = {
        name: getattr(wanted, name)
        for name in ("mirror", "model", "device", "precision", "input_pixels")
        if getattr(wanted, name) != getattr(usual, name)
    }
    if wishes.has_background:
        changes["background"] = wanted.background
    edges = {
        item.name: getattr(wanted.edges, item.name)
        for item in fields(EdgeSettings)
        if getattr(wanted.edges, item.name) != getattr(usual.edges, item.name)
    }
    return replace(remembered, edges=replace(remembered.edges, **edges), **changes)


class StartControl(QObject):
    """Between `StartWishes` and the controls.

    Args:
        window, session, output, leaving: The others.
        wishes: Source and settings among them are the app's own business.
        console: Where statistics go; None: standard error.
    """

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        output: OutputControl,
        leaving: LeaveControl,
        wishes: StartWishes,
        *,
        console: Console | None = None,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._output = output
        self._leaving = leaving
        self._wishes = wishes
        self._console = console or Console(
            stderr=True, highlight=False, soft_wrap=True, emoji=False
        )
        session.set_pace(frame_limit=wishes.frame_limit, is_automatic=wishes.has_automatic_pace)
        session.about_to_start.connect(self._begin)
        session.picture_ready.connect(self._on_picture)
        if wishes.wants_statistics:
            self._timer = QTimer(self)
            self._timer.setInterval(round(STATISTICS_EVERY_S * 1000))
            self._timer.timeout.connect(self._print_line)
            self._timer.start()
            window.closed.connect(self._print_table)

    def _begin(self) -> None:
        self._session.about_to_start.disconnect(self._begin)
        wishes = self._wishes
        if wishes.record is not None:
            # Asked for at the first picture it would miss that, and perhaps the next.
            self._output.record_to(
                wishes.record,
                wishes.microphone or "",
                overwrite=wishes.overwrite,
                awaits_composite=True,
            )
        if wishes.wants_virtual_camera:
            self._session.set_virtual_camera(True)

    def _on_picture(self, picture: Picture) -> None:
        if not picture.has_valid_matte:
            return
        self._session.picture_ready.disconnect(self._on_picture)
        if self._wishes.seconds is not None:
            seconds = self._wishes.seconds
            QTimer.singleShot(round(seconds * 1000), self, self._leaving.finish_and_leave)

    def _print_line(self) -> None:
        statistics = self._session.statistics()
        if statistics is not None:
            self._console.print(line_of(statistics), markup=False)

    def _print_table(self) -> None:
        statistics = self._session.statistics()
        if statistics is not None:
            self._console.print(table_of(statistics))
