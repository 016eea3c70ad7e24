"""Frames ahead: motion between a film's frames, and alpha averaged along it over frames in time.

    frames in time   ..  n-3   n-2   n-1    n    n+1   n+2   n+3  ..
                          |     |     |     |     |     |     |
                          +-----+-----+-->  n  <--+-----+-----+    along the optical flow
                                            |
                                  weighted mean = alpha of frame n

Every frame goes through two phases, REACH frames apart. "Incoming" frames are stored in a ring of
slots and their motion to the frame before is estimated; "due" frames get their averaged alpha and
are composited. Within a batch both are numbered from 0 on by n; `parameters.pack_turn` says in
which slot frame 0 of either kind lies.

Motion: dense inverse search (Kroeger et al. 2016) from coarse to fine over a pyramid of grey
pictures. Way 0 follows time forwards, from the frame before to this one; way 1 backwards. Arrays:
see `gpu_unet.kernels.frames_ahead`; definition: `gpu_unet.reference.frames_ahead`.
"""

from __future__ import annotations

from typing import Any

from numba import cuda, float32, int32, uint32

from gpu_unet.cuda.kernels.ahead_pixel import (
    byte_of,
    change_and_alpha,
    first_guess,
    flow_at,
    grey_of,
    halved,
    level_of,
    likeness,
    moved_on,
    patch_start,
    pixel_motion,
    searched,
    settled,
    small_place,
    word_of,
)
from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import observed_byte
from gpu_unet.cuda.launch import device_function, device_kernel, kernel_of_each_precision
from gpu_unet.frames_ahead import BORDER, REACH, SHRINK, UNLIKE
from gpu_unet.kernels.parameters import (
    CAME_COUNT,
    CAME_SLOT,
    CAME_WHOLE,
    DUE_AFTER,
    DUE_BEFORE,
    DUE_SLOT,
    DUE_WHOLE,
    FRAME_COUNT,
    IS_FIRST,
)

THREADS = 128
PATCH_THREADS = 64  # there are few patches: small blocks occupy more multiprocessors
BYTES = 16  # copied by a thread of the kernels that copy whole frames
SUM_PIXELS = 8  # added up by a thread of `changes_kernel`
TILE_ROWS, TILE_COLUMNS = 8, 32  # pixels of a block of `steady_kernel`
STEADY_THREADS = TILE_ROWS * TILE_COLUMNS
# A 3x3 mean of the changes needs a halo of one pixel.
CHANGE_ROWS, CHANGE_COLUMNS = TILE_ROWS + 2, TILE_COLUMNS + 2
CAME_FAULT = 1  # index in `faults`: the flag of incoming frames


@device_function
def _slot(params, first, n, slots):
    """Slot of frame n; params[first] is the slot of frame 0 of its kind. The ring has `slots`."""
    return (int32(params[first]) + n) % slots


@device_function
def _came_slot(params, n, slots, change, limit):
    """(slot, slot of the frame before) of incoming frame n; (-1, -1) without motion to compute.

    There is none past the incoming frames, and across a cut: the change is above `limit`.
    """
    if n >= int32(params[CAME_COUNT]):
        return int32(-1), int32(-1)
    slot = _slot(params, CAME_SLOT, n, slots)
    if change[slot] > limit:
        return int32(-1), int32(-1)
    return slot, (slot + slots - 1) % slots


@device_function
def _reach(params, n, way, slots, change, limit):
    """Frames that are averaged into due frame n in one direction: up to REACH, or to a cut."""
    own = _slot(params, DUE_SLOT, n, slots)
    most = int32(params[DUE_AFTER]) - n
    if way == 1:
        most = int32(params[DUE_BEFORE]) + n
    count = int32(0)
    for k in range(min(most, REACH)):
        newer = own + k + 1 if way == 0 else own - k + slots
        if change[newer % slots] > limit:
            break
        count += 1
    return count


@device_kernel("void(float32[::1], int32[::1], int32[::1])", threads=THREADS)
def begin_kernel(params, change, faults):
    """One block, one thread per frame of the batch: clear what the next kernels add to.

    change: int32 (slots,), the sum of all byte differences to the frame before. Incoming frames
    start at 0; the first frame of a film gets UNLIKE, which counts as a cut.
    faults: int32 (2,); CAME_FAULT is set to 0.
    """
    n = int32(cuda.threadIdx.x)
    if n == 0:
        faults[CAME_FAULT] = int32(0)
    if n < int32(params[CAME_COUNT]):
        is_first = n == 0 and params[IS_FIRST] > float32(0.0)
        slot = _slot(params, CAME_SLOT, n, change.shape[0])
        change[slot] = int32(UNLIKE) if is_first else int32(0)


@kernel_of_each_precision(
    "void({}[:,:,:,::1], float32[:,:,::1], float32[:,:,:,::1], float32[::1], uint32[:,:,::1], "
    "float32[:,:,:,::1], uint8[:,:,:,::1], int32[::1])",
    threads=THREADS,
    fastmath=False,  # fastmath assumes that no value is NaN, which is what this kernel tests
)
def remember_kernel(x, alpha, planes, params, seen, kept_planes, observations, faults):
    """One thread per small pixel of the batch: store incoming frames at the network's size.

    x: float16 or float32 (B, h + 2, w + 2, at least 3), bordered, the network's input, RGB in
    [0, 1].
    alpha: float32 (B, h, w), the network's output. A value outside [0, 1], or NaN, counts as 0.
    planes: float32 (B, 3, h, w), fractions.
    seen: uint32 (slots, h, w), written: R, G, B and alpha of a pixel in one word.
    kept_planes: float32 (whole frames, 3, h, w), written.
    observations: uint8 (B, h, w, 4), written: R, G, B, alpha.
    faults: int32 (2,); CAME_FAULT becomes 1 if an alpha is outside [0, 1] or NaN.
    """
    _, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < int32(params[CAME_COUNT]):
        slot = _slot(params, CAME_SLOT, n, seen.shape[0])
        whole = _slot(params, CAME_WHOLE, n, kept_planes.shape[0])
        value = alpha[n, row, col]
        if not (value >= float32(0.0) and value <= float32(1.0)):
            value = float32(0.0)
            faults[CAME_FAULT] = int32(1)  # a benign race: every thread writes 1
        byte = observed_byte(value)
        for c in range(3):
            observations[n, row, col, c] = observed_byte(x[n, row + 1, col + 1, c])
            kept_planes[whole, c, row, col] = planes[n, c, row, col]
        observations[n, row, col, 3] = byte
        seen[slot, row, col] = word_of(
            observed_byte(x[n, row + 1, col + 1, 0]),
            observed_byte(x[n, row + 1, col + 1, 1]),
            observed_byte(x[n, row + 1, col + 1, 2]),
            settled(byte),
        )


@device_function
def _copy(source, source_row, target, target_row):
    """Copy this block's THREADS * BYTES bytes of a frame; neighbours copy neighbouring bytes."""
    begin = int32(cuda.blockIdx.x) * int32(THREADS * BYTES) + int32(cuda.threadIdx.x)
    for i in range(BYTES):
        at = begin + i * THREADS
        if at < source.shape[1]:
            target[target_row, at] = source[source_row, at]


@device_kernel("void(uint8[:,::1], float32[::1], uint8[:,::1])", threads=THREADS)
def keep_frames_kernel(frames, params, kept):
    """Store incoming frames at full size, a frame per blockIdx.y.

    frames: uint8 (B, bytes of a frame).  kept: uint8 (whole frames, bytes), written.
    """
    n = int32(cuda.blockIdx.y)
    if n < int32(params[CAME_COUNT]):
        _copy(frames, n, kept, _slot(params, CAME_WHOLE, n, kept.shape[0]))


@device_kernel("void(uint8[:,::1], float32[::1], uint8[:,::1])", threads=THREADS)
def recall_frames_kernel(kept, params, frames):
    """Copy due frames back over the batch's incoming ones; arrays as in `keep_frames_kernel`."""
    n = int32(cuda.blockIdx.y)
    if n < int32(params[FRAME_COUNT]):
        _copy(kept, _slot(params, DUE_WHOLE, n, kept.shape[0]), frames, n)


@device_function
def _inside(place, side):
    """Coordinate without border of a coordinate with border; the border repeats the edge."""
    return min(max(place - int32(BORDER), 0), int32(side) - 2 * BORDER - 1)


@device_kernel("void(uint32[:,:,::1], float32[::1], float32[:,:,::1])", threads=THREADS)
def shrink_grey_kernel(seen, params, pictures):
    """One thread per pixel, border included: the largest grey picture of an incoming frame.

    seen: uint32 (slots, h, w).  pictures: float32 (slots, h + 2 BORDER, w + 2 BORDER), written.
    """
    slots, height, width = pictures.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < int32(params[CAME_COUNT]):
        slot = _slot(params, CAME_SLOT, n, slots)
        pictures[slot, row, col] = grey_of(seen, slot, _inside(row, height), _inside(col, width))


@device_kernel("void(float32[:,:,::1], float32[::1], float32[:,:,::1])", threads=THREADS)
def halve_grey_kernel(larger, params, pictures):
    """One thread per pixel, border included: the next smaller picture, means of 2x2 pixels."""
    slots, height, width = pictures.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < int32(params[CAME_COUNT]):
        slot = _slot(params, CAME_SLOT, n, slots)
        pictures[slot, row, col] = halved(larger, slot, _inside(row, height), _inside(col, width))


@device_kernel("void(uint32[:,:,::1], float32[::1], int32[::1])", threads=THREADS)
def changes_kernel(seen, params, change):
    """Sum of absolute byte differences to the frame before, for the detection of cuts.

    A block adds up SUM_PIXELS * THREADS pixels of incoming frame blockIdx.y, in shared memory by
    halves, then one atomic addition.
    change: int32 (slots,), added to. Integers, so the sum is the same in any order.
    """
    sums = cuda.shared.array(THREADS, int32)
    tx = int32(cuda.threadIdx.x)
    n = int32(cuda.blockIdx.y)
    slots, height, width = seen.shape
    slot = _slot(params, CAME_SLOT, n, slots)
    last = (slot + slots - 1) % slots
    own = int32(0)
    if n < int32(params[CAME_COUNT]):
        for part in range(SUM_PIXELS):
            at = (int32(cuda.blockIdx.x) * int32(SUM_PIXELS) + part) * int32(THREADS) + tx
            row = int32(uint32(at) // uint32(width))
            col = at - row * int32(width)
            if row < height:
                one, other = seen[slot, row, col], seen[last, row, col]
                for c in range(3):
                    own += abs(byte_of(one, c) - byte_of(other, c))
    sums[tx] = own
    cuda.syncthreads()  # every thread has written its share
    half = THREADS // 2
    while half > 0:
        if tx < half:
            sums[tx] += sums[tx + half]
        cuda.syncthreads()  # this round's sums are written before the next round reads them
        half //= 2
    if tx == 0 and n < int32(params[CAME_COUNT]):
        cuda.atomic.add(change, slot, sums[0])


@device_kernel(
    "void(float32[:,:,::1], float32[:,:,:,:,::1], int32, float32[::1], int32[::1], int32, "
    "float32[:,:,:,:,::1])",
    threads=PATCH_THREADS,
)
def search_kernel(pictures, coarse, has_coarse, params, change, limit, patches):
    """One thread per patch: its motion by inverse search from the best first guess.

    blockIdx.y is 2 * (incoming frame) + way.
    pictures: grey pictures of one size.  coarse: flows of the next smaller size, read only with
    `has_coarse`.  change: from `changes_kernel`; above `limit` there is a cut.
    patches: float32 (slots, 2 ways, 2, rows, columns), written: motion across, down, in pixels.
    """
    slots, height, width = pictures.shape
    n = int32(cuda.blockIdx.y) // 2
    way = int32(cuda.blockIdx.y) - n * 2
    beyond, i, j = pixel_of_thread(PATCH_THREADS, patches.shape[3], patches.shape[4])
    slot, last = _came_slot(params, n, int32(slots), change, limit)
    if beyond == 0 and slot >= 0:
        one, other = last, slot
        if way == 1:
            one, other = slot, last
        row = int32(patch_start(i, height - 2 * BORDER))
        col = int32(patch_start(j, width - 2 * BORDER))
        across, down = float32(0.0), float32(0.0)
        if has_coarse != 0:
            across, down = first_guess(pictures, one, other, row, col, coarse, slot, way)
        across, down = searched(pictures, one, other, row, col, across, down)
        patches[slot, way, 0, i, j] = across
        patches[slot, way, 1, i, j] = down


@device_kernel(
    "void(float32[:,:,::1], float32[:,:,:,:,::1], float32[::1], int32[::1], int32, "
    "float32[:,:,:,:,::1])",
    threads=THREADS,
)
def flow_kernel(pictures, patches, params, change, limit, flows):
    """One thread per pixel of a grey picture: the weighted mean of the motion of its patches.

    blockIdx.y as in `search_kernel`.
    flows: float32 (slots, 2 ways, 2, h, w), written: motion across, down, in pixels.
    """
    n = int32(cuda.blockIdx.y) // 2
    way = int32(cuda.blockIdx.y) - n * 2
    beyond, row, col = pixel_of_thread(THREADS, flows.shape[3], flows.shape[4])
    slot, last = _came_slot(params, n, int32(flows.shape[0]), change, limit)
    if beyond == 0 and slot >= 0:
        one, other = last, slot
        if way == 1:
            one, other = slot, last
        across, down = pixel_motion(pictures, one, other, patches, slot, way, row, col)
        flows[slot, way, 0, row, col] = across
        flows[slot, way, 1, row, col] = down


@device_kernel(
    "void(float32[:,:,:,:,::1], float32[::1], int32[::1], int32, float32[:,:,:,:,::1])",
    threads=THREADS,
)
def follow_kernel(flows, params, change, limit, moved):
    """One thread per pixel of the largest grey picture: chain the flows of successive frames.

        moved[0] = flow(p),   moved[k] = moved[k - 1] + flow of the next frame at p + moved[k - 1]

    blockIdx.y is 2 * (due frame) + way.
    moved: float32 (2 B, REACH, 2, h, w), written: motion over 1 to REACH frames, up to `_reach`.
    """
    n = int32(cuda.blockIdx.y) // 2
    way = int32(cuda.blockIdx.y) - n * 2
    slots = int32(flows.shape[0])
    beyond, row, col = pixel_of_thread(THREADS, flows.shape[3], flows.shape[4])
    if beyond == 0 and n < int32(params[FRAME_COUNT]):
        own = _slot(params, DUE_SLOT, n, slots)
        across, down = float32(0.0), float32(0.0)
        for k in range(_reach(params, n, way, slots, change, limit)):
            newer = own + k + 1 if way == 0 else own - k + slots
            if k == 0:
                across = flows[newer % slots, way, 0, row, col]
                down = flows[newer % slots, way, 1, row, col]
            else:
                across, down = moved_on(flows, newer % slots, way, row, col, across, down)
            moved[2 * n + way, k, 0, row, col] = across
            moved[2 * n + way, k, 1, row, col] = down


@device_kernel(
    "void(uint32[:,:,::1], float32[:,:,:,:,::1], float32[::1], int32[::1], int32, "
    "float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,::1])",
    threads=STEADY_THREADS,
)
def steady_kernel(seen, moved, params, change, limit, kept_planes, planes, alpha):
    """One thread per pixel of a due frame (blockIdx.z), a block per tile of 8 x 32 pixels.

        alpha = (alpha_0 + sum over k of w_k * alpha_k) / (1 + sum over k of w_k)

    alpha_k is frame k's alpha at the place that the motion leads to, w_k = `likeness` of the 3x3
    mean of the colour change there. Each neighbouring frame k takes two barriers:

        all threads fill changes and alphas, with a halo of one pixel  |  barrier  |  each thread
        averages its 3x3 changes and adds its alpha                    |  barrier

    moved: from `follow_kernel`.  kept_planes: from `remember_kernel`.
    planes: float32 (B, 3, h, w), alpha: float32 (B, h, w) in [0, 1]: written, over the values of
    the incoming frames.
    """
    changes = cuda.shared.array((CHANGE_ROWS, CHANGE_COLUMNS), float32)
    alphas = cuda.shared.array((CHANGE_ROWS, CHANGE_COLUMNS), float32)
    tx = int32(cuda.threadIdx.x)
    n = int32(cuda.blockIdx.z)
    slots = int32(seen.shape[0])
    height, width = int32(seen.shape[1]), int32(seen.shape[2])
    row0 = int32(cuda.blockIdx.y) * int32(TILE_ROWS)
    col0 = int32(cuda.blockIdx.x) * int32(TILE_COLUMNS)
    y = tx // int32(TILE_COLUMNS)
    x = tx - y * int32(TILE_COLUMNS)
    row, col = row0 + y, col0 + x
    is_inside = row < height and col < width and n < int32(params[FRAME_COUNT])
    own = _slot(params, DUE_SLOT, n, slots)
    total, weights = float32(0.0), float32(1.0)
    if is_inside:
        total = level_of(seen[own, row, col], 3)
        whole = _slot(params, DUE_WHOLE, n, kept_planes.shape[0])
        for c in range(3):
            planes[n, c, row, col] = kept_planes[whole, c, row, col]
    # Neighbours in time: later frames (way 0), then earlier ones (way 1).
    for way in range(2):
        count = int32(0)
        if n < int32(params[FRAME_COUNT]):
            count = _reach(params, n, way, slots, change, limit)
        for k in range(count):
            other = own + k + 1 if way == 0 else own - k - 1 + slots
            # Warp the neighbour: its colour change and alpha at each pixel of the tile and halo.
            for i in range(tx, CHANGE_ROWS * CHANGE_COLUMNS, STEADY_THREADS):
                ty = i // CHANGE_COLUMNS
                there_row = min(max(row0 + ty - 1, 0), height - 1)
                there_col = min(max(col0 + i - ty * CHANGE_COLUMNS - 1, 0), width - 1)
                across, down = flow_at(
                    moved, 2 * n + way, k, small_place(there_row), small_place(there_col)
                )
                most, there = change_and_alpha(
                    seen, own, other % slots, there_row, there_col,
                    across * float32(SHRINK), down * float32(SHRINK),
                )  # fmt: skip
                changes[ty, i - ty * CHANGE_COLUMNS] = most
                alphas[ty, i - ty * CHANGE_COLUMNS] = there
            cuda.syncthreads()  # the tile's changes and alphas are complete
            mean = float32(0.0)
            for dy in range(3):
                for dx in range(3):
                    mean += changes[y + dy, x + dx]
            weight = likeness(mean * float32(1.0 / 9.0))
            total += weight * alphas[y + 1, x + 1]
            weights += weight
            cuda.syncthreads()  # all threads have read them; the next frame may overwrite
    if is_inside:
        value = total / weights * float32(1.0 / 255.0)
        alpha[n, row, col] = min(max(value, float32(0.0)), float32(1.0))


def keep_frames(frames: Any, params: Any, kept: Any, *, stream: Any) -> None:
    """Enqueue storing incoming frames at full size. Here and below: arrays as in the kernels."""
    keep_frames_kernel[_copy_grid(frames), THREADS, stream](frames, params, kept)


def recall_frames(kept: Any, params: Any, frames: Any, *, stream: Any) -> None:
    """Enqueue copying due frames over the batch's incoming ones."""
    recall_frames_kernel[_copy_grid(frames), THREADS, stream](kept, params, frames)


def _copy_grid(frames: Any) -> tuple[int, int]:
    return (-(-frames.shape[1] // (THREADS * BYTES)), frames.shape[0])


def remember(
    x: Any, alpha: Any, planes: Any, params: Any, seen: Any, kept_planes: Any, change: Any,
    observations: Any, faults: Any, *, stream: Any,
) -> None:  # fmt: skip
    """Enqueue storing incoming frames at the network's size, and their change."""
    batch = alpha.shape[0]
    begin_kernel[1, batch, stream](params, change, faults)
    remember_kernel[x.dtype.name][-(-alpha.size // THREADS), THREADS, stream](
        x, alpha, planes, params, seen, kept_planes, observations, faults
    )
    pixels = -(-alpha.size // batch // (THREADS * SUM_PIXELS))
    changes_kernel[(pixels, batch), THREADS, stream](seen, params, change)


def find_motion(
    seen: Any, params: Any, change: Any, limit: int, pictures: Any, patches: Any, flows: Any, *,
    batch_size: int, stream: Any,
) -> None:  # fmt: skip
    """Enqueue the motion of incoming frames: the grey pyramid, then coarse to fine.

    Args:
        seen, params, change: As in the kernels.
        limit: Change above which there is a cut.
        pictures, patches, flows: One array per size, the largest first.
        batch_size: B.
        stream: CUDA stream; the call returns at once.
    """
    larger: Any = None
    for one in pictures:
        pixels = batch_size * one.shape[1] * one.shape[2]
        grid = -(-pixels // THREADS)
        if larger is None:
            shrink_grey_kernel[grid, THREADS, stream](seen, params, one)
        else:
            halve_grey_kernel[grid, THREADS, stream](larger, params, one)
        larger = one
    smallest = len(pictures) - 1
    for size in range(smallest, -1, -1):
        one, own, flow = pictures[size], patches[size], flows[size]
        coarse = flows[min(size + 1, smallest)]
        grid = (-(-own.shape[3] * own.shape[4] // PATCH_THREADS), 2 * batch_size)
        search_kernel[grid, PATCH_THREADS, stream](
            one, coarse, int(size < smallest), params, change, limit, own
        )
        grid = (-(-flow.shape[3] * flow.shape[4] // THREADS), 2 * batch_size)
        flow_kernel[grid, THREADS, stream](one, own, params, change, limit, flow)


def steady(
    seen: Any, flows: Any, moved: Any, params: Any, change: Any, limit: int, kept_planes: Any,
    planes: Any, alpha: Any, *, stream: Any,
) -> None:  # fmt: skip
    """Enqueue alpha and planes of the due frames. flows: those of the largest grey pictures."""
    batch, height, width = alpha.shape
    grid = (-(-flows.shape[3] * flows.shape[4] // THREADS), 2 * batch)
    follow_kernel[grid, THREADS, stream](flows, params, change, limit, moved)
    tiles = (-(-width // TILE_COLUMNS), -(-height // TILE_ROWS), batch)
    steady_kernel[tiles, STEADY_THREADS, stream](
        seen, moved, params, change, limit, kept_planes, planes, alpha
    )


def kernels(dtype: str) -> list[Any]:
    """All kernels that a film launches, for a network of float16 or float32."""
    return [
        begin_kernel, remember_kernel[dtype], keep_frames_kernel, recall_frames_kernel,
        shrink_grey_kernel, halve_grey_kernel, changes_kernel, search_kernel, flow_kernel,
        follow_kernel, steady_kernel,
    ]  # fmt: skip
