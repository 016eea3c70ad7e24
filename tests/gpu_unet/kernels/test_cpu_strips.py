"""What the CPU computes in strips around the edge, against the whole picture."""

from collections import deque

import numpy as np
import pytest
from frame_path_cases import SETTINGS, picture

from gpu_unet.colour import to_rgb_matrix
from gpu_unet.cpu import stages
from gpu_unet.cpu.engine import read_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.kernels.strips import BAND, GAP, WIDEST, most_strips, next_gap, unknown_strips
from gpu_unet.cpu.kernels.trimap import UNKNOWN, trimap_of_alpha, trimap_of_coefficients
from gpu_unet.cpu.stages import LAUNCHERS
from gpu_unet.frame_format import FrameFormat
from gpu_unet.reference import edges
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EngineSettings
from gpu_unet.small_areas import small_areas

f32 = np.float32

HEIGHT, WIDTH = 2 * BAND + 13, 117  # the last band is shorter
RADIUS = 3
# Sums of rows begin elsewhere, and regressions of few colours enlarge what they round.
ROUNDING = 2e-3


def blob(row, col, size):
    """A round figure with an edge some pixels wide."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(f32)
    return np.clip((size - np.hypot(y - row, x - col)) / 3 + 0.5, 0, 1)


def mattes():
    pixel = np.zeros((HEIGHT, WIDTH), f32)
    pixel[BAND + 2, 60] = 0.6
    step = np.zeros((HEIGHT, WIDTH), f32)
    step[: BAND - 1, 40:] = 1.0  # nothing is soft
    checks = np.indices((HEIGHT, WIDTH)).sum(axis=0) % 2
    return {
        "person at the border": blob(HEIGHT - 1, 0, 40),
        "no person": np.zeros((HEIGHT, WIDTH), f32),
        "all person": np.ones((HEIGHT, WIDTH), f32),
        "all soft": np.full((HEIGHT, WIDTH), f32(0.5)),
        "one pixel": pixel,
        "corner": blob(0, WIDTH - 1, 2),
        "two people": np.maximum(blob(30, 25, 12), blob(70, 85, 20)),
        "hard edge": step,
        "edges everywhere": checks.astype(f32),
    }


MATTES = mattes()
HAS_EDGES = MATTES.keys() - {"no person", "all person", "all soft"}
# Where a strip ends in front of the border, one that is too narrow shows.
HAS_ENDS = HAS_EDGES - {"edges everywhere"}


def strips_of(trimap, margin):
    out = np.full((most_strips(*trimap.shape), 4), -1, np.int32)
    count = unknown_strips(trimap, margin, np.full(trimap.shape[1], 7, np.uint8), out)
    return out[:count]


def whole(trimap, margin, marks, out):
    """In place of `unknown_strips`: the picture."""
    out[0] = 0, trimap.shape[0], 0, trimap.shape[1]
    return 1


def narrower(pixels):
    """In place of `unknown_strips`: too narrow."""
    return lambda trimap, margin, marks, out: unknown_strips(trimap, margin - pixels, marks, out)


def covered(strips, shape):
    """How many strips a pixel lies in."""
    counts = np.zeros(shape, int)
    for top, bottom, left, right in strips:
        counts[top:bottom, left:right] += 1
    return counts


def edge_within(trimap, margin):
    """Whether there is an edge in the window around each pixel, pixel by pixel."""
    out = np.zeros(trimap.shape, bool)
    for row, col in np.ndindex(trimap.shape):
        window = trimap[
            max(row - margin, 0) : row + margin + 1, max(col - margin, 0) : col + margin + 1
        ]
        out[row, col] = window.min() != window.max() or window.max() == UNKNOWN
    return out


@pytest.mark.parametrize("name", MATTES)
@pytest.mark.parametrize("margin", [1, 2 * RADIUS])
def test_every_window_with_an_edge_lies_in_one_strip(name, margin):
    trimap = np.zeros((HEIGHT, WIDTH), np.uint8)
    trimap_of_alpha(MATTES[name], trimap)
    strips = strips_of(trimap, margin)
    counts = covered(strips, trimap.shape)
    assert counts.max() <= 1
    needed = edge_within(trimap, margin)
    assert (counts[needed] == 1).all()
    assert needed.any() == bool(len(strips))


def test_strips_are_no_larger_than_windows_need():
    trimap = np.zeros((HEIGHT, WIDTH), np.uint8)
    trimap_of_alpha(MATTES["one pixel"], trimap)
    assert strips_of(trimap, 2).tolist() == [[BAND, 2 * BAND, 58, 64]]
    assert strips_of(trimap, 3).tolist() == [[0, BAND, 57, 65], [BAND, 2 * BAND, 57, 65]]
    trimap_of_alpha(MATTES["two people"], trimap)
    assert (covered(strips_of(trimap, 5), trimap.shape) == 0).mean() > 0.3


def test_the_widest_picture_of_crumbs_has_room_for_its_strips():
    for distance in range(2, 2 * GAP + 4):
        trimap = np.zeros((HEIGHT, WIDTH), np.uint8)
        trimap[:, ::distance] = UNKNOWN
        assert covered(strips_of(trimap, 0), trimap.shape)[:, ::distance].all()


def test_wide_strips_are_cut_in_equal_parts():
    width = 2 * WIDEST + 50
    trimap = np.zeros((HEIGHT, width), np.uint8)
    trimap[:, 10:] = UNKNOWN
    strips = strips_of(trimap, 3)
    assert (covered(strips, trimap.shape)[:, 7:] == 1).all()
    widths = strips[:, 3] - strips[:, 2]
    assert len(strips) == 3 * -(-HEIGHT // BAND)
    assert widths.max() <= WIDEST
    assert np.ptp(widths) <= 1


def test_gaps_are_what_no_strip_has():
    trimap = np.zeros((HEIGHT, 300), np.uint8)
    trimap[5, (40, 150, 299)] = UNKNOWN
    strips = strips_of(trimap, 2)
    start, end = next_gap.py_func(strips, 0, 0, 300)
    gaps = []
    while start < 300:
        gaps.append((start, end))
        start, end = next_gap.py_func(strips, 0, end, 300)
    assert gaps == [(0, 38), (44, 148), (154, 297)]  # an edge marks the pixel behind it, too
    assert next_gap.py_func(strips, BAND, 0, 300) == (0, 300)


@pytest.fixture
def planes(rng):
    path = CpuFramePath(FrameFormat(8, 8), height=HEIGHT, width=WIDTH, shares=False)
    p = path.planes
    p.edges = edge_parameters(EngineSettings(), height=HEIGHT, width=WIDTH)
    p.planes[:] = rng.random(p.planes.shape, f32)
    return p


def guided(p, alpha, monkeypatch, strips=unknown_strips):
    monkeypatch.setattr(stages, "unknown_strips", strips)
    p.alpha[:] = alpha
    p.coefficients[:] = np.nan
    LAUNCHERS["guide"](p)
    return p.coefficients.copy()


@pytest.mark.parametrize("name", MATTES)
def test_the_guided_filter_is_that_of_the_whole_picture(planes, name, monkeypatch):
    found = guided(planes, MATTES[name], monkeypatch)
    everywhere = guided(planes, MATTES[name], monkeypatch, whole)
    np.testing.assert_allclose(found, everywhere, rtol=ROUNDING, atol=ROUNDING)
    expected = edges.guided_coefficients(MATTES[name], planes.planes, planes.edges)
    np.testing.assert_allclose(found, expected, rtol=ROUNDING, atol=ROUNDING)
    # The outermost pixel's windows end where alpha does, and weigh little beside flat ones.
    narrow = guided(planes, MATTES[name], monkeypatch, narrower(2))
    assert (np.abs(narrow - expected).max() > ROUNDING) == (name in HAS_ENDS)


def estimated(p, strips, monkeypatch):
    monkeypatch.setattr(stages, "unknown_strips", strips)
    p.colours[:] = np.nan
    LAUNCHERS["estimate_colours"](p)
    return p.colours.copy()


@pytest.mark.parametrize("name", MATTES)
def test_colours_are_those_of_the_whole_picture_where_pixels_are_mixed(planes, name, monkeypatch):
    p = planes
    guided(p, MATTES[name], monkeypatch)
    found, everywhere = (estimated(p, s, monkeypatch) for s in (unknown_strips, whole))
    expected = edges.unknown_colours(p.ramped, p.planes, p.edges, to_rgb_matrix(FrameFormat(8, 8)))
    trimap_of_coefficients(p.coefficients, *p.ramp, p.trimap)
    mixed = edge_within(p.trimap, 1)
    assert mixed.any() == (name in HAS_EDGES or name == "all soft")
    for other in (everywhere, expected):
        apart = np.abs(found - other)[:, mixed]
        assert (apart <= 0.03).all()  # where little of one kind is near, and green is a difference
        assert (apart > ROUNDING).sum() <= 5e-3 * apart.size
    narrow = estimated(p, narrower(1), monkeypatch)
    assert (np.abs(narrow - expected)[:, mixed] > 0.1).any() == (name in HAS_ENDS)
    # Elsewhere any colours do.
    assert np.abs(found - 0.5).max() <= 0.5 + ROUNDING


@pytest.mark.parametrize("name", ["defaults", "everything", "areas", "blur", "soft areas alone"])
@pytest.mark.parametrize("layout", ["rgb", "yuv420"])
def test_composites_are_those_of_the_whole_picture(rng, layout, name, monkeypatch):
    frame_format = FrameFormat(246, 302, layout)
    settings = SETTINGS[name]
    frame, background = picture(rng, frame_format), picture(rng, frame_format)
    behind = read_only(background) if settings.background == "image" else None
    parameters = edge_parameters(settings, height=HEIGHT, width=WIDTH)
    path = CpuFramePath(frame_format, height=HEIGHT, width=WIDTH)
    if settings.areas:
        path.areas = small_areas(settings.areas, height=HEIGHT, width=WIDTH)
    for matte in MATTES.values():
        results = []
        for strips in (unknown_strips, whole):
            monkeypatch.setattr(stages, "unknown_strips", strips)
            path.forget()
            path.preprocess(read_only(frame), np.empty((HEIGHT, WIDTH, 3), f32))
            deque(path.refine_steps(matte, behind, settings, parameters))
            out = np.zeros_like(frame)
            out_alpha = np.zeros((frame_format.height, frame_format.width), np.uint8)
            path.composite(read_only(frame), behind, settings, parameters, out, out_alpha)
            results.append((out, out_alpha))
        for one, other in zip(*results, strict=True):
            apart = np.abs(one.astype(int) - other)
            assert apart.max() <= 3  # a level of alpha is more in linear light near black
            assert (apart > 0).mean() < 1e-3
