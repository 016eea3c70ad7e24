"""Resize and normalise: from a uint8 frame to small planes and to the network's input."""

from __future__ import annotations

from numba import float32, int32

from gpu_unet.colour import INPUT_STEPS
from gpu_unet.cpu.compile import serial_kernel


@serial_kernel
def resample_rows(source, row_first, row_weights, column_first, column_weights, line, out):
    """Resample interleaved channels of a picture to planes, as fractions of 255.

    Source rows are summed into a line, then the line's pixels into output pixels.

    source: uint8 (H, W * channels).  row_first: int32 (h,).  row_weights: float32 (h, taps).
    column_first: int32 (w,).  column_weights: float32 (w, taps).
    line: float32 (at least W * channels,), scratch.  out: float32 (channels, h, w).
    """
    channels, height, width = out.shape
    length = source.shape[1]
    row_taps = row_weights.shape[1]
    column_taps = column_weights.shape[1]
    for row in range(height):
        top = row_first[row]
        weight = row_weights[row, 0] * float32(1.0 / 255.0)
        for x in range(length):
            line[x] = weight * float32(source[top, x])
        for k in range(1, row_taps):
            weight = row_weights[row, k] * float32(1.0 / 255.0)
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
def normalise(planes, matrix, out):
    """Network input from small planes: RGB = clamp(matrix . (planes, 1)), in INPUT_STEPS.

    planes: float32 (3, h, w), fractions of 255.  matrix: float32 (3, 4), from `to_rgb_matrix`.
    out: float32 (h, w, 3) in [0, 1].
    """
    _, height, width = planes.shape
    for row in range(height):
        for column in range(width):
            first = planes[0, row, column]
            second = planes[1, row, column]
            third = planes[2, row, column]
            for c in range(3):
                value = (
                    matrix[c, 0] * first
                    + matrix[c, 1] * second
                    + matrix[c, 2] * third
                    + matrix[c, 3]
                )
                value = min(max(value, float32(0.0)), float32(1.0))
                # Not negative, so that cutting off the fraction rounds down.
                step = int32(value * float32(INPUT_STEPS) + float32(0.5))
                out[row, column, c] = float32(step) * float32(1.0 / INPUT_STEPS)
