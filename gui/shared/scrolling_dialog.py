"""Dialogs that are never higher than their screen; what they ask scrolls, their buttons stay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QLayout, QScrollArea, QWidget

from gui.shared.parts import GRID_PX, column, separator

MARGIN_PX, GAP_PX = 24, 16
TITLE_PX = 40  # at most, of a window's title and frame
LEAST_PX = 120  # of what scrolls


def most_height_px(dialog: QDialog) -> int:
    """What its screen has room for, below the title."""
    return dialog.screen().availableGeometry().height() - TITLE_PX


def keep_within_screen(dialog: QDialog) -> None:
    """Make a dialog that is being shown as low as its screen needs; parts of it scroll."""
    room = most_height_px(dialog)
    dialog.setMaximumHeight(room)
    dialog.resize(dialog.width(), min(dialog.height(), room))


class _Content(QScrollArea):
    """Wants to be as high as what it holds, and can be lower."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content.setObjectName("DialogContent")
        self.setWidget(content)
        self._content = content

    def wanted_height(self, width: int) -> int:
        """Of all that it holds, at such a width."""
        content = self._content
        if content.hasHeightForWidth():
            return content.heightForWidth(width)
        return content.sizeHint().height()

    def sizeHint(self) -> QSize:  # noqa: N802
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        least = self._content.minimumSizeHint().width()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(least + bar, min(LEAST_PX, self._content.sizeHint().height()))


class ScrollingDialog(QDialog):
    """Call `lay_out` once; it grows with what it holds, until its screen ends."""

    _scroll: _Content
    _was_fitted = False

    def lay_out(self, head: QWidget | None, content: QLayout, foot: QLayout) -> None:
        """`head` and `foot` stay in sight, `content` scrolls between them where it has to."""
        holder = QWidget()
        holder.setLayout(content)
        self._scroll = _Content(holder)
        self._line = line = separator()  # under what is cut
        line.hide()
        heads = [] if head is None else [head]
        parts = (*heads, self._scroll, line, foot)
        column(*parts, of=self, margin=MARGIN_PX, gap=GAP_PX, wide=self._scroll)
        holder.installEventFilter(self)

    def fit(self) -> None:
        """As high as what it holds, until the screen ends; once shown, it never shrinks."""
        layout = self.layout()
        if layout is None or not self.isVisible():
            return
        room = most_height_px(self)
        self.setMaximumHeight(room)
        layout.activate()
        width = max(self.width(), layout.minimumSize().width())
        around = self.height() - self._scroll.height()
        wanted = around + self._scroll.wanted_height(width - 2 * MARGIN_PX)
        if self._was_fitted:
            wanted = max(self.height(), wanted)
        self._was_fitted = True
        self.resize(width, min(room, wanted))
        self._line.setVisible(wanted > room)

    def bring_into_sight(self, widget: QWidget) -> None:
        """Scroll to it."""
        self._scroll.ensureWidgetVisible(widget, 0, GRID_PX)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102, N802
        super().showEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:  # noqa: D102
        is_done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # a part of it grew, as in another style
            self.fit()
        return is_done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() == QEvent.Type.LayoutRequest:
            self._scroll.updateGeometry()  # it wants to be as wide as what it holds
        return super().eventFilter(watched, event)
