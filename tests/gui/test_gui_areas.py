"""Areas: drawn with the pointer, seen on the picture, remembered with the source."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from gui_doubles import ROOM, FakeCameras
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from test_gui_look import GREEN

from app.pipeline.live.compositor import Compositor
from app.pipeline.live.source import LiveSource
from app.pipeline.live.source_request import SourceRequest
from gpu_unet.areas import Area
from gui.preview.preview import picture_area
from gui.shared.language import LANGUAGES

LEFT = Qt.MouseButton.LeftButton
CORNER = (0.1, 0.1, 0.2, 0.3)  # a part of the room: left, top, right, bottom
IN_CORNER = (0.15, 0.2)


def at(driver, x: float, y: float) -> QPoint:
    area = picture_area(driver.window.preview)
    return QPoint(round(area.left() + x * area.width()), round(area.top() + y * area.height()))


def stroke(driver, places) -> None:
    editor = driver.app.areas.editor
    first, *others = [at(driver, x, y) for x, y in places]
    driver.qtbot.mousePress(editor, LEFT, pos=first)
    for place in others:
        driver.qtbot.mouseMove(editor, place)
    driver.qtbot.mouseRelease(editor, LEFT, pos=others[-1] if others else first)


def box(driver, left, top, right, bottom) -> None:
    stroke(
        driver,
        [(left, top), (right, top), (right, bottom), (left, bottom), (left, (top + bottom) / 2)],
    )


def begin(driver, kind: str):
    editor = driver.app.areas.editor
    if not editor.isVisible():
        driver.click(driver.window.look.areas)
    driver.click(editor.kinds.button(kind))
    return editor


def drawn(driver) -> tuple[Area, ...]:
    return driver.app.state.settings.areas


def test_what_is_drawn_as_kept_is_seen_and_can_be_removed(driver):
    editor = begin(driver, "keep")
    box(driver, *CORNER)
    assert [area.kind for area in drawn(driver)] == ["keep"]
    driver.click(editor.done)
    driver.wait_colour(*IN_CORNER, (ROOM[0] + 25, ROOM[1] + 25, ROOM[2] + 25), tolerance=40)
    driver.wait_colour(0.05, 0.6, GREEN)
    assert driver.window.look.areas_count.text() == "1 in this picture"
    begin(driver, "keep")
    stroke(driver, [IN_CORNER])  # a click chooses it
    driver.qtbot.keyClick(editor, Qt.Key.Key_Delete)
    assert drawn(driver) == ()
    driver.qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    driver.wait_colour(*IN_CORNER, GREEN)


def test_a_soft_area_is_drawn_like_the_others(driver):
    editor = begin(driver, "soft")
    box(driver, *CORNER)
    assert [area.kind for area in drawn(driver)] == ["soft"]
    assert editor.words.text() == "Draw around hair or fast hands whose edge is too hard."


def test_the_bar_steps_aside_for_what_it_covers(driver):
    editor = begin(driver, "keep")
    covered = editor.bar.geometry().center()
    driver.click(editor.aside)
    driver.qtbot.waitUntil(lambda: editor.bar.geometry().bottom() < editor.height() / 2)
    assert editor.childAt(covered) is None  # a stroke may begin there
    assert editor.aside.toolTip() == "Move this bar to the bottom"
    driver.click(editor.aside)
    driver.qtbot.waitUntil(lambda: editor.bar.geometry().contains(covered))


@pytest.mark.parametrize("name", LANGUAGES)
def test_what_to_draw_is_read_whole_in_a_small_window(make_driver, speaks, name):
    speaks(name)
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.window.resize(960, 540)
    editor = begin(driver, "keep")
    driver.wait(lambda: driver.window.width() == 960)
    buttons = [editor.kinds.button(kind) for kind in Area.KINDS]
    driver.wait(lambda: all(b.width() >= b.minimumSizeHint().width() for b in buttons))


def test_nothing_is_kept_in_garbage_and_outside_of_the_person_s_part(driver):
    editor = begin(driver, "garbage")
    box(driver, 0.4, 0.4, 0.6, 0.6)
    begin(driver, "person")
    stroke(driver, [(0.3, 0.2), (0.8, 0.8)])
    kinds = [area.kind for area in drawn(driver)]
    assert kinds == ["garbage", "person"]
    corners = ((0.3, 0.2), (0.8, 0.2), (0.8, 0.8), (0.3, 0.8))
    np.testing.assert_allclose(drawn(driver)[1].points, corners, atol=0.01)
    driver.click(editor.done)
    driver.wait_colour(0.5, 0.5, GREEN)
    driver.wait_colour(0.27, 0.5, GREEN)
    driver.wait_colour(0.7, 0.5, ROOM, tolerance=30)
    driver.click(driver.window.look.areas)
    driver.click(editor.clear)
    driver.click(editor.done)
    driver.wait_colour(0.5, 0.5, ROOM, tolerance=30)


def test_what_is_drawn_up_to_the_picture_s_edge_reaches_it(driver):
    begin(driver, "person")
    stroke(driver, [(0.3, 0.01), (0.5, 0.6), (0.995, 0.99)])
    corners = ((0.3, 0), (1, 0), (1, 1), (0.3, 1))
    np.testing.assert_allclose(drawn(driver)[0].points, corners, atol=0.01)
    assert drawn(driver)[0].points[2] == (1.0, 1.0)


def test_a_corner_is_dragged_and_an_area_moved_by_the_arrow_keys(driver):
    editor = begin(driver, "person")
    stroke(driver, [(0.3, 0.2), (0.7, 0.6)])
    stroke(driver, [(0.7, 0.6), (0.8, 0.75), (0.9, 0.9)])  # the new area is the chosen one
    assert drawn(driver)[0].points[2] == pytest.approx((0.9, 0.9), abs=0.01)
    before = drawn(driver)[0].points[0]
    driver.qtbot.keyClick(editor, Qt.Key.Key_Right)
    assert drawn(driver)[0].points[0] == pytest.approx((before[0] + 0.01, before[1]))


def press(driver, *keys, shift=False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    for key in keys:
        driver.qtbot.keyClick(driver.app.areas.editor, key, modifier)


def test_areas_are_drawn_by_keys(driver):
    key, editor = Qt.Key, begin(driver, "garbage")
    editor.setFocus()
    press(driver, key.Key_Left, key.Key_Up, shift=True)
    press(driver, key.Key_Space)
    press(driver, key.Key_Right, key.Key_Right, shift=True)
    press(driver, key.Key_Return)
    assert drawn(driver) == ()
    assert editor.words.text() == "An area needs three points or more."
    assert editor.accessibleName() == f"Areas of the picture. {editor.words.text()}"
    press(driver, key.Key_Down, key.Key_Down, shift=True)
    press(driver, key.Key_Space, key.Key_Space)
    assert drawn(driver) == (Area("garbage", ((0.45, 0.45), (0.55, 0.45), (0.55, 0.55))),)
    # The new area is the chosen one, until Escape lets go of it.
    press(driver, key.Key_Right, key.Key_Escape)
    assert drawn(driver)[0].points[0] == pytest.approx((0.46, 0.45))
    press(driver, key.Key_Up, shift=True)
    assert drawn(driver)[0].points[0] == pytest.approx((0.46, 0.45))
    assert editor.isVisible()


def test_a_box_is_drawn_by_keys_between_two_corners(driver):
    key, editor = Qt.Key, begin(driver, "person")
    editor.setFocus()
    press(driver, key.Key_Space, key.Key_Down, key.Key_Escape)  # given up
    press(driver, key.Key_Up)
    press(driver, key.Key_Space)
    press(driver, key.Key_Left, key.Key_Up, shift=True)
    press(driver, key.Key_Return)
    (area,) = drawn(driver)
    assert area.points == ((0.45, 0.45), (0.5, 0.45), (0.5, 0.5), (0.45, 0.5))


THING = (0.2, 0.5, 0.3, 0.7)  # left, top, right, bottom of something in the room, not mirrored
IN_THING = (0.25, 0.6)


def thing_pixels(pixels, x: float, y: float):
    """As `outlines_at` would find it; the picture is the room's."""
    assert pixels.shape[2] == 3
    left, top, right, bottom = THING
    assert left < x < right
    assert top < y < bottom
    inner = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [inner, tuple((cx, cy - 0.1) for cx, cy in inner)]


def wait_for_room(driver) -> None:
    driver.wait_frame(lambda frame: frame.shows_original)


def test_a_click_on_a_thing_keeps_it_and_another_one_takes_the_next_outline(driver, monkeypatch):
    monkeypatch.setattr("gui.areas.outlines_at", thing_pixels)
    editor = begin(driver, "keep")
    wait_for_room(driver)
    stroke(driver, [IN_THING])
    driver.wait(lambda: bool(drawn(driver)))
    assert drawn(driver) == (Area("keep", thing_pixels(np.zeros((1, 1, 3)), *IN_THING)[0]),)
    assert "again" in editor.words.text()
    stroke(driver, [IN_THING])
    assert drawn(driver)[0].points[0] == pytest.approx((THING[0], THING[1] - 0.1))
    stroke(driver, [IN_THING])
    assert drawn(driver)[0].points[0] == pytest.approx((THING[0], THING[1]))
    driver.click(editor.done)
    driver.wait_colour(*IN_THING, (ROOM[0] + 25, ROOM[1] + 25, ROOM[2] + 25), tolerance=40)


def test_a_thing_is_found_where_it_is_seen_in_a_mirrored_and_enlarged_picture(driver, monkeypatch):
    asked = []

    def note(pixels, x, y):
        asked.append((pixels.shape, x, y))
        return [((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))]  # of what is seen

    monkeypatch.setattr("gui.areas.outlines_at", note)
    driver.click(driver.window.look.mirror)
    editor = begin(driver, "keep")
    wait_for_room(driver)
    preview = driver.window.preview
    preview.zoom_to_pixels()
    preview.zoom_by(4.0)
    driver.wait_frame(
        lambda frame: (
            frame.part.width < frame.frame_width
            and frame.shows_original
            and frame.part == preview.part()
        )
    )
    frame, middle = preview.frame, editor.rect().center()
    driver.qtbot.mouseClick(editor, LEFT, pos=middle)
    driver.wait(lambda: bool(drawn(driver)))
    shape, x, y = asked[0]
    assert shape[:2] == (frame.image.height(), frame.image.width())
    assert (x, y) == pytest.approx((0.5, 0.5), abs=0.02)
    first = drawn(driver)[0].points[0]
    assert first[0] == pytest.approx(1 - frame.part.left / frame.frame_width)
    assert first[1] == pytest.approx(frame.part.top / frame.frame_height)


def test_a_click_where_nothing_stands_out_says_so_and_draws_nothing(driver, monkeypatch):
    monkeypatch.setattr("gui.areas.outlines_at", lambda *_: [])
    editor = begin(driver, "keep")
    wait_for_room(driver)
    stroke(driver, [IN_THING])
    driver.wait(lambda: "No object found" in editor.words.text())
    assert drawn(driver) == ()


def test_what_is_found_after_the_editor_was_left_is_not_kept(driver, monkeypatch):
    may_go_on = threading.Event()
    monkeypatch.setattr(
        "gui.areas.outlines_at",
        lambda *_: may_go_on.wait() and thing_pixels(np.zeros((1, 1, 3)), *IN_THING),
    )
    editor = begin(driver, "keep")
    wait_for_room(driver)
    stroke(driver, [IN_THING])
    driver.click(editor.done)
    arrived, show = [], editor.show_outlines
    monkeypatch.setattr(editor, "show_outlines", lambda *found: arrived.append(show(*found)))
    may_go_on.set()
    driver.wait(lambda: bool(arrived))
    assert drawn(driver) == ()


def test_areas_follow_the_mirrored_picture(driver):
    driver.click(driver.window.look.mirror)
    begin(driver, "keep")
    box(driver, *CORNER)
    xs = [x for x, _ in drawn(driver)[0].points]
    assert min(xs) == pytest.approx(0.8, abs=0.02)
    driver.click(driver.app.areas.editor.done)
    driver.wait(lambda: not near_green(driver.colour(*IN_CORNER)))


def near_green(colour) -> bool:
    return all(abs(a - b) < 30 for a, b in zip(colour, GREEN, strict=True))


def test_the_room_is_seen_only_while_somebody_draws(driver):
    driver.click(driver.window.look.areas)
    wait_for_room(driver)
    driver.click(driver.app.areas.editor.done)
    assert not (
        driver.window.preview.frame is not None and driver.window.preview.frame.shows_original
    )
    driver.wait_colour(0.1, 0.5, GREEN)


def test_each_source_has_its_own_areas_and_they_survive_a_restart(make_driver):
    cameras = FakeCameras("Desk camera", "Other camera")
    driver = make_driver(start=SourceRequest("camera", "Desk camera"), cameras=cameras)
    driver.wait_live()
    begin(driver, "keep")
    box(driver, *CORNER)
    kept = drawn(driver)
    sources = driver.window.source.source
    driver.choose(sources, sources.findText("Other camera"))
    assert not driver.app.areas.editor.isVisible()
    assert drawn(driver) == ()
    # What is kept comes into force with the source's own pictures, not before.
    driver.choose(sources, sources.findText("Desk camera"))
    assert drawn(driver) == ()
    driver.wait(lambda: drawn(driver) == kept)
    driver.app.state.write()
    driver.stop()
    again = make_driver(start=SourceRequest("camera", "Desk camera"), cameras=cameras)
    again.wait_live()
    again.wait(lambda: [a.kind for a in drawn(again)] == ["keep"])
    assert drawn(again) == kept


def test_the_original_stays_while_the_editor_is_open_and_hides_without_the_focus(driver):
    driver.click(driver.window.look.areas)
    preview = driver.window.preview
    driver.qtbot.keyPress(driver.window, Qt.Key.Key_O)
    driver.qtbot.keyRelease(driver.window, Qt.Key.Key_O)
    assert preview.holds_original, "the editor is still open"
    QCoreApplication.sendEvent(driver.window, QEvent(QEvent.Type.WindowDeactivate))
    assert not preview.holds_original
    driver.app.areas.editor.hide()
    driver.app.areas.toggle()
    assert preview.holds_original, "it was opened in this window, whose focus came unannounced"
    QCoreApplication.sendEvent(driver.window, QEvent(QEvent.Type.WindowDeactivate))
    assert not preview.holds_original
    QCoreApplication.sendEvent(driver.window, QEvent(QEvent.Type.WindowActivate))
    assert preview.holds_original
    driver.app.areas.editor.hide()
    assert not preview.holds_original
    QCoreApplication.sendEvent(driver.window, QEvent(QEvent.Type.WindowActivate))
    assert not preview.holds_original, "no editor is open"


def test_areas_hold_until_the_next_source_is_shown_however_busy_the_window_is(
    driver, clip, monkeypatch
):
    worker, composed = driver.app.session.worker, []
    compose, want = Compositor.compose, LiveSource.want

    def look(compositor, frame, settings, **options):
        composed.append((worker.source.film, settings.areas))
        return compose(compositor, frame, settings, **options)

    def want_slowly(source, *args, **options):
        count = len(composed)
        while len(composed) < count + 2:
            time.sleep(0.01)
        want(source, *args, **options)

    hidden = (Area("garbage", ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0))),)
    driver.app.state.change_settings(areas=hidden)
    monkeypatch.setattr(Compositor, "compose", look)
    driver.wait(lambda: (None, hidden) in composed)
    composed.clear()
    monkeypatch.setattr(LiveSource, "want", want_slowly)
    driver.app.source.open_files([clip], [])
    film = clip.resolve()
    driver.wait(lambda: film in dict(composed))
    areas = {film: [a for f, a in composed if f == film] for film, _ in composed}
    assert set(areas[None]) <= {hidden}, "they are of the camera"
    assert set(areas[film]) == {()}
