"""The GPU engine as a whole: copies, batches, backgrounds, and agreement with the CPU engine."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))
from frame_path_cases import clean_plate

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.engine import Batch, to_the_end
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import save_weights

pytestmark = pytest.mark.gpu

ARCHITECTURE = UNetArchitecture.plain(base_width=8, depth=2)
FORMATS = [FrameFormat(36, 64, "yuv420"), FrameFormat(37, 51, "rgb")]
SETTINGS = EngineSettings()


@pytest.fixture
def weights(tmp_path):
    return random_weights(tmp_path / "frame", ARCHITECTURE)


@pytest.fixture
def plate_weights(tmp_path):
    """Of a network that reads a clean plate beside the frame."""
    return random_weights(tmp_path / "plate", replace(ARCHITECTURE, in_channels=7))


@pytest.fixture
def sure_weights(tmp_path):
    """Of a network with alpha from 0 to 1: what is sure of nothing leaves an empty matte."""
    return random_weights(tmp_path / "sure", ARCHITECTURE, steepness=10.0, bias=22.0)


def random_weights(path, architecture, *, steepness=1.0, bias=0.0):
    from gpu_unet.weights import expected_tensors, load_weights

    rng = np.random.default_rng(3)
    tensors = {}
    for name, shape in expected_tensors(architecture).items():
        values = rng.standard_normal(shape).astype(np.float32)
        if name.endswith(".variance"):
            values = np.abs(values) + 0.5
        elif name.endswith(".weight"):
            values *= (2 / max(np.prod(shape[1:]), 1)) ** 0.5
        tensors[name] = values
    tensors["head.weight"] *= steepness
    tensors["head.bias"] = tensors["head.bias"] * steepness + bias
    path = save_weights(
        path, tensors, architecture, input_pixels=32 * 32, title="", description="",
        origin="", licence="",
    )  # fmt: skip
    return load_weights(path)


@pytest.fixture
def mobile_weights(tmp_path):
    """Of a network whose encoder has both kernels, residual blocks, and two stages at one level."""
    stages = (
        MobileStage(3, 1, 1, 16, 1), MobileStage(3, 2, 6, 24, 2), MobileStage(5, 2, 6, 48, 2),
        MobileStage(5, 1, 6, 88, 2),
    )  # fmt: skip
    architecture = UNetArchitecture(
        (16, 32, 64, 88), ("plain",) * 4, (1, 2, 2, 1), "bilinear", in_channels=7, stages=stages
    )
    return random_weights(tmp_path / "mobile", architecture)


def make(weights, frame_format, **options):
    from gpu_unet.cuda.engine import CudaEngine

    return CudaEngine(weights, frame_format, tune=False, **options)


def pictures(rng, frame_format, count):
    """Smooth pictures: noise would put every pixel into the mixed band."""
    height, width = frame_format.shape[:2]
    rows = np.linspace(0, 3, height)[:, None]
    columns = np.linspace(0, 2, width)[None]
    found = []
    for _ in range(count):
        phase = rng.uniform(0, 6, 2)
        wave = 120 + 60 * np.sin(rows + phase[0]) + 50 * np.cos(columns + phase[1])
        wave = (
            wave if len(frame_format.shape) == 2 else np.stack([wave, wave * 0.9, wave * 0.8], -1)
        )
        found.append(wave.astype(np.uint8))
    return found


@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f.layout)
def test_every_batch_is_copied_in_once_and_out_once(rng, weights, frame_format):
    frames = pictures(rng, frame_format, 6)
    with make(weights, frame_format, batch_size=2) as engine:
        for start in (0, 2, 4):
            behind = [frames[0], frames[start]]  # every batch brings a new picture
            engine.process(Batch(frames[start : start + 2], behind, SETTINGS, want_alpha=True))
        assert engine.copies == 2 * engine.batches == 6


def test_a_mobile_network_s_tiles_are_tuned_and_both_precisions_agree(
    rng, mobile_weights, empty_cache
):
    from gpu_unet.cuda.engine import CudaEngine

    frame_format = FrameFormat(96, 160, "rgb")
    frames = pictures(rng, frame_format, 4)
    settings = EngineSettings(background="blur")
    alphas = {}
    for precision in ("float16", "float32"):
        for looks_twice in (False, True):
            with CudaEngine(
                mobile_weights, frame_format, batch_size=2, precision=precision,
                looks_twice=looks_twice,
            ) as engine:  # fmt: skip
                found = [
                    engine.process(Batch(frames[start : start + 2], None, settings, observe=[0, 1]))
                    for start in (0, 2, 0)  # the last batch is the first one again
                ]
            first, second, again = (np.stack([o.alpha for o in r.observations]) for r in found)
            np.testing.assert_array_equal(again, first)
            alphas[precision, looks_twice] = np.concatenate([first, second]).astype(int)
    for looks_twice in (False, True):
        expected = alphas["float32", looks_twice]
        assert np.abs(alphas["float16", looks_twice] - expected).max() <= 4
        assert np.ptp(expected) > 20


@pytest.mark.parametrize("background", ["image", "blur", "transparent"])
@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f.layout)
@pytest.mark.parametrize("looks_twice", [False, True])
def test_composites_agree_with_the_cpu_engine(rng, weights, frame_format, background, looks_twice):
    from gpu_unet.cpu.engine import CpuEngine

    frames = pictures(rng, frame_format, 5)
    behind = pictures(rng, frame_format, 1)[0] if background == "image" else None
    settings = EngineSettings(background=background)

    def run(engine, batch):
        results = []
        for start in range(0, len(frames), batch):
            part = frames[start : start + batch]
            backgrounds = None if behind is None else [behind] * len(part)
            results.append(engine.process(Batch(part, backgrounds, settings, want_alpha=True)))
        return (
            np.stack([f for r in results for f in r.frames]).astype(int),
            np.stack([a for r in results for a in r.alphas]).astype(int),
        )

    looks = {"looks_twice": looks_twice}
    with CpuEngine(weights, frame_format, **looks) as engine:
        expected, expected_alpha = run(engine, 1)
    # 5 frames in batches of 2: the last one is not full.
    with make(weights, frame_format, batch_size=2, precision="float32", **looks) as engine:
        frames_out, alpha = run(engine, 2)
    assert (np.abs(frames_out - expected) <= 1).mean() >= 0.999
    assert (np.abs(alpha - expected_alpha) <= 1).mean() >= 0.999


def test_overlapped_batches_equal_single_ones(rng, weights):
    frames = pictures(rng, FORMATS[0], 8)
    behind = pictures(rng, FORMATS[0], 8)
    with make(weights, FORMATS[0], batch_size=2) as engine:
        single = [
            engine.process(Batch(frames[n : n + 2], behind[n : n + 2], SETTINGS))
            for n in range(0, 8, 2)
        ]
        engine.reset()
        overlapped = []
        for n in range(0, 8, 2):
            if engine.in_flight == engine.max_in_flight:
                overlapped.append(engine.collect())
            engine.submit(Batch(frames[n : n + 2], behind[n : n + 2], SETTINGS))
        while engine.in_flight:
            overlapped.append(engine.collect())
    for one, other in zip(single, overlapped, strict=True):
        np.testing.assert_array_equal(one.frames, other.frames)


def test_settings_change_from_batch_to_batch(rng, weights):
    frames = pictures(rng, FORMATS[0], 1)
    behind = pictures(rng, FORMATS[0], 1)
    low, high = (EngineSettings(edges=EdgeSettings(threshold=t)) for t in (0.05, 0.95))
    with make(weights, FORMATS[0]) as engine:
        generous = engine.process(Batch(frames, behind, low, want_alpha=True)).alphas[0]
        engine.reset()
        strict = engine.process(Batch(frames, behind, high, want_alpha=True)).alphas[0]
        engine.reset()
        again = engine.process(Batch(frames, behind, low, want_alpha=True)).alphas[0]
    assert generous.mean() > strict.mean()
    np.testing.assert_array_equal(generous, again)


def test_wrong_use_is_named_and_nothing_breaks(rng, weights):
    frames = pictures(rng, FORMATS[0], 2)
    with make(weights, FORMATS[0]) as engine:
        with pytest.raises(ValueError, match="2 frames were given, expected a list of 1 to 1"):
            engine.process(Batch(frames, frames, SETTINGS))
        with pytest.raises(ValueError, match="1 frames came with 0 backgrounds"):
            engine.process(Batch(frames[:1], None, SETTINGS))
        with pytest.raises(ValueError, match="uint8"):
            engine.process(Batch([frames[0].astype(np.float32)], frames[:1], SETTINGS))
        with pytest.raises(EngineError, match="no batch is in flight"):
            engine.collect()
        engine.process(Batch(frames[:1], frames[:1], SETTINGS))
        engine.close()
        engine.close()


@pytest.mark.parametrize("broken", [np.nan, 1.5, -np.inf])
def test_a_broken_matte_raises_and_the_next_good_one_is_served(rng, weights, monkeypatch, broken):
    frames = pictures(rng, FORMATS[0], 2)
    with make(weights, FORMATS[0], batch_size=2) as engine:
        shape = (2, engine.architecture.height, engine.architecture.width)
        alpha = np.full(shape, 0.5, np.float32)
        monkeypatch.setattr(engine.work.network, "enqueue", lambda stream: None)
        alpha[1, 3, 4] = broken
        engine.work.network.alpha.upload(alpha)
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            engine.process(Batch(frames, frames, SETTINGS))
        # The faulty row lies beyond the batch's count now.
        assert len(engine.process(Batch(frames[:1], frames[:1], SETTINGS)).frames) == 1


def plates_of(engine, rng, count):
    size = {"height": engine.architecture.height, "width": engine.architecture.width}
    return [clean_plate(rng, **size) for _ in range(count)]


def assert_close(found, expected, *, within=1, share=0.999):
    apart = np.abs(np.asarray(found, int) - np.asarray(expected, int))
    assert (apart <= within).mean() >= share, f"{apart.max()} at most, {apart.mean()} on average"


# A random network doubts every pixel: float16 moves its alpha by some levels.
@pytest.mark.parametrize(("precision", "within"), [("float32", 1), ("float16", 4)])
@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f.layout)
def test_a_plate_is_read_as_the_cpu_engine_reads_it(
    rng, plate_weights, frame_format, precision, within
):
    from gpu_unet.cpu.engine import CpuEngine

    frames = pictures(rng, frame_format, 6)
    settings = EngineSettings(background="transparent")

    def run(engine, batch, plates):
        seen, said, matted = [], [], []
        for start in range(0, 6, batch):
            if start in plates:
                engine.set_clean_plate(plates[start])
            part = frames[start : start + batch]
            result = engine.process(
                Batch(part, None, settings, want_alpha=True, observe=range(len(part)))
            )
            assert len(result.observations) == len(part)
            seen += [observation.rgb for observation in result.observations]
            said += [observation.alpha for observation in result.observations]
            matted += result.alphas
        return seen, said, matted

    with CpuEngine(plate_weights, frame_format) as engine:
        first, second = plates_of(engine, rng, 2)
        # None, one, and another: two frames each, in batches of two on the GPU.
        plates = {0: None, 2: first, 4: second}
        expected = run(engine, 1, plates)
        engine.set_clean_plate(None)
        engine.reset()
        _, without, _ = run(engine, 1, {})
    with make(plate_weights, frame_format, batch_size=2, precision=precision) as engine:
        assert engine.takes_clean_plate
        seen, said, matted = run(engine, 2, plates)
        assert engine.copies == 2 * engine.batches
    assert_close(seen, expected[0])
    assert_close(said, expected[1], within=within)
    if precision == "float32":
        assert_close(matted, expected[2])
    difference = np.abs(np.asarray(expected[1], int) - without).mean(axis=(1, 2))
    assert difference[2:].min() > within + 2, "the plate would prove nothing"


def test_a_plate_set_between_two_batches_in_flight_is_the_later_ones_alone(rng, plate_weights):
    frames = pictures(rng, FORMATS[0], 2)
    settings = EngineSettings(background="transparent")
    with make(plate_weights, FORMATS[0], batch_size=2) as engine:
        plates = [None, *plates_of(engine, rng, 3)]
        expected = []
        for plate in plates:
            engine.set_clean_plate(plate)
            expected.append(
                engine.process(Batch(frames, None, settings, observe=range(len(frames))))
            )
        order = [1, 2, 0, 3, 3, 1, 0, 2, 2, 1] * 3
        found = []
        for number in order:
            if engine.in_flight == engine.max_in_flight:
                found.append(engine.collect())
            engine.set_clean_plate(plates[number])
            engine.submit(Batch(frames, None, settings, observe=range(len(frames))))
        while engine.in_flight:
            found.append(engine.collect())
        assert engine.copies == 2 * engine.batches
    answers = [[o.alpha for o in result.observations] for result in expected]
    for number, result in zip(order, found, strict=True):
        alphas = [o.alpha for o in result.observations]
        np.testing.assert_array_equal(alphas, answers[number])
    assert not np.array_equal(answers[0], answers[1])
    assert not np.array_equal(answers[1], answers[2])


def test_a_plate_outlives_a_reset_and_a_batch_without_observations_has_none(rng, plate_weights):
    frames = pictures(rng, FORMATS[0], 1)
    with make(plate_weights, FORMATS[0]) as engine:
        (plate,) = plates_of(engine, rng, 1)
        engine.set_clean_plate(plate)
        first = engine.process(Batch(frames, frames, SETTINGS, observe=range(len(frames))))
        engine.reset()
        assert not engine.process(Batch(frames, frames, SETTINGS)).observations
        again = engine.process(Batch(frames, frames, SETTINGS, observe=range(len(frames))))
        np.testing.assert_array_equal(first.observations[0].alpha, again.observations[0].alpha)
        engine.replay(3)
        engine.set_clean_plate(None)
        none = engine.process(Batch(frames, frames, SETTINGS, observe=range(len(frames))))
        assert not np.array_equal(none.observations[0].alpha, first.observations[0].alpha)


def film(engine, frames, size, settings, backgrounds=None):
    """(composites, alphas, observations) of a film, `size` frames at a time, two batches ahead."""
    composites, alphas, seen = [], [], []

    def collect():
        made = engine.collect()
        composites.extend(made.frames)
        alphas.extend(made.alphas)
        seen.extend(made.observations or ())

    wants = {"want_alpha": True}
    for begin in range(0, len(frames), size):
        if engine.in_flight == engine.max_in_flight:
            collect()
        some = slice(begin, begin + size)
        behind = None if backgrounds is None else backgrounds[some]
        part = frames[some]
        asked = Batch(part, behind, settings, **wants, observe=range(len(part)))
        to_the_end(engine.film_steps(asked))
    while engine.waiting or engine.in_flight:
        if engine.in_flight == engine.max_in_flight or not engine.waiting:
            collect()
        else:
            behind = None if backgrounds is None else ()
            to_the_end(engine.film_steps(Batch((), behind, settings, **wants)))
    return composites, alphas, seen


def walking(rng, frame_format, count):
    """A picture that moves to the right."""
    (one,) = pictures(rng, frame_format, 1)
    return [np.roll(one, 2 * n, axis=1) for n in range(count)]


@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f.layout)
@pytest.mark.parametrize("looks_twice", [False, True])
def test_films_agree_with_the_cpu_engine(rng, sure_weights, frame_format, looks_twice):
    from gpu_unet.cpu.engine import CpuEngine

    frames = walking(rng, frame_format, 9)
    behind = [np.full(frame_format.shape, 20 * n, np.uint8) for n in range(9)]
    settings = EngineSettings()
    looks = {"looks_twice": looks_twice}
    with CpuEngine(sure_weights, frame_format, **looks) as engine:
        expected = film(engine, frames, 1, settings, behind)
    # 9 frames in batches of 2: the last one is not full.
    with make(sure_weights, frame_format, batch_size=2, precision="float32", **looks) as engine:
        for _ in range(2):  # the second film begins anew
            before = engine.copies
            found = film(engine, frames, 2, settings, behind)
            assert [len(part) for part in found] == [9, 9, 9]
            assert engine.copies - before == 2 * 7  # five calls with frames, and two at the end
            assert_close(found[0], expected[0])
            assert_close(found[1], expected[1])
            assert_close([one.rgb for one in found[2]], [one.rgb for one in expected[2]])
            assert_close([one.alpha for one in found[2]], [one.alpha for one in expected[2]])
            engine.reset()
    assert np.std(expected[1]) > 5, "an empty matte shows nothing"


@pytest.mark.parametrize("precision", ["float32", "float16"])
def test_batches_have_no_say_in_a_film(rng, sure_weights, precision):
    frames = walking(rng, FORMATS[0], 11)
    settings = EngineSettings("transparent")
    films = []
    for batch_size in (1, 2, 4):
        with make(sure_weights, FORMATS[0], batch_size=batch_size, precision=precision) as engine:
            films.append(film(engine, frames, batch_size, settings)[1])
    assert np.std(films[0]) > 5, "an empty matte shows nothing"
    for other in films[1:]:
        np.testing.assert_array_equal(other, films[0])


@pytest.mark.parametrize("broken", [np.nan, 1.5, -np.inf])
def test_a_broken_answer_in_a_film_raises_and_ends_it(rng, weights, monkeypatch, broken):
    frames = walking(rng, FORMATS[0], 6)
    settings = EngineSettings("transparent")
    with make(weights, FORMATS[0], batch_size=2) as engine:
        shape = (2, engine.architecture.height, engine.architecture.width)
        alpha = np.full(shape, 0.5, np.float32)
        monkeypatch.setattr(engine.work.network, "enqueue", lambda stream: None)
        for begin in (0, 2):
            engine.work.network.alpha.upload(alpha)
            to_the_end(engine.film_steps(Batch(frames[begin : begin + 2], None, settings)))
            engine.collect()
        alpha[1, 3, 4] = broken
        engine.work.network.alpha.upload(alpha)
        to_the_end(engine.film_steps(Batch(frames[4:], None, settings)))
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            engine.collect()
        assert engine.waiting == 0
        alpha[:] = 1.0
        engine.work.network.alpha.upload(alpha)
        made = film(engine, frames[:2], 2, settings)
        assert len(made[0]) == 2


def test_a_plate_of_another_size_or_for_a_network_without_one_is_refused(
    rng, weights, plate_weights
):
    with (
        make(plate_weights, FORMATS[0]) as engine,
        pytest.raises(ValueError, match="the clean plate is 4x4, the network's input"),
    ):
        engine.set_clean_plate(clean_plate(rng, height=4, width=4))
    with make(weights, FORMATS[0]) as engine:
        assert not engine.takes_clean_plate
        with pytest.raises(ValueError, match="reads none"):
            engine.set_clean_plate(clean_plate(rng, height=32, width=32))
        engine.set_clean_plate(None)
        frames = pictures(rng, FORMATS[0], 1)
        seen = engine.process(
            Batch(frames, frames, SETTINGS, observe=range(len(frames)))
        ).observations
        assert seen[0].rgb.shape == (engine.architecture.height, engine.architecture.width, 3)


def test_too_large_a_batch_is_halved_until_it_fits(rng, weights, monkeypatch):
    from gpu_unet.cuda.driver import OutOfDeviceMemoryError, call

    with make(weights, FORMATS[0], batch_size=3) as engine:
        room = engine.work.device.nbytes

    def crowded(name, *arguments):
        if name == "cuMemAlloc" and arguments[0] > room:
            raise OutOfDeviceMemoryError("cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY")
        return call(name, *arguments)

    monkeypatch.setattr("gpu_unet.cuda.arena.call", crowded)
    frames = pictures(rng, FORMATS[0], 3)
    with make(weights, FORMATS[0], batch_size=12) as engine:
        assert engine.batch_size == 3
        assert len(engine.process(Batch(frames, frames, SETTINGS)).frames) == 3
