"""Strokes: painted on a frame, seen at once, followed, trimmed, undone, remembered, exported."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from gui_doubles import HEIGHT, ROOM, WIDTH
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QPainterPath
from test_gui_look import GREEN
from test_gui_preview import result

from app.pipeline.live.source_request import SourceRequest
from app.pipeline.strokes import track as tracks
from app.pipeline.strokes.follow import FollowingCancelled
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import MaskTrack, StrokeTrack, TrackReach, packed
from gpu_unet import Area
from gui.preview.preview import Preview, picture_area
from gui.preview.view import ViewRequest, render
from gui.shared.language import LANGUAGES
from gui.shared.saved import Saved
from gui.strokes import StrokeEditor

pytestmark = pytest.mark.usefixtures("kept_strokes")

LEFT = Qt.MouseButton.LeftButton
IN_ROOM = (0.15, 0.2)
LINE = [(0.1, 0.2), (0.2, 0.2)]
SHAPE = (HEIGHT, WIDTH)


def track_of(film, strokes, start_s=0.0, end_s=2.0) -> StrokeTrack:
    """As if strokes stayed where they are."""
    mask = packed(tracks.np.ones(SHAPE, bool))
    trail = MaskTrack((start_s,), (mask,), TrackReach(start_s, end_s, "cut", "gone"))
    return StrokeTrack(tuple(strokes), (trail,) * len(strokes), SHAPE, film.resolve())


@pytest.fixture
def following(monkeypatch):
    """Following takes until `go_on` is set; `asked` holds what was asked for."""

    class Following:
        def __init__(self) -> None:
            self.go_on = threading.Event()
            self.asked: list[tuple[Stroke, ...]] = []
            self.cancelled: list[tuple[Stroke, ...]] = []
            self.reach = (0.0, 2.0)

        def follow(self, film, strokes, reading, *, cancelled, on_progress):
            self.asked.append(strokes)
            on_progress(30, 60)
            while not self.go_on.wait(0.01):
                if cancelled():
                    self.cancelled.append(strokes)
                    raise FollowingCancelled
            return track_of(film, strokes, *self.reach)

    made = Following()
    monkeypatch.setattr("gui.strokes.follow_once", made.follow)
    yield made
    made.go_on.set()


@pytest.fixture
def painter(file_driver, following):
    """A window with a film that stands still, and the editor over it."""
    open_editor(file_driver)
    stand_at(file_driver, 0.4)
    return file_driver


def open_editor(driver):
    driver.click(driver.window.look.strokes)
    assert driver.app.strokes.editor.isVisible()


@pytest.mark.parametrize("aspect", [1.0, 1.5])
@pytest.mark.parametrize("places", [[(200, 100)], [(200, 100), (200, 100.01)]])
def test_the_brush_is_round_in_the_films_own_pixels(qtbot, aspect, places):
    preview = Preview()
    qtbot.addWidget(preview)
    preview.resize(1000, 400)
    film = replace(result(), pixel_aspect=aspect)  # 64x40
    preview.show_frame(render(film, ViewRequest(height=400, width=1000)))
    editor = StrokeEditor(preview)
    path = QPainterPath(QPointF(*places[0]))
    for place in places[1:]:
        path.lineTo(QPointF(*place))
    touched = editor._outline(path, 0.25).boundingRect()  # 16 pixels of the film
    assert touched.width() == pytest.approx(160 * aspect, abs=1)
    assert touched.height() == pytest.approx(160, abs=1)


def stand_at(driver, at_s: float) -> None:
    """Pause at a frame that was sought: playing may show it, too, and goes on."""
    for place_s in (at_s + 0.6, at_s):
        driver.app.playback.pause_at(place_s)
        driver.wait(lambda s=place_s: abs(shown_s(driver) - s) < 0.04)


def shown_s(driver) -> float:
    frame = driver.window.preview.frame
    return -1.0 if frame is None or not frame.has_valid_matte else frame.pts_s


def at(driver, x: float, y: float) -> QPoint:
    area = picture_area(driver.window.preview)
    return QPoint(round(area.left() + x * area.width()), round(area.top() + y * area.height()))


def paint(driver, places, kind="keep") -> None:
    editor = driver.app.strokes.editor
    driver.click(editor.kinds.button(kind))
    first, *others = [at(driver, x, y) for x, y in places]
    driver.qtbot.mousePress(editor, LEFT, pos=first)
    for place in others:
        driver.qtbot.mouseMove(editor, place)
    driver.qtbot.mouseRelease(editor, LEFT, pos=others[-1] if others else first)


def strokes(driver) -> tuple[Stroke, ...]:
    return driver.app.strokes.strokes


def marks(driver):
    return [m for m in driver.window.transport.lane.marks if m.id.startswith("stroke")]


def test_a_stroke_acts_on_its_frame_before_it_is_followed(painter, following):
    painter.app.strokes.editor.set_width(0.1)
    paint(painter, LINE)
    (stroke,) = strokes(painter)
    assert (stroke.kind, stroke.time_s) == ("keep", shown_s(painter))
    assert stroke.points[0] == pytest.approx(LINE[0], abs=0.01)
    assert stroke.points[-1] == pytest.approx(LINE[-1], abs=0.01)
    assert stroke.width == pytest.approx(0.1, abs=0.01)
    painter.click(painter.app.strokes.editor.done)
    painter.wait_colour(*IN_ROOM, ROOM, tolerance=60)
    painter.wait_colour(0.05, 0.6, GREEN)
    assert not following.go_on.is_set()
    (mark,) = marks(painter)
    assert mark.at_s == stroke.time_s
    assert mark.end_s - mark.start_s < 0.1  # its own frame


def test_what_was_followed_replaces_it_and_is_drawn_on_the_time_line(painter, following):
    paint(painter, LINE)
    painter.wait(lambda: "Following the strokes: 50 %" in painter.window.status.text())
    following.go_on.set()
    painter.wait(lambda: "Following" not in painter.window.status.text())
    (mark,) = marks(painter)
    assert (mark.start_s, mark.end_s, mark.kind) == (0.0, 2.0, "keep")
    assert mark.text == "Kept by a stroke"
    painter.wait_colour(0.05, 0.6, ROOM, tolerance=60)  # the double's mask is everywhere


def test_a_stroke_is_followed_through_the_film(file_driver):
    open_editor(file_driver)
    stand_at(file_driver, 0.4)
    paint(file_driver, [(0.3, 0.4), (0.6, 0.4)], kind="remove")
    (mark,) = marks(file_driver)
    assert mark.end_s - mark.start_s < 0.1
    file_driver.wait(lambda: marks(file_driver)[0].end_s > mark.end_s)
    assert marks(file_driver)[0].start_s == 0.0


def test_the_newest_request_wins(painter, following):
    paint(painter, LINE)
    painter.wait(lambda: len(following.asked) == 1)
    paint(painter, [(0.5, 0.8)], kind="remove")
    painter.wait(lambda: len(following.asked) == 2)
    assert following.cancelled == following.asked[:1]
    following.go_on.set()
    painter.wait(lambda: all(mark.end_s == 2.0 for mark in marks(painter)))
    assert [mark.kind for mark in marks(painter)] == ["keep", "remove"]


def test_beginning_to_paint_stops_the_film_at_the_frame_that_is_seen(
    file_driver, following, monkeypatch
):
    open_editor(file_driver)
    assert not file_driver.app.playback.is_paused
    sought = []
    seek = file_driver.app.session.worker.source.wanted.seek
    monkeypatch.setattr(
        file_driver.app.session.worker.source.wanted,
        "seek",
        lambda position_s: (sought.append(position_s), seek(position_s)),
    )
    paint(file_driver, LINE)
    assert file_driver.app.playback.is_paused
    (stroke,) = strokes(file_driver)
    assert sought == [stroke.time_s]  # the film may have gone on by a frame
    file_driver.wait(lambda: shown_s(file_driver) == stroke.time_s)


def test_a_click_paints_a_dot_or_chooses_the_stroke_that_is_there(painter):
    editor = painter.app.strokes.editor
    editor.set_width(0.1)
    paint(painter, [IN_ROOM])
    paint(painter, [(0.8, 0.8)], kind="remove")
    assert [len(stroke.points) for stroke in strokes(painter)] == [1, 1]
    paint(painter, [IN_ROOM])
    assert len(strokes(painter)) == 2
    assert painter.window.transport.lane.chosen_mark.id == "stroke 0"
    painter.qtbot.keyClick(editor, Qt.Key.Key_Delete)
    assert [stroke.kind for stroke in strokes(painter)] == ["remove"]
    painter.click(editor.clear)
    assert strokes(painter) == ()
    assert marks(painter) == []


def press(driver, *keys, shift=False):
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    for key in keys:
        driver.qtbot.keyClick(driver.app.strokes.editor, key, modifier)


def test_strokes_are_painted_by_keys(painter):
    key, editor = Qt.Key, painter.app.strokes.editor
    press(painter, *[key.Key_Left] * 6, *[key.Key_Up] * 4, shift=True)
    press(painter, key.Key_Space)
    press(painter, key.Key_Right, key.Key_Right, shift=True)
    press(painter, key.Key_Space)
    press(painter, key.Key_Down, shift=True)
    assert strokes(painter) == ()
    assert editor.words.text() == (
        "30 % across, 35 % down. Space puts the next point, Enter the last one; Esc gives up."
    )
    assert editor.accessibleName() == f"Strokes in the picture. {editor.words.text()}"
    press(painter, key.Key_Return)
    (stroke,) = strokes(painter)
    assert stroke.points == ((0.2, 0.3), (0.3, 0.3), (0.3, 0.35))
    assert stroke.time_s == shown_s(painter)
    assert painter.app.playback.is_paused, "Space is the window's key for play"
    press(painter, key.Key_Right, shift=True)
    press(painter, key.Key_Space, key.Key_Space)  # at one place
    assert [len(stroke.points) for stroke in strokes(painter)] == [3, 1]
    assert editor.words.text() == "35 % across, 35 % down. Space puts a point there."


def test_a_stroke_by_keys_is_given_up(painter):
    press(painter, Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Escape, Qt.Key.Key_Return)
    assert strokes(painter) == ()
    editor = painter.app.strokes.editor
    assert editor.isVisible()
    press(painter, Qt.Key.Key_Escape)
    assert not editor.isVisible()


def test_a_stroke_by_keys_belongs_to_the_frame_that_is_seen(painter):
    press(painter, Qt.Key.Key_Space)
    painter.app.playback.pause_at(1.0)
    painter.wait(lambda: abs(shown_s(painter) - 1.0) < 0.02)
    press(painter, Qt.Key.Key_Return)
    assert [stroke.time_s for stroke in strokes(painter)] == [shown_s(painter)]


def test_in_a_mirrored_picture_keys_go_where_they_point(painter):
    painter.app.state.change_settings(mirror=True)
    press(painter, Qt.Key.Key_Left, shift=True)
    press(painter, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert strokes(painter)[0].points == ((0.55, 0.5),)


def test_strokes_of_other_frames_are_not_in_the_way(painter):
    paint(painter, LINE)
    painter.app.playback.pause_at(1.0)
    painter.wait(lambda: abs(shown_s(painter) - 1.0) < 0.02)
    paint(painter, [LINE[0]])
    assert len(strokes(painter)) == 2


def test_a_mark_chooses_its_stroke_and_goes_to_its_frame(painter):
    paint(painter, LINE)
    painter.app.playback.pause_at(1.0)
    painter.wait(lambda: abs(shown_s(painter) - 1.0) < 0.02)
    painter.window.transport.lane.step(-1)
    painter.wait(lambda: shown_s(painter) == strokes(painter)[0].time_s)
    painter.click(painter.app.strokes.editor.remove)
    assert strokes(painter) == ()


def test_a_reach_is_trimmed_and_let_go_again(painter, following):
    following.go_on.set()
    paint(painter, LINE)
    painter.wait(lambda: marks(painter)[0].end_s == 2.0)
    lane, (stroke,) = painter.window.transport.lane, strokes(painter)
    lane.trimmed.emit("stroke 0", 0.2, 1.2)
    assert (strokes(painter)[0].start_s, strokes(painter)[0].end_s) == (0.2, 1.2)
    assert (marks(painter)[0].start_s, marks(painter)[0].end_s) == (0.2, 1.2)
    assert lane.chosen_mark.id == "stroke 0"
    lane.trimmed.emit("stroke 0", 0.0, painter.app.playback.duration_s)
    assert strokes(painter) == (stroke,)
    lane.trimmed.emit("stroke 0", 1.0, 1.5)  # its own frame stays in it
    assert strokes(painter)[0].start_s == stroke.time_s


def test_painting_is_undone_and_redone(painter):
    paint(painter, LINE)
    painter.qtbot.wait(5)  # the history notes its step
    paint(painter, [(0.5, 0.8)])
    painter.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(strokes(painter)) == 1
    assert len(marks(painter)) == 1
    painter.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert strokes(painter) == ()
    painter.app.history.redo()
    painter.app.history.redo()
    assert len(strokes(painter)) == 2


def test_brackets_change_the_brush_while_it_is_used_and_the_range_otherwise(painter):
    editor = painter.app.strokes.editor
    before = editor.brush_width
    painter.qtbot.keySequence(editor, QKeySequence("]"))
    assert editor.brush_width > before
    assert painter.app.playback.range_s is None
    painter.qtbot.keySequence(editor, QKeySequence("["))
    assert editor.brush_width == before
    painter.click(editor.done)
    painter.qtbot.keySequence(painter.window, QKeySequence("["))
    assert painter.app.playback.range_s is not None


def test_a_mirrored_picture_is_painted_where_it_is_seen(painter):
    painter.app.state.change_settings(mirror=True)
    paint(painter, [(0.1, 0.2)])
    assert strokes(painter)[0].points[0] == pytest.approx((0.9, 0.2), abs=0.01)


def test_a_stroke_ends_at_the_edge_of_the_picture(painter):
    paint(painter, [(0.05, 0.5), (-0.02, 0.5)])
    assert strokes(painter)[0].points[-1][0] == 0.0


def test_a_camera_takes_no_strokes_and_says_why(driver):
    button = driver.window.look.strokes
    assert not button.isEnabled()
    assert "Only in videos" in button.toolTip()


def test_strokes_are_remembered_with_their_film(painter, make_driver, clip, tmp_path, following):
    paint(painter, LINE)
    drawn = strokes(painter)
    painter.app.state.write()
    painter.stop()
    following.go_on.set()
    again = make_driver(start=SourceRequest("file", str(clip)), store=tmp_path / "backdrop.ini")
    again.wait(lambda: bool(marks(again)) and marks(again)[0].end_s == 2.0)
    assert strokes(again) == drawn
    assert again.window.look.strokes_count.text() == "1 in this video"
    other = make_driver(start=SourceRequest("camera", "Desk camera"))
    other.wait_live()
    assert marks(other) == []


def test_another_film_has_none_of_them(painter, tmp_path, clip, following):
    import shutil

    paint(painter, LINE)
    other = shutil.copy(clip, tmp_path / "other.mkv")
    painter.wait(lambda: len(following.asked) == 1)
    painter.app.source.open_files([other], [])
    painter.wait(lambda: len(following.cancelled) == 1)
    painter.wait(lambda: painter.app.playback.film is not None)
    assert not painter.app.strokes.editor.isVisible()
    assert strokes(painter) == ()
    assert marks(painter) == []
    assert painter.app.session.worker._strokes is None
    remembered = painter.app.state.saved.strokes
    assert remembered
    painter.app.history.undo()  # nothing of the other film goes or comes back
    assert painter.app.state.saved.strokes == remembered


def test_a_stroke_of_a_longer_film_is_left_out_and_told(file_driver):
    late = Stroke("keep", 75.0, 0.1, (IN_ROOM,))
    open_editor(file_driver)
    stand_at(file_driver, 0.4)
    state, here = file_driver.app.state, Stroke("remove", shown_s(file_driver), 0.1, (IN_ROOM,))
    state.put(state.saved.with_values(file_driver.app.source.identity, strokes=(late, here)))
    sentence = "Strokes were left out: this video has no frame at their time (1:15)."
    file_driver.wait_notice(sentence)
    assert [mark.kind for mark in marks(file_driver)] == ["remove"]


def test_strokes_are_followed_in_the_light_of_the_camera_that_is_named(
    asks_for_log, painter, monkeypatch
):
    logs = []

    def follow(film, strokes, reading, **_):
        logs.append(reading.log)
        return track_of(film, strokes)

    monkeypatch.setattr("gui.strokes.follow_once", follow)
    paint(painter, LINE)
    painter.wait(lambda: logs == [None])
    painter.choose(painter.window.source.log, 1)
    painter.wait(lambda: logs == [None, "slog3"])


def test_following_ends_where_another_source_opens(painter, following):
    paint(painter, LINE)
    painter.wait(lambda: "Following" in painter.window.status.text())
    painter.app.source.opening.emit()
    assert "Following" not in painter.window.status.text()
    painter.wait(lambda: len(following.cancelled) == 1)


def test_exports_take_the_strokes(painter, monkeypatch):
    jobs = painter.keep_exports(monkeypatch)
    paint(painter, LINE)
    painter.app.exports.ask().export.click()
    assert jobs[0].strokes == strokes(painter)


def test_areas_that_leave_no_room_for_strokes_are_told(painter, monkeypatch):
    jobs = painter.keep_exports(monkeypatch)
    paint(painter, LINE)
    area = Area("garbage", ((0.0, 0.0), (0.1, 0.0), (0.1, 0.1)))
    painter.app.state.change_settings(areas=(area,) * Area.MOST)
    painter.app.exports.ask().export.click()
    painter.wait_notice("Export failed: there are 32 areas; beside strokes")
    assert jobs == []


def test_strokes_of_old_films_are_forgotten_before_the_settings_grow_too_large(monkeypatch):
    monkeypatch.setattr("gui.shared.saved.MOST_PLACES", 5)
    line = Stroke("keep", 0.0, 0.1, ((0.1, 0.1), (0.2, 0.2)))
    saved = Saved()
    for film in "abc":
        saved = saved.with_values(film, strokes=(line,))
    assert list(saved.strokes) == ["b", "c"]
    assert list(saved.with_values("d", strokes=(line,) * 9).strokes) == ["d"]


def test_a_film_that_cannot_be_followed_is_told(painter, monkeypatch):
    def refuse(*_, **__):
        raise ValueError("the film broke")

    monkeypatch.setattr("gui.strokes.follow_once", refuse)
    paint(painter, LINE)
    painter.wait_notice("The strokes act on their own frames alone: the film broke")
    assert "Following" not in painter.window.status.text()


def test_only_one_editor_is_over_the_picture(painter):
    painter.click(painter.window.look.people.button("chosen"))
    assert painter.app.people.picker.isVisible()
    assert not painter.app.strokes.editor.isVisible()
    painter.click(painter.window.look.strokes)
    assert not painter.app.people.picker.isVisible()
    painter.click(painter.window.look.areas)
    assert painter.app.areas.editor.isVisible()
    assert not painter.app.strokes.editor.isVisible()
    painter.click(painter.window.look.strokes)
    assert not painter.app.areas.editor.isVisible()


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_bar_is_read_whole_in_a_small_window(make_driver, speaks, name, clip):
    speaks(name)
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    driver.window.resize(960, 540)
    open_editor(driver)
    driver.wait(lambda: driver.window.width() == 960)
    for kind in Stroke.KINDS:
        button = driver.app.strokes.editor.kinds.button(kind)
        assert button.width() >= button.minimumSizeHint().width(), button.text()
