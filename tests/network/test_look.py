"""Looks without composites, and mattes taken instead of the network's answer, on the CPU."""

import gc
import sys
from collections import deque
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))
from frame_path_cases import clean_plate, picture

from frames.frame import FrameFormat
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.errors import EngineError
from gpu_unet.settings import EdgeSettings, EngineSettings

HEIGHT, WIDTH = 24, 40
FORMAT = FrameFormat(48, 80, "yuv420")
ARCHITECTURE = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=7,
    height=HEIGHT, width=WIDTH,
)  # fmt: skip
SETTINGS = EngineSettings("transparent")
# Nothing that makes more of a level than a level.
PLAIN = EngineSettings(
    "transparent", edges=EdgeSettings(guided=False, foreground_colour=False, softness=1.0)
)


@pytest.fixture(params=[False, True], ids=["one look", "two looks"])
def engine(request, random_layers, weights_of):
    layers = random_layers(ARCHITECTURE)
    layers["head"].weight[:] *= 4.0
    layers["head"].bias[:] = 4.0  # it sees somebody nearly everywhere, whom the rules leave alone
    weights = weights_of(ARCHITECTURE, layers)
    with CpuEngine(weights, FORMAT, batch_size=2, looks_twice=request.param) as engine:
        assert (engine.architecture.height, engine.architecture.width) == (HEIGHT, WIDTH)
        yield engine


@pytest.fixture
def frames(rng):
    return [picture(rng, FORMAT) for _ in range(2)]


def assert_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def assert_same_observations(found, expected):
    assert_same([one.rgb for one in found], [one.rgb for one in expected])
    assert_same([one.alpha for one in found], [one.alpha for one in expected])


def test_a_look_says_what_process_observes(engine, frames, rng):
    for plate in (None, clean_plate(rng, height=HEIGHT, width=WIDTH), None):
        engine.set_clean_plate(plate)
        seen = engine.look(frames)  # a new plate is taken here
        expected = engine.process(frames, None, SETTINGS, want_observations=True).observations
        assert_same_observations(seen, expected)
    kept = seen[0].alpha.copy()
    engine.look([255 - frames[0]])
    np.testing.assert_array_equal(seen[0].alpha, kept)  # the caller's own


def test_a_look_leaves_nothing_to_later_frames(engine, frames):
    others = [255 - frame for frame in frames]
    # The same scene, a little brighter: the first has left something that the second goes on with.
    near = np.clip(frames[0].astype(int) + 2, 0, 255).astype(np.uint8)
    results = []
    for looks in (False, True):
        engine.reset()
        found = []
        for frame in (frames[0], near):
            if looks:
                engine.look([near, frames[1]])
                engine.look(others)
            found.append(engine.process([frame], None, PLAIN, want_alpha=True))
        results.append(found)
    assert np.std(results[0][1].alphas) > 5, "nobody would prove nothing"
    for plain, looked in zip(*results, strict=True):
        assert_same(looked.frames, plain.frames)
        assert_same(looked.alphas, plain.alphas)


def test_a_look_may_be_given_up_and_works_while_a_batch_is_in_flight(engine, frames):
    expected = engine.look(frames)
    engine.reset()
    alone = engine.process(frames, None, SETTINGS)
    count = sum(1 for _ in engine.look_steps(frames))
    assert count >= 4
    for stop in range(1, count, 3):
        steps = engine.look_steps(frames[::-1])
        for _ in range(stop):
            next(steps)
        del steps
        gc.collect()
        engine.reset()
        engine.submit(frames, None, SETTINGS)
        assert_same_observations(engine.look(frames), expected)
        assert_same(engine.collect().frames, alone.frames)


def test_mattes_stand_in_for_the_network(engine, frames):
    mattes = [seen.alpha for seen in engine.look(frames)]
    expected = engine.process(frames, None, PLAIN, want_alpha=True)
    assert np.std(expected.alphas) > 5, "nobody would prove nothing"
    engine.reset()
    found = engine.process(frames, None, PLAIN, want_alpha=True, mattes=mattes)
    for one, other in zip(found.alphas, expected.alphas, strict=True):
        assert np.abs(one.astype(int) - other).max() <= 1
    assert found.observations is None
    assert "network" in found.stage_ms


def test_the_network_is_not_run_where_mattes_are_given(engine, frames, monkeypatch):
    mattes = [np.full((HEIGHT, WIDTH), value, np.uint8) for value in (255, 0)]
    monkeypatch.setattr(engine._network, "infer", lambda count: pytest.fail("it was run"))
    monkeypatch.setattr(engine._network, "infer_parts", lambda count: pytest.fail("it was run"))
    settings = EngineSettings("transparent", edges=EdgeSettings(smoothing=0.0))
    found = engine.process(frames, None, settings, want_alpha=True, mattes=mattes)
    assert (found.alphas[0] == 255).all()
    assert (found.alphas[1] == 0).all()
    deque(engine.submit_steps(frames, None, settings, want_alpha=True, mattes=mattes))
    assert_same(engine.collect().alphas, found.alphas)
    engine.submit(frames, None, settings, want_alpha=True, mattes=mattes)
    assert_same(engine.collect().alphas, found.alphas)


def test_mattes_are_smoothed_over_time_as_answers_are(engine, frames):
    near = np.clip(frames[0].astype(int) + 1, 0, 255).astype(np.uint8)
    mattes = [np.full((HEIGHT, WIDTH), value, np.uint8) for value in (255, 200)]
    found = engine.process([frames[0], near], None, PLAIN, want_alpha=True, mattes=mattes)
    engine.reset()
    alone = engine.process([near], None, PLAIN, want_alpha=True, mattes=mattes[1:])
    assert found.alphas[1].mean() > alone.alphas[0].mean() + 5


@pytest.mark.parametrize("broken", [np.nan, np.inf, -0.5, 1.25])
def test_a_broken_alpha_is_no_answer_to_a_look(engine, frames, monkeypatch, broken):
    network = getattr(engine._network, "_network", engine._network)
    run = network._run

    def broken_run(program, count):
        run(program, count)
        network.alpha[0, 3, 4] = broken

    expected = engine.look(frames)
    with monkeypatch.context() as patch:
        patch.setattr(network, "_run", broken_run)
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            engine.look(frames)
    assert_same_observations(engine.look(frames), expected)


def test_bad_mattes_and_frames_are_refused(engine, frames):
    good = np.zeros((HEIGHT, WIDTH), np.uint8)
    for mattes, sentence in (
        ([good], "2 frames came with 1 mattes"),
        ([], "2 frames came with 0 mattes"),
        ([good, good[:-1]], r"matte 1 is uint8 \(23, 40\), expected uint8 \(24, 40\)"),
        ([good.astype(np.float32), good], r"matte 0 is float32 \(24, 40\), expected uint8"),
    ):
        with pytest.raises(ValueError, match=sentence):
            engine.process(frames, None, SETTINGS, mattes=mattes)
        with pytest.raises(ValueError, match=sentence):
            engine.submit(frames, None, SETTINGS, mattes=mattes)
    with pytest.raises(ValueError, match="observations are wanted of frames that come with mattes"):
        engine.process(frames, None, SETTINGS, want_observations=True, mattes=[good, good])
    with pytest.raises(ValueError, match="3 frames were given, expected 1 to 2"):
        engine.look([*frames, frames[0]])
    with pytest.raises(ValueError, match="0 frames were given"):
        engine.look([])
    with pytest.raises(ValueError, match="frame 1 is uint8"):
        engine.look([frames[0], frames[1][:-2]])
    engine.close()
    with pytest.raises(EngineError, match="the engine is closed"):
        engine.look(frames)
