"""2x2 max-pooling, stride 2, for layers whose convolution kernel has no fused pooling.

Of each channel:

    out[y, x] = max(in[2 y, 2 x], in[2 y, 2 x + 1], in[2 y + 1, 2 x], in[2 y + 1, 2 x + 1])
"""

from __future__ import annotations

from numba import int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.kernels.place import THREADS, address_of, item_of_thread, place_of_thread
from gpu_unet.cuda.launch import device_kernel


@device_kernel(
    "void(int64, int64, int32, int32, int32, int32, int32, int32, int32, int32)", threads=THREADS
)
def max_pool_kernel(x, out, channels, batch, height, width, x_row, x_plane, x_channels, out_row):
    """One thread per output pixel and eight channels.

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
