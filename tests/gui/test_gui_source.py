"""Cameras and files: choosing, losing, finding again, queues, and playing."""

from __future__ import annotations

import base64
import itertools
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from gui_doubles import MODES, NO_GPU, ROOM, FakeCameras, inventory
from gui_driver import is_near
from PIL import Image as Pictures
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from video_clips import make_clip

from app.pipeline.live.events import PersonSeen, PlaybackEnded, SourceOpened
from app.pipeline.live.source import LiveSource
from app.pipeline.live.source_request import SourceRequest
from app.video.cameras.camera_list import CameraInfo, CameraMode
from app.video.files.file_source import FileSource
from app.video.files.inputs import open_source
from app.video.files.sequence_source import StillSource
from app.video.source import SourceError
from gui.source.control import NO_CAMERA, SAMPLE
from gui.source.devices import USUAL_MODES, Camera, DeviceWatcher, Inventory, InventoryTaker

GREEN = (0, 177, 64)
NAMES = ("Desk camera", "Side camera")


def source_names(driver) -> list[str]:
    box = driver.window.source.source
    return [box.itemText(index) for index in range(box.count())]


def tell(driver, found: Inventory) -> None:
    """As the device watcher does when something is plugged in or out."""
    driver.app.session.inventory_changed.emit(found)


def test_first_start_with_a_camera_shows_it(make_driver):
    driver = make_driver(cameras=FakeCameras(*NAMES))
    driver.wait_live()
    assert driver.window.source.source.currentText() == "Desk camera"
    assert not driver.window.transport.isVisible()


def test_first_start_without_a_camera_plays_the_sample_and_says_why(make_driver):
    driver = make_driver(found=inventory())
    driver.wait_live()
    assert driver.window.source.source.currentText() == "Built-in sample"
    assert driver.window.source.reason.isVisible()
    assert driver.window.source.reason.text() == NO_CAMERA
    assert driver.window.transport.isVisible()


def test_a_camera_that_is_not_connected_any_more_gives_way_to_the_sample(make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.app.state.write()
    driver.stop()
    again = make_driver(found=inventory("Side camera"))
    again.wait(lambda: again.window.source.reason.isVisible())
    assert "Desk camera is not connected" in again.window.source.reason.text()
    assert again.window.source.source.currentText() == "Built-in sample"
    again.app.state.write()
    again.stop()
    back = make_driver()  # it is connected again
    back.wait_live()
    assert back.window.source.source.currentText() == "Desk camera"


def test_cameras_are_chosen_by_name(make_driver):
    cameras = FakeCameras(*NAMES)
    driver = make_driver(cameras=cameras)
    driver.wait_live()
    driver.choose(driver.window.source.source, 1)
    driver.wait(lambda: bool(cameras.opened) and cameras.opened[-1][0] == "Side camera")
    driver.wait_live()


def test_resolution_and_rate_are_those_that_the_camera_offers(driver):
    box = driver.window.source.mode
    assert [box.itemText(i) for i in range(1, box.count())] == [
        "640\u00d7360, 30 frames/s",
        "320\u00d7180, 30 frames/s",
    ]
    driver.choose(box, 1)
    driver.wait(lambda: driver.cameras.opened[-1] == ("Desk camera", 360, 640, 30.0))
    driver.wait_frame(lambda frame: frame.frame_height == 360)
    driver.wait(lambda: "640x360" in driver.window.status.text())


@pytest.fixture
def plugged(monkeypatch) -> list[CameraInfo]:
    """The cameras that the system lists for an `InventoryTaker`; there is nothing else."""
    found: list[CameraInfo] = []
    monkeypatch.setattr("app.video.cameras.camera_list.list_cameras", lambda: found)
    monkeypatch.setattr("app.video.cameras.senders.senders_here", list)
    monkeypatch.setattr("app.video.recording.microphone.list_microphones", list)
    monkeypatch.setattr("gui.source.devices.look_for_gpu", lambda: NO_GPU)
    monkeypatch.setattr("gui.source.devices.modes_of", lambda info: ())
    return found


def test_a_camera_is_found_again_with_and_without_another_one_of_its_name(make_driver, plugged):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.app.state.write()
    driver.stop()
    paths = ["/dev/video0", "/dev/video2"]
    plugged += [CameraInfo(int(path[-1]), "Desk camera", "V4L2", path) for path in paths]
    for targets, name in ((paths, "Desk camera (0)"), (["Desk camera"], "Desk camera")):
        again = make_driver(cameras=FakeCameras(*targets), look=InventoryTaker())
        again.wait_live()
        assert again.window.source.source.currentText() == name
        assert not again.window.source.reason.isVisible()
        again.app.state.write()
        again.stop()
        del plugged[1:]


def test_a_camera_that_was_asked_for_by_a_part_of_its_name_is_found_at_the_next_start(make_driver):
    class ByPart(FakeCameras):
        def _open(self, request):
            return super()._open(replace(request, target="Desk camera"))

    cameras = ByPart("Desk camera")
    driver = make_driver(start=SourceRequest("camera", "desk"), cameras=cameras)
    driver.wait_live()
    driver.wait(lambda: driver.app.state.saved.source == ("camera", "Desk camera"))


@pytest.mark.parametrize(("start", "is_full"), [(None, True), ("desk", False)])
def test_a_listed_camera_is_asked_for_by_its_full_name(make_driver, start, is_full):
    requests = []

    class ByPart(FakeCameras):
        def _open(self, request):
            requests.append(request)
            return super()._open(replace(request, target="Desk camera"))

    request = None if start is None else SourceRequest("camera", start)
    driver = make_driver(start=request, cameras=ByPart("Desk camera"))
    driver.wait_live()
    assert [request.is_full_name for request in requests] == [is_full]


def test_only_films_of_ten_bits_are_asked_for_a_log_curve(make_driver, clip, tmp_path):
    Pictures.new("RGB", (64, 48)).save(tmp_path / "still.png")
    deep = tmp_path / "deep.mkv"
    make_clip(deep, codec="ffv1", pixel_format="yuv420p10le")
    hdr = tmp_path / "hdr.mkv"
    make_clip(hdr, codec="ffv1", pixel_format="yuv420p10le", matrix="bt2020", transfer=16)
    driver = make_driver(found=inventory())
    driver.wait_live()
    box, state = driver.window.source.log, driver.app.state
    assert not box.isVisible(), "the sample"
    driver.app.source.open_files([deep], [])
    driver.wait(box.isVisible)
    driver.app.source.open_files([hdr], [])
    driver.wait_live()
    assert not box.isVisible(), "it says itself that it is HDR"
    driver.app.source.open_files([clip], [])
    assert not box.isVisible()
    driver.wait_live()
    assert not box.isVisible(), "8 bits"
    state.put(state.saved.with_values(f"file {clip}", logs="slog3"))
    driver.app.source.open_files([clip], [])
    driver.wait(box.isVisible)
    assert box.currentText() == "Sony S-Log3"
    driver.app.source.open_files([tmp_path / "still.png"], [])
    assert not box.isVisible()


def test_the_list_follows_plugging_in_and_out(driver):
    tell(driver, inventory("Desk camera", "Phone"))
    driver.wait(lambda: "Phone" in source_names(driver))
    tell(driver, inventory("Desk camera"))
    driver.wait(lambda: "Phone" not in source_names(driver))
    assert driver.window.source.source.currentText() == "Desk camera"


def test_a_camera_taken_by_another_program_is_said_in_the_window(make_driver):
    cameras = FakeCameras(*NAMES)
    cameras.taken.add("Desk camera")
    driver = make_driver(cameras=cameras)
    driver.wait_notice("used by another program")
    assert not driver.window.preview.frame or not driver.window.preview.frame.has_valid_matte
    cameras.taken.clear()
    driver.wait_live()
    driver.wait(lambda: not driver.notices())


def test_the_window_does_not_wait_for_a_camera_that_takes_its_time(make_driver):
    cameras = FakeCameras("Desk camera")
    cameras.gate.clear()
    driver = make_driver(cameras=cameras)
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.4, 0.5, GREEN)  # the background alone, already
    # Seconds are counted behind it after a while.
    assert driver.window.preview.accessibleDescription().startswith("Opening Desk camera\u2026")
    driver.press(Qt.Key.Key_M)
    assert driver.app.state.settings.mirror
    cameras.gate.set()
    driver.wait_live()


def test_an_unplugged_camera_shows_the_background_alone_until_it_is_back(driver):
    driver.wait_colour(0.4, 0.5, (255, 45, 55))
    driver.cameras.plugged.clear()
    driver.wait_colour(0.4, 0.5, GREEN)
    driver.wait_notice("Desk camera")
    driver.cameras.plugged.add("Desk camera")
    driver.wait_colour(0.4, 0.5, (255, 45, 55))
    driver.wait(lambda: not driver.notices())


def test_a_dropped_file_plays(driver, clip):
    driver.drop(driver.window.preview, [clip])
    driver.wait(lambda: driver.window.transport.isVisible())
    driver.wait_live()
    assert driver.window.source.source.currentText() == clip.name
    assert clip in driver.app.state.saved.recent_files


def test_files_can_be_dropped_anywhere_in_the_window(driver, clip):
    driver.drop(driver.window.status, [clip])
    driver.wait(lambda: driver.window.source.source.currentText() == clip.name)


def test_the_open_button_offers_files_and_folders(driver, clip):
    driver.click(driver.window.source.open_button)
    ways = driver.window.source.findChild(QMenu)
    assert ways.isVisible()
    ways.hide()
    ways.actions()[0].trigger()
    dialog = driver.window.findChild(QFileDialog)
    dialog.selectFile(str(clip))
    dialog.accept()
    driver.wait(lambda: driver.window.transport.isVisible())


def test_ctrl_o_opens_the_dialog_too(driver):
    driver.press(Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    driver.wait(lambda: any(d.isVisible() for d in driver.window.findChildren(QFileDialog)))
    driver.window.findChildren(QFileDialog)[-1].reject()


def test_several_files_become_a_queue_and_follow_one_another(driver, clip, tmp_path):
    second = tmp_path / "second.mkv"
    second.write_bytes(clip.read_bytes())
    driver.drop(driver.window.preview, [clip, second])
    queue = driver.window.source.queue
    driver.wait(lambda: queue.count() == 2)
    assert queue.isVisible()
    driver.wait(lambda: driver.window.transport.isVisible())
    driver.click(driver.window.transport.loop)  # off: it ends with its last file
    driver.wait(lambda: driver.window.source.source.currentText() == second.name)
    item = queue.visualItemRect(queue.item(0)).center()
    driver.qtbot.mouseClick(queue.viewport(), Qt.MouseButton.LeftButton, pos=item)
    driver.wait(lambda: driver.window.source.source.currentText() == clip.name)


def test_with_loop_the_shown_file_of_a_list_stays(driver, clip, tmp_path):
    second = tmp_path / "second.mkv"
    second.write_bytes(clip.read_bytes())
    shown, times = [], []
    driver.app.session.live_event.connect(
        lambda event: shown.append(event.name) if isinstance(event, SourceOpened) else None
    )
    driver.app.session.frame_ready.connect(lambda frame: times.append(frame.pts_s))
    assert driver.app.state.saved.is_looping
    driver.drop(driver.window.preview, [clip, second])
    # Twice round: a step back may be to the very first frame, or past it on a busy machine.
    driver.wait(lambda: sum(a > b for a, b in itertools.pairwise(times)) >= 2 or len(shown) > 1)
    assert shown == [clip.name]
    assert driver.window.source.source.currentText() == clip.name


def test_a_list_of_files_shows_as_many_rows_as_there_is_room_for(driver, clip):
    panel, names = driver.window.source, [clip.with_name(f"{n:02d}.mkv") for n in range(14)]

    def rows_seen() -> int:
        row_px = panel.queue.visualItemRect(panel.queue.item(0)).height()
        return panel.queue.viewport().height() // row_px

    panel.show_queue(names, current=0)
    for height, least in ((540, 6), (800, 10), (1080, 14)):
        driver.window.resize(1280, height)
        driver.wait(lambda least=least: rows_seen() >= least)


def test_a_queue_goes_past_what_cannot_be_read(driver, clip, tmp_path):
    (tmp_path / "text.mp4").write_text("this is no video")
    (tmp_path / "more.mp4").write_text("this is no video either")
    driver.drop(driver.window.preview, [tmp_path / "text.mp4", tmp_path / "more.mp4", clip])
    driver.wait_notice("text.mp4 is not a video")
    driver.wait(lambda: driver.window.source.source.currentText() == clip.name)
    driver.wait(lambda: driver.window.transport.isVisible())
    driver.wait_notice("more.mp4 is not a video")


def test_a_file_that_fails_late_is_not_taken_for_the_one_chosen_meanwhile(
    driver, clip, tmp_path, monkeypatch
):
    begun, gate = threading.Event(), threading.Event()

    def open_slowly(path, reading):
        if path == clip:
            return open_source(path, reading)
        begun.set()
        gate.wait()
        raise SourceError("slow.mp4 is not a video.")

    monkeypatch.setattr("app.pipeline.live.worker.open_source", open_slowly)
    (tmp_path / "slow.mp4").write_text("on a slow disk")
    driver.drop(driver.window.preview, [tmp_path / "slow.mp4"])
    driver.wait(begun.is_set)
    driver.drop(driver.window.preview, [clip])
    driver.wait(lambda: driver.window.source.source.currentText() == clip.name)
    gate.set()
    driver.wait(driver.window.transport.isVisible)
    assert driver.app.state.saved.source == ("file", str(clip)), "it can be read"
    assert driver.app.state.saved.recent_files[0] == clip
    assert driver.notices() == []


def test_the_end_of_a_film_does_not_pause_the_one_chosen_meanwhile(file_driver, clip, tmp_path):
    driver, playback = file_driver, file_driver.app.playback
    more = tmp_path / "more.mkv"
    more.write_bytes(clip.read_bytes())
    driver.click(driver.window.transport.loop)
    source = driver.app.session.worker.source.present
    source.seek(1.9)
    while source.state != "ended":  # the window is busy, and hears of it later
        time.sleep(0.01)
    driver.app.source.open_files([more], [])
    driver.wait(lambda: playback.film is not None)
    assert playback.path == more
    assert not playback.is_paused


def test_what_a_source_tells_while_another_is_asked_for_is_not_of_that_one(
    file_driver, clip, tmp_path, monkeypatch
):
    driver, playback = file_driver, file_driver.app.playback
    more = tmp_path / "more.mkv"
    more.write_bytes(clip.read_bytes())
    source, told = driver.app.session.worker.source, []
    shown = source.present
    driver.app.session.live_event.connect(told.append)

    def want(*arguments, **options):
        source._tell(PlaybackEnded(), shown)  # on its own thread, just before
        LiveSource.want(source, *arguments, **options)

    monkeypatch.setattr(source, "want", want)
    driver.app.source.open_files([more], [])
    driver.wait(lambda: playback.film is not None)
    assert PlaybackEnded() not in told
    assert not playback.is_paused


def test_a_queue_of_which_nothing_can_be_read_comes_to_rest(driver, tmp_path):
    names = ["a.mp4", "b.mp4"]
    for name in names:
        (tmp_path / name).write_text("this is no video")
    driver.drop(driver.window.preview, [tmp_path / name for name in names])
    driver.wait_notice("b.mp4 is not a video")
    driver.qtbot.wait(300)
    assert driver.window.source.source.currentText() == "b.mp4"


def test_while_another_source_opens_the_status_tells_nothing_of_the_one_before(driver):
    status = driver.window.status
    driver.wait(lambda: "x" in status.text() and "ms delay" in status.toolTip())
    driver.cameras.plugged.add("Side camera")
    tell(driver, inventory(*NAMES))
    driver.wait(lambda: "Side camera" in source_names(driver))
    driver.cameras.gate.clear()
    driver.choose(driver.window.source.source, 1)
    driver.wait(lambda: "frames/s" not in status.text())
    driver.cameras.gate.set()
    driver.wait(lambda: "frames/s" in status.text())


def test_a_dropped_folder_stands_for_what_is_in_it(driver, clip, tmp_path):
    for name in ("a.mkv", "b.mkv"):
        (tmp_path / name).write_bytes(clip.read_bytes())
    (tmp_path / "notes.txt").write_text("no video")
    driver.drop(driver.window.preview, [tmp_path])
    driver.wait(lambda: driver.window.source.queue.count() == 2)


@pytest.mark.parametrize("name", ["gone.mp4", "text.mp4"])
def test_an_unreadable_file_is_said_and_shows_nothing_of_the_camera(driver, tmp_path, name):
    if name == "text.mp4":
        (tmp_path / name).write_text("this is no video")
    driver.drop(driver.window.preview, [tmp_path / name])
    driver.wait_notice(name)
    if name == "text.mp4":
        driver.wait_colour(0.4, 0.5, GREEN)
        assert driver.app.state.saved.source == ("", ""), "the next start does not fall over it"
        assert not driver.app.state.saved.recent_files
    else:
        assert driver.window.source.source.currentText() == "Desk camera", "what was there stays"


def test_a_source_without_a_person_says_so(driver, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "gui_doubles.look_alpha", lambda settings, **size: np.zeros((90, 160), "u1")
    )
    path = tmp_path / "landscape.png"
    Pictures.fromarray(np.full((90, 160, 3), (10, 200, 220), np.uint8)).save(path)
    driver.drop(driver.window.source, [path])
    preview = driver.window.preview
    driver.wait(lambda: "No person found" in preview.accessibleDescription())
    monkeypatch.undo()
    driver.choose(driver.window.source.source, 0)
    driver.wait(lambda: preview.accessibleDescription() == "")


@pytest.mark.usefixtures("expected_error_logs")
def test_after_an_internal_error_a_person_is_looked_for_anew(driver, monkeypatch):
    def fault(*_, **__):
        raise RuntimeError("because of an internal error")

    preview = driver.window.preview
    driver.app.session.live_event.emit(PersonSeen(False))
    assert "No person found" in preview.accessibleDescription()
    with monkeypatch.context() as patch:
        patch.setattr("app.pipeline.live.compositor.Compositor.compose", fault)
        driver.wait_notice("stopped after an internal error")
    driver.choose(driver.window.source.source, 1)
    driver.wait_live()
    driver.wait(lambda: preview.accessibleDescription() == "")


def test_a_file_that_turns_out_unreadable_too_late_leaves_the_next_one(driver, clip, tmp_path):
    text = tmp_path / "text.mp4"
    text.write_text("this is no video")
    driver.app.source.open_files([text], [])
    source = driver.app.session.worker.source
    end_s = time.monotonic() + 20
    while source.present.state != "lost" and time.monotonic() < end_s:
        time.sleep(0.01)
    time.sleep(0.1)  # its notice waits for the window now
    other = tmp_path / "other.mkv"
    other.write_bytes(clip.read_bytes())
    driver.app.source.open_files([clip, other], [])
    driver.wait(lambda: driver.app.playback.film is not None)
    assert driver.app.source.shown_files == [clip]
    assert driver.app.state.saved.source == ("file", str(clip))
    assert clip in driver.app.state.saved.recent_files
    assert not driver.notices()


def test_the_window_shows_where_a_drop_would_go(driver, clip, tmp_path):
    window = driver.window
    driver.drag_files(window.source, [clip])
    assert window.source.drop_target.isVisible()
    assert window.source.drop_target.text() == "Drop to open"
    QApplication.sendEvent(window.source, QDragLeaveEvent())
    assert not window.source.drop_target.isVisible()
    driver.drag_files(window.gallery, [clip])
    assert window.gallery.drop_target.text() == "Drop to add to the backgrounds"
    assert window.gallery.drop_target.isVisible()
    QApplication.sendEvent(window.gallery, QDragLeaveEvent())
    for paths, words in (
        ([clip], "Drop to open"),
        ([tmp_path / "beach.jpg"], "Drop to use as the background"),
        ([tmp_path / "beach.jpg", clip], "Drop to open"),
    ):
        driver.drag_files(window.preview, paths)
        assert window.preview.drop_words == words
    driver.drag_files(window.status, [tmp_path / "beach.jpg"])
    assert window.preview.drop_words == "Drop to open", "it is not over the picture"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert window.preview.drop_words == ""


def test_a_still_is_shown(driver, tmp_path):
    from PIL import Image as Pictures

    path = tmp_path / "portrait.png"
    Pictures.fromarray(np.full((90, 160, 3), (10, 200, 220), np.uint8)).save(path)
    driver.drop(driver.window.source, [path])
    driver.wait_colour(0.5, 0.5, (10, 200, 220))
    assert not driver.window.transport.isVisible()


def test_pause_holds_the_picture_and_settings_still_show_on_it(file_driver):
    driver = file_driver
    driver.press(Qt.Key.Key_Space)
    for share in (0.9, 0.25):  # the second cannot be a frame that was due before the pause
        driver.seek(share)
    held = driver.frame().pts_s
    driver.click(driver.window.gallery.swatch("#8ec5ff"))
    driver.wait_colour(0.1, 0.5, (142, 197, 255))
    driver.click(driver.window.gallery.swatch("#f5f6f8"))
    driver.wait_colour(0.1, 0.5, (245, 246, 248))
    assert driver.window.preview.frame.pts_s == held
    driver.click(driver.window.transport.play)
    driver.wait_frame(lambda frame: frame.pts_s != held)


def test_space_activates_a_focused_button_instead_of_pausing(file_driver):
    switch = file_driver.window.look.mirror
    switch.setFocus()
    file_driver.qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert file_driver.app.state.settings.mirror
    assert not file_driver.window.transport.play.isChecked()


def test_the_seek_bar_shows_that_frame_even_when_paused(file_driver):
    driver = file_driver
    driver.click(driver.window.transport.play)
    for share in (0.9, 0.25):
        driver.seek(share)


def test_the_seek_bar_follows_the_film(file_driver):
    bar = file_driver.window.transport.position
    seen = set()
    file_driver.wait(lambda: seen.add(bar.value()) or len(seen) > 4)


def test_without_loop_the_last_picture_stays(file_driver):
    driver = file_driver
    driver.click(driver.window.transport.loop)
    assert driver.app.state.saved.is_looping is False
    driver.wait(lambda: driver.window.transport.play.isChecked())
    driver.wait_frame(lambda frame: frame.pts_s > 1.7)  # it may be painted later
    assert is_near(driver.colour(0.4, 0.5), (255, 45, 55))
    driver.click(driver.window.transport.play)  # starts again
    driver.wait_frame(lambda frame: frame.pts_s < 1)


def test_the_sample_can_be_chosen_and_is_remembered(driver, make_driver):
    driver.choose(driver.window.source.source, 1)
    driver.wait(lambda: driver.app.source.files == [SAMPLE])
    driver.app.state.write()
    driver.stop()
    again = make_driver()
    assert again.window.source.source.currentText() == "Built-in sample"
    again.wait_live()


def test_numbered_pictures_are_shown_again_at_the_next_start(make_driver, tmp_path):
    """And no camera is switched on in their place."""
    for number in range(3):
        picture = np.full((90, 160, 3), 10 * number, np.uint8)
        Pictures.fromarray(picture).save(tmp_path / f"shot_{number:04d}.png")
    driver = make_driver(is_started=False)
    driver.app.state.update(source=("file", str(tmp_path / "shot_%04d.png")))
    driver.app.start()
    driver.wait_live()
    assert driver.window.source.source.currentText() == "shot_%04d.png"
    assert driver.cameras.opened == []


def test_a_missing_film_switches_no_camera_on(make_driver, tmp_path):
    driver = make_driver(is_started=False)
    source = ("file", str(tmp_path / "holiday.mp4"))
    driver.app.state.update(source=source)
    driver.app.start()
    driver.wait_live()
    assert driver.cameras.opened == []
    said = driver.window.source.reason.text()
    assert said == "holiday.mp4 is missing, so the built-in sample plays."
    assert driver.app.state.saved.source == source  # an unplugged disk may be back


def test_yuv_files_with_odd_names_play(driver, tmp_path):
    path = tmp_path / "<b>büro & co.mp4"
    make_clip(path, height=90, width=160, frame_count=20)
    driver.drop(driver.window.preview, [path])
    driver.wait(lambda: driver.window.source.source.currentText() == path.name)
    driver.wait_frame(lambda frame: frame.frame_height == 90)
    driver.wait_live()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_driver_in_trouble_leaves_the_window_with_the_sample(make_driver):
    def look(known):
        raise OSError("the sound server does not answer")

    driver = make_driver(is_started=False, look=look)
    driver.app.start()
    driver.wait(lambda: driver.window.source.source.currentText() == "Built-in sample")


@pytest.mark.usefixtures("expected_error_logs")
def test_a_watcher_goes_on_after_any_error_and_logs_it_once(monkeypatch, caplog):
    monkeypatch.setattr("gui.source.devices.POLL_S", 0.0)
    troubles = iter([ValueError("odd name"), ValueError("odd name"), OSError("no answer")])
    has_gone_on = threading.Event()
    sight = inventory("Desk camera")

    def look(known):
        trouble = next(troubles, None)
        if trouble is not None:
            raise trouble
        return sight

    watcher = DeviceWatcher(lambda found: found is sight and has_gone_on.set(), look)
    watcher.start()
    has_gone_on.wait()
    watcher.stop()
    said = [record.exc_info[1].args[0] for record in caplog.records if record.exc_info]
    assert said == ["odd name", "no answer"]


def test_a_watcher_that_is_told_to_stop_while_it_wakes_looks_no_more(monkeypatch):
    class LateEvent(threading.Event):
        def clear(self):
            self.wait()  # until `stop` has set it
            super().clear()

    patched = SimpleNamespace(Event=LateEvent, Thread=threading.Thread)
    monkeypatch.setattr("gui.source.devices.threading", patched)
    looks = []
    watcher = DeviceWatcher(lambda found: None, lambda known: looks.append(known) or Inventory())
    watcher.start()
    watcher.stop()
    assert looks == []


def test_a_second_camera_of_its_name_leaves_the_shown_one_chosen(make_driver):
    def camera(number, target, name):
        return Camera(target, name, MODES, number, ("Desk camera", f"/dev/video{number}"))

    alone = replace(inventory(), cameras=(camera(0, "Desk camera", "Desk camera"),))
    driver = make_driver(found=alone)
    driver.wait_live()
    names = ["Desk camera (0)", "Desk camera (2)"]
    twins = tuple(camera(n, f"/dev/video{n}", f"Desk camera ({n})") for n in (0, 2))
    for found, shown in (
        (twins, [*names, "Built-in sample"]),
        (alone.cameras, ["Desk camera", "Built-in sample"]),
        (twins, [*names, "Built-in sample"]),
        # The shown one is out, and waited for.
        ((camera(2, "Desk camera", "Desk camera"),), ["Desk camera (0)", "Desk camera"]),
    ):
        tell(driver, replace(alone, cameras=found))
        driver.wait(lambda shown=shown: source_names(driver)[: len(shown)] == shown)
        assert driver.window.source.source.currentText() == shown[0]
        assert driver.window.source.mode.isVisible() == (shown[1] != "Desk camera")
    assert driver.app.state.saved.source == ("camera", "/dev/video0")


def test_two_cameras_of_a_kind_stay_apart(plugged):
    plugged += [CameraInfo(i, "C920", "V4L2", f"/dev/v{i}") for i in (0, 2)]
    assert InventoryTaker()(None).cameras == (
        Camera("/dev/v0", "C920 (0)", (), 0, ("C920", "/dev/v0")),
        Camera("/dev/v2", "C920 (2)", (), 2, ("C920", "/dev/v2")),
    )


def test_modes_that_could_not_be_read_are_asked_for_again(plugged, monkeypatch):
    plugged.append(CameraInfo(0, "C920", "V4L2", "/dev/v0"))
    mode = CameraMode(480, 640, 30.0)
    may_be_opened = iter([False, True])

    def modes_of(info):
        if not next(may_be_opened):
            raise SourceError("The camera /dev/v0 cannot be opened (Permission denied).")
        return (mode,)

    monkeypatch.setattr("gui.source.devices.modes_of", modes_of)
    take = InventoryTaker()
    assert [take(None).cameras[0].modes for _ in range(3)] == [USUAL_MODES, (mode,), (mode,)]


def test_the_room_is_never_painted_while_sources_change(driver, clip):
    """Every frame painted during a storm of switches is clean outside the person."""
    seen = []
    driver.app.session.frame_ready.connect(seen.append)
    box = driver.window.source.source
    for index in (1, 0, 1, 0):
        driver.choose(box, index)
        count = len(seen)
        driver.wait(lambda count=count: len(seen) > count + 3)
    for picture in seen:
        image = picture.image
        pixel = image.pixelColor(int(0.85 * image.width()), int(0.1 * image.height())).getRgb()
        assert not is_near(pixel[:3], ROOM, 60)


def test_a_file_that_was_cut_out_keeps_its_outline_in_the_preview(make_driver, clip, tmp_path):
    alpha = np.zeros((180, 320), np.uint8)
    alpha[:, :80] = 255  # the engine's person is the box in the middle
    pixels = np.dstack([np.full((180, 320, 3), 250, np.uint8), alpha])
    path = tmp_path / "me.png"
    Pictures.fromarray(pixels).save(path)
    driver = make_driver(start=SourceRequest("file", str(path)))
    driver.wait_notice("This file's own alpha channel is used instead of the model.")
    driver.wait_live()
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.5, 0.5, (0, 177, 64))
    driver.wait_colour(0.1, 0.5, (250, 250, 250))


def test_a_damaged_file_that_plays_says_so(make_driver, clip, tmp_path, monkeypatch):
    monkeypatch.setattr(FileSource, "damaged_count", 3)
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_notice(f"{clip.name} is damaged: some frames could not be decoded.")


def test_a_frame_whose_alpha_is_damaged_is_never_shown_live(make_driver, tmp_path, monkeypatch):
    alpha = np.full((180, 320), 255, np.uint8)
    alpha[:, :80] = 0
    pixels = np.dstack([np.full((180, 320, 3), 250, np.uint8), alpha])
    path = tmp_path / "me.png"
    Pictures.fromarray(pixels).save(path)
    read = StillSource.read

    def damaged(self):
        frame = read(self)
        return None if frame is None else replace(frame, has_valid_alpha=False)

    monkeypatch.setattr(StillSource, "read", damaged)
    driver = make_driver(start=SourceRequest("file", str(path)))
    seen = []
    driver.app.session.frame_ready.connect(seen.append)
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.5, 0.5, (0, 177, 64))
    assert not any(is_near(p.image.pixelColor(200, 90).getRgb()[:3], (250,) * 3, 60) for p in seen)


def test_a_dialog_opens_where_it_was_left_and_knows_every_format(driver, make_driver, clip):
    driver.window.source.ask_for_files()
    dialog = driver.window.findChild(QFileDialog)
    patterns = dialog.nameFilters()[0]
    for suffix in (".heic", ".avif", ".webp", ".mts", ".wmv", ".HEIC"):
        assert f"*{suffix}" in patterns
    dialog.selectFile(str(clip))
    dialog.accept()
    driver.wait(lambda: driver.window.transport.isVisible())
    driver.app.state.write()
    driver.stop()
    again = make_driver()
    # Not the toolkit's own memory, which ends with the process.
    assert again.window.source.start_folder == str(clip.parent)
    again.window.source.ask_for_files()
    dialog = again.window.findChild(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == clip.parent
    dialog.reject()


def test_a_folder_can_be_opened(driver, clip, tmp_path):
    folder = tmp_path / "films"
    folder.mkdir()
    for name in ("a.mkv", "b.mkv"):
        (folder / name).write_bytes(clip.read_bytes())
    driver.window.source.ask_for_folder()
    dialog = driver.window.findChild(QFileDialog)
    dialog.selectFile(str(folder))
    dialog.accept()
    driver.wait(lambda: driver.window.source.queue.count() == 2)


def test_one_picture_of_a_row_offers_the_row(driver, tmp_path):
    for number in range(12):
        pixels = np.full((180, 320, 3), 20 * number, np.uint8)
        Pictures.fromarray(pixels).save(tmp_path / f"shot_{number:03d}.png")
    driver.drop(driver.window.source, [tmp_path / "shot_004.png"])
    driver.wait_notice("is one of 12 numbered pictures")
    driver.click(driver.window.notices.cards()[0].action)
    driver.wait(lambda: driver.window.source.source.currentText() == "shot_%03d.png")
    driver.wait(lambda: driver.window.transport.isVisible())


def test_a_text_file_that_is_dropped_is_answered(driver, tmp_path):
    notes, strange = tmp_path / "notes.txt", tmp_path / "notes.strange"
    for path in (notes, strange):
        path.write_text("no film")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(notes))])
    enter = QDragEnterEvent(
        QPoint(9, 9),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    QApplication.sendEvent(driver.window, enter)
    assert enter.isAccepted()
    before = driver.window.source.source.currentText()
    for path in (notes, strange):
        driver.drop(driver.window.preview, [path])
        driver.wait_notice(f"{path.name} is not a video or picture")
    assert driver.window.source.source.currentText() == before, "what was shown still is"


HEIC = (
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA"
    "AAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABegABAAAAAAAAAEQAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABo"
    "dmMxAAAAAA5waXRtAAAAAAABAAAA1mlwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEA"
    "GEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgIaDAgAAAMAyAAA"
    "AwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABgAAAAQAAAABBwaXhpAAAAAAMI"
    "CAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAAExtZGF0AAAAQCgBr1iLMg6SX//xnr//YlJD5rzDo3f+8iRffyk/1uYR"
    "DEhpJkceDzZbbFdBhKa9N7Kw/TDqNe6YGZ98AUqWnoY="
)  # 96x64, red on its left, blue on its right


def test_a_picture_of_a_phone_is_shown(driver, tmp_path):
    path = tmp_path / "IMG_1.heic"
    path.write_bytes(base64.b64decode(HEIC))
    driver.drop(driver.window.source, [path])
    driver.wait(lambda: driver.window.source.source.currentText() == "IMG_1.heic")
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.4, 0.5, (220, 30, 30), 40)
    driver.wait_colour(0.6, 0.5, (30, 30, 220), 40)
