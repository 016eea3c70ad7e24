"""Gallery: all backgrounds, one click away."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QButtonGroup, QColorDialog, QFileDialog, QGridLayout, QMenu, QWidget

from app.messages import marked
from app.pipeline.background_spec import DEFAULT_BLUR, BackgroundSpec
from app.pipeline.settings import BACKDROP
from app.video.backgrounds.backdrop import BackdropSettings
from gpu_unet import Row
from gui.background.tiles import Swatch, Tile
from gui.shared.language import tr
from gui.shared.parts import (
    GRID_PX,
    DropTarget,
    Section,
    Segments,
    ask_for_paths,
    column,
    fill,
    held,
    icon_button,
    label,
    open_once,
    opens_menu,
    row,
)
from gui.shared.sliders import GESTURES, RowSliders, box_of
from gui.shared.words import file_filter

COLUMNS = 3
COLOURS = (
    (marked("Studio white"), "#f5f6f8"),
    (marked("Warm grey"), "#c9c2b8"),
    (marked("Graphite"), "#3a3f47"),
    (marked("Night blue"), "#16294d"),
    (marked("Sky blue"), "#8ec5ff"),
    (marked("Sage"), "#8fae94"),
    (marked("Chroma green"), "#00b140"),
)
FITS = (
    ("fill", marked("Fill"), "", marked("Fill the frame and crop the edges")),
    ("fit", marked("Fit"), "", marked("Show the whole background, with black bars")),
)
BLUR = Row(
    "blur_strength",
    DEFAULT_BLUR,
    label=marked("Blur strength"),
    tip=marked("Strength of the background blur."),
)
FIRST_MIXED = "#4f7cac"
WINDOW_TITLE_PX = 360


@dataclass(frozen=True, slots=True)
class Entry:
    """A picture or video in the gallery.

    Attributes:
        is_own: The user added it and may remove it.
    """

    path: Path
    name: str
    is_own: bool


class Gallery(Section):
    """Tiles for blur, transparency, pictures and videos; swatches for colours.

    Signals:
        chosen: The selected `BackgroundSpec`.
        files_added: Paths to open and store.
        entry_removed: Path of an own entry to remove.
        entry_located: Path of a missing own entry, and its new path.
        colour_mixed: The accepted custom colour, "#rrggbb".
    """

    chosen = Signal(object)
    files_added = Signal(list)
    entry_removed = Signal(object)
    entry_located = Signal(object, object)
    colour_mixed = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("Background"))
        self.drop_target = DropTarget(self, tr("Drop to add to the backgrounds"))
        self.drop_target.dropped.connect(self.files_added)
        self._group = QButtonGroup(self)
        self.entries: list[Entry] = []  # pictures and videos, in the order in which they are seen
        self._tiles: dict[Path, Tile] = {}
        self._blur_strength = DEFAULT_BLUR
        self._current = BackgroundSpec("blur")
        self._before_mixing = self._current  # what a colour that is not taken gives way to
        self._mixed: dict[str, Swatch] = {}
        self._missing: set[Path] = set()
        self.start_folder = ""  # where the dialogs begin
        self.slides_menu, self.screen_menu = QMenu(self), QMenu(self)
        self.slides_menu.addAction(tr("Slides of a PDF\u2026"), self._ask_for_pdf)
        self.slides_menu.addAction(tr("A folder of slides\u2026"), self._ask_for_slides)
        self.screen_menu.addAction(tr("My screen"), lambda: self._choose(BackgroundSpec("screen")))
        self.windows_menu = self.screen_menu.addMenu(tr("A window"))
        self.slides_button = icon_button("slides", tr("Use slides"), kind="small")
        self.screen_button = icon_button("screen", tr("Use my screen or a window"), kind="small")
        opens_menu(self.slides_button, self.slides_menu)
        opens_menu(self.screen_button, self.screen_menu)
        self.add_button = icon_button("plus", tr("Add pictures or videos"), kind="small")
        self.add_button.clicked.connect(self._ask_for_files)
        fill(self.aside, self.slides_button, self.screen_button, self.add_button)
        self._holder = QWidget()
        self._grid = QGridLayout(self._holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GRID_PX // 2)
        self.blur = Tile(tr("Blur my background"), icon_name="blur", caption=tr("Blur"))
        self.blur.clicked.connect(lambda: self._change_strength(self._blur_strength))
        self.transparent = Tile(tr("Transparent"), caption=tr("Transparent"), is_checkered=True)
        self.transparent.clicked.connect(lambda: self._choose(BackgroundSpec("transparent")))
        self.room = Tile(
            tr("My room: the background is not replaced"), icon_name="camera", caption=tr("My room")
        )
        self.room.clicked.connect(lambda: self._choose(BackgroundSpec("room")))
        for tile in (self.blur, self.transparent, self.room):
            self._group.addButton(tile)
        self.strength = RowSliders([BLUR])
        self.strength.changed.connect(lambda _, strength: self._change_strength(strength))
        self.fit = Segments(FITS, name=tr("How the background fits"))
        self.backdrop = RowSliders(BACKDROP)
        self._adjustments = held(column(self.fit, self.backdrop))
        self.slides_by_time = box_of(BACKDROP, "slides_by_time")
        self.slides_by_time.hide()
        adjustments = (self.strength, self._adjustments, self.slides_by_time)
        fill(self.body, self._holder, *adjustments)
        tip = tr("Fit, blur and brightness of the background")
        self.adjust = icon_button("sliders", tip, checkable=True, kind="small")
        self.adjust.toggled.connect(lambda _: self._show_adjustments())
        self.aside.insertWidget(0, self.adjust)
        self._swatches: dict[str, Swatch] = {}
        for name, colour in COLOURS:
            swatch = Swatch(tr(name), colour=colour)
            swatch.clicked.connect(lambda _=False, colour=colour: self._choose_colour(colour))
            self._group.addButton(swatch)
            self._swatches[colour] = swatch
        self.mixed = Swatch(tr("Custom colour"), icon_name="plus")
        self.mixed.clicked.connect(self._ask_for_colour)
        self._group.addButton(self.mixed)
        self._colours = row(*self._swatches.values(), self.mixed, None, gap=GRID_PX // 2)
        self._mixed_layout = row(label(tr("Yours"), "small"), None, gap=GRID_PX // 2)
        self._mixed_row = held(self._mixed_layout)
        self._mixed_row.hide()
        fill(self.body, self._colours, self._mixed_row)
        self.show_entries([])
        self.show_chosen(self._current)

    def show_entries(self, entries: list[Entry]) -> None:
        """List these pictures and videos after blur and transparent, keeping known thumbnails."""
        for path in self._tiles.keys() - {entry.path for entry in entries}:
            tile = self._tiles.pop(path)
            self._group.removeButton(tile)
            tile.deleteLater()
        self.entries = list(entries)
        for entry in entries:
            if entry.path not in self._tiles:
                self._tiles[entry.path] = self._new_tile(entry)
        first = [self.blur, self.transparent, self.room]
        order = [*first, *(self._tiles[entry.path] for entry in entries)]
        for index, tile in enumerate(order):
            self._grid.addWidget(tile, index // COLUMNS, index % COLUMNS)
        # In visual order.
        strength = self.strength.slider(BLUR.name).slider
        stops = [self.add_button, *order, strength, *self._swatches.values()]
        for earlier, later in itertools.pairwise([*stops, self.mixed, *self._mixed.values()]):
            QWidget.setTabOrder(earlier, later)
        self.show_chosen(self._current)

    def is_missing(self, path: Path) -> bool:
        """Whether the file of a listed picture or video is gone."""
        return path in self._missing

    def paths(self) -> set[Path]:
        """Pictures and videos that are listed."""
        return set(self._tiles)

    def show_thumbnail(self, path: Path, image: QImage) -> None:
        """Fill in the tile of `path`, if it is still there."""
        if path in self._tiles:
            self._missing.discard(path)
            self._tiles[path].thumbnail = image

    def show_missing(self, path: Path, sentence: str) -> None:
        """Show on the tile of `path` why it has no picture."""
        if path in self._tiles:
            self._missing.add(path)
            self._tiles[path].show_missing()
            self._tiles[path].setToolTip(tr("{sentence}\nClick to locate it.", sentence=sentence))
            self._tiles[path].setAccessibleDescription(sentence)

    def show_mixed(self, colours: Sequence[str]) -> None:
        """Show the custom colours, newest first."""
        for colour in self._mixed.keys() - set(colours):
            swatch = self._mixed.pop(colour)
            self._group.removeButton(swatch)
            swatch.deleteLater()
        for colour in colours:
            if colour not in self._mixed:
                swatch = Swatch(tr("Custom colour {colour}", colour=colour), colour=colour)
                swatch.clicked.connect(lambda _=False, c=colour: self._choose_colour(c))
                self._group.addButton(swatch)
                self._mixed[colour] = swatch
        self._mixed = {colour: self._mixed[colour] for colour in colours}  # as they stand
        for place, colour in enumerate(colours):
            self._mixed_layout.insertWidget(place + 1, self._mixed[colour])
        self._mixed_row.setVisible(bool(colours))
        self.show_chosen(self._current)

    def show_windows(self, windows: Mapping[int, str], sentence: str) -> None:
        """List the windows that can be captured, by handle, or show why there is none."""
        self.windows_menu.clear()
        if sentence:
            self.windows_menu.addAction(sentence).setEnabled(False)
        for handle, title in windows.items():
            shown = self.fontMetrics().elidedText(
                title, Qt.TextElideMode.ElideRight, WINDOW_TITLE_PX
            )
            spec = BackgroundSpec("screen", window=handle)
            # Qt reads a single & as a mnemonic.
            self.windows_menu.addAction(
                shown.replace("&", "&&"), lambda spec=spec: self._choose(spec)
            )

    def show_chosen(self, spec: BackgroundSpec) -> None:
        """Select `spec` without a signal."""
        self._current = spec
        button = self._button_of(spec)
        if button is not None:
            button.setChecked(True)
        elif (checked := self._group.checkedButton()) is not None:
            self._group.setExclusive(False)
            checked.setChecked(False)
            self._group.setExclusive(True)
        if spec.kind == "blur":
            self._blur_strength = spec.blur_strength
            self.strength.show_values(spec)
        self.strength.setVisible(spec.kind == "blur")
        self._show_adjustments()

    def show_backdrop(self, backdrop: BackdropSettings) -> None:
        """Show the arrangement of the background, without a signal."""
        self.fit.set_chosen(backdrop.background_fit)
        self.backdrop.show_values(backdrop)
        self.slides_by_time.setChecked(backdrop.slides_by_time)

    def _show_adjustments(self) -> None:
        has_any = self._current.kind in ("file", "screen")
        self.adjust.setEnabled(has_any)
        self._adjustments.setVisible(has_any and self.adjust.isChecked())

    def next_after(self, spec: BackgroundSpec) -> BackgroundSpec:
        """The background after `spec` whose file is not missing; the first follows the last."""
        order = [
            BackgroundSpec("blur", blur_strength=self._blur_strength),
            BackgroundSpec("transparent"),
            *(BackgroundSpec("file", path=entry.path) for entry in self.entries),
            *(BackgroundSpec.parse(colour) for colour in (*self._swatches, *self._mixed)),
        ]
        same = [i for i, one in enumerate(order) if one == spec or one.kind == spec.kind == "blur"]
        begin = same[0] + 1 if same else 0
        following = order[begin:] + order[:begin]
        return next(other for other in following if other.path not in self._missing)

    def tile(self, path: Path) -> Tile:
        """The tile of a picture or video."""
        return self._tiles[path]

    def swatch(self, colour: str) -> Swatch:
        """The swatch of a ready-made or mixed colour."""
        return {**self._swatches, **self._mixed}[colour]

    def _new_tile(self, entry: Entry) -> Tile:
        is_video = entry.path.suffix.lower() in (".mp4", ".mov", ".mkv", ".webm", ".avi", ".m4v")
        tile = Tile(entry.name, icon_name="picture", is_removable=entry.is_own, is_video=is_video)
        spec = BackgroundSpec("file", path=entry.path)
        tile.clicked.connect(lambda: self._choose_or_locate(spec, entry.path))
        tile.removal_asked.connect(lambda: self.entry_removed.emit(entry.path))
        self._group.addButton(tile)
        return tile

    def _button_of(self, spec: BackgroundSpec) -> Tile | Swatch | None:
        plain = {"blur": self.blur, "transparent": self.transparent, "room": self.room}
        if spec.kind in plain or spec.kind == "screen":
            return plain.get(spec.kind)
        if spec.path is not None:
            return self._tiles.get(spec.path)
        colour = str(spec)
        if colour in self._swatches or colour in self._mixed:
            return self.swatch(colour)
        self.mixed.colour = colour
        return self.mixed

    def _choose(self, spec: BackgroundSpec) -> None:
        self.show_chosen(spec)
        self.chosen.emit(spec)

    def _choose_colour(self, colour: str) -> None:
        self._choose(BackgroundSpec.parse(colour))

    def _change_strength(self, strength: float) -> None:
        self._choose(BackgroundSpec("blur", blur_strength=strength))

    def _ask_for_colour(self) -> None:
        self.show_chosen(self._current)  # a click alone selects nothing yet
        before = self._before_mixing = self._current
        first = FIRST_MIXED if before.colour is None else str(before)
        dialog = QColorDialog(QColor(first), self.window())
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)  # for the theme
        dialog.setWindowTitle(tr("Background colour"))
        dialog.currentColorChanged.connect(lambda colour: self._choose_colour(colour.name()))
        dialog.colorSelected.connect(lambda colour: self._take_mixed(colour.name()))
        dialog.rejected.connect(lambda: self._choose(self._before_mixing))
        GESTURES.begin()  # undo takes it as one step
        dialog.finished.connect(GESTURES.end)
        open_once(dialog)

    def forget_room(self, instead: BackgroundSpec) -> None:
        """Another source is shown: where its room was before a colour is mixed, this is now."""
        if self._before_mixing.kind == "room":
            self._before_mixing = instead

    def _take_mixed(self, colour: str) -> None:
        self._choose_colour(colour)
        if colour not in self._swatches:
            self.colour_mixed.emit(colour)

    def _choose_or_locate(self, spec: BackgroundSpec, path: Path) -> None:
        if path not in self._missing:
            self._choose(spec)
            return
        self.show_chosen(self._current)  # a click alone selects nothing
        title, kinds = tr("Where is {name}?", name=path.name), _kinds()
        dialog = QFileDialog(self.window(), title, self.start_folder, kinds)
        ask_for_paths(dialog, lambda paths: self.entry_located.emit(path, paths[0]))

    def _ask_for_pdf(self) -> None:
        dialog = QFileDialog(
            self.window(), tr("Slides of a PDF"), self.start_folder, "PDF (*.pdf *.PDF)"
        )
        ask_for_paths(dialog, self.files_added.emit)

    def _ask_for_slides(self) -> None:
        dialog = QFileDialog(self.window(), tr("Pictures of the slides"), self.start_folder)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        ask_for_paths(dialog, lambda paths: self._choose(BackgroundSpec("file", path=paths[0])))

    def _ask_for_files(self) -> None:
        dialog = QFileDialog(self.window(), tr("Add backgrounds"), self.start_folder, _kinds())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        ask_for_paths(dialog, self.files_added.emit)


def _kinds() -> str:
    return file_filter(tr("Pictures, videos and PDF"), " *.pdf *.PDF")
