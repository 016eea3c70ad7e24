"""Temporal smoothing: alpha is averaged with its past where the picture stands still.

    kept = kept + share * (new - kept),   share = keep_still .. 1 by the motion around the pixel

Two launches per frame: `change_kernel` compares the frame with the kept picture, `smooth_kernel`
updates alpha and picture by the same share. Frames of a batch follow one another, since each is
compared with what the last one left. Definition: `reference.matte.smooth_over_time`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.scalars import new_share
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.kernels.parameters import (
    FRAME_COUNT,
    FRAME_PARAMS,
    FRESH,
    KEEP_STILL,
    MOTION_HIGH,
    MOTION_LOW,
    PARAM_COUNT,
)
from gpu_unet.setting_parameters import SCENE_CUT

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 256
PIXELS = 4  # of a thread of `change_kernel`: fewer partial sums for each block of the next kernel
TILE_ROWS, TILE_COLUMNS = 8, 32  # pixels of a block of `smooth_kernel`; a warp reads a row of 32
# The motion of a pixel is the largest of 3x3 means of 3x3 changes: a halo of two pixels for the
# changes, of one for the means.
CHANGE_ROWS, CHANGE_COLUMNS = TILE_ROWS + 4, TILE_COLUMNS + 4
MEAN_ROWS, MEAN_COLUMNS = TILE_ROWS + 2, TILE_COLUMNS + 2
CUT_LEVEL = 3.0 * SCENE_CUT  # mean per pixel of the change summed over three planes


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,::1], int32, float32[:,::1], float32[::1], int32[::1])",
    threads=THREADS,
)
def change_kernel(planes, kept_planes, n, change, partial, faults):
    """Difference of frame n to the kept picture; a block takes PIXELS * THREADS pixels.

    planes: float32 (B, 3, h, w).  kept_planes: float32 (3, h, w).
    change: float32 (h, w), written: the largest difference of the three planes.
    partial: float32 (blocks,), written: each block's sum of all differences.
    faults: int32 (1,), set to 0 at the batch's first frame.
    """
    sums = cuda.shared.array(THREADS, float32)
    tx = int32(cuda.threadIdx.x)
    width = change.shape[1]
    size = change.shape[0] * width
    own = float32(0.0)
    for part in range(PIXELS):
        index = (int32(cuda.blockIdx.x) * int32(PIXELS) + part) * int32(THREADS) + tx
        if index < size:
            row = index // width
            col = index - row * width
            a = abs(planes[n, 0, row, col] - kept_planes[0, row, col])
            b = abs(planes[n, 1, row, col] - kept_planes[1, row, col])
            c = abs(planes[n, 2, row, col] - kept_planes[2, row, col])
            change[row, col] = max(a, max(b, c))
            own += a + b + c
    sums[tx] = own
    cuda.syncthreads()  # every thread's share is there before they are added in pairs
    half = THREADS // 2
    while half > 0:
        if tx < half:
            sums[tx] += sums[tx + half]
        cuda.syncthreads()  # this round is done before the next reads its sums
        half //= 2
    if tx == 0:
        partial[cuda.blockIdx.x] = sums[0]
        if n == 0 and cuda.blockIdx.x == 0:
            faults[0] = int32(0)


@device_kernel(
    "void(float32[:,:,::1], float32[:,:,:,::1], int32, float32[:,::1], float32[::1], "
    "float32[::1], float32[:,::1], float32[:,:,::1], float32[:,:,::1], int32[::1], int32[::1])",
    threads=THREADS,
    fastmath=False,  # fastmath assumes that no value is NaN, which is what this kernel tests
)
def smooth_kernel(
    alpha, planes, n, change, partial, params, kept_alpha, kept_planes, smoothed, reset, faults
):  # fmt: skip
    """One thread per pixel of frame n, a block per 8 x 32 tile: update the kept alpha and picture.

        tile   (12 x 36)  changes, halo 2    ->  barrier
        means  (10 x 34)  3x3 means, halo 1  ->  barrier
        motion            largest of 3x3 means, one per thread

    Every block also adds up `partial` to learn whether the frame is a cut.

    alpha: float32 (B, h, w), the network's. NaN, or a value outside [0, 1], counts as 0 and sets
    `faults`: a broken matte shows the background alone.
    planes: float32 (B, 3, h, w).  change, partial: from `change_kernel`.
    kept_alpha: float32 (h, w), kept_planes: float32 (3, h, w): of the frame before, replaced;
    frames past the batch's count leave them alone.  smoothed: float32 (B, h, w), written.
    reset: int32 (B,), written: 1 if frame n starts anew (first frame, cut, or no smoothing).
    faults: int32 (1,), set to 1 by a faulty pixel of a frame within the count.
    """
    sums = cuda.shared.array(THREADS, float32)
    tile = cuda.shared.array((CHANGE_ROWS, CHANGE_COLUMNS), float32)
    means = cuda.shared.array((MEAN_ROWS, MEAN_COLUMNS), float32)
    tx = int32(cuda.threadIdx.x)
    height = change.shape[0]
    width = change.shape[1]
    row0 = int32(cuda.blockIdx.y) * int32(TILE_ROWS)
    col0 = int32(cuda.blockIdx.x) * int32(TILE_COLUMNS)

    # Sum of all changes of the frame, and the tile's changes with a halo of two pixels.
    own = float32(0.0)
    for i in range(tx, partial.shape[0], THREADS):
        own += partial[i]
    sums[tx] = own
    for i in range(tx, CHANGE_ROWS * CHANGE_COLUMNS, THREADS):
        y = i // CHANGE_COLUMNS
        x = i - y * CHANGE_COLUMNS
        row = min(max(row0 + y - 2, 0), height - 1)
        col = min(max(col0 + x - 2, 0), width - 1)
        tile[y, x] = change[row, col]
    cuda.syncthreads()  # sums and changes are complete
    half = THREADS // 2
    while half > 0:
        if tx < half:
            sums[tx] += sums[tx + half]
        cuda.syncthreads()  # this round is done before the next reads its sums
        half //= 2
    # 3x3 means with a halo of one pixel.
    for i in range(tx, MEAN_ROWS * MEAN_COLUMNS, THREADS):
        y = i // MEAN_COLUMNS
        x = i - y * MEAN_COLUMNS
        row = row0 + y - 1
        col = col0 + x - 1
        total = float32(0.0)  # outside the picture: 0 never wins the maximum below
        if row >= 0 and row < height and col >= 0 and col < width:
            for dy in range(3):
                for dx in range(3):
                    total += tile[y + dy, x + dx]
        means[y, x] = total * float32(1.0 / 9.0)
    cuda.syncthreads()  # all means are written

    is_new = n == 0 and params[FRESH] > float32(0.0)
    keep = params[PARAM_COUNT + n * FRAME_PARAMS + KEEP_STILL]
    is_cut = sums[0] > float32(CUT_LEVEL) * float32(height * width)
    is_reset = is_new or is_cut or keep >= float32(1.0)
    if tx == 0 and cuda.blockIdx.x == 0 and cuda.blockIdx.y == 0:
        reset[n] = int32(1) if is_reset else int32(0)
    y = tx // TILE_COLUMNS
    x = tx - y * TILE_COLUMNS
    row = row0 + y
    col = col0 + x
    if row < height and col < width:
        value = alpha[n, row, col]
        is_fault = not (value >= float32(0.0) and value <= float32(1.0))
        if is_fault:
            value = float32(0.0)
        if float32(n) < params[FRAME_COUNT]:
            if is_fault:
                faults[0] = int32(1)  # a benign race: every thread writes 1
            motion = float32(0.0)
            for dy in range(3):
                for dx in range(3):
                    motion = max(motion, means[y + dy, x + dx])
            share = new_share(motion, params[MOTION_LOW], params[MOTION_HIGH], keep)
            if is_reset:  # take the new alpha and picture as they are
                for c in range(3):
                    kept_planes[c, row, col] = planes[n, c, row, col]
            else:
                value = kept_alpha[row, col] + share * (value - kept_alpha[row, col])
                for c in range(3):
                    old = kept_planes[c, row, col]
                    kept_planes[c, row, col] = old + share * (planes[n, c, row, col] - old)
            kept_alpha[row, col] = value
        smoothed[n, row, col] = value


def partial_count(*, height: int, width: int) -> int:
    """Length of `smooth_over_time`'s `partial`."""
    return -(-height * width // (THREADS * PIXELS))


def smooth_over_time(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the smoothing of a batch, frame after frame; see `reference.matte`.

    `faults` becomes 1 if the network's alpha is NaN or outside [0, 1] in a frame of the count.
    """
    batch, height, width = p.network_alpha.shape
    tiles = (-(-width // TILE_COLUMNS), -(-height // TILE_ROWS))
    for n in range(batch):
        change_kernel[p.partial.shape[0], THREADS, stream](
            p.planes, p.kept_planes, n, p.change, p.partial, p.faults
        )
        smooth_kernel[tiles, THREADS, stream](
            p.network_alpha, p.planes, n, p.change, p.partial, p.params, p.kept_alpha,
            p.kept_planes, p.smoothed, p.reset, p.faults,
        )  # fmt: skip
