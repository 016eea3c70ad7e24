"""Age of holes: a hole that appears inside a component has to last before it is opened.

Each pixel carries a counter, `hole_age`, from frame to frame, in ticks:

    in a hole            the hole's age, 0 to HOLE_TICKS
    solid                WAS_SOLID + what is left of its age, which falls by the ticks of each frame
    outside              OUTSIDE
    unknown              UNKNOWN_PAST

A hole inherits the largest age under it and grows older by the ticks since the frame before. Two
launches per frame, one frame after the other, since each reads what the last one wrote. The rules
and their reasons: `reference.matte.age_holes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32, uint8

from gpu_unet.cuda.kernels.components import ends_run, run_start
from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import (
    new_hole_fill,
    next_age,
    past_age,
    past_in_hole,
    rim_side,
    solid_past,
)
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.kernels.parameters import FRAME_COUNT, FRAME_PARAMS, PARAM_COUNT, TICKS
from gpu_unet.setting_parameters import HOLE_TICKS, OUTSIDE, SOLID_ALPHA, WAS_SOLID

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 256


@device_function
def ticks_since(n, params):
    """Ticks between frame n of the batch and the frame before it: int32."""
    return int32(params[PARAM_COUNT + n * FRAME_PARAMS + TICKS])


@device_function
def age_of_hole(n, root, reset, oldest, lasted, rim, params):
    """Age of the hole with this root, in ticks, 0 to HOLE_TICKS; HOLE_TICKS after a reset."""
    age = int32(HOLE_TICKS)
    if reset[n] == 0:
        earned = oldest[n, root] if rim[n, root] >= 0 else lasted[n, root]
        age = next_age(earned, ticks_since(n, params))
    return age


@device_function
def newness(n, root, touches, reset, oldest, lasted, rim, params):
    """How far a hole is filled for being new, in [0, 1]; 0 for a root that is no hole's."""
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
    """One thread per pixel of frame n; the last pixel of each run in a hole reduces the run.

    hole_age: uint8 (h, w), of the frame before.
    Reduced by atomics at the holes' roots, int32 (B, h * w), 0 before:
    oldest: the largest past age under the hole.
    lasted: the largest past age of pixels that were in a hole.
    rim: +1 for each side of the rim that was solid before, -RIM_DOUBT for each that was not. A
    negative sum says that the component around the hole is new, too.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    level = float32(SOLID_ALPHA)
    if beyond == 0 and reset[n] == 0 and not alpha[n, row, col] > level:
        index = row * width + col
        root = labels[n, labels[n, index]]
        # A component that touches no border has neighbours on every side: no bounds to check.
        if touches[n, root] == 0 and ends_run(alpha, n, row, col, False):
            first = run_start(alpha, labels, n, row, col, index, False) - row * width
            most = int32(0)
            most_in_hole = int32(0)
            sides = int32(0)
            # The run's pixels, and the rim above and below it.
            for x in range(first, col + 1):
                past = hole_age[row, x]
                most = max(most, past_age(past))
                most_in_hole = max(most_in_hole, past_in_hole(past))
                for beside in range(row - 1, row + 2, 2):
                    if alpha[n, beside, x] > level:
                        sides += rim_side(hole_age[beside, x])
            # The rim's pixels at both ends of the run.
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
    """One thread per pixel of frame n: write its counter for the next frame.

    reset: int32 (B,).  oldest, lasted, rim: int32 (B, h * w), from `recall_kernel`.
    hole_age: uint8 (h, w), replaced; frames past the batch's count leave it alone.
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

    Runs after `label_components`; `newness` reads the `oldest`, `lasted` and `rim` it leaves.
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
