"""Fast guided filter: alpha as a local linear function of the picture, at the network's size.

    alpha(pixel) = slopes . pixel + offset,   slopes = (cov(I) + epsilon)^-1 cov(I, alpha)

Steps: `guide_moments`, box mean, `guided_coefficients`, box mean, `apply_coefficients`.

Source: He, Sun, Tang 2013, "Guided Image Filtering", section 3.4; He, Sun 2015, "Fast Guided
Filter", https://arxiv.org/abs/1505.00996
"""

from __future__ import annotations

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.scalars import ramp, solve_window
from gpu_unet.cpu.kernels.spans import copy
from gpu_unet.kernels.plane_numbers import OFFSET


@device_function
def multiply(one, other, out):
    """Product of two lines: with more arrays in one loop, LLVM does not vectorise it."""
    for x in range(out.shape[0]):
        out[x] = one[x] * other[x]


@serial_kernel
def guide_moments(alpha, planes, out):
    """Write the 13 planes that are averaged: guide, alpha and their products.

    alpha: float32 (h, w).  planes: float32 (3, h, w).  out: float32 (MOMENTS, h, w), written.
    """
    for row in range(alpha.shape[0]):
        first = planes[0, row]
        second = planes[1, row]
        third = planes[2, row]
        share = alpha[row]
        copy(first, out[0, row])
        copy(second, out[1, row])
        copy(third, out[2, row])
        copy(share, out[3, row])
        multiply(first, first, out[4, row])
        multiply(first, second, out[5, row])
        multiply(first, third, out[6, row])
        multiply(second, second, out[7, row])
        multiply(second, third, out[8, row])
        multiply(third, third, out[9, row])
        multiply(first, share, out[10, row])
        multiply(second, share, out[11, row])
        multiply(third, share, out[12, row])


@serial_kernel
def guided_coefficients(means, epsilon, out):
    """Solve each window's 3x3 regression; the caller averages the result over windows.

    means: float32 (MOMENTS, h, w), box means of `guide_moments`.
    out: float32 (4, h, w), written: three slopes and the offset.
    """
    _, height, width = means.shape
    for row in range(height):
        for x in range(width):
            sx, sy, sz, offset = solve_window(
                means[0, row, x],
                means[1, row, x],
                means[2, row, x],
                means[3, row, x],
                means[4, row, x],
                means[5, row, x],
                means[6, row, x],
                means[7, row, x],
                means[8, row, x],
                means[9, row, x],
                means[10, row, x],
                means[11, row, x],
                means[12, row, x],
                epsilon,
            )
            out[0, row, x] = sx
            out[1, row, x] = sy
            out[2, row, x] = sz
            out[OFFSET, row, x] = offset


@serial_kernel
def apply_coefficients(coefficients, planes, ramp_low, ramp_slope, out):
    """Alpha at the network's size: ramp(slopes . pixel + offset).

    coefficients: float32 (4, h, w).  planes: float32 (3, h, w).  out: float32 (h, w) in [0, 1].
    """
    _, height, width = planes.shape
    for row in range(height):
        for x in range(width):
            value = coefficients[OFFSET, row, x]
            for c in range(3):
                value += coefficients[c, row, x] * planes[c, row, x]
            out[row, x] = ramp(value, ramp_low, ramp_slope)
