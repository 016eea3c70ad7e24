"""Connected figures: speckles fade, small holes are filled, one figure is kept if asked."""

from __future__ import annotations

from numba import float32, int32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel


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
def weigh_figures(
    alpha,
    solid_alpha,
    core_alpha,
    doubted_share,
    trusted_share,
    speckle_area,
    hole_area,
    largest_only,
    labels,
    areas,
    extents,
    held,
    chosen,
    weight,
    hole,
):
    """Label figures and holes by union-find and weigh them; see `reference.matte.clean_figures`.

    One thread: 37 thousand pixels take about 0.2 ms.

    alpha: float32 (h, w).  core_alpha: a figure's area is that of its pixels from this on.
    doubted_share, trusted_share: of the core in a figure, where it counts nothing and wholly.
    labels, areas, extents, held: int32 (h * w,), scratch.
    chosen: uint8 (h, w), where the kept figure lay; replaced if `largest_only`.
    weight, hole: float32 (h, w): of solid pixels, of hole pixels; 0 elsewhere.
    """
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

    for x in range(width):  # a negative count marks what touches the frame's border
        held[labels[x]] |= int32(1 << 30)
        held[labels[(height - 1) * width + x]] |= int32(1 << 30)
    for row in range(height):
        held[labels[row * width]] |= int32(1 << 30)
        held[labels[row * width + width - 1]] |= int32(1 << 30)

    keep = -1
    if largest_only:
        best = -1
        for index in range(height * width):
            if labels[index] == index and alpha[index // width, index % width] > solid_alpha:
                score = areas[index] + (held[index] & int32((1 << 30) - 1))
                if score > best:
                    best = score
                    keep = index
    trust_scale = float32(1.0) / (trusted_share - doubted_share)
    for row in range(height):
        for x in range(width):
            root = labels[row * width + x]
            area = float32(areas[root])
            if alpha[row, x] > solid_alpha:
                value = float32(2.0) * area / speckle_area - float32(1.0)
                trust = (area / float32(extents[root]) - doubted_share) * trust_scale
                value = min(max(min(value, trust), float32(0.0)), float32(1.0))
                if largest_only and root != keep:
                    value = float32(0.0)
                weight[row, x] = value
                hole[row, x] = float32(0.0)
                if largest_only:
                    chosen[row, x] = uint8(root == keep)
            else:
                weight[row, x] = float32(0.0)
                value = min(
                    max(float32(2.0) - float32(2.0) * area / hole_area, float32(0.0)), float32(1.0)
                )
                if held[root] & int32(1 << 30):
                    value = float32(0.0)
                hole[row, x] = value
                if largest_only:
                    chosen[row, x] = uint8(0)


@serial_kernel
def clean_figures(alpha, solid_alpha, snap, weight, hole, reach, work, out):
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
    scale = float32(1.0) / (float32(1.0) - float32(2.0) * snap)
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
            if alpha[row, x] > solid_alpha:
                value *= weight[row, x]
            else:
                value *= line[x]
            line[x] = min(max((value - snap) * scale, float32(0.0)), float32(1.0))
