"""Whatever ends a session: every output stops, no person stays on screen, and it is said."""

import pytest
from live_doubles import CAMERA, RED, shows_room, wait_until
from watched_session import WatchedOwner

from app.pipeline.live.camera_feed import CameraFeed
from app.pipeline.live.compositor import Compositor
from app.pipeline.live.events import (
    Notice,
    RecordingSummary,
    SenderStarted,
    SenderStopped,
    SnapshotSaved,
)
from app.pipeline.live.recordings import Recordings
from app.pipeline.live.worker import LiveWorker
from app.video.backgrounds.background import ColourBackground
from app.video.recording.summary import RecordingError

pytestmark = pytest.mark.usefixtures("patient_end")


class BreakingBackground(ColourBackground):
    """Grey until it breaks, in a way that no decoder is expected to."""

    def __init__(self):
        super().__init__((48, 48, 48))
        self.is_broken = False

    def image_at(self, pts_s, frame_format):
        if self.is_broken:
            raise RuntimeError("avcodec_send_packet() is not yet implemented")
        return super().image_at(pts_s, frame_format)

    def close(self):
        if self.is_broken:
            raise RuntimeError("the decoder cannot be closed")


@pytest.fixture
def background():
    return BreakingBackground()


@pytest.fixture
def owner(bench, engine_factory, tmp_path, patient_with_cameras, monkeypatch, background):
    """A session with all outputs; its background breaks when a test says so."""
    made = WatchedOwner(
        bench, engine_factory, tmp_path / "all.mp4", open_background=lambda _: background
    )
    monkeypatch.setattr("app.video.cameras.senders._open_camera", made.open_camera)
    yield made
    bench.release()
    made.worker.stop()


def run_until_it_breaks(owner, background):
    owner.worker.start()
    owner.wait_for_composite()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    background.is_broken = True
    return owner.wait_for_the_end()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_background_that_breaks_unforeseen_ends_the_session_and_every_output(
    owner, background, bench, engine_factory
):
    error = run_until_it_breaks(owner, background)
    assert "not yet implemented" in str(error)
    owner.worker.stop()
    assert not owner.worker.is_running
    assert owner.finished == [error]
    (camera,) = owner.cameras
    assert camera.is_closed
    assert not shows_room(camera.sent[-1])
    assert not shows_room(owner.newest().pixels)
    assert owner.of(RecordingSummary)[-1].frames > 0
    assert bench.camera.is_closed
    assert engine_factory.engines[0].is_closed


def test_who_is_told_of_the_end_finds_a_session_that_runs_no_more(bench, engine_factory):
    """The window then opens a session anew; one that still seemed to run was asked in vain."""
    told = []
    worker = LiveWorker(
        CAMERA,
        RED,
        on_finished=lambda error: told.append((error, worker.is_running)),
        engine_factory=engine_factory,
        make_feed=bench.make_feed,
    )
    assert not worker.is_running
    worker.start()
    assert worker.is_running
    bench.release()
    worker.stop()
    assert told == [(None, False)]


@pytest.mark.usefixtures("expected_error_logs")
def test_a_session_that_has_ended_says_that_it_records_and_sends_nothing(
    owner, background, tmp_path
):
    run_until_it_breaks(owner, background)
    with pytest.raises(RecordingError, match="there is nothing to record"):
        owner.worker.recordings.start(tmp_path / "b.mp4")
    assert owner.worker.statistics().recording is None
    assert not (tmp_path / "b.mp4").exists()
    owner.events.clear()
    owner.worker.senders["virtual_camera"].set(True)
    assert "nothing to show" in owner.wait_for(SenderStopped).sentence
    owner.worker.senders["virtual_camera"].set(False)
    assert not owner.of(SenderStarted)
    assert not owner.worker.statistics().sending
    owner.worker.snapshots.ask(tmp_path / "me.png")
    assert owner.wait_for(Notice).code == "snapshot"
    assert not owner.of(SnapshotSaved)


@pytest.mark.usefixtures("expected_error_logs")
def test_a_part_that_cannot_be_closed_keeps_no_other_from_closing(
    owner, bench, background, monkeypatch
):
    owner.worker.start()
    owner.wait_for_composite()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")

    def fails():
        raise RuntimeError("cannot be closed")

    for part, name in ((CameraFeed, "stop"), (Recordings, "close"), (Compositor, "close")):
        close = getattr(part, name)
        monkeypatch.setattr(part, name, lambda self, close=close: (close(self), fails()))
    background.is_broken = True  # at the very end as well
    owner.worker.stop()
    (error,) = owner.finished
    assert isinstance(error, RuntimeError)
    assert owner.cameras[0].is_closed
    assert not shows_room(owner.cameras[0].sent[-1])
    assert bench.camera.is_closed


def test_a_session_that_was_stopped_before_its_start_refuses_to_record(engine_factory, tmp_path):
    worker = LiveWorker(CAMERA, RED, engine_factory=engine_factory)
    worker.stop()
    with pytest.raises(RecordingError, match="there is nothing to record"):
        worker.recordings.start(tmp_path / "a.mp4")
