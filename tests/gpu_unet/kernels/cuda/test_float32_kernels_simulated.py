"""The float32 kernels that need no PTX, in Numba's CUDA simulator.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import numpy as np
import pytest

from gpu_unet.cuda.kernels import simple_layers
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.reference.layers import max_pool, sigmoid, upsample_bilinear_2x

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

SINGLE = {"rtol": 1e-6, "atol": 1e-6}  # the same float32 sums in another order
SIZES = [(1, 1, 1, 3), (2, 3, 5, 4)]


def bordered(inside):
    return np.pad(inside, ((0, 0), (1, 1), (1, 1), (0, 0)))


def launch(kernel, count, *arguments):
    kernel[-(-count // 256), 256](*arguments)


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_max_pool(rng, batch, height, width, channels):
    x = rng.standard_normal((batch, 2 * height, 2 * width, channels + 2), np.float32)
    out = np.zeros((batch, height + 2, width + 2, channels), np.float32)
    launch(
        simple_layers.max_pool_float32_kernel, batch * height * width * channels, bordered(x), out
    )
    np.testing.assert_array_equal(out, bordered(max_pool(x[..., :channels], (2, 2))))


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_bilinear_2x_upsampling_into_a_slice(rng, batch, height, width, channels):
    x = rng.standard_normal((batch, height, width, channels), np.float32)
    out = np.zeros((batch, 2 * height + 2, 2 * width + 2, 2 * channels), np.float32)
    kernel = simple_layers.upsample_bilinear_float32_kernel
    launch(kernel, 4 * x.size, bordered(x), out, channels)
    np.testing.assert_array_equal(out[..., :channels], 0)
    np.testing.assert_allclose(out[..., channels:], bordered(upsample_bilinear_2x(x)), **SINGLE)


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_head(rng, batch, height, width, channels):
    x = rng.standard_normal((batch, height, width, channels), np.float32)
    values = rng.standard_normal(channels + 1, np.float32)
    alpha = np.zeros((batch, height, width), np.float32)
    launch(simple_layers.head_sigmoid_float32_kernel, alpha.size, bordered(x), values, alpha)
    np.testing.assert_allclose(alpha, sigmoid(x @ values[:-1] + values[-1]), **SINGLE)
