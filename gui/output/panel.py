"""OutputPanel: microphone, virtual camera and folder of recordings; RecordBar beside it."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QPushButton, QSizePolicy, QWidget

from app.messages import marked
from app.video.recording.summary import RecordingStatus
from gui.shared.icons import icon
from gui.shared.language import plural, tr
from gui.shared.parts import (
    GRID_PX,
    ICON_SIZE,
    ROLE,
    ChoiceBox,
    ElidedLabel,
    ask_for_paths,
    column,
    explain,
    icon_button,
    label,
    paint_bar,
    push_button,
    row,
)
from gui.shared.theme import restyle
from gui.shared.words import clock, size_words

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
        folder_chosen: Where recordings and snapshots go from now on.
    """

    folder_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.microphone = MicrophoneBox()
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
        explain(self.virtual_camera, tip, sentence)

    def show_microphones(self, names: list[str], *, current: str) -> None:
        """List these; the selected one stays listed while it is disconnected."""
        self.microphone.clear()
        self.microphone.addItem(icon("microphone-off"), tr(NO_MICROPHONE), "")
        for name in names if current in ("", *names) else [*names, current]:
            words = name if name in names else tr("{name} (not connected)", name=name)
            self.microphone.addItem(icon("microphone"), words, name)
        self.microphone.setCurrentIndex(self.microphone.findData(current))
        self.microphone.setEnabled(self.microphone.count() > 1)

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


LEAST_PX, LEAST_QUIET_PX = 136, 98  # wide, of the button
TIP = marked("Record what you see (R)")
QUIET_TIP = marked("Record the playback without its audio (R); use Export for the whole file")


class RecordBar(QWidget):
    """Signals carry the user's requests; methods show the actual state."""

    def __init__(self) -> None:
        super().__init__()
        self.record = QPushButton(tr("Record"))
        self.record.setObjectName("RecordButton")
        self.record.setCheckable(True)
        self.record.setIconSize(ICON_SIZE)
        self.pause = icon_button("pause", tr("Pause the recording (P)"), checkable=True)
        self.elapsed = label("", "clock")
        self.elapsed.setAccessibleName(tr("Recorded time"))
        self.details = ElidedLabel("", "small")
        self.details.setMinimumWidth(0)
        self.snapshot = icon_button("snapshot", tr("Save a snapshot (S)"))
        self.setLayout(
            row(self.snapshot, self.record, self.pause, self.elapsed, self.details, gap=GRID_PX)
        )
        self._status: RecordingStatus | None = None
        self._key = "R"
        self._is_quiet = self._is_compact = self._is_icon_only = False
        self._least_px = LEAST_PX
        self._show()
        self._show_tip()

    def show_recording(self, status: RecordingStatus | None) -> None:
        """Show the recording's status; None: no recording."""
        self._status = status
        self._show()

    def show_quiet(self, is_quiet: bool) -> None:
        """Style the button quietly while another action is the main one."""
        self._is_quiet = is_quiet
        restyle(self.record, "quiet", is_quiet)
        self._show_tip()
        self._fit()

    def show_key(self, key: str) -> None:
        """Name this key in the button's tip."""
        self._key = key
        self._show_tip()

    def _show_tip(self) -> None:
        tip = tr(QUIET_TIP) if self._is_quiet else tr(TIP)
        self.record.setToolTip(tip.replace("(R)", f"({self._key})"))

    def set_icon_only(self, is_icon_only: bool) -> None:
        """Show the button without its word, where its row has no room for it."""
        if is_icon_only != self._is_icon_only:
            self._is_icon_only = is_icon_only
            self._show()

    def set_compact(self, is_compact: bool) -> None:
        """Show the button and the time alone, where space is tight."""
        self._is_compact = is_compact
        self._show()

    def width_with_words(self) -> int:
        """The minimum width with the button's word."""
        return self.minimumSizeHint().width() - self.record.minimumWidth() + self._least_px

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102, N802
        super().showEvent(event)
        self._fit()  # only now its style is known

    def _fit(self) -> None:
        """Fix the width to the longer of the two texts, so that a click moves nothing."""
        widest = LEAST_QUIET_PX if self._is_quiet else LEAST_PX
        for words in (tr("Record"), tr("Stop")):
            self.record.setText(words)
            widest = max(widest, self.record.sizeHint().width())
        self._least_px = widest
        self._show()

    def _show(self) -> None:
        status, is_recording = self._status, self._status is not None
        words = tr("Stop") if is_recording else tr("Record")
        marked = icon("stop" if is_recording else "record", ROLE.BrightText)
        self.record.setChecked(is_recording)
        self.record.setIcon(marked if is_recording or self._is_quiet else icon("record-white"))
        self.record.setText("" if self._is_icon_only else words)
        self.record.setAccessibleName(words)
        least = self.record.sizeHint().width() if self._is_icon_only else self._least_px
        self.record.setMinimumWidth(least)
        self.snapshot.setVisible(not self._is_compact)
        for widget in (self.pause, self.elapsed):
            widget.setVisible(is_recording)
        self.details.setVisible(is_recording and not self._is_compact)
        if status is None:
            return
        self.pause.setChecked(status.is_paused)
        self.pause.setIcon(icon("record" if status.is_paused else "pause"))
        self.elapsed.setText(clock(status.elapsed_s))
        free = tr("{size} free", size=size_words(status.free_bytes))
        parts = [size_words(status.file_bytes), free]
        if status.is_paused:
            parts.insert(0, tr("paused"))
        if status.dropped_frames:
            parts.append(plural("{n} frame dropped", "{n} frames dropped", n=status.dropped_frames))
        self.details.setText("  \u00b7  ".join(parts))


WIDTH_PX = 420


class SilentDialog(QDialog):
    """Warns before the first recording without sound. Accepted: start the recording.

    Args:
        microphones: The choices; the first one is proposed.

    Signals:
        microphone_chosen: Name of the one to record with; before `accepted`.
    """

    microphone_chosen = Signal(str)

    def __init__(self, microphones: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Record without sound?"))
        self.setMinimumWidth(WIDTH_PX)
        sentence = (
            tr("No microphone is selected, so the recording will have no sound.")
            if microphones
            else tr(
                "No microphone found, so the recording will have no sound. Plug one "
                "in, or record without sound."
            )
        )
        self.microphone = ChoiceBox(tr("Microphone"), tr("Record with this one"))
        self.microphone.addItems(microphones)
        self.with_sound = push_button(
            tr("Record with sound"), tr("Record with this microphone"), kind="primary"
        )
        self.with_sound.clicked.connect(
            lambda: self.microphone_chosen.emit(self.microphone.currentText())
        )
        self.with_sound.clicked.connect(self.accept)
        kind = "" if microphones else "primary"
        self.without = push_button(
            tr("Record without"), tr("You will not be asked again"), kind=kind
        )
        self.without.clicked.connect(self.accept)
        self.cancel = push_button(tr("Cancel"), tr("Do not record yet (Esc)"))
        self.cancel.clicked.connect(self.reject)
        title, words = label(tr("Record without sound?"), "title"), label(sentence, wraps=True)
        buttons = row(self.cancel, None, self.without, self.with_sound)
        column(title, words, self.microphone, buttons, of=self, margin=24, gap=16)
        for part in (self.microphone, self.with_sound):
            part.setVisible(bool(microphones))
        (self.with_sound if microphones else self.without).setDefault(True)
