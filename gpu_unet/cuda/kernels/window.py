"""Separable window means over small planes (box filter).

The vertical sums, down the columns, read global memory, where neighbouring threads read
neighbouring columns. The horizontal sums, along the rows, read a line in shared memory, with the
windows' ends on both sides:

    | radius |         SEGMENT pixels, one per thread         | radius |
             ^ thread tx sums lines[tx] .. lines[tx + 2 * radius]
"""

from __future__ import annotations

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.kernels.plane_numbers import MOMENTS

THREADS = 128
SEGMENT = 128  # pixels of a row that share a line in shared memory; the threads of a block
MOST_PLANES = MOMENTS  # the guided filter's


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1], int32)", threads=THREADS)
def box_columns_kernel(planes, out, radius):
    """One thread per value, a plane per blockIdx.y, a picture per blockIdx.z: vertical mean.

    planes, out: float32 (B, planes, h, w). The window is cut off at the picture's edges.
    """
    _, _, height, width = planes.shape
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    plane, n = cuda.blockIdx.y, cuda.blockIdx.z
    if beyond == 0:
        first, last = max(row - radius, 0), min(row + radius, height - 1)
        total = float32(0)
        for k in range(first, last + 1):
            total += planes[n, plane, k, col]
        out[n, plane, row, col] = total / float32(last - first + 1)


@device_function
def load_lines(planes, count, n, row, radius, lines):
    """Load a block's segment of a row of `count` planes, with the windows' ends, to shared memory.

    planes: float32 (B, count, h, w).  count: a compile-time constant, at most MOST_PLANES.
    lines: float32, `count` lines of SEGMENT + 2 * radius; 0 outside the picture. The caller
    synchronises before it reads them.
    """
    values = cuda.local.array(MOST_PLANES, float32)  # registers, as all indices are constants
    length = SEGMENT + 2 * radius
    left = int32(cuda.blockIdx.x) * int32(SEGMENT) - radius
    for i in range(int32(cuda.threadIdx.x), length, SEGMENT):
        x = left + i
        is_inside = x >= 0 and x < planes.shape[3]
        for plane in range(count):
            values[plane] = planes[n, plane, row, x] if is_inside else float32(0.0)
        # Two loops: all loads are issued before the first result is needed.
        for plane in range(count):
            lines[plane * length + i] = values[plane]


@device_function
def line_sum(lines, plane, tx, radius):
    """Sum of one line over the window of thread tx."""
    start = plane * (SEGMENT + 2 * radius) + tx
    total = float32(0.0)
    for i in range(start, start + 2 * radius + 1):
        total += lines[i]
    return total


@device_function
def inside(place, radius, size):
    """Pixels of the window around `place` that lie in [0, size)."""
    return min(place + radius + 1, size) - max(place - radius, 0)


def lines_bytes(count: int, radius: int) -> int:
    """Bytes of dynamic shared memory of `count` lines."""
    return 4 * count * (SEGMENT + 2 * radius)
