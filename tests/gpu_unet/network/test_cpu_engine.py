"""The CPU engine: its promises around the network, above all that a broken matte shows nothing."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.opening import open_engine
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import load_weights

WEIGHTS = Path(__file__).parents[3] / "weights" / "fast.json"
FORMAT = FrameFormat(48, 80)


@pytest.fixture(scope="module")
def engine():
    with CpuEngine(load_weights(WEIGHTS), FORMAT, batch_size=2, input_pixels=48 * 80) as engine:
        yield engine


@pytest.fixture
def pictures(rng):
    return [rng.integers(0, 256, FORMAT.shape, dtype=np.uint8) for _ in range(3)]


def says(monkeypatch, engine, alpha):
    """Have the network say `alpha` (h, w) of whatever it reads."""
    network = engine.network
    monkeypatch.setattr(
        network, "finish", lambda slot, in_parts: iter([np.copyto(network.alpha, alpha)])
    )


def test_a_batch_of_two_equals_two_singles(engine, pictures):
    first, second, background = pictures
    engine.reset()
    together = engine.process(
        Batch([first, second], [background] * 2, EngineSettings(), want_alpha=True)
    )
    engine.reset()
    for index, frame in enumerate((first, second)):
        single = engine.process(Batch([frame], [background], EngineSettings(), want_alpha=True))
        np.testing.assert_array_equal(single.frames[0], together.frames[index])
        np.testing.assert_array_equal(single.alphas[0], together.alphas[index])


def test_reset_forgets_the_frames_before(engine, pictures, monkeypatch):
    shape = (engine.architecture.height, engine.architecture.width)
    settings = EngineSettings(edges=EdgeSettings(guided=False))

    def alpha_after(level):
        alpha = np.full(shape, 0.95, np.float32)
        alpha[-8:] = level  # hangs on the certain part, or it would be taken for a ghost
        says(monkeypatch, engine, alpha)
        result = engine.process(Batch(pictures[:1], pictures[1:2], settings, want_alpha=True))
        return result.alphas[0][-4:].mean()

    engine.reset()
    assert alpha_after(0.9) > 230
    assert alpha_after(0.6) > 220  # the same picture: averaged with what was
    engine.reset()
    assert alpha_after(0.6) < 165


@pytest.mark.parametrize("broken", [np.nan, np.inf, -0.5, 1.5])
def test_a_broken_matte_raises_and_returns_no_frame(engine, pictures, monkeypatch, broken):
    alpha = np.full((engine.architecture.height, engine.architecture.width), 0.5, np.float32)
    alpha[3, 4] = broken
    says(monkeypatch, engine, alpha)
    with pytest.raises(EngineError, match="no number from 0 to 1"):
        engine.process(Batch(pictures[:1], pictures[1:2], EngineSettings()))


@pytest.mark.parametrize(
    ("frames", "backgrounds", "settings", "sentence"),
    [
        (0, 0, EngineSettings(), "0 frames were given"),
        (3, 3, EngineSettings(), "expected a list of 1 to 2"),
        (1, 2, EngineSettings(), "with 2 backgrounds"),
        (1, None, EngineSettings(), "with 0 backgrounds"),
        (1, 1, EngineSettings("blur"), 'belong to "image"'),
    ],
)
def test_wrong_numbers_are_refused(engine, pictures, frames, backgrounds, settings, sentence):
    behind = None if backgrounds is None else pictures[:backgrounds]
    with pytest.raises(ValueError, match=sentence):
        engine.process(Batch(pictures[:frames], behind, settings))


def test_a_frame_of_another_size_is_refused(engine, pictures):
    with pytest.raises(ValueError, match=r"frame 0 is uint8 \(4, 4, 3\)"):
        engine.process(Batch([np.zeros((4, 4, 3), np.uint8)], pictures[:1], EngineSettings()))


def test_input_is_neither_kept_nor_changed(engine, pictures):
    frame, background, _ = pictures
    copies = frame.copy(), background.copy()
    out = engine.process(Batch([frame], [background], EngineSettings())).frames[0]
    assert not np.shares_memory(out, frame)
    np.testing.assert_array_equal(frame, copies[0])
    np.testing.assert_array_equal(background, copies[1])


def test_a_closed_engine_says_so(pictures):
    engine = CpuEngine(load_weights(WEIGHTS), FORMAT, input_pixels=48 * 80)
    engine.close()
    engine.close()
    engine.reset()
    with pytest.raises(EngineError, match="closed"):
        engine.process(Batch(pictures[:1], pictures[1:2], EngineSettings()))


def test_submitted_batches_are_collected_in_order(engine, pictures):
    with pytest.raises(EngineError, match="no batch"):
        engine.collect()
    engine.submit(Batch(pictures[:1], pictures[1:2], EngineSettings()))
    assert engine.in_flight == 1
    with pytest.raises(EngineError, match="in flight"):
        engine.submit(Batch(pictures[:1], pictures[1:2], EngineSettings()))
    assert len(engine.collect().frames) == 1
    assert engine.in_flight == 0


def test_engines_of_two_threads_take_turns():
    """In a process of its own: Numba ends the one in which two threads run parallel code."""
    code = f"""
import threading
import numpy as np
import gpu_unet

weights = gpu_unet.load_weights({str(WEIGHTS)!r})
frame_format = gpu_unet.FrameFormat(48, 80)
found = {{}}

def run(name):
    frames = [np.full(frame_format.shape, level, np.uint8) for level in range(0, 200, 2)]
    settings = gpu_unet.EngineSettings()
    with gpu_unet.open_engine(weights, frame_format, device="cpu", input_pixels=3840) as engine:
        for frame in frames:
            made = engine.process(gpu_unet.Batch([frame], [frames[0]], settings))
    found[name] = made.frames[0]

threads = [threading.Thread(target=run, args=(name,)) for name in "ab"]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert np.array_equal(found["a"], found["b"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_engine_that_fails_at_once_is_closed(monkeypatch):
    def broken(engine, *, is_loaded):
        raise EngineError("no matte")
        yield

    closed = []
    close = CpuEngine.close
    monkeypatch.setattr(CpuEngine, "warm_up_steps", broken)
    monkeypatch.setattr(CpuEngine, "close", lambda engine: (closed.append(engine), close(engine)))
    with pytest.raises(EngineError, match="no matte"):
        open_engine(load_weights(WEIGHTS), FORMAT, device="cpu", input_pixels=48 * 80)
    assert len(closed) == 1
