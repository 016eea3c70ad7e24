"""Which pixel a thread has where threads simply run through a batch of small planes."""

from __future__ import annotations

from numba import cuda, int32, uint32

from gpu_unet.cuda.launch import device_function


@device_function
def pixel_of_thread(threads, height, width):
    """(n, row, col) for blocks of `threads`; n is past the batch's end for threads past it.

    Without sign, which the compiler then divides in 32 bits: in 64, which sizes of arrays and
    Numba's products have, a division costs more than what it is for.
    """
    place = uint32(cuda.blockIdx.x * threads + cuda.threadIdx.x)
    row = uint32(place // uint32(width))  # counted through all pictures
    n = uint32(row // uint32(height))
    return int32(n), int32(row - n * uint32(height)), int32(place - row * uint32(width))
