"""SourcePanel: which camera, address, file or sample is shown, and in which camera mode."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QMenu

from app.messages import marked
from app.pipeline.project import SUFFIX
from app.video.cameras.camera_list import CameraMode
from app.video.files.still import PICTURE_SUFFIXES
from app.video.network.address import EXAMPLE
from app.video.reading import Log
from gui.shared.icons import icon
from gui.shared.inline_entry import InlineEntry
from gui.shared.language import tr
from gui.shared.parts import (
    GRID_PX,
    ChoiceBox,
    DropTarget,
    Section,
    ask_for_paths,
    fill,
    icon_button,
    label,
    named,
    opens_menu,
    push_button,
    row,
)
from gui.shared.words import file_filter

QUEUE_SHARE, LEAST_QUEUE_ROWS = 0.4, 5  # of the window's height; the rest is scrolled to
QUEUE_ROW_PX, QUEUE_EDGE_PX = 28, 12
LONGEST_ADDRESS = 500
ICON_SIZE = QSize(16, 16)
# Names of the makers, the same in every language.
CURVES: dict[Log, str] = {
    "slog3": "Sony S-Log3",
    "clog": "Canon Log",
    "clog2": "Canon Log 2",
    "clog3": "Canon Log 3",
    "logc3": "ARRI LogC3",
    "logc4": "ARRI LogC4",
    "vlog": "Panasonic V-Log",
}
LOG_TIP = marked(
    "For flat, ungraded footage: the person is found in a picture with contrast. The video itself "
    "stays as it is"
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen as a source.

    Attributes:
        kind: "camera", "network", "sample", "file" or "synthetic".
        target: The camera's name for the worker, its address without password, or a file's path.
        modes: What a camera offers, best first; empty if unknown.
        once: What a listed camera's target may have been; see `devices.Camera`.
    """

    kind: str
    target: str
    name: str
    modes: tuple[CameraMode, ...] = field(default=(), compare=False)
    once: tuple[str, ...] = field(default=(), compare=False)


ICONS = {"camera": "camera", "network": "network-camera", "sample": "sample", "synthetic": "camera"}


class SourcePanel(Section):
    """A list of cameras, addresses, the sample and recent files; the list of open files.

    Signals:
        files_chosen: Paths, from the file dialog.
    """

    files_chosen = Signal(list)

    def __init__(self) -> None:
        super().__init__(tr("Source"))
        self.drop_target = DropTarget(self, tr("Drop to open"))
        self.source = ChoiceBox(tr("Camera or file"), tr("Camera or file to show"))
        self.source.setIconSize(ICON_SIZE)
        self.open_button = icon_button(
            "folder", tr("Open files or a folder (Ctrl+O)"), kind="boxed"
        )
        self.start_folder = ""  # where the dialogs begin
        ways = QMenu(self)
        ways.addAction(icon("film"), tr("Videos or pictures\u2026"), self.ask_for_files)
        folder = tr("A folder, or a numbered sequence\u2026")
        ways.addAction(icon("folder"), folder, self.ask_for_folder)
        opens_menu(self.open_button, ways)
        self.address_button = icon_button(
            "network-camera", tr("Open a network camera (Ctrl+L)"), checkable=True, kind="boxed"
        )
        self.address_button.clicked.connect(self._on_address_button)
        buttons = self.open_button, self.address_button
        choices = row(self.source, *buttons, gap=GRID_PX // 2, wide=self.source)
        self.address = InlineEntry(
            tr("Address of a network camera"),
            placeholder=EXAMPLE,
            take_tip=tr("Connect"),
            leave_tip=tr("Do not connect"),
            longest=LONGEST_ADDRESS,
        )
        self.address.left.connect(self.close_address)
        self.mode = ChoiceBox(
            tr("Camera resolution and frame rate"), tr("Resolution and frame rate of the camera")
        )
        self.log = ChoiceBox(tr("Log curve of the camera"), tr(LOG_TIP))
        self.log.addItem(tr("Not in log"))
        for curve, name in CURVES.items():
            self.log.addItem(name, curve)
        self.room = push_button(
            tr("Learn my room"), tr("Capture the empty room for a cleaner cut-out"), icon_name="eye"
        )
        tip = tr("Playlist: click a file to show it")
        self.queue = named(QListWidget(), tr("Opened files"), tip)
        self.queue.setIconSize(ICON_SIZE)
        self.queue.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.queue.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reason = label("", "small", wraps=True)
        settings = (self.mode, self.log, self.room)
        fill(self.body, choices, self.address, *settings, self.queue, self.reason)
        self.close_address()
        self.room.hide()
        self.show_reason("")
        self.show_modes([], current=None)
        self.show_log(None, is_asked=False)
        self.show_queue([], current=-1)

    def show_choices(self, choices: list[Choice], *, current: Choice | None) -> None:
        """List these and select `current`."""
        self.source.clear()
        for choice in choices:
            name = ICONS.get(choice.kind) or _file_icon(Path(choice.target))
            self.source.addItem(icon(name), tr(choice.name), choice)
        if current in choices:
            self.source.setCurrentIndex(choices.index(current))
        else:
            self.source.setCurrentIndex(-1)
            self.source.setPlaceholderText(tr("Choose a camera or a file"))

    def show_modes(self, modes: list[CameraMode], *, current: CameraMode | None) -> None:
        """List what the camera offers; hidden where there is nothing to choose."""
        self.mode.clear()
        self.mode.addItem(tr("Best available"))
        for mode in modes:
            self.mode.addItem(_words(mode), mode)
        self.mode.setCurrentIndex(modes.index(current) + 1 if current in modes else 0)
        self.mode.setVisible(bool(modes))

    def show_log(self, log: Log | None, *, is_asked: bool) -> None:
        """Show the log curve of a film's camera; hidden where it is not asked for."""
        self.log.setCurrentIndex(0 if log is None else self.log.findData(log))
        self.log.setVisible(is_asked)

    def show_queue(self, paths: list[Path], *, current: int) -> None:
        """List the files that were opened together; hidden for a single file."""
        self.queue.clear()
        for path in paths:
            item = QListWidgetItem(icon(_file_icon(path)), path.name)
            item.setToolTip(str(path))
            self.queue.addItem(item)
        self.queue.setCurrentRow(current)
        self.queue.setVisible(len(paths) > 1)
        self.fit_queue(self.window().height())

    def fit_queue(self, window_height_px: int) -> None:
        """Show as many files as a window of this height has room for."""
        room_px = QUEUE_SHARE * window_height_px - QUEUE_EDGE_PX
        rows = min(self.queue.count(), max(LEAST_QUEUE_ROWS, int(room_px / QUEUE_ROW_PX)))
        self.queue.setFixedHeight(QUEUE_EDGE_PX + QUEUE_ROW_PX * max(1, rows))

    def show_reason(self, sentence: str) -> None:
        """Show why this source was chosen; empty hides it."""
        self.reason.setText(sentence)
        self.reason.setVisible(bool(sentence))

    def ask_for_address(self, text: str = "", objection: str = "") -> None:
        """Open the address field with `text` and a hint."""
        self.set_open(True)
        self.address_button.setChecked(True)
        self.address.show()
        self.address.begin(text)
        self.address.show_objection(objection)

    def close_address(self) -> None:
        """Close the line again."""
        self.address_button.setChecked(False)
        self.address.hide()

    def ask_for_files(self) -> None:
        """Open the file dialog without blocking the window."""
        title = tr("Open videos or pictures")
        kinds = file_filter(tr("Videos, pictures and projects"), f" *{SUFFIX}")
        dialog = QFileDialog(self.window(), title, self.start_folder, kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        ask_for_paths(dialog, self.files_chosen.emit)

    def ask_for_folder(self) -> None:
        """Open the dialog for a folder of videos, pictures or numbered pictures."""
        dialog = QFileDialog(self.window(), tr("Open a folder"), self.start_folder)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        ask_for_paths(dialog, self.files_chosen.emit)

    def _on_address_button(self, is_open: bool) -> None:
        if is_open:
            self.ask_for_address()
        else:
            self.close_address()


def _file_icon(path: Path) -> str:
    return "picture" if path.suffix.lower() in PICTURE_SUFFIXES else "film"


def _words(mode: CameraMode) -> str:
    size = f"{mode.width}\u00d7{mode.height}"
    if not mode.frame_rate:
        return size
    return tr("{size}, {rate:g} frames/s", size=size, rate=mode.frame_rate)
