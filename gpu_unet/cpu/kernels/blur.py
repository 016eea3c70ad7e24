"""What the two Gaussian blurs read and write: the background without the person, the light wrap.

Normalised convolution (*) with a Gaussian G, which is `window.weighted_sum`:

    blurred = (G * (weight colour)) / (G * weight)
"""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.scalars import blur_scale, original_weight, wrap_share
from gpu_unet.cpu.kernels.spans import fill
from gpu_unet.cpu.kernels.window import keep_larger, multiply
from gpu_unet.kernels.plane_numbers import WEIGHT, WRAP_SHARE


@serial_kernel
def original_shares(planes, alpha, out):
    """Write the background's colour times its weight, and the weight.

    The weight is 1 minus the largest alpha of 5x5 pixels: close to 0 near the person, see
    `original_weight`. The 5x5 maximum is separable, and each line is SIMD.
    planes: float32 (3, h, w).  alpha: float32 (h, w), ramped.  out: float32 (4, h, w), written.
    """
    _, height, width = planes.shape
    for row in range(height):
        line = out[WEIGHT, row]
        fill(float32(0.0), line)
        for other in range(max(0, row - 2), min(height, row + 3)):
            source = alpha[other]
            keep_larger(line, source)
            for shift in range(1, min(3, width)):
                keep_larger(line[shift:], source[: width - shift])
                keep_larger(line[: width - shift], source[shift:])
        own = alpha[row]
        for x in range(width):
            line[x] = original_weight(line[x], own[x])
        for c in range(3):
            multiply(planes[c, row], line, out[c, row])


@serial_kernel
def normalise_blur(sums, out):
    """Divide the blurred colours by the blurred weight, which removes the person's share.

    sums: float32 (4, h, w).  out: float32 (3, h, w), written.
    """
    _, height, width = out.shape
    for row in range(height):
        for x in range(width):
            scale = blur_scale(sums[WEIGHT, row, x])
            for c in range(3):
                out[c, row, x] = sums[c, row, x] * scale


@serial_kernel
def wrap_sources(background, alpha, mirror, out):
    """Write the input of the light wrap's blur: the background in the frame's direction, 1 - alpha.

    background: float32 (3, h, w).  alpha: float32 (h, w), ramped.
    mirror: reverse the background, because the full-size pass reverses the result.
    out: float32 (4, h, w), written.
    """
    _, height, width = background.shape
    for row in range(height):
        for c in range(3):
            for x in range(width):
                source = width - 1 - x if mirror else x
                out[c, row, x] = background[c, row, source]
        for x in range(width):
            out[WEIGHT, row, x] = float32(1.0) - alpha[row, x]


@serial_kernel
def share_wrap(strength, out):
    """Turn the blurred weight into the wrap's share, see `wrap_share`: 0 deep inside the person.

    out: float32 (4, h, w), window means of `wrap_sources`; the weight plane is replaced.
    """
    _, height, width = out.shape
    for row in range(height):
        for x in range(width):
            out[WRAP_SHARE, row, x] = wrap_share(out[WEIGHT, row, x], strength)
