"""Direct convolution 3x3, 1x1 and transposed 2x2 with bias and limits, by the micro-kernels.

    y[pixel, o] = clip(bias[o] + added[pixel, o] +
        sum over window rows r, floats k of x[r, k] * w[r, k, o])

NHWC makes each window row one run of floats: 3 * in_channels for a 3x3. So a convolution is, per
row of the picture and block of `WIDE` output channels, one call of `multiply_row`. The loops, from
outside to inside: strip of rows, channel block, row, so that a strip stays in the cache while all
blocks of weights pass over it.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.kernels.product import WIDE, block_width, multiply_row

# Floats of a strip of input rows: 256 KiB.
STRIP_FLOATS = 65536


@numba.njit(nogil=True)
def convolve(arena, operation, chunk, chunks):
    """Compute one chunk of a convolution: some rows, or some channel blocks.

    A transposed 2x2 convolution is four 1x1 ones, its phases: phase (dy, dx) writes the output
    pixels (2 row + dy, 2 col + dx).
    Arguments: those of every operation, see `gpu_unet.cpu.program`; weights from `pack_weights`.
    """
    blocks = (operation.out_channels + WIDE - 1) // WIDE
    height = operation.height
    first_row, last_row = 0, height
    first_block, last_block = 0, operation.phases * blocks
    if operation.split_channels:
        first_block, last_block = chunk * last_block // chunks, (chunk + 1) * last_block // chunks
    else:
        first_row, last_row = chunk * height // chunks, (chunk + 1) * height // chunks
    strip = max(1, STRIP_FLOATS // operation.x_step)
    for strip_start in range(first_row, last_row, strip):
        strip_end = min(strip_start + strip, last_row)
        for block in range(first_block, last_block):
            phase = block // blocks
            channel = block % blocks * WIDE
            weight = (
                operation.weight
                + (phase * blocks + block % blocks) * operation.rows * operation.length * WIDE
            )
            y_start = (
                operation.y
                + phase // 2 * operation.phase_row
                + phase % 2 * operation.phase_pixel
                + channel
            )
            for row in range(strip_start, strip_end):
                added = operation.added
                if added != 0:
                    added += row * operation.added_row + channel
                multiply_row(
                    arena,
                    operation.width,
                    operation.x + row * operation.x_step,
                    operation.x_row,
                    operation.x_pixel,
                    operation.rows,
                    operation.length,
                    weight,
                    operation.bias + channel,
                    added,
                    operation.added_pixel,
                    y_start + row * operation.y_row,
                    operation.y_pixel,
                    operation.lowest,
                    operation.highest,
                    operation.out_channels - channel,
                )


def pack_weights(phases: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Lay weights out in the order in which `convolve` reads them.

    Args:
        phases: float32 (phases, window rows, window columns * in_channels, out_channels).

    Returns:
        float32, flat: phase, block of `WIDE` channels, window row, float of the row, channel.
        The last block is as wide as `product.block_width` says; missing channels are 0.
    """
    _, rows, length, channels = phases.shape
    packed = []
    for phase in phases:
        for first in range(0, channels, WIDE):
            block = phase[:, :, first : first + WIDE]
            width = block_width.py_func(block.shape[2])
            filled = np.zeros((rows, length, width), np.float32)
            filled[:, :, : block.shape[2]] = block
            packed.append(filled.ravel())
            if width < WIDE:  # all blocks have one size: a block's offset is a product
                packed.append(np.zeros(rows * length * (WIDE - width), np.float32))
    return np.concatenate(packed)


def pack_bias(bias: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Pad float32 (channels,) with zeros to a multiple of `WIDE`."""
    packed = np.zeros(-(-bias.size // WIDE) * WIDE, np.float32)
    packed[: bias.size] = bias
    return packed
