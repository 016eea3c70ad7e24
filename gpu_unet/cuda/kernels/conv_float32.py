"""3x3 and 1x1 convolution as implicit GEMM in float32, for every card.

    out[m, n] = relu(bias[n] + sum over k of A[m, k] * weight[k, n]),   k = tap * C + channel

A block computes `rows` pixels times `columns` output channels, a warp 32 x 64 of them, a thread
8 x 8: two groups of four pixels by two groups of four channels.

    a warp's tile, 32 pixels x 64 channels        one thread of it
          channels 0..31   channels 32..63
    p 0  +---------------+---------------+        4 pixels x 4 channels   4 x 4, 32 channels on
    ..15 | lane (i, j)   | again (i, j)  |
    p 16 +---------------+---------------+        4 x 4, 16 pixels on     4 x 4
    ..31 | again         | again         |        i = lane / 8, j = lane % 8
         +---------------+---------------+

K runs in tiles of 8 through two shared buffers: while one is multiplied, the next one is loading
into registers. Pixels lie transposed in shared memory, so a thread reads its operands of one step
with four 16-byte loads for 64 products. The eight lanes that such a load serves at once read 128
neighbouring bytes (channels) or one address (pixels): no bank conflicts. All warps have the same
role.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from numba import cuda, float32, int32, int64, uint32

from gpu_unet.architecture import RELU6_HIGHEST as HIGHEST
from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import Kernel, device_kernel

DEPTH = 8  # channels of a K tile: a longer one needs registers that the sums take
VECTOR = 4  # channels of a 16-byte load: a pixel has a multiple of these
WARP_ROWS, WARP_COLUMNS = 32, 64  # tile of a warp, as 4 x 8 lanes
SUMS = 64  # accumulators of a thread
LANES_AT_ONCE = 512  # threads of a multiprocessor: 65536 registers give each of them 128

_SIGNATURE = (
    "void(int64, int64, float32[::1], int64, int32, int32, int32, int32, int32, int32, int32, "
    "int32, int32, int32, int32, int32)"
)


@dataclass(frozen=True, slots=True)
class FloatTile:
    """What shapes the compiled kernel.

    Attributes:
        rows: Pixels of a block (block M): 64, 128 or 256.
        columns: Output channels of a block (block N): 64 or 128.
        taps, relu, upsample, relu6, adds, stride: As in `ConvProblem`.
        split_k: Always False; the other tiles have split-K.
    """

    dtype: ClassVar[str] = "float32"  # of weights and activations
    vector: ClassVar[int] = VECTOR

    rows: int
    columns: int
    taps: int = 9
    relu: bool = True
    upsample: bool = False
    split_k: bool = False
    relu6: bool = False
    adds: bool = False
    stride: int = 1

    def __str__(self) -> str:
        return f"float32 {self.rows}x{self.columns}"

    @property
    def depth(self) -> int:
        """Values of a K tile (block K)."""
        return DEPTH

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return self.rows * self.columns // SUMS

    @property
    def x_stride(self) -> int:
        """Bytes from one channel's pixels to the next's: four floats of padding shift the banks."""
        return (self.rows + 4) * 4

    @property
    def stage_bytes(self) -> int:
        """Bytes of shared memory of a K tile."""
        return DEPTH * (self.x_stride + self.columns * 4)

    @property
    def shared_bytes(self) -> int:
        """Bytes of dynamic shared memory of a block."""
        return 2 * self.stage_bytes


def make_conv_float32(tile: FloatTile) -> Kernel:
    """Make the kernel for `tile`; grid (tiles of pixels, tiles of channels).

    The kernel's arguments:
        x: address of pixel (0, 0) of the first image's border (for 1x1 and stride 2: of the
            image), float32 NHWC.
        weight: address of float32 (K, N), row = tap * C + channel, padded with zeros.
        bias: float32 (N,); for `upsample` the bias of each output channel is repeated four times.
        out: address of pixel (0, 0), channel 0 of the first image: behind border and offset.
        channels: C, a multiple of 4.
        channels_out: stored channels, a multiple of 4; for `upsample` those of one of the four
            output pixels.
        columns_total: N, a multiple of `columns`. depth_total: K, a multiple of 8.
        batch, height, width: of the output's images without border, in pixels.
        x_row, x_plane: pixels of an input row, of an image, border included.
        out_row, out_plane, out_channels: the same of the output; channels of an output pixel.
    """
    rows, columns, threads = tile.rows, tile.columns, tile.threads
    taps, relu, upsample = tile.taps, tile.relu, tile.upsample
    relu6, adds, stride = tile.relu6, tile.adds, tile.stride
    x_stride, stage_bytes = tile.x_stride, tile.stage_bytes
    x_bytes = DEPTH * x_stride
    vectors = DEPTH // VECTOR  # of a pixel's K tile
    chunk_rows = threads // vectors  # pixels that one pass of all threads copies
    x_passes = rows // chunk_rows
    x_values = VECTOR * x_passes
    weight_vectors = DEPTH * columns // VECTOR
    weight_passes = max(1, weight_vectors // threads)
    weight_values = VECTOR * weight_passes
    few_weights = weight_vectors < threads  # then only some of the threads copy them
    vectors_a_row = columns // VECTOR
    warps_down = rows // WARP_ROWS
    # A lane's second group lies 16 pixels, or 32 channels, after its first.
    multiply = ptx.outer_products(DEPTH, x_stride, 16 * 4, columns * 4, 32 * 4)

    @device_kernel(
        _SIGNATURE,
        threads=threads,
        min_blocks=max(1, LANES_AT_ONCE // threads),
        made_from=tile,
    )
    def conv_float32_kernel(
        x, weight, bias, out, channels, channels_out, columns_total, depth_total, batch, height,
        width, x_row, x_plane, out_row, out_plane, out_channels,
    ):  # fmt: skip
        shared = cuda.shared.array(0, uint32)
        base = ptx.shared_address(shared)
        thread = int32(cuda.threadIdx.x)
        pixel0 = int32(cuda.blockIdx.x) * rows
        n0 = int32(cuda.blockIdx.y) * columns
        pixels = batch * height * width

        # This thread copies vector `vector` of every `chunk_rows`-th pixel.
        vector = thread % vectors
        copy_row = thread // vectors
        x_at = cuda.local.array(x_passes, int64)
        for j in range(x_passes):
            # Past the last pixel the last one is read again; its result is not stored.
            pixel = min(pixel0 + copy_row + j * chunk_rows, pixels - 1)
            image = ptx.udiv(pixel, height * width)
            rest = pixel - image * (height * width)
            row = ptx.udiv(rest, width)
            col = rest - row * width
            first = int64(stride * (row * x_row + col))
            x_at[j] = x + (int64(image) * int64(x_plane) + first) * int64(channels * 4)
        x_slot = uint32(vector * (VECTOR * x_stride) + copy_row * 4)
        w_row = thread // vectors_a_row
        w_col = thread % vectors_a_row
        w_rows = threads // vectors_a_row
        w_at = weight + (int64(w_row) * int64(columns_total) + int64(n0 + w_col * VECTOR)) * 4
        w_slot = uint32(x_bytes + (w_row * columns + w_col * VECTOR) * 4)
        w_step = int64(columns_total) * 4
        copies_weights = (not few_weights) or thread < weight_vectors

        # (tap, channel) of this thread's vector; each K tile advances it by DEPTH. Numba widens
        # every sum to 64 bits, two registers a value, and the compiler would spill: hence int32().
        k = int32(vector * VECTOR)
        tap = int32(ptx.udiv(k, channels))
        channel = int32(k - tap * channels)
        tap_step = int32(ptx.udiv(DEPTH, channels))
        channel_step = int32(DEPTH - tap_step * channels)

        # First pixel and channel of this lane's sums, and their operands in shared memory.
        lane = thread & 31
        warp = thread >> 5
        first_row = (warp % warps_down) * WARP_ROWS + (lane >> 3) * 4
        first_column = (warp // warps_down) * WARP_COLUMNS + (lane & 7) * 4
        x_read = base + uint32(first_row * 4)
        w_read = base + uint32(x_bytes + first_column * 4)

        acc = cuda.local.array(SUMS, float32)
        for i in range(SUMS):
            acc[i] = float32(0)
        p = cuda.local.array(x_values, float32)
        w = cuda.local.array(weight_values, float32)
        k_tiles = ptx.udiv(depth_total, DEPTH)
        stage = uint32(0)
        # Round t loads K tile t + 1 into registers, multiplies K tile t, then stores t + 1 to the
        # other buffer. Round -1 only loads.
        for k_tile in range(-1, k_tiles):
            more = k_tile + 1 < k_tiles
            if more:
                near = int32(min(tap, int32(taps - 1)))  # past the last tap weights are zero
                shift = channel
                if taps == 9:
                    down = int32((near * 11) >> 5)
                    pixel = int32(down * int32(x_row - 3)) + near
                    shift = int32(pixel * channels) + channel
                for j in range(x_passes):
                    v = ptx.load_4f32(x_at[j] + int64(shift) * 4)
                    p[4 * j] = v[0]
                    p[4 * j + 1] = v[1]
                    p[4 * j + 2] = v[2]
                    p[4 * j + 3] = v[3]
                if copies_weights:
                    for j in range(weight_passes):
                        v = ptx.load_4f32(w_at + int64(j * w_rows) * w_step)
                        w[4 * j] = v[0]
                        w[4 * j + 1] = v[1]
                        w[4 * j + 2] = v[2]
                        w[4 * j + 3] = v[3]
                w_at += DEPTH * w_step
                tap = int32(tap + tap_step)
                channel = int32(channel + channel_step)
                if channel >= channels:
                    channel = int32(channel - channels)
                    tap = int32(tap + 1)
            if k_tile >= 0:
                multiply(acc, x_read + stage, w_read + stage)
                stage = uint32(stage_bytes) - stage  # the other buffer
            if more:
                # Pixels are transposed on the way: a vector's four channels go to four rows.
                at = base + stage
                for j in range(x_passes):
                    for i in range(4):
                        to = at + x_slot + uint32(i * x_stride + j * chunk_rows * 4)
                        ptx.store_shared_f32(to, p[4 * j + i])
                if copies_weights:
                    for j in range(weight_passes):
                        ptx.store_shared_4f32(
                            at + w_slot + uint32(j * w_rows * columns * 4),
                            w[4 * j], w[4 * j + 1], w[4 * j + 2], w[4 * j + 3],
                        )  # fmt: skip
            # The next K tile is complete, and every thread has finished reading this one, whose
            # buffer the next round overwrites.
            cuda.syncthreads()

        # Epilogue: eight pixels times two vectors of four channels.
        for i in range(8):
            pixel = pixel0 + first_row + (i >> 2) * 16 + (i & 3)
            image = ptx.udiv(pixel, height * width)
            rest = pixel - image * (height * width)
            row = ptx.udiv(rest, width)
            col = rest - row * width
            for half in range(2):
                n = n0 + first_column + half * 32
                channel_at = n
                target = int64(image) * int64(out_plane) + int64(row * out_row + col)
                stored = n < channels_out and pixel < pixels
                if upsample:
                    # Column blocks are (dy, dx): output pixel (2 row + dy, 2 col + dx).
                    place = ptx.udiv(n, channels_out)
                    channel_at = n - place * channels_out
                    stored = place < 4 and pixel < pixels
                    target = int64(image) * int64(out_plane) + int64(
                        (2 * row + (place >> 1)) * out_row + 2 * col + (place & 1)
                    )
                if stored:
                    at = i * 8 + half * 4
                    v0 = acc[at] + bias[n]
                    v1 = acc[at + 1] + bias[n + 1]
                    v2 = acc[at + 2] + bias[n + 2]
                    v3 = acc[at + 3] + bias[n + 3]
                    if relu:
                        v0 = max(v0, float32(0))
                        v1 = max(v1, float32(0))
                        v2 = max(v2, float32(0))
                        v3 = max(v3, float32(0))
                    if relu6:
                        v0 = min(v0, float32(HIGHEST))
                        v1 = min(v1, float32(HIGHEST))
                        v2 = min(v2, float32(HIGHEST))
                        v3 = min(v3, float32(HIGHEST))
                    to = out + (target * int64(out_channels) + int64(channel_at)) * 4
                    if adds:
                        there = ptx.load_4f32(to)
                        v0 += there[0]
                        v1 += there[1]
                        v2 += there[2]
                        v3 += there[3]
                    ptx.store_4f32(to, v0, v1, v2, v3)

    return conv_float32_kernel
