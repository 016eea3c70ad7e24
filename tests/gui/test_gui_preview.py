"""What the preview paints: views, the wipe, the held original, and never the room unasked."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from gui_doubles import ROOM
from gui_driver import is_near, to_array
from PySide6.QtCore import QPoint, QRectF, Qt

from app.pipeline.engines import PreparingMessage
from app.pipeline.live.monitor import Result
from app.pipeline.slot import LatestSlot
from gui.preview.marks import pill_font, pill_lines
from gui.preview.preview import picture_area
from gui.preview.view import Presenter, ViewMode, ViewRequest, render
from gui.preview.zoom import Viewport, fitted_size
from gui.shared.language import LANGUAGES

GREEN = (0, 177, 64)
PERSON = (ROOM[0] + 25, ROOM[1] + 25, ROOM[2] + 25)  # left half of the room


def test_matte_view_is_white_where_the_person_is_and_black_elsewhere(driver):
    driver.click(driver.window.view.button("matte"))
    driver.wait_colour(0.5, 0.5, (255, 255, 255))
    assert is_near(driver.colour(0.1, 0.5), (0, 0, 0))


def test_cutout_view_shows_the_person_on_a_checkerboard(driver):
    driver.click(driver.window.view.button("cutout"))
    light = driver.app.theme.palette["checker_light"]
    grey = tuple(int(light[i : i + 2], 16) for i in (1, 3, 5))
    driver.wait(lambda: _share_near(driver.picture()[:40], grey) > 0.3)
    driver.wait_colour(0.4, 0.5, PERSON)
    assert _share_near(driver.picture()[:40], ROOM) == 0


def test_original_shows_only_while_the_button_is_held(driver):
    button = driver.window.original
    driver.qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    driver.wait_colour(0.9, 0.5, ROOM)
    driver.qtbot.mouseRelease(button, Qt.MouseButton.LeftButton)
    driver.wait_colour(0.9, 0.5, GREEN)


def test_original_shows_only_while_the_key_is_held(driver):
    driver.qtbot.keyPress(driver.window, Qt.Key.Key_O)
    driver.wait_colour(0.9, 0.5, ROOM)
    driver.qtbot.keyRelease(driver.window, Qt.Key.Key_O)
    assert not is_near(driver.colour(0.9, 0.5), ROOM, 60), "one moment longer than it was held"
    driver.wait_colour(0.9, 0.5, GREEN)


def test_original_ends_when_another_window_takes_the_keyboard(driver):
    driver.qtbot.keyPress(driver.window, Qt.Key.Key_O)
    driver.wait_colour(0.9, 0.5, ROOM)
    driver.window.original_held.emit(False)  # what changeEvent does without the focus
    driver.wait_colour(0.9, 0.5, GREEN)


def test_compare_is_for_files_only(driver):
    assert not driver.window.view.button("compare").isEnabled()


def test_wipe_can_be_dragged_between_before_and_after(file_driver):
    driver, preview = file_driver, file_driver.window.preview
    driver.click(driver.window.view.button("compare"))
    driver.wait_colour(0.2, 0.85, PERSON)  # before: the room
    assert is_near(driver.colour(0.7, 0.85), GREEN)  # after
    area = picture_area(preview)
    middle, right = (
        QPoint(area.left() + int(part * area.width()), area.center().y()) for part in (0.5, 0.8)
    )
    driver.qtbot.mousePress(preview, Qt.MouseButton.LeftButton, pos=middle)
    driver.qtbot.mouseMove(preview, right)
    driver.qtbot.mouseRelease(preview, Qt.MouseButton.LeftButton, pos=right)
    assert abs(preview.wipe - 0.8) < 0.02
    driver.wait_colour(0.7, 0.85, ROOM)
    driver.qtbot.keyClick(preview, Qt.Key.Key_Left)
    assert abs(preview.wipe - 0.78) < 0.02


def test_leaving_a_file_in_compare_view_never_shows_the_room_of_a_camera(make_driver, clip):
    from app.pipeline.live.source_request import SourceRequest

    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    driver.click(driver.window.view.button("compare"))
    driver.wait_frame(lambda frame: frame.before is not None)
    driver.choose(driver.window.source.source, 0)
    seen = []
    driver.app.session.frame_ready.connect(seen.append)
    driver.wait(lambda: len(seen) > 10)
    assert driver.window.view.current() == "result"
    assert all(frame.before is None for frame in seen[1:])


def test_v_goes_through_the_views(driver):
    for view in ("matte", "cutout", "result"):
        driver.press(Qt.Key.Key_V)
        assert driver.window.view.current() == view


def test_f11_leaves_nothing_but_the_picture_and_escape_brings_the_window_back(driver):
    driver.press(Qt.Key.Key_F11)
    driver.wait(lambda: driver.window.isFullScreen())
    assert not driver.window.side_panel.isVisible()
    assert not driver.window.top_bar.isVisible()
    driver.press(Qt.Key.Key_Escape)
    driver.wait(lambda: not driver.window.isFullScreen())
    assert driver.window.side_panel.isVisible()


def test_full_screen_button_and_double_click_do_the_same(driver):
    driver.click(driver.window.full_screen)
    driver.wait(lambda: driver.window.isFullScreen())
    driver.qtbot.mouseDClick(driver.window.preview, Qt.MouseButton.LeftButton)
    driver.wait(lambda: not driver.window.isFullScreen())


def test_side_panel_button_and_f9_hide_the_panel(driver):
    driver.click(driver.window.panel_button)
    assert not driver.window.side_panel.isVisible()
    driver.press(Qt.Key.Key_F9)
    assert driver.window.side_panel.isVisible()


def test_a_spinner_turns_while_something_is_waited_for(driver):
    preview = driver.window.preview
    preview.set_message("Opening\u2026")
    before = driver.picture()[-56:]
    driver.wait(lambda: (driver.picture()[-56:] != before).any())
    foot = driver.picture()[-56:].reshape(-1, 3).astype(int)
    assert (foot.min(axis=1) > 240).any(), "white writing on a dark pill"
    preview.set_message("No model could be started.", is_waiting=False)
    assert not preview._spinner.isActive(), "what stays does not pretend to wait"


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_message_of_a_first_start_is_read_whole_in_a_small_window(
    driver, speaks, name, monkeypatch
):
    speaks(name)
    preview = driver.window.preview
    driver.window.resize(960, 540)
    driver.wait(lambda: driver.window.width() == 960)
    preview.set_message(PreparingMessage(12, 36), about="engine", share=0.3)
    later_s = time.monotonic() + 100
    monkeypatch.setattr("gui.preview.preview.monotonic", lambda: later_s)
    lines = pill_lines(
        preview.message(),
        pill_font(preview.font()),
        QRectF(picture_area(preview)),
        has_spinner=True,
    )
    assert " ".join(lines).replace(" ", "") == preview.message().replace(" ", "")
    assert "100" in lines[-1], "the seconds"


def test_corners_of_the_picture_are_rounded(driver):
    picture = driver.picture()
    window = driver.app.theme.palette["window"]
    expected = tuple(int(window[i : i + 2], 16) for i in (1, 3, 5))
    for row in (0, -1):
        for column in (0, -1):
            assert is_near(picture[row, column], expected)


def _share_near(pixels, colour) -> float:
    difference = np.abs(pixels.astype(int) - np.array(colour)).max(axis=-1)
    return float((difference <= 14).mean())


# The picture itself, without a window


def result(*, alpha=None, original=None, is_valid=True, pixels=None) -> Result:
    if pixels is None:
        pixels = np.full((40, 64, 3), (0, 177, 64), np.uint8)
    return Result(
        pixels=pixels,
        frame_index=0,
        pts_s=0.0,
        captured_s=0.0,
        has_valid_matte=is_valid,
        alpha=alpha,
        original=original,
    )


@pytest.mark.parametrize("mode", list(ViewMode))
@pytest.mark.parametrize("is_transparent", [False, True])
def test_without_a_matte_no_view_shows_the_original(mode, is_transparent):
    room = np.full((40, 64, 3), ROOM, np.uint8)
    request = ViewRequest(mode=mode, height=80, width=128)
    for alpha in (None, np.full((40, 64), 255, np.uint8)):
        picture = render(
            replace(
                result(alpha=alpha, original=room, is_valid=False), is_transparent=is_transparent
            ),
            request,
        )
        pixels = to_array(picture.image)
        assert not (np.abs(pixels.astype(int) - ROOM).max(axis=-1) < 60).any()


@pytest.mark.parametrize("mode", [ViewMode.RESULT, ViewMode.CUTOUT, ViewMode.COMPARE])
def test_without_a_background_faint_pieces_of_the_room_are_painted_faintly(mode):
    room = np.full((40, 64, 3), ROOM, np.uint8)
    faint = replace(
        result(pixels=room, alpha=np.full((40, 64), 20, np.uint8), original=room),
        is_transparent=True,
    )
    pixels = to_array(render(faint, ViewRequest(mode=mode, height=80, width=128)).image)
    assert np.abs(pixels.astype(int) - ROOM).max(axis=-1).min() > 150


def test_cutout_is_exact_at_both_ends_and_between():
    alpha = np.zeros((40, 64), np.uint8)
    alpha[:, 20:40] = 128
    alpha[:, 40:] = 255
    room = np.full((40, 64, 3), ROOM, np.uint8)
    request = ViewRequest(
        mode=ViewMode.CUTOUT, height=40, width=64, checker=((200, 200, 200), (200, 200, 200))
    )
    pixels = to_array(render(result(alpha=alpha, original=room), request).image)
    assert (pixels[:, :20] == 200).all()
    assert np.abs(pixels[:, 40:].astype(int) - ROOM).max() <= 1
    half = np.array(ROOM) * 128 / 255 + 200 * 127 / 255
    assert np.abs(pixels[:, 20:40] - half).max() <= 1


@pytest.mark.parametrize(
    ("frame", "room", "expected"),
    [
        ((720, 1280), (500, 900), (500, 889)),
        ((1280, 720), (500, 900), (500, 281)),
        ((1, 1), (10, 30), (10, 10)),
        ((4000, 10), (100, 100), (100, 1)),
    ],
)
def test_the_picture_fits_and_is_never_squeezed(frame, room, expected):
    assert fitted_size(Viewport(*room, *frame)) == expected


def test_the_presenter_drops_what_nobody_took(qtbot):
    told = []
    presenter = Presenter(lambda: told.append(1))
    slot: LatestSlot[Result] = LatestSlot()
    presenter.start()
    presenter.attach(slot)
    presenter.request(ViewRequest(height=40, width=64))
    for index in range(50):
        slot.put(replace(result(), frame_index=index))
        presenter.wake()
    qtbot.waitUntil(lambda: _newest(presenter) == 49)
    presenter.stop()
    presenter.stop()
    assert len(told) <= 50


def test_nothing_is_shown_after_the_presenter_let_go_not_even_what_it_was_rendering(
    qtbot, monkeypatch
):
    is_rendering, may_go_on = threading.Event(), threading.Event()

    def slow(shown, request):
        is_rendering.set()
        may_go_on.wait()
        return render(shown, request)

    monkeypatch.setattr("gui.preview.view.render", slow)
    told = []
    presenter = Presenter(lambda: told.append(1))
    slot: LatestSlot[Result] = LatestSlot()
    slot.put(result())
    presenter.request(ViewRequest(height=40, width=64))
    presenter.attach(slot)
    presenter.start()
    assert is_rendering.wait()
    presenter.detach()
    slot.put(result())
    presenter.wake()
    may_go_on.set()
    presenter.stop()
    assert presenter.frames.take() is None
    assert told == []


def _newest(presenter) -> int:
    frame = presenter.frames.take()
    if frame is not None:
        presenter.frames.put(frame)
    return -1 if frame is None else frame.frame_index
