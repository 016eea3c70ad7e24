"""Frames ahead: what a film's frames are remembered by, their motion, and alpha along it.

Arrays as in `gpu_unet.kernels.frames_ahead`. Frames of a batch that come in, and those that are due
in it, are numbered from 0 on by n; `parameters.pack_turn` says where they are remembered.
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
from gpu_unet.cuda.kernels.pixel import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import observed_byte
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.cuda.parameters import (
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
from gpu_unet.frames_ahead import BORDER, REACH, SHRINK, UNLIKE

THREADS = 128
PATCH_THREADS = 64  # few patches: more blocks for all the multiprocessors
BYTES = 16  # of a thread of the kernels that copy whole frames
SUM_PIXELS = 8  # of a thread of `changes_kernel`
TILE_ROWS, TILE_COLUMNS = 8, 32  # of a block of `steady_kernel`
STEADY_THREADS = TILE_ROWS * TILE_COLUMNS
# The changes around a pixel are averaged: one more on every side.
CHANGE_ROWS, CHANGE_COLUMNS = TILE_ROWS + 2, TILE_COLUMNS + 2
CAME_FAULT = 1  # of `faults`: that of the frames that came in


@device_function
def _slot(params, first, n, slots):
    """Where frame n of those that begin at the parameter `first` is remembered."""
    return (int32(params[first]) + n) % slots


@device_function
def _came_slot(params, n, slots, change, limit):
    """(slot, the one before) of a frame that came in and goes on with the one before; else -1."""
    if n >= int32(params[CAME_COUNT]):
        return int32(-1), int32(-1)
    slot = _slot(params, CAME_SLOT, n, slots)
    if change[slot] > limit:
        return int32(-1), int32(-1)
    return slot, (slot + slots - 1) % slots


@device_function
def _reach(params, n, way, slots, change, limit):
    """Frames that have a say in due frame n, in one direction; none across a cut."""
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
    """One thread per frame of the batch, a single block.

    change: int32 (slots,), the sum of all changes since the frame before, of those that come in:
    0 for `changes_kernel` to add to, UNLIKE where there is none before.
    faults: int32 (2,), CAME_FAULT is emptied.
    """
    n = int32(cuda.threadIdx.x)
    if n == 0:
        faults[CAME_FAULT] = int32(0)
    if n < int32(params[CAME_COUNT]):
        is_first = n == 0 and params[IS_FIRST] > float32(0.0)
        slot = _slot(params, CAME_SLOT, n, change.shape[0])
        change[slot] = int32(UNLIKE) if is_first else int32(0)


@device_function
def _remember(x, alpha, planes, params, seen, kept_planes, observations, faults):
    _, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < int32(params[CAME_COUNT]):
        slot = _slot(params, CAME_SLOT, n, seen.shape[0])
        whole = _slot(params, CAME_WHOLE, n, kept_planes.shape[0])
        value = alpha[n, row, col]
        if not (value >= float32(0.0) and value <= float32(1.0)):
            value = float32(0.0)
            faults[CAME_FAULT] = int32(1)  # whoever comes last: all write the same
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


_REMEMBER = (
    "float32[:,:,::1], float32[:,:,:,::1], float32[::1], uint32[:,:,::1], float32[:,:,:,::1], "
    "uint8[:,:,:,::1], int32[::1])"
)


@device_kernel(
    f"void(float16[:,:,:,::1], {_REMEMBER}",
    threads=THREADS,
    fastmath=False,  # it would take for granted that no value is NaN
)
def remember_float16_kernel(x, alpha, planes, params, seen, kept_planes, observations, faults):
    """One thread per small pixel of the batch, of which those of frames that come in work.

    x: float16 (B, h + 2, w + 2, at least 3), bordered, what the network read.
    alpha: float32 (B, h, w), what it said. What is no number in [0, 1] counts as 0.
    planes: float32 (B, 3, h, w).  seen, kept_planes: float32 (whole frames, 3, h, w): written.
    observations: uint8 (B, h, w, 4), written: R, G, B, alpha.
    faults: int32 (2,), CAME_FAULT set to 1 where alpha is no number in [0, 1].
    """
    _remember(x, alpha, planes, params, seen, kept_planes, observations, faults)


@device_kernel(f"void(float32[:,:,:,::1], {_REMEMBER}", threads=THREADS, fastmath=False)
def remember_float32_kernel(x, alpha, planes, params, seen, kept_planes, observations, faults):
    """As `remember_float16_kernel` for the float32 network."""
    _remember(x, alpha, planes, params, seen, kept_planes, observations, faults)


@device_function
def _copy(source, source_row, target, target_row):
    """A block's share of a frame, neighbours by neighbouring threads."""
    begin = int32(cuda.blockIdx.x) * int32(THREADS * BYTES) + int32(cuda.threadIdx.x)
    for i in range(BYTES):
        at = begin + i * THREADS
        if at < source.shape[1]:
            target[target_row, at] = source[source_row, at]


@device_kernel("void(uint8[:,::1], float32[::1], uint8[:,::1])", threads=THREADS)
def keep_frames_kernel(frames, params, kept):
    """The frames that come in, whole, a frame per blockIdx.y.

    frames: uint8 (B, bytes of a frame).  kept: uint8 (whole frames, bytes), written.
    """
    n = int32(cuda.blockIdx.y)
    if n < int32(params[CAME_COUNT]):
        _copy(frames, n, kept, _slot(params, CAME_WHOLE, n, kept.shape[0]))


@device_kernel("void(uint8[:,::1], float32[::1], uint8[:,::1])", threads=THREADS)
def recall_frames_kernel(kept, params, frames):
    """Those that are due, in the place of what came in; arrays as of `keep_frames_kernel`."""
    n = int32(cuda.blockIdx.y)
    if n < int32(params[FRAME_COUNT]):
        _copy(kept, _slot(params, DUE_WHOLE, n, kept.shape[0]), frames, n)


@device_function
def _inside(place, side):
    """The pixel that one of a bordered picture repeats."""
    return min(max(place - int32(BORDER), 0), int32(side) - 2 * BORDER - 1)


@device_kernel("void(uint32[:,:,::1], float32[::1], float32[:,:,::1])", threads=THREADS)
def shrink_grey_kernel(seen, params, pictures):
    """One thread per pixel of the largest grey picture of a frame that comes in, and its border."""
    slots, height, width = pictures.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < int32(params[CAME_COUNT]):
        slot = _slot(params, CAME_SLOT, n, slots)
        pictures[slot, row, col] = grey_of(seen, slot, _inside(row, height), _inside(col, width))


@device_kernel("void(float32[:,:,::1], float32[::1], float32[:,:,::1])", threads=THREADS)
def halve_grey_kernel(larger, params, pictures):
    """The same of the next smaller picture."""
    slots, height, width = pictures.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < int32(params[CAME_COUNT]):
        slot = _slot(params, CAME_SLOT, n, slots)
        pictures[slot, row, col] = halved(larger, slot, _inside(row, height), _inside(col, width))


@device_kernel("void(uint32[:,:,::1], float32[::1], int32[::1])", threads=THREADS)
def changes_kernel(seen, params, change):
    """A block adds up SUM_PIXELS * THREADS pixels of a frame that comes in, by blockIdx.y.

    change: int32 (slots,), to which the changes since the frame before are added: whole numbers,
    whose sum is the same in any order.
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
    cuda.syncthreads()  # every thread's share is there before they are added in pairs
    half = THREADS // 2
    while half > 0:
        if tx < half:
            sums[tx] += sums[tx + half]
        cuda.syncthreads()  # this round is done before the next reads its sums
        half //= 2
    if tx == 0 and n < int32(params[CAME_COUNT]):
        cuda.atomic.add(change, slot, sums[0])


@device_kernel(
    "void(float32[:,:,::1], float32[:,:,:,:,::1], int32, float32[::1], int32[::1], int32, "
    "float32[:,:,:,:,::1])",
    threads=PATCH_THREADS,
)
def search_kernel(pictures, coarse, has_coarse, params, change, limit, patches):
    """One thread per patch of a frame that comes in, in one direction; both by blockIdx.y.

    coarse: The flows of the next smaller size; not read without `has_coarse`.
    change: From `changes_kernel`; above `limit` there is a cut.  patches: Written.
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
    """One thread per pixel of a grey picture, frame and direction as of `search_kernel`.

    flows: Written.
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
    """One thread per pixel of the largest grey picture of a due frame, in one direction.

    moved: float32 (2 B, REACH, 2, h, w), two directions a frame: the motion over one frame, two,
    three; written as far as `_reach` says.
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
    """One thread per pixel of a due frame, by blockIdx.z, a block per tile.

    moved: From `follow_kernel`.  kept_planes: From `remember_float16_kernel`.
    planes: float32 (B, 3, h, w), alpha: float32 (B, h, w) in [0, 1]: those of the due frames,
    written in the place of what came in.
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
    for way in range(2):
        count = int32(0)
        if n < int32(params[FRAME_COUNT]):
            count = _reach(params, n, way, slots, change, limit)
        for k in range(count):
            other = own + k + 1 if way == 0 else own - k - 1 + slots
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
            cuda.syncthreads()  # every change is there before they are averaged
            mean = float32(0.0)
            for dy in range(3):
                for dx in range(3):
                    mean += changes[y + dy, x + dx]
            weight = likeness(mean * float32(1.0 / 9.0))
            total += weight * alphas[y + 1, x + 1]
            weights += weight
            cuda.syncthreads()  # everyone has read before the next frame's are written
    if is_inside:
        value = total / weights * float32(1.0 / 255.0)
        alpha[n, row, col] = min(max(value, float32(0.0)), float32(1.0))


def keep_frames(frames: Any, params: Any, kept: Any, *, stream: Any) -> None:
    """Enqueue the keeping of frames that come in; arrays as in the kernels, from here on."""
    keep_frames_kernel[_copy_grid(frames), THREADS, stream](frames, params, kept)


def recall_frames(kept: Any, params: Any, frames: Any, *, stream: Any) -> None:
    """Enqueue the copying of due frames into the place of those that came in."""
    recall_frames_kernel[_copy_grid(frames), THREADS, stream](kept, params, frames)


def _copy_grid(frames: Any) -> tuple[int, int]:
    return (-(-frames.shape[1] // (THREADS * BYTES)), frames.shape[0])


def remember(
    x: Any, alpha: Any, planes: Any, params: Any, seen: Any, kept_planes: Any, change: Any,
    observations: Any, faults: Any, *, stream: Any,
) -> None:  # fmt: skip
    """Enqueue the remembering of frames that come in, at the network's size."""
    kernel = remember_float16_kernel if x.dtype == "float16" else remember_float32_kernel
    batch = alpha.shape[0]
    begin_kernel[1, batch, stream](params, change, faults)
    kernel[-(-alpha.size // THREADS), THREADS, stream](
        x, alpha, planes, params, seen, kept_planes, observations, faults
    )
    pixels = -(-alpha.size // batch // (THREADS * SUM_PIXELS))
    changes_kernel[(pixels, batch), THREADS, stream](seen, params, change)


def find_motion(
    seen: Any, params: Any, change: Any, limit: int, pictures: Any, patches: Any, flows: Any, *,
    batch_size: int, stream: Any,
) -> None:  # fmt: skip
    """Enqueue the search for the motion of frames that come in.

    Args:
        seen, params, change: As in the kernels.
        limit: Of changes, above which there is a cut.
        pictures, patches, flows: Of each size, the largest first.
        batch_size: B.
        stream: A stream.
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
    """Enqueue alpha and planes of the due frames. flows: Of the largest grey pictures."""
    batch, height, width = alpha.shape
    grid = (-(-flows.shape[3] * flows.shape[4] // THREADS), 2 * batch)
    follow_kernel[grid, THREADS, stream](flows, params, change, limit, moved)
    tiles = (-(-width // TILE_COLUMNS), -(-height // TILE_ROWS), batch)
    steady_kernel[tiles, STEADY_THREADS, stream](
        seen, moved, params, change, limit, kept_planes, planes, alpha
    )


def kernels(dtype: str) -> list[Any]:
    """All that a film launches, for a network of float16 or float32."""
    remembering = remember_float16_kernel if dtype == "float16" else remember_float32_kernel
    return [
        begin_kernel, remembering, keep_frames_kernel, recall_frames_kernel, shrink_grey_kernel,
        halve_grey_kernel, changes_kernel, search_kernel, flow_kernel, follow_kernel, steady_kernel,
    ]  # fmt: skip
