"""Flip-test averaging: infer the picture and its mirror image, take the mean of both alphas.

    infer(x) -> alpha      turn_away: first = alpha, mirror x in place
    infer(x) -> alpha      turn_back: alpha[col] = mean(first[col], alpha[width - 1 - col]),
                                      mirror x back

Two networks of one model (`Weights.partner`) have the mean of their alphas taken, too: the mean by
their logits (0049). The alpha of a partner with a smaller input is enlarged on the way.

A thread owns a pixel and its mirror image, so both steps work in place: `first` is the only extra
memory. The definition is `reference.unet.look_twice`.
"""

from __future__ import annotations

from typing import Any

from numba import float32

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.resample import ends_of
from gpu_unet.cuda.kernels.scalars import mean_by_logits
from gpu_unet.cuda.kernels.small_planes import bilinear
from gpu_unet.cuda.launch import device_function, device_kernel, kernel_of_each_precision
from gpu_unet.kernels.scalars import NO_NUMBER

THREADS = 128


@device_function
def _swap(x, n, row, left, right):
    """Swap all channels of two pixels of a row; left, right: columns without border."""
    for c in range(x.shape[3]):
        value = x[n, row + 1, left + 1, c]
        x[n, row + 1, left + 1, c] = x[n, row + 1, right + 1, c]
        x[n, row + 1, right + 1, c] = value


@kernel_of_each_precision(
    "void({}[:,:,:,::1], float32[:,:,::1], float32[:,:,::1])", threads=THREADS
)
def turn_away_kernel(x, alpha, first):
    """One thread per pixel and its mirror: save the first alpha, mirror the network's input.

    x: float16 or float32 (B, h + 2, w + 2, channels), bordered, mirrored in place with all its
    channels. alpha: float32 (B, h, w), of the first inference. first: float32 (B, h, w), written.
    """
    batch, height, width = alpha.shape
    n, row, left = pixel_of_thread(THREADS, height, (width + 1) // 2)
    if n < batch:
        right = width - 1 - left
        first[n, row, left] = alpha[n, row, left]
        first[n, row, right] = alpha[n, row, right]
        _swap(x, n, row, left, right)


@kernel_of_each_precision(
    "void({}[:,:,:,::1], float32[:,:,::1], float32[:,:,::1])",
    threads=THREADS,
    fastmath=False,  # fastmath assumes that no value is NaN, which is what the mean tests
)
def turn_back_kernel(x, alpha, first):
    """One thread per pixel and its mirror: mean of both alphas; the input is mirrored back.

    x: float16 or float32 (B, h + 2, w + 2, channels), bordered, mirrored in place with all its
    channels. alpha: float32 (B, h, w), of the mirrored picture, replaced by the mean; NaN where
    either alpha is NaN or outside [0, 1]. first: float32 (B, h, w), from `turn_away_kernel`.
    """
    batch, height, width = alpha.shape
    n, row, left = pixel_of_thread(THREADS, height, (width + 1) // 2)
    if n < batch:
        right = width - 1 - left
        at_left = mean_by_logits(first[n, row, left], alpha[n, row, right])
        at_right = mean_by_logits(first[n, row, right], alpha[n, row, left])
        alpha[n, row, left] = at_left
        alpha[n, row, right] = at_right
        _swap(x, n, row, left, right)


@device_kernel("void(float32[:,:,::1], float32[:,:,::1])", threads=THREADS, fastmath=False)
def take_mean_kernel(alpha, other):
    """One thread per pixel: mean of the alphas of two networks.

    alpha, other: float32 (B, h, w); alpha becomes the mean, NaN as in `turn_back_kernel`.
    """
    batch, height, width = alpha.shape
    n, row, column = pixel_of_thread(THREADS, height, width)
    if n < batch:
        alpha[n, row, column] = mean_by_logits(alpha[n, row, column], other[n, row, column])


@device_function
def _is_alpha(value):
    """Whether a value is an alpha: in [0, 1], and a number."""
    return (value >= float32(0)) & (value <= float32(1))


@device_kernel("void(float32[:,:,::1], float32[:,:,::1])", threads=THREADS, fastmath=False)
def take_mean_across_sizes_kernel(alpha, other):
    """One thread per pixel of `alpha`: as `take_mean_kernel`, `other` resampled on the way.

        alpha = mean(alpha, bilinear(a, b, c, d)),   a to d: the neighbours of the pixel in `other`

    alpha: float32 (B, H, W), becomes the mean; NaN where it, or one of the four neighbours, is NaN
    or outside [0, 1]: between a neighbour above 1 and others the result can be a sound alpha.
    other: float32 (B, h, w), another size.
    """
    batch, height, width = alpha.shape
    n, row, column = pixel_of_thread(THREADS, height, width)
    if n < batch:
        up, down, down_share = ends_of(row, other.shape[1], height)
        left, right, right_share = ends_of(column, other.shape[2], width)
        a, b = other[n, up, left], other[n, up, right]
        c, d = other[n, down, left], other[n, down, right]
        theirs = bilinear(a, b, c, d, down_share, right_share)
        is_sound = _is_alpha(a) & _is_alpha(b) & _is_alpha(c) & _is_alpha(d)
        theirs = theirs if is_sound else float32(NO_NUMBER)
        alpha[n, row, column] = mean_by_logits(alpha[n, row, column], theirs)


def turn_away(x: Any, alpha: Any, first: Any, *, stream: Any) -> None:
    """Enqueue the step between the two inferences; arrays as in the kernels."""
    turn_away_kernel[x.dtype.name][_blocks(alpha), THREADS, stream](x, alpha, first)


def turn_back(x: Any, alpha: Any, first: Any, *, stream: Any) -> None:
    """Enqueue the step after the second inference; arrays as in the kernels."""
    turn_back_kernel[x.dtype.name][_blocks(alpha), THREADS, stream](x, alpha, first)


def take_mean(alpha: Any, other: Any, *, stream: Any) -> None:
    """Enqueue the mean of two networks' alphas; arrays as in the kernel for their sizes."""
    kernel = take_mean_kernel if alpha.shape == other.shape else take_mean_across_sizes_kernel
    batch, height, width = alpha.shape
    blocks = -(-batch * height * width // THREADS)
    kernel[blocks, THREADS, stream](alpha, other)


def _blocks(alpha: Any) -> int:
    batch, height, width = alpha.shape
    return -(-batch * height * -(-width // 2) // THREADS)
