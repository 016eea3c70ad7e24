"""The work of a thread: some channels of one pixel of one image, or the pixel of a small plane.

    thread index = ((image * height + row) * columns + column) * items + item

so that neighbouring threads read neighbouring channels: loads coalesce.
"""

from __future__ import annotations

import operator

from numba import cuda, int32, int64, uint32

from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import device_function, is_simulated

THREADS = 256  # of a block
VECTOR = 8  # float16 channels of a thread: 16 bytes
# Numba divides in 64 bits, which the hardware emulates; `udiv` is 32-bit PTX. The simulator has no
# PTX.
divided = operator.floordiv if is_simulated() else ptx.udiv


@device_function
def item_of_thread(items, height, columns):
    """(image, row, column, item) of this thread, where a pixel has `items` items.

    Threads past the last image get an image number beyond it: the caller tests it.
    """
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    pixel = divided(index, int32(items))
    line = divided(pixel, int32(columns))
    image = divided(line, int32(height))
    return (
        image,
        line - image * int32(height),
        pixel - line * int32(columns),
        index - pixel * int32(items),
    )


@device_function
def place_of_thread(channels, height, columns):
    """(image, row, column, first channel) of this thread; an item is VECTOR float16 channels."""
    image, row, column, vector = item_of_thread(channels // VECTOR, height, columns)
    return image, row, column, vector * VECTOR


@device_function
def address_of(base, image, plane, pixel, channels, channel):
    """Address of a float16 value of an NHWC plane.

    base: address of channel 0 of pixel (0, 0) of image 0. plane: pixels of an image, border
    included. pixel: row * pixels_of_a_row + column.
    """
    pixels = int64(image) * int64(plane) + int64(pixel)
    return base + (pixels * int64(channels) + int64(channel)) * 2


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
