"""Specks fade, small and new holes are filled, and on request one component is kept.

    weight of a component   0 .. 1 by the area of its core and by the core's share of it
    fill of a hole          1 .. 0 by its area, or by its age
    out = snap(max(alpha, fill nearby) * weight)

Soft pixels take the largest weight within `reach`: hair keeps its softness where it is near a solid
component.

A hole that appears inside a component has to last before it is opened. Each pixel carries a
counter, `hole_age`, from frame to frame, in ticks:

    in a hole            the hole's age, 0 to HOLE_TICKS
    solid                WAS_SOLID + what is left of its age, which falls by the ticks of each frame
    outside              OUTSIDE
    unknown              UNKNOWN_PAST

The rules and their reasons: `reference.matte.age_holes`.
"""

from __future__ import annotations

from numba import float32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.components import AT_BORDER, end_of_run
from gpu_unet.cpu.kernels.scalars import (
    component_weight,
    hole_fill,
    new_hole_fill,
    next_age,
    past_age,
    past_in_hole,
    rim_side,
    snapped,
    solid_past,
)
from gpu_unet.cpu.kernels.spans import copy, fill
from gpu_unet.cpu.kernels.strips import bounds_of
from gpu_unet.cpu.kernels.trimap import UNKNOWN
from gpu_unet.cpu.kernels.window import largest_of_three, largest_within
from gpu_unet.setting_parameters import OUTSIDE, SNAP, SOLID_ALPHA


@device_function
def stay_solid(pasts, ticks):
    """Take the counters of a run of solid pixels to the next frame."""
    for x in range(pasts.shape[0]):
        pasts[x] = uint8(solid_past(pasts[x], ticks))


@serial_kernel
def age_holes(alpha, labels, held, ticks, oldest, rim, ages, hole_age):
    """Age every hole of a frame; see `reference.matte.age_holes`.

    First pass: of each hole the largest past age under it (`oldest`), the same of pixels that were
    in a hole (`ages`), and the rim's balance: +1 for a side that was solid before, -RIM_DOUBT for
    one that was not. Second pass: the new ages and counters.

    alpha: float32 (h, w).
    labels, held: int32 (h * w,), from `label_components`.
    ticks: since the frame before.
    oldest, rim: int32 (h * w,), scratch.
    ages: int32 (h * w,), written: at the roots of holes, 0 to HOLE_TICKS.
    hole_age: uint8 (h, w), each pixel's counter, replaced.
    """
    solid_alpha = float32(SOLID_ALPHA)
    height, width = alpha.shape
    for row in range(1, height - 1):  # no hole touches the border
        start = 0
        while start < width:
            stop = end_of_run(alpha[row], start)
            index = row * width + start
            root = labels[index]
            if alpha[row, start] <= solid_alpha and held[root] & AT_BORDER == 0:
                if root == index:  # the first of the hole's runs
                    oldest[root] = 0
                    rim[root] = 0
                    ages[root] = 0
                for x in range(start, stop):
                    past = hole_age[row, x]
                    oldest[root] = max(oldest[root], past_age(past))
                    ages[root] = max(ages[root], past_in_hole(past))
                    for side in range(4):
                        above = row + (side == 0) - (side == 1)
                        beside = x + (side == 2) - (side == 3)
                        if alpha[above, beside] > solid_alpha:
                            rim[root] += rim_side(hole_age[above, beside])
            start = stop
    for row in range(height):
        start = 0
        while start < width:
            stop = end_of_run(alpha[row], start)
            index = row * width + start
            root = labels[index]
            pasts = hole_age[row, start:stop]
            if alpha[row, start] > solid_alpha:
                stay_solid(pasts, ticks)
            elif held[root] & AT_BORDER == 0:
                if root == index:  # the root comes first in the scan: its age is ready for the rest
                    earned = oldest[root] if rim[root] >= 0 else ages[root]
                    ages[root] = next_age(earned, ticks)
                fill(uint8(ages[root]), pasts)
            else:
                fill(uint8(OUTSIDE), pasts)
            start = stop


@device_function
def weight_of(root, keep, areas, extents, speck_area):
    """Weight of the component with this root; with keep >= 0 all others weigh 0."""
    weight = component_weight(areas[root], extents[root], speck_area)
    if keep >= 0 and root != keep:
        weight = float32(0.0)
    return weight


@serial_kernel
def weigh_components(
    alpha, speck_area, hole_area, largest_only, labels, areas, extents, held, ages, chosen, weight,
    hole,
):  # fmt: skip
    """Weigh components and holes; see `reference.matte.remove_specks`.

    alpha: float32 (h, w).
    labels, areas, extents, held: int32 (h * w,), from `label_components`.
    ages: int32 (h * w,), from `age_holes`.
    chosen: uint8 (h, w), 1 where the kept component lies; replaced if `largest_only`.
    weight: float32 (h, w), written: of the pixel's solid component; of a new hole, that of the
    component around it; else 0.
    hole: float32 (h, w), written: fill of the hole that the pixel is in; else 0.
    """
    solid_alpha = float32(SOLID_ALPHA)
    height, width = alpha.shape
    keep = -1
    if largest_only:
        # The root with the largest area + overlap with the last choice.
        best = -1
        for index in range(height * width):
            if labels[index] == index and alpha[index // width, index % width] > solid_alpha:
                score = areas[index] + (held[index] & ~AT_BORDER)
                if score > best:
                    best = score
                    keep = index
    for row in range(height):
        start = 0
        while start < width:
            stop = end_of_run(alpha[row], start)
            root = labels[row * width + start]
            solid = alpha[row, start] > solid_alpha
            own = float32(0.0)
            share = float32(0.0)
            if solid:
                # keep is -1 only if all components count, or if none is solid.
                own = weight_of(root, keep, areas, extents, speck_area)
            if held[root] & AT_BORDER == 0:
                # The component around this one lies left of its first pixel: for a speck, that is
                # the hole that it lies in.
                place = labels[root - 1] if solid else root
                if not solid:
                    share = hole_fill(areas[root], hole_area)
                if held[place] & AT_BORDER == 0:
                    new = new_hole_fill(ages[place])
                    if new > float32(0.0):
                        share = max(share, new)
                        around = weight_of(labels[place - 1], keep, areas, extents, speck_area)
                        own = max(own, new * around)
            fill(own, weight[row, start:stop])
            fill(share, hole[row, start:stop])
            if largest_only:
                fill(uint8(solid and root == keep), chosen[row, start:stop])
            start = stop


@device_function
def fill_and_weigh(alpha, left, here, right, weight, out):
    """Fill, weigh and snap a span of a line of alpha.

    left, here, right: fills of the neighbours and of the pixels themselves.
    weight: of the pixels' components.  out: the largest weight nearby, replaced by the result.
    """
    for x in range(out.shape[0]):
        filled = max(max(alpha[x], left[x]), max(here[x], right[x]))
        share = weight[x] if alpha[x] > float32(SOLID_ALPHA) else out[x]
        out[x] = snapped(filled * share)


@device_function
def mark_soft(alpha, hole, out):
    """Mark a line's pixels for `trimap_of_soft`."""
    for x in range(out.shape[0]):
        is_soft = (alpha[x] > float32(SNAP)) | (hole[x] > float32(0.0))
        out[x] = uint8(UNKNOWN) * uint8(is_soft & (alpha[x] <= float32(SOLID_ALPHA)))


@serial_kernel
def trimap_of_soft(alpha, hole, out):
    """Unknown is where soft alpha, or the fill of a hole, may be left.

    alpha: float32 (h, w).  hole: from `weigh_components`.
    out: uint8 (h, w), written: UNKNOWN or 0.
    """
    for row in range(out.shape[0]):
        mark_soft(alpha[row], hole[row], out[row])


@serial_kernel
def remove_specks(alpha, weight, hole, reach, strips, lines, work, out):
    """Fill holes, apply the weights and snap; soft alpha stays only near a weighty component.

    Soft pixels take the largest weight within `reach`. Fills spread by one pixel (3x3 maximum),
    over the soft rim of a hole.
    alpha: float32 (h, w).  weight, hole: from `weigh_components`.  reach: in pixels.
    strips: int32 (n, 4), all that `unknown_strips` finds within a pixel of `trimap_of_soft`.
    lines: float32 (2, at least w + 2 reach), scratch.  work: float32 (h, w), scratch.
    out: float32 (h, w) in [0, 1], written.
    """
    height, width = alpha.shape
    for row in range(height):
        copy(weight[row], out[row])
    for index in range(strips.shape[0]):
        largest_within(weight, reach, bounds_of(strips, index), lines, work, out)
    line = lines[0, :width]
    for row in range(height):
        near = out[row]
        # The largest fill of each column's three rows.
        above = hole[max(row - 1, 0)]
        below = hole[min(row + 1, height - 1)]
        largest_of_three(above, hole[row], below, line)
        last = width - 1
        for start, stop in ((0, 1), (1, last), (max(last, 1), width)):
            fill_and_weigh(
                alpha[row, start:stop],
                line[max(start - 1, 0) : max(stop - 1, 1)],
                line[start:stop],
                line[min(start + 1, last) : min(stop + 1, width)],
                weight[row, start:stop],
                near[start:stop],
            )
