"""Union-find on the CPU against the definition, on masks that are all diagonals and crumbs."""

from dataclasses import replace

import numpy as np
import pytest
from frame_path_cases import pasts

from gpu_unet.cpu.kernels.components import label_components
from gpu_unet.cpu.kernels.specks import age_holes, remove_specks, trimap_of_soft, weigh_components
from gpu_unet.cpu.kernels.strips import most_strips, unknown_strips
from gpu_unet.reference import matte
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EngineSettings
from gpu_unet.ticks import USUAL_TICKS

f32 = np.float32


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 9), (9, 1), (16, 16), (17, 33)])
@pytest.mark.parametrize("largest_only", [False, True])
@pytest.mark.parametrize("density", [0.3, 0.45, 0.6])
@pytest.mark.parametrize(  # between doubt and trust, and trusted; at two rates
    ("core", "ticks"), [(0.1, USUAL_TICKS), (0.5, 19)]
)
def test_random_crumbs_agree_with_the_reference(
    rng, height, width, largest_only, density, core, ticks
):
    parameters = edge_parameters(EngineSettings(), height=height, width=width, ticks=ticks)
    solid = np.where(rng.random((height, width)) < core, f32(0.98), f32(0.6))
    alpha = np.where(rng.random((height, width)) < density, solid, f32(0.1))
    chosen = rng.random((height, width)) < 0.2
    hole_age = pasts(rng, height=height, width=width)
    # Areas near the limits, or every crumb would be kept or none.
    speckle, hole = f32(3.5), f32(4.5)
    limits = {"speck_area": float(speckle), "hole_area": float(hole)}
    parameters = replace(parameters, **limits)
    expected, expected_chosen, expected_opened = matte.remove_specks(
        alpha, chosen, hole_age, parameters, largest_only=largest_only
    )
    planes = [np.zeros((height, width), f32) for _ in range(4)]
    labels, areas, extents, held, oldest, rim, ages = rng.integers(
        -9, 9, (7, height * width), np.int32
    )
    kept = chosen.astype(np.uint8)
    label_components(alpha, kept, labels, areas, extents, held)
    age_holes(alpha, labels, held, ticks, oldest, rim, ages, hole_age)
    weigh_components(
        alpha,
        speckle,
        hole,
        largest_only,
        labels,
        areas,
        extents,
        held,
        ages,
        kept,
        *planes[:2],
    )
    reach = parameters.component_reach
    lines = np.ones((2, width + 2 * reach), f32)
    trimap = np.zeros((height, width), np.uint8)
    trimap_of_soft(alpha, planes[1], trimap)
    strips = np.zeros((most_strips(height, width), 4), np.int32)
    strips = strips[: unknown_strips(trimap, 1, np.zeros(width, np.uint8), strips)]
    remove_specks(alpha, *planes[:2], reach, strips, lines, *planes[2:])
    np.testing.assert_allclose(planes[3], expected, atol=1e-6)
    np.testing.assert_array_equal(kept.astype(bool), expected_chosen)
    np.testing.assert_array_equal(hole_age, expected_opened)
