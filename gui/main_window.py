"""MainWindow: the layout of the window; controls make the decisions."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QActionGroup,
    QCloseEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QMainWindow, QMenu, QToolButton, QWidget

from app.messages import marked
from app.video.files.still import PICTURE_SUFFIXES
from gui.background.gallery import Gallery
from gui.engine.panel import EnginePanel
from gui.export.tray import ExportButton, ExportTray
from gui.look.panel import LookPanel
from gui.output.panel import OutputPanel, RecordBar
from gui.person.panel import PersonPanel
from gui.preview.notices import Notices
from gui.preview.preview import Preview
from gui.preview.transport import Transport
from gui.preview.welcome import Welcome
from gui.shared.icons import icon
from gui.shared.keys import combination
from gui.shared.language import LANGUAGES, tr, within_sentence
from gui.shared.parts import (
    GRID_PX,
    Section,
    Segments,
    StatusLine,
    column,
    dropped_files,
    held,
    icon_button,
    opens_menu,
    push_button,
    row,
    scrolling,
    separator,
)
from gui.shared.scrolling_dialog import TITLE_PX
from gui.shortcuts import DEFAULT_KEYS, HELD, REPEATED, ShortcutsOverlay, shown_keys
from gui.source.panel import SourcePanel

SIDE_WIDTH_PX, MOST_SIDE_WIDTH_PX = 344, 416
SMALLEST_WIDTH_PX, SMALLEST_HEIGHT_PX = 960, 540  # half a Full HD screen, or all of it at 200 %
NARROW_PX = 1060  # below it the views have icons alone
LOW_PX = 640  # below it gaps are half as wide, and a notice's strip is lower
COMPACT_WIDTH_PX, COMPACT_HEIGHT_PX = 400, 300
COMPACT_LEAST_PX = (300, 220)
FIRST_WIDTH_PX, FIRST_HEIGHT_PX = 1280, 800
STILL_SUFFIXES = PICTURE_SUFFIXES | {".pdf"}  # what is no source for somebody who is live
VIEWS = [
    ("result", marked("Result"), "picture", marked("What others see (V)")),
    ("matte", marked("Matte"), "matte", marked("White is kept, black is replaced (V)")),
    ("cutout", marked("Cut-out"), "cutout", marked("You with transparency, on a checkerboard (V)")),
    ("compare", marked("Compare"), "compare", marked("Before and after, for files (V)")),
]


class MainWindow(QMainWindow):
    """The window.

    Signals:
        action: What is asked for: a shortcut of `gui.shortcuts`, or an entry of the menu.
        original_held: True while the key or button for the original is down.
        close_asked: The user wants to close the window; `allow_close` closes it.
        closed: The window has closed.
        files_dropped: Paths to open, in the order of the drop.
        backgrounds_dropped: Paths of pictures that were dropped on a camera's picture.

    Attributes:
        is_live: A camera is shown: pictures that are dropped on it become its background.
    """

    action = Signal(str)
    original_held = Signal(bool)
    close_asked = Signal()
    closed = Signal()
    files_dropped = Signal(list)
    backgrounds_dropped = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Backdrop")
        self.setMinimumSize(SMALLEST_WIDTH_PX, SMALLEST_HEIGHT_PX)
        self.resize(FIRST_WIDTH_PX, FIRST_HEIGHT_PX)
        self.setAcceptDrops(True)
        self.is_live = False
        self._may_close = False
        self._keys = dict(DEFAULT_KEYS)
        self._shown_keys = dict(DEFAULT_KEYS)  # as tips have them in the sources
        self.is_compact = False  # whether the mini window is shown
        self._wants_transport = False
        self._size_before = self.size()
        self._was_maximised = False  # before the mini window
        self.preview = Preview()
        self.transport = Transport()
        self.record_bar = RecordBar()
        self.view = Segments(VIEWS, name=tr("View"))
        self.source = SourcePanel()
        self.gallery = Gallery()
        self.look = LookPanel()
        self.person = PersonPanel()
        self.output = OutputPanel()
        self.engine = EnginePanel()
        self.exports = ExportTray()
        self.status = StatusLine()
        self.notices = Notices()
        self._make_buttons()
        self._lay_out()
        self.welcome = Welcome(self.preview)
        self.overlay = ShortcutsOverlay(self._central)
        self.overlay.change.clicked.connect(lambda: self.action.emit("keys"))
        self._make_shortcuts()
        self._central.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._central.setFocus()  # no control wears a focus ring before Tab was pressed

    def sections(self) -> dict[str, Section]:
        """The side panel's sections that fold, by name."""
        return {
            "source": self.source,
            "background": self.gallery,
            "look": self.look,
            "person": self.person,
            "engine": self.engine,
        }

    def set_full_screen(self, is_full: bool) -> None:
        """Switch full screen on or off."""
        if is_full:
            self.set_compact(False)
        for widget in (self.top_bar, self.bottom_bar):
            widget.setVisible(not is_full)
        self.exports.set_away(is_full)
        self.side_panel.setVisible(not is_full and self.panel_button.isChecked())
        # Not `showFullScreen`, after which a window that was maximised is so no more.
        self._set_state(Qt.WindowState.WindowFullScreen, is_full)
        if is_full:
            self.activateWindow()
        self._fit_height(is_full=is_full)

    def set_compact(self, is_compact: bool) -> None:
        """Switch between the mini window (picture, record, background; always on top) and all."""
        if is_compact == self.is_compact:
            return
        if is_compact:
            is_larger = self.isFullScreen() or self.isMaximized()
            self._size_before = self.normalGeometry().size() if is_larger else self.size()
            self.set_full_screen(False)
            self._was_maximised = self.isMaximized()
            self._set_state(Qt.WindowState.WindowMaximized, False)
        self.is_compact = is_compact
        for widget in (self.top_bar, self.output, self.export):
            widget.setVisible(not is_compact)
        self.show_export_all()
        self.exports.set_away(is_compact)
        self.transport.setVisible(not is_compact and self._wants_transport)
        self.side_panel.setVisible(not is_compact and self.panel_button.isChecked())
        for widget in (self.next_background, self.leave_compact):
            widget.setVisible(is_compact)
        self.record_bar.set_compact(is_compact)
        least = COMPACT_LEAST_PX if is_compact else (SMALLEST_WIDTH_PX, SMALLEST_HEIGHT_PX)
        self.preview.setMinimumSize(*((160, 90) if is_compact else (320, 180)))
        self.setMinimumSize(*least)
        was_visible = self.isVisible()
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint, is_compact)
        if is_compact:
            self.resize(COMPACT_WIDTH_PX, COMPACT_HEIGHT_PX)
        else:
            self.resize(self._size_before)
            _move_within_screen(self)  # the mini window stood in a corner
            self._set_state(Qt.WindowState.WindowMaximized, self._was_maximised)
        self._fit_height()
        if was_visible:  # changing a flag hides the window
            self.show()

    def usual_geometry(self) -> bytes:
        """Leave full screen and the mini window; what `saveGeometry` gives then."""
        self.set_full_screen(False)
        self.set_compact(False)
        return bytes(self.saveGeometry().data())

    def _set_state(self, state: Qt.WindowState, is_on: bool) -> None:
        others = self.windowState() & ~state
        self.setWindowState(others | state if is_on else others)

    def show_transport(self, is_shown: bool) -> None:
        """Show or hide the transport bar."""
        self._wants_transport = is_shown
        self.transport.setVisible(is_shown and not self.is_compact)

    def show_export_all(self) -> None:
        """Show the button where there are several files."""
        self.export_all.setVisible(not self.is_compact and self.source.queue.count() > 1)

    def show_history(self, undo: str, redo: str) -> None:
        """Show what undo and redo would change; empty: nothing."""
        undone, redone = within_sentence(undo), within_sentence(redo)
        to_undo = tr("Undo: {what}", what=undone) if undo else tr("Nothing to undo")
        to_redo = tr("Redo: {what}", what=redone) if redo else tr("Nothing to redo")
        for button, what, is_any, name in (
            (self.undo, to_undo, bool(undo), "undo"),
            (self.redo, to_redo, bool(redo), "redo"),
        ):
            button.setEnabled(is_any)
            button.setToolTip(f"{what} ({shown_keys(self._keys[name])})")
            button.setAccessibleName(what)

    def allow_close(self) -> None:
        """Close now, without asking again; may be called twice."""
        if self._may_close:
            return
        self._may_close = True
        self.close()
        # Emitted here: Qt swallows a second close, and its event, inside the first one.
        self.closed.emit()

    def _make_buttons(self) -> None:
        self.original = icon_button("eye", tr("Hold to show the original (O)"))
        self.original.pressed.connect(lambda: self.original_held.emit(True))
        self.original.released.connect(lambda: self.original_held.emit(False))
        self.full_screen = self._button("full_screen", "fullscreen", tr("Full screen (F11)"))
        self.undo = self._button("undo", "undo", tr("Undo"))
        self.redo = self._button("redo", "redo", tr("Redo"))
        self.panel_button = icon_button("side-panel", tr("Side panel (F9)"), checkable=True)
        self.panel_button.setChecked(True)
        self.panel_button.toggled.connect(self._show_side_panel)
        self.more = icon_button("more", tr("More"))
        tip = tr("Next background (B)")
        self.next_background = self._button("next_background", "next", tip, kind="boxed")
        tip = tr("Back to the full window (F10)")
        self.leave_compact = self._button("compact", "fullscreen", tip, kind="boxed")
        self.compact = self._button("compact", "compact", tr("Mini window, always on top (F10)"))
        self.export = ExportButton()
        self.export.clicked.connect(lambda: self.action.emit("export"))
        self.export_all = push_button(
            tr("Export all\u2026"), tr("Export every file in the list (Ctrl+Shift+E)")
        )
        for button in (self.next_background, self.leave_compact, self.export_all):
            button.hide()
        self.export_all.clicked.connect(lambda: self.action.emit("export_all"))
        self.menu = QMenu(self)
        opens_menu(self.more, self.menu)
        self._add_entries(
            ("save_project", "save", tr("Save the project")),
            ("save_project_as", "save", tr("Save the project as\u2026")),
        )
        self.menu.addSeparator()
        themes = {"system": tr("System default"), "dark": tr("Dark"), "light": tr("Light")}
        languages = {"": tr("System default")} | LANGUAGES
        self.themes = self._make_choices("palette", tr("Theme"), themes)
        self.languages = self._make_choices("globe", tr("Language"), languages)
        self.menu.addSeparator()
        self.constant_rate = self.menu.addAction(tr("Record at a constant frame rate"))
        self.constant_rate.setCheckable(True)
        self.desktop = self.menu.addAction(tr("Cut-out on the desktop"))
        self.click_through = self.menu.addAction(tr("Let clicks through the cut-out"))
        for action in (self.desktop, self.click_through):
            action.setCheckable(True)
        self.sending = self.menu.addMenu(
            icon("virtual-camera"), tr("Send with transparency to other programs")
        )
        self.menu.addSeparator()
        self._add_entries(
            ("help", "keyboard", tr("Keyboard shortcuts")),
            ("keys", "sliders", tr("Change keys\u2026")),
            ("remote", "remote", tr("Remote control\u2026")),
            ("log", "folder", tr("Show the log")),
            ("about", "info", tr("About Backdrop")),
            ("quit", "close", tr("Quit")),
        )

    def _button(self, action: str, icon_name: str, tip: str, *, kind: str = "icon") -> QToolButton:
        button = icon_button(icon_name, tip, kind=kind)
        button.clicked.connect(lambda: self.action.emit(action))
        return button

    def _add_entries(self, *entries: tuple[str, str, str]) -> None:
        """Add (action, icon name, words) to the menu."""
        for name, icon_name, words in entries:
            entry = self.menu.addAction(icon(icon_name), words)
            entry.triggered.connect(lambda _=False, name=name: self.action.emit(name))

    def _make_choices(self, icon_name: str, title: str, choices: Mapping[str, str]) -> QActionGroup:
        """A menu with one of several choices, whose keys are the data of its entries."""
        menu, group = self.menu.addMenu(icon(icon_name), title), QActionGroup(self)
        for key, words in choices.items():
            action = group.addAction(words)
            action.setCheckable(True)
            action.setData(key)
        menu.addActions(group.actions())
        return group

    def _lay_out(self) -> None:
        views, history = (self.view, self.original), (self.undo, self.redo)
        sizes, rest = (self.compact, self.full_screen), (self.panel_button, self.more)
        self.top_bar = held(row(*views, None, *history, *sizes, *rest, gap=GRID_PX // 2))
        live = (self.record_bar, self.output, self.next_background)
        exports = (self.export_all, self.export)
        self.bottom_bar = held(row(*live, None, self.leave_compact, *exports))
        self.bottom_bar.installEventFilter(self)
        left = QWidget()
        picture = (self.notices, self.preview, self.transport)
        below = (self.bottom_bar, self.exports, self.status)
        self._left = column(self.top_bar, *picture, *below, of=left, wide=self.preview)
        self.transport.hide()
        self.side_panel = self._make_side_panel()
        self._central = held(row(left, self.side_panel, gap=0, wide=left))
        self.setCentralWidget(self._central)

    def _make_side_panel(self) -> QFrame:
        content = QWidget()
        content.setObjectName("SidePanelContent")
        sections = column(of=content, margin=2 * GRID_PX, gap=2 * GRID_PX)
        for index, section in enumerate(self.sections().values()):
            if index:
                sections.addWidget(separator())
            sections.addWidget(section)
        sections.addStretch(1)
        content.installEventFilter(self)
        self._sections, self._scroll = content, scrolling(content)
        panel = QFrame()
        panel.setObjectName("SidePanel")
        panel.setFixedWidth(SIDE_WIDTH_PX)
        column(self._scroll, of=panel).setContentsMargins(1, 0, 0, 0)
        return panel

    def _make_shortcuts(self) -> None:
        self._shortcuts: dict[str, QShortcut] = {}
        for name, keys in DEFAULT_KEYS.items():
            # A focused button takes Space first; the key for the original acts while held.
            if name not in (HELD, "play_pause"):
                shortcut = QShortcut(QKeySequence(keys), self)
                shortcut.setAutoRepeat(name in REPEATED)
                shortcut.activated.connect(lambda name=name: self.action.emit(name))
                self._shortcuts[name] = shortcut

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Set the shortcuts by action; tooltips and the overlay follow."""
        for name, shortcut in self._shortcuts.items():
            shortcut.setKey(QKeySequence(keys[name]))
        shown = {name: shown_keys(its) for name, its in keys.items()}
        changed = {
            f"({was})": f"({shown[name]})"
            for name, was in self._shown_keys.items()
            if was != shown[name]
        }
        for widget in self.findChildren(QWidget):
            tip = widget.toolTip()
            _, bracket, last = tip.rpartition("(")
            if bracket and f"({last}" in changed:
                widget.setToolTip(tip.removesuffix(f"({last}") + changed[f"({last}"])
        self._keys, self._shown_keys = dict(keys), shown
        self.transport.mute_key = shown["mute"]
        self.record_bar.show_key(shown["record"])
        self.overlay.show_keys(keys)

    @property
    def keys(self) -> dict[str, str]:
        """The shortcuts by action."""
        return dict(self._keys)

    def _is_key_of(self, event: QKeyEvent, name: str) -> bool:
        return combination(self._keys[name]) == event.keyCombination()

    def _show_side_panel(self, is_shown: bool) -> None:
        self.side_panel.setVisible(is_shown and not self.is_compact)
        self._fit_view()

    def _fit_view(self) -> None:
        """Hide the names of the views where the window is narrow."""
        is_shown = self.side_panel.isVisibleTo(self)
        room = self.width() - 4 * GRID_PX - (self.side_panel.width() if is_shown else 0)
        others = self.top_bar.minimumSizeHint().width() - self.view.minimumSizeHint().width()
        is_long = others + self.view.width_with_words() > room
        self.view.set_icons_only((self.width() < NARROW_PX and is_shown) or is_long)

    def _fit_side(self) -> None:
        """Widen the side panel for languages with long words."""
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        needed = self._sections.minimumSizeHint().width() + bar + 1
        width = min(MOST_SIDE_WIDTH_PX, max(SIDE_WIDTH_PX, needed))
        if width != self.side_panel.width():
            self.side_panel.setFixedWidth(width)
            self._fit_view()

    def _fit_record(self) -> None:
        """Hide the word on the record button where its row is full."""
        bar = self.record_bar
        others = self.bottom_bar.minimumSizeHint().width() - bar.minimumSizeHint().width()
        bar.set_icon_only(others + bar.width_with_words() > self.bottom_bar.width())

    def _fit_height(self, *, is_full: bool | None = None) -> None:
        """Leave the picture three fifths of the height, whatever else there is to show."""
        is_full = self.isFullScreen() if is_full is None else is_full
        is_low = self.height() < LOW_PX
        margin = 0 if is_full else GRID_PX if is_low or self.is_compact else 2 * GRID_PX
        top = margin // 2 if is_low else margin
        self._left.setContentsMargins(margin, top, margin, margin // 2)
        self._left.setSpacing(GRID_PX // 2 if is_low else GRID_PX)
        self.notices.set_low(is_low)
        self.status.setVisible(not (is_full or self.is_compact))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._fit_view()
        self._fit_height()
        self.source.fit_queue(self.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit_record()
            self._fit_side()
        return super().eventFilter(watched, event)

    # Drops, keys that are no shortcuts, and leaving

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: D102, N802
        if dropped_files(event.mimeData()):  # every file: an unsupported one gets a notice
            event.acceptProposedAction()
            is_for_background = self._is_for_background(event)
            words = tr("Drop to use as the background") if is_for_background else tr("Drop to open")
            self.preview.drop_words = words

    dragEnterEvent = dragMoveEvent  # noqa: N815

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: D102, N802
        self.preview.drop_words = ""

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102, N802
        self.preview.drop_words = ""
        paths = dropped_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            if self._is_for_background(event):
                self.backgrounds_dropped.emit(paths)
            else:
                self.files_dropped.emit(paths)

    def _is_for_background(self, event: QDropEvent) -> bool:
        """Whether pictures are over a camera's picture, which they are not meant to replace."""
        at = self.preview.mapFrom(self, event.position().toPoint())
        paths = dropped_files(event.mimeData())
        are_pictures = all(path.suffix.lower() in STILL_SUFFIXES for path in paths)
        return self.is_live and are_pictures and self.preview.rect().contains(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if self._is_key_of(event, HELD) and not event.isAutoRepeat():
            self.original_held.emit(True)
        elif self._is_key_of(event, "play_pause") and not event.isAutoRepeat():
            self.action.emit("play_pause")
        elif event.key() == Qt.Key.Key_Escape and self.isFullScreen():
            self.action.emit("full_screen")
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        # The modifier may be released first.
        if combination(self._keys[HELD]).key() == event.key() and not event.isAutoRepeat():
            self.original_held.emit(False)
        else:
            super().keyReleaseEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        # Another window took the focus: the release of a held key will not arrive here.
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.original_held.emit(False)
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102, N802
        if self._may_close:
            event.accept()
        else:
            event.ignore()
            self.close_asked.emit()


def restore_within_screen(window: QWidget, geometry: bytes) -> None:
    """Restore position and size of `window`, within the screen.

    Args:
        window: Not shown yet.
        geometry: What Qt's `saveGeometry` gave; empty or from a much larger screen, Qt passes it
            over and the window keeps its size, which may be more than there is room for.
    """
    window.restoreGeometry(QByteArray(geometry))
    room = window.screen().availableGeometry()
    # The height of the title bar is unknown before the window is shown.
    window.resize(window.size().boundedTo(room.size() - QSize(0, TITLE_PX)))
    _move_within_screen(window)


def _move_within_screen(window: QWidget) -> None:
    room = window.screen().availableGeometry()
    if room.contains(window.frameGeometry()):
        return
    frame = window.frameGeometry()
    frame.moveRight(min(frame.right(), room.right()))
    frame.moveBottom(min(frame.bottom(), room.bottom()))
    window.move(QPoint(max(frame.left(), room.left()), max(frame.top(), room.top())))
