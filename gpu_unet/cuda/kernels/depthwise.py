"""Depthwise 3x3 convolution + bias + ReLU, float16 with float32 sums.

    out[y, x, c] = relu(bias[c] + sum over (ky, kx) of weight[ky, kx, c] * in[y + ky, x + kx, c])

A thread has eight channels of a run of four pixels. Each vector of 16 bytes that it reads
contributes to up to three of them:

    read       j = 0   1   2   3   4   5      three rows of these
    pixel 0        0   1   2                  kx = j - pixel
    pixel 1            0   1   2
    pixel 2                0   1   2
    pixel 3                    0   1   2
"""

from __future__ import annotations

from numba import cuda, float32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.kernels.place import (
    THREADS,
    VECTOR,
    address_of,
    item_of_thread,
    place_of_thread,
)
from gpu_unet.cuda.launch import device_kernel

RUN = 4  # neighbouring pixels of a thread: 18 vectors are read for 4 instead of 36
SUMS = RUN * VECTOR


@device_kernel(
    "void(int64, float32[::1], float32[::1], int64, int32, int32, int32, int32, int32, int32, "
    "int32, int32, int32, int32)",
    threads=THREADS,
)
def depthwise_kernel(
    x, weight, bias, out, channels, batch, height, width, x_row, x_plane, x_channels, out_row,
    out_plane, out_channels,
):  # fmt: skip
    """One thread per eight channels of four neighbouring pixels.

    x: address of pixel (0, 0) of the first image's *border*, channel 0; float16 NHWC.
    weight: float32 (9, channels). bias: float32 (channels,).
    out: address of pixel (0, 0), channel 0 of the first image, behind border and offset; float16.
    height, width: of input and output alike. The others: as in `max_pool_kernel`.
    """
    runs = ptx.udiv(width + (RUN - 1), RUN)
    image, row, run, channel = place_of_thread(channels, height, runs)
    col0 = run * RUN
    if image < batch:
        acc = cuda.local.array(SUMS, float32)
        for v in range(VECTOR):
            for i in range(RUN):
                acc[i * VECTOR + v] = bias[channel + v]
        for ky in range(3):
            x_line = address_of(x, image, x_plane, (row + ky) * x_row + col0, x_channels, channel)
            for j in range(RUN + 2):
                # The last run of a row may reach past it; the border ends at width + 1.
                j_in = min(j, width + 1 - col0)
                p = ptx.load_4u32(x_line + int64(j_in * x_channels) * 2)
                for half in range(4):
                    low = ptx.low_half(p[half])
                    high = ptx.high_half(p[half])
                    for i in range(RUN):
                        kx = j - i
                        if kx >= 0 and kx < 3:
                            w_at = (ky * 3 + kx) * channels + channel + 2 * half
                            acc[i * VECTOR + 2 * half] += low * weight[w_at]
                            acc[i * VECTOR + 2 * half + 1] += high * weight[w_at + 1]
        to = address_of(out, image, out_plane, row * out_row + col0, out_channels, channel)
        for i in range(RUN):
            if col0 + i < width:
                at = i * VECTOR
                ptx.store_4u32(
                    to + int64(i * out_channels) * 2,
                    ptx.pack_half2(max(acc[at], float32(0)), max(acc[at + 1], float32(0))),
                    ptx.pack_half2(max(acc[at + 2], float32(0)), max(acc[at + 3], float32(0))),
                    ptx.pack_half2(max(acc[at + 4], float32(0)), max(acc[at + 5], float32(0))),
                    ptx.pack_half2(max(acc[at + 6], float32(0)), max(acc[at + 7], float32(0))),
                )


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,::1], float32[::1], float32[:,:,:,::1])", threads=THREADS
)
def depthwise_float32_kernel(x, weight, bias, out):
    """The same in float32, one thread per output value.

    x, out: float32 (B, H + 2, W + 2, C), bordered. weight: float32 (9, C). bias: float32 (C,).
    """
    height, width, channels = out.shape[1] - 2, out.shape[2] - 2, out.shape[3]
    n, row, col, c = item_of_thread(channels, height, width)
    if n < out.shape[0]:
        acc = bias[c]
        for ky in range(3):
            for kx in range(3):
                acc += x[n, row + ky, col + kx, c] * weight[ky * 3 + kx, c]
        out[n, row + 1, col + 1, c] = max(acc, float32(0))
