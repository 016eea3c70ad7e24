"""A network as a table of operations, and the one compiled function that runs it.

A table instead of one compiled function a network: any architecture runs with the same machine
code, so it is compiled once per computer and never again for another model or size.

Every function that computes an operation takes the same: `arena`, float32 (floats,); `operation`,
one `OPERATION` record, whose places and distances are in floats; `images`, int64, how many of the
batch; `chunk` of `chunks`, int64, the share of the work. It may be called by any thread, runs
without the GIL, writes only its share of y and its thread's scratch, and raises nothing.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.atomic import atomic_add, atomic_load, cpu_relax, sleep
from gpu_unet.cpu.compile import kept
from gpu_unet.cpu.kernels.conv import WIDE, convolve
from gpu_unet.cpu.kernels.depthwise import convolve_depthwise
from gpu_unet.cpu.kernels.head import head_sigmoid
from gpu_unet.cpu.kernels.pool import max_pool_2x2
from gpu_unet.cpu.kernels.upsample import upsample_bilinear_2x
from gpu_unet.cpu.kernels.winograd import (
    convolve_winograd,
    winograd_chunks,
    winograd_input,
    winograd_output,
)

CONVOLVE, WINOGRAD, WINOGRAD_INPUT, WINOGRAD_OUTPUT, DEPTHWISE, POOL, BILINEAR, HEAD = range(8)

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
        ("zeros", np.int64),  # a bias of zeros, for Winograd's M
        ("v", np.int64),  # Winograd's V, the input transformed: of thread 0, or of the whole batch
        ("v_point", np.int64),  # distance of its 36 points
        ("m", np.int64),  # Winograd's M, the products of V and the weights, of thread 0
        ("scratch", np.int64),  # distance of one thread's scratch from the next thread's
        ("lowest", np.float32),  # 0: ReLU; -inf: none
        ("split_channels", np.bool_),  # chunks are blocks of channels instead of rows
    ],
    align=True,
)

# Chunks per thread of an operation that is shared out by rows: enough that a thread which starts
# late or is held up leaves its share to the others, few enough that each is worth the asking.
CHUNKS_PER_THREAD = 4
# Each counter has a cache line of its own.
COUNTER_STEP = 8
# Rounds of spinning, some 25 nanoseconds each, before the core is left to other threads: about as
# long as a chunk takes, unless the system has stopped its thread to run an encoder, say.
SPINS_BEFORE_SLEEP = 2000


# A network that need not be done in one go is cut into parts of about so many multiply-accumulates:
# 2 to 8 ms on two cores of today, so that whoever waits for its turn waits no longer than that.
PART_MACS = 250e6


def cut_into_parts(program: npt.NDArray[np.void]) -> list[npt.NDArray[np.void]]:
    """Pieces of `program` (`OPERATION` records), to be run in order; views."""
    parts, begin, macs = [], 0, 0.0
    for index, operation in enumerate(program):
        macs += count_macs(operation)
        if macs >= PART_MACS or index == program.size - 1:
            parts.append(program[begin : index + 1])
            begin, macs = index + 1, 0.0
    return parts


def count_macs(operation: np.void) -> float:
    """Multiply-accumulates of one image, roughly: what only moves data counts as a few."""
    pixels = float(operation["height"]) * float(operation["width"])
    channels = float(operation["in_channels"])
    if operation["kind"] == CONVOLVE:
        window = float(operation["phases"] * operation["rows"] * operation["length"])
        return pixels * window * float(operation["out_channels"])
    if operation["kind"] in (WINOGRAD, WINOGRAD_OUTPUT):  # 36 for a tile of 16 pixels
        return pixels * channels * float(operation["out_channels"]) * 36 / 16
    return pixels * channels * 9


@numba.njit(nogil=True)
def count_chunks(operation, images, threads):
    """Into how many chunks, of nearly equal work, an operation is cut for `threads` threads."""
    if operation.kind == WINOGRAD:
        return winograd_chunks(operation, images, threads)
    if operation.split_channels:
        blocks = (operation.out_channels + WIDE - 1) // WIDE
        if operation.kind == CONVOLVE:
            return operation.phases * blocks
        # 5 blocks would keep one of two threads busy for 3: halve them.
        return blocks if blocks % threads == 0 else blocks * threads
    return min(images * operation.height, CHUNKS_PER_THREAD * threads)


@numba.njit(nogil=True)
def run_chunk(arena, operation, images, chunk, chunks, thread):
    """Chunk `chunk` of `chunks` of one operation on `images` images, with `thread`'s scratch."""
    kind = operation.kind
    if kind == WINOGRAD:
        convolve_winograd(arena, operation, images, chunk, chunks, thread)
    elif kind == WINOGRAD_INPUT:
        winograd_input(arena, operation, images, chunk, chunks)
    elif kind == WINOGRAD_OUTPUT:
        winograd_output(arena, operation, images, chunk, chunks, thread)
    elif kind == CONVOLVE:
        convolve(arena, operation, images, chunk, chunks)
    elif kind == DEPTHWISE:
        convolve_depthwise(arena, operation, images, chunk, chunks)
    elif kind == POOL:
        max_pool_2x2(arena, operation, images, chunk, chunks)
    elif kind == BILINEAR:
        upsample_bilinear_2x(arena, operation, images, chunk, chunks)
    else:
        head_sigmoid(arena, operation, images, chunk, chunks)


@numba.njit(nogil=True)
def _run_thread(arena, program, progress, images, thread, threads):
    """What one thread does: of every operation the chunks that no other thread has taken.

    Whoever is there does the work: a thread that the system wakes late, or stops in between,
    delays the others by one chunk at most. Nobody waits for a thread that has not begun, so this
    is right whatever order or number of threads Numba really runs.
    """
    for index in range(program.size):
        operation = program[index]
        taken = 2 * index * COUNTER_STEP
        done = taken + COUNTER_STEP
        chunks = count_chunks(operation, images, threads)
        chunk = atomic_add(progress, taken, 1)
        while chunk < chunks:
            run_chunk(arena, operation, images, chunk, chunks, thread)
            atomic_add(progress, done, 1)
            chunk = atomic_add(progress, taken, 1)
        # The next operation reads what this one writes.
        waited = 0
        while atomic_load(progress, done) < chunks:
            cpu_relax()
            waited += 1
            if waited > SPINS_BEFORE_SLEEP:
                sleep()


@kept
@numba.njit(parallel=True, nogil=True)
def run_program(arena, program, progress, images, threads):
    """Run every operation of `program` on the first `images` images, in order.

    To be called by one thread of the process at a time (Numba's workqueue threading layer aborts
    the process when two enter). Threads are woken once for the whole program.

    Args:
        arena: float32, flat.
        program: `OPERATION` records.
        progress: int64, 2 * program.size * COUNTER_STEP; counts chunks taken and done.
        images: At most the batch size that the arena was planned for.
        threads: As set by `numba.set_num_threads`; the arena holds scratch for so many.
    """
    progress[:] = 0
    for thread in numba.prange(threads):
        _run_thread(arena, program, progress, images, thread, threads)
