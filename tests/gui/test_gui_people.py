"""Who stays in a film: clicked in its picture, seen in it, remembered with it, and exported."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from doubles import FilmEngine
from drawn_people import BLUE, HEIGHT, RED, WIDTH, Figure, picture_of, seen_in
from gui_doubles import LookEngine
from gui_driver import is_near
from PySide6.QtCore import QPoint, Qt
from test_gui_export import open_dialog
from test_gui_player import wait_at
from video_clips import make_clip

from app.pipeline.jobs import events as jobs
from app.pipeline.jobs.events import Report
from app.pipeline.live import events
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.person.pick import PersonPick, UncertainRange
from gui.preview.preview import picture_area
from gui.shared.saved import MOST_DRAWN, PartlyDamagedError, Saved, read_entry
from gui.shared.store import Store

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
GREEN = (0, 177, 64)
ON_RED, ON_BLUE, ON_WALL = (0.36, 0.6), (0.64, 0.6), (0.5, 0.35)


class SeeingEngine(LookEngine, FilmEngine):
    """Takes all that is not the wall for people."""

    def process(self, batch):
        made = super().process(batch)
        return replace(made, observations=[self.seen(batch.frames[n]) for n in batch.observe])

    def seen(self, rgb):
        return seen_in(rgb, self.architecture)


@pytest.fixture(scope="session")
def film(tmp_path_factory):
    """Two seconds at 15 frames/s: one in red, one in blue, who sway."""
    path = tmp_path_factory.mktemp("people") / "two.mkv"

    def picture(index, *, height, width):
        sway = 2 * np.sin(index / 5)
        return picture_of([Figure(92 + sway, RED), Figure(164 - sway, BLUE)])

    make_clip(
        path,
        frame_count=30,
        height=HEIGHT,
        width=WIDTH,
        codec="ffv1",
        pixel_format="bgr0",
        rate=Fraction(15),
        picture=picture,
    )
    return path


@pytest.fixture
def driver(make_driver, film, monkeypatch):
    """A window that holds the film at one second, on green."""
    monkeypatch.setattr("gui_doubles.LookEngine", SeeingEngine)
    driver = make_driver(start=SourceRequest("file", str(film)))
    driver.wait_live()
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.1, 0.5, GREEN)
    hold(driver)
    driver.qtbot.wait(5)  # the history notes its steps
    driver.app.history.forget()
    return driver


def put(driver, picks) -> None:
    """As undo does."""
    state = driver.app.state
    state.put(state.saved.with_values(driver.app.source.identity, people=picks))


def hold(driver, pts_s=1.0) -> None:
    if not driver.window.transport.play.isChecked():
        driver.press(Qt.Key.Key_Space)
    driver.window.transport.timeline.sought.emit(pts_s)
    wait_at(driver, pts_s)


def begin(driver):
    picker = driver.app.people.picker
    if not picker.isVisible():
        driver.click(driver.window.look.people.button("chosen"))
    driver.wait_frame(lambda frame: frame.shows_original)
    return picker


def at(driver, x, y) -> QPoint:
    area = picture_area(driver.window.preview)
    return QPoint(round(area.left() + x * area.width()), round(area.top() + y * area.height()))


def click(driver, place) -> None:
    driver.qtbot.mouseClick(driver.app.people.picker, LEFT, pos=at(driver, *place))


def pick(driver, place) -> PersonPick:
    """Click on somebody, and wait until that counts."""
    count = len(driver.app.people.picks)
    click(driver, place)
    driver.wait(lambda: len(driver.app.people.picks) > count)
    return driver.app.people.picks[-1]


def is_red(colour) -> bool:
    return colour[0] > 120 > colour[2]


def test_who_is_clicked_stays_and_the_other_one_goes(driver):
    driver.wait(lambda: not is_near(driver.colour(*ON_BLUE), GREEN, 40))
    picker = begin(driver)
    assert picker.words.text() == "Click everyone who stays. All others are removed."
    picked = pick(driver, ON_RED)
    assert (picked.x, picked.y) == pytest.approx((0.36 * WIDTH, 0.6 * HEIGHT), abs=2)
    assert picked.time_s == pytest.approx(1.0)
    assert picker.words.text() == "Click others who stay, or a mark to take it back."
    driver.qtbot.keyClick(picker, Qt.Key.Key_Escape)
    assert not picker.isVisible()
    driver.wait_colour(*ON_BLUE, GREEN)
    assert is_red(driver.colour(*ON_RED))
    assert driver.window.look.people.current() == "chosen"
    driver.press(Qt.Key.Key_Space)  # it plays on, and so it stays
    driver.wait_frame(lambda frame: frame.pts_s > 1.2)
    driver.wait_colour(*ON_BLUE, GREEN)
    assert is_red(driver.colour(*ON_RED))


def test_several_stay_and_a_click_on_a_mark_takes_one_back(driver):
    picker = begin(driver)
    pick(driver, ON_RED)
    pick(driver, ON_BLUE)
    driver.click(picker.done)
    driver.wait(lambda: not is_near(driver.colour(*ON_BLUE), GREEN, 40))
    begin(driver)
    click(driver, ON_RED)
    assert [round(one.x / WIDTH, 2) for one in driver.app.people.picks] == [0.64]
    driver.click(picker.done)
    driver.wait_colour(*ON_RED, GREEN)
    driver.click(driver.window.look.people.button("all"))
    assert driver.app.people.picks == ()
    driver.wait(lambda: is_red(driver.colour(*ON_RED)))


def test_a_held_picture_follows_once_the_frame_of_another_time_was_looked_at(driver):
    put(driver, (PersonPick(0.36 * WIDTH, 0.6 * HEIGHT, 0.2),))
    driver.wait_colour(*ON_BLUE, GREEN)
    assert is_red(driver.colour(*ON_RED))


def test_a_mark_stands_in_its_own_frame_alone(driver):
    picker = begin(driver)
    pick(driver, ON_RED)
    assert len(picker.marks) == 1
    driver.press(Qt.Key.Key_Period)
    wait_at(driver, 1 + 1 / 15)
    driver.wait(lambda: picker.marks == [])
    pick(driver, ON_RED)  # here a click counts again
    assert len(driver.app.people.picks) == 2


def test_what_goes_is_darkened_while_people_are_chosen(driver):
    picker = begin(driver)
    pick(driver, ON_RED)
    driver.wait(lambda: picker.kept is not None)
    image = picker.parentWidget().grab(picture_area(driver.window.preview)).toImage()

    def light(x, y) -> int:
        return image.pixelColor(round(x * image.width()), round(y * image.height())).value()

    assert light(*ON_RED) > 150 > 110 > light(*ON_BLUE)
    driver.click(picker.everyone)
    assert picker.kept is None


def test_where_nobody_is_a_click_counts_for_nothing(driver):
    picker = begin(driver)
    click(driver, ON_WALL)
    driver.wait(lambda: picker.words.text() == "No person was found there. Click a person.")
    assert driver.app.people.picks == ()
    assert set(driver.app.session.worker._people.values()) == {()}
    assert not driver.window.undo.isEnabled()
    driver.click(picker.done)
    assert driver.window.look.people.current() == "all"
    driver.wait(lambda: not is_near(driver.colour(*ON_BLUE), GREEN, 40))


def test_a_mirrored_picture_is_clicked_where_it_shows_somebody(driver):
    driver.app.state.change("mirror", True)
    begin(driver)
    picked = pick(driver, (1 - ON_RED[0], ON_RED[1]))
    assert picked.x == pytest.approx(0.36 * WIDTH, abs=2)


def test_keys_choose_as_well(driver):
    picker = begin(driver)
    for _ in range(7):
        driver.qtbot.keyClick(picker, Qt.Key.Key_Left)
    driver.qtbot.keyClick(picker, Qt.Key.Key_Down)
    driver.qtbot.keyClick(picker, Qt.Key.Key_Return)
    driver.wait(lambda: len(driver.app.people.picks) == 1)
    (picked,) = driver.app.people.picks
    assert (picked.x, picked.y) == pytest.approx((0.36 * WIDTH, 0.52 * HEIGHT), abs=0.1)


# Remembered


def test_undo_and_redo_go_through_the_clicks(driver):
    begin(driver)
    first = pick(driver, ON_RED)
    driver.qtbot.wait(5)
    second = pick(driver, ON_BLUE)
    driver.qtbot.wait(5)
    assert driver.window.undo.toolTip() == "Undo: people who stay (Ctrl+Z)"
    driver.press(Qt.Key.Key_Z, CTRL)
    assert driver.app.people.picks == (first,)
    driver.press(Qt.Key.Key_Z, CTRL)
    assert driver.app.people.picks == ()
    driver.press(Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert driver.app.people.picks == (first,)
    driver.click(driver.app.people.picker.done)
    driver.wait_colour(*ON_BLUE, GREEN)
    assert second not in driver.app.people.picks


def test_another_source_has_people_of_its_own_and_undo_leaves_them_alone(driver, film, clip):
    begin(driver)
    picked = pick(driver, ON_RED)
    driver.qtbot.wait(5)
    driver.app.source.open_files([clip], [])
    assert not driver.app.people.picker.isVisible()
    driver.wait(lambda: not driver.window.undo.isEnabled())
    driver.wait(lambda: driver.window.look.people.current() == "all")
    assert not driver.window.transport.lane.marks
    driver.wait_live()
    driver.app.source.open_files([film], [])
    assert driver.app.people.picks == (picked,)
    assert driver.window.look.people.current() == "chosen"
    driver.wait_live()
    driver.wait_colour(*ON_BLUE, GREEN)


def test_who_stays_is_remembered_and_nobody_else_is_seen_after_a_restart(driver, make_driver, film):
    begin(driver)
    picked = pick(driver, ON_RED)
    driver.app.state.write()
    assert Store(driver.app.state.store.path).load().people == {f"file {film}": (picked,)}
    driver.stop()
    again = make_driver(start=SourceRequest("file", str(film)))
    shown = []
    again.app.session.frame_ready.connect(lambda frame: shown.append(frame))
    again.wait_live()
    again.wait_colour(*ON_BLUE, again.colour(0.1, 0.5), 40)
    assert is_red(again.colour(*ON_RED))
    (mark,) = again.window.transport.lane.marks
    assert (mark.kind, mark.start_s) == ("pick", pytest.approx(1.0))
    engine = again.engine_factory.engines[-1]
    before = [settings for settings in engine.settings if not settings.areas]
    assert all(settings.background == "transparent" for settings in before), "no frame of all"


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        [{"x": 1, "y": 2}],
        [{"x": -1, "y": 2, "time_s": 0}],
        [{"x": 1, "y": 2, "time_s": 1e12}],
        [{"x": "1", "y": 2, "time_s": 0}],
        [{"x": 1, "y": 2, "time_s": 0}] * (PersonPick.MOST + 1),
    ],
)
def test_damaged_people_are_left_out(damaged):
    whole = [{"x": 1.5, "y": 2, "time_s": 0.5}]
    text = json.dumps({"file a": damaged, "file b": whole})
    with pytest.raises(PartlyDamagedError, match="1 of its items") as error:
        read_entry("people", text)
    assert error.value.rest == {"file b": (PersonPick(1.5, 2, 0.5),)}


def test_only_the_newest_sources_are_kept():
    saved = Saved()
    for number in range(MOST_DRAWN + 1):
        saved = saved.with_values(f"file {number}", people=(PersonPick(1, 1, 0),))
    assert len(saved.people) == MOST_DRAWN
    assert "file 0" not in saved.people


def test_a_person_who_is_not_there_any_more_is_told(driver):
    gone = PersonPick(0.5 * WIDTH, 0.35 * HEIGHT, 0.2)
    put(driver, (gone,))
    driver.wait_notice("The person chosen at 0:00.20 is not there. Choose again.")
    assert driver.app.people.picks == (gone,), "only the user takes it back"
    driver.window.notices.shown().action.click()
    assert driver.app.people.picks == ()


def test_the_question_about_a_person_goes_with_the_film(driver, clip):
    """Its button would drop the people of the film that is shown then."""
    put(driver, (PersonPick(0.5 * WIDTH, 0.35 * HEIGHT, 0.2),))
    driver.wait_notice("The person chosen at")
    driver.app.source.open_files([clip], [])
    assert driver.notices() == []


# Where it cannot be


def reason(driver) -> str:
    button = driver.window.look.people.button("chosen")
    assert not button.isEnabled()
    return button.toolTip().rpartition("\n")[2]


def test_a_camera_has_no_people_to_choose(make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    assert reason(driver) == "Only in videos."


def test_a_film_that_is_cut_out_has_none_either(driver):
    opened = events.SourceOpened("cut.mov", 10, 10, 15.0, 2.0, False, "", has_alpha=True)
    driver.app.session.live_event.emit(opened)
    assert reason(driver) == "This video has transparency of its own."


def test_without_frames_ahead_nobody_is_chosen(driver):
    driver.app.state.change_settings(frames_ahead="off")
    assert reason(driver) == "It needs the frames ahead, which are switched off."


# Exports and marks


def test_an_export_takes_the_people_of_each_film(driver, film, clip, monkeypatch):
    begin(driver)
    picked = pick(driver, ON_RED)
    driver.click(driver.app.people.picker.done)
    queued = driver.keep_exports(monkeypatch)
    driver.click(open_dialog(driver).export)
    driver.app.source.open_files([clip, film], [])
    driver.wait_live()
    dialog = driver.app.exports.ask(wants_all=True)
    driver.click(dialog.export)
    assert [(spec.input, spec.people) for spec in queued] == [
        (film, (picked,)),
        (clip, ()),
        (film, (picked,)),
    ]
    driver.app.state.update(exports=(queued[0],))
    driver.app.state.write()
    (stored,) = Store(driver.app.state.store.path).load().exports
    assert stored.people == (picked,)


def test_an_export_has_the_people_of_its_own_film_though_the_list_went_on(
    driver, film, clip, monkeypatch
):
    begin(driver)
    picked = pick(driver, ON_RED)
    driver.click(driver.app.people.picker.done)
    queued = driver.keep_exports(monkeypatch)
    driver.app.source.open_files([film, clip], [])
    driver.wait(lambda: driver.app.playback.film is not None)
    dialog = open_dialog(driver)
    driver.click(driver.window.transport.loop)  # off
    driver.app.session.live_event.emit(events.PlaybackEnded())
    assert driver.app.source.shown_files == [clip]
    driver.click(dialog.export)
    assert [(spec.input, spec.people) for spec in queued] == [(film, (picked,))]


def test_what_was_not_sure_stands_in_the_lane(driver, film):
    lane = driver.window.transport.lane
    begin(driver)
    pick(driver, ON_RED)
    doubt = UncertainRange(0.4, 0.8, "two people overlap and look alike")
    driver.app.session.live_event.emit(events.PeopleSeen(0.8, (), (doubt,)))
    exported = (UncertainRange(0.7, 1.2, doubt.reason),)
    report = Report(film, None, 30, 30, unsure=exported)
    driver.app.people._on_export(7, jobs.Done(report))
    other = Report(film.with_name("other.mkv"), None, 1, 1, unsure=(UncertainRange(0, 2, "x"),))
    driver.app.people._on_export(8, jobs.Done(other))
    (unsure,) = [mark for mark in lane.marks if mark.kind == "unsure"]
    assert (unsure.start_s, unsure.end_s) == (0.4, 1.2)
    assert unsure.text == "Unsure: two people overlap and look alike"
    driver.app.people.keep_everyone()
    assert lane.marks == []
