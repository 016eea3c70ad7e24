"""The blocks of the frame: each is background, person or unknown; only unknown is computed.

A typical frame is mostly background and person, which are copied.
"""

from __future__ import annotations

from numba import float32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.trimap import PERSON, UNKNOWN, kind_of, sure_limits
from gpu_unet.kernels import full_size_pixel
from gpu_unet.kernels.plane_numbers import WRAP_SHARE
from gpu_unet.kernels.template import compiled

_STYLE = compiled((full_size_pixel.style_of, full_size_pixel.changes_person), device_function)
style_of, changes_person = _STYLE["style_of"], _STYLE["changes_person"]

# Pixels of a block: even for samples of 2x2 pixels, small so that the unknown region is narrow.
BLOCK_ROWS = 8
BLOCK_COLUMNS = 16


@serial_kernel
def classify_blocks(coefficients, wrap, params, row_low, row_high, low, high, cells, out):
    """Classify blocks by bounds on their final alpha that hold for every possible colour.

    A pixel's alpha is a convex mixture of the linear functions of the four cells around it: if all
    cells that a block touches stay at 0, or all at 1 (`kind_of`), so does each of its pixels. A
    block is the person's if its pixels are the frame's own.

    coefficients: float32 (4, h, w).  wrap: float32 (4, h, w) or a dummy.
    params: float32, see `gpu_unet.kernels.parameters`.
    row_low, row_high: uint32 (H,), low, high: uint32 (W,), from `axis_pairs`.
    cells: uint8 (h, w), scratch.  out: uint8 (ceil(H / BLOCK_ROWS), ceil(W / BLOCK_COLUMNS)).
    """
    _, height, width = coefficients.shape
    style = style_of(params)
    background_limit, person_limit = sure_limits(style.ramp_low, style.ramp_slope)
    for row in range(height):
        for x in range(width):
            cell = kind_of(coefficients, row, x, background_limit, person_limit)
            if cell == PERSON:
                share = wrap[WRAP_SHARE, row, x] if style.has_wrap else float32(0.0)
                if changes_person(share, style):
                    cell = uint8(UNKNOWN)
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
