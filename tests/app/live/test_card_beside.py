"""A card infers a frame while the processor composites the one before and resizes the next."""

from dataclasses import replace

import pytest
from doubles import CardEngineFactory
from live_doubles import PATIENCE_S, RED, Clock, room, shows, shows_room, wait_until

from app.pipeline.live.compositor import Compositor, Pending
from app.pipeline.live.events import EngineReady, Notice, SourceOpened
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import open_spec
from app.pipeline.no_matte import NoMatte
from app.video.frame import Frame
from gpu_unet.errors import EngineError, GpuLostError
from gpu_unet.frame_format import FrameFormat

COLOUR = (200, 30, 30)  # of RED's background


@pytest.fixture
def engine_factory():
    return CardEngineFactory()


@pytest.fixture
def opened(engine_factory):
    """Waits for a session's card; request it last, so that the card answers before the end."""

    def wait(owner):
        owner.wait_for(EngineReady)
        return engine_factory.engines[0]

    yield wait
    for engine in engine_factory.engines:
        if engine.device == "onnx":
            engine.answer(1000)


def test_the_processor_works_on_the_frames_around_the_card_s(start, opened):
    owner = start()
    card = opened(owner)
    # The card has answered nothing, and the next frame is resized.
    wait_until(lambda: card.order == ["resize 0", "resize 1"])
    assert not any(result.has_valid_matte for result in owner.results)
    for number in range(3):
        card.answer()
        # It works on the frame after this one, which is composited and shown; the next is resized.
        wait_until(
            lambda: card.order[-2:] == [f"composite {number}", f"resize {number + 2}"]  # noqa: B023
        )
        shown = [result for result in owner.results if result.has_valid_matte]
        assert len(shown) == number + 1
        assert shows(shown[-1], COLOUR)
    assert [result.frame_index for result in shown] == sorted({r.frame_index for r in shown})


def test_a_frame_waits_for_its_card_and_for_no_other_frame(start, bench, opened):
    owner = start()
    card = opened(owner)
    wait_until(lambda: card.in_flight == 2)
    bench.camera.behaviour = "stall"
    wait_until(lambda: bench.camera.is_stalled)
    card.answer(100)

    def all_are_shown():
        composites = [step for step in card.order if step.startswith("composite")]
        shown = sum(result.has_valid_matte for result in owner.results)
        return card.in_flight == 0 and 2 <= len(composites) == shown

    wait_until(all_are_shown)  # none is held until another one comes


def test_a_card_that_answers_late_is_not_believed(owner, monkeypatch, opened):
    monkeypatch.setattr("app.pipeline.live.engine.STALE_S", 0.05)
    owner.worker.start()
    card = opened(owner)
    wait_until(lambda: card.order[:1] == ["resize 0"])  # the next one only where this is not late
    for _ in range(3):
        owner.wait_for_background()
    assert not any(result.has_valid_matte for result in owner.results)
    monkeypatch.setattr("app.pipeline.live.engine.STALE_S", PATIENCE_S)
    newest = max(result.frame_index or 0 for result in owner.results)
    card.answer(1000)
    assert (owner.wait_for_composite().frame_index or 0) >= newest
    for _ in range(3):
        result = owner.wait_for_composite()
        assert number_in(result.pixels) == result.frame_index % 10
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_a_lost_card_takes_its_frames_along_and_the_processor_goes_on(
    owner, engine_factory, opened
):
    owner.worker.start()
    card = opened(owner)
    wait_until(lambda: card.in_flight == 2)
    card.collect_error = GpuLostError("the driver has crashed")
    card.answer(1000)
    owner.wait_for_composite()
    assert [engine.device for engine in engine_factory.engines] == ["onnx", "cpu"]
    assert len([event for event in owner.of(Notice) if event.code == "gpu-lost"]) == 1
    assert not any(step.startswith("composite") for step in card.order)
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_frames_of_the_source_before_are_not_shown(start, opened):
    owner = start()
    card = opened(owner)
    wait_until(lambda: card.in_flight == 2)
    owner.worker.source.want(SourceRequest("camera", "1"))
    card.answer(2)
    wait_until(lambda: len(owner.of(SourceOpened)) == 2)
    wait_until(lambda: card.order[-1] == "resize 3")
    # The one that the worker waited for, at most.
    assert sum(result.has_valid_matte for result in owner.results) <= 1


def number_in(pixels):
    """The last digit of the frame whose person this is."""
    return int(pixels[24, 32, 0]) - 245


class Bench:
    """A compositor whose card is open."""

    def __init__(self, engine_factory):
        self.compositor = Compositor(engine_factory, open_spec, lambda event: None, clock=Clock())
        self.compositor.background.want(RED.background)
        wait_until(lambda: not isinstance(self.compose(0), NoMatte))
        self.card = engine_factory.engines[0]
        self.first = self.pending

    def compose(self, index, settings=RED):
        self.compositor.background.update()
        frame = Frame(room(index), FrameFormat(48, 64), index, index / 30, 1000.0 + index / 30)
        self.pending = self.compositor.compose(frame, settings, want_alpha=False)
        return self.pending


@pytest.fixture
def at_hand(engine_factory):
    made = Bench(engine_factory)
    yield made
    made.card.answer(1000)
    made.compositor.close()


def test_the_busier_of_the_two_says_how_busy_the_machine_is(at_hand):
    at_hand.card.answer()
    # Of 0.1 ms for resizing, 0.5 for the network and 0.2 for the composite.
    assert at_hand.compositor.finish(at_hand.first).busy_s == pytest.approx(0.5e-3)


def test_a_frame_gets_no_other_frame_s_composite(at_hand):
    at_hand.card.answer()
    second = at_hand.compose(1)  # the card is done with the first
    assert isinstance(second, Pending)
    at_hand.card.answer()
    for number, pending in enumerate([at_hand.first, second]):
        output = at_hand.compositor.finish(pending).output
        assert output.captured_s == pytest.approx(1000 + number / 30)
        assert number_in(output.pixels) == number


def test_auto_framing_needs_the_matte_before(at_hand):
    """It is done with the frames that are begun first, and their composites are not lost."""
    at_hand.card.answer(2)
    framed = at_hand.compose(1, replace(RED, auto_frame=True))
    assert not isinstance(framed, Pending | NoMatte)
    assert at_hand.card.order == ["resize 0", "composite 0", "resize 1", "composite 1"]
    first = at_hand.compositor.finish(at_hand.first)
    assert first.output.captured_s == 1000.0
    assert not shows_room(first.output.pixels[:10])


def test_one_broken_answer_hides_its_frame_alone(at_hand):
    second = at_hand.compose(1)
    at_hand.card.answer(2)
    at_hand.card.collect_error = EngineError("no number from 0 to 1")
    assert at_hand.compositor.finish(at_hand.first) is NoMatte.ENGINE_ERROR
    at_hand.card.collect_error = None
    assert at_hand.compositor.finish(second).output.captured_s == pytest.approx(1000 + 1 / 30)
