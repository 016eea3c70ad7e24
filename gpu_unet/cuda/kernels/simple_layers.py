"""Layers without a choice of tiles: 2x2 max-pooling, head, bilinear upsampling.

Float16 kernels get addresses, float32 kernels whole arrays; see `gpu_unet.cuda.simple_layers`.
"""

from __future__ import annotations

import math

from numba import cuda, float32, int32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.kernels.place import THREADS, VECTOR, address_of, item_of_thread, place_of_thread
from gpu_unet.cuda.launch import device_function, device_kernel


@device_kernel(
    "void(int64, int64, int32, int32, int32, int32, int32, int32, int32, int32)", threads=THREADS
)
def max_pool_kernel(x, out, channels, batch, height, width, x_row, x_plane, x_channels, out_row):
    """2x2 max-pooling, stride 2, for layers whose convolution kernel has no fused pooling.

        out[y, x] = max(in[2 y, 2 x], in[2 y, 2 x + 1], in[2 y + 1, 2 x], in[2 y + 1, 2 x + 1])

    One thread per output pixel and eight channels.

    x: address of pixel (0, 0), channel 0 of the first image, behind border and offset; float16.
    out: the same address of float16 (B, height + 2, out_row, channels), bordered.
    channels: pooled channels, a multiple of 8. height, width: of the output, in pixels.
    x_row, x_plane, x_channels: pixels of an input row, of an image, channels of an input pixel.
    """
    image, row, col, channel = place_of_thread(channels, height, width)
    if image < batch:
        at = address_of(x, image, x_plane, 2 * row * x_row + 2 * col, x_channels, channel)
        right = int64(x_channels * 2)
        down = int64(x_row) * right
        a = ptx.load_4u32(at)
        b = ptx.load_4u32(at + right)
        c = ptx.load_4u32(at + down)
        d = ptx.load_4u32(at + down + right)
        out_plane = (height + 2) * out_row
        to = address_of(out, image, out_plane, row * out_row + col, channels, channel)
        ptx.store_4u32(
            to,
            ptx.max_half2(ptx.max_half2(a[0], b[0]), ptx.max_half2(c[0], d[0])),
            ptx.max_half2(ptx.max_half2(a[1], b[1]), ptx.max_half2(c[1], d[1])),
            ptx.max_half2(ptx.max_half2(a[2], b[2]), ptx.max_half2(c[2], d[2])),
            ptx.max_half2(ptx.max_half2(a[3], b[3]), ptx.max_half2(c[3], d[3])),
        )


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1])", threads=THREADS)
def max_pool_float32_kernel(x, out):
    """The same in float32, one thread per output value; pools the first C channels of `x`.

    x: float32 (B, 2 h + 2, 2 w + 2, at least C), bordered. out: float32 (B, h + 2, w + 2, C),
    bordered.
    """
    height, width, channels = out.shape[1] - 2, out.shape[2] - 2, out.shape[3]
    n, row, col, c = item_of_thread(channels, height, width)
    if n < out.shape[0]:
        upper = max(x[n, 2 * row + 1, 2 * col + 1, c], x[n, 2 * row + 1, 2 * col + 2, c])
        lower = max(x[n, 2 * row + 2, 2 * col + 1, c], x[n, 2 * row + 2, 2 * col + 2, c])
        out[n, row + 1, col + 1, c] = max(upper, lower)


@device_kernel("void(int64, float32[::1], float32[:,:,::1], int32, int32, int32)", threads=THREADS)
def head_sigmoid_kernel(x, head, alpha, channels, x_row, x_plane):
    """The network's head, a 1x1 convolution to one channel and the sigmoid: one thread per pixel.

        alpha[y, x] = 1 / (1 + exp(-(bias + sum over c of head[c] * in[y, x, c])))

    x: address of pixel (0, 0) of the first image, behind the border; float16, `channels` a pixel.
    head: float32 (channels + 1,): weights, then the bias.
    alpha: float32 (B, H, W), written, in [0, 1].
    channels: a multiple of 8.
    x_row, x_plane: pixels of an input row, of an image, border included.
    """
    batch, height, width = alpha.shape
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    line = ptx.udiv(index, int32(width))
    col = index - line * width
    image = ptx.udiv(line, int32(height))
    row = line - image * height
    if image < batch:
        at = x + (int64(image) * int64(x_plane) + int64(row * x_row + col)) * int64(channels * 2)
        logit = head[channels]
        for vector in range(channels // VECTOR):
            p = ptx.load_4u32(at + int64(vector * (VECTOR * 2)))
            for half in range(4):
                channel = vector * VECTOR + 2 * half
                logit += ptx.low_half(p[half]) * head[channel]
                logit += ptx.high_half(p[half]) * head[channel + 1]
        alpha[image, row, col] = float32(1) / (float32(1) + math.exp(-logit))


@device_kernel(
    "void(float32[:,:,:,::1], float32[::1], float32[:,:,::1])", threads=THREADS, fastmath=False
)
def head_sigmoid_float32_kernel(x, head, alpha):
    """The same in float32, one thread per pixel.

    x: float32 (B, H + 2, W + 2, C), bordered. head: float32 (C + 1,). alpha: float32 (B, H, W).
    """
    batch, height, width = alpha.shape
    n, row, col, _ = item_of_thread(1, height, width)
    if n < batch:
        channels = x.shape[3]
        logit = head[channels]
        for c in range(channels):
            logit += x[n, row + 1, col + 1, c] * head[c]
        alpha[n, row, col] = float32(1) / (float32(1) + math.exp(-logit))


@device_function
def _mix(a, b, c, d, right, down):
    """Interpolate four packed half2: `a`, `b` above, `c`, `d` below; right, down: weights."""
    low_a, high_a = ptx.low_half(a), ptx.high_half(a)
    low_c, high_c = ptx.low_half(c), ptx.high_half(c)
    low_ab = low_a + right * (ptx.low_half(b) - low_a)
    high_ab = high_a + right * (ptx.high_half(b) - high_a)
    low_cd = low_c + right * (ptx.low_half(d) - low_c)
    high_cd = high_c + right * (ptx.high_half(d) - high_c)
    return ptx.pack_half2(low_ab + down * (low_cd - low_ab), high_ab + down * (high_cd - high_ab))


@device_function
def _upsample(
    x, out, image, row, col, channel, out_channel, height, width, x_row, x_plane, x_channels,
    out_row, out_plane, out_channels,
):  # fmt: skip
    """Interpolate output pixel (row, col): eight channels from `channel` on, to `out_channel` on.

    Half-pixel centres, edges clamped; along rows and columns alike:

        input pixel        |     i - 1     |       i       |     i + 1     |
        output pixel       |       |       |  2 i  |2 i + 1|       |       |
        out[2 i]     = 1/4 in[i - 1] + 3/4 in[i]
        out[2 i + 1] = 3/4 in[i]     + 1/4 in[i + 1]

    The others: as in `upsample_bilinear_kernel`.
    """
    # Output pixel 2i lies a quarter left of input pixel i, 2i + 1 a quarter right of it.
    left = max((col - 1) >> 1, 0)
    above = max((row - 1) >> 1, 0)
    right = min((col + 1) >> 1, (width >> 1) - 1)
    below = min((row + 1) >> 1, (height >> 1) - 1)
    share_right = float32(0.25) if (col & 1) == 1 else float32(0.75)
    share_down = float32(0.25) if (row & 1) == 1 else float32(0.75)
    base = address_of(x, image, x_plane, 0, x_channels, channel)
    pixel = int64(x_channels * 2)
    a = ptx.load_4u32(base + int64(above * x_row + left) * pixel)
    b = ptx.load_4u32(base + int64(above * x_row + right) * pixel)
    c = ptx.load_4u32(base + int64(below * x_row + left) * pixel)
    d = ptx.load_4u32(base + int64(below * x_row + right) * pixel)
    to = address_of(out, image, out_plane, row * out_row + col, out_channels, out_channel)
    ptx.store_4u32(
        to,
        _mix(a[0], b[0], c[0], d[0], share_right, share_down),
        _mix(a[1], b[1], c[1], d[1], share_right, share_down),
        _mix(a[2], b[2], c[2], d[2], share_right, share_down),
        _mix(a[3], b[3], c[3], d[3], share_right, share_down),
    )


@device_kernel(
    "void(int64, int64, int32, int32, int32, int32, int32, int32, int32, int32, int32, int32)",
    threads=THREADS,
)
def upsample_bilinear_kernel(
    x, out, channels, batch, height, width, x_row, x_plane, x_channels, out_row, out_plane,
    out_channels,
):  # fmt: skip
    """One thread per output pixel and eight channels.

    x, out: addresses of pixel (0, 0), channel 0 of the first image, behind border and offset;
        float16 NHWC.
    height, width: of the output, both even. The others: as in `max_pool_kernel`.
    """
    image, row, col, channel = place_of_thread(channels, height, width)
    if image < batch:
        _upsample(
            x, out, image, row, col, channel, channel, height, width, x_row, x_plane, x_channels,
            out_row, out_plane, out_channels,
        )  # fmt: skip


@device_kernel(
    "void(int64, int64, int64, int32, int32, int32, int32, int32)",
    threads=THREADS,
)
def join_bilinear_kernel(x, skip, out, skip_channels, channels, batch, height, width):
    """Upsample, and copy the skip, which stands in front of the upsampled channels.

        out[y, x] = skip[y, x] ++ upsampled[y, x]

    One thread per output pixel and eight channels: of the skip, or upsampled.

    x, skip, out: addresses of pixel (0, 0) of the first image, behind the border; float16
        (B, height / 2 + 2, width / 2 + 2, channels), (B, height + 2, width + 2, skip_channels) and
        (B, height + 2, width + 2, skip_channels + channels).
    skip_channels, channels: multiples of 8. height, width: of the output, both even.
    """
    out_channels = skip_channels + channels
    image, row, col, channel = place_of_thread(out_channels, height, width)
    if image < batch:
        out_row = width + 2
        out_plane = (height + 2) * out_row
        if channel < skip_channels:
            pixel = row * out_row + col
            p = ptx.load_4u32(address_of(skip, image, out_plane, pixel, skip_channels, channel))
            to = address_of(out, image, out_plane, pixel, out_channels, channel)
            ptx.store_4u32(to, p[0], p[1], p[2], p[3])
        else:
            x_row = (width >> 1) + 2
            x_plane = ((height >> 1) + 2) * x_row
            _upsample(
                x, out, image, row, col, channel - skip_channels, channel, height, width, x_row,
                x_plane, channels, out_row, out_plane, out_channels,
            )  # fmt: skip


@device_function
def _upsampled(x, n, row, col, c):
    """Channel c of output pixel (row, col) of image n, from the bordered float32 plane x."""
    left = max((col - 1) >> 1, 0)
    above = max((row - 1) >> 1, 0)
    right = min((col + 1) >> 1, x.shape[2] - 3)
    below = min((row + 1) >> 1, x.shape[1] - 3)
    share_right = float32(0.25) if (col & 1) == 1 else float32(0.75)
    share_down = float32(0.25) if (row & 1) == 1 else float32(0.75)
    a = x[n, above + 1, left + 1, c]
    d = x[n, below + 1, left + 1, c]
    upper = a + share_right * (x[n, above + 1, right + 1, c] - a)
    lower = d + share_right * (x[n, below + 1, right + 1, c] - d)
    return upper + share_down * (lower - upper)


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1], int32)", threads=THREADS)
def upsample_bilinear_float32_kernel(x, out, first_channel):
    """The same in float32, one thread per output value.

    x: float32 (B, h + 2, w + 2, C), bordered. out: float32 (B, 2 h + 2, 2 w + 2, at least
    first_channel + C), bordered; channels from `first_channel` on are written.
    """
    height, width, channels = out.shape[1] - 2, out.shape[2] - 2, x.shape[3]
    n, row, col, c = item_of_thread(channels, height, width)
    if n < out.shape[0]:
        out[n, row + 1, col + 1, first_channel + c] = _upsampled(x, n, row, col, c)


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,:,::1])", threads=THREADS)
def join_bilinear_float32_kernel(x, skip, out):
    """As `join_bilinear_kernel` in float32, one thread per output value; bordered arrays."""
    height, width, channels = out.shape[1] - 2, out.shape[2] - 2, out.shape[3]
    n, row, col, c = item_of_thread(channels, height, width)
    if n < out.shape[0]:
        if c < skip.shape[3]:
            out[n, row + 1, col + 1, c] = skip[n, row + 1, col + 1, c]
        else:
            out[n, row + 1, col + 1, c] = _upsampled(x, n, row, col, c - skip.shape[3])
