# type: ignore - device code: Numba has types of its own, which no checker knows
"""3x3 and 1x1 convolution as implicit GEMM in float32, for every card.

One block of 256 threads computes 128 pixels times 64 or 128 output channels, each thread an 8 x 8
(8 x 4) corner of it. The sum runs over (tap, input channel) in slices of 16 through two shared
buffers: while one is multiplied, the next slice is already on its way in registers. Pixels lie
transposed in shared memory, so that a thread reads its eight with two 16-byte loads.
"""

from __future__ import annotations

from dataclasses import dataclass

from numba import cuda, float32, int32, int64, uint32

from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import Kernel, device_kernel

THREADS = 256
ROWS = 128  # pixels of a block
DEPTH = 16  # slice of the sum
VECTOR = 4  # channels of a 16-byte vector
X_STRIDE = ROWS + 4  # floats of a shared row: shifts the banks of rows that one warp writes
X_BYTES = DEPTH * X_STRIDE * 4

_SIGNATURE = (
    "void(int64, int64, float32[::1], int64, int32, int32, int32, int32, int32, int32, int32, "
    "int32, int32, int32, int32, int32)"
)


@dataclass(frozen=True, slots=True)
class FloatTile:
    """What shapes the compiled kernel.

    Attributes:
        columns: Output channels of a block: 64 or 128.
        taps: 9 (3x3) or 1 (1x1).
        relu: Whether negative results become 0.
        upsample: Whether column blocks are the four pixels of a transposed 2x2 convolution.
        split: Never; the sum is not shared.
    """

    columns: int
    taps: int = 9
    relu: bool = True
    upsample: bool = False
    split: bool = False

    def __str__(self) -> str:
        return f"float32 {self.rows}x{self.columns}"

    @property
    def rows(self) -> int:
        """Pixels of a block."""
        return ROWS

    @property
    def depth(self) -> int:
        """Of a slice of the sum."""
        return DEPTH

    @property
    def shared_bytes(self) -> int:
        """Dynamic shared memory of a block."""
        return 2 * (X_BYTES + DEPTH * self.columns * 4)


def make_conv_float32(tile: FloatTile) -> Kernel:
    """The kernel for `tile`; grid (tiles of pixels, tiles of channels).

    The kernel's arguments:
        x: address of pixel (0, 0) of the first picture's border (for 1x1: of the picture).
        weight: address of float32 (K, N), row = tap * C + channel, padded with zeros.
        bias: float32 (N,); for `upsample` the bias of an output channel four times.
        out: address of pixel (0, 0), channel 0 of the first picture: behind border and offset.
        channels: C, a multiple of 4.
        channels_out: Stored channels, a multiple of 4; for `upsample` of one of the four.
        columns_total: N, a multiple of `columns`. depth_total: K, a multiple of 16.
        batch, height, width: of the pictures without border.
        x_row, x_plane: pixels of an input row, of a picture, border included.
        out_row, out_plane, out_channels: likewise of the output; channels of an output pixel.
    """
    columns, taps, relu, upsample = tile.columns, tile.taps, tile.relu, tile.upsample
    per_thread = columns // 16  # columns of a thread: 4 or 8
    halves = per_thread // 4
    accumulators = 8 * per_thread
    weight_bytes = DEPTH * columns * 4
    stage_bytes = X_BYTES + weight_bytes
    weight_passes = DEPTH * columns // (4 * THREADS)  # 16-byte vectors of a thread
    vectors_a_row = columns // 4
    multiply = ptx.outer_product_add(per_thread)

    @device_kernel(_SIGNATURE, threads=THREADS, variant=(columns, taps, int(relu), int(upsample)))
    def conv_float32_kernel(
        x, weight, bias, out, channels, channels_out, columns_total, depth_total, batch, height,
        width, x_row, x_plane, out_row, out_plane, out_channels,
    ):  # fmt: skip
        shared = cuda.shared.array(0, uint32)
        base = ptx.shared_address(shared)
        thread = int32(cuda.threadIdx.x)
        pixel0 = int32(cuda.blockIdx.x) * ROWS
        n0 = int32(cuda.blockIdx.y) * columns
        pixels = batch * height * width

        # This thread fetches vector `vector` of pixels copy_row and copy_row + 64.
        vector = thread & 3
        copy_row = thread >> 2
        x_at = cuda.local.array(2, int64)
        for j in range(2):
            pixel = min(pixel0 + copy_row + 64 * j, pixels - 1)
            picture = ptx.quotient(pixel, height * width)
            rest = pixel - picture * (height * width)
            row = ptx.quotient(rest, width)
            col = rest - row * width
            x_at[j] = x + (int64(picture) * int64(x_plane) + int64(row * x_row + col)) * int64(
                channels * 4
            )
        # Exchanging groups of eight pixels by `vector` keeps its four writers on separate banks.
        x_slot = uint32((vector * 4 * X_STRIDE + (copy_row ^ (vector * 8))) * 4)
        w_row = thread // vectors_a_row
        w_col = thread % vectors_a_row
        w_rows = THREADS // vectors_a_row
        w_at = weight + (int64(w_row) * int64(columns_total) + int64(n0 + w_col * 4)) * 4
        w_slot = uint32(X_BYTES + (w_row * columns + w_col * 4) * 4)
        w_step = int64(columns_total) * 4

        k = vector * VECTOR
        tap = ptx.quotient(k, channels)
        channel = k - tap * channels
        tap_step = ptx.quotient(DEPTH, channels)
        channel_step = DEPTH - tap_step * channels

        acc = cuda.local.array(accumulators, float32)
        for i in range(accumulators):
            acc[i] = float32(0)
        row_at = uint32((thread >> 4) * 16)  # bytes: four pixels from (thread / 16) * 4
        col_at = uint32(X_BYTES + (thread & 15) * 16)

        slices = depth_total // DEPTH
        stage = uint32(0)
        for slice_index in range(-1, slices):
            more = slice_index + 1 < slices
            near = min(tap, taps - 1)  # behind the last tap the weights are zero
            shift = channel
            if taps == 9:
                down = (near * 11) >> 5
                shift = (down * x_row + near - 3 * down) * channels + channel
            p = (float32(0), float32(0), float32(0), float32(0))
            q = (float32(0), float32(0), float32(0), float32(0))
            w = cuda.local.array(8, float32)
            if more:
                p = ptx.load_4f32(x_at[0] + int64(shift) * 4)
                q = ptx.load_4f32(x_at[1] + int64(shift) * 4)
                for j in range(weight_passes):
                    v = ptx.load_4f32(w_at + int64(j * w_rows) * w_step)
                    w[4 * j] = v[0]
                    w[4 * j + 1] = v[1]
                    w[4 * j + 2] = v[2]
                    w[4 * j + 3] = v[3]
                w_at += DEPTH * w_step
                tap += tap_step
                channel += channel_step
                if channel >= channels:
                    channel -= channels
                    tap += 1
            if slice_index >= 0:
                at = base + stage
                for d in range(DEPTH):
                    swap = uint32(((d >> 2) * 8) * 4)
                    line = at + uint32(d * X_STRIDE * 4)
                    a = ptx.load_shared_4f32(line + (row_at ^ swap))
                    b = ptx.load_shared_4f32(line + ((row_at + uint32(256)) ^ swap))
                    w_line = at + uint32(d * columns * 4) + col_at
                    c = ptx.load_shared_4f32(w_line)
                    e = c
                    if halves == 2:
                        e = ptx.load_shared_4f32(w_line + uint32(256))
                    multiply(acc, a, b, c, e)
                stage = uint32(stage_bytes) - stage
            if more:
                at = base + stage
                for i in range(4):
                    ptx.store_shared_f32(at + x_slot + uint32(i * X_STRIDE * 4), p[i])
                    ptx.store_shared_f32(at + x_slot + uint32((i * X_STRIDE + 64) * 4), q[i])
                for j in range(weight_passes):
                    ptx.store_shared_4f32(
                        at + w_slot + uint32(j * w_rows * columns * 4),
                        w[4 * j], w[4 * j + 1], w[4 * j + 2], w[4 * j + 3],
                    )  # fmt: skip
            cuda.syncthreads()  # the next slice is in place; nobody writes where others still read

        for i in range(8):
            pixel = pixel0 + (thread >> 4) * 4 + (i >> 2) * 64 + (i & 3)
            picture = ptx.quotient(pixel, height * width)
            rest = pixel - picture * (height * width)
            row = ptx.quotient(rest, width)
            col = rest - row * width
            for half in range(halves):
                n = n0 + half * 64 + (thread & 15) * 4
                channel_at = n
                target = int64(picture) * int64(out_plane) + int64(row * out_row + col)
                stored = n < channels_out and pixel < pixels
                if upsample:
                    place = ptx.quotient(n, channels_out)
                    channel_at = n - place * channels_out
                    stored = place < 4 and pixel < pixels
                    target = int64(picture) * int64(out_plane) + int64(
                        (2 * row + (place >> 1)) * out_row + 2 * col + (place & 1)
                    )
                if stored:
                    at = i * per_thread + half * 4
                    v0 = acc[at] + bias[n]
                    v1 = acc[at + 1] + bias[n + 1]
                    v2 = acc[at + 2] + bias[n + 2]
                    v3 = acc[at + 3] + bias[n + 3]
                    if relu:
                        v0 = max(v0, float32(0))
                        v1 = max(v1, float32(0))
                        v2 = max(v2, float32(0))
                        v3 = max(v3, float32(0))
                    to = out + (target * int64(out_channels) + int64(channel_at)) * 4
                    ptx.store_4f32(to, v0, v1, v2, v3)

    return conv_float32_kernel
