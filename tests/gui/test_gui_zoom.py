"""Zoom and place of the picture: the wheel, pinches, keys, dragging, and what is painted then."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from gui_doubles import ROOM
from gui_driver import GuiDriver, to_array, turn_wheel
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtWidgets import QApplication
from test_gui_preview import result

from gui.preview.preview import Preview, picture_area, whole_frame_area
from gui.preview.view import ViewMode, ViewRequest, render
from gui.preview.zoom import MOST_SCALE, WHOLE, Viewport, Zoom, seen_part, within, zoomed

VIEWPORT = Viewport(height=506, width=900, frame_height=1080, frame_width=1920)


def settle(driver: GuiDriver) -> None:
    """Until what is painted was made for the zoom there is."""
    preview = driver.window.preview
    driver.wait_frame(lambda frame: frame.part == preview.part())


def test_the_wheel_goes_closer_to_what_is_under_the_pointer(driver):
    preview = driver.window.preview
    area = picture_area(preview)
    at = QPointF(area.left() + 0.25 * area.width(), area.top() + 0.25 * area.height())
    for _ in range(3):  # until it fills the room
        turn_wheel(preview, at, 1)
    before = preview.place_of(at)
    for _ in range(3):
        turn_wheel(preview, at, 1)
        assert preview.place_of(at) == pytest.approx(before, abs=1.5 / 180)
    settle(driver)
    assert preview.frame.part.height < 180
    assert preview.accessibleName() == f"Picture, {round(preview.zoom.scale * 100)} %"
    for _ in range(7):
        turn_wheel(preview, at, -1)
    assert preview.zoom == WHOLE
    assert preview.accessibleName() == "Picture"


def test_a_pinch_on_a_touchpad_does_the_same(driver):
    preview = driver.window.preview
    middle = QPointF(preview.rect().center())
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        middle,
        middle,
        preview.mapToGlobal(middle),
        0.5,
        QPointF(),
    )
    QApplication.sendEvent(preview, pinch)
    fit = preview.width() / 320
    assert preview.zoom.scale == pytest.approx(1.5 * fit, rel=0.02)


def test_a_closer_look_is_dragged_and_moved_by_keys_and_a_double_click_ends_it(driver):
    preview, qtbot = driver.window.preview, driver.qtbot
    for _ in range(4):
        driver.press(Qt.Key.Key_Plus)
    settle(driver)
    before, middle = preview.zoom, preview.rect().center()
    qtbot.mousePress(preview, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(preview, middle + QPoint(40, 20))
    assert preview.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    qtbot.mouseRelease(preview, Qt.MouseButton.LeftButton, pos=middle + QPoint(40, 20))
    assert before.column - preview.zoom.column == pytest.approx(40 / before.scale / 320)
    assert before.row - preview.zoom.row == pytest.approx(20 / before.scale / 180)
    dragged = preview.zoom
    qtbot.keyClick(preview, Qt.Key.Key_Right)
    assert preview.zoom.column > dragged.column
    qtbot.mouseMove(preview, middle)
    assert preview.cursor().shape() == Qt.CursorShape.OpenHandCursor
    qtbot.mouseDClick(preview, Qt.MouseButton.LeftButton)
    assert preview.zoom == WHOLE
    assert not driver.window.isFullScreen()
    assert preview.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_at_100_percent_every_pixel_of_the_frame_is_one_of_the_screen(file_driver):
    driver, preview = file_driver, file_driver.window.preview
    driver.press(Qt.Key.Key_1)
    settle(driver)
    frame = preview.frame
    assert (frame.part.height, frame.part.width) == (180, 320)
    assert (frame.image.height(), frame.image.width()) == (180, 320)
    driver.press(Qt.Key.Key_0)
    assert preview.zoom == WHOLE


def test_another_source_is_seen_whole_at_first(file_driver):
    file_driver.press(Qt.Key.Key_Plus)
    assert not file_driver.window.preview.zoom.is_fit
    file_driver.choose(file_driver.window.source.source, 0)
    assert file_driver.window.preview.zoom.is_fit


@pytest.mark.parametrize("mode", list(ViewMode))
def test_every_view_shows_the_part_and_nothing_of_it_is_another(mode):
    rng = np.random.default_rng(1)
    pixels = rng.integers(0, 255, (40, 64, 3), np.uint8)
    alpha = np.full((40, 64), 255, np.uint8)
    whole = replace(result(pixels=pixels, alpha=alpha, original=pixels))
    request = ViewRequest(mode=mode, height=10, width=16, zoom=Zoom(1.0, 0.25, 0.75))
    frame = render(whole, request)
    assert (frame.frame_height, frame.frame_width) == (40, 64)
    top, left = frame.part.top, frame.part.left
    assert (top, left) == (5, 40)
    if mode is not ViewMode.MATTE:
        expected = pixels[top : top + 10, left : left + 16]
        assert np.array_equal(to_array(frame.image), expected)
    else:
        assert (to_array(frame.image) == 255).all()
    assert (frame.before is not None) == (mode is ViewMode.COMPARE)


@pytest.mark.parametrize("mode", list(ViewMode))
def test_without_a_matte_a_closer_look_shows_no_room_either(mode):
    room = np.full((40, 64, 3), ROOM, np.uint8)
    request = ViewRequest(mode=mode, height=80, width=128, zoom=Zoom(4.0, 0.5, 0.5))
    frame = render(result(alpha=None, original=room, is_valid=False), request)
    distance = np.abs(to_array(frame.image).astype(int) - ROOM).max(axis=-1)
    assert not (distance < 60).any()


def test_a_closer_look_costs_no_more_pixels_than_the_whole_picture():
    """The rate of composites does not feel it: what is read and what is painted only gets less."""
    whole = seen_part(WHOLE, VIEWPORT)
    for scale in (0.5, 0.7, 1.0, 1.5, 2.0, 4.0, MOST_SCALE):
        part = seen_part(Zoom(scale), VIEWPORT)
        assert part.height * part.width <= whole.height * whole.width
        assert part.shown_height == pytest.approx(part.height * scale, abs=1)
        assert part.shown_height <= VIEWPORT.height
        assert part.shown_width <= VIEWPORT.width


def test_pixels_are_squares_only_where_one_looks_that_close():
    edge = np.zeros((40, 64, 3), np.uint8)
    edge[:, 32:] = 255
    counts = {}
    for scale in (1.5, 4.0):
        request = ViewRequest(height=40, width=64, zoom=Zoom(scale))
        counts[scale] = len(np.unique(to_array(render(result(pixels=edge), request).image)))
    assert counts[4.0] == 2
    assert counts[1.5] > 2


@pytest.mark.parametrize(
    ("aspect", "shown"),
    [(1.0, (400, 640)), (1.5, (400, 960)), (3.0, (208, 1000)), (0.5, (400, 320))],
)
def test_pixels_that_are_not_square_are_shown_in_their_true_shape(aspect, shown):
    anamorphic = replace(result(), pixel_aspect=aspect)  # 64x40
    request = ViewRequest(height=400, width=1000)
    whole = render(anamorphic, request)
    assert to_array(whole.image).shape[:2] == shown
    assert (whole.part.height, whole.part.width) == (40, 64)
    closer = render(anamorphic, replace(request, zoom=Zoom(20.0)))
    assert closer.part.shown_height == closer.part.height * 20
    assert closer.part.shown_width == pytest.approx(closer.part.width * 20 * aspect, abs=1)
    viewport = Viewport(400, 1000, frame_height=40, frame_width=64, pixel_aspect=aspect)
    zoom = Zoom(20.0, 0.5, 0.9)
    moved = zoomed(zoom, 1.25, viewport, row=0.5, column=0.8)
    part = seen_part(moved, viewport)
    assert part.left + part.width <= 64
    out = zoomed(zoom, 0.01, viewport, row=0.5, column=0.5)
    assert out == WHOLE


def test_a_place_in_the_picture_is_one_of_the_film_whatever_the_shape_of_its_pixels(qtbot):
    preview = Preview()
    qtbot.addWidget(preview)
    preview.resize(1000, 400)
    viewport = ViewRequest(height=400, width=1000)
    film = result(pixels=np.zeros((400, 640, 3), np.uint8))
    preview.show_frame(render(replace(film, pixel_aspect=1.5), viewport))
    area = picture_area(preview)
    assert (area.left(), area.width(), area.height()) == (20, 960, 400)
    assert preview.place_of(QPointF(20 + 240, 100)) == pytest.approx((0.25, 0.25))
    preview.zoom_by(4.0, QPointF(260, 100))
    assert preview.place_of(QPointF(260, 100)) == pytest.approx((0.25, 0.25), abs=0.02)
    column = preview.zoom.column
    preview.pan(QPointF(-150, 0))
    assert preview.zoom.column - column == pytest.approx(150 / (4.0 * 1.5 * 640))
    whole = whole_frame_area(preview)
    assert whole.width() / whole.height() == pytest.approx(960 / 400, rel=0.02)


def test_no_zoom_passes_over_100_percent_or_leaves_the_frame():
    scales, zoom = [], WHOLE
    for _ in range(30):
        zoom = zoomed(zoom, 1.25, VIEWPORT, row=0.9, column=0.1)
        scales.append(zoom.scale)
    assert 1.0 in scales
    assert scales[-1] == MOST_SCALE
    for row, column in itertools.product((-3.0, 0.0, 0.4, 1.0, 9.0), repeat=2):
        moved = within(replace(zoom, row=row, column=column), VIEWPORT)
        part = seen_part(moved, VIEWPORT)
        assert part.top >= 0
        assert part.top + part.height <= 1080
        assert part.left >= 0
        assert part.left + part.width <= 1920
        assert part.shown_height >= VIEWPORT.height - MOST_SCALE
