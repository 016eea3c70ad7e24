"""Depthwise 3x3 or 5x5 convolution of stride 1 or 2 + bias + ReLU or ReLU6.

    out[y, x, c] = relu(bias[c] + sum over (ky, kx) of
                        weight[ky, kx, c] * in[stride y + ky - before, stride x + kx - before, c])

with before = `padding_of(side, stride)[0]`, the zeros before a row or column.

A thread has eight channels of a run of neighbouring pixels. Of each kernel row it keeps the weights
in registers, and each vector of 16 bytes that it reads, eight channels of one input pixel,
contributes to every output pixel of the run whose window has it:

    input pixels of a row     | c0 | c1 | c2 | c3 |      3x3, stride 1, a run of 2
    window of output 0        |--------------|
    window of output 1             |--------------|

The border is one pixel of zeros: what lies further out is read there. All threads have the same
role; there is no shared memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from numba import cuda, float32, int32, int64

from gpu_unet.architecture import RELU6_HIGHEST as HIGHEST
from gpu_unet.architecture import padding_of
from gpu_unet.cuda import ptx
from gpu_unet.cuda.kernels.place import (
    THREADS,
    VECTOR,
    address_of,
    divided,
    item_of_thread,
    place_of_thread,
)
from gpu_unet.cuda.launch import Kernel, device_function, device_kernel

# By stride, longest first: longer runs read less, shorter ones occupy more of the card. With
# stride 2 four windows span 11 columns, too many for the compiler to unroll: sums would leave the
# registers.
RUNS = {1: (4, 2, 1), 2: (2, 1)}


@dataclass(frozen=True, slots=True)
class DepthwiseTile:
    """What shapes the kernel.

    Attributes:
        side: Of the window: 3 or 5.
        stride: 1 or 2.
        run: Neighbouring output pixels of a thread, one of the stride's `RUNS`.
        relu6: Whether results above 6 become 6, as those of mobile encoders.
    """

    side: int
    stride: int
    run: int
    relu6: bool = True

    @classmethod
    def fitting(
        cls, *, side: int, stride: int, relu6: bool = True, lines: int, width: int, channels: int,
        threads: int,
    ) -> DepthwiseTile:  # fmt: skip
        """The longest run that still makes `threads` threads.

        Args:
            side, stride, relu6: Of the layer.
            lines: Output rows of all images.
            width: Output pixels of a row.
            channels: Of a pixel.
            threads: That keep the card busy.
        """
        tile = cls(side, stride, 1, relu6)
        for run in RUNS[stride]:
            tile = cls(side, stride, run, relu6)
            if tile.threads_for(lines=lines, width=width, channels=channels) >= threads:
                break
        return tile

    def threads_for(self, *, lines: int, width: int, channels: int) -> int:
        """Threads that compute `lines` rows."""
        return lines * -(-width // self.run) * (channels // VECTOR)


def make_depthwise(tile: DepthwiseTile) -> Kernel:
    """Make the float16 kernel for `tile`; one thread per eight channels of `tile.run` pixels.

    The kernel's arguments:
        x: address of float16 (B, stride * H + 2, stride * W + 2, channels), zero border.
        weight: address of float32 (side * side, channels). bias: address of float32 (channels,).
        out: address of pixel (0, 0) of float16 (B, H + 2, W + 2, channels), bordered.
        channels: a multiple of 8.
        batch, height, width: of the output's images without border, in pixels.
    """
    side, stride, run, relu6 = tile.side, tile.stride, tile.run, tile.relu6
    columns = (run - 1) * stride + side  # that the windows of a run span
    first = 1 - padding_of(side, stride)[0]  # of a window of pixel 0, counted from the border
    sums = run * VECTOR
    row_weights = side * VECTOR

    @device_function
    def load_eight(address, into, at):
        """Load eight float32 to `into[at:]`."""
        low = ptx.load_4f32(address)
        high = ptx.load_4f32(address + 16)
        for v in range(4):
            into[at + v] = low[v]
            into[at + 4 + v] = high[v]

    @device_kernel(
        "void(int64, int64, int64, int64, int32, int32, int32, int32)",
        threads=THREADS,
        made_from=tile,
    )
    def depthwise_kernel(x, weight, bias, out, channels, batch, height, width):
        runs = divided(width + (run - 1), int32(run))
        image, row, place, channel = place_of_thread(channels, height, runs)
        col0 = int32(place * run)
        if image < batch:
            x_rows = int32(stride * height + 2)
            x_row = int32(stride * width + 2)
            acc = cuda.local.array(sums, float32)
            w = cuda.local.array(row_weights, float32)
            load_eight(bias + int64(channel) * 4, w, 0)
            for i in range(run):
                for v in range(VECTOR):
                    acc[i * VECTOR + v] = w[v]
            w_at = weight + int64(channel) * 4
            for ky in range(side):
                for kx in range(side):
                    load_eight(w_at + int64(kx * channels) * 4, w, kx * VECTOR)
                w_at += int64(side * channels) * 4
                in_row = int32(min(max(stride * row + ky + first, 0), x_rows - 1))
                line = address_of(x, image, x_rows * x_row, in_row * x_row, channels, channel)
                for j in range(columns):
                    in_col = int32(min(max(stride * col0 + j + first, 0), x_row - 1))
                    p = ptx.load_4u32(line + int64(in_col * channels) * 2)
                    for half in range(4):
                        low = ptx.low_half(p[half])
                        high = ptx.high_half(p[half])
                        for i in range(run):
                            kx = j - i * stride
                            if kx >= 0 and kx < side:
                                at = i * VECTOR + 2 * half
                                acc[at] += low * w[kx * VECTOR + 2 * half]
                                acc[at + 1] += high * w[kx * VECTOR + 2 * half + 1]
            for i in range(sums):
                acc[i] = max(acc[i], float32(0))
                if relu6:
                    acc[i] = min(acc[i], float32(HIGHEST))
            out_row = width + 2
            out_plane = (height + 2) * out_row
            to = address_of(out, image, out_plane, row * out_row + col0, channels, channel)
            for i in range(run):
                if col0 + i < width:
                    at = i * VECTOR
                    ptx.store_4u32(
                        to + int64(i * channels) * 2,
                        ptx.pack_half2(acc[at], acc[at + 1]),
                        ptx.pack_half2(acc[at + 2], acc[at + 3]),
                        ptx.pack_half2(acc[at + 4], acc[at + 5]),
                        ptx.pack_half2(acc[at + 6], acc[at + 7]),
                    )

    return depthwise_kernel


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,::1], float32[::1], float32[:,:,:,::1], int32, int32, "
    "int32)",
    threads=THREADS,
)
def depthwise_float32_kernel(x, weight, bias, out, side, stride, relu6):
    """The same in float32, one thread per output value.

    x: float32 (B, stride * H + 2, stride * W + 2, C), zero border. weight: float32
    (side * side, C). bias: float32 (C,). out: float32 (B, H + 2, W + 2, C), bordered. relu6: 0 or
    1.
    """
    height, width, channels = out.shape[1] - 2, out.shape[2] - 2, out.shape[3]
    n, row, col, c = item_of_thread(channels, height, width)
    if n < out.shape[0]:
        first = 1 - ((side - stride) >> 1)  # see `padding_of`
        acc = bias[c]
        for ky in range(side):
            in_row = min(max(stride * row + ky + first, 0), x.shape[1] - 1)
            for kx in range(side):
                in_col = min(max(stride * col + kx + first, 0), x.shape[2] - 1)
                acc += x[n, in_row, in_col, c] * weight[ky * side + kx, c]
        acc = max(acc, float32(0))
        out[n, row + 1, col + 1, c] = min(acc, float32(HIGHEST)) if relu6 != 0 else acc
