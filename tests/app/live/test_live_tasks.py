"""What the live session has done beside the picture: a fault there is told, and ends nothing."""

import pytest
from live_doubles import shows_room, wait_until
from video_clips import make_clip

from app.pipeline.live.camera_feed import CameraFeed
from app.pipeline.live.events import Notice, SenderStarted, SenderStopped
from app.pipeline.live.source_request import SourceRequest


@pytest.mark.usefixtures("expected_error_logs")
def test_a_snapshot_that_fails_unforeseen_is_told(start, tmp_path, monkeypatch):
    def fails(*_, **__):
        raise KeyError("no such format")

    monkeypatch.setattr("app.pipeline.live.sinks.Pictures.fromarray", fails)
    owner = start()
    owner.wait_for_composite()
    owner.worker.snapshots.ask(tmp_path / "me.png")
    notice = owner.wait_for(Notice)
    assert (notice.level, notice.code) == ("error", "internal")
    assert "me.png" in notice.sentence
    owner.wait_for_composite()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_virtual_camera_that_fails_unforeseen_can_be_asked_for_again(owner, monkeypatch):
    def fails(**_):
        raise KeyError("a driver without a name")

    monkeypatch.setattr("app.video.cameras.senders._open_camera", fails)
    owner.worker.start()
    owner.wait_for_composite()
    assert owner.wait_for(SenderStopped).sentence
    assert "KeyError" in owner.wait_for(Notice).sentence
    monkeypatch.setattr("app.video.cameras.senders._open_camera", owner.open_camera)
    owner.worker.senders["virtual_camera"].set(True)
    owner.wait_for(SenderStarted)
    owner.stop()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_virtual_camera_whose_thread_died_is_told_as_stopped(owner):
    owner.worker.start()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")

    def fails(pixels):
        raise KeyError("no such pixel")

    owner.cameras[0].send = fails
    assert "because of an internal error" in owner.wait_for(SenderStopped).sentence
    assert not owner.worker.statistics().sending
    assert owner.cameras[0].is_closed
    assert "no such pixel" in owner.wait_for(Notice).sentence
    owner.stop()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_file_whose_reading_fails_unforeseen_ends_the_session_and_is_told(
    start, tmp_path, monkeypatch
):
    make_clip(tmp_path / "clip.mp4", frame_count=5)

    def fails(feed, source, position_s):
        raise RuntimeError("a packet without a stream")

    monkeypatch.setattr("app.pipeline.live.file_feed.FileFeed._play", fails)
    owner = start(SourceRequest("file", str(tmp_path / "clip.mp4")))
    wait_until(lambda: owner.finished, "the end")
    assert "without a stream" in str(owner.finished[0])


@pytest.mark.usefixtures("expected_error_logs")
def test_a_camera_that_nobody_watches_any_more_is_not_shown(owner, monkeypatch):
    """Whether it has stalled, and shows what was long ago, nobody would notice."""
    owner.worker.start()
    owner.wait_for_composite()

    def fails(feed):
        raise RuntimeError("the clock is gone")

    monkeypatch.setattr(CameraFeed, "watch", fails)
    assert "clock is gone" in str(owner.wait_for_the_end())
    assert not shows_room(owner.newest().pixels)
