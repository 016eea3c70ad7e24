# type: ignore - device code: Numba has types of its own, which no checker knows
"""Connected figures: speckles fade, small holes are filled, one figure is kept if asked.

Union-find over the runs of equal pixels in rows: each run is one node, so that trees stay small
and a whole run is counted by one addition. Five launches; three more per frame if only the
largest figure is kept, because the choice hangs on the frame before.

Source: Komura 2015, "GPU-based cluster-labeling algorithm without the use of conventional
iteration", https://arxiv.org/abs/1407.2727 (uniting by atomic minimum).
"""

from __future__ import annotations

from typing import Any

from numba import cuda, float32, int32, int64, uint8

from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.cuda.parameters import FRAME_COUNT, FRESH, HOLE_AREA, SPECKLE_AREA
from gpu_unet.edge_parameters import SNAP, SOLID_ALPHA

THREADS = 256
SEGMENT = 128  # pixels of a row that are labelled together; a run never crosses its border
SCORE_STEP = 1 << 32  # a candidate is score * SCORE_STEP - index: the first of the best wins
SNAP_SCALE = 1.0 / (1.0 - 2.0 * SNAP)


@device_function
def _find_root(labels, n, index):
    """Smallest index of the component; the path is halved on the way.

    Safe beside other threads: a label only ever gives way to another of its own component, so
    one read late, or written back late, still leads to the root.
    """
    label = labels[n, index]
    while label != index:
        above = labels[n, label]
        if above != label:
            labels[n, index] = above
        index = label
        label = above
    return index


@device_function
def _unite(labels, n, one, other):
    """Join the components of two pixels under the smaller root; safe beside other threads.

    It starts from the pixels' labels: the label of a run's later pixel stays the run's start.
    """
    one = _find_root(labels, n, labels[n, one])
    other = _find_root(labels, n, labels[n, other])
    while one != other:
        high = max(one, other)
        low = min(one, other)
        # Not `high` if another thread has joined it to something meanwhile, which comes next.
        old = cuda.atomic.min(labels, (n, high), low)
        one = low
        other = low if old == high else _find_root(labels, n, old)


@device_kernel(
    "void(float32[:,:,::1], int32[:,::1], int32[:,::1], int32[:,::1], int32[:,::1], int64[::1])",
    threads=SEGMENT,
)
def label_kernel(alpha, labels, areas, held, touches, best):
    """One thread per pixel, a block per segment of a row: a pixel's label is its run's start.

    alpha: float32 (B, h, w).  labels: int32 (B, h * w), written.
    areas, held, touches: int32 (B, h * w), best: int64 (B,), emptied.
    """
    starts = cuda.shared.array(SEGMENT, int32)
    tx = int32(cuda.threadIdx.x)
    first = int32(cuda.blockIdx.x) * int32(SEGMENT)
    col = first + tx
    row = int32(cuda.blockIdx.y)
    n = int32(cuda.blockIdx.z)
    width = alpha.shape[2]
    start = first
    if tx > 0 and col < width:
        level = float32(SOLID_ALPHA)
        if (alpha[n, row, col] > level) != (alpha[n, row, col - 1] > level):
            start = col
    starts[tx] = start
    cuda.syncthreads()  # all starts are known before the last one on the left is looked for
    step = int32(1)
    while step < SEGMENT:
        if tx >= step:
            start = max(start, starts[tx - step])
        cuda.syncthreads()  # everyone has read before anyone overwrites
        starts[tx] = start
        cuda.syncthreads()  # this round is done before the next reads it
        step *= int32(2)
    if col < width:
        index = row * width + col
        labels[n, index] = row * width + start
        areas[n, index] = int32(0)
        held[n, index] = int32(0)
        touches[n, index] = int32(0)
        if index == 0:
            best[n] = int64(0)


@device_kernel("void(float32[:,:,::1], int32[:,::1])", threads=THREADS)
def unite_kernel(alpha, labels):
    """One thread per pixel: join its run with those above, where no pixel beside it does so.

    Solid pixels connect to eight neighbours, the others to four.
    alpha: float32 (B, h, w).  labels: int32 (B, h * w), from `label_kernel`.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    thread = int32(cuda.blockIdx.x) * int32(THREADS) + int32(cuda.threadIdx.x)
    n = thread // (height * width)
    index = thread - n * (height * width)
    if n < alpha.shape[0]:
        row = index // width
        col = index - row * width
        level = float32(SOLID_ALPHA)
        solid = alpha[n, row, col] > level
        goes_on = col > 0 and (alpha[n, row, col - 1] > level) == solid
        if goes_on and col % SEGMENT == 0:
            _unite(labels, n, index, index - 1)
        if row > 0:
            if (alpha[n, row - 1, col] > level) == solid:
                if not (goes_on and (alpha[n, row - 1, col - 1] > level) == solid):
                    _unite(labels, n, index, index - width)
            elif solid:
                if col > 0 and not goes_on and alpha[n, row - 1, col - 1] > level:
                    _unite(labels, n, index, index - width - 1)
                goes_on = col + 1 < width and alpha[n, row, col + 1] > level
                if col + 1 < width and not goes_on and alpha[n, row - 1, col + 1] > level:
                    _unite(labels, n, index, index - width + 1)


@device_function
def _run_start(alpha, labels, n, row, col, index, solid):
    """First pixel of the run of a pixel."""
    level = float32(SOLID_ALPHA)
    start = index
    if col % SEGMENT != 0 and (alpha[n, row, col - 1] > level) == solid:
        start = labels[n, index]
    return start


@device_function
def _ends_run(alpha, n, row, col, solid):
    """Whether a pixel is the last of its run."""
    ends = col % SEGMENT == SEGMENT - 1 or col == alpha.shape[2] - 1
    if not ends:
        ends = (alpha[n, row, col + 1] > float32(SOLID_ALPHA)) != solid
    return ends


@device_kernel("void(float32[:,:,::1], int32[:,::1], int32[:,::1], int32[:,::1])", threads=THREADS)
def count_kernel(alpha, labels, areas, touches):
    """One thread per pixel; the last of a run adds the run to its component.

    alpha: float32 (B, h, w).  labels: int32 (B, h * w); afterwards labels[labels[i]] is i's root.
    areas, touches: int32 (B, h * w), at the roots: pixels; 1 at the picture's border.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    thread = int32(cuda.blockIdx.x) * int32(THREADS) + int32(cuda.threadIdx.x)
    n = thread // (height * width)
    index = thread - n * (height * width)
    if n < alpha.shape[0]:
        row = index // width
        col = index - row * width
        solid = alpha[n, row, col] > float32(SOLID_ALPHA)
        if _ends_run(alpha, n, row, col, solid):
            start = _run_start(alpha, labels, n, row, col, index, solid)
            root = _find_root(labels, n, start)
            labels[n, start] = root
            cuda.atomic.add(areas, (n, root), index - start + int32(1))
            at_side = start == row * width or col == width - 1
            if at_side or row == 0 or row == height - 1:
                touches[n, root] = int32(1)


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], float32[::1], uint8[:,::1], int32[:,::1])",
    threads=THREADS,
)
def hold_kernel(alpha, n, labels, params, chosen, held):
    """One thread per pixel of frame n; the last of a figure's run counts the run's chosen pixels.

    chosen: uint8 (h, w), of the frame before.  held: int32 (B, h * w), at the roots.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    index = int32(cuda.blockIdx.x) * int32(THREADS) + int32(cuda.threadIdx.x)
    is_new = n == 0 and params[FRESH] > float32(0.0)
    if index < height * width and not is_new:
        row = index // width
        col = index - row * width
        solid = alpha[n, row, col] > float32(SOLID_ALPHA)
        if solid and _ends_run(alpha, n, row, col, solid):
            start = _run_start(alpha, labels, n, row, col, index, solid)
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
    """One thread per pixel of frame n: the figures' roots compete for the largest score.

    best: int64 (B,), 0 before: the winner's score * SCORE_STEP - its root.
    """
    index = int32(cuda.blockIdx.x) * int32(THREADS) + int32(cuda.threadIdx.x)
    width = alpha.shape[2]
    if index < alpha.shape[1] * width and labels[n, index] == index:
        row = index // width
        if alpha[n, row, index - row * width] > float32(SOLID_ALPHA):
            score = int64(areas[n, index] + held[n, index])
            cuda.atomic.max(best, n, score * int64(SCORE_STEP) - int64(index))


@device_function
def _figure_weight(alpha, n, row, col, root, area, best, largest_only, speckle_area):
    """Weight of a pixel's figure; 0 outside figures."""
    weight = float32(0.0)
    if alpha[n, row, col] > float32(SOLID_ALPHA):
        weight = float32(2.0) * float32(area) / speckle_area - float32(1.0)
        if largest_only != 0 and (-best[n]) & int64(SCORE_STEP - 1) != int64(root):
            weight = float32(0.0)
    return min(max(weight, float32(0.0)), float32(1.0))


@device_kernel(
    "void(float32[:,:,::1], int32, int32[:,::1], int32[:,::1], int32[:,::1], int64[::1], "
    "float32[::1], int32, int32, uint8[:,::1], float32[:,:,::1], float32[:,:,::1], "
    "float32[:,:,::1])",
    threads=SEGMENT,
)
def weigh_kernel(
    alpha, first, labels, areas, touches, best, params, largest_only, reach, chosen, weight, hole,
    wide,
):  # fmt: skip
    """One thread per pixel, a block per segment of a row; frames from `first` on, one a blockIdx.z.

    chosen: uint8 (h, w), where the kept figure lies; emptied by a fresh batch.
    weight, hole, wide: float32 (B, h, w), written: of figures; filling of holes; the largest
    weight of the row within `reach`.
    Dynamic shared memory: SEGMENT + 2 * reach float32.
    """
    line = cuda.shared.array(0, float32)
    tx = int32(cuda.threadIdx.x)
    first_col = int32(cuda.blockIdx.x) * int32(SEGMENT)
    row = int32(cuda.blockIdx.y)
    n = first + int32(cuda.blockIdx.z)
    width = alpha.shape[2]
    speckle_area = params[SPECKLE_AREA]
    for i in range(tx, SEGMENT + 2 * reach, SEGMENT):
        x = first_col + i - reach
        value = float32(0.0)
        if x >= 0 and x < width:
            root = labels[n, labels[n, row * width + x]]
            value = _figure_weight(
                alpha, n, row, x, root, areas[n, root], best, largest_only, speckle_area
            )
        line[i] = value
    cuda.syncthreads()  # the whole stretch is weighed before anyone looks around in it
    col = first_col + tx
    if col < width:
        own = line[tx + reach]
        most = own
        for i in range(tx, tx + 2 * reach + 1):
            most = max(most, line[i])
        root = labels[n, labels[n, row * width + col]]
        solid = alpha[n, row, col] > float32(SOLID_ALPHA)
        fill = float32(0.0)
        if not solid and touches[n, root] == 0:
            fill = float32(2.0) - float32(2.0) * float32(areas[n, root]) / params[HOLE_AREA]
        weight[n, row, col] = own
        hole[n, row, col] = min(max(fill, float32(0.0)), float32(1.0))
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
    """One thread per pixel: fill holes, keep soft alpha near kept figures only, snap.

    All float32 (B, h, w); the middle three from `weigh_kernel`.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    thread = int32(cuda.blockIdx.x) * int32(THREADS) + int32(cuda.threadIdx.x)
    n = thread // (height * width)
    index = thread - n * (height * width)
    if n < alpha.shape[0]:
        row = index // width
        col = index - row * width
        value = alpha[n, row, col]
        share = weight[n, row, col]
        if not value > float32(SOLID_ALPHA):
            share = float32(0.0)
            for y in range(max(row - reach, 0), min(row + reach + 1, height)):
                share = max(share, wide[n, y, col])
        for y in range(max(row - 1, 0), min(row + 2, height)):
            for x in range(max(col - 1, 0), min(col + 2, width)):
                value = max(value, hole[n, y, x])
        value = (value * share - float32(SNAP)) * float32(SNAP_SCALE)
        out[n, row, col] = min(max(value, float32(0.0)), float32(1.0))


def clean_figures(
    alpha: Any,
    params: Any,
    labels: Any,
    areas: Any,
    held: Any,
    touches: Any,
    best: Any,
    chosen: Any,
    weight: Any,
    hole: Any,
    wide: Any,
    out: Any,
    *,
    reach: int,
    largest_only: bool,
    stream: Any,
) -> None:
    """Enqueue labelling, weighing and cleaning of a batch; see `reference.matte.clean_figures`.

    Args:
        alpha: float32 (B, h, w) in [0, 1], smoothed.
        params: The batch's parameters on the device.
        labels: int32 (B, h * w), scratch.
        areas: int32 (B, h * w), scratch.
        held: int32 (B, h * w), scratch.
        touches: int32 (B, h * w), scratch.
        best: int64 (B,), scratch.
        chosen: uint8 (h, w), lives from batch to batch; only here is it written.
        weight: float32 (B, h, w), scratch.
        hole: float32 (B, h, w), scratch.
        wide: float32 (B, h, w), scratch.
        out: float32 (B, h, w), written.
        reach: How far soft alpha may lie from a figure, in pixels.
        largest_only: Keep one figure alone.
        stream: Where to enqueue.
    """
    batch, height, width = alpha.shape
    segments = -(-width // SEGMENT)
    grid = -(-height * width // THREADS)
    all_grid = -(-batch * height * width // THREADS)
    shared_bytes = 4 * (SEGMENT + 2 * reach)
    label_kernel[(segments, height, batch), SEGMENT, stream](
        alpha, labels, areas, held, touches, best
    )
    unite_kernel[all_grid, THREADS, stream](alpha, labels)
    count_kernel[all_grid, THREADS, stream](alpha, labels, areas, touches)
    if largest_only:
        for n in range(batch):
            hold_kernel[grid, THREADS, stream](alpha, n, labels, params, chosen, held)
            choose_kernel[grid, THREADS, stream](alpha, n, labels, areas, held, best)
            weigh_kernel[(segments, height), SEGMENT, stream, shared_bytes](
                alpha, n, labels, areas, touches, best, params, 1, reach, chosen, weight, hole, wide
            )
    else:
        weigh_kernel[(segments, height, batch), SEGMENT, stream, shared_bytes](
            alpha, 0, labels, areas, touches, best, params, 0, reach, chosen, weight, hole, wide
        )
    clean_kernel[all_grid, THREADS, stream](alpha, weight, hole, wide, reach, out)
