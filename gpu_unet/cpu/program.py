"""A network as a table of operations, and the one compiled function that runs it.

Any architecture runs with the same machine code, which is compiled once per computer, not once per
model and size.

Every function that computes an operation takes the same arguments:

    arena      float32 (floats,)
    operation  one `OPERATION` record; places and distances are in floats
    chunk, chunks   int64, the share of the work: chunk 0 to chunks - 1
    thread     int64, only where scratch is needed: which thread's

It may be called by any thread, runs without the GIL, writes only its share of y and its thread's
scratch, and raises nothing.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.atomic import atomic_add, atomic_load, cpu_relax, sleep
from gpu_unet.cpu.compile import kept
from gpu_unet.cpu.kernels.conv import WIDE, convolve
from gpu_unet.cpu.kernels.expand_depthwise import expand_depthwise, expand_depthwise_chunks
from gpu_unet.cpu.kernels.simple_layers import head_sigmoid, max_pool_2x2, upsample_bilinear_2x
from gpu_unet.cpu.kernels.winograd import (
    convolve_winograd,
    winograd_chunks,
    winograd_input,
    winograd_output,
)

(
    CONVOLVE,
    WINOGRAD,
    WINOGRAD_INPUT,
    WINOGRAD_OUTPUT,
    EXPAND_DEPTHWISE,
    POOL,
    BILINEAR,
    HEAD,
) = range(8)

# One operation. All places and distances are floats of the arena; x is read, y is written.
OPERATION = np.dtype(
    [
        ("kind", np.int64),
        ("height", np.int64),  # of the loop over rows: y's, but x's for a transposed convolution
        ("width", np.int64),
        ("in_channels", np.int64),
        ("out_channels", np.int64),
        ("x", np.int64),  # the first float that the first pixel's window covers
        ("x_row", np.int64),
        ("x_step", np.int64),  # distance of windows below each other: `stride` rows
        ("x_pixel", np.int64),  # of a convolution: distance of windows beside each other
        ("y", np.int64),
        ("y_row", np.int64),
        ("y_pixel", np.int64),
        ("rows", np.int64),  # of the window: 1, 3 or 5
        ("length", np.int64),  # floats of one row of the window: its columns times in_channels
        ("phases", np.int64),  # 1; 4 for the four output pixels of a transposed 2x2 convolution
        ("phase_row", np.int64),  # distance in y between phase 0 and 2
        ("phase_pixel", np.int64),  # distance in y between phase 0 and 1
        ("stride", np.int64),
        ("added", np.int64),  # a plane of y's shape that is added to y; 0: none
        ("added_row", np.int64),
        ("added_pixel", np.int64),
        ("weight", np.int64),
        ("bias", np.int64),
        ("expand_weight", np.int64),  # of the 1x1 layer before a depthwise one; 0: there is none
        ("expand_bias", np.int64),
        ("zeros", np.int64),  # a bias of zeros, for Winograd's M
        (
            "v",
            np.int64,
        ),  # Winograd's V, the input transformed: of thread 0, or of the whole picture
        ("v_point", np.int64),  # distance of its 36 points
        ("m", np.int64),  # Winograd's M, the products of V and the weights, of thread 0
        ("scratch", np.int64),  # distance of one thread's scratch from the next thread's
        ("lowest", np.float32),  # 0: ReLU; -inf: none
        ("highest", np.float32),  # 6: ReLU6; inf: none
        ("split_channels", np.bool_),  # chunks are blocks of channels instead of rows
    ],
    align=True,
)

# Least chunks per thread of an operation that is shared out by rows: enough that other threads take
# over the share of a late one. Twice as many cost little at the atomic counter, too.
CHUNKS_PER_THREAD = 4
COUNTER_STEP = 8  # int64 values from counter to counter: a cache line each
# Spins of some 25 ns before a waiting thread sleeps: about the time of a chunk. A longer wait means
# that the system has preempted the other thread, for an encoder, say.
SPINS_BEFORE_SLEEP = 2000


# Multiply-accumulates of a part of a network that runs in parts: 2 to 8 ms on two cores of today,
# which is the longest that other work waits.
PART_MACS = 250e6


def cut_into_parts(program: npt.NDArray[np.void]) -> list[npt.NDArray[np.void]]:
    """Split `program` (`OPERATION` records) into views to be run in order."""
    parts, begin, macs = [], 0, 0.0
    for index, operation in enumerate(program):
        macs += count_macs(operation)
        if macs >= PART_MACS or index == program.size - 1:
            parts.append(program[begin : index + 1])
            begin, macs = index + 1, 0.0
    return parts


def count_macs(operation: np.void) -> float:
    """Estimated multiply-accumulates; operations that move data count 9 a value."""
    pixels = float(operation["height"]) * float(operation["width"])
    channels = float(operation["in_channels"])
    if operation["kind"] == CONVOLVE:
        window = float(operation["phases"] * operation["rows"] * operation["length"])
        return pixels * window * float(operation["out_channels"])
    if operation["kind"] in (WINOGRAD, WINOGRAD_OUTPUT):  # 36 for a tile of 16 pixels
        return pixels * channels * float(operation["out_channels"]) * 36 / 16
    if operation["kind"] == EXPAND_DEPTHWISE:
        wide = pixels * float(operation["out_channels"])
        expanded = channels if operation["expand_weight"] else 0.0
        return wide * (expanded * float(operation["stride"]) ** 2 + float(operation["rows"]) ** 2)
    return pixels * channels * 9


@numba.njit(nogil=True)
def count_chunks(operation, threads):
    """Number of chunks, of nearly equal work, of an operation for `threads` threads."""
    if operation.kind == WINOGRAD:
        return winograd_chunks(operation, threads)
    if operation.kind == EXPAND_DEPTHWISE:
        return expand_depthwise_chunks(operation, threads)
    if operation.split_channels:
        blocks = (operation.out_channels + WIDE - 1) // WIDE
        if operation.kind == CONVOLVE:
            return operation.phases * blocks
        # 5 blocks would keep one of two threads busy for 3: halve them.
        return blocks if blocks % threads == 0 else blocks * threads
    return row_chunks(operation.height, threads)


@numba.njit(nogil=True)
def row_chunks(rows, threads):
    """Number of chunks of `rows` rows that keeps the busiest thread busy for the fewest rows.

    Of two threads, 10 rows in 8 chunks would keep one busy for 6, in 10 chunks both for 5.
    """
    best, fewest = 0, 0
    for each in range(CHUNKS_PER_THREAD, 2 * CHUNKS_PER_THREAD + 1):
        chunks = min(rows, each * threads)
        busy = -(-chunks // threads) * -(-rows // chunks)
        if best == 0 or busy < fewest:
            best, fewest = chunks, busy
    return best


@numba.njit(nogil=True)
def run_chunk(arena, operation, chunk, chunks, thread):
    """Chunk `chunk` of `chunks` of one operation, with `thread`'s scratch."""
    kind = operation.kind
    if kind == WINOGRAD:
        convolve_winograd(arena, operation, chunk, chunks, thread)
    elif kind == WINOGRAD_INPUT:
        winograd_input(arena, operation, chunk, chunks)
    elif kind == WINOGRAD_OUTPUT:
        winograd_output(arena, operation, chunk, chunks, thread)
    elif kind == CONVOLVE:
        convolve(arena, operation, chunk, chunks)
    elif kind == EXPAND_DEPTHWISE:
        expand_depthwise(arena, operation, chunk, chunks, thread)
    elif kind == POOL:
        max_pool_2x2(arena, operation, chunk, chunks)
    elif kind == BILINEAR:
        upsample_bilinear_2x(arena, operation, chunk, chunks)
    else:
        head_sigmoid(arena, operation, chunk, chunks)


@numba.njit(nogil=True)
def _run_thread(arena, program, progress, thread, threads):
    """One thread's loop: take chunks of an operation until none is left, wait, next operation.

    Chunks are taken by an atomic counter (work stealing): a thread that the system wakes late, or
    preempts, delays the others by one chunk at most. The barrier counts finished chunks, not
    threads, so any number of threads in any order gives the right result.
    """
    for index in range(program.size):
        operation = program[index]
        taken = 2 * index * COUNTER_STEP
        done = taken + COUNTER_STEP
        chunks = count_chunks(operation, threads)
        chunk = atomic_add(progress, taken, 1)
        while chunk < chunks:
            run_chunk(arena, operation, chunk, chunks, thread)
            atomic_add(progress, done, 1)
            chunk = atomic_add(progress, taken, 1)
        # Barrier: the next operation reads what this one writes.
        waited = 0
        while atomic_load(progress, done) < chunks:
            cpu_relax()
            waited += 1
            if waited > SPINS_BEFORE_SLEEP:
                sleep()


@kept
@numba.njit(parallel=True, nogil=True)
def run_program(arena, program, progress, threads):
    """Run every operation of `program` in order.

    Threads are woken once for the whole program.

    Args:
        arena: float32, flat.
        program: `OPERATION` records.
        progress: int64, 2 * program.size * COUNTER_STEP; counts chunks taken and done.
        threads: As set by `numba.set_num_threads`; the arena holds scratch for that many.
    """
    progress[:] = 0
    for thread in numba.prange(threads):
        _run_thread(arena, program, progress, thread, threads)
