"""What the definition of the matte promises: calm where it is calm, no ghost, figures and holes."""

import numpy as np
import pytest

from gpu_unet.colour import LINEAR_STEPS, linear_light_table, srgb_table
from gpu_unet.frame_format import FrameFormat
from gpu_unet.reference.edges import ramp
from gpu_unet.reference.frame_path import replace_background
from gpu_unet.reference.matte import (
    Memory,
    label_components,
    remove_specks,
    smooth_over_time,
    unknown_past,
)
from gpu_unet.resampling import axis_pairs, axis_taps
from gpu_unet.setting_parameters import HOLE_TICKS, edge_parameters
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.ticks import TICKS_PER_S, USUAL_TICKS, share_after, ticks_of

HEIGHT, WIDTH = 64, 96
HOLE_FRAMES = HOLE_TICKS // USUAL_TICKS  # at 30 frames/s
PARAMETERS = edge_parameters(EngineSettings(), height=HEIGHT, width=WIDTH)


def empty():
    return np.zeros((HEIGHT, WIDTH), np.float32)


def no_choice():
    return np.zeros((HEIGHT, WIDTH), bool)


def no_past():
    return unknown_past(height=HEIGHT, width=WIDTH)


def test_flicker_over_a_still_picture_is_averaged(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)
    memory = Memory(empty() + 0.5, planes, no_choice(), no_past())
    changes = []
    for step in range(20):
        alpha = empty() + (0.3 if step % 2 else 0.7)
        noisy = planes + rng.normal(0, 0.003, planes.shape).astype(np.float32)
        smoothed, kept = smooth_over_time(alpha, noisy, memory, PARAMETERS)
        changes.append(np.abs(smoothed - memory.alpha).max())
        memory = Memory(smoothed, kept, no_choice(), no_past())
    assert max(changes) < 0.15 * 0.4  # unsmoothed, every step is 0.4


def test_where_the_picture_moves_the_new_alpha_holds_at_once(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)
    moved = planes.copy()
    moved[:, 20:40, 30:60] = 1.0 - moved[:, 20:40, 30:60]
    memory = Memory(empty() + 1.0, planes, no_choice(), no_past())
    smoothed, _ = smooth_over_time(empty(), moved, memory, PARAMETERS)
    np.testing.assert_allclose(smoothed[22:38, 32:58], 0.0, atol=0.02)  # no ghost
    assert smoothed[:10].min() > 0.8


def test_a_slow_drift_adds_up_to_motion(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32) * 0.5
    memory = Memory(empty() + 1.0, planes, no_choice(), no_past())
    for step in range(1, 40):  # each step is below the limit
        drifted = planes + np.float32(0.01 * step)
        memory = Memory(
            *smooth_over_time(empty(), drifted, memory, PARAMETERS), no_choice(), no_past()
        )
    assert memory.alpha.max() < 0.05


def test_a_scene_cut_starts_anew(rng):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)
    memory = Memory(empty() + 1.0, planes, no_choice(), no_past())
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
    cleaned, _, _ = remove_specks(alpha, no_choice(), no_past(), PARAMETERS, largest_only=False)
    assert (cleaned[20, 20:22] == 1.0).all()
    assert (cleaned[42:53, 22:38] == 0.0).all()
    assert (cleaned[:, 80:] == 0.0).all()
    assert (cleaned[12:18, 12:58] == 1.0).all()


def test_the_chosen_figure_does_not_change_for_a_slightly_larger_one():
    first, second = empty(), empty()
    first[10:40, 5:30] = 1.0
    second[10:42, 60:86] = 1.0  # a little larger
    both = np.maximum(first, second)
    _, chosen, _ = remove_specks(first, no_choice(), no_past(), PARAMETERS, largest_only=True)
    cleaned, chosen, _ = remove_specks(both, chosen, no_past(), PARAMETERS, largest_only=True)
    assert (cleaned[15:35, 10:25] == 1.0).all()
    assert (cleaned[:, 50:] == 0.0).all()
    cleaned, _, _ = remove_specks(both, no_choice(), no_past(), PARAMETERS, largest_only=True)
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
    cleaned, _, _ = remove_specks(alpha, no_choice(), no_past(), PARAMETERS, largest_only=False)
    assert (cleaned[:, 64:] == 0.0).all()
    assert cleaned[32:34, 42:53].min() > 0.55


def test_a_figure_with_a_core_here_and_there_fades_with_its_share():
    figure = empty()
    figure[10:60, 50:90] = 0.7  # a chair that the network half believes in
    faded = []
    for core in range(0, 600, 10):  # pixels of 2000
        alpha = figure.copy()
        alpha[10 + np.arange(core) // 40, 50 + np.arange(core) % 40] = 0.98
        cleaned, _, _ = remove_specks(alpha, no_choice(), no_past(), PARAMETERS, largest_only=False)
        faded.append(cleaned[55, 70])
    steps = np.diff(faded)
    assert faded[14 * 2000 // 1000] == 0.0  # 14 % core: gone
    assert faded[26 * 2000 // 1000] == pytest.approx(0.7272, abs=1e-3)  # 26 %: untouched
    assert (steps >= 0).all()
    assert steps.max() < 0.08  # half a per cent more of core is no sudden change


def test_what_is_nearly_certain_throughout_is_still_a_doubt():
    alpha = empty()
    alpha[10:60, 10:40] = 0.97
    alpha[10:60, 60:90] = 0.92  # a chair's back: no person is that even and never sure
    cleaned, _, _ = remove_specks(alpha, no_choice(), no_past(), PARAMETERS, largest_only=False)
    assert cleaned[12:58, 12:38].min() == 1.0
    assert (cleaned[:, 55:] == 0.0).all()


def figure():
    alpha = empty()
    alpha[10:60, 10:60] = 0.98
    return alpha


def with_hole(alpha, *, rows=(25, 45), columns=(25, 40)):
    alpha = alpha.copy()
    alpha[slice(*rows), slice(*columns)] = 0.0
    return alpha


def middle_over_time(alphas, *, row=35, column=32, past=None, ticks=USUAL_TICKS):
    """Cleaned alpha of one pixel, frame by frame, with so many ticks between two."""
    parameters = edge_parameters(EngineSettings(), height=HEIGHT, width=WIDTH, ticks=ticks)
    hole_age = no_past() if past is None else past
    seen = []
    for alpha in alphas:
        cleaned, _, hole_age = remove_specks(
            alpha, no_choice(), hole_age, parameters, largest_only=False
        )
        seen.append(float(cleaned[row, column]))
    return seen


def test_a_hole_that_is_born_inside_a_figure_is_filled_for_a_while_and_then_opens_softly():
    seen = middle_over_time([figure()] + [with_hole(figure())] * (HOLE_FRAMES + 2))
    half = HOLE_FRAMES // 2
    assert seen[: half + 1] == [1.0] * (half + 1)
    fading = np.diff(seen[half : HOLE_FRAMES + 1])
    assert (fading <= 0).all()
    assert fading.min() > -0.3  # no sudden step
    assert seen[HOLE_FRAMES:] == [0.0] * 3


@pytest.mark.parametrize("step", [2, 4])
def test_a_new_hole_opens_at_the_same_time_at_every_rate(step):
    alphas = [figure()] + [with_hole(figure())] * 16
    every = middle_over_time(alphas)
    some = middle_over_time(alphas[::step], ticks=step * USUAL_TICKS)
    # Born at any time since the frame before: as old as it can be, and no more than that apart.
    opened = [times.index(0.0) for times in (every, some)]
    assert opened[0] - step < step * opened[1] <= opened[0] + step
    assert some[1] == 1.0
    frames_of_60 = middle_over_time([a for a in alphas for _ in (0, 1)], ticks=USUAL_TICKS // 2)
    assert abs(frames_of_60.index(0.0) / 2 - opened[0]) <= 1


@pytest.mark.parametrize("step", [2, 3, 4])
def test_smoothing_is_as_far_at_the_same_time_at_every_rate(rng, step):
    planes = rng.random((3, HEIGHT, WIDTH), np.float32)

    def after(ticks, frames):
        parameters = edge_parameters(EngineSettings(), height=HEIGHT, width=WIDTH, ticks=ticks)
        memory = Memory(empty(), planes, no_choice(), no_past())
        for _ in range(frames):
            alpha, kept = smooth_over_time(empty() + 1.0, planes, memory, parameters)
            memory = Memory(alpha, kept, no_choice(), no_past())
        return memory.alpha

    every = after(USUAL_TICKS, 12)
    assert 0.5 < every.min() < 0.9
    np.testing.assert_allclose(after(step * USUAL_TICKS, 12 // step), every, atol=1e-5)
    assert (after(0, 5) == 0.0).all(), "at the same moment nothing goes on"


@pytest.mark.parametrize("elapsed_s", [1 / 30, 1001 / 30000, 0.033, 0.034])
def test_at_30_frames_per_second_everything_is_as_it_was_counted_in_frames(elapsed_s):
    assert ticks_of(elapsed_s) == USUAL_TICKS
    usual = edge_parameters(EngineSettings(), height=HEIGHT, width=WIDTH)
    assert usual.keep_still == 1.0 / (1.0 + 24.0 * 0.6**2)


def test_time_is_counted_in_whole_ticks_and_never_stands_still():
    times_s = (0.0, 1e-6, 1 / 60, 1 / 25, 1 / 15)
    assert [ticks_of(seconds) for seconds in times_s] == [0, 1, 4, 10, 16]
    assert ticks_of(3600.0) == ticks_of(float("inf")) == 10 * TICKS_PER_S
    assert share_after(0.1, 10 * TICKS_PER_S) == pytest.approx(1.0)
    assert share_after(1.0, 0) == 1.0
    for broken in (-0.1, float("nan")):
        with pytest.raises(ValueError, match="expected 0 or more"):
            ticks_of(broken)


def test_of_one_picture_every_hole_stays_open():
    assert middle_over_time([with_hole(figure())]) == [0.0]


def test_a_gap_that_was_there_from_the_start_stays():
    assert middle_over_time([with_hole(figure())] * 5) == [0.0] * 5


def test_a_bay_that_an_arm_closes_stays_open():
    bay = with_hole(figure(), columns=(25, 60))
    assert middle_over_time([figure(), bay, bay, with_hole(figure())])[1:] == [0.0] * 3


def test_a_gap_that_moves_with_the_body_stays_open():
    alphas = [np.roll(with_hole(figure()), step, axis=1) for step in range(0, 24, 4)]
    seen = [middle_over_time(alphas, column=32 + 4 * n)[n] for n in range(len(alphas))]
    assert seen == [0.0] * len(alphas)


def test_a_gap_that_closes_for_a_frame_opens_again_at_once():
    hole = with_hole(figure())
    assert middle_over_time([hole, hole, figure(), hole])[3] < 0.1


def test_a_figure_that_is_only_now_found_does_not_come_with_a_hole():
    seen = middle_over_time([empty(), with_hole(figure()), with_hole(figure())])
    assert seen[1:] == [1.0] * 2


def test_crumbs_in_a_new_hole_are_filled_with_it():
    hole = with_hole(figure(), rows=(15, 55), columns=(15, 55))
    hole[34:37, 31:34] = 0.7  # too few to be a figure
    assert middle_over_time([figure(), hole])[1] == 1.0
    assert middle_over_time([hole])[0] == 0.0


def test_a_hole_in_a_figure_that_is_a_doubt_is_no_new_figure():
    doubt = np.where(figure() > 0, np.float32(0.7), np.float32(0.0))
    assert middle_over_time([doubt, with_hole(doubt)]) == [0.0] * 2


@pytest.mark.parametrize("change", ["cut", "reset", "no smoothing"])
def test_where_nothing_earlier_counts_a_new_hole_is_open_at_once(rng, change):
    frame_format = FrameFormat(HEIGHT, WIDTH)
    smoothing = 0.0 if change == "no smoothing" else 0.6
    edges = EdgeSettings(guided=False, foreground_colour=False, smoothing=smoothing)
    settings = EngineSettings("transparent", edges=edges)
    frame = rng.integers(0, 256, frame_format.shape, np.uint8)
    memory = None
    for alpha in (figure(), figure(), with_hole(figure())):
        is_last = alpha[35, 32] == 0.0
        shown = 255 - frame if is_last and change == "cut" else frame
        if is_last and change == "reset":
            memory = None
        _, out_alpha, memory = replace_background(
            shown, None, alpha, memory, frame_format, settings
        )
    assert out_alpha[35, 32] == 0
    assert memory is not None
    assert memory.hole_age[35, 32] == HOLE_TICKS


def test_a_new_hole_is_filled_on_the_way_of_a_whole_frame(rng):
    frame_format = FrameFormat(HEIGHT, WIDTH)
    edges = EdgeSettings(guided=False, foreground_colour=False)
    settings = EngineSettings("transparent", edges=edges)
    frame = rng.integers(0, 256, frame_format.shape, np.uint8)
    memory = None
    for alpha in [figure()] * 2 + [with_hole(figure())] * 6:
        moved = frame.copy()
        moved[25:45, 25:40] = rng.integers(0, 256, (20, 15, 3))  # or smoothing would fill it
        _, out_alpha, memory = replace_background(
            moved, None, alpha, memory, frame_format, settings
        )
        assert out_alpha[35, 32] == 255
    assert memory is not None
    assert memory.alpha[35, 32] < 0.1
