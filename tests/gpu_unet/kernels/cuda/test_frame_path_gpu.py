"""The whole CUDA frame path, captured as one graph, against its definition."""

import sys
from pathlib import Path

import numpy as np
import pytest
from frame_path_runner import FramePathRunner, moving_frames, worst_differences

sys.path.insert(0, str(Path(__file__).parents[1]))
from frame_path_cases import SETTINGS, TICKS, network_alpha, picture, with_new_hole

from gpu_unet.frame_format import LAYOUTS, FrameFormat

pytestmark = pytest.mark.gpu

SIZES = [((46, 82), (32, 48)), ((18, 34), (48, 136)), ((2, 2), (16, 16))]


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("size", "small"), SIZES)
def test_partial_batches_agree_with_the_definition(rng, name, layout, size, small):
    frame_format = FrameFormat(*size, layout, matrix="bt601")
    settings = SETTINGS[name]
    network = {"height": small[0], "width": small[1]}
    frames, alphas = moving_frames(
        rng, picture, network_alpha, with_new_hole, frame_format, **network, count=6
    )
    backgrounds = np.stack([picture(rng, frame_format) for _ in range(6)])
    runner = FramePathRunner(frame_format, **network, batch_size=3)
    try:
        composite, alpha = worst_differences(
            runner, frames, backgrounds, alphas, settings, (2, 3, 1), TICKS
        )
    finally:
        runner.close()
    # One level: sums run in another order, and a value on a rounding edge falls either way. A
    # level of alpha is up to a level of colour, or more in linear light near black.
    assert alpha[0] <= 1
    assert composite[0] <= 3
    assert composite[1] <= 0.001
