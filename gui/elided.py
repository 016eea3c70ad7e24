"""Names of any length in little room: cut in the middle, where file names differ least."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
)

MIDDLE = Qt.TextElideMode.ElideMiddle
ICON_GAP_PX = 4  # Qt's own between a box's icon and its writing


class ElidedLabel(QLabel):
    """One line of writing that takes the width there is; the whole text is its tooltip."""

    def __init__(self, text: str, role: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)
        self.setToolTip(text)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def shown_text(self) -> str:
        """What there is room for."""
        return self.fontMetrics().elidedText(self.text(), MIDDLE, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        painter = QPainter(self)
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            self.shown_text(),
            self.foregroundRole(),
        )
        painter.end()


def paint_elided(box: QComboBox) -> None:
    """Paint a drop-down box as its style does, its text cut in the middle; from `paintEvent`."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    option.currentText = shown_choice(box)  # type: ignore[attr-defined] - missing in the stubs
    painter = QStylePainter(box)
    painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
    painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
    painter.end()


def shown_choice(box: QComboBox) -> str:
    """What there is room for of the entry that is chosen."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = (
        box.style()
        .subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            box,
        )
        .width()
    )
    if not box.itemIcon(box.currentIndex()).isNull():
        room -= box.iconSize().width() + ICON_GAP_PX
    return box.fontMetrics().elidedText(box.currentText(), MIDDLE, room)
