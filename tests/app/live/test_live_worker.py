"""What an owner asks of a live session, and what it gets."""

import math
import threading
from dataclasses import replace

import numpy as np
import pytest
from doubles import person_box
from live_doubles import GREEN, RED, room, shows, wait_until

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.compositor import Compositor
from app.pipeline.live.events import EngineReady, Notice, PaceChanged, RecordingStarted
from app.pipeline.live.pace_control import LARGER_INPUT, LEAST_INPUT_PIXELS, LEVELS
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import open_spec
from app.pipeline.settings import Settings
from app.video.backgrounds.background import BackgroundError
from app.video.backgrounds.opening import open_background


def test_a_new_background_is_on_screen_as_soon_as_it_is_open(start):
    owner = start()
    assert shows(owner.wait_for_composite(), (200, 30, 30))
    owner.worker.set_settings(GREEN)
    wait_until(lambda: shows(owner.newest(), (30, 200, 30)), "green")
    # From red straight to green: no picture between them is anything else.
    colours = [
        "red" if shows(result, (200, 30, 30)) else "green" if shows(result, (30, 200, 30)) else "?"
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
    assert shows(owner.wait_for_composite(), (200, 30, 30))


def test_settings_of_the_edge_reach_the_engine_with_the_next_frame(start, engine_factory):
    owner = start()
    owner.wait_for_composite()
    owner.worker.set_settings(Settings(background=RED.background, model="fast", mirror=True))
    wait_until(lambda: engine_factory.engines[0].settings[-1].mirror, "mirror")
    assert len(engine_factory.engines) == 1


def test_blur_and_transparent_need_no_picture(start, engine_factory):
    owner = start(settings=Settings(background=BackgroundSpec.parse("blur:0.7"), model="fast"))
    owner.wait_for_composite()
    assert engine_factory.engines[0].settings[-1].background == "blur"
    assert engine_factory.engines[0].settings[-1].blur_strength == 0.7
    owner.worker.set_settings(
        Settings(background=BackgroundSpec.parse("transparent"), model="fast")
    )
    wait_until(
        lambda: engine_factory.engines[0].settings[-1].background == "transparent", "transparent"
    )


def test_a_result_says_itself_that_it_has_no_background(start):
    """Another background takes a while to open: until then pictures come without one."""
    gate = threading.Event()

    def open_slowly(spec):
        if spec.colour == (0, 0, 255):
            gate.wait()
        return open_spec(spec)

    none = Settings(background=BackgroundSpec.parse("transparent"), model="fast")
    owner = start(settings=none, open_background=open_slowly)
    result = owner.wait_for_composite()
    assert result.is_transparent
    assert result.alpha is not None, "without it nobody could paint the picture"
    owner.worker.set_settings(Settings(background=BackgroundSpec.parse("blue"), model="fast"))
    owner.results.clear()
    result = owner.wait_for_composite()
    assert result.is_transparent
    gate.set()
    wait_until(lambda: not owner.newest().is_transparent, "the background")
    assert owner.newest().alpha is None


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
    result = owner.wait_for_composite()
    drawn = room(result.frame_index)
    np.testing.assert_array_equal(result.original, drawn[:, ::-1])
    rows, columns = person_box(height=48, width=64)
    np.testing.assert_array_equal(result.pixels[rows, columns], drawn[:, ::-1][rows, columns])


def test_delays_are_measured_from_capture_per_stage(start, tmp_path):
    owner = start()
    owner.worker.recordings.start(tmp_path / "a.mp4")
    owner.wait_for(RecordingStarted)

    def has_all():
        found = owner.worker.statistics()
        has_rate = found.fps_in > 0  # of two pictures with some time between them
        return found.composite_frames > 10 and has_rate and "to_recorder" in found.stage_ms

    wait_until(has_all, "ten composites, one of them recorded")
    statistics = owner.worker.statistics()
    for stage in ("wait", "network", "process", "to_preview", "to_recorder"):
        assert statistics.stage_ms[stage].count > 0, stage
    delay = statistics.latency_ms
    assert 0 < delay.p50 <= delay.p95 <= delay.max
    assert statistics.source_state == "live"
    result = owner.wait_for_composite()
    assert result.latency_ms >= result.stage_ms["process"]


def test_another_source_is_shown_and_the_first_one_released(start, bench):
    owner = start()
    owner.wait_for_composite()
    first = bench.camera
    bench.height, bench.width = 32, 48
    owner.worker.source.want(SourceRequest("camera", "1"))
    wait_until(lambda: owner.newest().pixels.shape == (32, 48, 3), "the other camera")
    wait_until(lambda: first.is_closed, "the first one to be released")
    assert owner.wait_for_composite().pixels.shape == (32, 48, 3)


def test_a_frame_limit_leaves_frames_out(start):
    owner = start()
    owner.wait_for_composite()
    owner.worker.frame_limit.set(5)
    wait_until(lambda: 0 < owner.worker.statistics().fps_out < 12, "the lower rate")
    with pytest.raises(ValueError, match="frame limit"):
        owner.worker.frame_limit.set(0)


def test_a_machine_that_keeps_up_with_the_frame_limit_is_not_taken_for_too_slow(start, monkeypatch):
    owner = start()
    owner.wait_for_composite()
    owner.worker.frame_limit.set(5)
    rates = []
    monkeypatch.setattr(owner.worker.pace, "observe", lambda **cost: rates.append(cost["fps_due"]))
    wait_until(lambda: len(rates) > 2, "composites")
    assert max(rates) <= 5
    assert owner.worker.statistics().frame_limit == 5


def test_the_pace_reopens_the_engine_smaller_and_says_so(start, engine_factory, bench, monkeypatch):
    bench.height, bench.width = 180, 320
    owner = start()
    owner.wait_for_composite()
    pace = owner.worker.pace
    honest = pace.observe

    def observe(**seen):
        return honest(**{**seen, "busy_s": 10.0, "delay_s": 10.0, "fps_due": 15.0})

    monkeypatch.setattr(pace, "observe", observe)
    monkeypatch.setattr("app.pipeline.live.pace_control.DOWN_AFTER_S", 0.05)
    changed = owner.wait_for(PaceChanged)
    assert changed.level >= 1
    assert changed.sentence
    wait_until(lambda: len(engine_factory.settings) > 1, "a smaller engine")
    sizes = [settings.input_pixels for settings in engine_factory.settings]
    assert sizes[0] is None
    assert sizes[1] == LEAST_INPUT_PIXELS
    # While the smaller engine was being made the picture stood; it did not vanish.
    first = next(i for i, result in enumerate(owner.results) if result.has_valid_matte)
    assert all(result.has_valid_matte for result in owner.results[first:])


def test_a_machine_with_time_to_spare_reopens_the_engine_larger_and_keeps_the_picture(
    start, engine_factory, bench, monkeypatch
):
    bench.height, bench.width = 180, 320
    engine_factory.larger_pixels = 2 * 256 * 144
    monkeypatch.setattr("app.pipeline.live.pace_control.UP_AFTER_S", 0.05)
    monkeypatch.setattr("app.pipeline.live.pace_control.PROMPT", math.inf)  # on a busy machine, too
    at_any_load = replace(LEVELS[LARGER_INPUT], comfort=math.inf, overload=math.inf)
    monkeypatch.setitem(LEVELS, LARGER_INPUT, at_any_load)
    owner = start()
    wait_until(lambda: len(engine_factory.settings) > 1, "a larger engine")
    sizes = [settings.input_pixels for settings in engine_factory.settings]
    assert sizes[:2] == [None, 2 * 256 * 144]
    wait_until(lambda: owner.worker.statistics().pace_level == LARGER_INPUT, "the larger input")
    first = next(i for i, result in enumerate(owner.results) if result.has_valid_matte)
    assert all(result.has_valid_matte for result in owner.results[first:])


def test_a_session_that_breaks_says_so_once_and_ends(start, expected_error_logs, monkeypatch):
    owner = start()
    owner.wait_for_composite()

    def breaks(*_, **__):
        raise KeyError("a mistake of ours")

    monkeypatch.setattr(Compositor, "compose", breaks)
    wait_until(lambda: owner.finished, "the end")
    assert isinstance(owner.finished[0], KeyError)
    assert not owner.newest().has_valid_matte


def test_the_engine_tells_what_it_is(start, engine_factory):
    owner = start()
    ready = owner.wait_for(EngineReady)
    inside = engine_factory.engines[0].architecture
    assert (ready.device, ready.model) == ("cpu", "fast")
    assert (ready.input_height, ready.input_width) == (inside.height, inside.width)
