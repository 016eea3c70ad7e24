"""The player of a file: single frames, and the part of it that is wanted."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from gui_driver import read
from PySide6.QtCore import QPoint, Qt
from test_gui_export import open_dialog, run
from video_clips import make_clip

from app.pipeline.live.source_request import SourceRequest
from gui.preview.playback_control import PlaybackControl
from gui.shared.store import Store
from gui.source.control import SAMPLE_CHOICE


def wait_at(driver, pts_s) -> None:
    driver.wait_frame(lambda frame: frame.pts_s == pytest.approx(pts_s, abs=2e-3))


@pytest.fixture
def paused(file_driver):
    """A window that holds a film of 30 frames at 15 frames/s at one second."""
    file_driver.press(Qt.Key.Key_Space)
    file_driver.window.transport.timeline.sought.emit(1.0)
    wait_at(file_driver, 1.0)
    return file_driver


def test_comma_and_point_and_their_buttons_go_by_single_frames(paused):
    frame = 1 / 15
    paused.press(Qt.Key.Key_Period)
    wait_at(paused, 1 + frame)
    paused.press(Qt.Key.Key_Comma)
    paused.press(Qt.Key.Key_Comma)
    wait_at(paused, 1 - frame)
    paused.click(paused.window.transport.forward)
    wait_at(paused, 1.0)
    paused.click(paused.window.transport.back)
    wait_at(paused, 1 - frame)
    assert paused.window.transport.play.isChecked()


def test_a_single_frame_pauses_a_film_that_plays(file_driver):
    file_driver.press(Qt.Key.Key_Comma)
    assert file_driver.window.transport.play.isChecked()


def test_another_log_curve_opens_the_film_again_at_the_same_frame(asks_for_log, paused):
    """The network sees it so, from the very frame on; the picture stays."""
    worker = paused.app.session.worker
    box, before = paused.window.source.log, paused.picture()
    assert box.isVisible()
    paused.choose(box, 1)
    engines = paused.engine_factory.engines
    paused.wait(lambda: engines[-1].frame_format.transfer == "slog3")
    paused.wait(lambda: worker.source.log == "slog3")
    paused.wait_live()
    wait_at(paused, 1.0)
    assert paused.app.playback.is_paused
    assert paused.window.transport.play.isChecked()
    paused.wait(lambda: np.array_equal(paused.picture(), before))
    paused.choose(box, 0)
    paused.wait(lambda: worker.source.log is None and not worker.source.is_other_wanted)
    paused.wait_live()
    wait_at(paused, 1.0)
    assert paused.app.state.saved.logs == {}


def test_a_film_opens_again_at_the_same_frame_however_busy_the_window_is(
    asks_for_log, paused, monkeypatch
):
    source, first = paused.app.session.worker.source, []
    begin = PlaybackControl.begin

    def begin_late(playback, **options):
        while source.is_other_wanted or source.present._shown is None:
            time.sleep(0.01)
        first.append((source.present._shown.pts_s, source.present._is_paused))
        begin(playback, **options)

    monkeypatch.setattr(PlaybackControl, "begin", begin_late)
    paused.choose(paused.window.source.log, 1)
    assert first == [(pytest.approx(1.0, abs=2e-3), True)]


def test_a_log_curve_is_undone_and_redone_with_what_the_film_was_opened_for(asks_for_log, paused):
    worker, window = paused.app.session.worker, paused.window
    box, history = window.source.log, paused.app.history
    paused.qtbot.wait(5)  # the history notes its steps
    history.forget()
    paused.choose(box, 1)
    paused.wait(lambda: window.undo.toolTip() == "Undo: log curve of the camera (Ctrl+Z)")

    def wait_for(curve, text):
        paused.wait(lambda: worker.source.log == curve and not worker.source.is_other_wanted)
        assert box.currentText() == text
        paused.wait_live()
        wait_at(paused, 1.0)
        assert paused.app.playback.is_paused

    history.undo()
    wait_for(None, "Not in log")
    history.redo()
    wait_for("slog3", "Sony S-Log3")
    assert window.undo.isEnabled()
    paused.app.source.choose(SAMPLE_CHOICE)
    assert not window.undo.isEnabled(), "it belongs to the film before"


def test_a_film_that_the_window_starts_with_is_opened_for_its_log_curve(paused, make_driver, clip):
    state = paused.app.state
    state.put(state.saved.with_values(f"file {clip}", logs="slog3"))
    state.write()
    paused.stop()
    again = make_driver(start=SourceRequest("file", str(clip)))
    again.wait_live()
    assert again.window.source.log.currentText() == "Sony S-Log3"
    assert again.app.session.worker.source.log == "slog3"


def test_brackets_mark_a_part_that_is_kept_for_the_file(paused, make_driver, clip):
    paused.press(Qt.Key.Key_BracketLeft)
    paused.window.transport.timeline.sought.emit(1.5)
    wait_at(paused, 1.5333)
    paused.press(Qt.Key.Key_BracketRight)
    assert paused.window.transport.timeline.range_s() == (1.0, 1.599)
    assert paused.app.state.saved.ranges == {str(clip): (1.0, 1.599)}
    paused.app.state.write()
    path = paused.app.state.store.path
    assert Store(path).load().ranges == {str(clip): (1.0, 1.599)}
    paused.stop()
    again = make_driver(start=SourceRequest("file", str(clip)))
    again.wait_live()
    assert again.window.transport.timeline.range_s() == (1.0, 1.599)
    again.wait_frame(lambda frame: frame.pts_s >= 1.0)  # it plays round in there
    seen = []
    again.app.session.frame_ready.connect(lambda frame: seen.append(frame.pts_s))
    again.wait(lambda: len(seen) > 12)
    assert all(0.99 <= pts_s < 1.6 for pts_s in seen)
    again.press(Qt.Key.Key_X)
    assert again.window.transport.timeline.range_s() is None
    assert again.app.state.saved.ranges == {}


def test_a_part_is_played_from_the_opening_on_however_busy_the_window_is(
    paused, make_driver, clip, monkeypatch
):
    paused.window.transport.timeline.range_changed.emit((0.2, 0.5))
    paused.app.state.write()
    paused.stop()
    # As if it had no time for the event: the film went past the end of its part, and played on.
    monkeypatch.setattr(PlaybackControl, "_on_opened", lambda self, event: None)
    again = make_driver(start=SourceRequest("file", str(clip)))
    seen = []
    again.app.session.frame_ready.connect(lambda frame: seen.append(frame.pts_s))
    again.wait(lambda: len(seen) > 12)
    assert all(pts_s < 0.5 for pts_s in seen)


def test_handles_are_dragged_and_show_the_frame_they_stand_at(paused):
    timeline = paused.window.transport.timeline
    bar, handle = timeline.position, timeline.end
    start = QPoint(2, handle.height() // 2)
    by = round(bar.x_of(bar.maximum() // 2) - bar.x_of(bar.maximum()))
    paused.qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    paused.qtbot.mouseMove(handle, start + QPoint(by, 0))
    paused.qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start)
    assert timeline.range_s() == pytest.approx((0.0, 1.0), abs=0.03)
    paused.wait_frame(lambda frame: 0.85 < frame.pts_s < 1.03)
    assert timeline.start.x() < timeline.end.x()
    paused.qtbot.mouseDClick(handle, Qt.MouseButton.LeftButton)
    assert timeline.range_s() is None


def test_handles_are_moved_by_keys_and_never_cross(paused):
    timeline = paused.window.transport.timeline
    paused.qtbot.keyClick(timeline.start, Qt.Key.Key_Right)
    assert timeline.range_s() == (1.0, timeline.end.maximum() / 1000)
    paused.qtbot.keyClick(timeline.start, Qt.Key.Key_End)
    start_s, end_s = timeline.range_s()
    assert end_s - start_s == pytest.approx(1 / 15, abs=2e-3)
    paused.qtbot.keyClick(timeline.start, Qt.Key.Key_Delete)
    assert timeline.range_s() is None
    assert timeline.start.accessibleName() == "In point"
    assert timeline.end.accessibleDescription() == "0:02.021", "AAC is a little longer"


def test_the_marked_part_stands_in_the_dialog_and_is_what_is_written(paused, tmp_path):
    paused.press(Qt.Key.Key_Period)
    wait_at(paused, 1.0667)
    paused.press(Qt.Key.Key_BracketLeft)
    for _ in range(2):
        paused.press(Qt.Key.Key_Period)
    wait_at(paused, 1.2)
    paused.press(Qt.Key.Key_BracketRight)
    dialog = open_dialog(paused)
    assert dialog.part.isChecked()
    assert dialog.part.text() == "Only between In and Out"
    assert dialog.start.isVisible()
    assert (dialog.start.text(), dialog.end.text()) == ("0:01.067", "0:01.266")
    dialog.path.setText(str(tmp_path / "part.mp4"))
    run(paused, dialog)
    assert len(read(tmp_path / "part.mp4")) == 3, "both marked frames and what lies between"


def test_of_several_files_the_marked_parts_are_written(paused, clip, tmp_path):
    other = clip.with_name("other.mkv")
    other.write_bytes(clip.read_bytes())
    paused.app.state.put(paused.app.state.saved.with_values(str(other), ranges=(0.5, 1.0)))
    paused.app.source.open_files([clip, other], [])
    dialog = paused.app.exports.ask(wants_all=True)
    assert dialog.part.text() == "Only between In and Out (1 file)"
    assert not dialog.start.isVisible()
    assert [(spec.start_s, spec.end_s) for spec in dialog.specs()] == [(None, None), (0.5, 1.0)]
    paused.click(dialog.part)
    assert {spec.start_s for spec in dialog.specs()} == {None}
    dialog.reject()


def test_a_remembered_part_that_the_film_lost_is_forgotten(make_driver, clip, tmp_path):
    driver = make_driver(is_started=False)
    driver.app.state.put(driver.app.state.saved.with_values(str(clip), ranges=(5.0, 9.0)))
    driver.app.start(SourceRequest("file", str(clip)))
    driver.wait_live()
    assert driver.window.transport.timeline.range_s() is None


def test_a_film_that_has_ended_stays_paused_where_it_is_sought(file_driver):
    transport = file_driver.window.transport
    file_driver.click(transport.loop)
    file_driver.wait(transport.play.isChecked)
    source = file_driver.app.session.worker.source.present
    transport.timeline.sought.emit(0.5)
    file_driver.wait(lambda: source.state != "ended")
    wait_at(file_driver, 0.533)
    assert source.state == "paused"
    assert transport.play.isChecked()


def test_a_film_that_begins_late_has_its_own_frames_alone(make_driver, tmp_path):
    make_clip(tmp_path / "late.mp4", pts=range(250, 275))
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "late.mp4")))
    driver.wait(lambda: driver.app.playback.film is not None)
    assert driver.app.playback.frame_count == 25
    assert driver.app.playback.duration_s == pytest.approx(11.0)


def test_within_a_picture_that_stays_long_the_place_is_shown(make_driver, tmp_path):
    make_clip(tmp_path / "slides.mp4", pts=[0, 1, 50, 51])
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "slides.mp4")))
    driver.wait(lambda: driver.app.playback.film is not None)
    driver.press(Qt.Key.Key_Space)
    driver.window.transport.timeline.sought.emit(1.0)
    wait_at(driver, 0.04)
    driver.wait(lambda: driver.app.playback.position_s == pytest.approx(1.0))
    position = driver.window.transport.position
    assert position.value() == position.step_of(1.0)


def test_the_last_pictures_are_reached_where_others_stay_long(make_driver, tmp_path):
    make_clip(tmp_path / "slides.mp4", pts=[0, 25, 50, 200, 225, 230])  # 25 a second
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "slides.mp4")))
    driver.wait(lambda: driver.app.playback.film is not None)
    driver.press(Qt.Key.Key_Space)
    driver.window.transport.timeline.sought.emit(9.1)
    wait_at(driver, 9.0)


def test_a_part_begins_and_ends_with_pictures_that_stay_shorter_than_the_mean(
    make_driver, tmp_path
):
    make_clip(tmp_path / "slides.mp4", pts=[0, 25, 50, 200, 225, 230])  # 25 a second
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "slides.mp4")))
    driver.wait(lambda: driver.app.playback.film is not None)
    driver.press(Qt.Key.Key_Space)
    for at_s, key in ((8.4, Qt.Key.Key_BracketRight), (8.6, Qt.Key.Key_BracketLeft)):
        driver.window.transport.timeline.sought.emit(at_s)
        driver.wait(lambda s=at_s: driver.app.playback.position_s == pytest.approx(s))
        driver.press(key)
    assert driver.app.playback.range_s == pytest.approx((8.6, 9.0))


def test_a_film_of_many_weeks_can_be_sought_in(make_driver, tmp_path):
    """As a camera makes it that takes a picture now and then; a slider has 31 bits."""
    weeks_s = 5 * 7 * 24 * 3600
    pts = [0, weeks_s // 2, weeks_s]
    make_clip(tmp_path / "weeks.mkv", pts=pts, rate=Fraction(1), codec="ffv1", gop=1)
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "weeks.mkv")))
    driver.wait(lambda: driver.app.playback.film is not None)
    timeline = driver.window.transport.timeline
    assert timeline.isVisible()
    driver.press(Qt.Key.Key_Space)
    timeline.position.setValue(timeline.position.maximum())
    wait_at(driver, weeks_s)
    driver.press(Qt.Key.Key_BracketLeft)
    start_s, end_s = driver.app.playback.range_s
    assert start_s == pytest.approx(weeks_s, abs=1)
    assert timeline.range_s() == pytest.approx((start_s, end_s), abs=1)
