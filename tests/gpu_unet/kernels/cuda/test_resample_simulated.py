"""What a partner of another size needs of the CUDA kernels, in Numba's simulator.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import numpy as np
import pytest

from gpu_unet.cuda.kernels.resample import ends_of, resample
from gpu_unet.cuda.kernels.second_look import take_mean
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.reference.layers import resample_bilinear
from gpu_unet.reference.unet import mean_by_logits
from gpu_unet.resampling import axis_pairs

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

UNTOUCHED = 7
# float16: half a unit in the last place of 11 bits. float32: order of the sums.
CLOSE = {np.float16: {"rtol": 5e-4, "atol": 1e-7}, np.float32: {"rtol": 0, "atol": 1e-6}}
SIZES = {
    "smaller": ((6, 10), (4, 7)),
    "half": ((4, 8), (2, 4)),
    "a pixel": ((3, 5), (1, 1)),
    "of a pixel": ((1, 1), (2, 3)),
    "larger": ((4, 7), (6, 10)),
    "larger and smaller": ((3, 8), (5, 4)),
    "equal": ((3, 5), (3, 5)),
}


@pytest.mark.parametrize("sizes", [(1024, 724), (724, 1024), (1023, 1024), (512, 1024), (7, 1)])
def test_positions_are_those_of_the_reference(sizes):
    size, out_size = sizes
    pairs = axis_pairs(size, out_size)
    found = [ends_of(index, size, out_size) for index in range(out_size)]
    low, high, share = np.array(found, np.float64).T
    np.testing.assert_array_equal(high, np.minimum(low + 1, size - 1))
    assert ((share >= 0) & (share < 1)).all()
    position = np.minimum(low + share, size - 1)
    np.testing.assert_allclose(position, pairs.low + np.float64(pairs.fraction), rtol=0, atol=1e-6)


@pytest.mark.parametrize("channels", [(4, 4), (8, 4), (4, 8)], ids=str)
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("name", SIZES)
def test_an_input_in_another_size(rng, name, dtype, channels):
    size, out_size = SIZES[name]
    inside = rng.random((2, *size, channels[0])).astype(dtype)
    margins = ((0, 0), (1, 1), (1, 1), (0, 0))
    x = np.pad(inside, margins, constant_values=np.nan)  # which nothing may read
    out = np.full((2, out_size[0] + 2, out_size[1] + 2, channels[1]), UNTOUCHED, dtype)
    resample(x, out, stream=0)
    written = min(channels)
    expected = resample_bilinear(inside[..., :written].astype(np.float32), *out_size)
    result = out[:, 1:-1, 1:-1, :written]
    np.testing.assert_allclose(result, expected, **CLOSE[dtype])
    if name == "equal":
        np.testing.assert_array_equal(result, inside[..., :written])
    result[...] = UNTOUCHED
    assert (out == UNTOUCHED).all(), "something was written beside the picture"


@pytest.mark.parametrize("name", SIZES)
def test_the_mean_with_an_alpha_of_another_size(rng, name):
    other_size, size = SIZES[name]
    own, other = (rng.random((2, *s), np.float32) for s in (size, other_size))
    other[0, 0], other[1, 0] = 0, 1
    own[0, 0, 0], own[1, 0, 0] = 1, 1
    alpha = own.copy()
    take_mean(alpha, other, stream=0)
    theirs = resample_bilinear(other[..., np.newaxis], *size)[..., 0]
    np.testing.assert_allclose(alpha, mean_by_logits(own, theirs), rtol=0, atol=1e-5)


def reached(other_size, size, row, column):
    """The pixels of a picture of `size` with pixel (row, column) of the other among their four."""
    rows, columns = (axis_pairs(*sides) for sides in zip(other_size, size, strict=True))
    down = (rows.low == row) | (rows.high == row)
    right = (columns.low == column) | (columns.high == column)
    return down[:, np.newaxis] & right


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
@pytest.mark.parametrize("broken", [np.nan, np.inf, -0.01, 1.01])
@pytest.mark.parametrize("name", ["larger", "larger and smaller", "smaller"])
def test_the_mean_with_an_alpha_of_another_size_hides_no_fault(rng, name, broken):
    other_size, size = SIZES[name]
    own, other = (0.25 + rng.random((2, *s), np.float32) / 2 for s in (size, other_size))
    own[0, 1, 2] = broken
    other[1, 2, 2], other[0, 0, -1] = broken, broken
    expected = np.zeros(own.shape, bool)
    expected[0, 1, 2] = True
    expected[1] |= reached(other_size, size, 2, 2)
    expected[0] |= reached(other_size, size, 0, other_size[1] - 1)
    assert 1 < expected.sum() < expected.size
    alpha = own.copy()
    take_mean(alpha, other, stream=0)
    np.testing.assert_array_equal(np.isnan(alpha), expected)
