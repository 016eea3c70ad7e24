"""The full-size pass: person blocks are copied, background blocks filled, unknown blocks mixed.

    out = alpha * person + (1 - alpha) * background,   alpha = ramp(coefficients . pixel + offset)

Work per row of blocks, each CHUNKS-th row for one chunk of `prange`:

    kinds   | background  background | unknown  unknown | person  person |
            |       fill or copy     | fill, then mix   |  copy frame    |

Written once and bound to each layout at the end. DOWN x ACROSS pixels share a sample of the second
and third plane, see `gpu_unet.kernels.layouts`.

The kernel takes its arguments one by one: `prange` accepts tuples of arrays, but no tuple in a
tuple.
"""

from __future__ import annotations

from typing import Any

from numba import float32, prange, uint8

from gpu_unet.cpu.compile import CHUNKS, device_function, parallel_kernel
from gpu_unet.cpu.kernels import small_planes, spans
from gpu_unet.cpu.kernels.blocks import BLOCK_COLUMNS, BLOCK_ROWS
from gpu_unet.cpu.kernels.scalars import fraction
from gpu_unet.cpu.kernels.small_planes import COLOURS, WRAP, enlarge_row
from gpu_unet.cpu.kernels.spans import copy, fill
from gpu_unet.cpu.kernels.trimap import PERSON, UNKNOWN
from gpu_unet.frame_format import LAYOUTS, Layout
from gpu_unet.kernels.full_size_pixel import BLURRED_ORIGINAL, NOTHING
from gpu_unet.kernels.layouts import family
from gpu_unet.kernels.template import bound, compiled

# Filled in by `bound` for each layout.
DOWN = ACROSS = 0
value_of: Any = None
enlarge_span: Any = None
planes_of: Any = None
copy_block: Any = None
encode: Any = None
alpha_byte: Any = None
composite_pixel: Any = None
style_of: Any = None
is_untouched: Any = None


def composite(
    frame, background, original, small, kinds, row_pairs, column_pairs, sample_row_pairs,
    sample_column_pairs, params, look, matrices, light, code, buffers, alphas, out, out_alpha,
):  # fmt: skip
    """Alpha and composite of one frame, in one pass over blocks; see `reference.composite`.

    frame, background, out: pictures, (H, W, 3), or a tuple (Y, U, V) of (H, W) and twice
    (H / DOWN, W / ACROSS).  original: float32 (3, h, w), blurred, for BLURRED_ORIGINAL.
    small: (coefficients, colours, light wrap), float32 (4, h, w), (7, h, w), (4, h, w).
    kinds: uint8, from `classify_blocks`.  *_pairs: an `AxisPairs` each, of pixels or of samples.
    params: float32, see `gpu_unet.kernels.parameters`.
    look: (behind, mirror, want_alpha); behind is PICTURE, BLURRED_ORIGINAL, or NOTHING, where
    `background` is black.
    matrices: 24 float32, from `coding_matrices`.  light, code: see `layouts.mix`.
    buffers: float32 (CHUNKS, DOWN, CHANNELS, w), alphas: uint8 (CHUNKS, DOWN, W): scratch.
    out_alpha: uint8 (H, W), written if want_alpha.
    """
    for chunk in prange(CHUNKS):
        composite_rows(
            chunk, frame, background, original, small, kinds, row_pairs, column_pairs,
            sample_row_pairs, sample_column_pairs, params, look, matrices, light, code,
            buffers[chunk], alphas[chunk], out, out_alpha,
        )  # fmt: skip


def composite_rows(
    chunk, frame, background, original, small, kinds, row_pairs, column_pairs, sample_row_pairs,
    sample_column_pairs, params, look, matrices, light, code, buffers, alphas, out, out_alpha,
):  # fmt: skip
    """Composite every CHUNKS-th row of blocks from `chunk` on, by runs of blocks of one kind."""
    frame_planes = planes_of(frame)
    out_planes = planes_of(out)
    height, width = out_planes[0].shape
    behind, mirror, want_alpha = look
    style = style_of(params)
    tables = (matrices, light, code)
    for block_row in range(chunk, kinds.shape[0], CHUNKS):
        top = block_row * BLOCK_ROWS
        bottom = min(top + BLOCK_ROWS, height)
        start = 0
        while start < width:
            kind = kinds[block_row, start // BLOCK_COLUMNS]
            stop = end_of_run(kinds[block_row], start // BLOCK_COLUMNS, width)
            if kind == PERSON:
                copy_block(frame, mirror, top, bottom, start, stop, out)
            elif behind == BLURRED_ORIGINAL:
                enlarge_block(
                    original, row_pairs, column_pairs, sample_row_pairs, sample_column_pairs,
                    buffers[0], top, bottom, start, stop, out_planes,
                )  # fmt: skip
            else:
                copy_block(background, False, top, bottom, start, stop, out)
            if kind == UNKNOWN:
                # `out` holds the background here: pixels with alpha 0 are finished.
                mix_block(
                    frame_planes, small, row_pairs, column_pairs, style, look, tables, buffers,
                    alphas, top, bottom, start, stop, out_planes, out_alpha,
                )  # fmt: skip
            elif want_alpha:
                for row in range(top, bottom):
                    fill(uint8(255 if kind == PERSON else 0), out_alpha[row, start:stop])
            start = stop


def end_of_run(kinds, block, width):
    """End column (exclusive) of the run of blocks of one kind that begins at `block`."""
    kind = kinds[block]
    while block < kinds.shape[0] and kinds[block] == kind:
        block += 1
    return min(block * BLOCK_COLUMNS, width)


def enlarge_block(
    original, row_pairs, column_pairs, sample_row_pairs, sample_column_pairs, buffer, top, bottom,
    start, stop, out,
):  # fmt: skip
    """Fill a block with the enlarged blurred background; out: three planes."""
    first, second, third = out
    for row in range(top, bottom):
        enlarge_span(original[0:1], row, row_pairs, column_pairs, buffer, start, stop, first)
    left = start // ACROSS
    right = stop // ACROSS
    for row in range(top // DOWN, bottom // DOWN):
        rows, columns = sample_row_pairs, sample_column_pairs
        enlarge_span(original[1:2], row, rows, columns, buffer, left, right, second)
        enlarge_span(original[2:3], row, rows, columns, buffer, left, right, third)


def mix_block(
    frame, small, row_pairs, column_pairs, style, look, tables, buffers, alphas, top, bottom, start,
    stop, out, out_alpha,
):  # fmt: skip
    """Mix a block of the unknown region over the background in `out`.

    Per row of samples: enlarge the small planes to row buffers, compute alpha, mix.
    frame, out: three planes each.  The others: as in `composite`.
    """
    first, second, third = frame
    coefficients, colours, wrap = small
    _, mirror, want_alpha = look
    row_low, row_high, row_fraction = row_pairs
    low, high, column_fraction = column_pairs
    left = min(low[start], low[stop - 1])
    right = max(high[start], high[stop - 1]) + 1
    for sample_row in range(top // DOWN, bottom // DOWN):
        for r in range(DOWN):
            row = DOWN * sample_row + r
            up = row_low[row]
            down = row_high[row]
            share = row_fraction[row]
            buffer = buffers[r]
            enlarge_row(coefficients, up, down, share, left, right, buffer)
            if style.has_colours:
                enlarge_row(colours, up, down, share, left, right, buffer[COLOURS:])
            if style.has_wrap:
                enlarge_row(wrap, up, down, share, left, right, buffer[WRAP:])
            ramp_alphas(
                buffers,
                r,
                low[start:stop],
                high[start:stop],
                column_fraction[start:stop],
                first[row],
                second[sample_row],
                third[sample_row],
                mirror,
                start,
                style,
                alphas[r, start:stop],
            )
            if want_alpha:
                copy(alphas[r, start:stop], out_alpha[row, start:stop])
        for sample in range(start // ACROSS, stop // ACROSS):
            mix_sample(
                frame, sample_row, sample, column_pairs, style, look, tables, buffers, alphas, out
            )


def ramp_alphas(buffers, r, low, high, share, first, second, third, mirror, start, style, out):
    """8-bit alpha of a span of a row.

    r: index of the row's buffer.  first, second, third: the frame's planes at this row, whole.
    out: uint8 (columns of the span,), written.
    """
    count = out.shape[0]
    if mirror:
        last = first.shape[0] - 1 - start
        for x in range(count):
            a = value_of(first[last - x])
            b = value_of(second[(last - x) // ACROSS])
            c = value_of(third[(last - x) // ACROSS])
            place = (buffers, r, low[x], high[x], share[x])
            out[x] = alpha_byte(place, a, b, c, style)
    else:
        first = first[start:]
        second = second[start // ACROSS :]
        third = third[start // ACROSS :]
        for sample in range(count // ACROSS):
            b = value_of(second[sample])
            c = value_of(third[sample])
            for x in range(ACROSS * sample, ACROSS * sample + ACROSS):
                place = (buffers, r, low[x], high[x], share[x])
                out[x] = alpha_byte(place, value_of(first[x]), b, c, style)


def mix_sample(frame, sample_row, sample, column_pairs, style, look, tables, buffers, alphas, out):
    """Composite one sample of the second and third plane and the pixels sharing it.

    All alpha 0: nothing to write. All 255: the frame's samples are copied. Otherwise each pixel is
    mixed, and the sample is encoded from the mean of the pixels; with NOTHING behind, the mean is
    weighted by alpha.
    """
    first, second, third = frame
    out_first, out_second, out_third = out
    behind, mirror, _ = look
    matrices, light, code = tables
    low, high, share = column_pairs
    left = ACROSS * sample
    # All background: `out` holds it already.
    total = 0
    for r in range(DOWN):
        for x in range(left, left + ACROSS):
            total += int(alphas[r, x])
    if total == 0:
        return
    last = out_first.shape[1] - 1
    source = last // ACROSS - sample if mirror else sample
    # All person, and nothing changes them: copy the frame's samples.
    all_untouched = total == DOWN * ACROSS * 255
    if all_untouched:
        for r in range(DOWN):
            for x in range(left, left + ACROSS):
                place = (buffers, r, low[x], high[x], share[x])
                all_untouched = all_untouched and is_untouched(place, alphas[r, x], style)
    if all_untouched:
        for r in range(DOWN):
            for x in range(left, left + ACROSS):
                row = DOWN * sample_row + r
                out_first[row, x] = first[row, last - x if mirror else x]
        out_second[sample_row, sample] = second[sample_row, source]
        out_third[sample_row, sample] = third[sample_row, source]
        return
    # Mixed: composite each pixel, then encode the sample from their mean.
    b = value_of(second[sample_row, source])
    c = value_of(third[sample_row, source])
    behind_b = value_of(out_second[sample_row, sample])
    behind_c = value_of(out_third[sample_row, sample])
    red = green = blue = float32(0.0)
    red_sum = float32(0.0)
    green_sum = float32(0.0)
    blue_sum = float32(0.0)
    weight_sum = float32(0.0)
    for r in range(DOWN):
        for x in range(left, left + ACROSS):
            row = DOWN * sample_row + r
            own = first[row, last - x if mirror else x]
            place = (buffers, r, low[x], high[x], share[x])
            alpha = fraction(alphas[r, x])
            red, green, blue = composite_pixel(
                place,
                value_of(own),
                b,
                c,
                alpha,
                behind,
                value_of(out_first[row, x]),
                behind_b,
                behind_c,
                matrices,
                style,
                light,
                code,
            )
            weight = alpha if behind == NOTHING else float32(1.0)
            red_sum += weight * red
            green_sum += weight * green
            blue_sum += weight * blue
            weight_sum += weight
            if is_untouched(place, alphas[r, x], style):
                out_first[row, x] = own
            elif alphas[r, x] != 0:
                out_first[row, x] = encode(red, green, blue, matrices)[0]
    if DOWN * ACROSS > 1:  # a single pixel is its own mean
        scale = float32(1.0) / max(weight_sum, float32(1e-3))
        red, green, blue = red_sum * scale, green_sum * scale, blue_sum * scale
    coded = encode(red, green, blue, matrices)
    out_second[sample_row, sample] = coded[1]
    out_third[sample_row, sample] = coded[2]


def _make(layout: Layout) -> Any:
    given = small_planes.of_layout(layout)
    given |= small_planes.pixel_functions(given)
    ending = f"_{family(layout)}"
    own = compiled(spans.OF_LAYOUT[family(layout)], device_function, **given)
    given |= {name.removesuffix(ending): function for name, function in own.items()}
    parts = (end_of_run, enlarge_block, ramp_alphas, mix_sample, mix_block, composite_rows)
    given = compiled(parts, device_function, **given)
    known = {name: value for name, value in given.items() if name in globals()}
    return parallel_kernel(bound(composite, name=f"composite_{layout}", **known))


COMPOSITE = {layout: _make(layout) for layout in LAYOUTS}
