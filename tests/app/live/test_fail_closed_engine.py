"""Engines that fail, fall silent or are being made: the background alone is seen meanwhile."""

from live_doubles import shows_room
from watched_session import BLUE

from app.pipeline.live import engine as live_engine
from app.pipeline.live.events import EngineFailed, EngineReady, Notice
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings
from gpu_unet.errors import EngineError, GpuLostError


def test_while_the_model_is_switched_the_background_alone_is_seen(owner, engine_factory):
    owner.worker.start()
    owner.wait_for_composite()
    engine_factory.gate.clear()
    owner.worker.set_settings(Settings(background=BLUE.background, model="quality"))
    owner.wait_for_background()
    owner.results.clear()
    for _ in range(3):
        owner.wait_for_background()
    assert all(not shows_room(result.pixels) for result in owner.results)
    engine_factory.gate.set()
    owner.wait_for_composite()
    assert engine_factory.engines[0].is_closed
    assert [settings.model for settings in engine_factory.settings] == ["fast", "quality"]
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_a_frame_whose_engine_failed_is_not_shown(owner, engine_factory):
    owner.worker.start()
    owner.wait_for_composite()
    engine_factory.engines[0].error = EngineError("a kernel failed")
    result = owner.wait_for_background()
    assert not shows_room(result.pixels)
    owner.wait_for_composite()  # one failure is not the end
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_an_engine_that_fails_again_and_again_is_given_up_and_said(owner, engine_factory):
    def always_fails(engine):
        engine.process = lambda *_, **__: (_ for _ in ()).throw(EngineError("no memory left"))

    engine_factory.prepare = always_fails
    owner.worker.start()
    failed = owner.wait_for(EngineFailed)
    assert "no memory left" in failed.sentence
    assert "Choose another model or device" in failed.sentence
    owner.wait_for_background()
    owner.stop()
    owner.assert_no_room_anywhere()


def test_a_model_that_cannot_be_opened_shows_the_background_until_another_is_chosen(
    owner, engine_factory
):
    engine_factory.error = ValueError("fast.safetensors is damaged")
    owner.worker.start()
    failed = owner.wait_for(EngineFailed)
    assert "fast.safetensors is damaged" in failed.sentence
    owner.wait_for_background()
    owner.assert_no_room_anywhere()
    owner.worker.set_settings(Settings(background=BLUE.background, model="quality"))
    owner.wait_for_composite()
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_an_engine_that_could_not_be_opened_is_tried_again_for_another_source(
    owner, engine_factory
):
    engine_factory.error = ValueError("fast.safetensors is damaged")
    owner.worker.start()
    owner.wait_for(EngineFailed)
    owner.worker.source.want(SourceRequest("camera", "1"))
    owner.wait_for_composite()
    owner.stop()


def test_a_lost_gpu_is_replaced_by_the_cpu_with_a_notice(owner, engine_factory):
    engine_factory.device = "cuda"
    owner.worker.start()
    owner.wait_for_composite()
    engine_factory.engines[0].error = GpuLostError("the device fell off the bus")
    owner.wait_for_background()
    owner.wait_for_composite()
    assert [engine.device for engine in engine_factory.engines] == ["cuda", "cpu"]
    (notice,) = [event for event in owner.of(Notice) if event.code == "gpu-lost"]
    assert "the CPU took over" in notice.sentence
    assert owner.of(EngineReady)[-1].device == "cpu"
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_a_matte_that_comes_too_late_is_thrown_away(owner, bench, engine_factory, monkeypatch):
    monkeypatch.setattr(live_engine, "STALE_S", 0.05)
    owner.worker.start()
    owner.wait_for_composite()
    engine = engine_factory.engines[0]
    engine.gate.clear()
    owner.wait_for_background()
    owner.results.clear()
    for _ in range(3):
        owner.wait_for_background()
    assert not any(result.has_valid_matte for result in owner.results)
    late = bench.camera.index
    engine.gate.set()
    result = owner.wait_for_composite()
    assert result.frame_index >= late  # of a frame from after the hiccup
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_an_engine_that_returns_no_composite_is_not_believed(owner, engine_factory):
    def returns_too_small(engine):
        honest = engine.process

        def process(batch):
            composites = honest(batch)
            object.__setattr__(composites, "frames", [composites.frames[0][:8]])
            return composites

        engine.process = process

    engine_factory.prepare = returns_too_small
    owner.worker.start()
    owner.wait_for(EngineFailed)
    owner.stop()
    owner.assert_no_room_anywhere()
