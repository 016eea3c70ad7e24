"""What a window's start asks for again and again is worked out once: rows and icons."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from gui.shared import icons
from gui.shared.icons import icon
from gui.shared.wrapping_row import WrappingRow


class Counted(WrappingRow):
    """Counts how often it is laid out or measured."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__(*widgets, gap=4)
        self.count_of_layouts = 0

    def _put(self, rect: QRect, *, is_tried: bool = False) -> int:
        self.count_of_layouts += 1
        return super()._put(rect, is_tried=is_tried)


def test_a_row_is_measured_again_only_when_something_changed(qtbot):
    labels = [QLabel("one"), QLabel("two")]
    row = Counted(*labels)
    host = QWidget()
    qtbot.addWidget(host)
    host.setLayout(row)
    wide = row.heightForWidth(1000)
    for _ in range(20):
        assert row.heightForWidth(1000) == wide
        row.sizeHint()
    assert row.count_of_layouts == 1
    narrow = row.heightForWidth(labels[0].sizeHint().width())
    assert narrow > wide, "another width"
    hint = row.sizeHint()
    labels[0].setText("a much longer text than before")
    assert row.sizeHint().width() > hint.width(), "another hint"
    labels[1].hide()
    assert row.heightForWidth(labels[0].sizeHint().width()) == wide, "a hidden child"
    labels[1].show()
    third = QLabel("three")
    row.addWidget(third)
    assert row.heightForWidth(labels[0].sizeHint().width()) > wide, "another child"
    row.removeWidget(third)
    labels[0].setText("one")
    assert row.heightForWidth(1000) == wide
    assert row.sizeHint() == hint


def test_an_icon_is_drawn_once_for_each_size_colour_and_scaling(qtbot, monkeypatch):
    drawn = []
    real = icons._renderer
    monkeypatch.setattr(icons, "_renderer", lambda *about: drawn.append(about) or real(*about))
    icons.QPixmapCache.clear()
    first = icon("check").pixmap(QSize(18, 18), 1.0)
    for _ in range(5):
        again = icon("check").pixmap(QSize(18, 18), 1.0)
        assert again.toImage() == first.toImage()
    assert len(drawn) == 1
    assert icon("check").pixmap(QSize(18, 18), 2.0).size() == QSize(36, 36)
    assert icon("check").pixmap(QSize(20, 20), 1.0).size() == QSize(20, 20)
    icon("check", QPalette.ColorRole.Highlight).pixmap(QSize(18, 18), 1.0)
    icon("close").pixmap(QSize(18, 18), 1.0)
    icon("check").pixmap(QSize(18, 18), 1.0, QIcon.Mode.Disabled)
    assert len(drawn) == 6
