"""Every dialog on a small screen, and the words of the export dialog, which are shown whole."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.settings import Settings
from gui.export.choices import ExportContext
from gui.export.dialog import ExportDialog
from gui.leaving import CloseDialog
from gui.output.panel import SilentDialog
from gui.shared.language import LANGUAGES
from gui.shared.scrolling_dialog import TITLE_PX, ScrollingDialog
from gui.shared.theme import Theme

SMALL_SCREEN = QRect(0, 0, 960, 492)  # Full HD at 200 %, with a task bar


def scrolls(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return parent is not None and (isinstance(parent, QScrollArea) or scrolls(parent))


def test_every_dialog_fits_a_small_screen_with_its_buttons_in_sight(file_driver, monkeypatch):
    monkeypatch.setattr(QScreen, "availableGeometry", lambda self: SMALL_SCREEN)
    window, app = file_driver.window, file_driver.app
    app.exports.ask()
    app.window.action.emit("keys")
    app.room.open()
    window.action.emit("about")
    window.action.emit("remote")
    window.gallery.mixed.click()
    SilentDialog(["Headset"], window).open()
    CloseDialog(is_recording=True, export_count=2, parent=window).open()
    dialogs = window.findChildren(QDialog)
    assert len(dialogs) == 8
    for dialog in dialogs:
        file_driver.wait(dialog.isVisible)
        assert dialog.height() <= SMALL_SCREEN.height() - TITLE_PX, type(dialog).__name__
        buttons = [b for b in dialog.findChildren(QPushButton) if b.isVisible() and not scrolls(b)]
        assert buttons
        for button in buttons:
            corner = button.mapTo(dialog, button.rect().bottomRight() + QPoint(1, 1))
            assert dialog.rect().contains(corner), button.text()


def test_nothing_scrolls_where_there_is_room(file_driver):
    window, app = file_driver.window, file_driver.app
    for ask in (app.room.open, app.exports.ask, app.remote.open):
        ask()
        (dialog,) = window.findChildren(ScrollingDialog)
        assert dialog.isVisible()
        bar = dialog.findChild(QScrollArea).verticalScrollBar()
        file_driver.wait(lambda bar=bar: bar.maximum() == 0)  # once it is laid out
        dialog.reject()
        file_driver.wait(lambda: not window.findChildren(ScrollingDialog))


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_choice_of_an_export_is_read_whole(qapp, qtbot, tmp_path, speaks, name):
    speaks(name)
    Theme(qapp, "dark").dress()
    settings = Settings(background=BackgroundSpec.parse("transparent"))
    dialog = ExportDialog(
        ExportContext(
            [tmp_path / "a.mp4"],
            settings,
            2.0,
            tmp_path,
            frame_size=(2160, 3840),
            frame_rate=30000 / 1001,
        )
    )
    qtbot.addWidget(dialog)
    dialog.show()
    for number in range(dialog.container.count()):
        dialog.container.setCurrentIndex(number)
        dialog.container.activated.emit(number)
        boxes = dialog.findChildren(QComboBox)
        # Until the layout has settled.
        qtbot.waitUntil(lambda boxes=boxes: not any(map(cut_words, boxes)))


def cut_words(box: QComboBox) -> list[str]:
    """What is longer than its field."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        option,
        QStyle.SubControl.SC_ComboBoxEditField,
        box,
    )
    words = [box.itemText(number) for number in range(box.count())]
    return [text for text in words if box.fontMetrics().horizontalAdvance(text) > field.width()]
