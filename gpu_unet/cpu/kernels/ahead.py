"""Frames ahead: motion between a film's frames, and alpha averaged along it over frames in time.

    frames in time   ..  n-3   n-2   n-1    n    n+1   n+2   n+3  ..
                          |     |     |     |     |     |     |
                          +-----+-----+-->  n  <--+-----+-----+    along the optical flow
                                            |
                                  weighted mean = alpha of frame n

Frames are stored in a ring of slots. Way 0 of a slot is the motion from the frame before it to it,
way 1 back. Blocks of 8 x 8 pixels whose alpha is one value, here and in all frames that they come
from, skip the average. Each function is one thread's work. Arrays: see
`gpu_unet.kernels.frames_ahead`; definition: `gpu_unet.reference.frames_ahead`.
"""

from __future__ import annotations

from numba import float32, int32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.ahead_pixel import (
    byte_of,
    change_and_alpha,
    first_guess,
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
from gpu_unet.cpu.kernels.scalars import observed_byte
from gpu_unet.frames_ahead import BORDER, SHRINK

BLOCK = 8  # pixels along a side of a block that is tested for uniform alpha
SMALL = BLOCK // SHRINK  # the same in the largest grey picture
# Rows of `lines` in `steady`: 2 of motion (across, down); BLOCK + 2 of changes, a halo row on both
# sides; then BLOCK each of the other frame's alpha, of weighted sums and of weights; SPARE takes
# the alphas of halo rows, which are not used.
CHANGES, ALPHAS, SUMS, TOTALS = 2, BLOCK + 4, 2 * BLOCK + 4, 3 * BLOCK + 4
SPARE = 4 * BLOCK + 4
LINES = SPARE + 1


@serial_kernel
def remember(network_input, network_alpha, slot, seen, ranges):
    """Store a frame's network input and alpha as bytes in a slot.

    network_input: float32 (h, w, at least 3) in [0, 1].  network_alpha: float32 (h, w) in [0, 1].
    seen: uint32 (slots, h, w); `slot` is written, alpha as of `settled`.
    ranges: uint8 (slots, blocks down, blocks across, 2); of `slot` the least and the largest alpha
    of each block are written.
    """
    height, width = network_alpha.shape
    for by in range(ranges.shape[1]):
        for bx in range(ranges.shape[2]):
            low, high = int32(255), int32(0)
            for y in range(by * BLOCK, min(by * BLOCK + BLOCK, height)):
                for x in range(bx * BLOCK, min(bx * BLOCK + BLOCK, width)):
                    value = settled(observed_byte(network_alpha[y, x]))
                    seen[slot, y, x] = word_of(
                        observed_byte(network_input[y, x, 0]),
                        observed_byte(network_input[y, x, 1]),
                        observed_byte(network_input[y, x, 2]),
                        value,
                    )
                    low, high = min(low, value), max(high, value)
            ranges[slot, by, bx, 0] = uint8(low)
            ranges[slot, by, bx, 1] = uint8(high)


@serial_kernel
def sum_changes(seen, one, other, change):
    """Sum of absolute byte differences of two frames, for the detection of cuts.

    one, other: slots.  change: int64 (slots,); `other` is written.
    """
    height, width = seen.shape[1], seen.shape[2]
    total = 0
    for y in range(height):
        first, second = seen[one, y], seen[other, y]
        row = int32(0)
        for x in range(width):
            for c in range(3):
                row += abs(byte_of(first[x], c) - byte_of(second[x], c))
        total += row
    change[other] = total


@device_function
def _border(pictures, slot):
    """Fill a picture's border with its outermost pixels."""
    height, width = pictures.shape[1], pictures.shape[2]
    for y in range(BORDER, height - BORDER):
        row = pictures[slot, y]
        for x in range(BORDER):
            row[x] = row[BORDER]
            row[width - 1 - x] = row[width - 1 - BORDER]
    for y in range(BORDER):
        for x in range(width):
            pictures[slot, y, x] = pictures[slot, BORDER, x]
            pictures[slot, height - 1 - y, x] = pictures[slot, height - 1 - BORDER, x]


@serial_kernel
def shrink_grey(seen, slot, pictures):
    """Compute the largest grey picture of a frame, with its border."""
    for y in range(pictures.shape[1] - 2 * BORDER):
        for x in range(pictures.shape[2] - 2 * BORDER):
            pictures[slot, y + BORDER, x + BORDER] = grey_of(seen, slot, y, x)
    _border(pictures, slot)


@serial_kernel
def halve_grey(larger, slot, pictures):
    """Compute the next smaller grey picture, means of 2x2 pixels, with its border."""
    for y in range(pictures.shape[1] - 2 * BORDER):
        for x in range(pictures.shape[2] - 2 * BORDER):
            pictures[slot, y + BORDER, x + BORDER] = halved(larger, slot, y, x)
    _border(pictures, slot)


@serial_kernel
def find_motion(pictures, last, slot, has_coarse, coarse, patches, flows):
    """Motion between two frames, both ways, in pictures of one size: patches, then pixels.

    last, slot: slots of the earlier and the later frame.
    coarse: flows of the next smaller size; read only with `has_coarse`.
    patches, flows: those of `slot` are written, in pixels of this size.
    """
    height = pictures.shape[1] - 2 * BORDER
    width = pictures.shape[2] - 2 * BORDER
    for way in range(2):
        one, other = (last, slot) if way == 0 else (slot, last)
        for i in range(patches.shape[3]):
            row = patch_start(i, height)
            for j in range(patches.shape[4]):
                col = patch_start(j, width)
                across, down = float32(0.0), float32(0.0)
                if has_coarse:
                    across, down = first_guess(pictures, one, other, row, col, coarse, slot, way)
                across, down = searched(pictures, one, other, row, col, across, down)
                patches[slot, way, 0, i, j] = across
                patches[slot, way, 1, i, j] = down
        for y in range(height):
            for x in range(width):
                across, down = pixel_motion(pictures, one, other, patches, slot, way, y, x)
                flows[slot, way, 0, y, x] = across
                flows[slot, way, 1, y, x] = down


@serial_kernel
def follow(flows, slot, way, count, moved):
    """Extend a frame's motion by one more frame.

        moved[0] = flow(p),   moved[k] = moved[k - 1] + flow of the next frame at p + moved[k - 1]

    flows: of the largest grey pictures; `slot` selects the flow to add.
    count: k, the frames that the motion spans already.
    moved: float32 (2 ways, REACH, 2, h, w); [way, count] is written.
    """
    for y in range(moved.shape[3]):
        for x in range(moved.shape[4]):
            if count == 0:
                across, down = flows[slot, way, 0, y, x], flows[slot, way, 1, y, x]
            else:
                across, down = moved_on(
                    flows, slot, way, y, x,
                    moved[way, count - 1, 0, y, x], moved[way, count - 1, 1, y, x],
                )  # fmt: skip
            moved[way, count, 0, y, x] = across
            moved[way, count, 1, y, x] = down


@device_function
def _is_one_value(ranges, slot, first_y, last_y, first_x, last_x, value):
    """Whether alpha has this value throughout all blocks that overlap these rows and columns."""
    last_by, last_bx = ranges.shape[1] - 1, ranges.shape[2] - 1
    for by in range(max(first_y, 0) // BLOCK, min(last_y // BLOCK, last_by) + 1):
        for bx in range(max(first_x, 0) // BLOCK, min(last_x // BLOCK, last_bx) + 1):
            if ranges[slot, by, bx, 0] != value or ranges[slot, by, bx, 1] != value:
                return False
    return True


@device_function
def _is_settled(ranges, moved, counts, slots, own, by, bx, height, width):
    """Whether a block's alpha is one value, the same in all pixels that its motion leads to."""
    value = ranges[own, by, bx, 0]
    if ranges[own, by, bx, 1] != value:
        return False
    # For each neighbour: the bounds of the block's motion, then the blocks that these reach.
    last_row, last_col = moved.shape[3] - 1, moved.shape[4] - 1
    for way in range(2):
        for k in range(counts[way]):
            left = right = moved[way, k, 0, min(by * SMALL, last_row), min(bx * SMALL, last_col)]
            up = low = moved[way, k, 1, min(by * SMALL, last_row), min(bx * SMALL, last_col)]
            for i in range(max(by * SMALL - 1, 0), min((by + 1) * SMALL, last_row) + 1):
                for j in range(max(bx * SMALL - 1, 0), min((bx + 1) * SMALL, last_col) + 1):
                    left = min(left, moved[way, k, 0, i, j])
                    right = max(right, moved[way, k, 0, i, j])
                    up = min(up, moved[way, k, 1, i, j])
                    low = max(low, moved[way, k, 1, i, j])
            # Interpolation reads one more pixel on either side.
            first_y = min(by * BLOCK + int32(up * float32(SHRINK)) - 1, height - 1)
            last_y = max(by * BLOCK + BLOCK + int32(low * float32(SHRINK)) + 1, 0)
            first_x = min(bx * BLOCK + int32(left * float32(SHRINK)) - 1, width - 1)
            last_x = max(bx * BLOCK + BLOCK + int32(right * float32(SHRINK)) + 1, 0)
            if not _is_one_value(ranges, slots[way, k], first_y, last_y, first_x, last_x, value):
                return False
    return True


@device_function
def _motion_of_row(moved, way, k, row, first, last, lines):
    """Motion of one row of network pixels, at the columns of the grey picture: lines 0 and 1."""
    last_row = moved.shape[3] - 1
    place = min(max(small_place(row), float32(0.0)), float32(last_row))
    top = int32(place)
    share = place - float32(top)
    bottom = min(top + 1, last_row)
    for axis in range(2):
        above, below = moved[way, k, axis, top], moved[way, k, axis, bottom]
        line = lines[axis]
        for x in range(first, last):
            line[x] = float32(SHRINK) * (above[x] + share * (below[x] - above[x]))


@device_function
def _change_span(seen, moved, way, k, own, other, row, begin, end, lines, changes, alphas):
    """Colour changes and moved alphas of a row's pixels, columns begin to end.

    `changes` is shifted by one: changes[x + 1] belongs to pixel x, for a halo on both sides. Rows
    and pixels outside the picture repeat the outermost.
    """
    height, width = seen.shape[1], seen.shape[2]
    last = moved.shape[4] - 1
    row = min(max(row, 0), height - 1)
    begin, end = max(begin, 0), min(end, width)
    first_small = max(begin // SHRINK - 1, 0)
    _motion_of_row(moved, way, k, row, first_small, min(end // SHRINK + 2, last + 1), lines)
    for x in range(begin, end):
        place = min(max(small_place(x), float32(0.0)), float32(last))
        left = int32(place)
        share = place - float32(left)
        right = min(left + 1, last)
        across = lines[0, left] + share * (lines[0, right] - lines[0, left])
        down = lines[1, left] + share * (lines[1, right] - lines[1, left])
        change, alpha = change_and_alpha(seen, own, other, row, x, across, down)
        changes[x + 1] = change
        alphas[x] = alpha
    if begin == 0:
        changes[0] = changes[1]
    if end == width:
        changes[width + 1] = changes[width]


@device_function
def _add_span(above, here, below, alphas, begin, end, sums, totals):
    """Add the other frame's alpha, weighted by `likeness` of the 3x3 mean change of each pixel."""
    for x in range(begin, end):
        mean = (
            (above[x] + above[x + 1] + above[x + 2])
            + (here[x] + here[x + 1] + here[x + 2])
            + (below[x] + below[x + 1] + below[x + 2])
        ) * float32(1.0 / 9.0)
        weight = likeness(mean)
        sums[x] += weight * alphas[x]
        totals[x] += weight


@serial_kernel
def steady(seen, ranges, moved, counts, slots, own, lines, out):
    """Alpha of a frame, averaged with its neighbours in time along the motion.

        out = (alpha + sum over frames k of w_k * alpha_k) / (1 + sum over k of w_k)

    Runs of blocks along a block row are either settled, where the mean is their one value, or
    computed row by row through `lines`.

    seen, ranges: from `remember`.  moved: from `follow`, up to `counts`.
    counts: int32 (2,), frames each way.  slots: int32 (2, REACH), the slots of those frames.
    own: slot of the frame.  lines: float32 (LINES, w + 2), scratch.
    out: float32 (h, w) in [0, 1], written.
    """
    height, width = out.shape
    for by in range(ranges.shape[1]):
        top = by * BLOCK
        rows = min(BLOCK, height - top)
        bx = 0
        while bx < ranges.shape[2]:
            begin = bx * BLOCK
            if _is_settled(ranges, moved, counts, slots, own, by, bx, height, width):
                value = float32(ranges[own, by, bx, 0]) * float32(1.0 / 255.0)
                for i in range(rows):
                    for x in range(begin, min(begin + BLOCK, width)):
                        out[top + i, x] = value
                bx += 1
                continue
            # Extend the run of blocks to compute up to the next settled one.
            bx += 1
            while bx < ranges.shape[2] and not _is_settled(
                ranges, moved, counts, slots, own, by, bx, height, width
            ):
                bx += 1
            end = min(bx * BLOCK, width)
            for i in range(rows):
                sums, totals = lines[SUMS + i], lines[TOTALS + i]
                for x in range(begin, end):
                    sums[x] = level_of(seen[own, top + i, x], 3)
                    totals[x] = float32(1.0)
            # Add each neighbour in time: its changes row by row with a halo, then its alphas.
            for way in range(2):
                for k in range(counts[way]):
                    for i in range(rows + 2):
                        is_inside = i >= 1 and i <= rows
                        _change_span(
                            seen, moved, way, k, own, slots[way, k], top + i - 1, begin - 1,
                            end + 1, lines, lines[CHANGES + i],
                            lines[ALPHAS + i - 1 if is_inside else SPARE],
                        )  # fmt: skip
                    for i in range(rows):
                        _add_span(
                            lines[CHANGES + i], lines[CHANGES + i + 1], lines[CHANGES + i + 2],
                            lines[ALPHAS + i], begin, end, lines[SUMS + i], lines[TOTALS + i],
                        )  # fmt: skip
            for i in range(rows):
                sums, totals = lines[SUMS + i], lines[TOTALS + i]
                line = out[top + i]
                for x in range(begin, end):
                    value = sums[x] / totals[x] * float32(1.0 / 255.0)
                    line[x] = min(max(value, float32(0.0)), float32(1.0))
