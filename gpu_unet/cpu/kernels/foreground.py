"""Colours of person and original background in the unknown region, by blur fusion.

    F = mean(alpha * I) / mean(alpha)                   the person's colour; means over the window
    B = mean((1 - alpha) * I) / mean(1 - alpha)         the original background's
    F = F + alpha * (I - alpha * F - (1 - alpha) * B)   `unmix`

The first pass is of the picture I, with a wide window that reaches across the region. The second
has a near window, and F and B of the first in place of I; its `unmix` is the full-size pass's, by
the frame's own pixels.

Each of two passes is `colour_shares`, `window.box_mean`, then `wide_colours` or `near_colours`.

Source: Forte, Pitie 2021, "Approximate Fast Foreground Colour Estimation" (ICIP).
"""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.scalars import green_screen, mean_scale, unmix, weighted_mean
from gpu_unet.cpu.kernels.spans import copy
from gpu_unet.kernels.plane_numbers import GREEN, ORIGINAL, ORIGINAL_WEIGHT, PERSON_WEIGHT


@serial_kernel
def colour_shares(person, original, alpha, out):
    """Write both colours times their weights alpha and 1 - alpha, and the weights.

    person, original: float32 (3, h, w), fractions.  alpha: float32 (h, w), ramped.
    out: float32 (SHARES, h, w), written.
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


@device_function
def blend(total, weight, out):
    """Replace a line by its weighted means; without any weight a value stays."""
    for x in range(out.shape[0]):
        out[x] = weighted_mean(total[x], out[x], mean_scale(weight[x]))


@device_function
def unmix_line(pixel, alpha, original, person):
    """Replace a line of the person's colours by what the mixed pixels leave for it."""
    for x in range(person.shape[0]):
        person[x] = unmix(pixel[x], alpha[x], person[x], original[x])


@serial_kernel
def wide_colours(means, planes, alpha, out):
    """First pass: both colours from the means of a wide window.

    means: float32 (SHARES, h, w), box means of `colour_shares`.  planes: float32 (3, h, w).
    alpha: float32 (h, w).  out: float32 (7, h, w): person and original are written, GREEN is left.
    """
    for row in range(planes.shape[1]):
        for c in range(3):
            pixel = planes[c, row]
            person = out[c, row]
            original = out[ORIGINAL + c, row]
            copy(pixel, person)
            copy(pixel, original)
            blend(means[c, row], means[PERSON_WEIGHT, row], person)
            blend(means[ORIGINAL + c, row], means[ORIGINAL_WEIGHT, row], original)
            unmix_line(pixel, alpha[row], original, person)


@serial_kernel
def near_colours(means, matrices, out):
    """Second pass: refine both colours by the means of a near window.

    means: float32 (SHARES, h, w), box means of the first estimate's `colour_shares`.
    matrices: 24 float32, from `coding_matrices`.
    out: float32 (7, h, w): the first estimate, replaced; GREEN becomes how much of a green screen
    the original background is, in [0, 1].
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
