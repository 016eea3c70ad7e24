"""Mattes in the place of the network's answer, and whether an answer that nobody composites is one.

See `reference.frames.alpha_of_matte` and `Engine.look_steps`.
"""

from __future__ import annotations

from typing import Any

from numba import float32, int32

from gpu_unet.cuda.kernels.pixel import pixel_of_thread
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.cuda.parameters import FRAME_COUNT

THREADS = 128


@device_kernel(
    "void(uint8[:,:,::1], float32[:,:,::1])",
    threads=THREADS,
    fastmath=False,  # its quotient of 255 and 255 may lie beyond 1, which is no alpha
)
def take_mattes_kernel(mattes, alpha):
    """One thread per small pixel. mattes: uint8 (B, h, w). alpha: float32 (B, h, w), written."""
    batch, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        alpha[n, row, col] = float32(mattes[n, row, col]) / float32(255.0)


@device_kernel("void(int32[::1])", threads=1)
def empty_faults_kernel(faults):
    """One thread. faults: int32 (1,), emptied of what an earlier batch has left there."""
    faults[0] = int32(0)


@device_kernel(
    "void(float32[:,:,::1], float32[::1], int32[::1])",
    threads=THREADS,
    fastmath=False,  # it would take for granted that no value is NaN
)
def find_faults_kernel(alpha, params, faults):
    """One thread per small pixel.

    alpha: float32 (B, h, w). faults: int32 (1,), set to 1 if a pixel of a frame within the batch's
    count is no number in [0, 1], else left alone.
    """
    _, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if float32(n) < params[FRAME_COUNT]:
        value = alpha[n, row, col]
        if not (value >= float32(0.0) and value <= float32(1.0)):
            faults[0] = int32(1)  # whoever comes last: all write the same


def take_mattes(mattes: Any, alpha: Any, *, stream: Any) -> None:
    """Enqueue the taking of mattes for the network's answer; arrays as in the kernel."""
    take_mattes_kernel[_blocks(alpha), THREADS, stream](mattes, alpha)


def find_faults(alpha: Any, params: Any, faults: Any, *, stream: Any) -> None:
    """Enqueue what `smooth_over_time` does for batches that go on: `faults` is 0 or 1 after it."""
    empty_faults_kernel[1, 1, stream](faults)
    find_faults_kernel[_blocks(alpha), THREADS, stream](alpha, params, faults)


def _blocks(alpha: Any) -> int:
    return -(-alpha.size // THREADS)
