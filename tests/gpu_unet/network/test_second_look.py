"""A second look on the CPU: against the definition, and what it promises of mirrored pictures."""

import gc
import sys
from collections import deque
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))
from frame_path_cases import clean_plate, given_plate, picture

from gpu_unet.architecture import OVERSHOOT, UNetArchitecture
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.cpu.kernels.simple_layers import take_mean
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.cpu.second_look import SecondLook
from gpu_unet.engine import Batch
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import CleanPlate
from gpu_unet.opening import open_engine
from gpu_unet.reference.frames import network_input, observation
from gpu_unet.reference.unet import look_twice, mean_by_logits, unet
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import load_weights

ROOT = Path(__file__).parents[3]
HEIGHT, WIDTH = 24, 40
FORMAT = FrameFormat(HEIGHT, WIDTH)  # the network's own size: nothing is resized
ARCHITECTURE = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=7,
    height=HEIGHT, width=WIDTH,
)  # fmt: skip
PLAIN = EngineSettings(
    "transparent", edges=EdgeSettings(guided=False, foreground_colour=False, smoothing=0.0)
)


@pytest.fixture
def layers(random_layers):
    """Of a network that sees somebody nearly everywhere, so that the rules leave that alone."""
    layers = random_layers(ARCHITECTURE)
    layers["head"].bias[:] = 1.0
    return layers


@pytest.fixture
def weights(layers, weights_of):
    return weights_of(ARCHITECTURE, layers)


@pytest.fixture
def engine(weights):
    with CpuEngine(weights, FORMAT, batch_size=2, looks_twice=True) as engine:
        yield engine


def test_who_asks_twice_has_time_for_a_larger_input(weights):
    larger = replace(weights, input_pixels=32 * 32, offline_pixels=64 * 64)
    sizes = []
    for looks in (False, True):
        with open_engine(larger, FORMAT, device="cpu", looks_twice=looks) as engine:
            sizes.append(engine.architecture.height * engine.architecture.width)
    assert sizes[0] <= 32 * 32 < sizes[1] <= 64 * 64


def mirrored(plate):
    return CleanPlate(
        np.ascontiguousarray(plate.rgb[:, ::-1]), np.ascontiguousarray(plate.confidence[:, ::-1])
    )


def look(engine, frame, settings=PLAIN):
    """What the network saw and said of a frame, and the final alpha."""
    engine.reset()
    result = engine.process(Batch([frame], None, settings, want_alpha=True, observe=[0]))
    return result.observations[0], result.alphas[0]


def test_the_definition_in_float64(rng, layers):
    x = rng.random((2, HEIGHT, WIDTH, 7))
    first, second = unet(x, ARCHITECTURE, layers), unet(x[:, :, ::-1], ARCHITECTURE, layers)
    mean = look_twice(x, lambda x: unet(x, ARCHITECTURE, layers))
    assert mean.dtype == np.float64
    logits = [np.log(alpha / (1 - alpha)) for alpha in (first, second[:, :, ::-1])]
    expected = 1 / (1 + np.exp(-sum(logits) / 2))
    np.testing.assert_allclose(mean, expected, rtol=0, atol=1.0001 * OVERSHOOT)
    assert np.abs(mean - first).max() > 0.02, "one look would do"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_by_definition_two_sure_answers_give_the_end_and_opposite_ones_the_middle(dtype):
    first = np.array([0, 1, 0, 1, 1e-5, 0, 0.5, 0.9], dtype)
    second = np.array([0, 1, 1, 0, 1e-5, 0.5, 0.5, 0.1], dtype)
    mean = mean_by_logits(first, second)
    assert mean.dtype == dtype
    assert mean[:2].tolist() == [0, 1]
    np.testing.assert_allclose(mean[2:], [0.5, 0.5, 0, 0.0027, 0.5, 0.5], rtol=0, atol=1e-4)


@pytest.mark.parametrize("count", [1, 7, 64, 301])  # beside and within vectors
def test_the_kernel_is_the_definition_to_the_last_bit(rng, count):
    looks = rng.random((2, count), np.float32)
    for n, value in enumerate((0, 1, np.nan, np.inf, -np.inf, -1e-6, 1.25)):
        looks[n % 2, 5 * n :: 41] = value
    alpha, other = looks.copy()
    take_mean(alpha, other)
    np.testing.assert_array_equal(alpha, mean_by_logits(*looks))
    np.testing.assert_array_equal(other, looks[1])
    take_mean(other, looks[0])
    np.testing.assert_array_equal(other, alpha, "the order matters")


@pytest.mark.parametrize("broken", [np.nan, np.inf, -0.5, 1.5])
@pytest.mark.parametrize("which", [0, 1])
def test_by_definition_a_broken_answer_hides_behind_no_sound_one(broken, which):
    looks = np.full((2, 1, 3, 4), 0.25, np.float32)
    looks[which, 0, 1, 2] = broken
    mean = mean_by_logits(*looks)
    assert np.isnan(mean[0, 1, 2])
    assert np.isnan(mean).sum() == 1
    np.testing.assert_allclose(np.delete(mean, 6), 0.25, rtol=0, atol=OVERSHOOT)


def test_the_engine_agrees_with_the_definition(engine, rng, layers):
    frames = [picture(rng, FORMAT) for _ in range(2)]
    plates = [clean_plate(rng, height=HEIGHT, width=WIDTH) for _ in range(2)]
    differences = []
    for plate in (None, plates[0], plates[1], None):
        engine.set_clean_plate(plate)
        # Frame after frame: the plate is still there for the second, and not mirrored.
        result = engine.process(Batch(frames, None, PLAIN, observe=range(len(frames))))
        for frame, found in zip(frames, result.observations, strict=True):
            x = network_input(frame, FORMAT, given_plate(plate), ARCHITECTURE)
            alpha = look_twice(x[None], lambda x: unet(x, ARCHITECTURE, layers))[0]
            expected = observation(x[..., :3], alpha)
            assert np.abs(found.rgb.astype(int) - expected.rgb).max() <= 1
            assert np.abs(found.alpha.astype(int) - expected.alpha).max() <= 1
            differences.append(np.abs(alpha - unet(x[None], ARCHITECTURE, layers)[0]).max())
    assert min(differences) > 0.02, "one look would have passed"


@pytest.fixture(scope="module")
def somebody():
    """A frame with a person, at the size of `fast`: nothing is resized."""
    container = pytest.importorskip("av").open(str(ROOT / "assets" / "sample.mp4"))
    with container:
        return next(container.decode(video=0)).reformat(288, 160, format="rgb24").to_ndarray()


@pytest.mark.parametrize("looks_twice", [True, False])
def test_of_a_mirrored_frame_comes_exactly_the_mirrored_alpha(somebody, rng, looks_twice):
    """End to end, with the shipped network: what a second look is for."""
    fast = load_weights(ROOT / "weights" / "fast.json")
    plate = clean_plate(rng, height=160, width=288)
    own = {"looks_twice": looks_twice, "input_pixels": 288 * 160}
    with CpuEngine(fast, FrameFormat(160, 288), **own) as engine:
        for settings, most in ((PLAIN, 0), (EngineSettings("transparent"), 1)):
            found = []
            for turned in (False, True):
                engine.set_clean_plate(mirrored(plate) if turned else plate)
                frame = np.ascontiguousarray(somebody[:, ::-1]) if turned else somebody
                seen, alpha = look(engine, frame, settings)
                found.append((seen.alpha, alpha))
            assert 20 < found[0][1].mean() < 200, "there is somebody, and a room"
            said, shown = (
                np.abs(one.astype(int) - other[:, ::-1]).max()
                for one, other in zip(*found, strict=True)
            )
            if looks_twice:
                assert said == 0
                assert shown <= most, "the guided filter adds up in another order"
            else:  # or it would prove nothing
                assert min(said, shown) > 30


def test_a_picture_that_is_its_own_mirror_image_gains_nothing(engine, weights, rng):
    half = picture(rng, FrameFormat(HEIGHT, WIDTH // 2))
    frame = np.concatenate([half, half[:, ::-1]], axis=1)
    network = CpuNetwork(weights, ARCHITECTURE)
    seen, _ = look(engine, frame)
    network.input[0, ..., :3] = network_input(frame, FORMAT, {}, ARCHITECTURE)[..., :3]
    alpha = network.infer()[0]
    # One look need not be its own mirror image; the mean with its mirror image is the second.
    mean = mean_by_logits(alpha, alpha[:, ::-1])
    expected = observation(frame[..., :3] / np.float32(255), mean)
    assert np.abs(seen.alpha.astype(int) - expected.alpha).max() <= 1
    np.testing.assert_array_equal(seen.alpha, seen.alpha[:, ::-1])


def test_in_steps_and_at_once_are_the_same(engine, rng):
    frames = [picture(rng, FORMAT) for _ in range(2)]
    engine.set_clean_plate(clean_plate(rng, height=HEIGHT, width=WIDTH))
    at_once = engine.process(
        Batch(frames, None, PLAIN, want_alpha=True, observe=range(len(frames)))
    )
    engine.reset()
    for _ in engine.submit_steps(
        Batch(frames, None, PLAIN, want_alpha=True, observe=range(len(frames)))
    ):
        pass
    in_steps = engine.collect()
    for one, other in zip(at_once.alphas, in_steps.alphas, strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(at_once.observations, in_steps.observations, strict=True):
        np.testing.assert_array_equal(one.rgb, other.rgb)
        np.testing.assert_array_equal(one.alpha, other.alpha)


def test_wherever_a_batch_is_given_up_the_next_one_finds_nothing_mirrored(engine, rng):
    frame = picture(rng, FORMAT)
    engine.set_clean_plate(clean_plate(rng, height=HEIGHT, width=WIDTH))
    expected, alpha = look(engine, frame)
    count = sum(1 for _ in engine.submit_steps(Batch([frame], None, PLAIN)))
    engine.collect()
    assert count > 6
    for stop in range(1, count):
        steps = engine.submit_steps(Batch([frame], None, PLAIN))
        for _ in range(stop):
            next(steps)
        del steps
        gc.collect()
        seen, found = look(engine, frame)
        np.testing.assert_array_equal(seen.alpha, expected.alpha)
        np.testing.assert_array_equal(found, alpha)


def at_once(engine, frame):
    yield engine.process(Batch([frame], None, PLAIN))


@pytest.mark.parametrize("broken", [np.nan, np.inf, -0.5, 1.25])
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("in_steps", [False, True])
def test_a_broken_answer_in_one_of_the_looks_shows_no_frame(
    engine, rng, monkeypatch, broken, which, in_steps
):
    network = engine.network.network
    finish, looks = network.finish, []

    def broken_once(slot, *, in_parts):
        yield from finish(slot, in_parts=in_parts)
        # Anything else says 0.5: with it a value beyond [0, 1] would make a sound mean.
        network.alpha[:] = 0.5
        if len(looks) == which:
            network.alpha[0, 3, 4] = broken
        looks.append(which)

    monkeypatch.setattr(network, "finish", broken_once)
    frame = picture(rng, FORMAT)
    with pytest.raises(EngineError, match="no number from 0 to 1"):
        deque(
            engine.submit_steps(Batch([frame], None, PLAIN)) if in_steps else at_once(engine, frame)
        )
    assert len(looks) == 2
    assert engine.in_flight == 0
    monkeypatch.undo()
    assert look(engine, frame)[1].shape == (HEIGHT, WIDTH)  # and the next one is sound


def test_its_arrays_are_those_that_kernels_are_compiled_for(weights):
    network = CpuNetwork(weights, ARCHITECTURE, runs_first=False)
    twice = SecondLook(network)
    for own, other in ((twice.input[0], network.input[0]), (twice.alpha[0], network.alpha[0])):
        assert numba.typeof(own) == numba.typeof(other)


def test_memory_for_it_is_taken_only_where_it_is_asked_for(engine, weights):
    assert isinstance(engine.network, SecondLook)
    with CpuEngine(weights, FORMAT, warms_up=False) as once:
        assert isinstance(once.network, CpuNetwork)
