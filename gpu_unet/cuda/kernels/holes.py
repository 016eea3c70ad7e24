"""How old holes are: one that is born in a component must last before it is believed.

Two launches per frame, because its past is the frame before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32, uint8

from gpu_unet.cuda.kernels.components import ends_run, run_start
from gpu_unet.cuda.kernels.pixel import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import (
    new_hole_fill,
    next_age,
    past_age,
    past_in_hole,
    rim_side,
    solid_past,
)
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.cuda.parameters import FRAME_COUNT, FRAME_PARAMS, PARAM_COUNT, TICKS
from gpu_unet.edge_parameters import HOLE_TICKS, OUTSIDE, SOLID_ALPHA, WAS_SOLID

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 256


@device_function
def ticks_since(n, params):
    """Ticks between frame n, one within the batch's count, and the frame before it: int32."""
    return int32(params[PARAM_COUNT + n * FRAME_PARAMS + TICKS])


@device_function
def age_of_hole(n, root, reset, oldest, lasted, rim, params):
    """Age of the hole with this root, in ticks, 0 to HOLE_TICKS."""
    age = int32(HOLE_TICKS)
    if reset[n] == 0:
        earned = oldest[n, root] if rim[n, root] >= 0 else lasted[n, root]
        age = next_age(earned, ticks_since(n, params))
    return age


@device_function
def newness(n, root, touches, reset, oldest, lasted, rim, params):
    """How far a hole is filled for being new; 0 for the root of anything else."""
    new = float32(0.0)
    if touches[n, root] == 0:
        new = new_hole_fill(age_of_hole(n, root, reset, oldest, lasted, rim, params))
    return new


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], int32[:,::1], int32[::1], uint8[:,::1], "
    "int32[:,::1], int32[:,::1], int32[:,::1])",
    threads=THREADS,
)
def recall_kernel(alpha, n, labels, touches, reset, hole_age, oldest, lasted, rim):
    """One thread per pixel of frame n; the last of a hole's run gathers what was under the run.

    hole_age: uint8 (h, w), of the frame before.
    oldest, lasted, rim: int32 (B, h * w), 0 before, at the holes' roots: the oldest pixel; the
    oldest that was in a hole; sides to pixels that were solid, less RIM_DOUBT times the others.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    level = float32(SOLID_ALPHA)
    if beyond == 0 and reset[n] == 0 and not alpha[n, row, col] > level:
        index = row * width + col
        root = labels[n, labels[n, index]]
        # What touches no border has a pixel on every side.
        if touches[n, root] == 0 and ends_run(alpha, n, row, col, False):
            first = run_start(alpha, labels, n, row, col, index, False) - row * width
            most = int32(0)
            most_in_hole = int32(0)
            sides = int32(0)
            for x in range(first, col + 1):
                past = hole_age[row, x]
                most = max(most, past_age(past))
                most_in_hole = max(most_in_hole, past_in_hole(past))
                for beside in range(row - 1, row + 2, 2):
                    if alpha[n, beside, x] > level:
                        sides += rim_side(hole_age[beside, x])
            for beside in range(first - 1, col + 2, col + 2 - first):
                if alpha[n, row, beside] > level:
                    sides += rim_side(hole_age[row, beside])
            if most > 0:
                cuda.atomic.max(oldest, (n, root), most)
            if most_in_hole > 0:
                cuda.atomic.max(lasted, (n, root), most_in_hole)
            if sides != 0:
                cuda.atomic.add(rim, (n, root), sides)


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], int32[:,::1], int32[::1], int32[:,::1], "
    "int32[:,::1], int32[:,::1], float32[::1], uint8[:,::1])",
    threads=THREADS,
)
def remember_kernel(alpha, n, labels, touches, reset, oldest, lasted, rim, params, hole_age):
    """One thread per pixel of frame n: its past, for the next frame.

    reset: int32 (B,).  oldest, lasted, rim: int32 (B, h * w), from `recall_kernel`.
    hole_age: uint8 (h, w), replaced; a frame beyond the batch's count leaves it alone.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    if beyond == 0 and float32(n) < params[FRAME_COUNT]:
        value = int32(OUTSIDE)
        if alpha[n, row, col] > float32(SOLID_ALPHA):
            value = int32(WAS_SOLID)
            if reset[n] == 0:
                value = solid_past(hole_age[row, col], ticks_since(n, params))
        else:
            root = labels[n, labels[n, row * width + col]]
            if touches[n, root] == 0:
                value = age_of_hole(n, root, reset, oldest, lasted, rim, params)
        hole_age[row, col] = uint8(value)


def age_holes(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the ageing of a batch's holes, frame by frame; see `reference.matte.age_holes`.

    After `label_components`; `oldest`, `lasted` and `rim` are what `newness` reads.
    """
    batch, height, width = p.smoothed.shape
    grid = -(-height * width // THREADS)
    for n in range(batch):
        recall_kernel[grid, THREADS, stream](
            p.smoothed, n, p.labels, p.touches, p.reset, p.hole_age, p.oldest, p.lasted, p.rim
        )
        remember_kernel[grid, THREADS, stream](
            p.smoothed, n, p.labels, p.touches, p.reset, p.oldest, p.lasted, p.rim, p.params,
            p.hole_age,
        )  # fmt: skip
