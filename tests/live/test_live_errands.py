"""What the live session has done beside the picture: a fault there is told, and ends nothing."""

import pytest
from live_doubles import wait_until

from pipeline.live.events import Notice, VirtualCameraStarted, VirtualCameraStopped


@pytest.mark.usefixtures("expected_error_logs")
def test_a_snapshot_that_fails_unforeseen_is_told(start, tmp_path, monkeypatch):
    def fails(*_, **__):
        raise KeyError("no such format")

    monkeypatch.setattr("pipeline.live.snapshots.Pictures.fromarray", fails)
    owner = start()
    owner.wait_for_composite()
    owner.worker.snapshot(tmp_path / "me.png")
    notice = owner.wait_for(Notice)
    assert (notice.level, notice.code) == ("error", "internal")
    assert "me.png" in notice.sentence
    owner.wait_for_composite()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_virtual_camera_that_fails_unforeseen_can_be_asked_for_again(owner, monkeypatch):
    def fails(**_):
        raise KeyError("a driver without a name")

    monkeypatch.setattr("video.virtual_camera._open_camera", fails)
    owner.worker.start()
    owner.wait_for_composite()
    assert owner.wait_for(VirtualCameraStopped).sentence
    assert "KeyError" in owner.wait_for(Notice).sentence
    monkeypatch.setattr("video.virtual_camera._open_camera", owner.open_camera)
    owner.worker.set_virtual_camera(True)
    owner.wait_for(VirtualCameraStarted)
    owner.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_virtual_camera_whose_thread_died_is_told_as_stopped(owner):
    owner.worker.start()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")

    def fails(pixels):
        raise KeyError("no such pixel")

    owner.cameras[0].send = fails
    assert "because of a fault" in owner.wait_for(VirtualCameraStopped).sentence
    assert not owner.worker.statistics().is_virtual_camera_on
    assert owner.cameras[0].is_closed
    owner.stop()
