"""Connected components: union-find over the runs of equal pixels in rows.

    row of alpha      . . # # # . . # # .         # solid (alpha > SOLID_ALPHA), . not
    labels            0 0 2 2 2 5 5 7 7 9         flat index of the run's first pixel

1. `label_kernel` labels each run; runs end at segment borders, so a block needs one segment only.
2. `unite_kernel` joins runs across rows and segment borders by atomic minimum.
3. `count_kernel` follows each run to its root, the smallest index of the component, and adds the
   run's size there.

A run is one node of the forest: trees stay shallow, and a run is counted by one atomic addition.
Solid pixels and the rest are labelled together: the components of the rest are holes, or the
outside.

Source: Komura 2015, "GPU-based cluster-labeling algorithm without the use of conventional
iteration", https://arxiv.org/abs/1407.2727 (uniting by atomic minimum).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32, int64

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.setting_parameters import CORE_ALPHA, SOLID_ALPHA

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 256
SEGMENT = 128  # pixels of a row that are labelled together; a run never crosses its border


@device_function
def _find_root(labels, n, index):
    """Root (smallest index) of a pixel's component; path halving on the way.

    Safe while other threads unite: a label is only ever replaced by another label of the same
    component, so a stale read or a late write still leads to the root.
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
    """Join the components of two pixels under the smaller root; safe while others do the same.

    It starts from the pixels' labels, so it changes labels of run starts only.
    """
    one = _find_root(labels, n, labels[n, one])
    other = _find_root(labels, n, labels[n, other])
    while one != other:
        high = max(one, other)
        low = min(one, other)
        # If `old` is not `high`, another thread has just joined `high` to `old`: unite that next.
        old = cuda.atomic.min(labels, (n, high), low)
        one = low
        other = low if old == high else _find_root(labels, n, old)


@device_kernel(
    "void(float32[:,:,::1], int32[:,::1], int32[:,::1], int32[:,::1], int32[:,::1], int32[:,::1], "
    "int32[:,::1], int32[:,::1], int32[:,::1], int64[::1])",
    threads=SEGMENT,
)
def label_kernel(
    alpha, labels, areas, extents, held, touches, oldest, lasted, rim, best
):  # fmt: skip
    """One thread per pixel, a block per row segment: label each pixel with its run's start.

    The start is the last run start at or before the pixel: a running maximum over `starts`, by
    an inclusive scan with doubling steps (Hillis and Steele 1986).
    alpha: float32 (B, h, w).  labels: int32 (B, h * w), written.
    areas, extents, held, touches, oldest, lasted, rim: int32 (B, h * w), best: int64 (B,), zeroed
    for the kernels that follow.
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
    cuda.syncthreads()  # all run starts are written
    step = int32(1)
    while step < SEGMENT:
        if tx >= step:
            start = max(start, starts[tx - step])
        cuda.syncthreads()  # all threads have read this round's values
        starts[tx] = start
        cuda.syncthreads()  # the next round's values are written
        step *= int32(2)
    if col < width:
        index = row * width + col
        labels[n, index] = row * width + start
        areas[n, index] = int32(0)
        extents[n, index] = int32(0)
        held[n, index] = int32(0)
        touches[n, index] = int32(0)
        oldest[n, index] = int32(0)
        lasted[n, index] = int32(0)
        rim[n, index] = int32(0)
        if index == 0:
            best[n] = int64(0)


@device_kernel("void(float32[:,:,::1], int32[:,::1])", threads=THREADS)
def unite_kernel(alpha, labels):
    """One thread per pixel: join its run with the runs above it.

    Solid pixels connect to eight neighbours, the others to four. Where two runs touch along
    several pixels only the first joins them; the pixel on the left has done it for the rest:

        row - 1     # # # #        only the pixel marked ^ unites
        row           # # #
                      ^
    alpha: float32 (B, h, w).  labels: int32 (B, h * w), from `label_kernel`.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < alpha.shape[0]:
        index = row * width + col
        level = float32(SOLID_ALPHA)
        solid = alpha[n, row, col] > level
        goes_on = col > 0 and (alpha[n, row, col - 1] > level) == solid
        if goes_on and col % SEGMENT == 0:
            _unite(labels, n, index, index - 1)  # one run, cut at a segment border
        if row > 0:
            if (alpha[n, row - 1, col] > level) == solid:
                if not (goes_on and (alpha[n, row - 1, col - 1] > level) == solid):
                    _unite(labels, n, index, index - width)
            elif solid:
                # The pixel above is not solid: diagonals, unless a neighbour in this row has them.
                if col > 0 and not goes_on and alpha[n, row - 1, col - 1] > level:
                    _unite(labels, n, index, index - width - 1)
                goes_on = col + 1 < width and alpha[n, row, col + 1] > level
                if col + 1 < width and not goes_on and alpha[n, row - 1, col + 1] > level:
                    _unite(labels, n, index, index - width + 1)


@device_function
def run_start(alpha, labels, n, row, col, index, solid):
    """Flat index of the first pixel of the pixel's run."""
    level = float32(SOLID_ALPHA)
    start = index
    if col % SEGMENT != 0 and (alpha[n, row, col - 1] > level) == solid:
        start = labels[n, index]
    return start


@device_function
def ends_run(alpha, n, row, col, solid):
    """Whether a pixel is the last of its run."""
    ends = col % SEGMENT == SEGMENT - 1 or col == alpha.shape[2] - 1
    if not ends:
        ends = (alpha[n, row, col + 1] > float32(SOLID_ALPHA)) != solid
    return ends


@device_kernel(
    "void(float32[:,:,::1], int32[:,::1], int32[:,::1], int32[:,::1], int32[:,::1])",
    threads=THREADS,
)
def count_kernel(alpha, labels, areas, extents, touches):
    """One thread per pixel; the last pixel of each run adds the run to its component.

    alpha: float32 (B, h, w).  labels: int32 (B, h * w); afterwards labels[labels[i]] is i's root.
    Written at the roots, int32 (B, h * w):
    areas: pixels of the component; of a solid one only its core (alpha of CORE_ALPHA and more).
    extents: pixels of a solid component.
    touches: 1 if the component touches the picture's border.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < alpha.shape[0]:
        index = row * width + col
        solid = alpha[n, row, col] > float32(SOLID_ALPHA)
        if ends_run(alpha, n, row, col, solid):
            start = run_start(alpha, labels, n, row, col, index, solid)
            # A thread writes its own run's label only: a shortcut written late to another run's
            # label could replace that run's root.
            root = labels[n, start]
            above = labels[n, root]
            while above != root:
                labels[n, start] = above  # a shortcut for other threads on the same path
                root = above
                above = labels[n, root]
            area = index - start + int32(1)
            if solid:  # the area of a solid component counts its core only
                cuda.atomic.add(extents, (n, root), area)
                area = int32(0)
                for x in range(start - row * width, col + 1):
                    if alpha[n, row, x] >= float32(CORE_ALPHA):
                        area += int32(1)
            cuda.atomic.add(areas, (n, root), area)
            at_side = start == row * width or col == width - 1
            if at_side or row == 0 or row == height - 1:
                touches[n, root] = int32(1)


def label_components(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue labelling and counting the components of `smoothed`, solid ones and the others.

    Afterwards labels[labels[i]] is the root of pixel i; the other arrays: see `label_kernel` and
    `count_kernel`.
    """
    batch, height, width = p.smoothed.shape
    grid = -(-batch * height * width // THREADS)
    segments = (-(-width // SEGMENT), height, batch)
    label_kernel[segments, SEGMENT, stream](
        p.smoothed, p.labels, p.component_areas, p.extents, p.held, p.touches, p.oldest, p.lasted,
        p.rim, p.best,
    )  # fmt: skip
    unite_kernel[grid, THREADS, stream](p.smoothed, p.labels)
    count_kernel[grid, THREADS, stream](
        p.smoothed, p.labels, p.component_areas, p.extents, p.touches
    )
