"""The network through ONNX Runtime: the same composites, beside the frame's way, failing closed."""

import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numba
import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="it runs the network here")

from gpu_unet import CleanPlate, UNetArchitecture, load_weights
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch
from gpu_unet.errors import EngineError, GpuLostError, GpuUnavailableError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.onnx import engine as engines
from gpu_unet.onnx import providers
from gpu_unet.onnx.engine import OnnxEngine
from gpu_unet.onnx.network import OnnxNetwork
from gpu_unet.onnx.providers import Provider
from gpu_unet.settings import EngineSettings

WEIGHTS = Path(__file__).parents[3] / "weights" / "fast.json"
DOUBLE = Path(__file__).with_name("card_double.py")
FORMAT = FrameFormat(48, 80)
PIXELS = 48 * 80


def somebody():
    """A network that sees somebody nearly everywhere in noise, where *fast* sees nobody."""
    weights = load_weights(WEIGHTS)
    head = weights.layers["head"]
    layers = {**weights.layers, "head": replace(head, bias=head.bias + 13)}
    return replace(weights, layers=layers)


def on_card(kind="", *, good=0, weights=None, limits=None, **options):
    """An engine on the processor's provider, or on a double of a card."""
    worker = {"worker": (sys.executable, str(DOUBLE), kind, str(good))} if kind else {}
    network = type("Network", (OnnxNetwork,), {**worker, **(limits or {})})
    with patch.object(engines, "OnnxNetwork", network):
        return OnnxEngine(
            weights or somebody(),
            FORMAT,
            **{
                "provider": "double" if kind else "processor",
                "half": False,
                "input_pixels": PIXELS,
                "batch_size": 4,
                "warms_up": False,
                **options,
            },
        )


@pytest.fixture(autouse=True)
def double(monkeypatch):
    """The double is a provider that is installed."""
    row = Provider("double", "Double", "onnxruntime", "DoubleExecutionProvider")
    monkeypatch.setattr(providers, "PROVIDERS", (*providers.PROVIDERS, row))
    struck = []
    monkeypatch.setattr(engines, "strike", lambda: struck.append(1))
    return struck


@pytest.fixture(scope="module")
def on_processor():
    with CpuEngine(somebody(), FORMAT, input_pixels=PIXELS, batch_size=4, warms_up=False) as engine:
        yield engine


@pytest.fixture
def frames(rng):
    """Frames that change slowly, as a film's do."""
    first = rng.integers(0, 200, FORMAT.shape, np.uint8)
    return [np.roll(first, 2 * number, axis=1) for number in range(4)]


@pytest.fixture
def weights(random_layers, weights_of):
    """Of a network that reads a plate and sees somebody nearly everywhere: else all is removed."""
    architecture = UNetArchitecture(
        widths=(8, 16), blocks=("plain",) * 2, convs=(1, 1), in_channels=7, height=48, width=80
    )
    layers = random_layers(architecture)
    layers["head"].bias[:] = 3.0
    return weights_of(architecture, layers)


def difference(one, other):
    return max(
        np.abs(a.astype(int) - b.astype(int)).max()
        for a, b in zip(one.frames + one.alphas, other.frames + other.alphas, strict=True)
    )


def asked(frames, settings="transparent", **more):
    return Batch(frames, None, EngineSettings(settings), want_alpha=True, **more)


@pytest.mark.parametrize(("half", "levels"), [(False, 1), (True, 3)])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_composites_are_those_of_the_processor(weights, frames, half, levels, count):
    options = {"input_pixels": PIXELS, "batch_size": 4, "warms_up": False}
    with CpuEngine(weights, FORMAT, **options) as processor:
        expected = processor.process(asked(frames[:count]))
    assert min(alpha.std() for alpha in expected.alphas) > 1  # or the comparison says nothing
    with on_card(weights=weights, half=half) as engine:
        assert difference(engine.process(asked(frames[:count])), expected) <= levels


def test_the_way_around_the_network_takes_no_more_threads_than_asked_for(frames):
    before = numba.get_num_threads()
    with on_card(threads=1) as engine:
        numba.set_num_threads(numba.config.NUMBA_NUM_THREADS)
        try:
            engine.process(asked(frames[:1]))
            assert numba.get_num_threads() == 1
        finally:
            numba.set_num_threads(before)


def test_batches_in_steps_give_the_same(on_processor, frames):
    on_processor.reset()
    expected = [on_processor.process(asked(part)) for part in (frames[:3], frames[3:])]
    with on_card() as engine:
        for part, one in zip((frames[:3], frames[3:]), expected, strict=True):
            for _ in engine.submit_steps(asked(part)):
                pass
            assert difference(engine.collect(), one) <= 1


@pytest.mark.parametrize("carries", [True, False])
def test_a_film_is_steadied_alike(weights, frames, monkeypatch, carries):
    """Of rolling noise nothing is explained; without noise, every second frame is carried."""
    if carries:
        frames = [np.full(FORMAT.shape, 100 + 2 * number, np.uint8) for number in range(4)]
    begun = []

    def filmed(engine):
        made = []
        begin = engine.network.begin
        monkeypatch.setattr(engine.network, "begin", lambda slot: (begun.append(slot), begin(slot)))
        for batch in (frames, frames[::-1], (), ()):
            for _ in engine.film_steps(asked(batch)):
                pass
            made.append(engine.collect())
            if not engine.waiting:
                break
        return made

    with CpuEngine(weights, FORMAT, input_pixels=PIXELS, batch_size=4, warms_up=False) as processor:
        expected = filmed(processor)
    with on_card(weights=weights, half=False) as engine:
        found = filmed(engine)
    for one, other in zip(found, expected, strict=True):
        assert len(one.frames) == len(other.frames)
        assert not one.frames or difference(one, other) <= 1
        assert one.carried == other.carried
    carried = sum(one.carried for one in found)
    assert carried == (3 if carries else 0)
    assert len(begun) == 2 * (2 * len(frames) - carried)  # no network has more to do
    assert carries or min(alpha.std() for one in found for alpha in one.alphas) > 0.5


def test_observations_and_the_second_look_are_the_same(frames):
    with (
        on_card(looks_twice=True) as engine,
        CpuEngine(
            somebody(), FORMAT, input_pixels=PIXELS, batch_size=4, looks_twice=True,
            warms_up=False,
        ) as expected,
    ):  # fmt: skip
        batch = asked(frames[:2], observe=[0, 1])
        one, other = engine.process(batch), expected.process(batch)
        assert difference(one, other) <= 1
        for mine, theirs in zip(one.observations, other.observations, strict=True):
            np.testing.assert_array_equal(mine.rgb, theirs.rgb)
            np.testing.assert_allclose(mine.alpha, theirs.alpha, atol=1)


@pytest.mark.parametrize(("half", "levels"), [(False, 1), (True, 3)])
def test_a_clean_plate_reaches_every_slot(weights, frames, rng, half, levels):
    plate = CleanPlate(
        rng.integers(0, 256, (48, 80, 3), np.uint8), np.full((48, 80), 255, np.uint8)
    )
    made = []
    for engine in (
        on_card(weights=weights, half=half),
        CpuEngine(weights, FORMAT, batch_size=4, input_pixels=PIXELS, warms_up=False),
    ):
        with engine:
            engine.set_clean_plate(plate)
            made.append(engine.process(asked(frames)))
            engine.set_clean_plate(None)
            without = engine.process(asked(frames))
    assert difference(*made) <= levels
    assert difference(without, made[1]) > 10  # or the plate has no say


def test_the_card_works_while_the_frame_before_is_composited(frames):
    """Each answer takes 50 ms, so most of a batch's wait falls into the processor's work."""
    with on_card("slow") as engine:
        order = []
        network = engine.network
        begin, finish = network.begin, network.finish
        network.begin = lambda slot: (order.append(f"begin {slot}"), begin(slot))
        network.finish = lambda slot, **options: (order.append(f"finish {slot}"), finish(slot))[1]
        engine.process(asked(frames))
    assert order == [
        "begin 0", "begin 1", "finish 0", "begin 0", "finish 1", "begin 1", "finish 0", "finish 1",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["slow", "chatty", "raving"])
def test_a_slow_or_chatty_card_gives_the_same(on_processor, frames, kind):
    on_processor.reset()
    expected = on_processor.process(asked(frames))
    with on_card(kind) as engine:
        assert difference(engine.process(asked(frames)), expected) <= 1


def one_by_one(engine, frames, settings="transparent"):
    """Composites of single frames; each is submitted before the one before is collected."""
    made = []
    for frame in frames:
        engine.submit(asked([frame], settings))
        if engine.in_flight == engine.max_in_flight:
            made.append(engine.collect())
    while engine.in_flight:
        made.append(engine.collect())
    return made


def test_single_frames_overlap(on_processor, frames):
    """A frame is resized and begun before the one before is composited; mattes are the same."""
    on_processor.reset()
    expected = one_by_one(on_processor, frames)
    with on_card("slow", batch_size=1) as engine:
        order = []
        network, path = engine.network, engine.path
        begin, composite = network.begin, path.composite
        network.begin = lambda slot: (order.append(f"begin {slot}"), begin(slot))
        path.composite = lambda *all: (order.append("composite"), composite(*all))
        for one, other in zip(one_by_one(engine, frames), expected, strict=True):
            assert difference(one, other) <= 1
    assert order == [
        "begin 0", "begin 1", "composite", "begin 0", "composite", "begin 1", "composite",
        "composite",
    ]  # fmt: skip


def test_the_network_s_time_is_the_card_s(frames):
    with on_card("slow", batch_size=1) as engine:
        (composites,) = one_by_one(engine, frames[:1])
    assert composites.stage_ms["network"] == 0.5  # as the double says


def test_a_frame_in_flight_keeps_its_scene_and_its_plate(weights, frames, rng):
    """What is told between a submit and its collect is of the frames after it."""
    plates = [
        CleanPlate(rng.integers(0, 256, (48, 80, 3), np.uint8), np.full((48, 80), 255, np.uint8))
        for _ in range(2)
    ]
    made = []
    for engine in (
        on_card(weights=weights, batch_size=1),
        CpuEngine(weights, FORMAT, input_pixels=PIXELS, warms_up=False),
    ):
        composites = []
        with engine:
            for number in range(4):
                seen = engine.network.input.copy()
                engine.set_clean_plate(plates[number % 2])
                if number == 2:
                    engine.reset()
                engine.submit(asked(frames[:1]))  # still, so that smoothing has its say
                if engine.in_flight == 2:  # the card may be reading the other slot
                    other = 1 - number % 2
                    np.testing.assert_array_equal(engine.network.input[other], seen[other])
                if engine.in_flight == engine.max_in_flight:
                    composites.append(engine.collect())
            while engine.in_flight:
                composites.append(engine.collect())
        made.append(composites)
    for one, other in zip(*made, strict=True):
        assert difference(one, other) <= 1


def test_other_calls_refuse_while_a_frame_is_in_flight(frames):
    with on_card(batch_size=1) as engine:
        engine.submit(asked(frames[:1]))
        with pytest.raises(EngineError, match="in flight"):
            engine.process(asked(frames[:1]))
        with pytest.raises(EngineError, match="in flight"):
            next(engine.film_steps(asked(frames[:1])))
        engine.submit(asked(frames[1:2]))
        with pytest.raises(EngineError, match="collect one"):
            engine.submit(asked(frames[2:3]))


def test_a_card_that_is_lost_answers_no_frame_in_flight(frames, double):
    with on_card("crashes", batch_size=1) as engine:
        for frame in frames[:2]:
            engine.submit(asked([frame]))
        for sentence in ("the driver has crashed", "closed"):
            with pytest.raises(GpuLostError, match=sentence):
                engine.collect()
        assert not engine.in_flight
    assert double == [1]  # one strike for one crash


@pytest.mark.parametrize("good", [0, 2])
@pytest.mark.parametrize(
    ("kind", "error", "sentence"),
    [
        ("nan", EngineError, "no number from 0 to 1"),
        ("crashes", GpuLostError, "Double stopped working .the driver has crashed"),
        ("hangs", GpuLostError, "did not answer within 1 s"),
    ],
)
def test_a_broken_card_returns_no_frame(frames, double, kind, error, sentence, good):
    limits = {"answer_s": 1.0} if kind == "hangs" else {}
    with on_card(kind, good=good, limits=limits) as engine:
        with pytest.raises(error, match=sentence):
            engine.process(asked(frames))
        assert len(double) == (error is GpuLostError)  # a strike against the card
        with pytest.raises(EngineError):  # and never again
            engine.process(asked(frames))


def test_a_card_that_refuses_cannot_be_opened():
    with pytest.raises(GpuUnavailableError, match="no adapter"):
        on_card("refuses")


def test_a_provider_that_is_not_known_is_named():
    with pytest.raises(GpuUnavailableError, match="no provider 'glow'"):
        on_card(provider="glow")


def test_a_worker_that_is_no_program_cannot_be_opened():
    with pytest.raises(GpuUnavailableError, match="does not start"):
        on_card(limits={"worker": ("/no/such/program",)})


def test_an_abandoned_batch_leaves_nothing_in_the_next(on_processor, frames):
    on_processor.reset()
    expected = on_processor.process(asked(frames[:2]))
    with on_card("slow") as engine:
        steps = engine.submit_steps(asked(frames[2:]))
        for _ in range(3):
            next(steps)
        steps.close()
        engine.reset()
        assert difference(engine.process(asked(frames[:2])), expected) <= 1


def test_a_closed_engine_says_so(frames):
    engine = on_card()
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.process(asked(frames[:1]))
