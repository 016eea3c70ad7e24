"""Connected components of solid pixels and of the rest, by union-find over runs.

A run is neighbours of a row that are all solid, or all not:

    row above   |--- solid ---|------ rest ------|-- solid --|
    row         |- rest -|-------- solid --------|-- rest ---|

A run is united with the runs above of its kind that it touches: solid ones at corners, too
(8-connected), the rest at sides alone (4-connected). A run's label is the index of its first pixel,
and a root is the smallest of its component, so a second scan in order resolves all labels.
"""

from __future__ import annotations

from numba import float32, int32

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.spans import fill
from gpu_unet.setting_parameters import CORE_ALPHA, SOLID_ALPHA

AT_BORDER = int32(1 << 30)  # flag in `held`, above any count of pixels


@device_function
def find_root(labels, index):
    """Root (smallest index) of a pixel's component; path halving on the way."""
    while labels[index] != index:
        labels[index] = labels[labels[index]]
        index = labels[index]
    return index


@device_function
def unite(labels, one, other):
    """Join two components under the smaller root."""
    one = find_root(labels, one)
    other = find_root(labels, other)
    if one < other:
        labels[other] = one
    elif other < one:
        labels[one] = other


# Pixels that `end_of_run` compares at once: runs are long. In a shorter loop LLVM unrolls what it
# should vectorise.
STEP = 64


@device_function
def count_solid(alpha):
    """Solid pixels of a line: int32."""
    count = int32(0)
    for x in range(alpha.shape[0]):
        count += int32(1) if alpha[x] > float32(SOLID_ALPHA) else int32(0)
    return count


@device_function
def end_of_run(alpha, start):
    """End column (exclusive) of the run that begins at `start` of a line."""
    is_solid = alpha[start] > float32(SOLID_ALPHA)
    all_alike = STEP if is_solid else 0
    stop = start + 1
    while stop + STEP <= alpha.shape[0] and count_solid(alpha[stop : stop + STEP]) == all_alike:
        stop += STEP
    while stop < alpha.shape[0] and (alpha[stop] > float32(SOLID_ALPHA)) == is_solid:
        stop += 1
    return stop


@device_function
def count_sure(alpha, solid_alpha, core_alpha):
    """Pixels of a run that are no rim of a component: int32."""
    count = int32(0)
    for x in range(alpha.shape[0]):
        count += int32(1) - int32((alpha[x] > solid_alpha) & (alpha[x] < core_alpha))
    return count


@device_function
def sum_of(line):
    """Sum of a line of bytes: int32."""
    total = int32(0)
    for x in range(line.shape[0]):
        total += int32(line[x])
    return total


@serial_kernel
def label_components(alpha, chosen, labels, areas, extents, held):
    """Label components and holes and count them; see `reference.matte.label_components`.

    alpha: float32 (h, w).
    chosen: uint8 (h, w), 1 where the component lay that the frame before kept.
    labels: int32 (h * w,), written: each pixel's root.
    Written at the roots, int32 (h * w,):
    areas: pixels of the component; of a solid one only its core (alpha of CORE_ALPHA and more).
    extents: all pixels of the component.
    held: its pixels in `chosen`, with the flag AT_BORDER if it touches the picture's border.
    """
    solid_alpha = float32(SOLID_ALPHA)
    core_alpha = float32(CORE_ALPHA)
    height, width = alpha.shape
    for row in range(height):
        base = row * width
        above = base - width  # the first run above that may touch this one
        start = 0
        while start < width:
            is_solid = alpha[row, start] > solid_alpha
            stop = end_of_run(alpha[row], start)
            index = base + start
            labels[index] = index
            extents[index] = stop - start  # the run's length, until the second scan
            if row > 0:
                corner = int(is_solid)
                first = base - width + max(start - corner, 0)
                last = base - width + min(stop - 1 + corner, width - 1)
                while above + extents[above] <= first:
                    above += extents[above]
                other = above
                while other <= last:
                    if (alpha[row - 1, other - (base - width)] > solid_alpha) == is_solid:
                        unite(labels, index, other)
                    other += extents[other]
            start = stop
    for row in range(height):
        start = 0
        while start < width:
            index = row * width + start
            length = extents[index]
            extents[index] = 0
            # A label points to a smaller index, which this scan has resolved already.
            root = labels[labels[index]]
            if root == index:  # the first of its component's runs
                areas[root] = 0
                held[root] = 0
            fill(root, labels[index : index + length])
            run = slice(start, start + length)
            extents[root] += length
            areas[root] += count_sure(alpha[row, run], solid_alpha, core_alpha)
            held[root] += sum_of(chosen[row, run])
            start += length
    for x in range(width):
        held[labels[x]] |= AT_BORDER
        held[labels[(height - 1) * width + x]] |= AT_BORDER
    for row in range(height):
        held[labels[row * width]] |= AT_BORDER
        held[labels[row * width + width - 1]] |= AT_BORDER
