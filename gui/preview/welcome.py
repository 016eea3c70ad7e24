"""Welcome: the three ways to begin, over the empty picture of a first start."""

from __future__ import annotations

import logging

from PySide6.QtCore import QSize
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QWidget

from app.messages import Message
from app.pipeline import model_cost
from app.pipeline.engines import OF_PROCESSOR, PreparingMessage
from gpu_unet import EngineError, WeightsError
from gui.shared.background_tasks import Tasks
from gui.shared.floating import Overlay
from gui.shared.language import tr
from gui.shared.parts import column, held, label, push_button, row
from gui.shared.timers import timer

log = logging.getLogger(__name__)

BUTTON_HEIGHT_PX = 44


class Welcome(Overlay):
    """Covers `host` until a choice is made."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        sheet = QFrame()
        sheet.setObjectName("Sheet")
        title = label(tr("Choose a video, photo or camera"), "title", wraps=True)
        self.camera = self._button(tr("My camera"), "camera", tr("Looking for a camera\u2026"))
        self.file = self._button(tr("Open video or picture…"), "film", tr("Choose a file"))
        self.sample = self._button(tr("Try the sample"), "sample", tr("A six-second sample clip"))
        self.reason = label("", "small", wraps=True)
        self.reason.hide()
        self.preparing = label(tr(OF_PROCESSOR), "small", wraps=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(tr("Preparing"))
        self.seconds = label("", "small")
        self._progress = held(row(self.bar, self.seconds))
        self._seconds = 0
        self._steps = (0, 0)
        self._clock = timer(self, self._count, 1000)
        buttons, words = (self.camera, self.file, self.sample), (self.reason, self.preparing)
        layout = column(title, *buttons, *words, self._progress, of=sheet, gap=12)
        layout.setContentsMargins(24, 20, 24, 20)
        column(None, row(None, sheet, None), None, of=self, margin=8)
        self.show_camera(None, is_known=False)
        self.hide()

    def open(self, tasks: Tasks) -> None:
        """Show it; the default model is compiled meanwhile."""
        self._clock.start()
        tasks.run(Message("preparing the engine"), lambda: self._prepare(tasks))
        self.cover()
        (self.camera if self.camera.isEnabled() else self.sample).setFocus()

    def _prepare(self, tasks: Tasks) -> None:
        """On the tasks' thread."""

        def notify(sentence: str) -> None:
            if isinstance(sentence, PreparingMessage):
                tasks.tell(self.show_count, sentence.values["ready"], sentence.values["total"])

        try:
            model_cost.measure_cost("fast", device="auto", notify=notify)
        except (EngineError, WeightsError) as error:  # opening the engine reports it
            log.info("the engine could not be prepared: %s", error)
        tasks.tell(self.show_preparing, False)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102, N802
        self._clock.stop()
        super().hideEvent(event)

    def show_camera(self, name: str | None, *, is_known: bool = True) -> None:
        """Show the first camera; None: none was found, or the search still runs."""
        self.camera.setEnabled(name is not None)
        self.camera.setText(tr("My camera: {name}", name=name) if name else tr("My camera"))
        is_missing = is_known and name is None
        self.reason.setText(tr("No camera found. Plug one in to use it.") if is_missing else "")
        self.reason.setVisible(bool(self.reason.text()))
        self.camera.setToolTip(self.reason.text() or tr("Use this camera"))

    def show_preparing(self, is_preparing: bool) -> None:
        """Whether there is something to be compiled."""
        self.preparing.setVisible(is_preparing)
        self._progress.setVisible(is_preparing)
        if not is_preparing:
            self._clock.stop()

    def show_count(self, ready: int, total: int) -> None:
        """How many steps of the preparation are done, and of how many."""
        self._steps = (ready, total)
        self.bar.setRange(0, total)
        self.bar.setValue(ready)
        self._show_count()

    def _count(self) -> None:
        self._seconds += 1
        self._show_count()

    def _show_count(self) -> None:
        seconds = tr("{time} s", time=self._seconds)
        ready, total = self._steps
        self.seconds.setText(
            tr("{ready} of {total}, {seconds}", ready=ready, total=total, seconds=seconds)
            if total
            else seconds
        )

    @staticmethod
    def _button(text: str, icon_name: str, tip: str) -> QPushButton:
        button = push_button(text, tip, kind="choice", icon_name=icon_name)
        button.setIconSize(QSize(20, 20))
        button.setMinimumHeight(BUTTON_HEIGHT_PX)
        return button
