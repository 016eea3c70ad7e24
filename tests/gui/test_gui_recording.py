"""Recording, snapshots, microphone, virtual camera, and leaving in the middle of it."""

from __future__ import annotations

import itertools
import math
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import av
import numpy as np
import pytest
from gui_doubles import NO_CAMERA, ROOM, Tone, inventory
from gui_driver import is_near, read
from PIL import Image as Pictures
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from test_recovery import HEAD, KILLED_RECORDING

from app.pipeline.end_signals import CANCELLED
from app.pipeline.live import events
from app.pipeline.live.source_request import SourceRequest
from app.video.cameras.sender import SenderStatus
from app.video.cameras.senders import SENDERS
from app.video.recording.recording_file import RecordingFile
from app.video.recording.summary import RecordingStatus
from gui.app import leave_at_signals
from gui.leaving import CloseDialog
from gui.output.control import LEVEL_MS
from gui.output.panel import SilentDialog
from gui.shared.words import size_words
from gui.source.devices import Inventory

GREEN = (0, 177, 64)


def recordings(driver):
    folder = driver.app.state.recordings_folder
    return sorted(folder.glob("*.mp4")) if folder.exists() else []


def record(driver, condition) -> np.ndarray:
    """Record until `condition`; uint8 RGB (frames, H, W, 3) of the file."""
    bar = driver.window.record_bar
    driver.click(bar.record)
    driver.wait(lambda: bar.elapsed.isVisible())
    driver.wait(condition)
    driver.click(bar.record)
    driver.wait(lambda: bool(recordings(driver)) and not driver.app.output.is_recording)
    return read(recordings(driver)[-1])


def elapsed(driver, seconds: float) -> bool:
    status = driver.app.output.recording
    return status is not None and status.elapsed_s >= seconds


def test_the_big_button_records_what_is_seen(driver):
    frames = record(driver, lambda: elapsed(driver, 0.6))
    assert is_near(frames[-1][90, 20], GREEN, 20)
    assert is_near(frames[-1][90, 130], (255, 45, 55), 20)
    driver.wait_notice("Backdrop ")
    card = driver.window.notices.cards()[0]
    driver.click(card.action)
    assert driver.shown_folders == [recordings(driver)[0]]


def test_a_recording_has_a_constant_rate_when_asked(driver):
    driver.window.constant_rate.trigger()
    record(driver, lambda: elapsed(driver, 0.5))
    assert driver.app.state.saved.has_constant_rate
    with av.open(str(recordings(driver)[0])) as file:
        times = [frame.pts * frame.time_base for frame in file.decode(video=0)]
    assert {later - earlier for earlier, later in itertools.pairwise(times)} == {Fraction(1, 30)}


def test_a_recording_begins_while_the_one_before_is_being_finished(driver, monkeypatch):
    finish, may_finish, bar = RecordingFile.finish, threading.Event(), driver.window.record_bar

    def finish_late(file):
        may_finish.wait()
        return finish(file)

    monkeypatch.setattr(RecordingFile, "finish", finish_late)
    driver.click(bar.record)
    driver.wait(lambda: elapsed(driver, 0.3))
    driver.click(bar.record)
    driver.wait(lambda: driver.app.output.recording is None)  # its file is long
    driver.click(bar.record)
    has_begun = driver.app.session.worker.recordings.is_on
    may_finish.set()
    assert has_begun
    driver.wait(lambda: elapsed(driver, 0.3))
    driver.wait_notice("Saved Backdrop")
    assert driver.app.output.is_recording
    assert bar.record.isChecked()
    driver.click(bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)
    assert [len(read(path)) > 0 for path in recordings(driver)] == [True, True]


def test_time_size_and_free_disk_are_shown_meanwhile(driver):
    bar = driver.window.record_bar
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: "free" in bar.details.text() and bar.elapsed.text() >= "0:01")
    assert bar.record.text() == "Stop"
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: not driver.app.output.is_recording)
    assert bar.record.text() == "Record"
    assert not bar.elapsed.isVisible()


def test_without_a_picture_the_key_for_snapshots_does_no_more_than_the_greyed_button(driver):
    driver.cameras.plugged.clear()
    driver.wait(lambda: not driver.window.record_bar.snapshot.isEnabled())
    driver.press(Qt.Key.Key_S)
    driver.wait_notice("There is no picture")
    driver.cameras.plugged.add("Desk camera")
    driver.wait(driver.window.record_bar.snapshot.isEnabled)
    driver.qtbot.wait(200)
    assert not driver.app.state.recordings_folder.exists()


def is_live(driver) -> bool:
    frame = driver.window.preview.frame
    return frame is not None and frame.has_valid_matte


def test_a_recording_begins_while_the_background_alone_is_shown(driver):
    driver.cameras.plugged.clear()
    driver.wait_frame(lambda frame: not frame.has_valid_matte)

    def has_both() -> bool:
        if elapsed(driver, 0.3):
            driver.cameras.plugged.add("Desk camera")
        return elapsed(driver, 1.0) and is_live(driver)

    frames = record(driver, has_both)
    assert is_near(frames[0][90, 130], GREEN, 25)
    assert is_near(frames[-1][90, 130], (255, 45, 55), 25)


def test_a_recording_that_waits_for_the_first_picture_has_its_size(make_driver):
    driver = make_driver()
    driver.cameras.gate.clear()
    driver.app.session.open_source(SourceRequest("camera", "Desk camera"))
    driver.frame()

    def is_seen() -> bool:
        driver.cameras.gate.set()
        return elapsed(driver, 0.3) and is_live(driver)

    assert record(driver, is_seen).shape[1:3] == (180, 320)


def test_pause_leaves_out_what_comes_until_resumed(driver):
    bar = driver.window.record_bar
    driver.click(bar.record)
    driver.wait(lambda: elapsed(driver, 0.3))
    driver.click(bar.pause)
    driver.wait(lambda: driver.app.output.recording.is_paused)
    held = driver.app.output.recording.elapsed_s
    assert "paused" in bar.details.text()
    driver.click(driver.window.gallery.swatch("#f5f6f8"))  # must not be in the file
    driver.wait_colour(0.1, 0.5, (245, 246, 248))
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.1, 0.5, GREEN)
    driver.press(Qt.Key.Key_P)
    driver.wait(lambda: elapsed(driver, held + 0.3))
    driver.click(bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)
    assert all(is_near(frame[90, 20], GREEN, 25) for frame in read(recordings(driver)[0]))


@pytest.mark.parametrize("begun_s", [0.0, 0.3])
def test_pause_pressed_twice_at_once_leaves_nothing_out(driver, begun_s):
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: begun_s == 0.0 or elapsed(driver, begun_s))
    for is_paused in (True, False):
        driver.press(Qt.Key.Key_P)
        assert driver.app.session.worker.recordings.status().is_paused == is_paused
        assert driver.window.record_bar.pause.isChecked() == is_paused
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)


def test_the_original_is_never_recorded(driver):
    bar = driver.window.record_bar
    driver.click(bar.record)
    driver.wait(lambda: elapsed(driver, 0.2))
    driver.qtbot.keyPress(driver.window, Qt.Key.Key_O)
    driver.wait_colour(0.9, 0.5, ROOM)
    driver.wait(lambda: elapsed(driver, 0.8))
    driver.qtbot.keyRelease(driver.window, Qt.Key.Key_O)
    driver.click(bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)
    frames = read(recordings(driver)[0])
    assert all(is_near(frame[90, 300], GREEN, 25) for frame in frames)


def test_an_unplugged_camera_leaves_the_background_in_the_recording_which_goes_on(driver):
    bar = driver.window.record_bar
    driver.click(bar.record)
    driver.wait(lambda: elapsed(driver, 0.3))
    driver.cameras.plugged.clear()
    driver.wait_colour(0.4, 0.5, GREEN)
    driver.wait(lambda: elapsed(driver, 1.5))
    driver.cameras.plugged.add("Desk camera")
    driver.wait_colour(0.4, 0.5, (255, 45, 55))
    back_s = driver.app.output.recording.elapsed_s
    driver.wait(lambda: elapsed(driver, back_s + 1.0))
    driver.click(bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)
    people = [is_near(frame[90, 130], (255, 45, 55), 25) for frame in read(recordings(driver)[0])]
    assert people[0]
    assert people[-1]
    assert not all(people)


def test_a_snapshot_is_a_png_of_the_picture(driver):
    driver.click(driver.window.record_bar.snapshot)
    driver.wait_notice("Saved Backdrop")
    [path] = driver.app.state.recordings_folder.glob("*.png")
    pixels = np.asarray(Pictures.open(path))
    assert is_near(pixels[90, 20][:3], GREEN)
    assert is_near(pixels[90, 130][:3], (255, 45, 55))
    driver.press(Qt.Key.Key_S)
    driver.wait(lambda: len(list(driver.app.state.recordings_folder.glob("*.png"))) == 2)


def test_the_folder_can_be_changed_and_is_remembered(driver, tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    driver.click(driver.window.output.change_folder)
    dialog = driver.window.findChild(QFileDialog)
    dialog.selectFile(str(folder))
    dialog.accept()
    driver.wait(lambda: driver.app.state.saved.folder == folder)
    driver.press(Qt.Key.Key_S)
    driver.wait(lambda: bool(list(folder.glob("*.png"))))


def test_a_folder_that_cannot_be_written_is_said(driver, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    driver.app.state.update(folder=blocked / "sub")
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: bool(driver.notices()))
    assert not driver.window.record_bar.record.isChecked()
    driver.click(driver.window.record_bar.snapshot)
    driver.wait_notice("snapshot cannot be saved")


def test_a_full_disk_ends_the_recording_and_keeps_what_there_is(driver, monkeypatch):
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: elapsed(driver, 0.3))
    full = SimpleNamespace(total=1, used=1, free=0)
    monkeypatch.setattr("app.video.recording.summary.shutil.disk_usage", lambda path: full)
    driver.wait_notice("disk is full")
    assert driver.window.notices.cards()[0].level == "warning"
    assert not driver.window.record_bar.record.isChecked()
    assert len(read(recordings(driver)[0])) > 0


def test_frames_that_the_encoder_lost_are_told(driver, tmp_path):
    status = RecordingStatus(tmp_path / "a.mp4", 5.0, 1_000_000, 0, 3, 0, False)
    driver.window.record_bar.show_recording(status)
    assert "3 frames dropped" in driver.window.record_bar.details.text()


def with_microphone(make_driver, **options):
    driver = make_driver(
        start=SourceRequest("camera", "Desk camera"),
        found=inventory("Desk camera", microphones=["Headset", "Desk"]),
        **options,
    )
    driver.wait(lambda: driver.window.output.microphone.count() == 3)
    return driver


def test_sound_is_off_until_a_microphone_is_chosen(make_driver):
    driver = with_microphone(make_driver)
    box = driver.window.output.microphone
    assert box.currentText() == "No sound"
    assert driver.app.state.saved.microphone == ""
    assert box.level is None, "nobody's microphone is opened unasked"
    driver.choose(box, 1)
    assert driver.app.state.saved.microphone == "Headset"


def test_the_level_of_the_chosen_microphone_stands_beside_record(make_driver):
    opened = []

    def open_tone(name):
        opened.append(Tone(name))
        return opened[-1]

    driver = with_microphone(make_driver, open_microphone=open_tone)
    box = driver.window.output.microphone
    driver.choose(box, 2)
    driver.wait(lambda: (box.level or 0.0) > 0.85)  # half is 6 dB below full
    assert [tone.name for tone in opened] == ["Headset", "Desk"] or opened[-1].name == "Desk"
    driver.choose(box, 0)
    driver.wait(lambda: box.level is None)
    driver.wait(lambda: all(tone.is_closed for tone in opened))


def test_a_microphone_that_is_not_heard_says_so_before_it_records(make_driver):
    driver = with_microphone(make_driver)
    box = driver.window.output.microphone
    driver.choose(box, 1)
    driver.wait(lambda: "cannot be opened" in box.toolTip())
    assert box.property("trouble")


def test_a_microphone_of_nothing_but_zeros_is_called_silent(make_driver):
    driver = with_microphone(make_driver, open_microphone=lambda name: Tone(name, peak=0.0))
    driver.choose(driver.window.output.microphone, 1)
    driver.wait(lambda: "No sound from" in driver.window.output.microphone.toolTip())


def test_a_chosen_microphone_that_was_unplugged_stays_chosen_and_says_so(make_driver):
    driver = with_microphone(make_driver)
    driver.app.state.update(microphone="Studio")
    driver.app.session.inventory_changed.emit(Inventory())
    assert driver.window.output.microphone.currentText() == "Studio (not connected)"


def test_a_first_recording_without_sound_says_so_before_it_starts(make_driver):
    driver = with_microphone(make_driver, is_new=True)
    driver.wait_live()
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: driver.window.findChild(SilentDialog) is not None)
    assert not driver.app.output.is_recording
    assert not driver.window.record_bar.record.isChecked()
    driver.click(driver.window.findChild(SilentDialog).without)
    driver.wait(lambda: driver.app.output.is_recording)
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)
    driver.wait(lambda: driver.window.findChild(SilentDialog) is None)
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: driver.app.output.is_recording)
    assert driver.window.findChild(SilentDialog) is None, "asked once"
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)


def test_the_first_recording_can_be_given_a_microphone_at_once(make_driver, monkeypatch):
    monkeypatch.setattr("app.pipeline.live.recordings.open_microphone", Tone)
    driver = with_microphone(make_driver, is_new=True)
    driver.wait_live()
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: driver.window.findChild(SilentDialog) is not None)
    dialog = driver.window.findChild(SilentDialog)
    driver.choose(dialog.microphone, 1)
    driver.click(dialog.with_sound)
    driver.wait(lambda: elapsed(driver, 0.3))
    box = driver.window.output.microphone
    driver.wait(lambda: (box.level or 0.0) > 0.85)  # of the recording itself
    assert driver.app.session.microphone_level.name == ""
    driver.click(driver.window.record_bar.record)
    driver.wait(lambda: not driver.app.output.is_recording)
    assert driver.app.state.saved.microphone == "Desk"
    with av.open(str(recordings(driver)[-1])) as container:
        assert container.streams.audio


def test_the_lack_of_a_microphone_stays_said(driver):
    box = driver.window.output.microphone
    driver.wait(lambda: "No microphone found" in box.toolTip())
    driver.qtbot.wait(4 * LEVEL_MS)
    assert "No microphone found" in box.accessibleDescription()
    driver.app.session.inventory_changed.emit(inventory("Desk camera", microphones=("Headset",)))
    driver.wait(lambda: box.accessibleDescription() == "")


def test_without_a_microphone_the_choice_is_greyed(driver):
    assert not driver.window.output.microphone.isEnabled()


def test_each_command_of_the_virtual_cameras_help_can_be_copied(make_driver):
    commands = ("sudo apt install v4l2loopback-dkms", 'sudo modprobe v4l2loopback label="B"')
    driver = make_driver(
        found=replace(
            inventory("Desk camera"),
            senders={"virtual_camera": replace(NO_CAMERA, commands=commands)},
        ),
    )
    driver.wait(lambda: "v4l2loopback" in driver.window.output.virtual_camera.toolTip())
    driver.click(driver.window.output.virtual_camera)
    driver.wait_notice("v4l2loopback")
    card = driver.window.notices.shown()
    assert card.sentence in card.details.toPlainText()
    driver.wait(lambda: all(field.isVisible() for field, _ in card.commands))
    assert not driver.window.output.virtual_camera.isChecked()
    assert [field.text() for field, _ in card.commands] == list(commands)
    for (_, copy), command in zip(card.commands, commands, strict=True):
        driver.click(copy)
        assert QGuiApplication.clipboard().text() == command
        assert copy.text() == "Copied"


def test_virtual_camera_switch_tells_how_it_went(make_driver):
    driver = make_driver(
        start=SourceRequest("camera", "Desk camera"),
        found=inventory("Desk camera", has_virtual_camera=True),
    )
    switch = driver.window.output.virtual_camera
    driver.click(switch)
    driver.wait(lambda: bool(driver.notices()))  # no test machine has one: it says why not
    assert not switch.isChecked()
    tell = driver.app.session.live_event.emit
    tell(events.SenderStarted("virtual_camera", "OBS Virtual Camera", "Choose OBS Virtual Camera."))
    driver.wait_notice("OBS Virtual Camera")
    assert switch.isChecked()
    tell(events.SenderStopped("virtual_camera", "The virtual camera was taken by another program."))
    driver.wait_notice("taken by another program")
    assert not switch.isChecked()


def ndi_action(driver):
    (action,) = [found for found in driver.window.sending.actions() if "NDI" in found.text()]
    return action


def with_ndi(make_driver, status):
    found = replace(inventory("Desk camera"), senders={"virtual_camera": NO_CAMERA, "ndi": status})
    return make_driver(start=SourceRequest("camera", "Desk camera"), found=found)


def test_ndi_that_is_missing_is_offered_as_a_set_up_with_the_command_to_copy(make_driver):
    command = "pip install cyndilib"
    status = SenderStatus(False, f"Install the optional package first: {command}", (command,))
    driver = with_ndi(make_driver, status)
    driver.wait(lambda: ndi_action(driver).text() == "Set up NDI…")
    ndi_action(driver).trigger()
    driver.wait_notice("Install the optional package")
    card = driver.window.notices.shown()
    assert [field.text() for field, _ in card.commands] == [command]
    assert not ndi_action(driver).isChecked()


def test_ndi_says_who_can_watch_before_and_after_it_is_switched_on(make_driver, monkeypatch):
    opened = []

    class Ndi(SimpleNamespace):
        device = "DESK (Backdrop)"

        def send(self, pixels):
            self.shape = pixels.shape

        def close(self):
            self.is_closed = True

    monkeypatch.setitem(
        SENDERS,
        "ndi",
        replace(SENDERS["ndi"], open=lambda **size: opened.append(Ndi(**size)) or opened[-1]),
    )
    driver = with_ndi(make_driver, SenderStatus(True))
    driver.wait_live()
    assert "every computer in your network" in ndi_action(driver).text()
    ndi_action(driver).trigger()
    driver.wait_notice("DESK (Backdrop)")
    driver.wait_notice("Programs in your network can receive")
    driver.wait_notice("Choose “Transparent”")
    assert ndi_action(driver).isChecked()
    ndi_action(driver).trigger()
    driver.wait(lambda: hasattr(opened[0], "is_closed"))
    driver.wait(lambda: not ndi_action(driver).isChecked())
    assert opened[0].shape[2] == 4


def test_nothing_is_sent_while_there_is_nothing_to_show(make_driver):
    found = replace(inventory(), senders={"ndi": SenderStatus(True)})
    driver = make_driver(found=found)
    driver.wait(lambda: "network" in ndi_action(driver).text())
    if driver.app.session.worker is not None:
        pytest.skip("a session runs without a camera")
    ndi_action(driver).trigger()
    driver.wait_notice("There is no picture yet")
    assert not ndi_action(driver).isChecked()


def close_dialog(driver) -> CloseDialog:
    driver.wait(lambda: driver.window.findChild(CloseDialog) is not None)
    return driver.window.findChild(CloseDialog)


def test_closing_while_recording_asks_and_keeps_going_if_told_to(driver):
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: elapsed(driver, 0.2))
    driver.window.close()
    driver.click(close_dialog(driver).stay)
    assert driver.window.isVisible()
    assert driver.app.output.is_recording
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: not driver.app.output.is_recording)


def test_closing_while_recording_finishes_the_file(driver):
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: elapsed(driver, 0.3))
    driver.window.close()
    driver.click(close_dialog(driver).finish)
    driver.wait(lambda: not driver.window.isVisible())
    assert len(read(recordings(driver)[0])) > 0


@pytest.mark.parametrize(("name", "times"), [("SIGINT", 1), ("SIGHUP", 1), ("SIGTERM", 3)])
def test_ctrl_c_or_a_closed_terminal_finishes_the_file_and_closes(driver, name, times, monkeypatch):
    if not hasattr(signal, name):
        pytest.skip(f"no {name} on this system")
    # Else three signals within more than that, on a busy machine, end the process: all these tests.
    monkeypatch.setattr("gui.app.INSIST_AFTER_S", math.inf)
    number = getattr(signal, name)
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: elapsed(driver, 0.3))
    # Whoever started the tests, in the background say, may have had the signal ignored.
    earlier = signal.signal(number, signal.SIG_DFL)
    restore = leave_at_signals(driver.app.leaving.finish_and_leave, driver.app.session.hurry)
    try:
        for _ in range(times):
            signal.raise_signal(number)
        driver.wait(lambda: not driver.window.isVisible())
    finally:
        restore()
        signal.signal(number, earlier)
    assert len(read(recordings(driver)[0])) > 0
    assert len(list(driver.app.state.recordings_folder.iterdir())) == 1


def test_who_insists_for_long_ends_the_process_at_once(monkeypatch):
    ended = []
    monkeypatch.setattr("gui.app.os._exit", ended.append)
    monkeypatch.setattr("gui.app.INSIST_AFTER_S", -1.0)
    earlier = signal.signal(signal.SIGINT, signal.default_int_handler)
    restore = leave_at_signals(lambda: None)
    try:
        for expected in ([], [], [CANCELLED]):
            signal.raise_signal(signal.SIGINT)
            assert ended == expected
    finally:
        restore()
        signal.signal(signal.SIGINT, earlier)


def test_the_program_ends_when_its_window_is_closed(tmp_path):
    """In a process of its own: what a hidden window leaves running nobody would see."""
    code = (
        "from PySide6.QtCore import QTimer; import gui.app as a; "
        "from app.pipeline.live.source_request import SourceRequest; "
        "made = a.App.__init__; "
        "a.App.__init__ = lambda self, *r, **k: (made(self, *r, **k), "
        "QTimer.singleShot(300, self.window.close))[0]; "
        "raise SystemExit(a.run(SourceRequest('synthetic')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
    )
    assert done.returncode == 0


def test_closing_without_anything_running_does_not_ask(driver):
    driver.window.close()
    driver.wait(lambda: not driver.window.isVisible())
    assert driver.window.findChild(CloseDialog) is None


def test_sizes_are_words():
    counts = (0, 999, 12_345, 12_345_678, 12_345_678_901)
    words = ["0 B", "999 B", "12 kB", "12.3 MB", "12.3 GB"]
    assert [size_words(count) for count in counts] == words


@pytest.fixture
def cut_short(tmp_path):
    """A recording that a killed process left."""
    if not hasattr(signal, "SIGKILL"):
        pytest.skip("this system has no SIGKILL")
    path = tmp_path / "talk.mp4"
    subprocess.run([sys.executable, "-c", HEAD + KILLED_RECORDING, path], check=False)
    return path


def test_a_recording_that_a_crash_cut_short_is_offered_and_finished(cut_short, make_driver):
    driver = make_driver()
    driver.wait_notice("talk.mp4 was interrupted by a crash")
    (card,) = driver.window.notices.cards()
    assert card.action.text() == "Finish this recording"
    driver.click(card.action)
    driver.wait_notice("talk.mp4 is finished.")
    assert b"moof" not in cut_short.read_bytes()
    assert len(read(cut_short)) > 0
    (card,) = driver.window.notices.cards()
    driver.click(card.action)
    assert driver.shown_folders == [cut_short]


def test_a_recording_that_went_before_it_was_finished_is_said(cut_short, make_driver):
    driver = make_driver()
    driver.wait_notice("talk.mp4 was interrupted by a crash")
    cut_short.unlink()
    driver.click(driver.window.notices.cards()[0].action)
    driver.wait_notice("there is no file")


def test_a_failing_recording_is_said_in_the_window_at_once(driver):
    driver.press(Qt.Key.Key_R)
    driver.wait(lambda: elapsed(driver, 0.3))
    shutil.rmtree(driver.app.state.recordings_folder)
    driver.wait_notice("no longer exists")
    assert not driver.app.output.is_recording
    assert driver.window.notices.cards()[0].level == "error"
