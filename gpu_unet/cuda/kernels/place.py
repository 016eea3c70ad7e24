"""Where the thread of a simple kernel works: some channels of one pixel of one image."""

from __future__ import annotations

import operator

from numba import cuda, int32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import device_function, is_simulated

THREADS = 256  # of a block
VECTOR = 8  # channels of a thread in float16: 16 bytes
# Numba's own division has 64 bits, which the hardware has to spell out; the simulator knows no PTX.
divided = operator.floordiv if is_simulated() else ptx.udiv


@device_function
def item_of_thread(items, height, columns):
    """(image, row, column, item) of a pixel with so many items, which run fastest, then columns.

    Threads behind the last image get an image number beyond it.
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
    """(image, row, column, first channel) of float16: neighbours read neighbouring bytes."""
    image, row, column, vector = item_of_thread(channels // VECTOR, height, columns)
    return image, row, column, vector * VECTOR


@device_function
def address_of(base, image, plane, pixel, channels, channel):
    """Of a float16: `pixel` counts from the image's (0, 0) at `base`, over `plane` an image."""
    pixels = int64(image) * int64(plane) + int64(pixel)
    return base + (pixels * int64(channels) + int64(channel)) * 2
