"""Transfer functions against numbers of the standards, and what the network sees through them."""

from dataclasses import replace

import numpy as np
import pytest

from gpu_unet.colour import light_tables, linear_steps
from gpu_unet.frame_format import HDR, LOG, FrameFormat
from gpu_unet.reference.frames import looked_up
from gpu_unet.transfer import (
    SPACES,
    WHITE_CODE,
    hlg_inverse_oetf,
    pq_eotf,
    pq_inverse_eotf,
    primaries_matrix,
    recoded,
    sdr_view,
    tone_curve,
    view_table,
)

PQ = FrameFormat(8, 14, "yuv420p10", "bt2020", transfer="pq")
GREY = np.ones(3)


def in_space(rgb, source, target):
    """A picture's colours in another space, by the formulas."""
    light = SPACES[source].to_light(rgb) @ primaries_matrix(source, target).T
    return SPACES[target].from_light(light).astype(np.float32)


@pytest.mark.parametrize(
    ("nits", "code"), [(0, 0.0), (0.1, 0.0623), (1, 0.1499), (100, 0.5081), (203, 0.5807), (1e4, 1)]
)
def test_pq_has_the_codes_of_its_standard(nits, code):
    assert pq_inverse_eotf(np.array(nits / 1e4)) == pytest.approx(code, abs=1e-4)
    assert pq_eotf(np.array(code)) * 1e4 == pytest.approx(nits, rel=2e-3, abs=1e-6)


def test_hlg_has_the_codes_of_its_standard():
    assert hlg_inverse_oetf(np.array([0.0, 0.5, 1.0])) == pytest.approx([0, 1 / 12, 1], abs=1e-6)


@pytest.mark.parametrize(("transfer", "code"), [("pq", 0.5807), ("hlg", 0.75)])
def test_white_of_sdr_is_shown_at_203_nits(transfer, code):
    """ITU-R BT.2408, table 1."""
    assert in_space(GREY, "sdr", transfer) == pytest.approx(code * GREY, abs=1e-3)


@pytest.mark.parametrize("transfer", HDR)
def test_what_is_brought_into_hdr_and_back_is_what_it_was(rng, transfer):
    rgb = rng.random((50, 3))
    there = in_space(rgb, "sdr", transfer)
    np.testing.assert_allclose(in_space(there, transfer, "sdr"), rgb, atol=2e-3)


def test_primaries_become_those_of_bt2020():
    """ITU-R BT.2087."""
    expected = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
    np.testing.assert_allclose(primaries_matrix("sdr", "pq"), expected, atol=2e-4)


def test_colours_of_srgb_have_the_usual_codes_in_display_p3():
    """CSS Color 4: sRGB's red is color(display-p3 0.9175 0.2003 0.1386)."""
    red = (np.array([[[1.0, 0.0, 0.0]]]) * WHITE_CODE).astype(np.uint16)
    found = recoded(red, "sdr", "sdr p3")[0, 0] / WHITE_CODE
    assert found == pytest.approx([0.9175, 0.2003, 0.1386], abs=1e-3)


# Codes of 18 % grey, as the makers print them: of 10 bits over 1023, or in percent.
GREYS = {
    "slog3": 420 / 1023,
    "clog": 0.343,
    "clog2": 0.398,
    "clog3": 0.343,
    "logc3": 0.391,
    "logc4": 0.278,
    "vlog": 433 / 1023,
}


@pytest.mark.parametrize("name", LOG)
def test_grey_has_the_maker_s_code_in_every_log_curve(name):
    assert SPACES[name].to_light(GREYS[name] * GREY) == pytest.approx(0.2 * GREY, abs=2.5e-3)
    codes = np.linspace(0, 1, 300)[:, None] * GREY
    assert (np.diff(SPACES[name].to_light(codes), axis=0) > 0).all()


def test_the_tone_curve_keeps_faces_and_brings_highlights_below_white():
    light = np.array([0.0, 0.01, 0.2, 0.42, 1.0, 2.0, 1000 / 203, 40.0])
    found = tone_curve(light)
    np.testing.assert_allclose(found[:4], light[:4], rtol=1e-4)
    assert 0.7 < found[4] < 0.85
    assert found[4] < found[5] < found[6]
    assert found[6:] == pytest.approx([1, 1], abs=1e-4)


@pytest.mark.parametrize("name", [*HDR, *LOG])
def test_the_table_shows_what_the_formulas_say(rng, name):
    frame_format = replace(PQ, transfer=name)
    rgb = rng.random((5000, 3), np.float32)
    found = looked_up(view_table(frame_format), rgb)
    error = np.abs(found - sdr_view(rgb, name))
    # Saturated colours beyond BT.709 are clipped, which makes corners that the table rounds off.
    assert error.mean() < 0.01
    greys = rng.random((500, 1), np.float32) * GREY.astype(np.float32)
    assert np.abs(looked_up(view_table(frame_format), greys) - sdr_view(greys, name)).max() < 0.03


@pytest.mark.parametrize(
    ("source", "target"),
    [
        *[("sdr", "pq"), ("sdr", "hlg"), ("pq", "hlg"), ("hlg", "pq"), ("pq", "sdr")],
        *[("hlg", "sdr"), ("sdr", "sdr p3"), ("sdr bt2020", "sdr"), ("sdr p3", "sdr bt2020")],
        *[("sdr", "pq p3"), ("pq p3", "pq"), ("pq p3", "sdr")],
    ],
)
def test_a_whole_picture_becomes_what_the_formulas_say(rng, source, target):
    picture = rng.integers(0, WHITE_CODE + 1, (70, 33, 3), np.uint16)
    picture[0] = WHITE_CODE
    picture[1] = np.arange(33)[:, None] * 2040  # greys
    rgb = picture / WHITE_CODE
    is_toned = source.split()[0] in HDR and target == "sdr"
    expected = sdr_view(rgb, source) if is_toned else in_space(rgb, source, target)
    assert np.abs(recoded(picture, source, target) / WHITE_CODE - expected).max() < 1.5e-3


def test_the_network_sees_the_colours_of_pq_in_its_own_primaries():
    light = np.array([0.4, 0.1, 0.05]) @ primaries_matrix("sdr", "pq p3").T
    codes = SPACES["pq p3"].from_light(light)[None].astype(np.float32)
    wide = looked_up(view_table(replace(PQ, gamut="p3")), codes)
    assert np.abs(wide - sdr_view(codes, "pq p3")).max() < 0.03
    assert np.abs(wide - looked_up(view_table(PQ), codes)).max() > 0.05
    assert replace(PQ, gamut="p3").primaries[:2] == (0.68, 0.32)
    assert replace(PQ, gamut="bt2020").primaries == PQ.primaries


def test_sdr_needs_no_table():
    assert view_table(FrameFormat(8, 14, "yuv420")) is None


@pytest.mark.parametrize("layout", ["yuv420p10", "yuv444p12"])
@pytest.mark.parametrize("transfer", HDR)
def test_every_code_of_hdr_comes_back_from_light(layout, transfer):
    frame_format = FrameFormat(8, 14, layout, transfer=transfer)
    light, code = light_tables(frame_format)
    steps = np.sqrt(np.sqrt(light)) * linear_steps(frame_format.bits)
    np.testing.assert_array_equal(code[np.round(steps).astype(int)], np.arange(len(light)))


@pytest.mark.parametrize("layout", ["rgb", "yuv420"])
def test_hdr_of_eight_bits_is_refused(layout):
    with pytest.raises(ValueError, match="HDR needs more than 8 bits"):
        FrameFormat(8, 14, layout, transfer="pq")
