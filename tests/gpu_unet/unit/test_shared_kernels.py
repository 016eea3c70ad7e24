"""What the kernels of both devices are made of: templates, arithmetic, layouts."""

from pathlib import Path

import numpy as np
import pytest

from gpu_unet.colour import black, coding_matrices, from_rgb_matrix, to_rgb_matrix
from gpu_unet.frame_format import LAYOUTS, FrameFormat
from gpu_unet.kernels import layouts, scalars
from gpu_unet.kernels.template import bound, compiled
from gpu_unet.reference.frames import frame_planes
from gpu_unet.setting_parameters import HOLE_TICKS, OUTSIDE, RIM_DOUBT, UNKNOWN_PAST, WAS_SOLID

FORMATS = [FrameFormat(6, 10, layout) for layout in LAYOUTS]
DEVICES = Path(scalars.__file__).parents[1]
# What one device alone needs; the rest of both `kernels/` are the network's layers.
STAGES = {
    "blur", "components", "composite", "foreground", "guided", "resize", "scalars",
    "small_planes", "smooth", "specks", "window",
}  # fmt: skip


def uncompiled(function):
    return function


def base(value):
    return value + 1


def twice(value):
    return base(value) + base(value)


def test_a_bound_function_takes_what_it_is_given_and_the_old_one_stays():
    new = bound(twice, name="four_times", base=lambda value: 2 * value)
    assert (new(3), twice(3)) == (12, 8)
    assert (new.__name__, new.__qualname__, new.__module__) == (
        "four_times",
        "four_times",
        __name__,
    )


def test_a_name_that_nobody_would_look_for_is_refused():
    with pytest.raises(AssertionError, match="says nothing of bse"):
        bound(twice, bse=abs)


def test_a_function_with_a_closure_is_refused():
    number = 3
    with pytest.raises(AssertionError, match="takes values from a closure"):
        bound(lambda value: value + number)


def test_compiled_functions_call_one_another_in_their_compiled_form():
    made = []

    def decorate(function):
        def call(value):
            made.append(function.__name__)
            return function(value)

        return call

    assert compiled((base, twice), decorate)["twice"](1) == 4
    assert made == ["twice", "base", "base"]
    assert compiled((base, twice), decorate, base=abs)["twice"](-5) == 10


@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f.layout)
def test_a_plane_lies_where_the_reference_finds_it(rng, frame_format):
    frame = rng.integers(0, frame_format.row.most + 1, frame_format.shape, frame_format.dtype)
    flat = frame.reshape(-1)
    places = layouts.of_layout(frame_format.layout, uncompiled)["plane"]
    for index, plane in enumerate(frame_planes(frame, frame_format)):
        begin, row_step, step = places(index, frame_format.height, frame_format.width)
        rows, columns = np.indices(plane.shape)
        np.testing.assert_array_equal(flat[begin + rows * row_step + columns * step], plane)
        np.testing.assert_array_equal(layouts.frame_planes(frame, frame_format)[index], plane)
    assert layouts.sample_size(frame_format) == plane.shape


@pytest.mark.parametrize("frame_format", FORMATS, ids=lambda f: f.layout)
def test_what_is_decoded_and_encoded_is_what_it_was(rng, frame_format):
    own = layouts.of_layout(frame_format.layout, uncompiled)
    matrices = coding_matrices(frame_format)
    np.testing.assert_array_equal(matrices[:12].reshape(3, 4), to_rgb_matrix(frame_format))
    np.testing.assert_array_equal(matrices[12:].reshape(3, 4), from_rgb_matrix(frame_format))
    for rgb in rng.random((20, 3), np.float32):
        coded = own["encode"](*rgb, matrices)
        fractions = [own["value_of"](sample) for sample in coded]
        assert own["encode"](*own["decode"](*fractions, matrices), matrices) == coded


@pytest.mark.parametrize("full_range", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_white_and_black_have_the_codes_of_the_standard(layout, full_range):
    frame_format = FrameFormat(6, 10, layout, full_range=full_range)
    encode = layouts.of_layout(layout, uncompiled)["encode"]
    matrices = coding_matrices(frame_format)
    step, most = 2 ** (frame_format.bits - 8), 2**frame_format.bits - 1
    white, grey = (most, 128 * step) if full_range else (235 * step, 128 * step)
    if layout == "rgb":
        white = grey = 255
    one = np.float32(1)
    assert encode(one, one, one, matrices) == (white, grey, grey)
    assert encode(0 * one, 0 * one, 0 * one, matrices) == black(frame_format)


@pytest.mark.parametrize("past", [0, 5, HOLE_TICKS, OUTSIDE])
@pytest.mark.parametrize("ticks", [0, 3, 8])
def test_a_pixel_s_past_is_read_as_it_was_written(past, ticks):
    left = max(past - ticks, 0)
    assert scalars.past_age(past) == scalars.past_age(WAS_SOLID + past) == past
    assert scalars.past_in_hole(past) == (0 if past == OUTSIDE else past)
    assert scalars.past_in_hole(WAS_SOLID + past) == 0
    for before in (past, WAS_SOLID + past):
        assert scalars.solid_past(before, ticks) == WAS_SOLID + left
    assert (scalars.rim_side(past), scalars.rim_side(WAS_SOLID + past)) == (-RIM_DOUBT, 1)
    assert scalars.solid_past(UNKNOWN_PAST, ticks) == WAS_SOLID


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_stage_is_a_file_of_the_same_name_on_both_devices(device):
    assert {path.stem for path in (DEVICES / device / "kernels").glob("*.py")} >= STAGES
