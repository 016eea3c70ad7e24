"""A second look: the network's input mirrored where it lies, and the mean of its two answers.

See `reference.second_look`. A thread has a pixel and the one that mirrors it, so that both
directions need no memory beside the first answer.
"""

from __future__ import annotations

from typing import Any

from numba import float32

from gpu_unet.cuda.kernels.pixel import pixel_of_thread
from gpu_unet.cuda.launch import device_function, device_kernel

THREADS = 128
NO_NUMBER = float("nan")


@device_function
def _swap(x, n, row, left, right):
    """All channels of two pixels of a row, counted inside of the border."""
    for c in range(x.shape[3]):
        value = x[n, row + 1, left + 1, c]
        x[n, row + 1, left + 1, c] = x[n, row + 1, right + 1, c]
        x[n, row + 1, right + 1, c] = value


@device_function
def _mean(one, other):
    """NaN where either is no number from 0 to 1: it must not hide behind a sound one."""
    is_sound = one >= float32(0.0) and one <= float32(1.0)
    if is_sound and other >= float32(0.0) and other <= float32(1.0):
        return (one + other) * float32(0.5)
    return float32(NO_NUMBER)


@device_function
def _turn_away(x, alpha, first):
    batch, height, width = alpha.shape
    n, row, left = pixel_of_thread(THREADS, height, (width + 1) // 2)
    if n < batch:
        right = width - 1 - left
        first[n, row, left] = alpha[n, row, left]
        first[n, row, right] = alpha[n, row, right]
        _swap(x, n, row, left, right)


@device_function
def _turn_back(x, alpha, first):
    batch, height, width = alpha.shape
    n, row, left = pixel_of_thread(THREADS, height, (width + 1) // 2)
    if n < batch:
        right = width - 1 - left
        at_left = _mean(first[n, row, left], alpha[n, row, right])
        at_right = _mean(first[n, row, right], alpha[n, row, left])
        alpha[n, row, left] = at_left
        alpha[n, row, right] = at_right
        _swap(x, n, row, left, right)


@device_kernel("void(float16[:,:,:,::1], float32[:,:,::1], float32[:,:,::1])", threads=THREADS)
def turn_away_float16_kernel(x, alpha, first):
    """One thread per pixel and its mirror: keep the first answer, mirror what the network reads.

    x: float16 (B, h + 2, w + 2, channels), bordered, mirrored in place with all its channels.
    alpha: float32 (B, h, w), the network's answer. first: float32 (B, h, w), written.
    """
    _turn_away(x, alpha, first)


@device_kernel("void(float32[:,:,:,::1], float32[:,:,::1], float32[:,:,::1])", threads=THREADS)
def turn_away_float32_kernel(x, alpha, first):
    """As `turn_away_float16_kernel` for the float32 network."""
    _turn_away(x, alpha, first)


@device_kernel(
    "void(float16[:,:,:,::1], float32[:,:,::1], float32[:,:,::1])",
    threads=THREADS,
    fastmath=False,  # it would take for granted that no value is NaN
)
def turn_back_float16_kernel(x, alpha, first):
    """One thread per pixel and its mirror: the mean of both answers, the input as it was.

    x: float16 (B, h + 2, w + 2, channels), bordered, mirrored in place with all its channels.
    alpha: float32 (B, h, w), the answer to the mirror image, replaced by the mean; NaN where either
    answer is no number in [0, 1]. first: float32 (B, h, w), from `turn_away_float16_kernel`.
    """
    _turn_back(x, alpha, first)


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,::1], float32[:,:,::1])", threads=THREADS, fastmath=False
)
def turn_back_float32_kernel(x, alpha, first):
    """As `turn_back_float16_kernel` for the float32 network."""
    _turn_back(x, alpha, first)


def turn_away(x: Any, alpha: Any, first: Any, *, stream: Any) -> None:
    """Enqueue what comes between the two inferences; arrays as in the kernels."""
    kernel = turn_away_float16_kernel if x.dtype == "float16" else turn_away_float32_kernel
    kernel[_blocks(alpha), THREADS, stream](x, alpha, first)


def turn_back(x: Any, alpha: Any, first: Any, *, stream: Any) -> None:
    """Enqueue what comes after the second; arrays as in the kernels."""
    kernel = turn_back_float16_kernel if x.dtype == "float16" else turn_back_float32_kernel
    kernel[_blocks(alpha), THREADS, stream](x, alpha, first)


def _blocks(alpha: Any) -> int:
    batch, height, width = alpha.shape
    return -(-batch * height * -(-width // 2) // THREADS)
