"""Connected figures: speckles fade, small holes are filled, one figure is kept if asked."""

from __future__ import annotations

from numba import float32, int32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.scalars import component_weight, hole_fill, new_hole_fill, snapped
from gpu_unet.edge_parameters import CORE_ALPHA, SOLID_ALPHA

AT_BORDER = int32(1 << 30)  # of a component, beside a count that never comes near it


@device_function
def find_root(labels, index):
    """Smallest index of the component, with the path halved on the way."""
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


@serial_kernel
def label_figures(alpha, chosen, labels, areas, extents, held):
    """Label figures and holes by union-find and count them; see `reference.matte.clean_figures`.

    One thread: 37 thousand pixels take about 0.2 ms.

    alpha: float32 (h, w).
    chosen: uint8 (h, w), where the kept figure lay.
    labels: int32 (h * w,), written: each pixel's root.
    areas, extents, held: int32 (h * w,), written, at the roots: pixels, of a figure those of its
    core; all pixels; the chosen ones, and AT_BORDER added where it touches the picture's border.
    """
    solid_alpha = float32(SOLID_ALPHA)
    core_alpha = float32(CORE_ALPHA)
    height, width = alpha.shape
    for row in range(height):
        base = row * width
        for x in range(width):
            index = base + x
            solid = alpha[row, x] > solid_alpha
            areas[index] = 0
            extents[index] = 0
            held[index] = 0
            label = index
            if x > 0 and (alpha[row, x - 1] > solid_alpha) == solid:
                label = labels[index - 1]
            labels[index] = label
            if row > 0:
                if (alpha[row - 1, x] > solid_alpha) == solid:
                    unite(labels, index, index - width)
                elif solid:
                    if x > 0 and alpha[row - 1, x - 1] > solid_alpha:
                        unite(labels, index, index - width - 1)
                    if x + 1 < width and alpha[row - 1, x + 1] > solid_alpha:
                        unite(labels, index, index - width + 1)
    for index in range(height * width):
        # Labels point to smaller indices, which are final already.
        root = labels[labels[index]]
        labels[index] = root
        extents[root] += 1
        value = alpha[index // width, index % width]
        if not solid_alpha < value < core_alpha:
            areas[root] += 1
        held[root] += int32(chosen[index // width, index % width])
    for x in range(width):
        held[labels[x]] |= AT_BORDER
        held[labels[(height - 1) * width + x]] |= AT_BORDER
    for row in range(height):
        held[labels[row * width]] |= AT_BORDER
        held[labels[row * width + width - 1]] |= AT_BORDER


@device_function
def figure_weight(root, keep, areas, extents, speckle_area):
    """Weight of the figure with this root; none but `keep` has any, unless that is -1."""
    weight = component_weight(areas[root], extents[root], speckle_area)
    if keep >= 0 and root != keep:
        weight = float32(0.0)
    return weight


@serial_kernel
def weigh_figures(
    alpha,
    speckle_area,
    hole_area,
    largest_only,
    labels,
    areas,
    extents,
    held,
    ages,
    chosen,
    weight,
    hole,
):
    """Weigh figures and holes; see `reference.matte.clean_figures`.

    alpha: float32 (h, w).
    labels, areas, extents, held: int32 (h * w,), from `label_figures`.
    ages: int32 (h * w,), from `age_holes`.
    chosen: uint8 (h, w), where the kept figure lay; replaced if `largest_only`.
    weight, hole: float32 (h, w): of figures and of what is new in them, 0 elsewhere; filling of
    holes and of what lies in new ones, 0 elsewhere.
    """
    solid_alpha = float32(SOLID_ALPHA)
    height, width = alpha.shape
    keep = -1
    if largest_only:
        best = -1
        for index in range(height * width):
            if labels[index] == index and alpha[index // width, index % width] > solid_alpha:
                score = areas[index] + (held[index] & ~AT_BORDER)
                if score > best:
                    best = score
                    keep = index
    for row in range(height):
        for x in range(width):
            root = labels[row * width + x]
            solid = alpha[row, x] > solid_alpha
            own = float32(0.0)
            fill = float32(0.0)
            if solid:
                # Where no figure is kept there is none at all, and this is not reached.
                own = figure_weight(root, keep, areas, extents, speckle_area)
            if held[root] & AT_BORDER == 0:
                # What surrounds a component lies left of its first pixel: of a figure's crumb
                # the hole that it lies in.
                place = labels[root - 1] if solid else root
                if not solid:
                    fill = hole_fill(areas[root], hole_area)
                if held[place] & AT_BORDER == 0:
                    new = new_hole_fill(ages[place])
                    if new > float32(0.0):
                        fill = max(fill, new)
                        around = figure_weight(
                            labels[place - 1], keep, areas, extents, speckle_area
                        )
                        own = max(own, new * around)
            weight[row, x] = own
            hole[row, x] = fill
            if largest_only:
                chosen[row, x] = uint8(solid and root == keep)


@serial_kernel
def clean_figures(alpha, weight, hole, reach, work, out):
    """Apply the weights: holes filled, soft alpha kept only near a kept figure, then snapped.

    alpha, weight, hole: float32 (h, w), from `weigh_figures`.  reach: in pixels.
    work: float32 (h, w), scratch.  out: float32 (h, w) in [0, 1].
    """
    height, width = alpha.shape
    for row in range(height):
        line = work[row]
        for x in range(width):
            line[x] = weight[row, x]
        for other in range(max(0, row - reach), min(height, row + reach + 1)):
            for x in range(width):
                line[x] = max(line[x], weight[other, x])
    for row in range(height):
        line = out[row]
        for x in range(width):
            line[x] = work[row, x]
        for shift in range(1, reach + 1):
            for x in range(shift, width):
                line[x] = max(line[x], work[row, x - shift])
            for x in range(width - shift):
                line[x] = max(line[x], work[row, x + shift])
        above = max(row - 1, 0)
        below = min(row + 1, height - 1)
        for x in range(width):
            left = max(x - 1, 0)
            right = min(x + 1, width - 1)
            filled = max(
                max(
                    max(hole[above, left], max(hole[above, x], hole[above, right])),
                    max(hole[row, left], max(hole[row, x], hole[row, right])),
                ),
                max(hole[below, left], max(hole[below, x], hole[below, right])),
            )
            value = max(alpha[row, x], filled)
            if alpha[row, x] > float32(SOLID_ALPHA):
                value *= weight[row, x]
            else:
                value *= line[x]
            line[x] = snapped(value)
