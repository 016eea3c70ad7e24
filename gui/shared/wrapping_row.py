"""WrappingRow: a row of widgets that wraps where the texts are long."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from gui.shared.language import is_mirrored


class WrappingRow(QLayout):
    """A row that wraps to further lines where its widgets do not fit.

    Args:
        widgets: From where lines of writing begin; the last goes to the end of its line if
            `is_spread`.
        gap: Between them, and between lines.
    """

    def __init__(self, *widgets: QWidget, gap: int, is_spread: bool = False) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap, self._is_spread = gap, is_spread
        self._heights: dict[int, int] = {}  # by width, until an item changes
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: D102, N802
        self._items.append(item)

    def count(self) -> int:  # noqa: D102
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: D102, N802
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: D102, N802
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: D102, N802
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: D102, N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: D102, N802
        if width not in self._heights:
            self._heights[width] = self._put(QRect(0, 0, width, 0), is_tried=True)
        return self._heights[width]

    def invalidate(self) -> None:  # noqa: D102
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:  # noqa: D102, N802
        super().setGeometry(rect)
        self._put(rect)

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: D102, N802
        size = QSize(0, 0)
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        room = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not lines or needed + self._gap > room:
                lines.append([])
                room = width + self._gap
            lines[-1].append(item)
            room -= needed + self._gap
        return lines

    def _put(self, rect: QRect, *, is_tried: bool = False) -> int:
        """Lay the items out in `rect`, or only measure; returns the height."""
        top = rect.top()
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            left = rect.left()
            for item in line:
                size = item.sizeHint()
                width = min(size.width(), rect.width())
                if self._is_spread and item is line[-1] and item is not line[0]:
                    left = rect.right() + 1 - width
                at = rect.right() + 1 - (left - rect.left()) - width if is_mirrored() else left
                if not is_tried:
                    middle = top + (height - size.height()) // 2
                    item.setGeometry(QRect(QPoint(at, middle), QSize(width, size.height())))
                left += width + self._gap
            top += height + self._gap
        return max(0, top - self._gap - rect.top())
