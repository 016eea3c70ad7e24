"""Frames ahead: alpha of a frame averaged along the motion, over the frames before and after it.

    out = (alpha + sum over frames k of w_k * alpha_k) / (1 + sum over k of w_k)

without the frame's own alpha where it is carried.

Blocks of 8 x 8 pixels whose alpha is one value, here and in all frames that they come from, are
settled: that value is the mean. Runs of other blocks along a block row are computed together, with
a halo of one pixel, as lines one behind the other. For each neighbour in time four loops follow:

    places   where each pixel's motion leads: the upper left one of four pixels, and how far between
    fetch    these four pixels of the other frame
    compare  their colours with the pixel's own: the change; and the alpha between them
    add      that alpha, weighted by `likeness` of the 3x3 mean change

`fetch` alone reads at places that data decide; LLVM turns the other three into vectors, since
they read and write whole lines. In one loop none of it would be: four times the time.

Each function is one thread's work. Arrays: see `gpu_unet.kernels.frames_ahead` and `ahead`;
definition: `gpu_unet.reference.frames_ahead`.
"""

from __future__ import annotations

import math

from numba import float32, int32, uint32, uint64

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.ahead import CELLS, MIXED, is_one_value
from gpu_unet.cpu.kernels.ahead_pixel import level_of, likeness
from gpu_unet.frames_ahead import BLOCK, SHRINK, UNEXPLAINED

SMALL = BLOCK // SHRINK  # side of a block in the largest grey picture
LANES = 16  # counts of loops are rounded up to this, so that vectors leave no rest
# Scratch lines of `steady`. float32: how far between four pixels a place lies (across, down),
# changes, alphas of the other frame, weighted sums, weights. uint32: places, the pixels themselves,
# and the four pixels around each place.
FLOAT_LINES, WORD_LINES = 6, 2 + 4


def scratch_pixels(width: int) -> int:
    """Length of a scratch line for pictures of this width: a run of blocks with its halo."""
    return (BLOCK + 2) * (-(-width // BLOCK) * BLOCK + 2) + 2 * LANES


def widened_columns(width: int) -> int:
    """Length of a line of widened motion for pictures of this width; see `ahead.follow`."""
    return -(-width // BLOCK) * BLOCK + 4 + LANES


@device_function
def _rounded(count):
    return (count + LANES - 1) // LANES * LANES


@device_function
def _longest(moved, counts, by, line):
    """The longest way, across or down, that a block row's motion leads to any neighbour in time.

    line: float32 (at least columns of `moved`,), written, per column of the grey picture.
    """
    columns = moved.shape[4]
    for x in range(columns):
        line[x] = float32(0.0)
    last_row = moved.shape[3] - 1
    for way in range(2):
        for k in range(counts[way]):
            for axis in range(2):
                for y in range(max(by * SMALL - 1, 0), min((by + 1) * SMALL, last_row) + 1):
                    source = moved[way, k, axis, y]
                    for x in range(columns):
                        line[x] = max(line[x], abs(source[x]))


@device_function
def _is_settled(uniform, calm, moved, longest, counts, slots, own, by, bx, height, width):
    """Whether a block's alpha is one value, the same in all pixels that its motion leads to.

    Motion by a block at most, and alpha of one value in all blocks around: settled at once.
    """
    value = uniform[own, by * CELLS, bx * CELLS]
    top, left = by * BLOCK, bx * BLOCK
    if not is_one_value(uniform, own, top, top + BLOCK - 1, left, left + BLOCK - 1, value):
        return False
    last_row, last_col = moved.shape[3] - 1, moved.shape[4] - 1
    first_i, last_i = max(by * SMALL - 1, 0), min((by + 1) * SMALL, last_row)
    first_j, last_j = max(bx * SMALL - 1, 0), min((bx + 1) * SMALL, last_col)
    is_near = True
    for j in range(first_j, last_j + 1):
        is_near = is_near and longest[j] <= float32(SMALL)
    for way in range(2):
        for k in range(counts[way]):
            slot = slots[way, k]
            is_near = is_near and (slot < 0 or calm[slot, by, bx] == value)
    if is_near:
        return True
    # For each neighbour: the bounds of the block's motion, then the cells that these reach.
    for way in range(2):
        for k in range(counts[way]):
            slot = slots[way, k]
            if slot < 0:
                continue
            west = east = moved[way, k, 0, first_i, first_j]
            north = south = moved[way, k, 1, first_i, first_j]
            for i in range(first_i, last_i + 1):
                for j in range(first_j, last_j + 1):
                    west = min(west, moved[way, k, 0, i, j])
                    east = max(east, moved[way, k, 0, i, j])
                    north = min(north, moved[way, k, 1, i, j])
                    south = max(south, moved[way, k, 1, i, j])
            first_y = min(top + int32(math.floor(north * float32(SHRINK))), height - 1)
            last_y = max(top + BLOCK - 1 + int32(math.ceil(south * float32(SHRINK))), 0)
            first_x = min(left + int32(math.floor(west * float32(SHRINK))), width - 1)
            last_x = max(left + BLOCK - 1 + int32(math.ceil(east * float32(SHRINK))), 0)
            if not is_one_value(uniform, slot, first_y, last_y, first_x, last_x, value):
                return False
    return True


@device_function
def _places(widened, way, k, top, begin, rows, stride, height, width, xs, ys, places):
    """Where the motion of a run's pixels leads; all lines as in `steady`.

    top, begin: of the first line and its first pixel, which may lie outside the picture.
    rows, stride: lines, and pixels from one to the next. Each line is computed up to a whole vector
    and the next one written over what is too much.
    """
    last_col, last_row = float32(width - 1), float32(height - 1)
    count = _rounded(stride)
    first = begin + 2  # in a line of widened motion
    for i in range(rows):
        row = min(max(top + i, 0), height - 1)
        # Rows of the network between two of the grey picture, of which one is added above.
        upper = (row + SHRINK // 2) // SHRINK
        share = (float32((row + SHRINK // 2) % SHRINK) + float32(0.5)) * float32(1.0 / SHRINK)
        across = widened[way, k, 0, upper, first : first + count]
        next_across = widened[way, k, 0, upper + 1, first : first + count]
        down = widened[way, k, 1, upper, first : first + count]
        next_down = widened[way, k, 1, upper + 1, first : first + count]
        line_x, line_y = xs[i * stride : i * stride + count], ys[i * stride : i * stride + count]
        line = places[i * stride : i * stride + count]
        for j in range(count):
            col = min(max(float32(int32(begin + j)), float32(0.0)), last_col)
            x = col + (across[j] + share * (next_across[j] - across[j]))
            y = float32(row) + (down[j] + share * (next_down[j] - down[j]))
            x = min(max(x, float32(0.0)), last_col)
            y = min(max(y, float32(0.0)), last_row)
            # At the last pixel: all of the way from the one before it.
            left, upmost = min(int32(x), int32(width - 2)), min(int32(y), int32(height - 2))
            line_x[j] = x - float32(left)
            line_y[j] = y - float32(upmost)
            line[j] = uint32(upmost * int32(width) + left)


@device_function
def _fetch(there, places, count, width, around):
    """The four pixels around each place. Unsigned indices: two neighbours are one load."""
    one, two, three = uint64(1), uint64(2), uint64(3)
    for n in range(count):
        upper = uint64(places[n])
        lower, into = upper + uint64(width), uint64(4) * uint64(n)
        a, b = there[upper], there[upper + one]
        c, d = there[lower], there[lower + one]
        around[into] = a
        around[into + one] = b
        around[into + two] = c
        around[into + three] = d


@device_function
def _compare(around, here, xs, ys, count, changes, alphas):
    """Each pixel's largest change of the three colours, and the other frame's alpha, in levels."""
    for n in range(count):
        gx, gy = float32(1.0) - xs[n], float32(1.0) - ys[n]
        a, b, c, d = gx * gy, xs[n] * gy, gx * ys[n], xs[n] * ys[n]
        p, q, r, s = around[4 * n], around[4 * n + 1], around[4 * n + 2], around[4 * n + 3]
        own = here[n]
        red = a * level_of(p, 0) + b * level_of(q, 0) + c * level_of(r, 0) + d * level_of(s, 0)
        green = a * level_of(p, 1) + b * level_of(q, 1) + c * level_of(r, 1) + d * level_of(s, 1)
        blue = a * level_of(p, 2) + b * level_of(q, 2) + c * level_of(r, 2) + d * level_of(s, 2)
        alpha = a * level_of(p, 3) + b * level_of(q, 3) + c * level_of(r, 3) + d * level_of(s, 3)
        changes[n] = max(
            abs(red - level_of(own, 0)),
            max(abs(green - level_of(own, 1)), abs(blue - level_of(own, 2))),
        )
        alphas[n] = alpha


@device_function
def _add(above, here, below, alphas, count, sums, totals):
    """Add alphas, weighted by `likeness` of the 3x3 mean of the changes around."""
    for n in range(count):
        mean = (
            (above[n] + above[n + 1] + above[n + 2])
            + (here[n] + here[n + 1] + here[n + 2])
            + (below[n] + below[n + 1] + below[n + 2])
        ) * float32(1.0 / 9.0)
        weight = likeness(mean)
        sums[n] += weight * alphas[n + 1]
        totals[n] += weight


@device_function
def _take_run(seen, slot, top, begin, rows, stride, here):
    """A run's pixels with their halo, as lines one behind the other; the edge is repeated."""
    height, width = seen.shape[1], seen.shape[2]
    for i in range(rows + 2):
        source = seen[slot, min(max(top + i - 1, 0), height - 1)]
        line = here[i * stride : (i + 1) * stride]
        for x in range(stride):
            line[x] = source[min(max(begin + x - 1, 0), width - 1)]


@device_function
def _least(above, here, below, count, is_first, least):
    """The 3x3 mean of the changes around, or the lesser of that and what `least` holds."""
    for n in range(count):
        mean = (
            (above[n] + above[n + 1] + above[n + 2])
            + (here[n] + here[n + 1] + here[n + 2])
            + (below[n] + below[n + 1] + below[n + 2])
        ) * float32(1.0 / 9.0)
        least[n] = mean if is_first else min(least[n], mean)


@serial_kernel
def count_unexplained(seen, calm, widened, before, own, after, floats, words, counts):
    """Count the pixels of a frame whose colour neither neighbour has where the motion leads to.

    seen: from `store_picture`.  calm: from `store_alpha`.
    widened: from `follow`: [0, 0] leads to the frame after, [1, 0] to the one before.
    before, own, after: slots of three consecutive frames.
    floats, words: scratch, as in `steady`.
    counts: int64 (2,), written: near an edge of a neighbour's matte, and anywhere.
    """
    height, width = seen.shape[1], seen.shape[2]
    xs, ys, changes, alphas, least = floats[0], floats[1], floats[2], floats[3], floats[4]
    places, here, around = words[0], words[1], words[2:].reshape(4 * words.shape[1])
    stride = calm.shape[2] * BLOCK + 2
    near_edges, anywhere = 0, 0
    for by in range(calm.shape[1]):
        top = by * BLOCK
        rows = min(BLOCK, height - top)
        _take_run(seen, own, top, 0, rows, stride, here)
        with_halo, inside = _rounded((rows + 2) * stride), _rounded(rows * stride)
        for way in range(2):
            there = seen[after if way == 0 else before].reshape(height * width)
            _places(
                widened, way, 0, top - 1, -1, rows + 2, stride, height, width, xs, ys, places
            )  # fmt: skip
            _fetch(there, places, with_halo, width, around)
            _compare(around, here, xs, ys, with_halo, changes, alphas)
            _least(changes, changes[stride:], changes[2 * stride :], inside, way == 0, least)
        for bx in range(calm.shape[2]):
            count = int32(0)
            for i in range(rows):
                first = i * stride + bx * BLOCK
                for n in range(first, first + min(BLOCK, width - bx * BLOCK)):
                    count += int32(least[n] > float32(UNEXPLAINED))
            anywhere += count
            value = calm[before, by, bx]
            if value == MIXED or calm[after, by, bx] != value:
                near_edges += count
    counts[0] = near_edges
    counts[1] = anywhere


@serial_kernel
def steady(
    seen, uniform, calm, moved, widened, counts, slots, own, own_weight, nearest, longest, floats,
    words, out,
):  # fmt: skip
    """Alpha of a frame, averaged with its neighbours in time along the motion.

    seen, uniform, calm: from `store_picture` and `store_alpha`.
    moved, widened: from `follow`, up to `counts`.
    counts: int32 (2,), frames each way.
    slots: int32 (2, FAR), the slots of those frames; -1: it has no alpha, or none that counts.
    own: slot of the frame.  own_weight: float32, 1, or 0 where the frame is carried.
    nearest: `own`, or the slot of a neighbour where the frame is carried.
    longest: float32 (columns of `moved`,), scratch.
    floats: float32 (FLOAT_LINES, `scratch_pixels`), words: uint32 (WORD_LINES, the same), scratch.
    out: float32 (h, w) in [0, 1], written.
    """
    height, width = out.shape
    xs, ys, changes, alphas, sums, totals = (
        floats[0], floats[1], floats[2], floats[3], floats[4], floats[5],
    )  # fmt: skip
    places, here, around = words[0], words[1], words[2:].reshape(4 * words.shape[1])
    for by in range(calm.shape[1]):
        top = by * BLOCK
        rows = min(BLOCK, height - top)
        _longest(moved, counts, by, longest)
        bx = 0
        while bx < calm.shape[2]:
            begin = bx * BLOCK
            if _is_settled(
                uniform, calm, moved, longest, counts, slots, nearest, by, bx, height, width
            ):
                value = level_of(seen[nearest, top, begin], 3) * float32(1.0 / 255.0)
                for i in range(rows):
                    for x in range(begin, min(begin + BLOCK, width)):
                        out[top + i, x] = value
                bx += 1
                continue
            # Extend the run of blocks to compute up to the next settled one.
            bx += 1
            while bx < calm.shape[2] and not _is_settled(
                uniform, calm, moved, longest, counts, slots, nearest, by, bx, height, width
            ):
                bx += 1
            stride = bx * BLOCK - begin + 2
            _take_run(seen, own, top, begin, rows, stride, here)
            with_halo, inside = _rounded((rows + 2) * stride), _rounded(rows * stride)
            own_pixels = here[stride + 1 :]
            for n in range(inside):
                sums[n] = own_weight * level_of(own_pixels[n], 3)
                totals[n] = own_weight
            for way in range(2):
                for k in range(counts[way]):
                    if slots[way, k] < 0:
                        continue
                    there = seen[slots[way, k]].reshape(height * width)
                    _places(
                        widened, way, k, top - 1, begin - 1, rows + 2, stride, height, width,
                        xs, ys, places,
                    )  # fmt: skip
                    _fetch(there, places, with_halo, width, around)
                    _compare(around, here, xs, ys, with_halo, changes, alphas)
                    _add(
                        changes, changes[stride:], changes[2 * stride :], alphas[stride:], inside,
                        sums, totals,
                    )  # fmt: skip
            for i in range(rows):
                line = out[top + i, begin : min(bx * BLOCK, width)]
                line_sums, line_totals = sums[i * stride :], totals[i * stride :]
                for x in range(line.shape[0]):
                    value = line_sums[x] / line_totals[x] * float32(1.0 / 255.0)
                    line[x] = min(max(value, float32(0.0)), float32(1.0))
