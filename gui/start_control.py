"""StartControl: carries out the command line's options, from the first composite on."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer

from app.pipeline.live.source_request import STATISTICS_EVERY_S, StartOptions
from app.pipeline.live.statistics import LiveStatistics
from app.pipeline.settings import Settings
from gui.leaving import LeaveControl
from gui.main_window import MainWindow
from gui.output.control import OutputControl
from gui.preview.view import ShownFrame
from gui.session import Session


class StatisticsPrinter(Protocol):
    """Prints statistics to the terminal."""

    def print_line(self, statistics: LiveStatistics) -> None:
        """Print the current figures."""

    def print_table(self, statistics: LiveStatistics) -> None:
        """Print the final table."""


def settings_from_options(options: StartOptions, remembered: Settings) -> Settings:
    """The stored settings with the command line's changes."""
    return remembered.changed({name: options.settings.value(name) for name in options.given})


class StartControl(QObject):
    """Connects `StartOptions` with the controls.

    Args:
        window, session, output, leaving: The others.
        options: Source and settings among them are the app's own business.
        printer: Where statistics go, if any are asked for.
    """

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        output: OutputControl,
        leaving: LeaveControl,
        options: StartOptions,
        *,
        printer: StatisticsPrinter | None = None,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._output = output
        self._leaving = leaving
        self._options = options
        self._printer = printer
        session.set_pace(frame_limit=options.frame_limit, is_automatic=options.has_automatic_pace)
        session.about_to_start.connect(self._begin)
        session.frame_ready.connect(self._on_frame)
        if options.wants_statistics and printer is not None:
            self._timer = QTimer(self)
            self._timer.setInterval(round(STATISTICS_EVERY_S * 1000))
            self._timer.timeout.connect(self._print_line)
            self._timer.start()
            window.closed.connect(self._print_table)

    def _begin(self) -> None:
        self._session.about_to_start.disconnect(self._begin)
        options = self._options
        if options.record is not None:
            # A recording that begins at the first frame would miss it, and perhaps the next.
            self._output.record_to(
                options.record,
                options.microphone or "",
                overwrite=options.overwrite,
                awaits_composite=True,
                has_constant_rate=options.has_constant_rate,
            )
        for name in options.senders:
            self._output.set_sending(name, True)

    def _on_frame(self, frame: ShownFrame) -> None:
        if not frame.has_valid_matte:
            return
        self._session.frame_ready.disconnect(self._on_frame)
        if self._options.seconds is not None:
            seconds = self._options.seconds
            QTimer.singleShot(round(seconds * 1000), self, self._leaving.finish_and_leave)

    def _print_line(self) -> None:
        if self._printer is not None and (worker := self._session.worker) is not None:
            self._printer.print_line(worker.statistics())

    def _print_table(self) -> None:
        if self._printer is not None and (worker := self._session.worker) is not None:
            self._printer.print_table(worker.statistics())
