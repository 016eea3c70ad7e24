"""ScreenControl: hands pictures of the screen to the live picture, while it is the background."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage

from gui.control import Control
from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.store import State
from pipeline.live.screen import SCREEN
from pipeline.settings import Settings

EVERY_MS = 200  # a look at the screen takes the window's thread some milliseconds
MOST_WIDTH_PX = 1920
NO_SCREEN = (
    "This system does not let Backdrop see the screen; show slides as a folder of pictures instead."
)


class ScreenControl(Control):
    """Looks at the screen five times a second, and only while it is the background.

    Args:
        window, session, state: See `Control`.
        grab: What the screen shows; a null image where it may not be seen.
    """

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        state: State,
        *,
        grab: Callable[[], QImage] | None = None,
    ) -> None:
        super().__init__(window, session, state)
        self._grab = grab or _grab_screen
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._look)
        window.closed.connect(self._timer.stop)
        state.settings_changed.connect(self._on_settings)

    def _on_settings(self, settings: Settings) -> None:
        is_wanted = settings.background.kind == "screen"
        if is_wanted and not self._timer.isActive():
            self._look()
            self._timer.start()
        elif not is_wanted and self._timer.isActive():
            self._timer.stop()
            SCREEN.push(None)  # nothing of it is kept

    def _look(self) -> None:
        image = self._grab()
        if image.isNull():
            self._window.notices.show_notice("warning", NO_SCREEN, code="background screen")
            return
        if image.width() > MOST_WIDTH_PX:
            image = image.scaledToWidth(MOST_WIDTH_PX, Qt.TransformationMode.FastTransformation)
        image = image.convertToFormat(QImage.Format.Format_RGB888)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
        pixels = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
        SCREEN.push(pixels.copy())


def _grab_screen() -> QImage:
    """The main screen; its windows too, ours among them."""
    screen = QGuiApplication.primaryScreen()
    return QImage() if screen is None else screen.grabWindow(0).toImage()
