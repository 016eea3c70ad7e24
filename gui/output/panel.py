"""OutputPanel: microphone with its level, virtual camera, the recordings' folder; beside Record."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QSizePolicy, QWidget

from app.messages.message import marked
from gui.shared.icons import icon
from gui.shared.language import tr
from gui.shared.parts import ROLE, ChoiceBox, ask_for_paths, icon_button, paint_bar, row
from gui.shared.theme import restyle

NO_MICROPHONE = marked("No sound")
LINE_PX = 3
SIDE_PX = 10
LOWEST_DB = -60.0
LOUD_DB, TOO_LOUD_DB = -9.0, -1.0  # thresholds of amber and red
FALL = 0.12  # share of the range per update, so that speech stays visible
BOX_WIDTH_PX = 168
LEAST_WIDTH_PX = 64  # its icon and its arrow


def level_of(peak: float) -> float:
    """Level of a sample, 0 (silence) to 1 (full), on a logarithmic scale."""
    if peak <= 0:
        return 0.0
    return min(1.0, max(0.0, 1.0 - 20.0 * math.log10(peak) / LOWEST_DB))


class MicrophoneBox(ChoiceBox):
    """A list of microphones, with the level of the selected one along its lower edge."""

    def __init__(self) -> None:
        super().__init__(tr("Microphone"))
        self.setIconSize(QSize(16, 16))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(LEAST_WIDTH_PX)
        self.level: float | None = None  # the shown level, 0 to 1; None: no microphone is open

    def show_level(self, level: float | None) -> None:
        """Rise at once, fall slowly; None: no microphone is open."""
        shown = level if level is None else max(level, (self.level or 0.0) - FALL)
        if shown != self.level:
            self.level = shown
            self.update()

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(BOX_WIDTH_PX, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        super().paintEvent(event)
        if self.level is None:
            return
        bed = QRectF(SIDE_PX, self.height() - LINE_PX - 3, self.width() - 2 * SIDE_PX, LINE_PX)
        role = ROLE.Link
        for least_db, louder in ((LOUD_DB, ROLE.LinkVisited), (TOO_LOUD_DB, ROLE.BrightText)):
            if self.level >= 1.0 - least_db / LOWEST_DB:
                role = louder
        colour = self.palette().color
        with QPainter(self) as painter:
            paint_bar(painter, bed, self.level, below=colour(ROLE.Mid), filled=colour(role))


class OutputPanel(QWidget):
    """Microphone, virtual camera and recording folder.

    Signals:
        microphone_chosen: Name of the microphone; empty: no sound.
        folder_chosen: Where recordings and snapshots go from now on.
    """

    microphone_chosen = Signal(str)
    folder_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.microphone = MicrophoneBox()
        self.microphone.activated.connect(
            lambda i: self.microphone_chosen.emit(self.microphone.itemData(i))
        )
        self.virtual_camera = icon_button(
            "virtual-camera", tr("Virtual camera"), checkable=True, kind="boxed"
        )
        self.change_folder = icon_button("folder", tr("Choose where recordings go"), kind="boxed")
        self.change_folder.clicked.connect(self._ask_for_folder)
        buttons = self.virtual_camera, self.change_folder
        self.setLayout(row(self.microphone, *buttons, gap=4, wide=self.microphone))
        self._path = Path()
        self.show_microphones([], current="")
        self.show_virtual_camera(is_on=False, sentence="")

    def show_virtual_camera(self, *, is_on: bool, sentence: str) -> None:
        """Show the virtual camera's state; `sentence` says its name, or the error."""
        self.virtual_camera.setChecked(is_on)
        tip = tr("Use this picture as a camera in Zoom, OBS and other programs")
        self.virtual_camera.setToolTip(f"{tip}\n{sentence}" if sentence else tip)
        self.virtual_camera.setAccessibleDescription(sentence)

    def show_microphones(self, names: list[str], *, current: str) -> None:
        """List these; the selected one stays listed while it is disconnected."""
        self.microphone.clear()
        self.microphone.addItem(icon("microphone-off"), tr(NO_MICROPHONE), "")
        for name in names if current in ("", *names) else [*names, current]:
            words = name if name in names else tr("{name} (not connected)", name=name)
            self.microphone.addItem(icon("microphone"), words, name)
        self.microphone.setCurrentIndex(self.microphone.findData(current))
        self.microphone.setEnabled(self.microphone.count() > 1)
        if not names:
            self.show_trouble(tr("No microphone found"))

    def show_trouble(self, sentence: str) -> None:
        """Show an error of the microphone; empty clears it."""
        self.microphone.setToolTip(sentence or tr("Microphone for recordings"))
        self.microphone.setAccessibleDescription(sentence)
        restyle(self.microphone, "trouble", bool(sentence) and self.microphone.isEnabled())

    def show_folder(self, path: Path) -> None:
        """Show the recording folder."""
        self._path = path
        self.change_folder.setToolTip(
            tr("Recordings and snapshots go to {path}. Choose another", path=path)
        )

    def _ask_for_folder(self) -> None:
        dialog = QFileDialog(self.window(), tr("Where recordings go"), str(self._path))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        ask_for_paths(dialog, lambda paths: self.folder_chosen.emit(paths[0]))
