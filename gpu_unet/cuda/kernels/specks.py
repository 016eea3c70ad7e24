"""Specks fade, small and new holes are filled, and on request one component is kept.

    weight of a component   0 .. 1 by the area of its core and by the core's share of it
    fill of a hole          1 .. 0 by its area, or by its age
    out = snap(max(alpha, fill nearby) * weight)

Soft pixels take the largest weight within `component_reach`: hair keeps its softness where it is
near a solid component. The maximum is separable: along the row in `weigh_kernel`, along the column
in `clean_kernel`.

A hole that appears inside a component has to last before it is opened. Each pixel carries a
counter, `hole_age`, from frame to frame, in ticks:

    in a hole            the hole's age, 0 to HOLE_TICKS
    solid                WAS_SOLID + what is left of its age, which falls by the ticks of each frame
    outside              OUTSIDE
    unknown              UNKNOWN_PAST

A hole inherits the largest age under it and grows older by the ticks since the frame before. The
rules and their reasons: `reference.matte.age_holes`.

Launches per batch: three of `components`, `weigh` and `clean`; per frame two of holes, one frame
after the other, since each reads what the last one wrote. If only the largest component is kept,
`hold`, `choose` and `weigh` run per frame, since the choice depends on the frame before.

Definition: `reference.matte.remove_specks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32, int64, uint8

from gpu_unet.cuda.kernels.components import SEGMENT, ends_run, label_components, run_start
from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import (
    component_weight,
    hole_fill,
    new_hole_fill,
    next_age,
    past_age,
    past_in_hole,
    rim_side,
    snapped,
    solid_past,
)
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.kernels.parameters import (
    FRAME_COUNT,
    FRAME_PARAMS,
    FRESH,
    HOLE_AREA,
    PARAM_COUNT,
    SPECK_AREA,
    TICKS,
)
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


TILE_ROWS, TILE_COLUMNS = 8, 32  # pixels of a block of `clean_kernel`; a warp reads a row of 32
# A candidate is score * SCORE_STEP - index: an atomic maximum finds the best score, and among equal
# ones the smallest index.
SCORE_STEP = 1 << 32


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], float32[::1], uint8[:,::1], int32[:,::1])",
    threads=THREADS,
)
def hold_kernel(alpha, n, labels, params, chosen, held):
    """One thread per pixel of frame n; the last pixel of a solid run counts the run's overlap.

    chosen: uint8 (h, w), 1 where the component lies that the frame before kept.
    held: int32 (B, h * w), added to at the roots: pixels of the component that lie there.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    is_new = n == 0 and params[FRESH] > float32(0.0)
    if beyond == 0 and not is_new:
        index = row * width + col
        solid = alpha[n, row, col] > float32(SOLID_ALPHA)
        if solid and ends_run(alpha, n, row, col, solid):
            start = run_start(alpha, labels, n, row, col, index, solid)
            before = int32(0)
            for x in range(start - row * width, col + 1):
                before += int32(chosen[row, x])
            if before > 0:
                cuda.atomic.add(held, (n, labels[n, labels[n, index]]), before)


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], int32[:,::1], int32[:,::1], int64[::1])",
    threads=THREADS,
)
def choose_kernel(alpha, n, labels, areas, held, best):
    """One thread per pixel of frame n: solid roots compete for the largest score, area + held.

    The overlap with the last choice counts once more, so two components of similar size do not
    take turns.
    best: int64 (B,), 0 before: the winner's score * SCORE_STEP - its root.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    index = row * width + col
    if beyond == 0 and labels[n, index] == index and alpha[n, row, col] > float32(SOLID_ALPHA):
        score = int64(areas[n, index] + held[n, index])
        cuda.atomic.max(best, n, score * int64(SCORE_STEP) - int64(index))


@device_function
def _weight_of(n, root, areas, extents, best, largest_only, speck_area):
    """Weight of the component with this root, in [0, 1]; 0 if another one was chosen."""
    weight = component_weight(areas[n, root], extents[n, root], speck_area)
    if largest_only != 0 and (-best[n]) & int64(SCORE_STEP - 1) != int64(root):
        weight = float32(0.0)
    return weight


@device_function
def _hole_root(labels, touches, n, root, solid):
    """Root of the hole that a pixel is in; of a speck inside a hole, that hole's root.

    The component around one that touches no border lies left of its first pixel. A solid component
    at the border has none: its own root is returned, for which `newness` is 0.
    """
    place = root
    if solid and touches[n, root] == 0:
        place = labels[n, labels[n, root - 1]]
    return place


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], int32[:,::1], int32[:,::1], int32[:,::1], "
    "int32[::1], int32[:,::1], int32[:,::1], int32[:,::1], int64[::1], float32[::1], int32, "
    "int32, uint8[:,::1], float32[:,:,::1], float32[:,:,::1], float32[:,:,::1])",
    threads=SEGMENT,
)
def weigh_kernel(
    alpha, first, labels, areas, extents, touches, reset, oldest, lasted, rim, best, params,
    largest_only, reach, chosen, weight, hole, wide,
):  # fmt: skip
    """Weights and fills: one thread per pixel, a block per row segment, a frame per blockIdx.z.

    The block first weighs its segment and `reach` pixels on both sides into shared memory, then
    each thread takes the maximum of its window. Frames start at `first`.
    chosen: uint8 (h, w), written: 1 where the kept component lies; cleared by a fresh batch.
    weight: float32 (B, h, w), written: of the pixel's component; of a new hole, that of the
    component around it.
    hole: float32 (B, h, w), written: fill of the hole that the pixel is in.
    wide: float32 (B, h, w), written: the largest weight of the row within `reach`.
    Dynamic shared memory: SEGMENT + 2 * reach float32.
    """
    line = cuda.shared.array(0, float32)
    tx = int32(cuda.threadIdx.x)
    first_col = int32(cuda.blockIdx.x) * int32(SEGMENT)
    row = int32(cuda.blockIdx.y)
    n = first + int32(cuda.blockIdx.z)
    width = alpha.shape[2]
    speck_area = params[SPECK_AREA]
    for i in range(tx, SEGMENT + 2 * reach, SEGMENT):
        x = first_col + i - reach
        value = float32(0.0)
        if x >= 0 and x < width:
            solid = alpha[n, row, x] > float32(SOLID_ALPHA)
            root = labels[n, labels[n, row * width + x]]
            if solid:
                value = _weight_of(n, root, areas, extents, best, largest_only, speck_area)
            place = _hole_root(labels, touches, n, root, solid)
            new = newness(n, place, touches, reset, oldest, lasted, rim, params)
            if new > float32(0.0):  # a new hole weighs as the component around it
                root = labels[n, labels[n, place - 1]]
                around = _weight_of(n, root, areas, extents, best, largest_only, speck_area)
                value = max(value, new * around)
        line[i] = value
    cuda.syncthreads()  # the segment and both ends are weighed
    col = first_col + tx
    if col < width:
        own = line[tx + reach]
        most = own  # the largest weight within `reach` along the row
        for i in range(tx, tx + 2 * reach + 1):
            most = max(most, line[i])
        root = labels[n, labels[n, row * width + col]]
        solid = alpha[n, row, col] > float32(SOLID_ALPHA)
        place = _hole_root(labels, touches, n, root, solid)
        fill = newness(n, place, touches, reset, oldest, lasted, rim, params)
        if not solid and touches[n, root] == 0:
            fill = max(fill, hole_fill(areas[n, root], params[HOLE_AREA]))
        weight[n, row, col] = own
        hole[n, row, col] = fill
        wide[n, row, col] = most
        if largest_only != 0:
            if float32(n) < params[FRAME_COUNT]:
                is_kept = solid and (-best[n]) & int64(SCORE_STEP - 1) == int64(root)
                chosen[row, col] = uint8(1) if is_kept else uint8(0)
        elif n == 0 and params[FRESH] > float32(0.0):
            chosen[row, col] = uint8(0)


@device_kernel(
    "void(float32[:,:,::1], float32[:,:,::1], float32[:,:,::1], float32[:,:,::1], int32, "
    "float32[:,:,::1])",
    threads=THREADS,
)
def clean_kernel(alpha, weight, hole, wide, reach, out):
    """One thread per pixel, a block per 8 x 32 tile: fill holes, apply weights, snap.

    The tile holds the row maxima of `reach` more rows above and below, for the vertical maximum.
    alpha, weight, hole, wide: float32 (B, h, w), the last three from `weigh_kernel`.
    out: float32 (B, h, w) in [0, 1], written.
    Dynamic shared memory: (TILE_ROWS + 2 * reach) * TILE_COLUMNS float32.
    """
    tile = cuda.shared.array(0, float32)
    height = alpha.shape[1]
    width = alpha.shape[2]
    x = int32(cuda.threadIdx.x) % int32(TILE_COLUMNS)
    y = int32(cuda.threadIdx.x) // int32(TILE_COLUMNS)
    col = int32(cuda.blockIdx.x) * int32(TILE_COLUMNS) + x
    row = int32(cuda.blockIdx.y) * int32(TILE_ROWS) + y
    n = int32(cuda.blockIdx.z)
    for i in range(y, TILE_ROWS + 2 * reach, TILE_ROWS):
        source = row + i - y - reach
        value = float32(0.0)
        if source >= 0 and source < height and col < width:
            value = wide[n, source, col]
        tile[i * TILE_COLUMNS + x] = value
    cuda.syncthreads()  # the tile with its halo rows is loaded
    if row < height and col < width:
        value = alpha[n, row, col]
        share = weight[n, row, col]
        if not value > float32(SOLID_ALPHA):
            # A soft pixel takes the largest weight within `reach`, here along the column.
            share = float32(0.0)
            for i in range(y, y + 2 * reach + 1):
                share = max(share, tile[i * TILE_COLUMNS + x])
        # A hole's fill spreads by one pixel, over its soft rim.
        for above in range(max(row - 1, 0), min(row + 2, height)):
            for beside in range(max(col - 1, 0), min(col + 2, width)):
                value = max(value, hole[n, above, beside])
        out[n, row, col] = snapped(value * share)


def remove_specks(p: CudaPlanes, *, largest_only: bool, stream: Any) -> None:
    """Enqueue labelling, weighing and cleaning of a batch; see `reference.matte.remove_specks`."""
    batch, height, width = p.smoothed.shape
    reach = p.fixed.component_reach
    label_components(p, stream=stream)
    age_holes(p, stream=stream)
    if largest_only:
        grid = -(-height * width // THREADS)
        for n in range(batch):
            hold_kernel[grid, THREADS, stream](p.smoothed, n, p.labels, p.params, p.chosen, p.held)
            choose_kernel[grid, THREADS, stream](
                p.smoothed, n, p.labels, p.component_areas, p.held, p.best
            )
            _weigh(p, n, 1, largest_only, reach, stream)
    else:
        _weigh(p, 0, batch, largest_only, reach, stream)
    tiles = (-(-width // TILE_COLUMNS), -(-height // TILE_ROWS), batch)
    tile_bytes = 4 * (TILE_ROWS + 2 * reach) * TILE_COLUMNS
    clean_kernel[tiles, THREADS, stream, tile_bytes](
        p.smoothed, p.weight, p.hole, p.wide, reach, p.alpha
    )


def _weigh(
    p: CudaPlanes, first: int, count: int, largest_only: bool, reach: int, stream: Any
) -> None:
    """Enqueue `weigh_kernel` for frames `first` to `first + count - 1` of the batch."""
    _, height, width = p.smoothed.shape
    segments = (-(-width // SEGMENT), height, count)
    weigh_kernel[segments, SEGMENT, stream, 4 * (SEGMENT + 2 * reach)](
        p.smoothed, first, p.labels, p.component_areas, p.extents, p.touches, p.reset, p.oldest,
        p.lasted, p.rim, p.best, p.params, int(largest_only), reach, p.chosen, p.weight, p.hole,
        p.wide,
    )  # fmt: skip
