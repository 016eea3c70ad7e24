"""The trimap: each block of the frame is background, person or unknown; only unknown is computed.

A typical frame is mostly background and person, which are copied.
"""

from __future__ import annotations

from numba import float32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.kernels import full_size_pixel
from gpu_unet.kernels.plane_numbers import OFFSET, WRAP_SHARE
from gpu_unet.kernels.template import compiled

_STYLE = compiled((full_size_pixel.style_of, full_size_pixel.changes_person), device_function)
style_of, changes_person = _STYLE["style_of"], _STYLE["changes_person"]

# Pixels of a block: even for samples of 2x2 pixels, small so that the unknown region is narrow.
BLOCK_ROWS = 8
BLOCK_COLUMNS = 16

BACKGROUND = 0
PERSON = 1
UNKNOWN = 2


@serial_kernel
def classify_blocks(coefficients, wrap, params, row_low, row_high, low, high, cells, out):
    """Classify blocks by bounds on their final alpha that hold for every possible colour.

    A pixel's alpha is a convex mixture of the linear functions of the four cells around it. The
    bounds of one cell over the colour cube [0, 1]^3:

        offset + sum of negative slopes  <=  slopes . pixel + offset  <=  offset + sum of positive

    If all cells that a block touches stay at 0, or all at 1, so does each of its pixels. A block
    is the person's if its pixels are the frame's own.

    coefficients: float32 (4, h, w).  wrap: float32 (4, h, w) or a dummy.
    params: float32, see `gpu_unet.kernels.parameters`.
    row_low, row_high: uint32 (H,), low, high: uint32 (W,), from `axis_pairs`.
    cells: uint8 (h, w), scratch.  out: uint8 (ceil(H / BLOCK_ROWS), ceil(W / BLOCK_COLUMNS)).
    """
    _, height, width = coefficients.shape
    # Alpha within 0.4 of an 8-bit step of 0 or 1 rounds to 0 or 255.
    style = style_of(params)
    background_limit = style.ramp_low + float32(0.4 / 255.0) / style.ramp_slope
    person_limit = style.ramp_low + float32(1.0 - 0.4 / 255.0) / style.ramp_slope
    for row in range(height):
        for x in range(width):
            # Bounds of alpha over all colours.
            least = coefficients[OFFSET, row, x]
            most = least
            for c in range(3):
                slope = coefficients[c, row, x]
                least += min(slope, float32(0.0))
                most += max(slope, float32(0.0))
            cell = uint8(UNKNOWN)
            if most <= background_limit:
                cell = uint8(BACKGROUND)
            elif least >= person_limit:
                share = wrap[WRAP_SHARE, row, x] if style.has_wrap else float32(0.0)
                if not changes_person(share, style):
                    cell = uint8(PERSON)
            cells[row, x] = cell
    full_height = row_low.shape[0]
    full_width = low.shape[0]
    # A block's kind is that of all cells that its pixels interpolate; unknown if they differ.
    for block_row in range(out.shape[0]):
        top = block_row * BLOCK_ROWS
        bottom = min(top + BLOCK_ROWS, full_height) - 1
        first_row = row_low[top]
        last_row = row_high[bottom]
        for block in range(out.shape[1]):
            start = block * BLOCK_COLUMNS
            stop = min(start + BLOCK_COLUMNS, full_width) - 1
            # Mirrored tables run backwards.
            first = min(low[start], low[stop])
            last = max(high[start], high[stop])
            kind = cells[first_row, first]
            for row in range(first_row, last_row + 1):
                for x in range(first, last + 1):
                    if cells[row, x] != kind:
                        kind = uint8(UNKNOWN)
            out[block_row, block] = kind
