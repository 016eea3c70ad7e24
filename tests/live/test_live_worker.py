"""What an owner asks of a live session, and what it gets."""

import numpy as np
import pytest
from doubles import FakeOpener, person_box
from live_doubles import CameraBench, Owner, wait_until
from PIL import Image
from video_clips import make_clip

from pipeline.background_spec import BackgroundSpec
from pipeline.live import LiveWorker, RecordingError, SourceRequest
from pipeline.live.events import (
    EngineReady,
    Notice,
    PaceChanged,
    PlaybackEnded,
    RecordingStarted,
    RecordingStopped,
    SnapshotSaved,
    SourceOpened,
    VirtualCameraStopped,
)
from pipeline.live.pace_control import LEVELS
from pipeline.settings import Settings
from video.background import BackgroundError
from video.open_background import open_background

RED = Settings(background=BackgroundSpec.parse("#c81e1e"), model="fast")
GREEN = Settings(background=BackgroundSpec.parse("#1ec81e"), model="fast")
CAMERA = SourceRequest("camera", "0")
CORNER = np.s_[20:40, 2:8]  # outside of the person


@pytest.fixture
def opener():
    return FakeOpener()


@pytest.fixture
def bench():
    made = CameraBench()
    yield made
    made.release()


@pytest.fixture
def start(opener, bench):
    """Starts a session with an owner; stopped at the end of the test."""
    owners = []

    def start_one(request=CAMERA, settings=RED, **options):
        owner = Owner()
        if request.is_live:
            options.setdefault("make_feed", bench.make_feed)
        owner.worker = LiveWorker(
            request,
            settings,
            on_ready=owner.on_ready,
            on_event=owner.events.append,
            on_finished=owner.finished.append,
            opener=opener,
            **options,
        )
        owners.append(owner)
        owner.worker.start()
        return owner

    yield start_one
    for owner in owners:
        owner.worker.stop()
        owner.worker.stop()


@pytest.fixture
def clip(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=30)
    return SourceRequest("file", str(tmp_path / "clip.mp4"))


def _has(result, colour):
    return np.abs(result.pixels[CORNER].astype(int) - colour).max() <= 8


def test_a_new_background_is_on_screen_as_soon_as_it_is_open(start):
    owner = start()
    assert _has(owner.wait_for_composite(), (200, 30, 30))
    owner.worker.set_settings(GREEN)
    wait_until(lambda: _has(owner.newest(), (30, 200, 30)), "green")
    # From red straight to green: no picture between them is anything else.
    colours = [
        "red" if _has(result, (200, 30, 30)) else "green" if _has(result, (30, 200, 30)) else "?"
        for result in owner.results
        if result.has_valid_matte
    ]
    assert "?" not in colours
    assert colours == sorted(colours, reverse=True)


def test_a_background_that_cannot_be_opened_leaves_the_old_one_and_a_notice(start):
    def fails_for_files(spec):
        if spec.kind == "file":
            raise BackgroundError("beach.jpg is not a picture; choose another file.")
        return open_background(spec.colour)

    owner = start(open_background=fails_for_files)
    owner.wait_for_composite()
    owner.worker.set_settings(
        Settings(background=BackgroundSpec("file", path="beach.jpg"), model="fast")  # type: ignore[arg-type]
    )
    notice = owner.wait_for(Notice)
    assert (notice.level, notice.sentence) == (
        "error",
        "beach.jpg is not a picture; choose another file.",
    )
    assert _has(owner.wait_for_composite(), (200, 30, 30))


def test_settings_of_the_edge_reach_the_engine_with_the_next_frame(start, opener):
    owner = start()
    owner.wait_for_composite()
    owner.worker.set_settings(Settings(background=RED.background, model="fast", mirror=True))
    wait_until(lambda: opener.engines[0].settings[-1].mirror, "mirror")
    assert len(opener.engines) == 1


def test_blur_and_transparent_need_no_picture(start, opener):
    owner = start(settings=Settings(background=BackgroundSpec.parse("blur:0.7"), model="fast"))
    owner.wait_for_composite()
    assert opener.engines[0].settings[-1].background == "blur"
    assert opener.engines[0].settings[-1].blur_strength == 0.7
    owner.worker.set_settings(
        Settings(background=BackgroundSpec.parse("transparent"), model="fast")
    )
    wait_until(lambda: opener.engines[0].settings[-1].background == "transparent", "transparent")


def test_the_matte_belongs_to_the_frame_that_it_came_with(start):
    owner = start()
    owner.worker.want(alpha=True, original=True)
    wait_until(lambda: (owner.newest() or 0) and owner.newest().alpha is not None, "the matte")
    rows, columns = person_box(height=48, width=64)
    for result in (owner.wait_for_composite(), owner.wait_for_composite()):
        assert result.alpha.shape == (48, 64)
        assert (result.alpha[rows, columns] == 255).all()
        assert result.original[0, 0, 0] == 245 + result.frame_index % 10
        # The person in the middle is the one of this frame too.
        assert result.pixels[24, 32, 0] == 245 + result.frame_index % 10


def test_a_mirrored_original_matches_the_mirrored_composite(start):
    owner = start(settings=Settings(background=RED.background, model="fast", mirror=True))
    owner.worker.want(alpha=True, original=True)
    wait_until(lambda: (owner.newest() or 0) and owner.newest().original is not None, "it")
    assert (owner.newest().original[0, -1] != owner.newest().original[0, 30]).any()


def test_delays_are_measured_from_capture_per_stage(start, tmp_path):
    owner = start()
    owner.worker.start_recording(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    wait_until(lambda: owner.worker.statistics().composite_frames > 10, "ten composites")
    statistics = owner.worker.statistics()
    for stage in ("wait", "network", "process", "to_preview", "to_recorder"):
        assert statistics.stage_ms[stage].count > 0, stage
    delay = statistics.latency_ms
    assert 0 < delay.p50 <= delay.p95 <= delay.max
    assert statistics.fps_in > 0
    assert statistics.source_state == "live"
    result = owner.wait_for_composite()
    assert result.timings.latency_ms >= result.timings.stage_ms["process"]


def test_a_recording_starts_stops_and_tells(start, tmp_path):
    owner = start()
    owner.wait_for_composite()
    owner.worker.start_recording(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    with pytest.raises(RecordingError, match="stop that recording first"):
        owner.worker.start_recording(tmp_path / "b.mp4")
    status = owner.worker.statistics().recording
    assert status.path == tmp_path / "a.mp4"
    assert status.free_bytes > 0
    owner.worker.set_recording_paused(True)
    assert owner.worker.statistics().recording.is_paused
    owner.worker.stop_recording()
    stopped = owner.wait_for(RecordingStopped)
    assert (stopped.reason, stopped.path) == ("user", tmp_path / "a.mp4")
    assert owner.worker.statistics().recording is None
    owner.worker.start_recording(tmp_path / "b.mp4")  # and again


def test_ending_the_session_finalises_the_recording(start, tmp_path):
    owner = start()
    owner.worker.start_recording(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    owner.worker.stop()
    assert owner.of(RecordingStopped)
    assert owner.finished == [None]


def test_a_recording_goes_on_after_the_camera_was_unplugged(start, bench, tmp_path):
    owner = start()
    owner.worker.start_recording(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)
    bench.is_there = False
    bench.camera.behaviour = "fail"
    owner.wait_for_background()
    bench.is_there = True
    owner.wait_for_composite()
    assert not owner.of(RecordingStopped)
    owner.worker.stop_recording()
    assert owner.wait_for(RecordingStopped).reason == "user"


def test_a_snapshot_is_the_composite_as_png(start, tmp_path):
    owner = start()
    owner.wait_for_composite()
    owner.worker.snapshot(tmp_path / "me.png")
    owner.wait_for(SnapshotSaved)
    saved = np.asarray(Image.open(tmp_path / "me.png"))
    assert saved.shape == (48, 64, 3)
    assert np.abs(saved[CORNER].astype(int) - (200, 30, 30)).max() <= 8


def test_a_snapshot_into_nowhere_is_a_notice(start, tmp_path):
    owner = start()
    owner.worker.snapshot(tmp_path / "missing" / "me.png")
    assert "could not be written" in owner.wait_for(Notice).sentence


def test_a_virtual_camera_that_cannot_be_opened_says_why(start, monkeypatch):
    from video.virtual_camera import VirtualCameraError

    def fails(**options):
        raise VirtualCameraError("No virtual camera could be opened. Tried v4l2loopback: none")

    monkeypatch.setattr("video.virtual_camera._open_camera", fails)
    owner = start()
    owner.wait_for_composite()
    owner.worker.set_virtual_camera(True)
    assert "Tried v4l2loopback" in owner.wait_for(VirtualCameraStopped).sentence
    assert not owner.worker.statistics().is_virtual_camera_on


def test_another_source_is_shown_and_the_first_one_released(start, bench):
    owner = start()
    owner.wait_for_composite()
    first = bench.camera
    bench.height, bench.width = 32, 48
    owner.worker.set_source(SourceRequest("camera", "1"))
    wait_until(lambda: owner.newest().pixels.shape == (32, 48, 3), "the other camera")
    assert first.is_closed
    assert owner.wait_for_composite().pixels.shape == (32, 48, 3)


def test_a_frame_limit_leaves_frames_out(start):
    owner = start()
    owner.wait_for_composite()
    owner.worker.set_frame_limit(5)
    wait_until(lambda: 0 < owner.worker.statistics().fps_out < 12, "the lower rate")
    with pytest.raises(ValueError, match="frame limit"):
        owner.worker.set_frame_limit(0)


def test_the_pace_reopens_the_engine_smaller_and_says_so(start, opener, bench, monkeypatch):
    bench.height, bench.width = 180, 320
    monkeypatch.setattr("pipeline.live.engine_keeper.STALE_S", 20.0)  # however busy the machine is
    owner = start()
    owner.wait_for_composite()
    pace = owner.worker._compositor.pace
    load = {"busy": 10.0}
    honest = pace.observe

    def observe(*, busy_s, network_s, fps_in, input_pixels):
        return honest(
            busy_s=load["busy"], network_s=load["busy"], fps_in=30.0, input_pixels=input_pixels
        )

    monkeypatch.setattr(pace, "observe", observe)
    monkeypatch.setattr("pipeline.live.pace_control.DOWN_AFTER_S", 0.05)
    changed = owner.wait_for(PaceChanged)
    assert changed.level >= 1
    assert changed.sentence
    wait_until(lambda: len(opener.settings) > 1, "a smaller engine")
    sizes = [settings.input_pixels for settings in opener.settings]
    assert sizes[0] is None
    assert sizes[1] == round(256 * 144 * LEVELS[1][0])
    # While the smaller engine was being made the picture stood; it did not vanish.
    first = next(i for i, result in enumerate(owner.results) if result.has_valid_matte)
    assert all(result.has_valid_matte for result in owner.results[first:])


def test_a_session_that_breaks_says_so_once_and_ends(start, expected_error_logs, monkeypatch):
    owner = start()
    owner.wait_for_composite()

    def breaks(*_, **__):
        raise KeyError("a mistake of ours")

    monkeypatch.setattr(owner.worker._compositor, "compose", breaks)
    wait_until(lambda: owner.finished, "the end")
    assert isinstance(owner.finished[0], KeyError)
    assert not owner.newest().has_valid_matte


def test_a_file_plays_and_ends_on_its_last_frame(start, clip):
    owner = start(clip)
    owner.worker.set_loop(False)
    opened = owner.wait_for(SourceOpened)
    assert (opened.is_live, opened.duration_s) == (False, pytest.approx(1.0, abs=0.3))
    owner.wait_for(PlaybackEnded)  # told by the file's thread: its last frame may still wait
    last = opened.duration_s - 1 / opened.frame_rate
    wait_until(lambda: owner.newest().pts_s == pytest.approx(last), "the last frame")
    assert owner.newest().has_valid_matte
    owner.worker.set_settings(GREEN)  # shows on the frame that stays
    wait_until(lambda: _has(owner.newest(), (30, 200, 30)), "green")
    assert owner.newest().pts_s == pytest.approx(last)


def test_a_paused_file_shows_new_settings_and_where_one_seeks(start, clip):
    owner = start(clip)
    owner.worker.set_paused(True)
    owner.wait_for_composite()
    wait_until(lambda: owner.worker.statistics().source_state == "paused", "the pause")
    owner.wait_for_redraw_of_held_frame()
    at = owner.newest().pts_s
    owner.worker.set_settings(GREEN)
    wait_until(lambda: _has(owner.newest(), (30, 200, 30)), "green")
    assert owner.newest().pts_s == at
    owner.worker.seek(0.5)
    wait_until(lambda: owner.newest().pts_s >= 0.5, "the frame at half a second")
    assert owner.newest().pts_s == pytest.approx(0.5, abs=0.05)
    owner.worker.set_paused(False)
    wait_until(lambda: owner.newest().pts_s > 0.6, "it to go on")


def test_a_file_in_a_loop_begins_again_and_smoothing_forgets(start, clip, opener):
    owner = start(clip)
    owner.wait_for_composite()
    owner.worker.seek(0.9)
    wait_until(lambda: owner.newest().pts_s >= 0.85, "its end")
    owner.results.clear()
    wait_until(lambda: any(result.pts_s < 0.5 for result in owner.results), "its beginning")
    assert opener.engines[0].resets >= 1
    assert not owner.of(PlaybackEnded)


def test_a_seek_before_the_file_is_open_is_remembered(start, clip):
    owner = start(clip)
    owner.worker.set_source(clip)
    owner.worker.set_paused(True)
    owner.worker.seek(0.5)
    wait_until(lambda: owner.newest() and owner.newest().pts_s >= 0.5, "half a second")


def test_a_still_is_shown_and_stays(start, tmp_path):
    Image.new("RGB", (64, 48), (9, 9, 9)).save(tmp_path / "still.png")
    owner = start(SourceRequest("file", str(tmp_path / "still.png")))
    owner.wait_for_composite()
    owner.worker.set_settings(GREEN)
    wait_until(lambda: _has(owner.newest(), (30, 200, 30)), "green")


def test_a_file_that_is_no_video_is_said_and_another_can_be_opened(start, clip, tmp_path):
    (tmp_path / "bad.mp4").write_text("no video")
    owner = start(SourceRequest("file", str(tmp_path / "bad.mp4")))
    assert owner.wait_for(Notice).code == "file-unreadable"
    owner.worker.set_source(clip)
    owner.wait_for_composite()


def test_the_engine_tells_what_it_is(start, opener):
    owner = start()
    ready = owner.wait_for(EngineReady)
    inside = opener.engines[0].architecture
    assert (ready.device, ready.model) == ("cpu", "fast")
    assert (ready.input_height, ready.input_width) == (inside.height, inside.width)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0", "camera"),
        ("Studio Webcam", "camera"),
        ("/dev/video2", "camera"),
        ("rtsp://me:secret@10.0.0.2/live", "network"),
        ("http://10.0.0.2/video.mjpg", "network"),
        ("synthetic", "synthetic"),
    ],
)
def test_a_source_is_what_its_text_says(text, kind):
    request = SourceRequest.parse(text)
    assert request.kind == kind
    assert "secret" not in str(request)


def test_an_existing_file_is_a_file(tmp_path):
    (tmp_path / "clip.mp4").touch()
    assert SourceRequest.parse(str(tmp_path / "clip.mp4")).kind == "file"
    with pytest.raises(ValueError, match="source is empty"):
        SourceRequest.parse("  ")


def test_a_session_that_never_started_can_be_stopped(opener, tmp_path):
    told = []
    worker = LiveWorker(CAMERA, RED, opener=opener, on_event=told.append)
    worker.start_recording(tmp_path / "a.mp4")
    worker.stop()
    worker.stop()
    assert not (tmp_path / "a.mp4").exists()
    (stopped,) = told
    assert isinstance(stopped, RecordingStopped)
    assert "Nothing was recorded" in stopped.sentence
