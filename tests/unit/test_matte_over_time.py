"""What the definition of the matte promises: calm where it is calm, no ghost, figures and holes."""

import numpy as np
import pytest

from gpu_unet.colour import LINEAR_STEPS, linear_light_table, srgb_table
from gpu_unet.edge_parameters import edge_parameters
from gpu_unet.reference.edges import ramp
from gpu_unet.reference.matte import Memory, clean_figures, label_components, smooth_over_time
from gpu_unet.resampling import axis_pairs, axis_taps
from gpu_unet.settings import EdgeSettings, EngineSettings

HEIGHT, WIDTH = 64, 96
PARAMETERS = edge_parameters(EngineSettings(), height=HEIGHT, width=WIDTH)


def empty():
    return np.zeros((HEIGHT, WIDTH), np.float32)


def no_choice():
    return np.zeros((HEIGHT, WIDTH), bool)


def test_flicker_over_a_still_picture_is_averaged(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)
    memory = Memory(empty() + 0.5, planes, no_choice())
    changes = []
    for step in range(20):
        alpha = empty() + (0.3 if step % 2 else 0.7)
        noisy = planes + rng.normal(0, 0.003, planes.shape).astype(np.float32)
        smoothed, kept = smooth_over_time(alpha, noisy, memory, PARAMETERS)
        changes.append(np.abs(smoothed - memory.alpha).max())
        memory = Memory(smoothed, kept, no_choice())
    assert max(changes) < 0.15 * 0.4  # unsmoothed, every step is 0.4


def test_where_the_picture_moves_the_new_alpha_holds_at_once(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)
    moved = planes.copy()
    moved[:, 20:40, 30:60] = 1.0 - moved[:, 20:40, 30:60]
    memory = Memory(empty() + 1.0, planes, no_choice())
    smoothed, _ = smooth_over_time(empty(), moved, memory, PARAMETERS)
    np.testing.assert_allclose(smoothed[22:38, 32:58], 0.0, atol=0.02)  # no ghost
    assert smoothed[:10].min() > 0.8


def test_a_slow_drift_adds_up_to_motion(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32) * 0.5
    memory = Memory(empty() + 1.0, planes, no_choice())
    for step in range(1, 40):  # each step is below the limit
        drifted = planes + np.float32(0.01 * step)
        memory = Memory(*smooth_over_time(empty(), drifted, memory, PARAMETERS), no_choice())
    assert memory.alpha.max() < 0.05


def test_a_scene_cut_starts_anew(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)
    memory = Memory(empty() + 1.0, planes, no_choice())
    other = 1.0 - planes
    smoothed, kept = smooth_over_time(empty(), other, memory, PARAMETERS)
    assert (smoothed == 0.0).all()
    np.testing.assert_array_equal(kept, other)


def test_speckles_go_small_holes_close_and_large_ones_stay():
    alpha = empty()
    alpha[10:60, 10:60] = 1.0
    alpha[20, 20:22] = 0.0  # a hole of 2 pixels
    alpha[40:55, 20:40] = 0.0  # the gap between an arm and the body
    alpha[5:7, 85:87] = 1.0  # a speckle
    cleaned, _ = clean_figures(alpha, no_choice(), PARAMETERS, largest_only=False)
    assert (cleaned[20, 20:22] == 1.0).all()
    assert (cleaned[42:53, 22:38] == 0.0).all()
    assert (cleaned[:, 80:] == 0.0).all()
    assert (cleaned[12:18, 12:58] == 1.0).all()


def test_the_chosen_figure_does_not_change_for_a_slightly_larger_one():
    first, second = empty(), empty()
    first[10:40, 5:30] = 1.0
    second[10:42, 60:86] = 1.0  # a little larger
    both = np.maximum(first, second)
    _, chosen = clean_figures(first, no_choice(), PARAMETERS, largest_only=True)
    cleaned, chosen = clean_figures(both, chosen, PARAMETERS, largest_only=True)
    assert (cleaned[15:35, 10:25] == 1.0).all()
    assert (cleaned[:, 50:] == 0.0).all()
    cleaned, _ = clean_figures(both, no_choice(), PARAMETERS, largest_only=True)
    assert (cleaned[:, :40] == 0.0).all()


def test_diagonal_pixels_join_a_figure_and_part_the_room():
    mask = np.array([[1, 0], [0, 1]], bool)
    np.testing.assert_array_equal(label_components(mask), [[0, 1], [2, 0]])


@pytest.mark.parametrize("threshold", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("softness", [0.0, 0.5, 1.0])
def test_the_ramp_is_centred_on_the_threshold(threshold, softness):
    settings = EngineSettings(edges=EdgeSettings(threshold=threshold, softness=softness))
    parameters = edge_parameters(settings, height=144, width=256)
    alpha = np.linspace(0, 1, 101, dtype=np.float32)
    ramped = ramp(alpha, parameters)
    assert ramp(np.float32([threshold]), parameters)[0] == pytest.approx(0.5, abs=1e-5)
    assert (np.diff(ramped) >= 0).all()
    assert ramped.min() >= 0.0
    assert ramped.max() <= 1.0


def test_linear_light_returns_every_code():
    steps = np.round(linear_light_table() * LINEAR_STEPS).astype(int)
    np.testing.assert_array_equal(srgb_table()[steps], np.arange(256))


@pytest.mark.parametrize("sizes", [(720, 144), (360, 144), (641, 256), (100, 256), (1, 16), (3, 2)])
def test_resampling_weights_add_up_and_stay_inside(sizes):
    source, out = sizes
    taps = axis_taps(source, out)
    np.testing.assert_allclose(taps.weights.sum(axis=1), 1.0, atol=1e-6)
    assert taps.first.min() >= 0
    assert (taps.first + taps.weights.shape[1]).max() <= source
    pairs = axis_pairs(out, source)
    assert pairs.high.max() < out
    assert (pairs.high.astype(int) - pairs.low.astype(int)).max() <= 1


def test_a_ghost_without_a_solid_core_goes_and_a_doubtful_arm_stays():
    alpha = empty()
    alpha[10:60, 10:40] = 0.98
    alpha[30:36, 40:55] = 0.6  # an arm, part of the figure
    alpha[5:50, 65:90] = 0.6  # as large as a person, nowhere certain
    cleaned, _ = clean_figures(alpha, no_choice(), PARAMETERS, largest_only=False)
    assert (cleaned[:, 64:] == 0.0).all()
    assert cleaned[32:34, 42:53].min() > 0.55


def test_a_figure_with_a_core_here_and_there_fades_with_its_share():
    figure = empty()
    figure[10:60, 50:90] = 0.7  # a chair that the network half believes in
    faded = []
    for core in range(0, 500, 10):  # pixels of 2000
        alpha = figure.copy()
        alpha[10 + np.arange(core) // 40, 50 + np.arange(core) % 40] = 0.98
        cleaned, _ = clean_figures(alpha, no_choice(), PARAMETERS, largest_only=False)
        faded.append(cleaned[55, 70])
    steps = np.diff(faded)
    assert faded[5 * 2000 // 1000] == 0.0  # 5 % core: gone
    assert faded[18 * 2000 // 1000] == pytest.approx(0.7272, abs=1e-3)  # 18 %: untouched
    assert (steps >= 0).all()
    assert steps.max() < 0.08  # half a per cent more of core is no sudden change


def test_what_is_nearly_certain_throughout_is_still_a_doubt():
    alpha = empty()
    alpha[10:60, 10:40] = 0.97
    alpha[10:60, 60:90] = 0.92  # a chair's back: no person is that even and never sure
    cleaned, _ = clean_figures(alpha, no_choice(), PARAMETERS, largest_only=False)
    assert cleaned[12:58, 12:38].min() == 1.0
    assert (cleaned[:, 55:] == 0.0).all()
