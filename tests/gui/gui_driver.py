"""GuiDriver: uses the window as a person does, and reads what the preview paints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import av
import numpy as np
import pytest
from doubles import FakeEngineFactory
from gui_doubles import FakeCameras
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QWidget

from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.live import events
from gpu_unet.engine import Image
from gui.app import App
from gui.export.tray import ExportCard
from gui.preview.preview import picture_area
from gui.preview.view import ShownFrame
from gui.shared.sliders import JumpSlider


class GuiDriver:
    """A person at the window.

    Attributes:
        app: With `window`, `session` and `state`.
        engine_factory: The engines.
        cameras: What can be plugged in.
        shown_folders: Files that were to be shown in the file manager.
    """

    def __init__(
        self, qtbot, app: App, engine_factory: FakeEngineFactory, cameras: FakeCameras
    ) -> None:
        self.qtbot = qtbot
        self.app = app
        self.engine_factory = engine_factory
        self.cameras = cameras
        self.shown_folders: list[Path] = []
        self.shown_files: list[Path] = []
        self.is_stopped = False

    @property
    def window(self):
        return self.app.window

    # Looking

    def picture(self) -> Image:
        """uint8 RGB of the picture as it is painted now, in window pixels."""
        area = picture_area(self.window.preview)
        return to_array(self.window.preview.grab(area).toImage())

    def colour(self, x: float, y: float) -> tuple[int, int, int]:
        """Mean colour of 3x3 pixels at a place given in parts of the picture's width and height."""
        picture = self.picture()
        row, column = int(y * picture.shape[0]), int(x * picture.shape[1])
        patch = picture[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        red, green, blue = patch.reshape(-1, 3).mean(axis=0)
        return round(red), round(green), round(blue)

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)

    def wait_colour(
        self, x: float, y: float, colour: tuple[int, int, int], tolerance: int = 14
    ) -> None:
        self.wait(lambda: is_near(self.colour(x, y), colour, tolerance))

    def frame(self) -> ShownFrame:
        """The frame that the preview shows; it waits for the first one of a source."""
        preview = self.window.preview
        self.wait(lambda: preview.frame is not None)
        assert preview.frame is not None
        return preview.frame

    def wait_frame(self, condition: Callable[[ShownFrame], bool]) -> None:
        """Until the preview shows a frame for which the condition holds."""
        preview = self.window.preview
        self.wait(lambda: preview.frame is not None and condition(preview.frame))

    def wait_live(self) -> None:
        """Until a composite is painted."""
        self.wait_frame(lambda frame: frame.has_valid_matte)

    def keep_exports(self, monkeypatch: pytest.MonkeyPatch) -> list[JobSpec]:
        """The jobs that are queued from now on; none of them is run."""
        kept: list[JobSpec] = []
        exports = self.app.session.exports
        monkeypatch.setattr(exports, "add", lambda spec, **_: kept.append(spec) or len(kept))
        return kept

    def notices(self) -> list[str]:
        return [card.sentence for card in self.window.notices.cards()]

    def wait_notice(self, part: str) -> None:
        self.wait(lambda: any(part in sentence for sentence in self.notices()))

    def shown_notice(self) -> str:
        """The one that the strip shows."""
        card = self.window.notices.shown()
        return card.sentence if card is not None and card.isVisible() else ""

    # Doing

    def open_exports(self) -> None:
        """Show all exports, not only the row about them."""
        if not self.window.exports.fold.isChecked():
            self.click(self.window.exports.fold)

    def tell(
        self,
        level: str = "error",
        code: str = "test",
        sentence: str = "It broke; try again.",
        details: str = "",
    ) -> None:
        """As the live session does when something goes wrong."""
        self.app.session.live_event.emit(events.Notice(level, code, sentence, details))
        self.wait_notice(sentence)

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        assert widget.isVisible(), f"{widget.accessibleName()} cannot be seen"
        assert widget.isEnabled(), f"greyed out: {widget.toolTip() or widget.accessibleName()}"
        if at is None:
            # A switch reacts on its knob and words, not on the empty rest of its row.
            middle = widget.rect().center()
            at = QPoint(12, middle.y()) if isinstance(widget, QCheckBox) else middle
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)

    def press(self, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.window, key, modifier)

    def choose(self, box: QComboBox, index: int) -> None:
        """With the arrow keys."""
        assert box.isVisible()
        self.qtbot.keyClick(box, Qt.Key.Key_Home)
        for _ in range(index):
            self.qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() == index

    def drag(self, slider: JumpSlider, share: float) -> None:
        """From where the handle is to `share` of the way."""
        start = QPoint(round(slider.width() * 0.5), slider.height() // 2)
        end = self._on(slider, share)
        self.qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
        self.qtbot.mouseMove(slider, end)
        self.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=end)

    def seek(self, share: float) -> None:
        """Click the seek bar at `share` of the clip of two seconds, and wait for that frame."""
        bar = self.window.transport.position
        self.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=self._on(bar, share))
        self.wait_frame(lambda frame: abs(frame.pts_s - 2 * share) < 0.15)

    @staticmethod
    def _on(slider: QWidget, share: float) -> QPoint:
        """The place of a slider's handle at `share` of the way."""
        return QPoint(round(7 + share * (slider.width() - 14)), slider.height() // 2)

    def drag_files(self, widget: QWidget, paths: list[Path]) -> tuple[QWidget, QPoint, QMimeData]:
        """Hold files from the file manager over the middle of `widget`.

        Returns who takes them, the place in it, and the files.
        """
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        at = widget.rect().center()
        while not widget.acceptDrops():  # as Qt finds the one to ask
            at = widget.mapToParent(at)
            widget = widget.parentWidget()
        enter = QDragEnterEvent(
            at,
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(widget, enter)
        assert enter.isAccepted()
        return widget, at, data

    def drop(self, widget: QWidget, paths: list[Path]) -> None:
        """Files from the file manager."""
        taker, at, data = self.drag_files(widget, paths)
        QApplication.sendEvent(
            taker,
            QDropEvent(
                QPointF(at),
                Qt.DropAction.CopyAction,
                data,
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
            ),
        )

    def stop(self) -> None:
        """Close without questions."""
        if not self.is_stopped:
            self.is_stopped = True
            self.app.close()


def turn_wheel(widget: QWidget, at: QPointF, notches: float) -> None:
    """Towards the window's upper edge, if `notches` is positive."""
    event = QWheelEvent(
        at,
        widget.mapToGlobal(at),
        QPoint(0, 0),
        QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def read(path: Path) -> Image:
    """uint8 RGB (frames, H, W, 3) of a film."""
    with av.open(str(path)) as container:
        return np.stack([frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)])


def to_array(image: QImage) -> Image:
    """uint8 RGB (H, W, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def is_near(one: Sequence[int], other: Sequence[int], tolerance: int = 14) -> bool:
    return all(abs(int(a) - int(b)) <= tolerance for a, b in zip(one, other, strict=True))


def sentences(card: ExportCard, role: str = "") -> list[str]:
    """The sentences under a card's name; "loss": the amber ones."""
    return [line.text() for line in card.sentences if not role or line.property("role") == role]
