"""The CPU's smoothing over time against the definition, where every pixel moves by its own."""

import numpy as np
import pytest

from gpu_unet.cpu.kernels.smooth import smooth_over_time
from gpu_unet.reference import matte
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EngineSettings

f32 = np.float32


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 7), (7, 1), (2, 2), (17, 33)])
@pytest.mark.parametrize("change", [1.0, 60.0])  # times the low end of motion; a cut
def test_smoothing_agrees_with_the_reference(rng, height, width, change):
    parameters = edge_parameters(EngineSettings(), height=height, width=width)
    alpha, before = rng.random((2, height, width), f32)
    kept = rng.random((3, height, width), f32)
    # Few pixels move, and by as much as smoothing weighs: a window that misses one shows.
    moved = rng.random((3, height, width), f32) * (rng.random((height, width)) < 0.1)
    planes = kept + f32(change * 9 * parameters.motion_low) * moved
    memory = matte.Memory(
        before,
        kept,
        np.zeros((height, width), bool),
        matte.unknown_past(height=height, width=width),
    )
    expected, expected_planes = matte.smooth_over_time(alpha, planes, memory, parameters)
    goes_on = matte.goes_on(planes, memory, parameters)
    reset = np.zeros((), np.int32)
    smooth_over_time(
        alpha, planes, f32(parameters.keep_still), f32(parameters.motion_low),
        f32(parameters.motion_high), np.zeros((2, height, width), f32), before, kept, reset,
    )  # fmt: skip
    assert bool(reset) != goes_on
    np.testing.assert_allclose(before, expected, atol=1e-5)
    np.testing.assert_allclose(kept, expected_planes, atol=1e-5)
