"""Frames ahead: a film's frames stored, and the motion between them.

    frames in time   ..  n-3   n-2   n-1    n    n+1   n+2   n+3  ..
                          |     |     |     |     |     |     |
                          +-----+-----+-->  n  <--+-----+-----+    along the optical flow
                                            |
                                  weighted mean = alpha of frame n  (`ahead_mean`)

Frames are stored in a ring of slots. Way 0 of a slot is the motion from the frame before it to it,
way 1 back. Each function is one thread's work. Inner loops run over contiguous lines or over a
patch's columns, so that LLVM turns them into vectors. Arrays: see `gpu_unet.kernels.frames_ahead`;
definition: `gpu_unet.reference.frames_ahead`.
"""

from __future__ import annotations

from numba import float32, int32, uint8, uint32

from gpu_unet import frames_ahead
from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.ahead_pixel import (
    byte_of,
    first_guess,
    halved,
    level_of,
    moved_on,
    patch_start,
    searched,
    settled,
    word_of,
)
from gpu_unet.cpu.kernels.scalars import observed_byte
from gpu_unet.frames_ahead import BLOCK, BORDER, GREYS, OUTSIDE, PATCH, SHRINK, STRIDE
from gpu_unet.kernels.frames_ahead import GREY_SCALE

CELL = 4  # pixels along a side of a cell, for which it is known whether its alpha is one value
CELLS = BLOCK // CELL
MIXED = 1  # in place of an alpha: there is more than one. No stored alpha is 1 (SETTLED).
LINES = 3  # scratch lines: three colours; or the least and the largest alpha

patch_count = device_function(frames_ahead.patch_count)


@serial_kernel
def store_picture(network_input, slot, seen, lines):
    """Store a frame's network input as bytes in a slot, with alpha 0.

    network_input: float32 (h, w, at least 3) in [0, 1].
    seen: uint32 (slots, h, w); `slot` is written.
    lines: float32 (LINES, at least w), scratch.
    """
    height, width = seen.shape[1], seen.shape[2]
    red, green, blue = lines[0], lines[1], lines[2]
    for y in range(height):
        for x in range(width):  # apart, since strides of the network's input are not known here
            red[x] = network_input[y, x, 0]
            green[x] = network_input[y, x, 1]
            blue[x] = network_input[y, x, 2]
        row = seen[slot, y]
        for x in range(width):
            row[x] = word_of(
                observed_byte(red[x]), observed_byte(green[x]), observed_byte(blue[x]), int32(0)
            )


@serial_kernel
def store_alpha(network_alpha, slot, seen, uniform, calm, person, lines):
    """Store a frame's alpha beside its picture, and where it is one value.

    network_alpha: float32 (h, w) in [0, 1].
    seen: uint32 (slots, h, w); alpha of `slot` is written, as of `settled`.
    uniform: uint8 (slots, cells down, cells across): a cell's alpha if that is one value, else
    MIXED; `slot` is written.
    calm: uint8 (slots, blocks down, blocks across): the same of a block with the 8 around it.
    person: int64 (slots,); `slot` is written: pixels of the person, alpha from 128 on.
    lines: float32 (LINES, at least w), scratch.
    """
    height, width = network_alpha.shape
    low, high = lines[0], lines[1]
    total = 0
    for y in range(height):
        row, alpha = seen[slot, y], network_alpha[y]
        count = int32(0)
        for x in range(width):
            byte = settled(observed_byte(alpha[x]))
            row[x] = (row[x] & uint32(0xFFFFFF)) | (uint32(byte) << uint32(24))
            count += int32(byte >= int32(128))
        total += count
        is_first = y % CELL == 0
        for x in range(width):
            level = level_of(row[x], 3)
            low[x] = level if is_first else min(low[x], level)
            high[x] = level if is_first else max(high[x], level)
        if y % CELL == CELL - 1 or y == height - 1:
            for cx in range(uniform.shape[2]):
                least, most = low[cx * CELL], high[cx * CELL]
                for x in range(cx * CELL + 1, min(cx * CELL + CELL, width)):
                    least, most = min(least, low[x]), max(most, high[x])
                uniform[slot, y // CELL, cx] = (
                    uint8(int32(least)) if least == most else uint8(MIXED)
                )
    for by in range(calm.shape[1]):
        for bx in range(calm.shape[2]):
            value = uniform[slot, by * CELLS, bx * CELLS]
            is_calm = is_one_value(
                uniform, slot, (by - 1) * BLOCK, (by + 2) * BLOCK - 1, (bx - 1) * BLOCK,
                (bx + 2) * BLOCK - 1, value,
            )  # fmt: skip
            calm[slot, by, bx] = value if is_calm else uint8(MIXED)
    person[slot] = total


@device_function
def is_one_value(uniform, slot, first_y, last_y, first_x, last_x, value):
    """Whether alpha has this value throughout all cells that overlap these rows and columns."""
    last_cy, last_cx = uniform.shape[1] - 1, uniform.shape[2] - 1
    if value == MIXED:
        return False
    for cy in range(max(first_y, 0) // CELL, min(last_y // CELL, last_cy) + 1):
        for cx in range(max(first_x, 0) // CELL, min(last_x // CELL, last_cx) + 1):
            if uniform[slot, cy, cx] != value:
                return False
    return True


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
def shrink_grey(seen, slot, pictures, line):
    """Compute the largest grey picture of a frame, with its border, as `grey_of` defines it.

    line: float32 (at least SHRINK * columns of that picture,), scratch; its sums are integers
    below 2^24, so every device gets the same bits.
    """
    height, width = seen.shape[1], seen.shape[2]
    columns = pictures.shape[2] - 2 * BORDER
    for y in range(pictures.shape[1] - 2 * BORDER):
        for i in range(SHRINK):
            source = seen[slot, min(y * SHRINK + i, height - 1)]
            for x in range(width):
                grey = float32(
                    int32(GREYS[0]) * byte_of(source[x], 0)
                    + int32(GREYS[1]) * byte_of(source[x], 1)
                    + int32(GREYS[2]) * byte_of(source[x], 2)
                )
                line[x] = grey if i == 0 else line[x] + grey
        for x in range(width, columns * SHRINK):
            line[x] = line[width - 1]
        out = pictures[slot, y + BORDER, BORDER : BORDER + columns]
        for x in range(columns):
            total = float32(0.0)
            for i in range(SHRINK):
                total += line[x * SHRINK + i]
            out[x] = total * float32(GREY_SCALE)
    _border(pictures, slot)


@serial_kernel
def halve_grey(larger, slot, pictures):
    """Compute the next smaller grey picture, means of 2x2 pixels, with its border."""
    for y in range(pictures.shape[1] - 2 * BORDER):
        for x in range(pictures.shape[2] - 2 * BORDER):
            pictures[slot, y + BORDER, x + BORDER] = halved(larger, slot, y, x)
    _border(pictures, slot)


@device_function
def _add_patch(pictures, one, other, row, col, across, down, sums):
    """Add a patch's motion to those of the pixels from (row, col) on, weighted by how each fits.

    A place outside the picture reads its border, which repeats the edge.
    """
    height, width = pictures.shape[1] - 2 * BORDER, pictures.shape[2] - 2 * BORDER
    x = min(max(float32(col) + across, float32(-OUTSIDE)), float32(width))
    y = min(max(float32(row) + down, float32(-OUTSIDE)), float32(height))
    # The sum is positive, so the conversion to int rounds down.
    left = int32(x + float32(OUTSIDE)) - int32(OUTSIDE)
    top = int32(y + float32(OUTSIDE)) - int32(OUTSIDE)
    fx, fy = x - float32(left), y - float32(top)
    gx, gy = float32(1.0) - fx, float32(1.0) - fy
    a, b, c, d = gx * gy, fx * gy, gx * fy, fx * fy
    for i in range(PATCH):
        here = pictures[one, row + BORDER + i, col + BORDER : col + BORDER + PATCH]
        upper = pictures[other, top + BORDER + i, left + BORDER : left + BORDER + PATCH + 1]
        lower = pictures[other, top + BORDER + i + 1, left + BORDER : left + BORDER + PATCH + 1]
        by_x, by_y = sums[0, row + i, col : col + PATCH], sums[1, row + i, col : col + PATCH]
        total = sums[2, row + i, col : col + PATCH]
        for j in range(PATCH):
            found = a * upper[j] + b * upper[j + 1] + c * lower[j] + d * lower[j + 1]
            weight = float32(1.0) / max(float32(1.0), abs(found - here[j]))
            by_x[j] += weight * across
            by_y[j] += weight * down
            total[j] += weight


@serial_kernel
def find_motion(pictures, last, slot, has_coarse, coarse, sums, flows):
    """Motion between two frames, both ways, in pictures of one size: patches, then pixels.

    A pixel's motion is as `pixel_motion` defines it, added up patch by patch: within a patch the
    places in the other picture are contiguous.

    last, slot: slots of the earlier and the later frame.
    coarse: flows of the next smaller size; read only with `has_coarse`.
    sums: float32 (3, h + PATCH, w + PATCH or more), scratch: weighted motion across and down, and
    the weights.
    flows: those of `slot` are written, in pixels of this size.
    """
    height = pictures.shape[1] - 2 * BORDER
    width = pictures.shape[2] - 2 * BORDER
    for way in range(2):
        one, other = (last, slot) if way == 0 else (slot, last)
        for c in range(3):
            for y in range(height):
                for x in range(width):
                    sums[c, y, x] = float32(0.0)
        for i in range(patch_count(height)):
            row = patch_start(i, height)
            for j in range(patch_count(width)):
                col = patch_start(j, width)
                across, down = float32(0.0), float32(0.0)
                if has_coarse:
                    across, down = first_guess(pictures, one, other, row, col, coarse, slot, way)
                across, down = searched(pictures, one, other, row, col, across, down)
                # All pixels at which a patch ends have it, so it begins on the grid.
                _add_patch(pictures, one, other, i * STRIDE, j * STRIDE, across, down, sums)
        for y in range(height):
            for x in range(width):
                share = float32(1.0) / sums[2, y, x]
                flows[slot, way, 0, y, x] = sums[0, y, x] * share
                flows[slot, way, 1, y, x] = sums[1, y, x] * share


@serial_kernel
def follow(flows, slot, way, count, moved, widened, width):
    """Extend a frame's motion by one more frame.

        moved[0] = flow(p),   moved[k] = moved[k - 1] + flow of the next frame at p + moved[k - 1]

    flows: of the largest grey pictures; `slot` selects the flow to add.
    count: k, the frames that the motion spans already.
    moved: float32 (2 ways, FAR, 2, h, w); [way, count] is written.
    widened: float32 (2 ways, FAR, 2, h + 2, more than width + 2); [way, count] is written: that
    motion in pixels of the network's size, at its columns: column x in place x + 2. Beyond the
    edges the outermost is repeated, and a row is added on both sides.
    width: Of the network's input.
    """
    rows, columns = moved.shape[3], moved.shape[4]
    for y in range(rows):
        for x in range(columns):
            if count == 0:
                across, down = flows[slot, way, 0, y, x], flows[slot, way, 1, y, x]
            else:
                across, down = moved_on(
                    flows, slot, way, y, x,
                    moved[way, count - 1, 0, y, x], moved[way, count - 1, 1, y, x],
                )  # fmt: skip
            moved[way, count, 0, y, x] = across
            moved[way, count, 1, y, x] = down
        for axis in range(2):
            source, line = moved[way, count, axis, y], widened[way, count, axis, y + 1]
            for i in range(SHRINK):
                line[i] = float32(SHRINK) * source[0]
                line[columns * SHRINK + i] = float32(SHRINK) * source[columns - 1]
            for x in range(columns - 1):
                left = float32(SHRINK) * source[x]
                slope = float32(SHRINK) * source[x + 1] - left
                for i in range(SHRINK):
                    line[(x + 1) * SHRINK + i] = left + float32((i + 0.5) / SHRINK) * slope
            for x in range(width + 2, line.shape[0]):
                line[x] = line[width + 1]
    for axis in range(2):
        for x in range(widened.shape[4]):
            widened[way, count, axis, 0, x] = widened[way, count, axis, 1, x]
            widened[way, count, axis, rows + 1, x] = widened[way, count, axis, rows, x]
