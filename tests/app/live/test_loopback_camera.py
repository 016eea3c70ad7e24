"""Real cameras on loopback (MJPEG over HTTP, RTSP) that are stalled, killed and restarted."""

from itertools import pairwise

import av
import numpy as np
import pytest
from doubles import FakeEngineFactory, person_box
from live_doubles import PATIENCE_S, Owner, wait_until
from mjpeg_camera import MjpegCamera
from rtsp_camera import RtspCamera

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live import camera_feed as camera_feed_module
from app.pipeline.live.events import (
    Notice,
    RecordingStarted,
    RecordingSummary,
    SourceLost,
    SourceOpened,
    SourceReturned,
)
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings
from app.video.cameras.network_camera import NetworkCamera

BLUE = Settings(background=BackgroundSpec.parse("#1e50c8"), model="fast")
HEIGHT, WIDTH = 120, 160


@pytest.fixture(autouse=True)
def _impatient(patient_with_cameras, monkeypatch):
    """How patience grows is tested on a fake clock; here only the order of events is."""
    monkeypatch.setattr(camera_feed_module, "RETRY_DELAYS_S", (0.2,))
    for name in ("open_timeout_s", "read_timeout_s"):  # on a busy machine nothing else is lost
        monkeypatch.setitem(NetworkCamera.__init__.__kwdefaults__, name, PATIENCE_S)


@pytest.fixture(params=["mjpeg", "h264"])
def camera(request):
    kind = MjpegCamera if request.param == "mjpeg" else RtspCamera
    with kind(height=HEIGHT, width=WIDTH) as made:
        made.coding = request.param
        yield made
        made.resume()


@pytest.fixture
def owner(camera):
    owner = Owner()
    owner.worker = LiveWorker(
        SourceRequest.parse(camera.address),
        BLUE,
        on_ready=owner.on_ready,
        on_event=owner.events.append,
        on_finished=owner.finished.append,
        engine_factory=FakeEngineFactory(),
    )
    owner.worker.start()
    yield owner
    owner.worker.stop()
    assert owner.finished == [None]


def _is_blue(pixels):
    return np.abs(pixels.astype(int) - (30, 80, 200)).max(axis=-1) < 30


def test_it_is_opened_with_its_mode(owner, camera):
    opened = owner.wait_for(SourceOpened)
    assert (opened.height, opened.width, opened.is_live) == (HEIGHT, WIDTH, True)
    assert opened.mode_sentence == f"160x120, {camera.coding}"
    result = owner.wait_for_composite()
    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    assert not _is_blue(result.pixels[rows, columns]).all()
    assert _is_blue(result.pixels[:20]).all()


@pytest.mark.parametrize(
    ("camera", "trouble"),
    # Only MJPEG: what sends changes alone may repeat itself for good reasons.
    [("mjpeg", "stall"), ("mjpeg", "freeze"), ("h264", "stall")],
    indirect=["camera"],
)
def test_a_stall_and_a_frozen_picture_are_noticed_and_overcome(owner, camera, monkeypatch, trouble):
    owner.wait_for_composite()
    getattr(camera, trouble)()
    # Longer where a machine's pause would be taken for a stall.
    monkeypatch.setattr(camera_feed_module, "STALL_S", {"stall": 1.0, "freeze": 5.0}[trouble])
    lost = owner.wait_for(SourceLost)
    monkeypatch.setattr(camera_feed_module, "STALL_S", PATIENCE_S)
    assert ("stopped answering" if trouble == "stall" else "same picture") in lost.sentence
    assert _is_blue(owner.wait_for_background().pixels).all()
    camera.resume()
    owner.wait_for(SourceReturned)
    owner.wait_for_composite()


def test_a_recording_goes_on_across_a_kill_and_a_restart(owner, camera, tmp_path):
    path = tmp_path / "across.mp4"
    owner.wait_for_composite()
    owner.worker.recordings.start(path)
    owner.wait_for(RecordingStarted)
    wait_until(lambda: owner.worker.statistics().recording.elapsed_s > 0.5, "half a second")
    camera.kill()
    owner.wait_for(SourceLost)
    for _ in range(5):
        assert _is_blue(owner.wait_for_background().pixels).all()
    camera.start()
    owner.wait_for(SourceReturned)
    for _ in range(10):
        owner.wait_for_composite()
    owner.worker.recordings.stop()
    stopped = owner.wait_for(RecordingSummary)
    assert stopped.reason == "user"

    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    with av.open(str(path)) as file:
        frames = list(file.decode(video=0))
    times = [float(frame.pts * frame.time_base) for frame in frames]
    assert times == sorted(set(times))
    alone = [
        bool(_is_blue(frame.to_ndarray(format="rgb24")[rows, columns]).all()) for frame in frames
    ]
    # Those that were seen meanwhile are in the file, if the machine had time to encode them.
    assert sum(alone) + stopped.dropped_frames >= 5
    # Person, background alone, person: and nothing of the room at any time.
    changes = [alone[0]] + [b for a, b in pairwise(alone) if a != b]
    # (A busy machine may hiccup in between, which shows the background once more.)
    assert (changes[0], True in changes, changes[-1]) == (False, True, False)
    for frame in frames:
        assert _is_blue(frame.to_ndarray(format="rgb24")[:20]).all()


def test_an_address_where_nothing_is_yet_is_said_and_tried_again(tmp_path):
    camera = MjpegCamera(height=HEIGHT, width=WIDTH)
    camera.start()
    camera.kill()  # the port is known now, and nobody listens
    owner = Owner()
    owner.worker = LiveWorker(
        SourceRequest.parse(camera.address.replace("//", "//me:secret@")),
        BLUE,
        on_ready=owner.on_ready,
        on_event=owner.events.append,
        engine_factory=FakeEngineFactory(),
    )
    owner.worker.start()
    notice = owner.wait_for(Notice)
    assert "does not answer (Connection refused)" in notice.sentence
    assert "secret" not in notice.sentence
    wait_until(lambda: any(_is_blue(r.pixels).all() for r in owner.results), "the background")
    assert not any(result.has_valid_matte for result in owner.results)
    with camera:
        owner.wait_for_composite()
        owner.worker.stop()
