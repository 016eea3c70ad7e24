# type: ignore - device code: Numba has types of its own, which no checker knows
"""Where the thread of a simple float16 kernel works: eight channels of one pixel of one picture."""

from __future__ import annotations

from numba import cuda, int32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import device_function

THREADS = 256  # of a block
VECTOR = 8  # channels of a thread: 16 bytes


@device_function
def place_of_thread(channels, height, columns):
    """(picture, row, column, first channel), channels running fastest, then columns.

    Neighbouring threads then read neighbouring bytes. Threads behind the last picture get a
    picture number beyond it.
    """
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    vectors = channels // VECTOR
    rest = ptx.quotient(index, vectors)
    line = ptx.quotient(rest, columns)
    picture = ptx.quotient(line, height)
    vector = index - rest * vectors
    return picture, line - picture * height, rest - line * columns, vector * VECTOR


@device_function
def address_of(base, picture, plane, pixel, channels, channel):
    """Of a float16: `pixel` counts from the picture's (0, 0) at `base`, over `plane` a picture."""
    pixels = int64(picture) * int64(plane) + int64(pixel)
    return base + (pixels * int64(channels) + int64(channel)) * 2
