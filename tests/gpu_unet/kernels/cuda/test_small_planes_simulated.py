"""Smoothing, components, colours, blur and the whole frame path in Numba's CUDA simulator.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from frame_path_runner import SIMULATED_SEGMENT as SEGMENT
from frame_path_runner import FramePathRunner, worst_differences

sys.path.insert(0, str(Path(__file__).parents[1]))
from frame_path_cases import TICKS, pasts, picture

from gpu_unet.colour import from_rgb_matrix, to_rgb_matrix
from gpu_unet.cuda.kernels.blur import PLANES, blur_original, wrap_light
from gpu_unet.cuda.kernels.foreground import estimate_colours
from gpu_unet.cuda.kernels.smooth import partial_count, smooth_over_time
from gpu_unet.cuda.kernels.specks import remove_specks
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.frame_format import FrameFormat
from gpu_unet.kernels import parameters as at
from gpu_unet.kernels.parameters import gaussian_values
from gpu_unet.kernels.plane_numbers import SHARES
from gpu_unet.reference import edges, matte
from gpu_unet.setting_parameters import HOLE_TICKS, WAS_SOLID, edge_parameters
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.ticks import USUAL_TICKS

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)


def smoothing(alpha, planes, parameters, kept_alpha, kept_planes, *, count, is_fresh):
    """What `smooth_over_time` reads and writes, by name."""
    _, height, width = alpha.shape
    return SimpleNamespace(
        network_alpha=alpha,
        planes=planes,
        params=packed(parameters, count=count, is_fresh=is_fresh),
        change=np.full_like(kept_alpha, np.nan),
        partial=np.full(partial_count(height=height, width=width), np.nan, np.float32),
        kept_alpha=kept_alpha,
        kept_planes=kept_planes,
        smoothed=np.full_like(alpha, np.nan),
        reset=np.full(len(alpha), -7, np.int32),
        faults=np.full(1, -7, np.int32),
    )


PARAMETERS = edge_parameters(EngineSettings(), height=144, width=256)
MOST_FRAMES = 5  # of a batch
SINGLE = {"rtol": 0, "atol": 2e-5}  # fractions of 255; the same sums in another order


def packed(parameters, *, count, is_fresh):
    params = np.zeros(at.length_of_params(MOST_FRAMES), np.float32)
    params[at.FRAME_COUNT], params[at.FRESH] = count, is_fresh
    of_frames = params[at.PARAM_COUNT :].reshape(MOST_FRAMES, at.FRAME_PARAMS)
    of_frames[:, at.TICKS], of_frames[:, at.KEEP_STILL] = parameters.ticks, parameters.keep_still
    params[at.MOTION_LOW], params[at.MOTION_HIGH] = parameters.motion_low, parameters.motion_high
    params[at.SPECK_AREA], params[at.HOLE_AREA] = parameters.speck_area, parameters.hole_area
    params[at.WRAP_STRENGTH] = parameters.wrap_strength
    return params


@pytest.mark.parametrize(("is_fresh", "ticks"), [(False, USUAL_TICKS), (False, 19), (True, 8)])
def test_smoothing_follows_one_frame_with_the_next(rng, is_fresh, ticks):
    height, width = 9, 35  # one row and a few columns over a tile
    parameters = edge_parameters(EngineSettings(), height=height, width=width, ticks=ticks)
    planes = np.repeat(rng.random((1, 3, height, width), np.float32), 3, axis=0)
    planes[:, :, :, 20:] += rng.normal(0, 0.03, (3, 3, height, 15)).astype(np.float32)
    planes[1:, :, 2:5, 5:9] += np.float32(0.3)  # something moves
    alpha = rng.random((3, height, width), np.float32)
    alpha[2] = np.nan  # beyond the batch's count
    kept_alpha = rng.random((height, width), np.float32)
    kept_planes = planes[0] + np.float32(0.012)
    unused = kept_alpha  # what smoothing does not look at
    memory = None
    if not is_fresh:
        memory = matte.Memory(kept_alpha.copy(), kept_planes.copy(), unused, unused)
    p = smoothing(alpha, planes, parameters, kept_alpha, kept_planes, count=2, is_fresh=is_fresh)
    smooth_over_time(p, stream=0)
    np.testing.assert_array_equal(p.reset[:2], [is_fresh, False])
    assert p.faults[0] == 0  # the broken frame is none of the batch's
    for n in range(2):
        kept = matte.smooth_over_time(alpha[n], planes[n], memory, parameters)
        memory = matte.Memory(*kept, unused, unused)
        np.testing.assert_allclose(p.smoothed[n], memory.alpha, **SINGLE)
    np.testing.assert_allclose(kept_alpha, memory.alpha, **SINGLE)
    np.testing.assert_allclose(kept_planes, memory.planes, **SINGLE)
    assert (p.smoothed[2] == 0).all()  # what is no number is no person


@pytest.mark.parametrize("broken", [np.nan, 1.5, -np.inf])
def test_a_broken_alpha_counts_as_nobody_and_is_reported(rng, broken):
    size = (3, 12)
    parameters = edge_parameters(EngineSettings(), height=size[0], width=size[1])
    planes = rng.random((2, 3, *size), np.float32)
    alpha, kept_alpha = np.ones((2, *size), np.float32), np.ones(size, np.float32)
    alpha[0, 1, 5] = broken
    kept = (kept_alpha, planes[0].copy())
    p = smoothing(alpha, planes, parameters, *kept, count=2, is_fresh=True)
    smooth_over_time(p, stream=0)
    assert p.smoothed[0, 1, 5] == 0
    assert p.faults[0] == 1


def test_a_scene_cut_forgets_the_past_where_nothing_moves_too(rng):
    size = (3, 12)
    parameters = edge_parameters(EngineSettings(), height=size[0], width=size[1])
    planes = rng.random((1, 3, *size), np.float32)
    kept_planes = planes[0].copy()
    kept_planes[:, :, :8] += np.float32(0.5)  # what is left of it stands still
    alpha, kept_alpha = rng.random((1, *size), np.float32), rng.random(size, np.float32)
    p = smoothing(alpha, planes, parameters, kept_alpha, kept_planes, count=1, is_fresh=False)
    smooth_over_time(p, stream=0)
    assert p.reset[0] == 1
    np.testing.assert_array_equal(p.smoothed, alpha)
    np.testing.assert_array_equal(kept_planes, planes[0])


def figure_masks(rng, height, width):
    snake = np.zeros((height, width), bool)
    snake[1:-1, 1] = snake[-2, 1:-1] = snake[:-1, -2] = True
    snake[:2, SEGMENT - 3 : SEGMENT + 3] = True
    crumbs = rng.random((height, width)) < 0.3
    return np.stack([rng.random((height, width)) < 0.55, snake, crumbs])


# A segment and a few pixels more, so that runs are joined across its border.
@pytest.mark.parametrize("largest_only", [False, True])
@pytest.mark.parametrize("core", [0.1, 0.5])  # between doubt and trust, and trusted
def test_components_and_specks(rng, largest_only, core):
    height, width = 4, SEGMENT + 5
    mask = figure_masks(rng, height, width)
    solid = np.where(rng.random(mask.shape) < core, np.float32(0.98), np.float32(0.6))
    alpha = np.where(mask, solid, 0.3 * rng.random(mask.shape)).astype(np.float32)
    hole_age = pasts(rng, height=height, width=width)
    chosen = (rng.random((height, width)) < 0.5).astype(np.uint8)
    assert_components_agree(alpha, chosen, hole_age, reset=(0, 0, 0), largest_only=largest_only)


def test_a_frame_beyond_the_count_chooses_no_figure():
    alpha = np.full((2, 4, 20), 0.1, np.float32)
    alpha[0, 1:3, 2:8] = alpha[1, 1:3, 12:18] = 0.98
    hole_age = matte.unknown_past(height=4, width=20)
    chosen = np.zeros((4, 20), np.uint8)
    assert_components_agree(alpha, chosen, hole_age, reset=(0, 0), largest_only=True, count=1)
    assert chosen[1, 3] == 1  # and the next batch goes on from there


def test_a_hole_over_a_segments_border_is_as_old_as_either_part():
    height, width = 5, SEGMENT + 6
    alpha = np.full((1, height, width), 0.98, np.float32)
    across, within = slice(SEGMENT - 4, SEGMENT + 3), slice(SEGMENT - 18, SEGMENT - 14)
    alpha[0, 2, across] = alpha[0, 2, within] = 0.05
    chosen = np.zeros((height, width), np.uint8)
    for column in (SEGMENT - 3, SEGMENT + 1):
        hole_age = np.full((height, width), WAS_SOLID, np.uint8)
        hole_age[2, column] = HOLE_TICKS - 4 * USUAL_TICKS
        _, hole_age = assert_components_agree(
            alpha, chosen, hole_age, reset=(0,), largest_only=False
        )
        assert (hole_age[2, across] == HOLE_TICKS - 3 * USUAL_TICKS).all()
        assert (hole_age[2, within] == USUAL_TICKS).all()


@pytest.mark.parametrize("largest_only", [False, True])
def test_new_holes_and_crumbs_in_them(rng, largest_only):
    """A figure with a wide hole that is born, moves and has crumbs."""
    height, width = 9, 44
    alpha = np.full((5, height, width), 0.1, np.float32)
    alpha[:, 1:, 4:42] = 0.98
    for n, left in enumerate((None, 24, 25, 27, 27)):
        if left is not None:
            alpha[n, 3:7, left : left + 14] = 0.05
            alpha[n, 4:6, left + 3 : left + 5] = 0.7
    alpha[3, 2:8, 10:16] = 0.05
    alpha[3, 5, 12] = 0.98
    hole_age = pasts(rng, height=height, width=width)
    chosen = np.zeros((height, width), np.uint8)
    reset = (1, 0, 0, 1, 0)
    # Two batches: the last frame is beyond the second's count, the one before it starts reset.
    first, hole_age = assert_components_agree(
        alpha[:2], chosen, hole_age, reset=reset[:2], largest_only=largest_only
    )
    second, _ = assert_components_agree(
        alpha[2:], chosen, hole_age, reset=reset[2:], largest_only=largest_only, count=2
    )
    assert first[1, 4:6, 26:36].min() == 1.0  # born inside: filled, and so is its crumb
    assert second[0, 4:6, 27:37].min() == 1.0  # and still there a batch later
    assert second[1, 4:6, 33:37].max() == 0.0  # of a past that is unknown: open


def assert_components_agree(alpha, chosen, hole_age, *, reset, largest_only, count=None):
    """(out, hole_age) of `remove_specks`, after a comparison with the definition."""
    frames, height, width = alpha.shape
    count = frames if count is None else count
    parameters = edge_parameters(EngineSettings(), height=height * 4, width=width)
    parameters = replace(parameters, speck_area=2.5)  # some cores lie below it, some above
    expected_chosen, expected_opened = chosen.astype(bool), hole_age.copy()
    p = SimpleNamespace(
        smoothed=alpha,
        params=packed(parameters, count=count, is_fresh=False),
        fixed=parameters,
        reset=np.array(reset, np.int32),
        chosen=chosen,
        hole_age=hole_age,
        best=np.full(frames, -7, np.int64),
    )
    for name in ("labels", "component_areas", "extents", "held", "touches"):
        setattr(p, name, np.full((frames, height * width), -7, np.int32))
    for name in ("oldest", "lasted", "rim"):
        setattr(p, name, np.full((frames, height * width), -7, np.int32))
    for name in ("weight", "hole", "wide", "alpha"):
        setattr(p, name, np.full(alpha.shape, -7, np.float32))
    remove_specks(p, largest_only=largest_only, stream=0)
    for n in range(count):
        if reset[n]:
            expected_opened = matte.unknown_past(height=height, width=width)
        expected, expected_chosen, expected_opened = matte.remove_specks(
            alpha[n], expected_chosen, expected_opened, parameters, largest_only=largest_only
        )
        np.testing.assert_allclose(p.alpha[n], expected, **SINGLE)
    if largest_only:
        np.testing.assert_array_equal(chosen, expected_chosen)
    np.testing.assert_array_equal(hole_age, expected_opened)
    return p.alpha, hole_age


@pytest.mark.parametrize("size", [(5, 9), (2, SEGMENT + 2)])
def test_colours_of_the_band(rng, size):
    parameters = PARAMETERS
    frame_format = FrameFormat(8, 8, "yuv420")
    planes = rng.random((2, 3, *size), np.float32)
    alpha = rng.choice(np.float32([0, 0.3, 1]), (2, *size))
    matrices = np.concatenate(
        [to_rgb_matrix(frame_format).reshape(-1), from_rgb_matrix(frame_format).reshape(-1)]
    )
    p = SimpleNamespace(planes=planes, ramped=alpha, fixed=parameters)
    p.tables = {"matrices": matrices}
    p.column_sums = np.full((2, SHARES, *size), np.nan, np.float32)
    p.colours = out = np.full((2, 7, *size), -7, np.float32)
    estimate_colours(p, stream=0)
    for n in range(2):
        expected = edges.unknown_colours(
            alpha[n], planes[n], parameters, to_rgb_matrix(frame_format)
        )
        np.testing.assert_allclose(out[n], expected, rtol=0, atol=1e-4)  # divided by small weights


def blurring(planes, alpha, fixed):
    """What both blurs read, by name."""
    batch, height, width = alpha.shape
    sources, columns = np.full((2, batch, PLANES, height, width), np.nan, np.float32)
    params = np.zeros(at.PARAM_COUNT, np.float32)
    return SimpleNamespace(
        planes=planes, ramped=alpha, params=params, fixed=fixed, blur_sources=sources,
        blur_columns=columns,
    )  # fmt: skip


@pytest.mark.parametrize(("size", "sigma"), [((6, 9), 2.5), ((2, SEGMENT + 2), 0.8)])
def test_blurred_original(rng, size, sigma):
    planes = rng.random((2, 3, *size), np.float32)
    alpha = rng.choice(np.float32([0, 0.5, 1]), (2, *size), p=[0.94, 0.02, 0.04])
    p = blurring(planes, alpha, replace(PARAMETERS, blur_sigma=6.6))
    p.params[at.BLUR : at.BLUR + 3] = gaussian_values(sigma)
    p.blurred = out = np.full((2, PLANES, *size), np.nan, np.float32)
    blur_original(p, stream=0)
    for n in range(2):
        expected = edges.blurred_original(alpha[n], planes[n], sigma)
        np.testing.assert_allclose(out[n, :3], expected, **SINGLE)


@pytest.mark.parametrize("mirror", [False, True])
def test_light_wrap(rng, mirror):
    settings = EngineSettings(edges=EdgeSettings(light_wrap=0.6))
    parameters = edge_parameters(settings, height=18, width=32)
    background = rng.random((1, 3, 6, 9), np.float32)
    alpha = rng.random((1, 6, 9), np.float32)
    p = blurring(background, alpha, parameters)
    p.params = packed(parameters, count=1, is_fresh=False)
    p.params[at.WRAP : at.WRAP + 3] = gaussian_values(parameters.wrap_sigma)
    p.behind = background
    p.wrap = out = np.full((1, PLANES, 6, 9), np.nan, np.float32)
    wrap_light(p, mirror=mirror, stream=0)
    seen = background[0, :, :, ::-1] if mirror else background[0]
    np.testing.assert_allclose(out[0], edges.light_wrap(alpha[0], seen, parameters), **SINGLE)


def test_whole_path_of_a_full_and_a_partial_batch(rng):
    frame_format = FrameFormat(6, 10, "yuv420")
    settings = EngineSettings(
        mirror=True, edges=EdgeSettings(light_wrap=0.7, largest_only=True, softness=1.0)
    )
    frames = np.stack([picture(rng, frame_format)] * 3)
    frames[1:, :3] += np.uint8(40)
    backgrounds = np.stack([picture(rng, frame_format) for _ in range(3)])
    alphas = rng.random((3, 3, 5), np.float32)
    runner = FramePathRunner(frame_format, height=3, width=5, batch_size=2)
    composite, alpha = worst_differences(
        runner, frames, backgrounds, alphas, settings, (2, 1), TICKS[1:]
    )
    assert composite[0] <= 1
    assert alpha[0] <= 1
