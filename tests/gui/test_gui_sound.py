"""The sound of the film that plays: in step, muted, and quiet beside a microphone."""

from __future__ import annotations

import statistics
import sys
import time

import pytest
from gui_doubles import Tone
from PySide6.QtCore import Qt
from sound_doubles import Listening, Now, Telling

from app.pipeline.live.source_request import SourceRequest
from app.video.playing import SpeakerError
from gui.preview.playback_control import MICROPHONE_LISTENS
from gui.shared.store import Store


class Speakers(list):
    """Opens devices that listen, and keeps them."""

    def __call__(self):
        self.append(Listening(Now()))
        return self[-1]

    def is_heard(self) -> bool:
        return bool(self) and not self[-1].is_closed and any(s for _, s in self[-1].heard[-20:])


@pytest.fixture
def heard(make_driver, clip):
    """A window that plays a film with sound, and what is heard of it."""
    speakers = Speakers()
    driver = make_driver(start=SourceRequest("file", str(clip)), open_speaker=speakers)
    driver.wait_live()
    driver.wait(speakers.is_heard)
    return driver, speakers


def test_what_is_heard_belongs_to_the_picture_that_is_painted(
    make_driver, clip, monkeypatch, record_property
):
    """Measured by the same interface as a device has; how near it must be is another test's."""
    monkeypatch.setattr("gui.session.FileSound", _with_track(lambda path: Telling(end_s=2.0)))
    speakers = Speakers()
    driver = make_driver(open_speaker=speakers, is_started=False)
    driver.app.state.update(volume=1.0)  # samples say their time
    driver.app.start(SourceRequest("file", str(clip)))
    shown = []
    driver.app.session.frame_ready.connect(
        lambda frame: shown.append((time.perf_counter(), frame.pts_s))
    )
    driver.wait(lambda: bool(speakers) and sum(s != 0 for _, s in speakers[0].heard) > 150)
    beside = []
    for when, sample in list(speakers[0].heard):
        seen = [(at, pts_s) for at, pts_s in shown if at <= when]
        if sample and seen and seen[-1][1] > 0.3:
            beside.append(abs(sample * 1000 - seen[-1][1] - (when - seen[-1][0])))
    figure = f"{statistics.median(beside) * 1000:.0f} ms between sound and picture, median"
    record_property("offset", figure)
    sys.stdout.write(f"{figure}\n")
    assert statistics.median(beside) < 0.25, "of another picture; 40 ms are measured elsewhere"


def _with_track(open_track):
    from app.pipeline.live.file_sound import FileSound

    def make(**arguments):
        return FileSound(open_track=open_track, **arguments)

    return make


def test_mute_and_pause_let_go_of_the_device_and_are_undone(heard):
    driver, speakers = heard
    driver.press(Qt.Key.Key_N)
    assert driver.window.transport.mute.isChecked()
    driver.wait(lambda: speakers[-1].is_closed)
    assert driver.app.state.saved.is_muted
    driver.click(driver.window.transport.mute)
    driver.wait(lambda: len(speakers) == 2 and speakers.is_heard())
    driver.press(Qt.Key.Key_Space)
    driver.wait(lambda: speakers[-1].is_closed)
    driver.press(Qt.Key.Key_Space)
    driver.wait(lambda: len(speakers) == 3)


def test_the_volume_is_heard_and_remembered(heard):
    driver, speakers = heard
    slider = driver.window.transport.volume
    assert slider.isVisible()
    driver.wait(lambda: max(abs(s) for _, s in speakers[-1].heard) > 0.1)
    slider.setFocus()
    driver.qtbot.keyClick(slider, Qt.Key.Key_Home)
    driver.wait(lambda: speakers[-1].is_closed)
    assert driver.window.transport.mute.isChecked()
    driver.qtbot.keyClick(slider, Qt.Key.Key_PageUp)
    assert not driver.window.transport.mute.isChecked()  # and no slide is turned by that key
    driver.wait(lambda: len(speakers) == 2 and len(speakers[1].heard) > 20)
    assert max(abs(s) for _, s in speakers[1].heard) < 0.02
    driver.app.state.write()
    assert Store(driver.app.state.store.path).load().volume == pytest.approx(0.1)


@pytest.fixture
def recorded(heard, monkeypatch):
    """The same window, and what begins a recording: its microphone; empty: without sound."""
    driver, speakers = heard
    monkeypatch.setattr("app.pipeline.live.recordings.open_microphone", Tone)

    def begin(microphone: str) -> None:
        driver.window.output.microphone.chosen.emit(microphone)
        driver.press(Qt.Key.Key_R)
        driver.wait(lambda: driver.app.output.recording is not None)

    return driver, speakers, begin


def test_beside_a_microphone_that_records_the_film_is_silent_and_says_why(recorded):
    driver, speakers, begin = recorded
    begin("USB Headset")
    driver.wait(lambda: speakers[-1].is_closed)
    assert driver.window.transport.mute.accessibleDescription() == MICROPHONE_LISTENS
    driver.app.output.toggle_recording()
    driver.wait(lambda: len(speakers) == 2)
    assert driver.window.transport.mute.accessibleDescription() == ""


@pytest.mark.parametrize(("now", "then"), [("USB Headset", ""), ("", "USB Headset")])
def test_a_microphone_for_the_next_recording_changes_nothing_of_this_one(recorded, now, then):
    driver, _, begin = recorded
    begin(now)
    driver.window.output.microphone.chosen.emit(then)
    for is_paused in (True, False):
        driver.press(Qt.Key.Key_Space)
        assert driver.app.playback.is_paused == is_paused
    assert driver.app.session.file_sound.is_on == (now == "")
    reason = MICROPHONE_LISTENS if now else ""
    assert driver.window.transport.mute.accessibleDescription() == reason


def test_without_a_device_the_button_says_so_and_nothing_else_happens(file_driver):
    mute = file_driver.window.transport.mute
    file_driver.wait(lambda: "No sound server answers" in mute.toolTip())
    assert file_driver.notices() == []


def test_a_speaker_that_opens_later_ends_the_complaint(make_driver, clip):
    speakers = Speakers()
    tries = []

    def open_speaker():
        tries.append(None)
        if len(tries) == 1:
            raise SpeakerError("No sound server answers; there is no sound until one does.")
        return speakers()

    driver = make_driver(start=SourceRequest("file", str(clip)), open_speaker=open_speaker)
    mute = driver.window.transport.mute
    driver.wait(lambda: "No sound server answers" in mute.toolTip())
    driver.press(Qt.Key.Key_Space)
    driver.press(Qt.Key.Key_Space)
    driver.wait(speakers.is_heard)
    driver.wait(lambda: "No sound server answers" not in mute.toolTip())


def test_a_camera_needs_no_speaker(make_driver):
    speakers = Speakers()
    driver = make_driver(start=SourceRequest("camera", "Desk camera"), open_speaker=speakers)
    driver.wait_live()
    assert not driver.app.session.file_sound.is_on
    assert speakers == []
