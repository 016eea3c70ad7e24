"""The float32 convolution in Numba's simulator, its PTX stood in for by NumPy on one flat memory.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from gpu_unet.cuda import convolution as convolution_module
from gpu_unet.cuda.arena import ArenaPlan
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import ConvBuffers, Convolution
from gpu_unet.cuda.kernels import conv_float32
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.reference.layers import conv2d, pointwise_conv2d, relu, transposed_conv2d

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

P = partial(ConvProblem, dtype="float32")
F = FloatTile
CASES = {
    "one pixel": (P(1, 1, 1, 4, 8), F(64, 64)),
    "a frame and a clean plate": (P(2, 3, 5, 8, 16), F(64, 64)),
    "12 channels, two tiles, batch 3": (P(3, 5, 7, 12, 72), F(64, 64)),
    "two warps down, two across": (P(1, 7, 9, 8, 128), F(64, 128)),
    "more threads than weights": (P(1, 2, 3, 4, 8), F(256, 64)),
    "1x1": (P(2, 5, 7, 20, 24, taps=1, relu=False), F(64, 64, taps=1, relu=False)),
    "transposed": (
        P(1, 5, 3, 16, 8, taps=1, relu=False, upsample=True),
        F(64, 64, taps=1, relu=False, upsample=True),
    ),
}


class Plane:
    """What stands for a `DeviceArray`: a piece of `Memory`."""

    def __init__(self, ptr, values):
        self.ptr, self.values = ptr, values
        self.shape, self.dtype = values.shape, values.dtype

    def __getitem__(self, index):
        return self.values[index]

    def upload(self, values):
        self.values[...] = values


class Memory:
    """Global memory as one flat array, and the shared memory of the block that runs."""

    def __init__(self, shared_bytes):
        self._floats = np.full(1 << 18, 7, np.float32)
        self._shared = np.full(shared_bytes // 4, np.nan, np.float32)
        self._used = 4

    def place(self, values):
        """`values` at a 16-byte aligned address."""
        piece = self._floats[self._used :][: values.size].reshape(values.shape)
        piece[...] = values
        plane = Plane(self._used * 4, piece)
        self._used += -(-values.size // 4) * 4
        return plane

    def instructions(self):
        """What stands for `gpu_unet.cuda.ptx` in the kernel."""

        def load(floats, address):
            assert address % 16 == 0
            return floats[address // 4 :][:4].copy()

        def store(floats, address, *values):
            assert address % (4 * len(values)) == 0
            assert address // 4 + len(values) <= len(floats)
            floats[address // 4 :][: len(values)] = values

        def outer_products(depth, x_stride, x_far, w_stride, w_far):
            def eight(address, far):
                return np.concatenate([load(self._shared, address + at) for at in (0, far)])

            def add(acc, x, w):
                for k in range(depth):
                    row = eight(int(x) + k * x_stride, x_far)
                    column = eight(int(w) + k * w_stride, w_far)
                    acc[:] += np.outer(row, column).reshape(-1)

            return add

        return SimpleNamespace(
            shared_address=lambda array: 0,
            udiv=lambda dividend, divisor: dividend // divisor,
            load_4f32=lambda address: load(self._floats, int(address)),
            store_4f32=lambda address, *values: store(self._floats, int(address), *values),
            store_shared_f32=lambda address, value: store(self._shared, int(address), value),
            store_shared_4f32=lambda address, *values: store(self._shared, int(address), *values),
            outer_products=outer_products,
        )


def expected_of(problem, x, weight, bias):
    if problem.upsample:
        return transposed_conv2d(x, weight, bias)
    if problem.taps == 1:
        return pointwise_conv2d(x, weight, bias)
    return relu(conv2d(x, weight, bias, padding=(1, 1)))


@pytest.mark.parametrize("name", CASES)
def test_conv_float32(rng, monkeypatch, name):
    problem, tile = CASES[name]
    batch, height, width = problem.batch, problem.height, problem.width
    inner, outer = problem.channels_in, problem.channels_out
    edge = 3 if problem.taps == 9 else 1
    read = 7 if inner == 8 and not problem.upsample else inner  # padded with a zero channel
    shape = (inner, outer, 2, 2) if problem.upsample else (outer, read, edge, edge)
    weight, bias = rng.standard_normal(shape, np.float32), rng.standard_normal(outer, np.float32)
    x = rng.standard_normal((batch, height, width, read), np.float32)
    side = 2 if problem.upsample else 1

    memory = Memory(tile.shared_bytes)
    monkeypatch.setattr(conv_float32, "ptx", memory.instructions())
    # Kernels are kept, and this one's instructions know their memory.
    monkeypatch.setattr(convolution_module, "kernel_of", conv_float32.make_conv_float32)
    convolution = Convolution(name, problem, tile, weight, bias, multiprocessors=1)
    plan = ArenaPlan()
    convolution.reserve(plan)
    own = {n: memory.place(np.zeros(shape, np.float32)) for n, _, shape, _ in plan.items()}
    out = memory.place(
        np.full((batch, side * height + 2, side * width + 2, outer + 8), 7, np.float32)
    )
    bordered = memory.place(np.pad(x, ((0, 0), (1, 1), (1, 1), (0, inner - read))))
    convolution.bind(own, ConvBuffers(bordered, out, out_channel=4), bordered)
    with np.errstate(over="ignore"):  # unsigned addresses wrap around as they do on the device
        convolution(stream=0)
    out = out.values.copy()
    inside = out[:, 1:-1, 1:-1, 4:-4].copy()
    out[:, 1:-1, 1:-1, 4:-4] = 7
    assert (out == 7).all(), "something was written outside the picture"
    np.testing.assert_allclose(inside, expected_of(problem, x, weight, bias), rtol=0, atol=1e-4)
