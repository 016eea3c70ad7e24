"""The lane of marks below the seek bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from test_gui_player import wait_at

from gui.preview.timeline import EDGE_PX, ROW_PX, TimelineMark

UNSURE = TimelineMark(0.5, 0.8, "unsure", "Two people overlap", "u0")
PICK = TimelineMark(1.2, 1.2, "pick", "Kept person", "p0")
STROKE = TimelineMark(0.2, 1.6, "remove", "Remove stroke", "s0", trimmable=True, at_s=1.0)


@pytest.fixture
def lane(file_driver):
    """The lane of a window that holds a film of two seconds."""
    file_driver.press(Qt.Key.Key_Space)
    return file_driver.window.transport.lane


def at(lane, time_s, row=0) -> QPoint:
    bar = lane.parentWidget().position
    x = bar.x() + bar.x_of(round(time_s * 1000))
    return QPoint(round(x), round(EDGE_PX + (row + 0.5) * ROW_PX))


def click(driver, lane, place) -> None:
    driver.qtbot.mouseClick(lane, Qt.MouseButton.LeftButton, pos=place)


def drag(driver, handle, by_px) -> None:
    place = QPoint(handle.width() // 2, handle.height() // 2)
    driver.qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=place)
    driver.qtbot.mouseMove(handle, place + QPoint(by_px, 0))
    driver.qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=place)


def test_a_lane_without_marks_takes_no_room(file_driver, lane):
    transport = file_driver.window.transport
    before = transport.sizeHint().height()
    assert not lane.isVisible()
    lane.show_marks("people", [UNSURE])
    assert lane.isVisible()
    file_driver.wait(lambda: transport.sizeHint().height() == before + ROW_PX + 2 * EDGE_PX)
    lane.show_marks("people", [])
    assert not lane.isVisible()
    file_driver.wait(lambda: transport.sizeHint().height() == before)


def test_a_click_on_a_mark_seeks_to_it_and_chooses_it(file_driver, lane):
    lane.show_marks("people", [UNSURE, PICK])
    lane.show_marks("strokes", [STROKE])
    chosen = []
    lane.chosen.connect(chosen.append)
    file_driver.wait(lambda: lane.width() > 300)
    click(file_driver, lane, at(lane, 0.7))
    wait_at(file_driver, 0.5333)  # the first frame from 0.5 s on, at 15 frames/s
    click(file_driver, lane, at(lane, 0.3, row=1))
    wait_at(file_driver, 1.0)  # the moment at which it was drawn
    click(file_driver, lane, at(lane, 1.7))  # nothing is there
    assert chosen == ["u0", "s0"]


def test_marks_that_overlap_have_rows_of_their_own(file_driver, lane):
    later = TimelineMark(1.0, 1.8, "keep", "Keep stroke", "s1")
    after = TimelineMark(1.6, 1.9, "soft", "Soft stroke", "s2")
    lane.show_marks("strokes", [STROKE, later, after])
    rows = {mark.id: row for mark, row in lane.rows}
    assert rows == {"s0": 0, "s1": 1, "s2": 0}
    lane.show_marks("people", [PICK, UNSURE])
    rows = {mark.id: row for mark, row in lane.rows}
    assert rows == {"p0": 0, "u0": 0, "s0": 1, "s1": 2, "s2": 1}
    many = [TimelineMark(0, 2, "keep", "Keep stroke", f"m{n}") for n in range(5)]
    lane.show_marks("strokes", many)
    assert lane.height() == 3 * ROW_PX + 2 * EDGE_PX


def test_the_ends_of_a_chosen_mark_are_dragged(file_driver, lane):
    lane.show_marks("strokes", [STROKE])
    trimmed = []
    lane.trimmed.connect(lambda *told: trimmed.append(told))
    assert not lane.start.isVisible()
    file_driver.wait(lambda: lane.width() > 300)
    click(file_driver, lane, at(lane, 0.4))
    assert lane.start.isVisible()
    by_px = at(lane, 0.5).x() - at(lane, 0).x()
    drag(file_driver, lane.start, by_px)
    assert len(trimmed) == 1, "told once, when it is dropped"
    assert trimmed[-1] == ("s0", pytest.approx(0.7, abs=0.02), pytest.approx(1.6))
    drag(file_driver, lane.end, -by_px)
    assert trimmed[-1] == ("s0", pytest.approx(0.2), pytest.approx(1.1, abs=0.02))
    file_driver.qtbot.mouseDClick(lane.end, Qt.MouseButton.LeftButton)
    assert trimmed[-1] == ("s0", pytest.approx(0.2), pytest.approx(2.0, abs=0.05))
    lane.choose("")
    assert not lane.start.isVisible()


def test_the_ends_are_moved_by_keys_and_never_cross(file_driver, lane):
    lane.show_marks("strokes", [STROKE])
    trimmed = []
    lane.trimmed.connect(lambda *told: trimmed.append(told))
    lane.choose("s0")
    file_driver.qtbot.keyClick(lane.start, Qt.Key.Key_Right)
    assert trimmed == [("s0", pytest.approx(1.2), pytest.approx(1.6))]
    file_driver.qtbot.keyClick(lane.start, Qt.Key.Key_End)
    (_, start_s, end_s) = trimmed[-1]
    assert start_s < end_s == pytest.approx(1.6)
    assert lane.start.accessibleName() == "Start of the mark"


def test_marks_that_come_do_not_disturb_a_drag(file_driver, lane):
    lane.show_marks("strokes", [STROKE])
    lane.choose("s0")
    place = QPoint(6, 7)
    file_driver.qtbot.mousePress(lane.start, Qt.MouseButton.LeftButton, pos=place)
    file_driver.qtbot.mouseMove(lane.start, place + QPoint(40, 0))
    moved = lane.start.value()
    assert moved > 200
    lane.show_marks("people", [UNSURE])
    assert lane.start.value() == moved
    file_driver.qtbot.mouseRelease(lane.start, Qt.MouseButton.LeftButton, pos=place)


def test_keys_go_from_mark_to_mark(file_driver, lane):
    lane.show_marks("people", [PICK, UNSURE])
    lane.show_marks("strokes", [STROKE])
    control = Qt.KeyboardModifier.ControlModifier
    file_driver.window.transport.timeline.sought.emit(0.0)
    wait_at(file_driver, 0.0)
    for at_s, chosen in ((0.5333, "u0"), (1.0, "s0"), (1.2, "p0")):
        file_driver.press(Qt.Key.Key_Right, control)
        wait_at(file_driver, at_s)
        assert lane.chosen_mark.id == chosen
    file_driver.press(Qt.Key.Key_Right, control)  # it is the last one
    assert lane.chosen_mark.id == "p0"
    file_driver.press(Qt.Key.Key_Left, control)
    wait_at(file_driver, 1.0)
    file_driver.qtbot.keyClick(lane, Qt.Key.Key_Left)
    wait_at(file_driver, 0.5333)


def test_marks_of_one_moment_follow_one_another(file_driver, lane):
    again = TimelineMark(1.2, 1.2, "pick", "Kept person", "p1")
    lane.show_marks("people", [PICK, again])
    file_driver.window.transport.timeline.sought.emit(0.0)
    wait_at(file_driver, 0.0)
    seen = []
    for _ in range(2):
        lane.step(1)
        seen.append(lane.chosen_mark.id)
        wait_at(file_driver, 1.2)
    assert seen == ["p0", "p1"]


def test_a_mark_says_what_it_is_and_when(file_driver, lane):
    lane.show_marks("people", [UNSURE, PICK])
    file_driver.wait(lambda: lane.width() > 300)
    place = at(lane, 0.6)
    QApplication.sendEvent(
        lane, QHelpEvent(QEvent.Type.ToolTip, place, lane.mapToGlobal(QPointF(place)).toPoint())
    )
    assert QToolTip.text() == "Two people overlap, 0:00.50 to 0:00.80"
    lane.step(1)
    assert lane.accessibleName() == "Marks of the video"
    assert lane.accessibleDescription() in (
        "Two people overlap, 0:00.50 to 0:00.80",
        "Kept person, 0:01.20",
    )
    QToolTip.hideText()
