"""The full-size pass for interleaved RGB: copies where alpha is 0 or 1, arithmetic between."""

from __future__ import annotations

from numba import float32, prange, uint8

from gpu_unet.cpu.compile import CHUNKS, parallel_kernel
from gpu_unet.cpu.kernels.blocks import (
    BLOCK_COLUMNS,
    BLOCK_ROWS,
    MIXED,
    PERSON,
    ROOM,
)
from gpu_unet.cpu.kernels.scalars import fraction, mix, to_byte
from gpu_unet.cpu.kernels.small_planes import (
    COLOURS,
    WRAP,
    alpha_byte,
    enlarge_row,
    lerp,
    person_rgb,
    wrap_at,
)
from gpu_unet.cpu.kernels.spans import copy, fill
from gpu_unet.kernels.full_size_pixel import BLURRED_ORIGINAL, NOTHING, PICTURE, WRAP_SHARE


@parallel_kernel
def composite_rgb(
    frame,
    background,
    behind,
    room,
    coefficients,
    colours,
    has_colours,
    wrap,
    has_wrap,
    kinds,
    row_pairs,
    column_pairs,
    ramp_low,
    ramp_slope,
    matrices,
    linear_light,
    light,
    code,
    mirror,
    tall,
    out,
    want_alpha,
    out_alpha,
):
    """Alpha and composite of one frame, in one pass over blocks; see `reference.composite`.

    A piece of work takes each CHUNKS-th row of blocks, and of it runs of blocks of one kind.

    frame, background, out: uint8 (H, W, 3).  The rest as in `composite_yuv420`.
    """
    height, width, _ = out.shape
    row_low, row_high, row_fraction = row_pairs
    low, high, column_share = column_pairs
    frame_bytes = frame.reshape((height, 3 * width))
    background_bytes = background.reshape((height, 3 * width))
    out_bytes = out.reshape((height, 3 * width))
    for chunk in prange(CHUNKS):
        line = tall[chunk, 0]
        room_line = tall[chunk, 1]
        for block_row in range(chunk, kinds.shape[0], CHUNKS):
            top = block_row * BLOCK_ROWS
            bottom = min(top + BLOCK_ROWS, height)
            block = 0
            while block < kinds.shape[1]:
                kind = kinds[block_row, block]
                start = block * BLOCK_COLUMNS
                while block < kinds.shape[1] and kinds[block_row, block] == kind:
                    block += 1
                stop = min(block * BLOCK_COLUMNS, width)
                first = min(low[start], low[stop - 1])
                end = max(high[start], high[stop - 1]) + 1
                for row in range(top, bottom):
                    line_out = out_bytes[row, 3 * start : 3 * stop]
                    if want_alpha and kind != MIXED:
                        value = uint8(255) if kind == PERSON else uint8(0)
                        fill(value, out_alpha[row, start:stop])
                    if kind == PERSON:
                        if mirror:
                            for x in range(start, stop):
                                for c in range(3):
                                    out[row, x, c] = frame[row, width - 1 - x, c]
                        else:
                            copy(frame_bytes[row, 3 * start : 3 * stop], line_out)
                        continue
                    up = row_low[row]
                    down = row_high[row]
                    share = row_fraction[row]
                    # The band starts as background too: only what differs is written again.
                    if behind == PICTURE:
                        copy(background_bytes[row, 3 * start : 3 * stop], line_out)
                    elif behind == BLURRED_ORIGINAL:
                        enlarge_row(room, up, down, share, first, end, room_line)
                        for x in range(start, stop):
                            for c in range(3):
                                out[row, x, c] = to_byte(
                                    lerp(room_line[c], low[x], high[x], column_share[x])
                                )
                    else:
                        fill(uint8(0), line_out)
                    if kind == ROOM:
                        continue
                    enlarge_row(coefficients, up, down, share, first, end, line)
                    if has_colours:
                        enlarge_row(colours, up, down, share, first, end, line[COLOURS:])
                    if has_wrap:
                        enlarge_row(wrap, up, down, share, first, end, line[WRAP:])
                    for x in range(start, stop):
                        source = width - 1 - x if mirror else x
                        a = fraction(frame[row, source, 0])
                        b = fraction(frame[row, source, 1])
                        c = fraction(frame[row, source, 2])
                        place = (line, low[x], high[x], column_share[x])
                        alpha8 = alpha_byte(place, a, b, c, ramp_low, ramp_slope)
                        if want_alpha:
                            out_alpha[row, x] = alpha8
                        if alpha8 == 0:
                            continue
                        if alpha8 == 255 and not (
                            has_wrap and wrap_at(place, WRAP_SHARE) > float32(0.0)
                        ):
                            for channel in range(3):
                                out[row, x, channel] = frame[row, source, channel]
                            continue
                        alpha = fraction(alpha8)
                        red, green, blue = person_rgb(
                            place, a, b, c, alpha, matrices, has_colours, has_wrap
                        )
                        if behind != NOTHING:
                            room_red = fraction(out[row, x, 0])
                            room_green = fraction(out[row, x, 1])
                            room_blue = fraction(out[row, x, 2])
                            red = mix(red, room_red, alpha, linear_light, light, code)
                            green = mix(green, room_green, alpha, linear_light, light, code)
                            blue = mix(blue, room_blue, alpha, linear_light, light, code)
                        out[row, x, 0] = to_byte(red)
                        out[row, x, 1] = to_byte(green)
                        out[row, x, 2] = to_byte(blue)
