"""Learning the room in the window: a countdown, a picture of what was learnt, and forgetting it."""

from dataclasses import replace

import gui_doubles
import numpy as np
import pytest
from gui_doubles import ROOM, LookEngine
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from app.pipeline.live import events
from app.video.opencv import cv2
from gpu_unet.network_input import Observation
from gui import room as dialog_module
from gui.room import UNKNOWN


class RoomEngine(LookEngine):
    """A network that reads a plate and sees nobody, or one who moves."""

    takes_clean_plate = True
    sees_somebody = False
    somebody_seen = 0  # times

    def set_clean_plate(self, plate):
        self.plate = plate

    def process(self, batch):
        composites = super().process(batch)
        if not batch.observe:
            return composites
        return replace(composites, observations=[self.seen(batch.frames[n]) for n in batch.observe])

    def seen(self, frame):
        height, width = self.architecture.height, self.architecture.width
        rgb = cv2.resize(frame, (width, height))
        alpha = np.zeros((height, width), np.uint8)
        if self.sees_somebody:
            where = np.s_[height // 4 :, width // 4 : width * 3 // 4]
            alpha[where] = 255
            rgb[where] = np.uint8(self.calls * 37 % 200)
            self.somebody_seen += 1
        return Observation(rgb, alpha)


@pytest.fixture
def room_driver(monkeypatch, driver_of_a_model_with_memory):
    monkeypatch.setattr(dialog_module, "SECOND_MS", 20)
    return driver_of_a_model_with_memory


@pytest.fixture
def driver_of_a_model_with_memory(monkeypatch, request):
    monkeypatch.setattr(gui_doubles, "LookEngine", RoomEngine)
    return request.getfixturevalue("driver")


def open_dialog(driver):
    driver.wait(lambda: driver.window.source.room.isVisible())
    driver.click(driver.window.source.room)
    driver.wait(lambda: driver.app.room.dialog is not None)
    return driver.app.room.dialog


def shown(dialog):
    """uint8 RGB of the picture in the dialog; None while there is none."""
    pixmap = dialog.picture.pixmap()
    if pixmap is None or pixmap.isNull():
        return None
    image = pixmap.toImage().convertToFormat(pixmap.toImage().Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    # A copy: the bytes are the image's, which ends here.
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def test_a_model_without_memory_offers_nothing_to_learn(driver):
    assert not driver.window.source.room.isVisible()


def test_the_room_is_learnt_after_a_countdown_and_can_be_looked_at(room_driver):
    room_driver.engine_factory.engines[-1].sees_somebody = True
    dialog = open_dialog(room_driver)
    assert dialog.picture.text() == UNKNOWN or shown(dialog) is not None
    room_driver.click(dialog.start)
    assert not dialog.start.isEnabled()
    assert "Step out" in dialog.says.text()
    room_driver.engine_factory.engines[-1].sees_somebody = False
    room_driver.wait(lambda: shown(dialog) is not None)
    room_driver.wait(lambda: np.abs(shown(dialog)[150, -40].astype(int) - ROOM).max() < 12)
    room_driver.wait(lambda: dialog.start.isEnabled())
    assert dialog.start.text() == "Learn again"


def test_somebody_who_stays_is_told_so(room_driver):
    engine = room_driver.engine_factory.engines[-1]
    engine.sees_somebody = True
    # The second look comes when the first one is known to who learns the room.
    room_driver.wait(lambda: engine.somebody_seen > 1)
    dialog = open_dialog(room_driver)
    room_driver.click(dialog.start)
    room_driver.wait(lambda: "Try again" in dialog.says.text())
    assert dialog.start.isEnabled()


def test_good_news_is_told_in_the_window(room_driver):
    room_driver.wait_notice("Room learnt")


def test_forgetting_empties_the_picture(room_driver):
    room_driver.wait_notice("Room learnt")
    dialog = open_dialog(room_driver)
    room_driver.wait(lambda: shown(dialog) is not None)
    room_driver.engine_factory.engines[-1].sees_somebody = True
    room_driver.click(dialog.forget)
    room_driver.wait(lambda: "deleted" in dialog.says.text())


def test_remembering_is_off_until_it_is_switched_on_and_is_itself_remembered(
    room_driver, monkeypatch, tmp_path
):
    dialog = open_dialog(room_driver)
    assert not dialog.keeps.isChecked()
    assert not room_driver.app.state.settings.keeps_room
    room_driver.click(dialog.keeps)
    assert room_driver.app.state.settings.keeps_room
    room_driver.app.state.write()
    assert '"keeps_room": true' in (tmp_path / "backdrop.ini").read_text().replace("\\", "")


def test_not_learning_switches_remembering_off_too(room_driver):
    dialog = open_dialog(room_driver)
    room_driver.click(dialog.keeps)
    room_driver.click(dialog.learns)
    settings = room_driver.app.state.settings
    assert not settings.learns_room
    assert not settings.keeps_room
    assert not dialog.keeps.isEnabled()
    assert not dialog.start.isEnabled()
    room_driver.click(dialog.learns)
    assert dialog.start.isEnabled()


def test_leaving_the_dialog_ends_the_countdown(room_driver):
    dialog = open_dialog(room_driver)
    room_driver.click(dialog.start)
    room_driver.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    room_driver.wait(lambda: room_driver.app.room.dialog is None)
    assert not [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]


def test_a_camera_that_shows_another_view_is_said(room_driver):
    room_driver.wait_notice("Room learnt")
    event = events.PlateDropped("changed", "The camera view changed.")
    room_driver.app.session.live_event.emit(event)
    room_driver.wait_notice("camera view changed")
