"""The pixel of a thread, for kernels with one thread per pixel of a batch of small planes."""

from __future__ import annotations

from numba import cuda, int32, uint32

from gpu_unet.cuda.launch import device_function


@device_function
def pixel_of_thread(threads, height, width):
    """(n, row, col) of the thread in blocks of `threads`; row-major over (B, height, width).

    n is B or more for threads past the batch's last pixel: the caller tests it.

    The division is unsigned 32-bit. Numba's products and array sizes are 64-bit, and a 64-bit
    division costs more than everything else in a typical small kernel.
    """
    place = uint32(cuda.blockIdx.x * threads + cuda.threadIdx.x)
    row = uint32(place // uint32(width))  # row within the whole batch
    n = uint32(row // uint32(height))
    return int32(n), int32(row - n * uint32(height)), int32(place - row * uint32(width))
