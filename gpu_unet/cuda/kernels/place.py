"""Where the thread of a simple float16 kernel works: eight channels of one pixel of one image."""

from __future__ import annotations

from numba import cuda, int32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import device_function

THREADS = 256  # of a block
VECTOR = 8  # channels of a thread: 16 bytes


@device_function
def place_of_thread(channels, height, columns):
    """(image, row, column, first channel), channels running fastest, then columns.

    Neighbouring threads then read neighbouring bytes. Threads behind the last image get a
    image number beyond it.
    """
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    vectors = channels // VECTOR
    rest = ptx.udiv(index, vectors)
    line = ptx.udiv(rest, columns)
    image = ptx.udiv(line, height)
    vector = index - rest * vectors
    return image, line - image * height, rest - line * columns, vector * VECTOR


@device_function
def address_of(base, image, plane, pixel, channels, channel):
    """Of a float16: `pixel` counts from the image's (0, 0) at `base`, over `plane` an image."""
    pixels = int64(image) * int64(plane) + int64(pixel)
    return base + (pixels * int64(channels) + int64(channel)) * 2
