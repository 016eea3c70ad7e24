"""Resize and normalise: from a frame to small planes and to the network's input.

Rows, then columns; the taps of each axis are tables (`axis_taps`):

    line[x]  = sum over k of row_weights[k, row] * source[row_first[row] + k, x] * scale
    out[col] = sum over k of column_weights[k, col] * line[column_first[col] + k]
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
    serial_kernel,
)
from gpu_unet.cpu.kernels.scalars import (
    byte_step,
    input_step,
    linear_rgb,
    looked_up,
    observed_byte,
    rgb_of,
)


@device_function
def sum_rows(source, first, weights, row, scale, line):
    """The sum of a row's taps over the whole interleaved line, which is SIMD.

    source: (H, W * channels).  first, weights: see `shrink`.  line: float32 (W * channels,).
    """
    weight = weights[0, row] * scale
    top = source[first[row]]
    for x in range(line.shape[0]):
        line[x] = weight * float32(top[x])
    for k in range(1, weights.shape[0]):
        weight = weights[k, row] * scale
        if weight != float32(0.0):
            below = source[first[row] + k]
            for x in range(line.shape[0]):
                line[x] += weight * float32(below[x])


@device_function
def sum_columns(line, channels, first, weights, out):
    """The sum of each column's taps of one channel, two taps at a time.

    line: float32, from the channel's first value on.  out: float32 (w,).
    """
    count = weights.shape[0]
    if count == 1:  # the same width, say: weights are 1
        for x in range(out.shape[0]):
            out[x] = line[first[x]]
        return
    one = weights[0]
    beside = line[channels:]
    other = weights[1]
    for x in range(out.shape[0]):
        out[x] = one[x] * line[first[x]] + other[x] * beside[first[x]]
    for k in range(2, count):
        beside = line[k * channels :]
        other = weights[k]
        for x in range(out.shape[0]):
            out[x] += other[x] * beside[first[x]]


@device_function
def shrink_row(sources, scale, taps, sample_taps, row, line, out):
    """One row of all planes; see `shrink`."""
    channels = out.shape[0] // len(sources)
    for index in range(len(sources)):
        rows, row_weights, columns, column_weights = taps if index == 0 else sample_taps
        source = sources[index]
        length = source.shape[1]
        sum_rows(source, rows, row_weights, row, scale, line[:length])
        for channel in range(channels):
            sum_columns(
                line[channel:length], channels, columns, column_weights,
                out[index * channels + channel, row],
            )  # fmt: skip


@part_of_kernel
def shrink_rows(sources, scale, taps, sample_taps, taken, line, out):
    """The rows that no other thread takes; see `shrink`."""
    row = atomic_add(taken, 0, 1)
    while row < out.shape[1]:
        shrink_row(sources, scale, taps, sample_taps, row, line, out)
        row = atomic_add(taken, 0, 1)


@parallel_kernel
def shrink(threads, sources, scale, taps, sample_taps, taken, lines, out):
    """Resample a picture to planes, as fractions.

    threads: how many share the rows.
    sources: one picture (H, W * 3) of interleaved channels, or three planes (H, W).
    scale: float32, 1 / the largest code.
    taps, sample_taps: of the first plane and of the others, for rows and for columns: where each
    sum begins, uint32, and its weights, float32 (taps, size).
    taken: int64 (1,), lines: float32 (CHUNKS, at least W * channels): scratch.
    out: float32 (3, h, w), written.
    """
    taken[0] = 0
    if threads <= FEW_THREADS:
        shrink_rows(sources, scale, taps, sample_taps, taken, lines[0], out)
    else:
        for chunk in prange(CHUNKS):
            shrink_rows(sources, scale, taps, sample_taps, taken, lines[chunk], out)


@device_function
def write_steps(first, second, third, matrices, channel, out):
    """One channel of a line's RGB, rounded to INPUT_STEPS: a loop of its own, which is SIMD."""
    for x in range(out.shape[0]):
        out[x] = input_step(linear_rgb(first[x], second[x], third[x], matrices)[channel])


@part_of_kernel
def normalise_rows(planes, matrices, taken, lines, out):
    """The rows that no other thread takes; see `normalise`."""
    red, green, blue = lines[0], lines[1], lines[2]
    row = atomic_add(taken, 0, 1)
    while row < planes.shape[1]:
        first, second, third = planes[0, row], planes[1, row], planes[2, row]
        write_steps(first, second, third, matrices, 0, red)
        write_steps(first, second, third, matrices, 1, green)
        write_steps(first, second, third, matrices, 2, blue)
        pixels = out[row]
        for x in range(red.shape[0]):
            pixels[x, 0] = red[x]
            pixels[x, 1] = green[x]
            pixels[x, 2] = blue[x]
        row = atomic_add(taken, 0, 1)


@parallel_kernel
def normalise(threads, planes, matrices, taken, lines, out):
    """Network input from small planes: RGB in [0, 1], rounded to INPUT_STEPS.

    threads: how many share the rows.  planes: float32 (3, h, w), fractions.
    matrices: 24 float32, from `coding_matrices`.
    taken: int64 (1,), lines: float32 (CHUNKS, 3, w): scratch.
    out: float32 (h, w, at least 3) in [0, 1]; the first three channels are written.
    """
    taken[0] = 0
    if threads <= FEW_THREADS:
        normalise_rows(planes, matrices, taken, lines[0], out)
    else:
        for chunk in prange(CHUNKS):
            normalise_rows(planes, matrices, taken, lines[chunk], out)


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
