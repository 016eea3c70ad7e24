"""Recording, snapshots and the virtual camera of a live session."""

import numpy as np
import pytest
from live_doubles import CAMERA, CORNER, RED, wait_until
from PIL import Image
from watched_session import WatchedCamera

from app.pipeline.live.events import (
    Notice,
    RecordingStarted,
    RecordingSummary,
    SenderStopped,
    SnapshotSaved,
)
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.video.recording.summary import RecordingError


def test_a_recording_starts_stops_and_tells(start, tmp_path):
    owner = start()
    owner.wait_for_composite()
    owner.worker.recordings.start(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    with pytest.raises(RecordingError, match="stop that recording first"):
        owner.worker.recordings.start(tmp_path / "b.mp4")
    status = owner.worker.statistics().recording
    assert status.path == tmp_path / "a.mp4"
    assert status.free_bytes > 0
    owner.worker.recordings.set_paused(True)
    assert owner.worker.statistics().recording.is_paused
    owner.worker.recordings.stop()
    stopped = owner.wait_for(RecordingSummary)
    assert (stopped.reason, stopped.path) == ("user", tmp_path / "a.mp4")
    assert owner.worker.statistics().recording is None
    owner.worker.recordings.start(tmp_path / "b.mp4")  # and again


def test_ending_the_session_finalises_the_recording(start, tmp_path):
    owner = start()
    owner.worker.recordings.start(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    owner.worker.stop()
    assert owner.of(RecordingSummary)
    assert owner.finished == [None]


def test_a_recording_goes_on_after_the_camera_was_unplugged(start, bench, tmp_path):
    owner = start()
    owner.worker.recordings.start(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    bench.is_there = False
    bench.camera.behaviour = "fail"
    owner.wait_for_background()
    bench.is_there = True
    owner.wait_for_composite()
    assert not owner.of(RecordingSummary)
    owner.worker.recordings.stop()
    assert owner.wait_for(RecordingSummary).reason == "user"


def test_a_still_that_is_on_screen_already_is_recorded_and_sent(start, tmp_path, monkeypatch):
    cameras = []

    def open_camera(**options):
        cameras.append(WatchedCamera(**options))
        return cameras[-1]

    monkeypatch.setattr("app.video.cameras.senders._open_camera", open_camera)
    Image.new("RGB", (64, 48), (9, 9, 9)).save(tmp_path / "still.png")
    owner = start(SourceRequest("file", str(tmp_path / "still.png")))
    owner.wait_for_composite()
    owner.wait_for_redraw_of_held_frame()
    owner.worker.recordings.start(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    owner.worker.senders["virtual_camera"].set(True)
    wait_until(lambda: cameras and cameras[0].sent, "a picture sent")
    owner.worker.recordings.stop()
    assert owner.wait_for(RecordingSummary).frames > 0


def test_a_session_that_never_started_can_be_stopped(engine_factory, tmp_path):
    told = []
    worker = LiveWorker(CAMERA, RED, engine_factory=engine_factory, on_event=told.append)
    worker.recordings.start(tmp_path / "a.mp4")
    worker.stop()
    worker.stop()
    assert not (tmp_path / "a.mp4").exists()
    (stopped,) = told
    assert isinstance(stopped, RecordingSummary)
    assert "Nothing was recorded" in stopped.sentence


def test_a_snapshot_into_nowhere_is_a_notice(start, tmp_path):
    owner = start()
    owner.worker.snapshots.ask(tmp_path / "missing" / "me.png")
    sentence = owner.wait_for(Notice).sentence
    assert "could not be written, there is no folder" in sentence
    assert sentence.endswith("make it first.")


def test_a_virtual_camera_that_cannot_be_opened_says_why(start, monkeypatch):
    from app.video.cameras.sender import SenderError

    def fails(**options):
        raise SenderError("No virtual camera could be opened. Tried v4l2loopback: none")

    monkeypatch.setattr("app.video.cameras.senders._open_camera", fails)
    owner = start()
    owner.wait_for_composite()
    owner.worker.senders["virtual_camera"].set(True)
    assert "Tried v4l2loopback" in owner.wait_for(SenderStopped).sentence
    assert not owner.worker.statistics().sending


def test_snapshots_that_were_given_one_name_are_all_kept(start, tmp_path):
    owner = start()
    owner.wait_for_composite()
    for count in (1, 2, 3):
        owner.worker.snapshots.ask(tmp_path / "me.png")
        wait_until(lambda count=count: len(owner.of(SnapshotSaved)) == count, "the snapshot")
    picture = np.asarray(Image.open(tmp_path / "me.png"))
    assert picture.shape == (48, 64, 3)
    assert np.abs(picture[CORNER].astype(int) - (200, 30, 30)).max() <= 8
    saved = [event.path.name for event in owner.of(SnapshotSaved)]
    assert saved == ["me.png", "me (2).png", "me (3).png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(saved)
