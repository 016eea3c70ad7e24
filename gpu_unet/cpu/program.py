"""A network as a table of operations, and the one compiled function that runs it.

A table instead of one compiled function a network: any architecture runs with the same machine
code, so it is compiled once per computer and never again for another model or size.
"""

from __future__ import annotations

import numba
import numpy as np

from gpu_unet.cpu.kernels.conv import convolve
from gpu_unet.cpu.kernels.depthwise import convolve_depthwise
from gpu_unet.cpu.kernels.head import head_sigmoid
from gpu_unet.cpu.kernels.pool import max_pool_2x2
from gpu_unet.cpu.kernels.upsample import upsample_bilinear_2x
from gpu_unet.cpu.kernels.winograd import convolve_winograd

CONVOLVE, WINOGRAD, DEPTHWISE, POOL, BILINEAR, HEAD = range(6)

# One operation. All places and distances are floats of the arena; x is read, y is written.
OPERATION = np.dtype(
    [
        ("kind", np.int64),
        ("height", np.int64),  # of the loop over rows: y's, but x's for a transposed convolution
        ("width", np.int64),
        ("in_channels", np.int64),
        ("out_channels", np.int64),
        ("x", np.int64),  # the first float that the first pixel's window covers
        ("x_image", np.int64),
        ("x_row", np.int64),
        ("x_pixel", np.int64),
        ("y", np.int64),
        ("y_image", np.int64),
        ("y_row", np.int64),
        ("y_pixel", np.int64),
        ("rows", np.int64),  # of the window: 3 or 1
        ("length", np.int64),  # floats of one row of the window: its columns times in_channels
        ("phases", np.int64),  # 1; 4 for the four output pixels of a transposed 2x2 convolution
        ("phase_row", np.int64),  # distance in y between phase 0 and 2
        ("phase_pixel", np.int64),  # distance in y between phase 0 and 1
        ("weight", np.int64),
        ("bias", np.int64),
        ("zeros", np.int64),  # a bias of zeros
        ("scratch", np.int64),  # of thread 0
        ("scratch_floats", np.int64),  # of each thread
        ("lowest", np.float32),  # 0: ReLU; -inf: none
        ("split_channels", np.bool_),  # threads share out channels instead of rows
    ],
    align=True,
)


@numba.njit(nogil=True)
def run_part(arena, operation, images, part, parts):
    """One thread's share (`part` of `parts`) of one operation on `images` images."""
    kind = operation.kind
    if kind == CONVOLVE:
        convolve(arena, operation, images, part, parts)
    elif kind == WINOGRAD:
        convolve_winograd(arena, operation, images, part, parts)
    elif kind == DEPTHWISE:
        convolve_depthwise(arena, operation, images, part, parts)
    elif kind == POOL:
        max_pool_2x2(arena, operation, images, part, parts)
    elif kind == BILINEAR:
        upsample_bilinear_2x(arena, operation, images, part, parts)
    else:
        head_sigmoid(arena, operation, images, part, parts)


@numba.njit(parallel=True, nogil=True, cache=True)
def run_program(arena, program, images, threads):
    """Run every operation of `program` on the first `images` images, in order.

    Each thread computes one share of an operation; all wait for each other before the next.
    To be called by one thread of the process at a time (Numba's default threading layer aborts
    the process when two enter).

    Args:
        arena: float32, flat.
        program: `OPERATION` records.
        images: At most the batch size that the arena was planned for.
        threads: Number of shares, as set by `numba.set_num_threads`.
    """
    for index in range(program.size):
        for part in numba.prange(threads):
            run_part(arena, program[index], images, part, threads)
