"""The first 3x3 convolution, of the network's input, on `mma.sync`, from 8.0 on.

The K of `mma.sync.m16n8k16` is 16 values. How the window of an output pixel fills its steps:

    NARROW: up to 4 channels, then zeros        WIDE: up to 8 channels, then zeros
    step 0 | row 0: col 0 | 1 | 2 | (3) |       step 0 | tap 0          | tap 1          |
    step 1 | row 1: col 0 | 1 | 2 | (3) |       ..
    step 2 | row 2: col 0 | 1 | 2 | (3) |       step 4 | tap 8          | zeros          |

The weights of column (3) are zero. A warp computes 16 pixels times `columns` channels at a time.
Pixels come straight from global memory, neighbouring lanes reading neighbouring bytes; weights stay
in registers while a warp walks over its pixels. Shared memory and barriers are not needed: all
warps have the same role.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import cuda, float32, int32, int64, uint32

from gpu_unet.architecture import RELU6_HIGHEST as HIGHEST
from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import Kernel, device_function, device_kernel
from gpu_unet.cuda.warpgroup_tile import pack_columns

THREADS = 256
TILE = 16  # pixels of one mma
STEP = 16  # values of one mma: four pixels of four channels, or two of eight
MOST_COLUMNS = 32  # output channels of a block: more weights in registers would halve occupancy
NARROW, WIDE = 4, 8  # channels of a pixel of the input plane


@dataclass(frozen=True, slots=True)
class FirstTile:
    """What shapes the kernel.

    Attributes:
        columns: Output channels of a block, a multiple of 16.
        channels: Channels of an input pixel: `NARROW` or `WIDE`.
        stride: 1, or 2: from a plane of twice the size, with zeros behind it only.
        relu6: Whether results above 6 become 6.
    """

    columns: int
    channels: int = NARROW
    stride: int = 1
    relu6: bool = False

    @classmethod
    def fitting(
        cls, *, channels_in: int, channels_out: int, stride: int = 1, relu6: bool = False
    ) -> FirstTile:
        """The tile for a layer that reads `channels_in` and writes `channels_out`."""
        columns = min(MOST_COLUMNS, -(-channels_out // 16) * 16)
        return cls(columns, first_channels(channels_in), stride, relu6)

    @property
    def steps(self) -> int:
        """K steps of 16 values in the sum over an output pixel's window."""
        return 3 if self.channels == NARROW else 5


def first_channels(channels_in: int) -> int:
    """Channels of a pixel of the input plane for a layer that reads `channels_in`, at most WIDE."""
    if channels_in > WIDE:
        raise ValueError(f"the first layer reads {channels_in} channels, its kernel at most {WIDE}")
    return NARROW if channels_in <= NARROW else WIDE


def pack_first(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float16]:
    """Lay the weights of the first layer out for `make_conv_first`.

    Args:
        weight: float32 (N, at most WIDE, 3, 3) in PyTorch order (out, in, row, column).

    Returns:
        float16 (N', 16 * steps): per output channel three kernel rows of four pixels of four
        channels, or ten taps of eight channels, padded with zeros. N' is N rounded up to whole
        blocks, in the order of `pack_columns`.
    """
    channels_out, channels_in = weight.shape[:2]
    tile = FirstTile.fitting(channels_in=channels_in, channels_out=channels_out)
    padded = -(-channels_out // tile.columns) * tile.columns
    taps = weight.transpose(0, 2, 3, 1)
    if tile.channels == NARROW:
        laid_out = np.zeros((padded, 3, 4, NARROW), np.float32)
        laid_out[:channels_out, :, :3, :channels_in] = taps
    else:
        laid_out = np.zeros((padded, 10, WIDE), np.float32)
        laid_out[:channels_out, :9, :channels_in] = taps.reshape(channels_out, 9, channels_in)
    group = 32 if tile.columns % 32 == 0 else 16
    return pack_columns(laid_out.reshape(1, padded, STEP * tile.steps), group=group)[0]


def make_conv_first(tile: FirstTile) -> Kernel:
    """Make the kernel for `tile`; grid (blocks of pixels, blocks of `tile.columns` channels).

    Args:
        tile: From `FirstTile.fitting`.

    The kernel's arguments:
        x: address of float16 (B, H + 2, W + 2, `tile.channels`), zero border, zeros behind the
            network's channels; with stride 2 of its pixel (1, 1), and it is (B, 2 H + 2, 2 W + 2,
            `tile.channels`).
            With four channels, at least 8 readable bytes that are zero follow the array.
        weight: address of `pack_first`'s result.
        bias: float32 (N',).
        out: address of pixel (0, 0), channel 0 of the first image: behind border and offset.
        channels_out: stored channels, a multiple of 8.
        batch, height, width: of the output's images without border, in pixels.
        out_row, out_plane, out_channels: pixels of an output row, of an image, channels of a pixel.
    """
    columns, steps = tile.columns, tile.steps
    stride, relu6 = tile.stride, tile.relu6
    pixel_bytes = tile.channels * 2
    column_tiles = columns // 8
    group_tiles = 4 if columns % 32 == 0 else 2
    groups = column_tiles // group_tiles
    per_thread = group_tiles * 2
    weight_registers = column_tiles * 2 * steps
    pixel_registers = 4 * steps
    accumulators = column_tiles * 4
    warps = THREADS // 32

    @device_function
    def locate(
        at_tile, pixels, x, out, height, width, out_row, out_plane, out_channels, x_at, to
    ):  # fmt: skip
        """Addresses of this lane's two pixels of the tile: first value read, first channel written.

        Lane l has pixels l / 4 and l / 4 + 8. Past the last pixel it takes the last one again,
        which stores the same values once more.
        """
        lane = int32(cuda.threadIdx.x) & 31
        for half in range(2):
            pixel = min(at_tile * TILE + half * 8 + (lane >> 2), pixels - 1)
            image = ptx.udiv(pixel, height * width)
            rest = pixel - image * (height * width)
            row = ptx.udiv(rest, width)
            col = rest - row * width
            in_row = image * (stride * height + 2) + stride * row
            in_pixel = in_row * (stride * width + 2) + stride * col
            x_at[half] = x + int64(in_pixel) * pixel_bytes + int64((lane & 3) * 4)
            out_pixel = int64(image) * int64(out_plane) + int64(row * out_row + col)
            to[half] = out + out_pixel * int64(out_channels * 2)

    @device_function
    def fetch_narrow(x_at, width, a):
        """Load the A fragments of three steps: two pixels, left and right half of a kernel row."""
        for step in range(3):
            down = int64(step * (stride * width + 2) * 8)
            a[4 * step] = ptx.load_u32(x_at[0] + down)
            a[4 * step + 1] = ptx.load_u32(x_at[1] + down)
            a[4 * step + 2] = ptx.load_u32(x_at[0] + down + 16)
            a[4 * step + 3] = ptx.load_u32(x_at[1] + down + 16)

    @device_function
    def fetch_wide(x_at, width, a):
        """Load the A fragments of five steps: two pixels, tap after tap; a tenth tap is zero."""
        for row in range(3):
            for col in range(3):
                away = int64((row * (stride * width + 2) + col) * 16)
                a[6 * row + 2 * col] = ptx.load_u32(x_at[0] + away)
                a[6 * row + 2 * col + 1] = ptx.load_u32(x_at[1] + away)
        a[18] = uint32(0)
        a[19] = uint32(0)

    fetch = fetch_wide if tile.channels == WIDE else fetch_narrow

    @device_kernel(
        "void(int64, int64, float32[::1], int64, int32, int32, int32, int32, int32, int32, int32)",
        threads=THREADS,
        made_from=tile,
    )
    def conv_first_kernel(
        x, weight, bias, out, channels_out, batch, height, width, out_row, out_plane, out_channels
    ):
        lane = int32(cuda.threadIdx.x) & 31
        quad = lane & 3
        n0 = int32(cuda.blockIdx.y) * columns
        pixels = batch * height * width
        tiles = (pixels + TILE - 1) // TILE

        # All weights of this block's channels, as B fragments.
        w = cuda.local.array(weight_registers, uint32)
        for j in range(column_tiles):
            at = weight + int64((n0 + j * 8 + (lane >> 2)) * (steps * STEP * 2) + quad * 4)
            for step in range(steps):
                w[(j * steps + step) * 2] = ptx.load_u32(at + step * (STEP * 2))
                w[(j * steps + step) * 2 + 1] = ptx.load_u32(at + step * (STEP * 2) + 16)

        # Each warp walks over tiles of 16 pixels, a grid's worth of warps apart.
        at_tile = int32(cuda.blockIdx.x) * warps + (int32(cuda.threadIdx.x) >> 5)
        x_at = cuda.local.array(2, int64)
        to = cuda.local.array(2, int64)
        next_to = cuda.local.array(2, int64)
        a = cuda.local.array(pixel_registers, uint32)
        locate(at_tile, pixels, x, out, height, width, out_row, out_plane, out_channels, x_at, to)
        fetch(x_at, width, a)
        while at_tile < tiles:
            at_tile += int32(cuda.gridDim.x) * warps
            acc = cuda.local.array(accumulators, float32)
            for i in range(accumulators):
                acc[i] = float32(0)
            for step in range(steps):
                for j in range(column_tiles):
                    ptx.mma_m16n8k16(
                        acc, j * 4, a[4 * step], a[4 * step + 1], a[4 * step + 2], a[4 * step + 3],
                        w[(j * steps + step) * 2], w[(j * steps + step) * 2 + 1],
                    )  # fmt: skip
            # Prefetch: the next tile's pixels are loading while this tile is stored.
            locate(
                at_tile, pixels, x, out, height, width, out_row, out_plane, out_channels, x_at,
                next_to,
            )  # fmt: skip
            fetch(x_at, width, a)
            # Epilogue: bias, ReLU, eight neighbouring channels as one 16-byte store.
            for group in range(groups):
                n = n0 + group * (group_tiles * 8) + quad * per_thread
                for half in range(2):
                    packed = cuda.local.array(4, uint32)
                    for t in range(group_tiles):
                        at = (group * group_tiles + t) * 4 + half * 2
                        v0 = max(acc[at] + bias[n + 2 * t], float32(0))
                        v1 = max(acc[at + 1] + bias[n + 2 * t + 1], float32(0))
                        if relu6:
                            v0 = min(v0, float32(HIGHEST))
                            v1 = min(v1, float32(HIGHEST))
                        packed[t] = ptx.pack_half2(v0, v1)
                    if n < channels_out:
                        if group_tiles == 4:
                            ptx.store_4u32(
                                to[half] + int64(n * 2), packed[0], packed[1], packed[2], packed[3]
                            )
                        else:
                            ptx.store_2u32(to[half] + int64(n * 2), packed[0], packed[1])
            to[0] = next_to[0]
            to[1] = next_to[1]

    return conv_first_kernel
