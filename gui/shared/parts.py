"""Parts: the small widgets that all panels share, so that they have one style."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.shared.icons import icon
from gui.shared.language import is_mirrored, tr, within_sentence

GRID_PX = 8  # every gap and margin is a multiple of it, or half of it
ICON_SIZE = QSize(18, 18)
ROLE = QPalette.ColorRole
MIDDLE = Qt.TextElideMode.ElideMiddle
ICON_GAP_PX = 4  # Qt's own between a box's icon and its writing


T = TypeVar("T")


class Painted(Generic[T]):
    """A value that a widget paints: another one paints the widget anew. `first` it is."""

    def __init__(self, first: T) -> None:
        self._first = first

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_painted_{name}"

    def __get__(self, widget: QWidget, owner: type) -> T:
        return getattr(widget, self._name, self._first)

    def __set__(self, widget: QWidget, value: T) -> None:
        if value != self.__get__(widget, type(widget)):
            setattr(widget, self._name, value)
            widget.update()


class SelfPainted:
    """Mixed into one of Qt's widgets: it paints itself, and with smooth edges."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:  # type: ignore[call-overload] - it is a widget, too
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint(painter)

    def paint(self, painter: QPainter) -> None:
        """Show what it is like now."""
        raise NotImplementedError


class ElidedLabel(QLabel):
    """One line of text, shortened to the available width; the tooltip has all of it."""

    def __init__(self, text: str, role: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)
        self.setToolTip(text)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def shown_text(self) -> str:
        """The text as shortened."""
        return self.fontMetrics().elidedText(self.text(), MIDDLE, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:
            self.style().drawItemText(
                painter,
                self.contentsRect(),
                int(self.alignment()),
                self.palette(),
                self.isEnabled(),
                self.shown_text(),
                self.foregroundRole(),
            )


def shown_choice(box: QComboBox) -> str:
    """The chosen entry's text as shortened; without a choice, what invites to one."""
    option, parts = QStyleOptionComboBox(), QStyle.SubControl
    box.initStyleOption(option)
    kind = QStyle.ComplexControl.CC_ComboBox
    room = box.style().subControlRect(kind, option, parts.SC_ComboBoxEditField, box).width()
    if not box.itemIcon(box.currentIndex()).isNull():
        room -= box.iconSize().width() + ICON_GAP_PX
    words = box.placeholderText() if box.currentIndex() < 0 else box.currentText()
    return box.fontMetrics().elidedText(words, MIDDLE, room)


def label(text: str, role: str = "", *, wraps: bool = False) -> QLabel:
    """A line of text; the style sheet styles it by `role`."""
    widget = QLabel(text)
    widget.setTextFormat(Qt.TextFormat.PlainText)  # file names may hold anything
    if role:
        widget.setProperty("role", role)
    widget.setWordWrap(wraps)
    return widget


def icon_button(name: str, tip: str, *, checkable: bool = False, kind: str = "icon") -> QToolButton:
    """A square button with an icon; `tip` is also what a screen reader says."""
    button = QToolButton()
    button.setProperty("kind", kind)
    button.setIcon(icon(name))
    button.setIconSize(ICON_SIZE)
    button.setToolTip(tip)
    button.setAccessibleName(tip.partition(" (")[0])
    button.setCheckable(checkable)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def opens_menu(button: QToolButton, menu: QMenu) -> None:
    """Let a click open `menu` below the button."""
    button.clicked.connect(lambda: menu.popup(button.mapToGlobal(button.rect().bottomLeft())))


def push_button(text: str, tip: str, *, kind: str = "", icon_name: str = "") -> QPushButton:
    """A button with text; `kind` is "primary", "link" or nothing."""
    button = QPushButton(text)
    if kind:
        button.setProperty("kind", kind)
    if icon_name:
        role = ROLE.HighlightedText if kind == "primary" else ROLE.ButtonText
        button.setIcon(icon(icon_name, role))
        button.setIconSize(ICON_SIZE)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


W = TypeVar("W", bound=QWidget)


def named(widget: W, name: str, tip: str = "") -> W:
    """A widget with its name for screen readers, which is also its tip if it has no other."""
    widget.setAccessibleName(name)
    widget.setToolTip(tip or name)
    return widget


def explain(widget: QWidget, tip: str, reason: str) -> None:
    """Add to a widget's tip why it is as it is; empty: nothing needs saying."""
    widget.setToolTip(f"{tip}\n{reason}" if reason else tip)
    widget.setAccessibleDescription(reason)


def copied_field(name: str, tip: str, text: str = "") -> tuple[QLineEdit, QPushButton]:
    """A line of text that can be read alone, and the button that copies it."""
    field, button = QLineEdit(text), push_button(tr("Copy"), tip)
    field.setAccessibleName(name)
    field.setReadOnly(True)
    field.setCursorPosition(0)

    def copy() -> None:
        QGuiApplication.clipboard().setText(field.text())
        button.setText(tr("Copied"))

    button.clicked.connect(copy)
    return field, button


def check_box(text: str, tip: str) -> QCheckBox:
    """A switch with its text beside it."""
    box = QCheckBox(text)
    box.setToolTip(tip)
    return box


def open_once(dialog: QDialog) -> None:
    """Show a dialog without blocking the window; it is deleted once it is closed."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def ask_for_paths(dialog: QFileDialog, on_chosen: Callable[[list[Path]], object]) -> None:
    """Show a file dialog without blocking the window; `on_chosen` receives what is chosen."""
    dialog.filesSelected.connect(lambda names: on_chosen([Path(name) for name in names]))
    open_once(dialog)


Part = QWidget | QLayout | None  # None stands for the stretch


def fill(layout: QBoxLayout, *parts: Part, wide: Part = None) -> None:
    """Add parts to a row or column; `wide` takes the room that is left."""
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, QWidget):
            layout.addWidget(part, int(part is wide))
        else:
            layout.addLayout(part, int(part is wide))


def row(*parts: Part, gap: int = GRID_PX, wide: Part = None) -> QHBoxLayout:
    """Parts side by side; see `fill`."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(gap)
    fill(layout, *parts, wide=wide)
    return layout


def held(layout: QLayout) -> QWidget:
    """A widget with nothing but this layout, which can be hidden."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def column(
    *parts: Part,
    of: QWidget | None = None,
    margin: int = 0,
    gap: int = GRID_PX,
    wide: Part = None,
) -> QVBoxLayout:
    """Parts one below the other, as the layout `of` a widget if there is one; see `fill`."""
    layout = QVBoxLayout() if of is None else QVBoxLayout(of)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(gap)
    fill(layout, *parts, wide=wide)
    return layout


class ChoiceBox(QComboBox):
    """A drop-down list that ignores the mouse wheel.

    Args:
        name: What a screen reader says.
        is_whole: Is as wide as its longest entry. Otherwise it is as wide as its column: camera
            names can be sentences.

    Signals:
        chosen: Data of the entry that a person chose.
    """

    chosen = Signal(object)

    def __init__(self, name: str, tip: str = "", *, is_whole: bool = False) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.activated.connect(lambda index: self.chosen.emit(self.itemData(index)))
        choices = QListView()  # the list that comes with a box does not obey the style sheet
        choices.setTextElideMode(MIDDLE)
        self.setView(choices)
        policy = QSizePolicy.Policy.Minimum if is_whole else QSizePolicy.Policy.Ignored
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)
        if is_whole:
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        else:
            self.setMinimumWidth(80)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = shown_choice(self)  # type: ignore[attr-defined] - not in the stubs
        if self.currentIndex() < 0:
            muted = self.palette().brush(ROLE.PlaceholderText)
            option.palette.setBrush(ROLE.ButtonText, muted)  # type: ignore[attr-defined] - likewise
        painter = QStylePainter(self)
        with painter:  # the stubs give it another type than the painter's own
            painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
            painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802
        event.ignore()


class Section(QWidget):
    """A section of the side panel with a title; a click collapses it.

    Signals:
        folded: True when a click collapsed the section.
    """

    folded = Signal(bool)

    def __init__(self, title: str) -> None:
        super().__init__()
        tip = tr("Show or hide {title}", title=within_sentence(title))
        self.header = icon_button("down", tip, checkable=True, kind="fold")
        self.header.setText(title)
        self.header.setIcon(icon("down", ROLE.PlaceholderText))
        self.header.setIconSize(QSize(14, 14))
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setChecked(True)
        self.header.setAccessibleName(tr("{title} section", title=title))
        self.header.toggled.connect(self._on_toggled)
        self.aside = row(gap=4)
        self.content = QWidget()
        self.body = column(of=self.content)
        column(row(self.header, None, self.aside), self.content, of=self)

    def set_open(self, is_open: bool) -> None:
        """Show or hide the content."""
        self.header.setChecked(is_open)

    def _on_toggled(self, is_open: bool) -> None:
        self.content.setVisible(is_open)
        self.header.setIcon(icon("down" if is_open else "right", ROLE.PlaceholderText))
        self.folded.emit(not is_open)


class Segments(QFrame):
    """A row of exclusive buttons, of which the first one is chosen.

    Args:
        choices: (key, text, icon name or "", tip) of each; text and tip are `marked`.
        name: What a screen reader says.

    Signals:
        chosen: Key of the clicked button.
    """

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str, str, str]], *, name: str) -> None:
        super().__init__()
        self.setObjectName("Segments")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._buttons: dict[str, QToolButton] = {}
        self._widths_px: tuple[int, int] | None = None
        self._icons_only = False
        self._has_icon = {key: bool(icon_name) for key, _, icon_name, _ in choices}
        group = QButtonGroup(self)
        layout = row(gap=0)
        layout.setContentsMargins(1, 1, 1, 1)
        for key, text, icon_name, tip in choices:
            button = icon_button(icon_name or "check", tr(tip), checkable=True, kind="segment")
            # The style sheet cannot set the gap between icon and text.
            button.setText(f" {tr(text)}" if icon_name else tr(text))
            button.setAccessibleName(tr(text))
            button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
            button.setToolButtonStyle(
                Qt.ToolButtonStyle.ToolButtonTextBesideIcon
                if icon_name
                else Qt.ToolButtonStyle.ToolButtonTextOnly
            )
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            group.addButton(button)
            layout.addWidget(button, 1)
            self._buttons[key] = button
        self.setLayout(layout)
        self.set_chosen(choices[0][0])

    def set_icons_only(self, icons_only: bool) -> None:
        """Hide the text of buttons with an icon; accessible names and tooltips stay."""
        if icons_only != self._icons_only:
            self._icons_only = icons_only
            self.updateGeometry()
        self._choose_style()

    def _choose_style(self) -> None:
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        if self._icons_only:
            style = Qt.ToolButtonStyle.ToolButtonIconOnly
        elif self.width() < self.width_with_words():
            style = Qt.ToolButtonStyle.ToolButtonTextOnly
        for key, button in self._buttons.items():
            if self._has_icon[key] and button.toolButtonStyle() != style:
                button.setToolButtonStyle(style)

    def width_with_words(self) -> int:
        """The minimum width with all text and icons."""
        return self._measured()[0]

    def minimumSizeHint(self) -> QSize:  # noqa: D102, N802
        least = super().minimumSizeHint()
        if any(self._has_icon.values()) and not self._icons_only:  # icons give way to words
            least.setWidth(min(least.width(), self._measured()[1]))
        return least

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        hint = super().sizeHint()
        if any(self._has_icon.values()) and not self._icons_only:
            hint.setWidth(max(hint.width(), self._measured()[0]))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._choose_style()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._widths_px = None
            self.updateGeometry()
            self._choose_style()

    def _measured(self) -> tuple[int, int]:
        """Width with words and icons, and with words alone."""
        if self._widths_px is None:
            # Measured on a separate button: a visible one would request a new layout each time.
            trial = icon_button("check", "", kind="segment")
            margins = self.contentsMargins()
            both = words = margins.left() + margins.right() + 2
            for key, button in self._buttons.items():
                trial.setText(button.text())
                trial.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
                trial.ensurePolished()
                words += trial.minimumSizeHint().width()
                if self._has_icon[key]:
                    trial.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                both += trial.minimumSizeHint().width()
            self._widths_px = both, words
        return self._widths_px

    def button(self, key: str) -> QToolButton:
        """The button with this key."""
        return self._buttons[key]

    def set_chosen(self, key: str) -> None:
        """Select `key` without a signal."""
        self._buttons[key].setChecked(True)

    def current(self) -> str:
        """Key of the selected button."""
        return next(key for key, button in self._buttons.items() if button.isChecked())


def scrolling(content: QWidget, *, is_stop: bool = False) -> QScrollArea:
    """Scrolls `content` up and down; the keys' focus passes it over unless it `is_stop`."""
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not is_stop:
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(content)
    return scroll


def separator() -> QFrame:
    """A hairline."""
    line = QFrame()
    line.setProperty("role", "separator")
    return line


def paint_bar(
    painter: QPainter, bed: QRectF, share: float, *, below: QColor, filled: QColor
) -> None:
    """A thin bar with round ends, filled to `share` from the side where text begins."""
    radius, part = bed.height() / 2, QRectF(bed)
    part.setWidth(bed.width() * share)
    if is_mirrored():
        part.moveRight(bed.right())
    painter.setPen(Qt.PenStyle.NoPen)
    for area, colour in ((bed, below), (part, filled)):
        painter.setBrush(colour)
        painter.drawRoundedRect(area, radius, radius)


def dropped_files(data: QMimeData) -> list[Path]:
    """Paths of the files that are dragged, in their order; links to the network are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropTarget(QLabel):
    """Lies over a part of the window while files are dragged over it, and takes them.

    It says what dropped files become.

    Args:
        words: What a drop does.

    Signals:
        dropped: Paths, in the order of the drop.
    """

    dropped = Signal(list)

    def __init__(self, host: QWidget, words: str) -> None:
        super().__init__(words, host)
        self._host = host
        self.setObjectName("DropTarget")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        host.setAcceptDrops(True)
        host.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        elif isinstance(event, QDragEnterEvent) and dropped_files(event.mimeData()):
            event.acceptProposedAction()
            self.setGeometry(self._host.rect())
            self.show()
            self.raise_()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.hide()
            paths = dropped_files(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self.dropped.emit(paths)
        else:
            return super().eventFilter(watched, event)
        return True


def in_two_lines(text: str, font: QFont, room_px: int) -> tuple[list[str], bool]:
    """Break `text` into two lines at most, between words, or within one longer than a line.

    Args:
        text: One paragraph.
        font: What it is written in.
        room_px: Width of a line.

    Returns:
        One or two lines, and whether the second one was shortened.
    """
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines: list[str] = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, room_px))
        lines.append(text[line.textStart() : line.textStart() + line.textLength()])
    layout.endLayout()
    is_shortened = len(lines) > 2
    if is_shortened:
        metrics = QFontMetrics(font)
        rest = metrics.elidedText("".join(lines[1:]), Qt.TextElideMode.ElideRight, room_px)
        lines = [lines[0], rest]
    return [line.strip() for line in lines], is_shortened


SEPARATOR = "   \u00b7   "


class StatusLine(ElidedLabel):
    """How it goes, in one line; what there is no room for is left out whole.

    The most important part comes first, and stays the longest; the tooltip has its own words.
    """

    def __init__(self) -> None:
        super().__init__("", "status")

    def show_parts(self, parts: list[str]) -> None:
        """Say these, as many as there is room for."""
        self.setText(SEPARATOR.join(part for part in parts if part))

    def shown_text(self) -> str:  # noqa: D102
        room, metrics = self.contentsRect().width(), self.fontMetrics()
        parts = self.text().split(SEPARATOR)
        while len(parts) > 1 and metrics.horizontalAdvance(SEPARATOR.join(parts)) > room:
            parts.pop()
        return metrics.elidedText(SEPARATOR.join(parts), Qt.TextElideMode.ElideRight, room)
