"""Specks fade, small and new holes are filled, one component is kept if asked.

Five launches with those of `components`, and two per frame of `holes`; three more per frame if
only the largest component is kept, because the choice hangs on the frame before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32, int64, uint8

from gpu_unet.cuda.kernels.components import SEGMENT, ends_run, label_components, run_start
from gpu_unet.cuda.kernels.holes import age_holes, newness
from gpu_unet.cuda.kernels.pixel import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import component_weight, hole_fill, snapped
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.cuda.parameters import FRAME_COUNT, FRESH, HOLE_AREA, SPECK_AREA
from gpu_unet.edge_parameters import SOLID_ALPHA

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 256
TILE_ROWS, TILE_COLUMNS = 8, 32  # of a block of `clean_kernel`: a warp reads whole lines
SCORE_STEP = 1 << 32  # a candidate is score * SCORE_STEP - index: the first of the best wins


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], float32[::1], uint8[:,::1], int32[:,::1])",
    threads=THREADS,
)
def hold_kernel(alpha, n, labels, params, chosen, held):
    """One thread per pixel of frame n; the last of a solid run counts its chosen pixels.

    chosen: uint8 (h, w), of the frame before.  held: int32 (B, h * w), at the roots.
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
    """One thread per pixel of frame n: the solid roots compete for the largest score.

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
    """Weight of the component with this root."""
    weight = component_weight(areas[n, root], extents[n, root], speck_area)
    if largest_only != 0 and (-best[n]) & int64(SCORE_STEP - 1) != int64(root):
        weight = float32(0.0)
    return weight


@device_function
def _hole_root(labels, touches, n, root, solid):
    """Root of the hole that a pixel is in, of a speck that which it lies in.

    What surrounds a component that touches no border lies left of its first pixel. One that does
    is handed back: `newness` of it is 0.
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
    """One thread per pixel, a block per segment of a row; frames from `first` on, one a blockIdx.z.

    chosen: uint8 (h, w), where the kept component lies; emptied by a fresh batch.
    weight, hole, wide: float32 (B, h, w), written: of components and of what is new in them;
    filling of holes and of what lies in new ones; the largest weight of the row within `reach`.
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
            if new > float32(0.0):  # as much as there is of the component around it
                root = labels[n, labels[n, place - 1]]
                around = _weight_of(n, root, areas, extents, best, largest_only, speck_area)
                value = max(value, new * around)
        line[i] = value
    cuda.syncthreads()  # the whole span is weighed before anyone looks around in it
    col = first_col + tx
    if col < width:
        own = line[tx + reach]
        most = own
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
    """One thread per pixel, a block per tile: fill holes, keep soft alpha near what is kept, snap.

    All float32 (B, h, w); the middle three from `weigh_kernel`.
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
    cuda.syncthreads()  # the whole tile is loaded before anyone looks around in it
    if row < height and col < width:
        value = alpha[n, row, col]
        share = weight[n, row, col]
        if not value > float32(SOLID_ALPHA):
            share = float32(0.0)
            for i in range(y, y + 2 * reach + 1):
                share = max(share, tile[i * TILE_COLUMNS + x])
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
    """Frames `first` to `first + count` of the batch."""
    _, height, width = p.smoothed.shape
    segments = (-(-width // SEGMENT), height, count)
    weigh_kernel[segments, SEGMENT, stream, 4 * (SEGMENT + 2 * reach)](
        p.smoothed, first, p.labels, p.component_areas, p.extents, p.touches, p.reset, p.oldest,
        p.lasted, p.rim, p.best, p.params, int(largest_only), reach, p.chosen, p.weight, p.hole,
        p.wide,
    )  # fmt: skip
