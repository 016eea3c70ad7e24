"""The first convolution in Numba's simulator, its PTX stood in for by NumPy on one flat memory.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from gpu_unet.cuda.kernels import conv_first
from gpu_unet.cuda.kernels.conv_first import FirstTile, pack_first
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.reference.layers import conv2d, relu

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

WARP = 32
UNTOUCHED = np.float16(7)


class Memory:
    """Global memory as one flat array of bytes, and the lanes of warps that multiply together."""

    def __init__(self):
        self._bytes = np.zeros(1 << 16, np.uint8)
        self._used = 64
        self._held = {}

    def place(self, values):
        """Address of a copy of `values`."""
        address, self._used = self._used, self._used + -(-values.nbytes // 16) * 16
        self._bytes[address : address + values.nbytes] = values.view(np.uint8).reshape(-1)
        return address

    def read(self, address, shape):
        """float16 values."""
        count = 2 * int(np.prod(shape))
        return self._bytes[address : address + count].view(np.float16).reshape(shape).copy()

    def instructions(self):
        """What stands for `gpu_unet.cuda.ptx` in the kernel."""

        def load_u32(address):
            assert address % 4 == 0
            return self._bytes[int(address) :][:4].view(np.uint32)[0]

        def store(address, *values):
            assert address % (4 * len(values)) == 0
            self._bytes[int(address) :][: 4 * len(values)] = np.uint32(values).view(np.uint8)

        return SimpleNamespace(
            udiv=lambda dividend, divisor: dividend // divisor,
            load_u32=load_u32,
            store_2u32=store,
            store_4u32=store,
            pack_half2=lambda low, high: np.float16([low, high]).view(np.uint32)[0],
            mma_m16n8k16=self._multiply,
        )

    def _multiply(self, acc, index, a0, a1, a2, a3, b0, b1):
        """16x16 times 16x8, spread over a warp as the PTX manual has it (mma.m16n8k16, .f16)."""
        warp, lane = divmod(int(conv_first.cuda.threadIdx.x), WARP)
        self._held[warp, lane] = np.uint32([a0, a1, a2, a3, b0, b1]).view(np.float16).reshape(6, 2)
        conv_first.cuda.syncthreads()  # every warp multiplies as often as the others
        a, b = np.zeros((16, 16), np.float32), np.zeros((16, 8), np.float32)
        for other in range(WARP):
            group, quad = divmod(other, 4)
            halves = self._held[warp, other]
            for part, (row, column) in enumerate(((0, 0), (8, 0), (0, 8), (8, 8))):
                a[group + row, column + 2 * quad :][:2] = halves[part]
            for part in range(2):
                b[8 * part + 2 * quad :, group][:2] = halves[4 + part]
        group, quad = divmod(lane, 4)
        product = a @ b
        acc[index : index + 2] += product[group, 2 * quad :][:2]
        acc[index + 2 : index + 4] += product[group + 8, 2 * quad :][:2]
        conv_first.cuda.syncthreads()  # before a lane is overwritten for the next product


@pytest.mark.parametrize("channels_in", [3, 4, 7, 8])
@pytest.mark.parametrize(
    ("size", "channels_out"), [((1, 2, 3), 8), ((2, 3, 5), 24), ((1, 4, 5), 40)]
)
def test_first_convolution(rng, monkeypatch, size, channels_out, channels_in):
    batch, height, width = size
    x = rng.random((*size, channels_in)).astype(np.float16)
    weight = rng.standard_normal((channels_out, channels_in, 3, 3)).astype(np.float16)
    bias = rng.standard_normal(channels_out, np.float32)
    tile = FirstTile.fitting(channels_in=channels_in, channels_out=channels_out)
    packed = pack_first(weight.astype(np.float32))
    padded_bias = np.zeros(len(packed), np.float32)
    padded_bias[:channels_out] = bias
    plane = np.zeros((batch, height + 2, width + 2, tile.channels), np.float16)
    plane[:, 1:-1, 1:-1, :channels_in] = x

    memory = Memory()
    monkeypatch.setattr(conv_first, "ptx", memory.instructions())
    x_at = memory.place(plane)
    memory.place(np.zeros(8, np.float16))  # the slack behind it
    w_at = memory.place(packed)
    shape = (batch, height + 2, width + 2, channels_out + 8)
    out_at = memory.place(np.full(shape, UNTOUCHED))
    kernel = conv_first.make_conv_first(tile)
    kernel[(1, len(packed) // tile.columns), conv_first.THREADS](
        x_at, w_at, padded_bias, out_at + 2 * (width + 3) * shape[3], channels_out, batch, height,
        width, width + 2, (height + 2) * (width + 2), shape[3],
    )  # fmt: skip

    out = memory.read(out_at, shape)
    inside = out[:, 1:-1, 1:-1, :channels_out].astype(np.float32)
    out[:, 1:-1, 1:-1, :channels_out] = UNTOUCHED
    assert (out == UNTOUCHED).all(), "something was written outside the picture"
    expected = relu(conv2d(x.astype(np.float32), weight.astype(np.float32), bias, padding=(1, 1)))
    np.testing.assert_allclose(inside, expected, rtol=1e-3, atol=2e-3)


def test_more_channels_than_a_pixel_holds_are_refused():
    with pytest.raises(ValueError, match="reads 9 channels, its kernel at most 8"):
        FirstTile.fitting(channels_in=9, channels_out=16)
