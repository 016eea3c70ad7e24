"""Colours of person and original background in the unknown region, by blur fusion.

    F = mean(alpha * I) / mean(alpha)                   the person's colour; means over the window
    B = mean((1 - alpha) * I) / mean(1 - alpha)         the original background's
    F = F + alpha * (I - alpha * F - (1 - alpha) * B)   `unmix`

The first pass is of the picture I, with a wide window that reaches across the region. The second
has a near window, and F and B of the first in place of I; its `unmix` is the full-size pass's, by
the frame's own pixels.

Both passes take strips around the edge, row by row (`window.py`): shares, their box sums, then
`blend_colours`.

Source: Forte, Pitie 2021, "Approximate Fast Foreground Colour Estimation" (ICIP).
"""

from __future__ import annotations

from numba import float32, prange

from gpu_unet.cpu.atomic import atomic_add
from gpu_unet.cpu.compile import (
    CHUNKS,
    FEW_THREADS,
    device_function,
    parallel_kernel,
    part_of_kernel,
)
from gpu_unet.cpu.kernels.scalars import green_screen, mean_scale, unmix, weighted_mean
from gpu_unet.cpu.kernels.spans import copy, fill
from gpu_unet.cpu.kernels.strips import BAND, bounds_of, next_gap
from gpu_unet.cpu.kernels.window import (
    COLUMN_SUMS,
    SUMS,
    add,
    empty_ring,
    multiply,
    subtract,
    sum_windows,
)
from gpu_unet.kernels.plane_numbers import GREEN, ORIGINAL, ORIGINAL_WEIGHT, PERSON_WEIGHT, SHARES


@device_function
def write_weights(alpha, start, stop, out):
    """Write alpha and 1 - alpha, float32 (n,): the weights of both colours, from start to stop.

    out: float32 (SHARES, at least stop).
    """
    copy(alpha, out[PERSON_WEIGHT, start:stop])
    rest = out[ORIGINAL_WEIGHT, start:stop]
    for x in range(rest.shape[0]):
        rest[x] = float32(1.0) - alpha[x]


@device_function
def write_picture_shares(planes, alpha, row, first, last, start, out):
    """Write a row's weights, and the picture times each: the shares of the first pass.

    planes: float32 (3, h, w).  alpha: float32 (h, w).  first, last: columns.
    out: float32 (SHARES, n), written from `start` on.
    """
    stop = start + last - first
    write_weights(alpha[row, first:last], start, stop, out)
    for plane in range(PERSON_WEIGHT):
        weight = PERSON_WEIGHT if plane < ORIGINAL else ORIGINAL_WEIGHT
        multiply(
            planes[plane % 3, row, first:last], out[weight, start:stop], out[plane, start:stop]
        )


@device_function
def write_estimate_shares(colours, alpha, start, stop, out):
    """Write a row's weights, and its first estimate times each: the shares of the second pass.

    colours: float32 (6, n), the estimate from start to stop.  alpha: float32 (stop - start,).
    out: float32 (SHARES, n), written there.
    """
    write_weights(alpha, start, stop, out)
    for plane in range(PERSON_WEIGHT):
        weight = PERSON_WEIGHT if plane < ORIGINAL else ORIGINAL_WEIGHT
        multiply(colours[plane, start:stop], out[weight, start:stop], out[plane, start:stop])


@device_function
def invert_weights(weight, row_scale, column_scale):
    """Replace a line of weights, sums over windows, by what their means divide by."""
    for x in range(weight.shape[0]):
        weight[x] = mean_scale(weight[x] * (row_scale * column_scale[x]))


@device_function
def blend(total, row_scale, column_scale, scale, out):
    """Replace a line by its weighted means; without any weight a value stays.

    total: sums over windows.  row_scale, column_scale: make them means.
    scale: of the windows' weights, from `invert_weights`.
    """
    for x in range(out.shape[0]):
        out[x] = weighted_mean(total[x] * (row_scale * column_scale[x]), out[x], scale[x])


@device_function
def blend_colours(sums, first, row_scale, column_scale, colours, start):
    """Replace both colours of a row by their weighted means.

    sums: float32 (SHARES, n), of the shares over windows, read from `first` on; no longer of use.
    row_scale, column_scale: float32, float32 (n,): one over the rows and columns of a window.
    colours: float32 (6, n), replaced from `start` on.
    """
    last = first + column_scale.shape[0]
    stop = start + column_scale.shape[0]
    for weight in range(PERSON_WEIGHT, SHARES):
        invert_weights(sums[weight, first:last], row_scale, column_scale)
    for plane in range(PERSON_WEIGHT):
        weight = PERSON_WEIGHT if plane < ORIGINAL else ORIGINAL_WEIGHT
        blend(
            sums[plane, first:last], row_scale, column_scale, sums[weight, first:last],
            colours[plane, start:stop],
        )  # fmt: skip


@device_function
def unmix_line(pixel, alpha, original, person):
    """Replace a line of the person's colours by what the mixed pixels leave for it."""
    for x in range(person.shape[0]):
        person[x] = unmix(pixel[x], alpha[x], person[x], original[x])


@device_function
def green_line(first, second, third, matrices, out):
    """How much of a green screen the original background is, in [0, 1]."""
    for x in range(out.shape[0]):
        out[x] = green_screen(first[x], second[x], third[x], matrices)


@part_of_kernel
def estimate_strip(
    planes, alpha, bounds, wide_radius, near_radius, wide_scales, near_scales, matrices, wide, near,
    estimates, out,
):  # fmt: skip
    """The colours within a strip; see `estimate_strips`.

    Per row that enters: its shares, the first estimate `wide_radius` rows above it with its shares,
    and the second one another `near_radius` rows above.
    """
    height, width = alpha.shape
    wide_size, near_size = 2 * wide_radius + 1, 2 * near_radius + 1
    top, bottom, left, right = bounds
    inner = right - left + 2 * near_radius
    outer = inner + 2 * wide_radius
    wide_length, near_length = SHARES * outer, SHARES * inner
    wide_sums = wide[wide_size + SUMS, :wide_length].reshape((SHARES, outer))
    near_sums = near[near_size + SUMS, :near_length].reshape((SHARES, inner))
    empty_ring(wide, wide_size, wide_length)
    empty_ring(near, near_size, near_length)
    # The columns in the picture that the wide windows read; those of the first estimate.
    first = max(left - near_radius - wide_radius, 0)
    last = min(right + near_radius + wide_radius, width)
    begin = max(left - near_radius, 0)
    end = min(right + near_radius, width)
    start = begin - left + near_radius
    stop = start + end - begin
    for turn in range(bottom - top + 2 * (wide_radius + near_radius)):
        row = top - wide_radius - near_radius + turn
        line = wide[turn % wide_size, :wide_length]
        subtract(wide[wide_size + COLUMN_SUMS, :wide_length], line)
        if 0 <= row < height:
            write_picture_shares(
                planes, alpha, row, first, last, first - left + near_radius + wide_radius,
                line.reshape((SHARES, outer)),
            )  # fmt: skip
        else:
            fill(float32(0.0), line)
        add(wide[wide_size + COLUMN_SUMS, :wide_length], line)
        if turn < 2 * wide_radius:
            continue
        centre = row - wide_radius
        line = near[turn % near_size, :near_length]
        subtract(near[near_size + COLUMN_SUMS, :near_length], line)
        if 0 <= centre < height:
            colours = estimates[turn % near_size]
            for plane in range(PERSON_WEIGHT):
                copy(planes[plane % 3, centre, begin:end], colours[plane, start:stop])
            sum_windows(wide, wide_size, wide_length)
            blend_colours(
                wide_sums, start, wide_scales[0][centre], wide_scales[1][begin:end], colours,
                start,
            )  # fmt: skip
            share = alpha[centre, begin:end]
            for c in range(3):
                unmix_line(
                    planes[c, centre, begin:end],
                    share,
                    colours[ORIGINAL + c, start:stop],
                    colours[c, start:stop],
                )
            write_estimate_shares(colours, share, start, stop, line.reshape((SHARES, inner)))
        else:
            fill(float32(0.0), line)
        add(near[near_size + COLUMN_SUMS, :near_length], line)
        if turn < 2 * (wide_radius + near_radius):
            continue
        target = centre - near_radius
        colours = estimates[(turn - near_radius) % near_size]  # of that row
        sum_windows(near, near_size, near_length)
        blend_colours(
            near_sums, 0, near_scales[0][target], near_scales[1][left:right], colours,
            near_radius,
        )  # fmt: skip
        for plane in range(PERSON_WEIGHT):
            copy(
                colours[plane, near_radius : inner - near_radius],
                out[plane, target, left:right],
            )
        green_line(
            out[ORIGINAL, target, left:right],
            out[ORIGINAL + 1, target, left:right],
            out[ORIGINAL + 2, target, left:right],
            matrices,
            out[GREEN, target, left:right],
        )


@part_of_kernel
def leave_picture(planes, strips, top, out):
    """The picture for both colours, where no strip of a band is: there, any colours do."""
    _, height, width = planes.shape
    start, end = next_gap(strips, top, 0, width)
    while start < width:
        for row in range(top, min(top + BAND, height)):
            for plane in range(PERSON_WEIGHT):
                copy(planes[plane % 3, row, start:end], out[plane, row, start:end])
            fill(float32(0.0), out[GREEN, row, start:end])
        start, end = next_gap(strips, top, end, width)


@part_of_kernel
def estimate_shares(
    planes, alpha, strips, wide_radius, near_radius, wide_scales, near_scales, matrices, taken,
    wide, near, estimates, out,
):  # fmt: skip
    """The strips, and then the rests of bands, that no other thread takes."""
    bands = -(-alpha.shape[0] // BAND)
    index = atomic_add(taken, 0, 1)
    while index < strips.shape[0] + bands:
        if index < strips.shape[0]:
            estimate_strip(
                planes, alpha, bounds_of(strips, index), wide_radius, near_radius, wide_scales,
                near_scales, matrices, wide, near, estimates, out,
            )  # fmt: skip
        else:
            leave_picture(planes, strips, (index - strips.shape[0]) * BAND, out)
        index = atomic_add(taken, 0, 1)


@parallel_kernel
def estimate_strips(
    threads, planes, alpha, strips, wide_radius, near_radius, wide_scales, near_scales, matrices,
    taken, wide, near, estimates, out,
):  # fmt: skip
    """The colours within strips; elsewhere those of the picture.

    threads: how many share the strips.
    planes: float32 (3, h, w), fractions.  alpha: float32 (h, w), ramped.
    strips: int32 (n, 4), from `unknown_strips`.
    wide_scales, near_scales: `inside_scale` of rows and of columns, float32 (h,) and (w,).
    matrices: 24 float32, from `coding_matrices`.
    taken: int64 (1,), and of each chunk, s columns being `widest_strip`:
    wide: float32 (2 wide_radius + 1 + LINES, SHARES * (s + 2 wide_radius + 2 near_radius)),
    near: float32 (2 near_radius + 1 + LINES, SHARES * (s + 2 near_radius)),
    estimates: float32 (2 near_radius + 1, 6, s + 2 near_radius): scratch.
    out: float32 (7, h, w), written: person, original background, and how much of a green screen
    that is, in [0, 1].
    """
    taken[0] = 0
    if threads <= FEW_THREADS:
        estimate_shares(
            planes, alpha, strips, wide_radius, near_radius, wide_scales, near_scales, matrices,
            taken, wide[0], near[0], estimates[0], out,
        )  # fmt: skip
    else:
        for chunk in prange(CHUNKS):
            estimate_shares(
                planes, alpha, strips, wide_radius, near_radius, wide_scales, near_scales, matrices,
                taken, wide[chunk], near[chunk], estimates[chunk], out,
            )  # fmt: skip
