"""Without a valid matte not one camera pixel leaves: preview, recording and virtual camera."""

import av
import numpy as np
import pytest
from doubles import person_box
from live_doubles import ROOM, Owner, room, shows_room, wait_until

from gpu_unet.errors import EngineError, GpuLostError
from pipeline.background_spec import BackgroundSpec
from pipeline.live import LiveWorker, SourceRequest
from pipeline.live import engine_keeper as engine_keeper_module
from pipeline.live.events import (
    EngineFailed,
    EngineReady,
    Notice,
    RecordingStopped,
    SourceLost,
    SourceReturned,
)
from pipeline.settings import Settings

BLUE = Settings(background=BackgroundSpec.parse("#1e50c8"), model="fast")
REQUEST = SourceRequest("camera", "0")


class RecordingCamera:
    """A stand-in for pyvirtualcam: keeps every picture that other programs would have seen."""

    def __init__(self, **options):
        self.sent = []
        self.height, self.width = options["height"], options["width"]
        self.device = "fake"

    def send(self, pixels):
        self.sent.append(pixels.copy())

    def close(self):
        pass


@pytest.fixture
def cameras(monkeypatch):
    """Every virtual camera that was opened."""
    made = []

    def open_camera(**options):
        made.append(RecordingCamera(**options))
        return made[-1]

    monkeypatch.setattr("video.virtual_camera._open_camera", open_camera)
    return made


@pytest.fixture
def owner(bench, opener, cameras, tmp_path):
    """A session with preview, recording and virtual camera, all of them watched."""
    owner = Owner()
    owner.path = tmp_path / "all.mp4"
    owner.cameras = cameras
    owner.worker = LiveWorker(
        REQUEST,
        BLUE,
        on_ready=owner.on_ready,
        on_event=owner.events.append,
        on_finished=owner.finished.append,
        opener=opener,
        make_feed=bench.make_feed,
    )
    owner.worker.start_recording(owner.path)
    owner.worker.set_virtual_camera(True)
    yield owner
    owner.worker.stop()


def _stop(owner, bench, opener):
    for engine in opener.engines:
        engine.gate.set()
    opener.gate.set()
    bench.release()
    owner.worker.stop()
    assert owner.finished == [None]


def _recorded(path):
    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]


def _assert_no_room_anywhere(owner, *, but_in_the_box=False):
    """Not one pixel of the room in any picture that left; or only where the matte allows it."""
    rows, columns = person_box(height=48, width=64)
    pictures = [result.pixels.copy() for result in owner.results]
    pictures += _recorded(owner.path) if owner.path.exists() else []
    pictures += [pixels for camera in owner.cameras for pixels in camera.sent]
    assert pictures
    for pixels in pictures:
        if but_in_the_box:
            # Two pixels around it may take colour from it in the recording's 4:2:0.
            pixels = pixels.copy()
            pixels[rows.start - 4 : rows.stop + 4, columns.start - 4 : columns.stop + 4] = 0
        assert not shows_room(pixels)


def test_at_the_start_the_background_alone_is_seen(owner, bench, opener):
    opener.gate.clear()
    owner.worker.start()
    owner.wait_for_background()
    wait_until(lambda: owner.worker.statistics().source_state == "live", "the camera")
    for _ in range(5):
        owner.wait_for_background()
    assert not any(result.has_valid_matte for result in owner.results)
    bench.camera.behaviour = "stall"
    owner.worker._stop_event.set()
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)
    assert not shows_room(owner.results[0].pixels)


def test_with_a_matte_the_room_is_seen_where_the_person_is_and_nowhere_else(owner, bench, opener):
    owner.worker.start()
    result = owner.wait_for_composite()
    rows, columns = person_box(height=48, width=64)
    assert (np.abs(result.pixels[rows, columns].astype(int) - ROOM) < 20).all()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)
    (stopped,) = owner.of(RecordingStopped)
    assert stopped.frames > 0


@pytest.mark.parametrize("behaviour", ["stall", "freeze", "fail", "end"])
def test_while_the_camera_is_lost_the_background_alone_is_seen(owner, bench, opener, behaviour):
    owner.worker.start()
    owner.wait_for_composite()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    bench.is_there = False
    bench.camera.behaviour = behaviour
    owner.wait_for(SourceLost)
    owner.results.clear()
    owner.wait_for_background()
    owner.wait_for_background()
    assert all(not shows_room(result.pixels) for result in owner.results)
    assert all(not result.has_valid_matte for result in owner.results)
    wait_until(lambda: not shows_room(owner.cameras[-1].sent[-1]), "the background in calls")
    bench.is_there = True
    owner.wait_for(SourceReturned)
    owner.wait_for_composite()
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)


def test_while_the_model_is_switched_the_background_alone_is_seen(owner, bench, opener):
    owner.worker.start()
    owner.wait_for_composite()
    opener.gate.clear()
    owner.worker.set_settings(Settings(background=BLUE.background, model="quality"))
    owner.wait_for_background()
    owner.results.clear()
    for _ in range(3):
        owner.wait_for_background()
    assert all(not shows_room(result.pixels) for result in owner.results)
    opener.gate.set()
    owner.wait_for_composite()
    assert opener.engines[0].is_closed
    assert [settings.model for settings in opener.settings] == ["fast", "quality"]
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)


def test_a_frame_whose_engine_failed_is_not_shown(owner, bench, opener):
    owner.worker.start()
    owner.wait_for_composite()
    opener.engines[0].error = EngineError("a kernel failed")
    result = owner.wait_for_background()
    assert not shows_room(result.pixels)
    owner.wait_for_composite()  # one failure is not the end
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)


def test_an_engine_that_fails_again_and_again_is_given_up_and_said(owner, bench, opener):
    def always_fails(engine):
        engine.process = lambda *_, **__: (_ for _ in ()).throw(EngineError("no memory left"))

    opener.prepare = always_fails
    owner.worker.start()
    failed = owner.wait_for(EngineFailed)
    assert "no memory left" in failed.sentence
    assert "Choose another model or device" in failed.sentence
    owner.wait_for_background()
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner)


def test_a_model_that_cannot_be_opened_shows_the_background_until_another_is_chosen(
    owner, bench, opener
):
    opener.error = ValueError("fast.safetensors is damaged")
    owner.worker.start()
    failed = owner.wait_for(EngineFailed)
    assert "fast.safetensors is damaged" in failed.sentence
    owner.wait_for_background()
    _assert_no_room_anywhere(owner)
    owner.worker.set_settings(Settings(background=BLUE.background, model="quality"))
    owner.wait_for_composite()
    _stop(owner, bench, opener)


def test_an_engine_that_could_not_be_opened_is_tried_again_for_another_source(owner, bench, opener):
    opener.error = ValueError("fast.safetensors is damaged")
    owner.worker.start()
    owner.wait_for(EngineFailed)
    owner.worker.set_source(SourceRequest("camera", "1"))
    owner.wait_for_composite()
    _stop(owner, bench, opener)


def test_a_lost_gpu_is_replaced_by_the_cpu_with_a_notice(owner, bench, opener):
    opener.device = "cuda"
    owner.worker.start()
    owner.wait_for_composite()
    opener.engines[0].error = GpuLostError("the device fell off the bus")
    owner.wait_for_background()
    owner.wait_for_composite()
    assert [engine.device for engine in opener.engines] == ["cuda", "cpu"]
    (notice,) = [event for event in owner.of(Notice) if event.code == "gpu-lost"]
    assert "goes on with the CPU" in notice.sentence
    assert owner.of(EngineReady)[-1].device == "cpu"
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)


def test_a_matte_that_comes_too_late_is_thrown_away(owner, bench, opener, monkeypatch):
    monkeypatch.setattr(engine_keeper_module, "STALE_S", 0.05)
    owner.worker.start()
    owner.wait_for_composite()
    engine = opener.engines[0]
    engine.gate.clear()
    owner.wait_for_background()
    owner.results.clear()
    for _ in range(3):
        owner.wait_for_background()
    assert not any(result.has_valid_matte for result in owner.results)
    late = bench.camera._index
    engine.gate.set()
    result = owner.wait_for_composite()
    assert result.frame_index >= late  # of a frame from after the hiccup
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner, but_in_the_box=True)


def test_an_engine_that_returns_no_composite_is_not_believed(owner, bench, opener):
    def returns_too_small(engine):
        honest = engine.process

        def process(frames, backgrounds, settings, *, want_alpha=False):
            composites = honest(frames, backgrounds, settings, want_alpha=want_alpha)
            object.__setattr__(composites, "frames", [composites.frames[0][:8]])
            return composites

        engine.process = process

    opener.prepare = returns_too_small
    owner.worker.start()
    owner.wait_for(EngineFailed)
    _stop(owner, bench, opener)
    _assert_no_room_anywhere(owner)


def test_the_original_leaves_only_when_asked_for_and_never_without_a_matte(owner, bench, opener):
    owner.worker.start()
    assert owner.wait_for_composite().original is None
    owner.worker.want(alpha=True, original=True)
    wait_until(lambda: owner.newest().original is not None, "the original")
    result = owner.wait_for_composite()
    assert result.alpha is not None
    assert shows_room(result.original)
    bench.is_there = False
    bench.camera.behaviour = "fail"
    lost = owner.wait_for_background()
    assert lost.original is None
    assert lost.alpha is None
    owner.worker.want(alpha=False, original=False)
    bench.is_there = True
    owner.wait_for_composite()
    owner.results.clear()
    assert owner.wait_for_composite().original is None
    _stop(owner, bench, opener)
    pictures = _recorded(owner.path)
    pictures += [pixels for camera in owner.cameras for pixels in camera.sent]
    rows, columns = person_box(height=48, width=64)
    for pixels in pictures:
        pixels[rows.start - 4 : rows.stop + 4, columns.start - 4 : columns.stop + 4] = 0
        assert not shows_room(pixels)


def test_the_last_picture_that_readers_keep_is_the_background(owner, bench, opener):
    owner.worker.start()
    owner.wait_for_composite()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    _stop(owner, bench, opener)
    assert not shows_room(owner.cameras[-1].sent[-1])
    assert not shows_room(owner.newest().pixels)


def test_a_background_that_breaks_gives_way_to_grey_and_not_to_the_blurred_room(bench, opener):
    from video.background import Background, BackgroundError

    class Breaks(Background):
        def image_at(self, pts_s, *, height, width, pixel_format):
            raise BackgroundError("beach.mp4 ends in the middle; copy it again.")

    owner = Owner()
    owner.worker = LiveWorker(
        REQUEST,
        Settings(background=BackgroundSpec.parse("red"), model="fast"),
        on_ready=owner.on_ready,
        on_event=owner.events.append,
        opener=opener,
        make_feed=bench.make_feed,
        open_background=lambda spec: Breaks(),
    )
    owner.worker.start()
    result = owner.wait_for_composite()
    assert any("beach.mp4" in event.sentence for event in owner.of(Notice))
    assert (result.pixels[0] == 48).all()
    assert all(settings.background == "image" for settings in opener.engines[0].settings)
    owner.worker.stop()


def test_the_doubles_of_this_file_can_tell_the_room_from_a_background():
    assert shows_room(room(3))
    assert not shows_room(np.full((48, 64, 3), (30, 80, 200), np.uint8))
