"""The person is dragged and sized in the picture, by a frame with handles."""

from __future__ import annotations

import pytest
from gui_driver import GuiDriver, read
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from test_gui_export import open_dialog, run
from test_gui_history import turn, undo

from app.pipeline.framing import Placement
from gpu_unet.settings import LayerSettings
from gui.person.frame import HANDLES, LINES, PersonFrame, opposite, snapped_move, snapped_size
from gui.person.panel import CORNER
from gui.preview.preview import picture_area, whole_frame_area
from gui.preview.view import ViewMode

LEFT = Qt.MouseButton.LeftButton
FREE = Qt.KeyboardModifier.ControlModifier
NEAR = 0.4  # in percent: half a pixel of the window


def layer(driver: GuiDriver) -> LayerSettings:
    return driver.app.state.settings.layer


def begin(driver: GuiDriver, **values: float) -> PersonFrame:
    """Open the frame over a person who stands there."""
    if values:
        driver.app.state.change_settings(layer=LayerSettings(**values))
        turn(driver)
    driver.click(driver.window.person.drag)
    frame = driver.app.person.frame
    assert frame.isVisible()
    return frame


def drag(frame: PersonFrame, start: QPointF, by: tuple[float, float], modifier=FREE) -> None:
    """In three moves, each seen by the window."""
    press(frame, start, modifier)
    for step in (1, 2, 3):
        move(frame, start + QPointF(*by) * step / 3, modifier)
    end = start + QPointF(*by)
    QTest.mouseRelease(frame, LEFT, modifier, end.toPoint())
    QTest.qWait(1)


def press(frame: PersonFrame, at: QPointF, modifier=FREE) -> None:
    QTest.mousePress(frame, LEFT, modifier, at.toPoint())


def move(frame: PersonFrame, at: QPointF, modifier=FREE) -> None:
    """`QTest.mouseMove` takes no modifier."""
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    place = QPointF(at.toPoint())
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        place,
        QPointF(frame.mapToGlobal(place.toPoint())),
        Qt.MouseButton.NoButton,
        LEFT,
        modifier,
    )
    QApplication.sendEvent(frame, event)
    QTest.qWait(1)  # the history looks after each turn of the event loop


def test_the_frame_follows_the_sliders_and_the_sliders_follow_the_frame(driver):
    frame = begin(driver, **CORNER)
    whole = whole_frame_area(driver.window.preview)
    rect = frame.rect_of_person()
    assert rect.width() == pytest.approx(0.36 * whole.width())
    assert rect.bottom() == pytest.approx(whole.bottom())
    drag(frame, rect.center(), (-0.2 * whole.width(), -0.1 * whole.height()))
    assert layer(driver).person_size == 36.0
    assert layer(driver).person_across == pytest.approx(14.0, abs=NEAR)
    assert layer(driver).person_down == pytest.approx(-10.0, abs=NEAR)
    sliders = driver.window.person.sliders
    assert sliders.slider("person_across").value() == pytest.approx(14.0, abs=1.1)
    driver.drag(sliders.slider("person_across").slider, 0.5)
    assert frame.rect_of_person().center().x() == pytest.approx(whole.center().x(), abs=3)


def test_a_handle_scales_about_the_opposite_one_and_keeps_the_proportions(driver):
    stands = {"person_size": 40.0, "person_down": -30.0}
    frame = begin(driver, **stands)
    for handle in HANDLES:
        driver.app.state.change_settings(layer=LayerSettings(**stands))
        turn(driver)
        before = frame.rect_of_person()
        u, v = opposite(handle)
        by = ((handle[0] - u) * before.width() / 4, (handle[1] - v) * before.height() / 4)
        drag(frame, frame.place_of(handle), by)
        after = frame.rect_of_person()
        assert layer(driver).person_size == pytest.approx(50.0, abs=1.0), handle
        assert after.width() / after.height() == pytest.approx(before.width() / before.height())
        x, y = before.left() + u * before.width(), before.top() + v * before.height()
        assert after.left() + u * after.width() == pytest.approx(x, abs=0.5), handle
        assert after.top() + v * after.height() == pytest.approx(y, abs=0.5), handle


def test_a_drag_that_changes_more_as_it_goes_on_is_one_step_of_undo(driver):
    frame = begin(driver, person_size=50.0)
    centre = frame.rect_of_person().center()
    press(frame, centre)
    for by in ((20, 0), (40, 0), (40, -30)):
        move(frame, centre + QPointF(*by))
    QTest.mouseRelease(frame, LEFT, FREE, (centre + QPointF(40, -30)).toPoint())
    drag(frame, frame.place_of((0.0, 0.0)), (-40, -20))
    assert driver.window.undo.toolTip().startswith("Undo: person")
    undo(driver)
    assert layer(driver).person_size == 50.0
    assert layer(driver).person_down < 0
    undo(driver)
    assert layer(driver) == LayerSettings(person_size=50.0)


def test_escape_puts_a_drag_back_and_then_leaves(driver):
    frame = begin(driver, person_size=50.0)
    before, centre = layer(driver), frame.rect_of_person().center()
    press(frame, centre)
    move(frame, centre + QPointF(40, -30))
    assert layer(driver) != before
    driver.qtbot.keyClick(frame, Qt.Key.Key_Escape)
    assert layer(driver) == before
    move(frame, centre + QPointF(80, -60))  # the button is still down
    assert layer(driver) == before
    turn(driver)
    assert "size" in driver.window.undo.toolTip()  # of `begin`: the drag left no step
    driver.qtbot.keyClick(frame, Qt.Key.Key_Escape)
    assert not frame.isVisible()
    assert not driver.window.person.drag.isChecked()


def test_arrow_keys_move_a_little_and_with_shift_farther(driver):
    frame = begin(driver, person_size=50.0)
    driver.qtbot.waitUntil(frame.hasFocus)
    driver.qtbot.keyClick(frame, Qt.Key.Key_Right)
    driver.qtbot.keyClick(frame, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert (layer(driver).person_across, layer(driver).person_down) == (1.0, -10.0)
    driver.qtbot.keyClick(frame, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    driver.qtbot.keyClick(frame, Qt.Key.Key_Down)
    assert (layer(driver).person_across, layer(driver).person_down) == (-9.0, -9.0)


def test_a_double_click_puts_the_person_back(driver):
    frame = begin(driver, person_size=50.0, shadow=0.5)
    QTest.mouseDClick(frame, LEFT, pos=frame.rect_of_person().center().toPoint())
    assert layer(driver) == LayerSettings(shadow=0.5)
    assert not driver.window.isFullScreen()


def test_edges_snap_unless_ctrl_is_down(driver):
    frame = begin(driver, person_size=50.0)  # 25 % from the left, at the bottom
    whole = whole_frame_area(driver.window.preview)
    by = (-0.25 * whole.width() + 6, -5.0)
    none = Qt.KeyboardModifier.NoModifier
    drag(frame, frame.rect_of_person().center(), by, modifier=none)
    assert (layer(driver).person_across, layer(driver).person_down) == (-25.0, 0.0)
    drag(frame, frame.rect_of_person().center(), (6.0, -5.0))
    assert layer(driver).person_across > -25.0
    assert layer(driver).person_down < 0.0
    # The dragged corner meets a third, and the proportions stay.
    driver.app.state.change_settings(layer=LayerSettings(person_size=50.0, person_across=-25.0))
    corner = frame.place_of((1.0, 0.0))
    drag(frame, corner, ((2 / 3 - 0.5) * whole.width() + 4, 0.5 - whole.height() / 6), none)
    assert layer(driver).person_size == pytest.approx(100 * 2 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("view", "mirror"),
    [(ViewMode.RESULT, True), (ViewMode.MATTE, False), (ViewMode.CUTOUT, True)],
)
def test_zoomed_mirrored_and_in_other_views_a_drag_moves_by_the_same_share(driver, view, mirror):
    driver.app.state.change_settings(mirror=mirror)
    driver.app.view.choose(view)
    frame = begin(driver, person_size=50.0)
    driver.window.preview.zoom_by(2.0)
    whole = whole_frame_area(driver.window.preview)
    assert whole.width() > driver.window.preview.width()
    zoom = driver.window.preview.zoom
    start = frame.rect_of_person().intersected(QRectF(picture_area(driver.window.preview))).center()
    drag(frame, start, (0.1 * whole.width(), -0.05 * whole.height()))
    assert layer(driver).person_across == pytest.approx(10.0, abs=NEAR)
    assert layer(driver).person_down == pytest.approx(-5.0, abs=NEAR)
    assert driver.window.preview.zoom == zoom  # the person has moved, not the view


def test_outside_the_frame_the_picture_is_panned_and_the_wheel_zooms(driver):
    frame = begin(driver, person_size=20.0, person_across=-70.0)
    preview = driver.window.preview
    preview.zoom_by(2.0)
    zoom, before = preview.zoom, layer(driver)
    middle = QPointF(picture_area(preview).center())
    QTest.mousePress(frame, LEFT, pos=middle.toPoint())
    move(frame, middle + QPointF(-60, 0))
    QTest.mouseRelease(frame, LEFT, pos=middle.toPoint())
    assert preview.zoom.column > zoom.column
    assert layer(driver) == before


def test_the_wipe_can_still_be_dragged(file_driver):
    file_driver.app.view.choose(ViewMode.COMPARE)
    preview = file_driver.window.preview
    file_driver.wait_frame(lambda frame: frame.before is not None)
    frame = begin(file_driver, person_size=80.0)
    area = QRectF(picture_area(preview))
    at = QPointF(area.left() + preview.wipe * area.width(), area.center().y() - 40)
    press(frame, at)
    move(frame, at - QPointF(0.2 * area.width(), 0))
    QTest.mouseRelease(frame, LEFT, pos=(at - QPointF(0.2 * area.width(), 0)).toPoint())
    assert preview.wipe == pytest.approx(0.3, abs=0.01)
    assert layer(file_driver) == LayerSettings(person_size=80.0)
    drag(frame, QPointF(area.center().x() + 80, area.center().y()), (40.0, -20.0))
    assert layer(file_driver).person_across > 0


def test_over_the_blurred_room_there_is_no_frame(driver):
    frame = begin(driver, person_size=50.0)
    driver.click(driver.window.gallery.blur)
    assert not frame.isVisible()
    assert not driver.window.person.drag.isEnabled()


def test_while_the_original_is_shown_the_picture_is_not_the_frames(driver):
    frame = begin(driver, person_size=50.0)
    centre = frame.rect_of_person().center()
    assert frame.handle_at(centre) is not None
    driver.window.original_held.emit(True)
    assert frame.handle_at(centre) is None


def test_presets_and_exports_take_what_was_dragged(file_driver, tmp_path):
    frame = begin(file_driver, person_size=50.0)
    drag(frame, frame.rect_of_person().center(), (60.0, -40.0))
    placed = layer(file_driver)
    assert placed.person_across > 0
    file_driver.window.look.presets.saved.emit("Lecture")
    dialog = open_dialog(file_driver)
    assert dialog.specs()[0].settings.layer == placed
    target = tmp_path / "placed.mp4"
    dialog.path.setText(str(target))
    count = len(file_driver.engine_factory.engines)
    run(file_driver, dialog)
    assert len(read(target)) == 30
    made = file_driver.engine_factory.engines[count - 1 :]
    assert any(settings.layer == placed for engine in made for settings in engine.settings)
    file_driver.app.state.change_settings(layer=LayerSettings())
    file_driver.window.look.presets.applied.emit("Lecture")
    assert layer(file_driver) == placed


def test_on_a_screen_of_fine_pixels_the_frame_lies_on_the_person(driver):
    """The frame is laid out in the window's pixels, and so is the picture."""
    frame = begin(driver, **CORNER)
    image = driver.window.preview.grab().toImage()
    assert image.devicePixelRatioF() == driver.window.preview.devicePixelRatioF()
    at = frame.place_of((0.0, 0.0)).toPoint() * image.devicePixelRatioF()
    assert image.pixelColor(QPoint(at)).name() == "#ffffff"  # a handle


def test_a_placement_and_its_settings_are_the_same_thing():
    for values in ({}, CORNER, {"person_size": 150.0, "person_across": -30.0, "person_down": 20.0}):
        settings = LayerSettings(**values)
        assert LayerSettings(**Placement.of(settings).values()) == settings


@pytest.mark.parametrize("handle", HANDLES)
def test_no_drag_leaves_the_ranges_or_moves_what_stays(handle):
    anchor = opposite(handle)
    for start in (LayerSettings(), LayerSettings(**CORNER), LayerSettings(person_across=-90.0)):
        for size in (0.0, 0.05, 1.0, 1.7, 9.0):
            before = Placement.of(start)
            after = before.scaled(size, anchor=anchor)
            kept = Placement.of(LayerSettings(**after.values()))
            assert kept.point(*anchor) == pytest.approx(before.point(*anchor), abs=2e-4)


def test_snapping_takes_the_nearest_line_within_reach():
    placement = Placement(0.01, 0.42, 0.2)
    moved, across, down = snapped_move(placement, reach=(0.02, 0.03))
    assert (moved.left, moved.top + 0.1) == pytest.approx((0.0, 0.5))
    assert (across, down) == ([0.0], [0.5])
    assert snapped_move(placement, reach=(0.005, 0.005)) == (placement, [], [])
    sized, across, down = snapped_size(Placement(0.0, 0.0, 0.34), (1.0, 1.0), reach=(0.02, 0.02))
    assert sized.size == pytest.approx(1 / 3)
    assert (across, down) == ([LINES[1]], [])
