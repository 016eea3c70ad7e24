"""The full-size and guided kernels against their definitions, in Numba's CUDA simulator.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from frame_path_cases import AREAS, assert_same_steps

from gpu_unet.colour import INPUT_STEPS
from gpu_unet.cuda.kernels import areas, guided, layer, resize, second_look
from gpu_unet.cuda.kernels.composite import composite
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.cuda.planes import FrameTables
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_planes import Sizes
from gpu_unet.kernels.parameters import pack
from gpu_unet.kernels.plane_numbers import MOMENTS, WINDOWS
from gpu_unet.reference import composite as defined
from gpu_unet.reference import edges, frames
from gpu_unet.reference import layer as laid
from gpu_unet.reference.matte import softened, within_areas, without_garbage
from gpu_unet.reference.unet import mean_by_logits
from gpu_unet.setting_parameters import edge_parameters, layer_parameters
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings
from gpu_unet.small_areas import SOFT, small_areas

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

SINGLE = {"rtol": 0, "atol": 2e-5}  # fractions; the same sums in another order
SMALL = {"height": 3, "width": 5}
SETTINGS = EngineSettings()
PARAMETERS = edge_parameters(SETTINGS, height=9, width=16)
FORMATS = [
    FrameFormat(7, 11, "rgb"),
    FrameFormat(8, 14, "yuv420"),
    FrameFormat(2, 4, "yuv420"),
    FrameFormat(8, 14, "yuv420p10"),
    FrameFormat(7, 10, "yuv422p10"),
    FrameFormat(5, 9, "yuv444p12", full_range=True),
    FrameFormat(8, 14, "yuv420p10", "bt2020", transfer="pq"),
    FrameFormat(7, 10, "yuv422p10", "bt2020", transfer="hlg"),
    FrameFormat(8, 14, "yuv420", transfer="logc3"),
]


def tables_of(frame_format):
    return FrameTables(frame_format, **SMALL, batch_size=2)._values


def params(settings=SETTINGS, frame_format=FORMATS[0], *, ticks=19, is_fresh=True):
    sizes = Sizes.of(frame_format, **SMALL)
    return pack(settings, sizes, ticks=[ticks] * 2, batch_size=2, is_fresh=is_fresh)


def pictures(rng, frame_format, count=2):
    codes = rng.integers(0, frame_format.row.most + 1, (count, *frame_format.shape))
    return codes.astype(frame_format.dtype)


@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f"{f.layout} {f.width}x{f.height}")
def test_shrink_and_normalise(rng, frame_format):
    tables = tables_of(frame_format)
    source = pictures(rng, frame_format)
    planes = np.full((2, 3, SMALL["height"], SMALL["width"]), -7, np.float32)
    p = SimpleNamespace(frame_format=frame_format, tables=tables, backgrounds=source, behind=planes)
    p.background_index = np.array([1, -1], np.int32)
    resize.shrink_backgrounds(p, stream=0)
    expected = frames.shrink(source[1], frame_format, **SMALL)
    np.testing.assert_allclose(planes[0], expected, **SINGLE)
    assert (planes[1] == -7).all()  # no picture, nothing written
    p.planes = np.full_like(planes, -7)
    p.frames = source[[1, 1]]
    resize.shrink_frames(p, stream=0)
    np.testing.assert_array_equal(p.planes[1], planes[0])
    p.network_input = x = np.zeros((2, SMALL["height"] + 2, SMALL["width"] + 2, 4), np.float32)
    resize.normalise(p, stream=0)
    inside = x[0, 1:-1, 1:-1]
    assert_same_steps(inside[..., :3], frames.normalise(expected, frame_format))
    assert (x[..., 3] == 0).all()
    assert (x[:, 0] == 0).all()


@pytest.mark.parametrize("channels", [1, 4])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_what_callers_give_is_written_for_every_picture_of_the_batch(rng, dtype, channels):
    values = rng.integers(0, 256, (9, 11, channels), np.uint8)
    x = np.full((2, 11, 13, 8), 7, dtype)
    resize.write_given(values, x, stream=0)
    inside = x[:, 1:-1, 1:-1, 3 : 3 + channels]
    for n in range(2):
        np.testing.assert_array_equal(inside[n], frames.given_channels(values))
    inside[:] = 7
    assert (x == 7).all(), "something was written beside these channels"


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_observations(rng, dtype):
    x = (rng.integers(0, INPUT_STEPS + 1, (2, 5, 7, 8)) / INPUT_STEPS).astype(dtype)
    alpha = rng.random((2, 3, 5), np.float32)
    alpha[1, 0, 0] = np.nan  # of a batch that is refused: any byte will do
    out = np.zeros((2, 3, 5, 4), np.uint8)
    resize.observe(x, alpha, out, stream=0)
    alpha[1, 0, 0] = out[1, 0, 0, 3] / np.float32(255)
    for n in range(2):
        expected = frames.observation(x[n, 1:-1, 1:-1, :3].astype(np.float32), alpha[n])
        np.testing.assert_array_equal(out[n, ..., :3], expected.rgb)
        np.testing.assert_array_equal(out[n, ..., 3], expected.alpha)


@pytest.mark.parametrize("width", [6, 7])  # with a column that mirrors itself, too
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_a_second_look(rng, dtype, width):
    x = rng.random((2, 5, width + 2, 8)).astype(dtype)
    before = x.copy()
    looks = rng.random((2, 2, 3, width), np.float32)
    for n, broken in enumerate((np.nan, np.inf, -0.25, 1.25)):
        looks[n % 2, 1, n // 2, n % 2] = broken  # what it mirrors says something sound
    alpha, first = looks[0].copy(), np.full((2, 3, width), -7, np.float32)
    second_look.turn_away(x, alpha, first, stream=0)
    np.testing.assert_array_equal(x[:, 1:-1, 1:-1], before[:, 1:-1, -2:0:-1])
    for edge in (np.s_[:, 0], np.s_[:, -1], np.s_[:, :, 0], np.s_[:, :, -1]):
        np.testing.assert_array_equal(x[edge], before[edge])
    np.testing.assert_array_equal(first, looks[0])
    alpha[:] = looks[1]  # the network's answer to that
    second_look.turn_back(x, alpha, first, stream=0)
    np.testing.assert_array_equal(x, before)
    expected = mean_by_logits(looks[0], looks[1][..., ::-1])
    assert np.isnan(expected).sum() == 4
    np.testing.assert_array_equal(alpha, expected)


def test_guided_filter(rng):
    p = SimpleNamespace(params=params(), fixed=PARAMETERS)
    p.alpha = alpha = rng.random((2, 6, 7), np.float32)
    p.planes = planes = rng.random((2, 3, 6, 7), np.float32)
    p.moments = np.full((2, MOMENTS, 6, 7), np.nan, np.float32)
    p.windows, p.column_means = np.full((2, 2, WINDOWS, 6, 7), np.nan, np.float32)
    p.coefficients = coefficients = np.full((2, 4, 6, 7), np.nan, np.float32)
    p.ramped = np.full_like(alpha, np.nan)
    guided.guide(p, stream=0)
    for n in range(2):
        expected = edges.guided_coefficients(alpha[n], planes[n], PARAMETERS)
        np.testing.assert_allclose(coefficients[n], expected, rtol=1e-3, atol=1e-3)
        expected = edges.apply_coefficients(coefficients[n], planes[n], PARAMETERS)
        np.testing.assert_allclose(p.ramped[n], expected, **SINGLE)


def test_areas(rng):
    size = {"height": 6, "width": 7}
    alpha = rng.random((2, 6, 7), np.float32)
    planes = rng.random((2, 3, 6, 7), np.float32)
    before = rng.normal(0, 1, (2, 4, 6, 7)).astype(np.float32)
    drawn = small_areas(AREAS, **size)
    assert set(np.unique(drawn[0])) == {0, 128, 255}
    p = SimpleNamespace(
        smoothed=alpha.copy(), planes=planes, coefficients=before.copy(), areas=drawn,
        ramped=np.full_like(alpha, np.nan), params=params(),
    )  # fmt: skip
    areas.drop_garbage(p, stream=0)
    areas.force_areas(p, stream=0)
    for n in range(2):
        np.testing.assert_allclose(p.smoothed[n], without_garbage(alpha[n], drawn), **SINGLE)
        expected = within_areas(before[n], drawn, PARAMETERS)
        np.testing.assert_allclose(p.coefficients[n], expected, **SINGLE)
        expected = edges.apply_coefficients(expected, planes[n], PARAMETERS)
        np.testing.assert_allclose(p.ramped[n], expected, **SINGLE)


def test_soft_areas(rng):
    wide = replace(PARAMETERS, guide_radius=PARAMETERS.soft_radius)
    alpha = rng.random((2, 9, 16), np.float32)
    planes = rng.random((2, 3, 9, 16), np.float32)
    before = rng.normal(0, 1, (2, 4, 9, 16)).astype(np.float32)
    drawn = small_areas(AREAS, height=9, width=16)
    assert len(np.unique(drawn[SOFT])) > 8  # it fades
    p = SimpleNamespace(
        alpha=alpha, planes=planes, coefficients=before.copy(), areas=drawn, fixed=PARAMETERS,
        moments=np.full((2, MOMENTS, 9, 16), np.nan, np.float32), params=params(),
        windows=np.full((2, WINDOWS, 9, 16), np.nan, np.float32),
        column_means=np.full((2, WINDOWS, 9, 16), np.nan, np.float32),
        ramped=np.full_like(alpha, np.nan),
    )  # fmt: skip
    areas.soften(p, stream=0)
    for n in range(2):
        expected = edges.guided_coefficients(alpha[n], planes[n], wide)
        expected = softened(before[n], expected, drawn)
        np.testing.assert_allclose(p.coefficients[n], expected, rtol=1e-3, atol=1e-3)
        expected = edges.apply_coefficients(p.coefficients[n], planes[n], PARAMETERS)
        np.testing.assert_allclose(p.ramped[n], expected, **SINGLE)


LAYERS = [
    ("image", LayerSettings(person_size=40.0, person_across=25.0, person_down=-10.0), False),
    ("transparent", LayerSettings(person_size=140.0, person_across=-30.0), True),
    ("image", LayerSettings(match_light=0.7, shadow=0.9), False),
    ("image", LayerSettings(person_size=80.0, match_light=1.0, shadow=0.5), True),
]


@pytest.mark.parametrize(("background", "layer_settings", "mirror"), LAYERS)
@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f"{f.layout} {f.width}x{f.height}")
def test_layer(rng, frame_format, background, layer_settings, mirror):
    settings = EngineSettings(background, mirror=mirror, layer=layer_settings)
    height, width = SMALL["height"], SMALL["width"]
    size = {"frame_height": frame_format.height, "frame_width": frame_format.width, **SMALL}
    numbers = layer_parameters(settings, **size, ticks=19)
    radius = numbers.shadow_radius
    person, backgrounds = pictures(rng, frame_format), pictures(rng, frame_format, 4)
    shape = (2, frame_format.height, frame_format.width)
    alpha = rng.choice(np.uint8([0, 0, 100, 255, 255]), shape)
    planes, behind = (rng.random((2, 3, height, width), np.float32) for _ in range(2))
    ramped = rng.random((2, height, width), np.float32)
    ramped[1] = 0  # nobody there: the light stays as it was
    light = None if mirror else np.float32([0.7, 1.0, 1.2])  # of the frame before
    p = SimpleNamespace(
        frame_format=frame_format,
        sizes=Sizes.of(frame_format, **SMALL),
        tables=tables_of(frame_format),
        params=params(settings, frame_format, ticks=19, is_fresh=light is None),
        backgrounds=backgrounds,
        background_index=np.array([3, 0], np.int32),
        planes=planes,
        behind=behind,
        ramped=ramped,
        person=person,
        person_alpha=alpha,
        shadow_lines=np.full((2, height + 2 * radius, width), np.nan, np.float32),
        shadow=np.full((2, height + 2 * radius, width + 2 * radius), np.nan, np.float32),
        light_sums=np.zeros((2, 7), np.float32),
        gains=np.zeros((2, 3), np.float32),
        kept_gains=np.float32([0, 0, 0, 0] if light is None else [*light, 1]),
        out=np.zeros_like(person),
        out_alpha=np.zeros_like(alpha),
    )
    layer.cast_shadow(p, stream=0)
    layer.follow_light(p, stream=0)
    layer.lay(p, stream=0)
    for n in range(2):
        expected_shadow = laid.shadow_plane(ramped[n], radius)
        np.testing.assert_allclose(p.shadow[n], expected_shadow, **SINGLE)
        light = laid.light_gains(planes[n], ramped[n], behind[n], frame_format, numbers, light)
        np.testing.assert_allclose(p.gains[n], 1 + numbers.match * (light - 1), rtol=1e-5)
        expected, expected_alpha = laid.lay(
            person[n],
            alpha[n],
            backgrounds[[3, 0][n]] if background == "image" else None,
            laid.shade(expected_shadow, frame_format, numbers, mirror=mirror)
            if settings.has_shadow
            else None,
            light if settings.matches_light else None,
            frame_format,
            numbers,
            linear_light=True,
            is_placed=layer_settings.is_placed,
        )
        assert np.abs(p.out_alpha[n].astype(int) - expected_alpha).max() <= 1
        # As in linear light: a level near black is several.
        difference = np.abs(p.out[n].astype(int) - expected) / frame_format.row.step
        assert difference.max() <= 3
        assert (difference <= 1).mean() >= 0.98
    np.testing.assert_allclose(p.kept_gains, [*light, 1.0], rtol=1e-5)


CASES = {
    "default": SETTINGS,
    "plain": EngineSettings(edges=EdgeSettings(foreground_colour=False, linear_light=False)),
    "wrap": EngineSettings(mirror=True, edges=EdgeSettings(light_wrap=1.0)),
    "blur": EngineSettings("blur", mirror=True),
    "transparent": EngineSettings("transparent"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f"{f.layout} {f.width}x{f.height}")
def test_composite(rng, frame_format, case):
    settings = CASES[case]
    background, mirror = settings.background, settings.mirror
    height, width = SMALL["height"], SMALL["width"]
    coefficients = rng.normal(0, 0.3, (2, 4, height, width)).astype(np.float32)
    coefficients[:, 3] = rng.choice([-2.0, 0.4, 2.0], (2, height, width), p=[0.3, 0.4, 0.3])
    colours = rng.random((2, 7, height, width), np.float32)
    wrap = rng.random((2, 4, height, width), np.float32)
    wrap[:, 3] *= rng.random((2, height, width)) > 0.5
    blurred = rng.random((2, 3, height, width), np.float32)
    batch = pictures(rng, frame_format)
    backgrounds = pictures(rng, frame_format, 4)
    p = SimpleNamespace(
        frame_format=frame_format,
        tables=tables_of(frame_format),
        frames=batch,
        backgrounds=backgrounds,
        background_index=np.array([3, 0], np.int32),
        params=params(settings, frame_format),
        blurred=blurred,
        coefficients=coefficients,
        colours=colours,
        wrap=wrap,
        out=np.zeros_like(batch),
        out_alpha=np.zeros((2, frame_format.height, frame_format.width), np.uint8),
    )
    composite(p, background=background, mirror=mirror, stream=0)
    for n in range(2):
        behind = backgrounds[p.background_index[n]]
        if background == "blur":
            behind = defined.enlarged_original(blurred[n], frame_format, mirror=mirror)
        elif background == "transparent":
            behind = None
        small = defined.SmallMatte(
            coefficients[n],
            colours[n] if settings.edges.foreground_colour else None,
            wrap[n] if settings.has_light_wrap else None,
        )
        expected, alpha = defined.composite(
            batch[n], behind, small, frame_format, PARAMETERS,
            linear_light=settings.edges.linear_light, mirror=mirror,
        )  # fmt: skip
        difference = np.abs(p.out[n].astype(int) - expected) / frame_format.row.step
        assert difference.max() <= 1, f"{(difference > 1).sum()} values differ"
        assert np.abs(p.out_alpha[n].astype(int) - alpha).max() <= 1
