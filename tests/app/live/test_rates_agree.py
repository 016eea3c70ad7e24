"""30, 15 and 7.5 frames/s of one scene, the live way: the same matte at the same moment."""

import itertools
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from live_doubles import PATIENCE_S, Clock

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import OpenedEngine, open_engine_for
from app.pipeline.live.compositor import Compositor
from app.pipeline.live.pace_control import LEAST_INPUT_PIXELS
from app.pipeline.live.worker import open_spec
from app.pipeline.no_matte import NoMatte
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource
from app.video.frame import Frame
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.frame_format import FrameFormat
from gpu_unet.weights import load_weights

ROOT = Path(__file__).parents[3]
CLIPS = ROOT.parent / "shared" / "clips"
SETTINGS = Settings(
    background=BackgroundSpec.parse("#ffffff"), model="fast", device="cpu", learns_room=False
)
STEPS = (1, 2, 4)
FRAMES_PER_S = 30.0


class DrawnEngine(CpuEngine):
    """Its network says of what is red that it is a person, and changes its mind over a shade."""

    def _infer(self, network, slot, stopwatch, *, in_parts):
        network.alpha[slot] = np.clip(0.5 + 20 * (network.input[slot][..., 0] - 0.5), 0, 1)
        stopwatch.stop("network")
        return network.alpha[slot]
        yield  # makes it a generator


def open_drawn(settings, frame_format, *, batch_size, notify):
    weights = load_weights(ROOT / "weights" / "fast.json")
    return OpenedEngine(DrawnEngine(weights, frame_format, input_pixels=48 * 80), "drawn")


def drawn_frames(count):
    """A figure that sways, with a patch of doubt and a hole that comes and goes.

    Either is so small that a frame in between, which alone knows when it came, does not count.
    """
    y, x = np.mgrid[:96, :160]
    frames = []
    for index in range(count):
        middle = 100 + 16 * np.sin(index / 9)
        red = np.where(np.hypot((y - 70) / 45, (x - middle) / 28) < 1, 255, 0)
        red[88:, 94:106] = 129 if index // 24 % 2 else 126  # so little that it stands still
        if index % 32 >= 8:
            red[68:76, int(middle) - 5 : int(middle) + 6] = 0
        pixels = np.zeros((96, 160, 3), np.uint8)
        pixels[..., 0] = red
        frames.append(pixels)
    return FrameFormat(96, 160), frames


def mattes(engine_factory, frame_format, pictures, step, settings=SETTINGS):
    """The mattes of every `step`-th picture, by its number, as a session composes them."""
    clock = Clock()
    compositor = Compositor(engine_factory, open_spec, lambda event: None, clock=clock)
    began_s = clock.now_s
    compositor.background.want(SETTINGS.background)

    def compose(number):
        clock.now_s = began_s + number / FRAMES_PER_S
        at_s = number / FRAMES_PER_S
        frame = Frame(pictures[number], frame_format, number, at_s, clock.now_s)
        compositor.background.update()
        return compositor.compose(frame, settings, want_alpha=True)

    try:
        until_s = time.monotonic() + 10 * PATIENCE_S
        while isinstance(compose(0), NoMatte):  # background and engine are being opened
            assert time.monotonic() < until_s, "waited in vain for an engine"
            time.sleep(0.01)
        compositor.reset()
        return {n: compose(n).alpha for n in range(0, len(pictures), step)}
    finally:
        compositor.close()


def agreement(some, every):
    """(median, worst) IoU of mattes at the same moments."""
    shares = []
    for number, matte in some.items():
        one, other = matte >= 128, every[number] >= 128
        shares.append((one & other).sum() / max(1, (one | other).sum()))
    return float(np.median(shares)), min(shares)


def assert_rates_agree(engine_factory, frame_format, pictures):
    every, *fewer = (mattes(engine_factory, frame_format, pictures, step) for step in STEPS)
    assert every[0].any()
    for some in fewer:
        median, worst = agreement(some, every)
        assert median >= 0.99
        assert worst >= 0.97


def test_a_drawn_figure_has_the_same_matte_at_every_rate():
    assert_rates_agree(open_drawn, *drawn_frames(128))


@pytest.mark.parametrize("clip", ["talk_s18.mp4", "asl_again.mkv"])
def test_a_clip_has_the_same_matte_at_every_rate(clip):
    assert_rates_agree(open_engine_for, *frames_of(clip, first=0))


def test_at_reduced_quality_no_wall_stays_above_the_head():
    """Where it did at 12,800 pixels with an earlier network: IoU 0.955 in the median, 0.920 in the
    worst; at 18,432 with this one 0.974. At 28,672 pixels 0.992 and 0.964.
    """
    frame_format, pictures = frames_of("talk_s18.mp4", first=150)
    reduced = replace(SETTINGS, input_pixels=LEAST_INPUT_PIXELS)
    fewer = mattes(open_engine_for, frame_format, pictures, 4, reduced)
    median, worst = agreement(fewer, mattes(open_engine_for, frame_format, pictures, 4))
    assert median >= 0.985
    assert worst >= 0.95


def frames_of(clip, *, first):
    """Two seconds of a clip."""
    path = CLIPS / clip
    if not path.is_file():
        pytest.skip(f"the clip {path} is not here")
    with FileSource(path) as source:
        frames = list(itertools.islice(iter(source.read, None), first, first + 61))
    return frames[0].format, [frame.pixels for frame in frames]
