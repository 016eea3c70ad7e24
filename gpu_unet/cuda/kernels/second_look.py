"""Flip-test averaging: infer the picture and its mirror image, take the mean of both alphas.

    infer(x) -> alpha      turn_away: first = alpha, mirror x in place
    infer(x) -> alpha      turn_back: alpha[col] = mean(first[col], alpha[width - 1 - col]),
                                      mirror x back

A thread owns a pixel and its mirror image, so both steps work in place: `first` is the only extra
memory. The definition is `reference.unet.look_twice`.
"""

from __future__ import annotations

from typing import Any

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import mean_by_logits
from gpu_unet.cuda.launch import device_function, kernel_of_each_precision

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


def turn_away(x: Any, alpha: Any, first: Any, *, stream: Any) -> None:
    """Enqueue the step between the two inferences; arrays as in the kernels."""
    turn_away_kernel[x.dtype.name][_blocks(alpha), THREADS, stream](x, alpha, first)


def turn_back(x: Any, alpha: Any, first: Any, *, stream: Any) -> None:
    """Enqueue the step after the second inference; arrays as in the kernels."""
    turn_back_kernel[x.dtype.name][_blocks(alpha), THREADS, stream](x, alpha, first)


def _blocks(alpha: Any) -> int:
    batch, height, width = alpha.shape
    return -(-batch * height * -(-width // 2) // THREADS)
