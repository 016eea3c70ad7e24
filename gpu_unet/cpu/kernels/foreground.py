"""Colours of person and original background in the unknown region, by blur fusion."""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.scalars import green_screen, mean_scale, unmix, weighted_mean
from gpu_unet.kernels.plane_numbers import GREEN, ORIGINAL, ORIGINAL_WEIGHT, PERSON_WEIGHT


@serial_kernel
def colour_shares(person, original, alpha, out):
    """Both colours times their weight, and the weights.

    person, original: float32 (3, h, w).  alpha: float32 (h, w), ramped.
    out: float32 (SHARES, h, w).
    """
    _, height, width = person.shape
    for row in range(height):
        for x in range(width):
            share = alpha[row, x]
            rest = float32(1.0) - share
            for c in range(3):
                out[c, row, x] = person[c, row, x] * share
                out[ORIGINAL + c, row, x] = original[c, row, x] * rest
            out[PERSON_WEIGHT, row, x] = share
            out[ORIGINAL_WEIGHT, row, x] = rest


@serial_kernel
def wide_colours(means, planes, alpha, out):
    """First estimate: weighted means of a wide window, the unexplained rest given to the person.

    means: float32 (SHARES, h, w).  planes: float32 (3, h, w).  alpha: float32 (h, w).
    out: float32 (7, h, w): person, original; GREEN is not touched.
    """
    _, height, width = planes.shape
    for row in range(height):
        for x in range(width):
            share = alpha[row, x]
            person_scale = mean_scale(means[PERSON_WEIGHT, row, x])
            original_scale = mean_scale(means[ORIGINAL_WEIGHT, row, x])
            for c in range(3):
                pixel = planes[c, row, x]
                person = weighted_mean(means[c, row, x], pixel, person_scale)
                original = weighted_mean(means[ORIGINAL + c, row, x], pixel, original_scale)
                out[c, row, x] = unmix(pixel, share, person, original)
                out[ORIGINAL + c, row, x] = original


@device_function
def blend(total, weight, out):
    """Weighted mean of a line; where no weight is, what stood there before."""
    for x in range(out.shape[0]):
        out[x] = weighted_mean(total[x], out[x], mean_scale(weight[x]))


@serial_kernel
def near_colours(means, matrices, out):
    """Second estimate: weighted means of a near window; where no weight is, the first stays.

    means: float32 (SHARES, h, w), of the first estimate.
    matrices: 24 float32, from `coding_matrices`.
    out: float32 (7, h, w): the first estimate, replaced; GREEN: how much of a green screen the
    original background is.
    """
    _, height, width = out.shape
    for row in range(height):
        for c in range(3):
            blend(means[c, row], means[PERSON_WEIGHT, row], out[c, row])
            blend(means[ORIGINAL + c, row], means[ORIGINAL_WEIGHT, row], out[ORIGINAL + c, row])
        first = out[ORIGINAL, row]
        second = out[ORIGINAL + 1, row]
        third = out[ORIGINAL + 2, row]
        amount = out[GREEN, row]
        for x in range(width):
            amount[x] = green_screen(first[x], second[x], third[x], matrices)
