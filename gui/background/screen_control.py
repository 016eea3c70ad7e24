"""ScreenControl: captures the screen or a window as the background."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage

from app.messages import marked
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.settings import Settings
from app.video.backgrounds.picture import SCREEN
from gui.background.windows import Windows, open_windows
from gui.control import Control, Core
from gui.preview.view import to_pixels
from gui.shared.language import tr
from gui.shared.timers import timer

EVERY_MS = 200  # a capture takes the window's thread some milliseconds
MOST_WIDTH_PX = 1920
NO_SCREEN = marked(
    "Screen capture is not available on this system. Use slides as a folder of pictures instead."
)
NO_WINDOWS = marked(
    "Window capture is not available on this system. Use the whole screen, or slides as a PDF."
)
NO_OTHER_WINDOW = marked("No other window is open. Open one first, then choose it here.")
COVERED = marked(
    "Windows in front of the chosen one are captured too, because desktop compositing "
    "is off. Keep it in front, or turn compositing on."
)


class ScreenControl(Control):
    """Captures five times a second, while the screen or a window is the background.

    A minimised or closed window keeps its last picture, because the user chose to show nothing
    else.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._windows: Windows | None = None
        self._titles: dict[int, str] = {}
        self._shown: BackgroundSpec | None = None
        self._told = ""  # why nothing is captured
        self._timer = timer(self, self._look, EVERY_MS)
        core.window.closed.connect(self._stop)
        core.window.gallery.windows_menu.aboutToShow.connect(self._list_windows)

    def _list_windows(self) -> None:
        windows = self._windows = self._windows or open_windows()
        if windows is None:
            self._window.gallery.show_windows({}, tr(NO_WINDOWS))
            return
        self._titles = found = windows.all()
        self._window.gallery.show_windows(found, "" if found else tr(NO_OTHER_WINDOW))

    def _on_settings(self, settings: Settings) -> None:
        background = settings.background
        if background.kind != "screen":
            if self._shown is not None:
                self._shown = None
                self._timer.stop()
                SCREEN.push(None)  # discard the captured picture
            return
        if background == self._shown:
            return
        SCREEN.push(None)  # of the one before
        self._shown, self._told = background, ""
        if background.window is not None:
            self._warn_of_what_covers(background.window)
        self._timer.start()
        self._look()

    def _warn_of_what_covers(self, handle: int) -> None:
        windows = self._windows = self._windows or open_windows()
        if windows is not None and windows.shows_what_covers_them:
            self._notify("info", tr(COVERED), code="background window")

    def _look(self) -> None:
        handle = None if self._shown is None else self._shown.window
        if handle is not None and not self._is_seen(handle):
            return
        image = grab(handle or 0)
        if image.isNull():
            sentence = NO_SCREEN if handle is None else NO_WINDOWS
            self._tell_once(tr(sentence), code="background screen")
            return
        self._told = ""
        if image.width() > MOST_WIDTH_PX:
            image = image.scaledToWidth(MOST_WIDTH_PX, Qt.TransformationMode.FastTransformation)
        SCREEN.push(to_pixels(image.convertToFormat(QImage.Format.Format_RGB32)))

    def _is_seen(self, handle: int) -> bool:
        """Whether there is something to capture; shows a notice if not."""
        state = "gone" if self._windows is None else self._windows.state_of(handle)
        code = "background window hidden"
        if state == "seen":
            self._window.notices.dismiss(code)
            return True
        name = tr("The window")
        if handle in self._titles:
            name = tr("\u201c{title}\u201d", title=self._titles[handle])
        if state == "hidden":
            sentence = tr(
                "{name} is minimised. Its last picture is shown until you restore it.", name=name
            )
        else:
            self._timer.stop()
            sentence = tr(
                "{name} was closed. Its last picture is still shown; choose another background.",
                name=name,
            )
        self._tell_once(sentence, code=code)
        return False

    def _tell_once(self, sentence: str, *, code: str) -> None:
        """Show a notice, which may be dismissed while its reason lasts."""
        if sentence != self._told:
            self._told = sentence
            self._notify("warning", sentence, code=code)

    def _stop(self) -> None:
        self._timer.stop()
        if self._windows is not None:
            self._windows.close()
            self._windows = None


def grab(handle: int) -> QImage:
    """Capture the main screen if `handle` is 0, our own window included; else that window."""
    screen = QGuiApplication.primaryScreen()
    return QImage() if screen is None else screen.grabWindow(handle).toImage()
