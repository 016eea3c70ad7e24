"""The full-size pass for planar YUV 4:2:0: copies where alpha is 0 or 1, arithmetic between."""

from __future__ import annotations

from numba import float32, prange, uint8

from gpu_unet.cpu.compile import CHUNKS, parallel_kernel
from gpu_unet.cpu.kernels.blocks import (
    BLOCK_COLUMNS,
    BLOCK_ROWS,
    MIXED,
    PERSON,
)
from gpu_unet.cpu.kernels.scalars import fraction, mix, rgb_of, to_byte
from gpu_unet.cpu.kernels.small_planes import (
    COLOURS,
    WRAP,
    enlarge_row,
    person_rgb,
    wrap_at,
)
from gpu_unet.cpu.kernels.spans import copy, copy_frame, enlarge_span, fill, ramp_alphas
from gpu_unet.kernels.full_size_pixel import BLURRED_ORIGINAL, NOTHING, PICTURE, WRAP_SHARE


@parallel_kernel
def composite_yuv420(
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
    chroma_row_pairs,
    chroma_column_pairs,
    ramp_low,
    ramp_slope,
    matrices,
    black,
    linear_light,
    light,
    code,
    mirror,
    tall,
    alpha_lines,
    out,
    want_alpha,
    out_alpha,
):
    """Alpha and composite of one frame, in one pass over blocks; see `reference.composite`.

    A piece of work takes each CHUNKS-th row of blocks, and of it runs of blocks of one kind.

    frame, background, out: (Y, U, V) tuples of uint8 (H, W), (H / 2, W / 2) twice.
    behind: PICTURE, BLURRED_ORIGINAL or NOTHING.  room: float32 (3, h, w), for BLURRED_ORIGINAL.
    coefficients: float32 (4, h, w).  colours: float32 (7, h, w).  wrap: float32 (4, h, w).
    kinds: uint8, from `classify_blocks`.  *_pairs: tuples of an `AxisPairs`.
    matrices: 24 float32, from `coding_matrices`.  black: 3 uint8.  light, code: tables.
    tall: float32 (CHUNKS, 2, CHANNELS, w), alpha_lines: uint8 (CHUNKS, 2, W), scratch.
    out_alpha: uint8 (H, W) if `want_alpha`.
    """
    luma, first_chroma, second_chroma = frame
    out_luma, out_first, out_second = out
    height, width = out_luma.shape
    row_low, row_high, row_fraction = row_pairs
    low, high, column_share = column_pairs
    last_column = width - 1
    for chunk in prange(CHUNKS):
        lines = tall[chunk]
        alphas = alpha_lines[chunk]
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
                half_start = start // 2
                half_stop = stop // 2
                if want_alpha and kind != MIXED:
                    value = uint8(255) if kind == PERSON else uint8(0)
                    for row in range(top, bottom):
                        fill(value, out_alpha[row, start:stop])
                if kind == PERSON:
                    for row in range(top, bottom):
                        copy_frame(luma, row, mirror, start, stop, out_luma)
                    for row in range(top // 2, bottom // 2):
                        copy_frame(first_chroma, row, mirror, half_start, half_stop, out_first)
                        copy_frame(second_chroma, row, mirror, half_start, half_stop, out_second)
                    continue
                # The band starts as background too: afterwards only what differs is written.
                if behind == PICTURE:
                    for row in range(top, bottom):
                        copy(background[0][row, start:stop], out_luma[row, start:stop])
                    for row in range(top // 2, bottom // 2):
                        halves = slice(half_start, half_stop)
                        copy(background[1][row, halves], out_first[row, halves])
                        copy(background[2][row, halves], out_second[row, halves])
                elif behind == BLURRED_ORIGINAL:
                    line = lines[0]
                    for row in range(top, bottom):
                        enlarge_span(
                            room[0:1], row, row_pairs, column_pairs, line, start, stop, out_luma
                        )
                    for row in range(top // 2, bottom // 2):
                        rows, columns = chroma_row_pairs, chroma_column_pairs
                        enlarge_span(
                            room[1:2], row, rows, columns, line, half_start, half_stop, out_first
                        )
                        enlarge_span(
                            room[2:3], row, rows, columns, line, half_start, half_stop, out_second
                        )
                else:
                    for row in range(top, bottom):
                        fill(black[0], out_luma[row, start:stop])
                    for row in range(top // 2, bottom // 2):
                        fill(black[1], out_first[row, half_start:half_stop])
                        fill(black[2], out_second[row, half_start:half_stop])
                if kind != MIXED:
                    continue
                first = min(low[start], low[stop - 1])
                end = max(high[start], high[stop - 1]) + 1
                for pair in range(top // 2, bottom // 2):
                    for r in range(2):
                        row = 2 * pair + r
                        up = row_low[row]
                        down = row_high[row]
                        share = row_fraction[row]
                        line = lines[r]
                        enlarge_row(coefficients, up, down, share, first, end, line)
                        ramp_alphas(
                            line,
                            low[start:stop],
                            high[start:stop],
                            column_share[start:stop],
                            luma[row],
                            first_chroma[pair],
                            second_chroma[pair],
                            mirror,
                            start,
                            ramp_low,
                            ramp_slope,
                            alphas[r, start:stop],
                        )
                        if want_alpha:
                            copy(alphas[r, start:stop], out_alpha[row, start:stop])
                        if has_colours:
                            enlarge_row(colours, up, down, share, first, end, line[COLOURS:])
                        if has_wrap:
                            enlarge_row(wrap, up, down, share, first, end, line[WRAP:])
                    for half in range(start // 2, stop // 2):
                        x = 2 * half
                        total = (
                            int(alphas[0, x])
                            + int(alphas[0, x + 1])
                            + int(alphas[1, x])
                            + int(alphas[1, x + 1])
                        )
                        if total == 0:
                            continue
                        source_half = last_column // 2 - half if mirror else half
                        b = fraction(first_chroma[pair, source_half])
                        c = fraction(second_chroma[pair, source_half])
                        behind_b = fraction(out_first[pair, half])
                        behind_c = fraction(out_second[pair, half])
                        red_sum = float32(0.0)
                        green_sum = float32(0.0)
                        blue_sum = float32(0.0)
                        weight_sum = float32(0.0)
                        all_person = True
                        for r in range(2):
                            row = 2 * pair + r
                            line = lines[r]
                            for s in range(2):
                                column = x + s
                                source = last_column - column if mirror else column
                                alpha8 = alphas[r, column]
                                alpha = fraction(alpha8)
                                place = (line, low[column], high[column], column_share[column])
                                is_person = alpha8 == 255
                                if has_wrap and is_person:
                                    is_person = wrap_at(place, WRAP_SHARE) == 0.0
                                all_person = all_person and is_person
                                if total == 4 * 255 and is_person and not has_wrap:
                                    out_luma[row, column] = luma[row, source]
                                    continue
                                red, green, blue = person_rgb(
                                    place,
                                    fraction(luma[row, source]),
                                    b,
                                    c,
                                    alpha,
                                    matrices,
                                    has_colours,
                                    has_wrap,
                                )
                                weight = alpha
                                if behind != NOTHING:
                                    room_red, room_green, room_blue = rgb_of(
                                        fraction(out_luma[row, column]),
                                        behind_b,
                                        behind_c,
                                        matrices,
                                    )
                                    red = mix(red, room_red, alpha, linear_light, light, code)
                                    green = mix(green, room_green, alpha, linear_light, light, code)
                                    blue = mix(blue, room_blue, alpha, linear_light, light, code)
                                    weight = float32(1.0)
                                red_sum += weight * red
                                green_sum += weight * green
                                blue_sum += weight * blue
                                weight_sum += weight
                                if is_person:
                                    out_luma[row, column] = luma[row, source]
                                elif alpha8 != 0:
                                    out_luma[row, column] = to_byte(
                                        matrices[12] * red
                                        + matrices[13] * green
                                        + matrices[14] * blue
                                        + matrices[15]
                                    )
                        if all_person:
                            out_first[pair, half] = first_chroma[pair, source_half]
                            out_second[pair, half] = second_chroma[pair, source_half]
                            continue
                        scale = float32(1.0) / max(weight_sum, float32(1e-3))
                        red_sum *= scale
                        green_sum *= scale
                        blue_sum *= scale
                        out_first[pair, half] = to_byte(
                            matrices[16] * red_sum
                            + matrices[17] * green_sum
                            + matrices[18] * blue_sum
                            + matrices[19]
                        )
                        out_second[pair, half] = to_byte(
                            matrices[20] * red_sum
                            + matrices[21] * green_sum
                            + matrices[22] * blue_sum
                            + matrices[23]
                        )
