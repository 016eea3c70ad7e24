"""Bilinear resampling of a network's input to its partner's size.

    rows     left = x[up] + down_share * (x[down] - x[up]), right likewise
    columns  out = left + right_share * (right - left)

Half-pixel centres, edges clamped. The definition is `reference.layers.resample_bilinear`.
"""

from __future__ import annotations

from typing import Any

from numba import float32, int32

from gpu_unet.cuda.kernels.place import THREADS, divided, item_of_thread
from gpu_unet.cuda.kernels.small_planes import bilinear
from gpu_unet.cuda.launch import device_function, kernel_of_each_precision


@device_function
def ends_of(index, size, out_size):
    """Between which samples of an axis of `size` lies sample `index` of one of `out_size`?

    The device's twin of `gpu_unet.resampling.axis_pairs`, in integers: a position in float32 would
    be off by up to 1e-4 of a sample at 1024.

        position = (index + 1/2) * size / out_size - 1/2
                 = ((2 * index + 1) * size - out_size) / (2 * out_size),   at least 0

    size, out_size: samples, at least 1; their product is below 2 ** 30.

    Returns:
        (low, high, share): the neighbours, and the weight of `high`, float32 in [0, 1).
    """
    step = int32(2 * out_size)
    position = int32(max((2 * index + 1) * size - out_size, 0))
    low = divided(position, step)
    share = float32(position - low * step) / float32(step)
    return low, min(low + 1, size - 1), share


@kernel_of_each_precision("void({0}[:,:,:,::1], {0}[:,:,:,::1])", threads=THREADS)
def resample_kernel(x, out):
    """One thread per output value; the border and the channels that `x` lacks are left alone.

    x: float16 or float32 (B, h + 2, w + 2, channels), bordered. out: of its dtype, (B, H + 2,
    W + 2, channels), bordered, another size and perhaps other channels, written.
    """
    height, width = out.shape[1] - 2, out.shape[2] - 2
    channels = min(x.shape[3], out.shape[3])
    n, row, col, c = item_of_thread(channels, height, width)
    if n < out.shape[0]:
        up, down, down_share = ends_of(row, x.shape[1] - 2, height)
        left, right, right_share = ends_of(col, x.shape[2] - 2, width)
        out[n, row + 1, col + 1, c] = bilinear(
            float32(x[n, up + 1, left + 1, c]),
            float32(x[n, up + 1, right + 1, c]),
            float32(x[n, down + 1, left + 1, c]),
            float32(x[n, down + 1, right + 1, c]),
            down_share,
            right_share,
        )


def resample(x: Any, out: Any, *, stream: Any) -> None:
    """Enqueue resampling of `x` to the size of `out`; arrays as in the kernel."""
    batch, rows, row, channels = out.shape
    values = batch * (rows - 2) * (row - 2) * min(x.shape[3], channels)
    resample_kernel[x.dtype.name][-(-values // THREADS), THREADS, stream](x, out)
