"""Resize and normalise: from a frame to small planes and to the network's input.

Rows, then columns; the taps of each axis are tables (`axis_taps`):

    line[x]  = sum over k of row_weights[row, k] * source[row_first[row] + k, x] * scale
    out[col] = sum over k of column_weights[col, k] * line[column_first[col] + k]
"""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.scalars import (
    byte_step,
    input_step,
    linear_rgb,
    looked_up,
    observed_byte,
    rgb_of,
)


@serial_kernel
def resample_rows(
    source, scale, row_first, row_weights, column_first, column_weights, line, out,
):  # fmt: skip
    """Resample the interleaved channels of a picture to planes, as fractions.

    Rows first, over the whole interleaved line, which is SIMD; then columns.

    source: (H, W * channels).  scale: float32, 1 / the largest code.
    row_first: int32 (h,).  row_weights: float32 (h, taps).
    column_first: int32 (w,).  column_weights: float32 (w, taps).
    line: float32 (at least W * channels,), scratch.  out: float32 (channels, h, w).
    """
    channels, height, width = out.shape
    length = source.shape[1]
    row_taps = row_weights.shape[1]
    column_taps = column_weights.shape[1]
    for row in range(height):
        top = row_first[row]
        weight = row_weights[row, 0] * scale
        for x in range(length):
            line[x] = weight * float32(source[top, x])
        for k in range(1, row_taps):
            weight = row_weights[row, k] * scale
            if weight != float32(0.0):
                for x in range(length):
                    line[x] += weight * float32(source[top + k, x])
        for channel in range(channels):
            for column in range(width):
                start = column_first[column] * channels + channel
                total = float32(0.0)
                for k in range(column_taps):
                    total += column_weights[column, k] * line[start + k * channels]
                out[channel, row, column] = total


@serial_kernel
def normalise(planes, matrices, out):
    """Network input from small planes: RGB in [0, 1], rounded to INPUT_STEPS.

    planes: float32 (3, h, w), fractions.  matrices: 24 float32, from `coding_matrices`.
    out: float32 (h, w, at least 3) in [0, 1]; the first three channels are written.
    """
    _, height, width = planes.shape
    for row in range(height):
        for column in range(width):
            first = planes[0, row, column]
            second = planes[1, row, column]
            third = planes[2, row, column]
            red, green, blue = linear_rgb(first, second, third, matrices)
            out[row, column, 0] = input_step(red)
            out[row, column, 1] = input_step(green)
            out[row, column, 2] = input_step(blue)


@serial_kernel
def normalise_by_table(planes, matrices, table, out):
    """As `normalise`, for HDR and log: the RGB is looked up, see `gpu_unet.transfer`.

    table: float32 (n, n, n, 3), from `view_table`.
    """
    _, height, width = planes.shape
    for row in range(height):
        for column in range(width):
            first = planes[0, row, column]
            second = planes[1, row, column]
            third = planes[2, row, column]
            coded = rgb_of(first, second, third, matrices)
            red, green, blue = looked_up(table, coded[0], coded[1], coded[2])
            out[row, column, 0] = input_step(red)
            out[row, column, 1] = input_step(green)
            out[row, column, 2] = input_step(blue)


@serial_kernel
def write_given(values, out):
    """Write what callers give as network input: bytes / 255, rounded to INPUT_STEPS.

    values: uint8 (h, w, channels).  out: float32 (h, w, channels) in [0, 1], written.
    """
    height, width, channels = values.shape
    for row in range(height):
        for column in range(width):
            for c in range(channels):
                out[row, column, c] = byte_step(values[row, column, c])


@serial_kernel
def observe(seen, alpha, out_rgb, out_alpha):
    """Round the network's input and output to bytes.

    seen: float32 (h, w, at least 3) in [0, 1].  alpha: float32 (h, w) in [0, 1].
    out_rgb: uint8 (h, w, 3), out_alpha: uint8 (h, w), written.
    """
    height, width = alpha.shape
    for row in range(height):
        for column in range(width):
            for c in range(3):
                out_rgb[row, column, c] = observed_byte(seen[row, column, c])
            out_alpha[row, column] = observed_byte(alpha[row, column])
