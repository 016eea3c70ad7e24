"""The CPU's frame path against its definition, over layouts, sizes, backgrounds and settings."""

from collections import deque
from dataclasses import replace

import numpy as np
import pytest
from frame_path_cases import (
    SETTINGS,
    TICKS,
    assert_same_steps,
    clean_plate,
    given_plate,
    network_alpha,
    picture,
    with_new_hole,
)

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.areas import Area
from gpu_unet.colour import INPUT_STEPS, black, to_rgb_matrix
from gpu_unet.cpu.engine import read_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.frame_format import LAYOUTS, FrameFormat
from gpu_unet.reference.frame_path import replace_background
from gpu_unet.reference.frames import frame_planes, network_input, normalise, observation, shrink
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.small_areas import inside, small_areas
from gpu_unet.ticks import USUAL_TICKS

# Sizes straddle the 16x8 blocks; the network's input is smaller, larger and of another shape.
RGB_SIZES = [((1, 1), (16, 16)), ((45, 83), (32, 48)), ((64, 96), (64, 96)), ((17, 33), (48, 64))]
YUV_SIZES = [((2, 2), (16, 16)), ((46, 82), (32, 48)), ((64, 96), (64, 96)), ((18, 34), (48, 64))]
CASES = [("rgb", *sizes) for sizes in RGB_SIZES] + [("yuv420", *sizes) for sizes in YUV_SIZES]
# Layouts of more bits: one size that straddles the blocks, and an odd one where there is one.
CASES += [
    ("yuv420p10", (46, 82), (32, 48)),
    ("yuv422p10", (45, 82), (32, 48)),
    ("yuv444p12", (45, 83), (32, 48)),
]

HDR_FORMATS = [
    FrameFormat(46, 82, "yuv420p10", "bt2020", transfer="pq"),
    FrameFormat(45, 82, "yuv422p10", "bt2020", transfer="hlg"),
    FrameFormat(45, 83, "yuv444p12", "bt2020", transfer="pq"),
]
# Settings in which something is mixed, dimmed or lit.
MIXING = ("defaults", "plain", "everything", "light and shadow", "placed, light and shadow")
# What the network sees through a table.
TABLE_FORMATS = [*HDR_FORMATS, FrameFormat(46, 82, "yuv420", transfer="slog3")]


def run_cpu(path, frame, background, alpha, settings, frame_format, *, ticks=USUAL_TICKS):
    height, width = alpha.shape
    parameters = edge_parameters(settings, height=height, width=width, ticks=ticks)
    path.areas = None
    if settings.areas:
        path.areas = small_areas(settings.areas, height=height, width=width)
    path.preprocess(read_only(frame), np.full((height, width, 3), np.nan, np.float32))
    deque(path.refine_steps(alpha, background, settings, parameters))
    out = np.full(frame_format.shape, 77, frame_format.dtype)
    out_alpha = np.full((frame_format.height, frame_format.width), 77, np.uint8)
    path.composite(read_only(frame), background, settings, parameters, out, out_alpha)
    return out, out_alpha


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize(("layout", "size", "small"), CASES)
def test_frames_agree_with_the_reference(rng, name, layout, size, small):
    follow_film(rng, SETTINGS[name], FrameFormat(*size, layout, matrix="bt601"), small)


@pytest.mark.parametrize("name", MIXING)
@pytest.mark.parametrize("frame_format", HDR_FORMATS, ids=lambda f: f"{f.layout} {f.transfer}")
def test_frames_in_hdr_agree_with_the_reference(rng, name, frame_format):
    follow_film(rng, SETTINGS[name], frame_format, (32, 48))


def follow_film(rng, settings, frame_format, small):
    """Process some frames, and compare each with the reference."""
    size = (frame_format.height, frame_format.width)
    background = picture(rng, frame_format) if settings.background == "image" else None
    frame = picture(rng, frame_format)
    alpha = network_alpha(rng, height=small[0], width=small[1])
    path = CpuFramePath(frame_format, height=small[0], width=small[1])
    slope = edge_parameters(settings, height=small[0], width=small[1]).ramp_slope
    memory = None
    for step, ticks in enumerate(TICKS):  # the upper half stands still, the last is a cut
        if step:
            moved = np.roll(frame, 4 * step, axis=1)
            frame = np.concatenate([frame[: size[0] // 2], moved[size[0] // 2 :]])
            alpha = np.clip(np.roll(alpha, step, axis=1) + 0.01, 0, 1).astype(np.float32)
        if step == 2:  # a hole is born, and stays
            alpha = with_new_hole(alpha)
        if step == len(TICKS) - 1:
            frame = frame_format.row.most - frame
        expected, expected_alpha, memory = replace_background(
            frame, background, alpha, memory, frame_format, settings, ticks=ticks
        )
        behind = None if background is None else read_only(background)
        out, out_alpha = run_cpu(path, frame, behind, alpha, settings, frame_format, ticks=ticks)
        # One level: sums run in another order, and a value on a rounding edge falls either way. A
        # hard edge stretches what the guided filter's sums lose where colours are noise.
        most = max(1.0, 5e-4 * slope * 255)
        assert np.abs(out_alpha.astype(int) - expected_alpha).max() <= most
        # In levels of 8 bits: alpha has as many in all layouts.
        difference = np.abs(out.astype(int) - expected) / frame_format.row.step
        # A level of alpha is up to a level of colour, or more in linear light near black.
        assert difference.max() <= 3
        assert (difference <= 1).mean() >= 0.999


@pytest.mark.parametrize(("layout", "size", "small"), CASES)
@pytest.mark.parametrize("full_range", [False, True])
def test_network_input_agrees_with_the_reference(rng, layout, size, small, full_range):
    frame_format = FrameFormat(*size, layout, full_range=full_range)
    frame = picture(rng, frame_format)
    expected = normalise(shrink(frame, frame_format, height=small[0], width=small[1]), frame_format)
    out = np.full((*small, 3), np.nan, np.float32)
    CpuFramePath(frame_format, height=small[0], width=small[1]).preprocess(read_only(frame), out)
    assert_same_steps(out, expected)


@pytest.mark.parametrize("frame_format", TABLE_FORMATS, ids=lambda f: f.transfer)
def test_network_input_of_hdr_and_log_agrees_with_the_reference(rng, frame_format):
    frame = picture(rng, frame_format)
    expected = normalise(shrink(frame, frame_format, height=32, width=48), frame_format)
    out = np.full((32, 48, 3), np.nan, np.float32)
    CpuFramePath(frame_format, height=32, width=48).preprocess(read_only(frame), out)
    assert_same_steps(out, expected)
    plain = replace(frame_format, transfer="sdr")
    assert np.abs(out - normalise(shrink(frame, plain, height=32, width=48), plain)).mean() > 0.05


def test_network_input_with_a_plate_agrees_with_the_reference(rng):
    frame_format = FrameFormat(46, 82, "yuv420")
    frame, plate = picture(rng, frame_format), clean_plate(rng, height=32, width=48)
    path = CpuFramePath(frame_format, height=32, width=48)
    # As the network has it: pixels are neighbours, rows are not.
    out = np.full((34, 50, 7), 7, np.float32)[1:-1, 1:-1]
    path.preprocess_given(plate.as_input(), out)
    for _ in range(2):  # the second frame finds the plate where the first one left it
        path.preprocess(read_only(frame), out)
    small = UNetArchitecture.plain(base_width=8, depth=1, height=32, width=48)
    reads_plate = replace(small, in_channels=7)
    expected = network_input(frame, frame_format, given_plate(plate), reads_plate)
    assert_same_steps(out, expected)
    np.testing.assert_array_equal(out[..., 3:], expected[..., 3:])
    assert (out[plate.confidence == 0, 3:] == 0).all()


@pytest.mark.parametrize("layout", ["yuv420p10", "yuv422p10", "yuv444p12"])
def test_more_bits_of_the_same_picture_are_the_same_to_the_network(rng, layout):
    eight = FrameFormat(46, 82, "yuv420")
    deep = FrameFormat(46, 82, layout)
    frame = picture(rng, eight)
    planes = [
        np.repeat(
            np.repeat(plane, large.shape[0] // plane.shape[0], axis=0),
            large.shape[1] // plane.shape[1],
            axis=1,
        )
        for plane, large in zip(
            frame_planes(frame, eight),
            frame_planes(np.zeros(deep.shape, deep.dtype), deep),
            strict=True,
        )
    ]
    deeper = np.concatenate([plane.reshape(-1) for plane in planes]).astype(np.uint16)
    deeper = (deeper * deep.row.step).reshape(deep.shape)
    seen = []
    for own, pixels in ((eight, frame), (deep, deeper)):
        out = np.full((23, 41, 3), np.nan, np.float32)  # of half the size, so chroma is its own
        CpuFramePath(own, height=23, width=41).preprocess(read_only(pixels), out)
        seen.append(out)
    assert_same_steps(seen[1], seen[0])


def test_an_observation_agrees_with_the_reference(rng):
    seen = (rng.integers(0, INPUT_STEPS + 1, (32, 48, 7)) / INPUT_STEPS).astype(np.float32)
    alpha = rng.random((32, 48), np.float32)
    alpha[0, :2] = 0, 1
    path = CpuFramePath(FrameFormat(45, 83), height=32, width=48)
    found, expected = path.observe(seen, alpha), observation(seen[..., :3], alpha)
    np.testing.assert_array_equal(found.rgb, expected.rgb)
    np.testing.assert_array_equal(found.alpha, expected.alpha)
    assert found.alpha[0, :2].tolist() == [0, 255]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("mirror", [False, True])
def test_alpha_one_returns_the_frame_and_alpha_zero_the_background(rng, layout, mirror):
    frame_format = FrameFormat(46, 82, layout)
    frame, background = picture(rng, frame_format), picture(rng, frame_format)
    settings = EngineSettings(mirror=mirror)
    path = CpuFramePath(frame_format, height=32, width=48)
    behind = read_only(background)
    ones = np.full((32, 48), 0.99, np.float32)
    out, alpha = run_cpu(path, frame, behind, ones, settings, frame_format)
    assert (alpha == 255).all()
    for plane, source in zip(
        frame_planes(out, frame_format), frame_planes(frame, frame_format), strict=True
    ):
        np.testing.assert_array_equal(plane, source[:, ::-1] if mirror else source)
    path.forget()
    out, alpha = run_cpu(path, frame, behind, 1 - ones, settings, frame_format)
    assert (alpha == 0).all()
    np.testing.assert_array_equal(out, background)


def test_a_constant_picture_stays_constant(rng):
    frame_format = FrameFormat(45, 83)
    frame = np.full(frame_format.shape, 137, np.uint8)
    out = np.full((32, 48, 3), np.nan, np.float32)
    path = CpuFramePath(frame_format, height=32, width=48)
    path.preprocess(read_only(frame), out)
    np.testing.assert_allclose(out, round(137 / 255 * INPUT_STEPS) / INPUT_STEPS, atol=1e-6)
    alpha = network_alpha(rng, height=32, width=48)
    composite, _ = run_cpu(path, frame, read_only(frame), alpha, EngineSettings(), frame_format)
    assert np.abs(composite.astype(int) - 137).max() <= 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_transparent_shows_nothing_of_the_room(rng, layout):
    frame_format = FrameFormat(46, 82, layout)
    settings = EngineSettings(background="transparent")
    path = CpuFramePath(frame_format, height=32, width=48)
    alpha = network_alpha(rng, height=32, width=48)
    frame = picture(rng, frame_format)
    out, out_alpha = run_cpu(path, frame, None, alpha, settings, frame_format)
    luma = out if layout == "rgb" else out[:46]
    assert (out_alpha == 0).any()
    assert (luma[out_alpha == 0] == black(frame_format)[0]).all()


def test_no_colour_of_the_person_bleeds_into_the_blurred_background():
    frame_format = FrameFormat(96, 128)
    frame = np.full(frame_format.shape, 60, np.uint8)
    frame[30:, 40:90] = (255, 0, 0)
    alpha = np.zeros((48, 64), np.float32)
    alpha[15:, 20:45] = 1.0
    path = CpuFramePath(frame_format, height=48, width=64)
    settings = EngineSettings(background="blur", blur_strength=0.5)
    out, out_alpha = run_cpu(path, frame, None, alpha, settings, frame_format)
    room = out[out_alpha == 0]
    assert room.min() >= 59
    assert room.max() <= 61


def test_to_rgb_and_back_is_exact_for_grey():
    for layout in ("rgb", "yuv420"):
        matrix = to_rgb_matrix(FrameFormat(2, 2, layout))
        grey = np.float32([126 / 255, 128 / 255, 128 / 255]) if layout == "yuv420" else [0.5] * 3
        rgb = matrix[:, :3] @ grey + matrix[:, 3]
        np.testing.assert_allclose(rgb, rgb[0], atol=1e-6)


def test_a_gap_between_arm_and_body_is_no_black_hole():
    frame_format = FrameFormat(96, 256)
    frame = np.full(frame_format.shape, 90, np.uint8)
    alpha = np.zeros((48, 128), np.float32)
    alpha[:, 20:110] = 1.0
    alpha[:, 60:62] = 0.2  # too narrow for the room's own weight, too far from the open room
    path = CpuFramePath(frame_format, height=48, width=128)
    settings = EngineSettings("blur", edges=EdgeSettings(guided=False))
    out, out_alpha = run_cpu(path, frame, None, alpha, settings, frame_format)
    assert out_alpha[:, 120:124].max() < 128
    assert np.abs(out.astype(int) - 90).max() <= 2


@pytest.mark.parametrize("threshold", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("softness", [0.0, 1.0])
def test_areas_hold_to_the_pixel_whatever_the_network_says(rng, threshold, softness):
    frame_format = FrameFormat(96, 160)
    frame, background = picture(rng, frame_format), picture(rng, frame_format)
    garbage = Area("garbage", ((0.1, 0.2), (0.5, 0.1), (0.4, 0.7)))
    keep = Area("keep", ((0.55, 0.3), (0.9, 0.3), (0.9, 0.8), (0.55, 0.8)))
    settings = EngineSettings(
        edges=EdgeSettings(threshold=threshold, softness=softness), areas=(garbage, keep)
    )
    path = CpuFramePath(frame_format, height=32, width=48)
    ones = np.ones((32, 48), np.float32)
    out, alpha = run_cpu(path, frame, read_only(background), ones, settings, frame_format)
    dropped = inside(garbage.points, height=96, width=160)
    assert (alpha[dropped] == 0).all()
    np.testing.assert_array_equal(out[dropped], background[dropped])
    path.forget()
    out, alpha = run_cpu(path, frame, read_only(background), 0 * ones, settings, frame_format)
    assert (alpha[32:74, 92:140] == 255).all()  # a network pixel within its edges
    np.testing.assert_array_equal(out[32:74, 92:140], frame[32:74, 92:140])


def test_an_edge_is_gradual_in_a_soft_area_and_nothing_looks_through_beside_it(rng):
    frame_format = FrameFormat(96, 160)
    frame = picture(rng, frame_format)
    matte = np.zeros((32, 48), np.float32)
    matte[:, 24:] = 1.0
    upper = Area("soft", ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)))
    garbage = Area("garbage", ((0.0, 0.0), (1.0, 0.0), (1.0, 0.2), (0.0, 0.2)))
    alphas = {}
    for drawn in ((), (upper,), (upper, garbage)):
        path = CpuFramePath(frame_format, height=32, width=48)
        settings = EngineSettings(areas=drawn)
        alphas[drawn] = run_cpu(path, frame, read_only(frame), matte, settings, frame_format)[1]
    plain, soft, both = alphas.values()

    def mixed(alpha, rows):
        return ((alpha[rows] > 8) & (alpha[rows] < 247)).sum()

    assert mixed(soft, np.s_[:40]) > 1.3 * mixed(plain, np.s_[:40])
    np.testing.assert_array_equal(soft[:, :60], 0)
    np.testing.assert_array_equal(soft[:, 100:], 255)
    np.testing.assert_array_equal(soft[64:], plain[64:])
    np.testing.assert_array_equal(both[:20], 0)


def test_what_lies_in_garbage_is_no_largest_figure(rng):
    frame_format = FrameFormat(64, 96)
    alpha = np.zeros((32, 48), np.float32)
    alpha[4:28, 2:24] = 1.0  # the larger one, whose room shall not be seen
    alpha[8:24, 30:44] = 1.0
    garbage = Area("garbage", ((0.0, 0.0), (0.54, 0.0), (0.54, 1.0), (0.0, 1.0)))
    settings = EngineSettings(edges=EdgeSettings(largest_only=True, guided=False), areas=(garbage,))
    frame = picture(rng, frame_format)
    path = CpuFramePath(frame_format, height=32, width=48)
    _, out_alpha = run_cpu(path, frame, read_only(frame), alpha, settings, frame_format)
    assert (out_alpha[20:44, 64:84] == 255).all()
