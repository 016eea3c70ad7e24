"""The full-size pass: alpha, the unknown region's colours, and the composite.

    out = alpha * person + (1 - alpha) * background,   alpha = ramp(coefficients . pixel + offset)

Written once and bound to each layout. A thread has one chroma sample and the pixels that share it:

    "rgb"                     "yuv420", DOWN = ACROSS = 2
    +----+                    +----+----+
    | px |  R, G, B           | Y0 | Y1 |  one U and one V for the four
    +----+                    +----+----+
                              | Y2 | Y3 |
                              +----+----+

Where all pixels of a thread have alpha 0 or all have 255, the background's or the frame's bytes are
copied: most of a frame stays exactly as it was. See `gpu_unet.kernels.layouts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32, uint8, uint64

from gpu_unet.cuda.kernels import small_planes
from gpu_unet.cuda.kernels.scalars import fraction
from gpu_unet.cuda.kernels.small_planes import Place, block_of, enlarged, in_rows, sample_type
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.frame_format import LAYOUTS, Layout
from gpu_unet.kernels.full_size_pixel import BEHIND, BLURRED_ORIGINAL, NOTHING, PICTURE
from gpu_unet.kernels.template import bound

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes
    from gpu_unet.settings import BackgroundKind

# Filled in by `bound` for each layout.
DOWN = ACROSS = PIXELS = 0
Sample: Any = uint8
value_of: Any = None
to_sample: Any = None
plane: Any = None
encode: Any = None
alpha_byte: Any = None
composite_pixel: Any = None
style_of: Any = None
is_untouched: Any = None


def composite_kernel(
    frames, backgrounds, background_index, blurred, coefficients, colours, wrap, params, row_ends,
    row_fraction, column_ends, column_fraction, sample_row_ends, sample_row_fraction,
    sample_column_ends, sample_column_fraction, matrices, light, code, black, behind, mirror, out,
    out_alpha,
):  # fmt: skip
    """One thread per sample and the pixels that share it, a picture per blockIdx.z.

    frames, out: (B, samples of a frame).
    backgrounds: (F, samples of a frame), for PICTURE; background_index: int32 (B,), which of
        them stands behind frame n; -1 is black.
    blurred: float32 (B, planes, h, w), for BLURRED_ORIGINAL.
    coefficients: float32 (B, 4, h, w). colours: float32 (B, 7, h, w). wrap: float32 (B, 4, h, w).
    row_ends .. sample_column_fraction, matrices, light, code, black: tables of `FrameTables`.
    behind: PICTURE, BLURRED_ORIGINAL or NOTHING.
    mirror: 0 or 1.
    out_alpha: uint8 (B, H, W), written.

    Definition: `reference.composite`.
    """
    sample_col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    sample_row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    n = cuda.blockIdx.z
    height, width = out_alpha.shape[1], out_alpha.shape[2]
    if sample_row < height // DOWN and sample_col < width // ACROSS:
        style = style_of(params)
        first_at, first_row, step = plane(0, height, width)
        second_at, row_step, _ = plane(1, height, width)
        third_at, _, _ = plane(2, height, width)
        # Unsigned indices: for a signed one Numba adds a test for negative values.
        sample = sample_row * row_step + sample_col * step
        source = sample
        if mirror == 1:
            source = sample_row * row_step + (width // ACROSS - 1 - sample_col) * step
        second = frames[n, uint64(second_at + source)]
        third = frames[n, uint64(third_at + source)]
        b, c = value_of(second), value_of(third)

        # 1. The background's samples, which are the result wherever alpha is 0.
        firsts = cuda.local.array(PIXELS, Sample)
        k = background_index[n] if behind == PICTURE else int32(-1)
        if behind == BLURRED_ORIGINAL:
            up, down = sample_row_ends[0, sample_row], sample_row_ends[1, sample_row]
            left, right = sample_column_ends[0, sample_col], sample_column_ends[1, sample_col]
            row_share = sample_row_fraction[sample_row]
            col_share = sample_column_fraction[sample_col]
            behind_second = to_sample(
                enlarged(blurred, n, 1, up, down, row_share, left, right, col_share)
            )
            behind_third = to_sample(
                enlarged(blurred, n, 2, up, down, row_share, left, right, col_share)
            )
        elif k >= 0:
            behind_second = backgrounds[k, uint64(second_at + sample)]
            behind_third = backgrounds[k, uint64(third_at + sample)]
            for i in range(PIXELS):
                y, x = DOWN * sample_row + i // ACROSS, ACROSS * sample_col + i % ACROSS
                firsts[i] = backgrounds[k, uint64(first_at + y * first_row + x * step)]
        else:
            behind_second, behind_third = Sample(black[1]), Sample(black[2])
            for i in range(PIXELS):
                firsts[i] = Sample(black[0])

        # 2. Alpha of each pixel.
        alphas = cuda.local.array(PIXELS, int32)
        owns = cuda.local.array(PIXELS, Sample)
        total = int32(0)
        persons = int32(0)  # bit i: pixel i is the frame's own
        for i in range(PIXELS):
            y, x = DOWN * sample_row + i // ACROSS, ACROSS * sample_col + i % ACROSS
            own_x = width - 1 - x if mirror == 1 else x
            owns[i] = frames[n, uint64(first_at + y * first_row + own_x * step)]
            at = Place(
                coefficients, colours, wrap, n, row_ends[0, y], row_ends[1, y], row_fraction[y],
                column_ends[0, x], column_ends[1, x], column_fraction[x],
            )  # fmt: skip
            alpha8 = alpha_byte(at, value_of(owns[i]), b, c, style)
            if behind == BLURRED_ORIGINAL:
                firsts[i] = to_sample(
                    enlarged(
                        blurred, n, 0, row_ends[0, y], row_ends[1, y], row_fraction[y],
                        column_ends[0, x], column_ends[1, x], column_fraction[x],
                    )
                )  # fmt: skip
            out_alpha[n, y, x] = alpha8
            alphas[i] = int32(alpha8)
            total += int32(alpha8)
            if is_untouched(at, alpha8, style):
                persons |= int32(1 << i)

        # 3. The composite: copy the frame, mix, or leave the background.
        second_out, third_out = behind_second, behind_third
        if persons == (1 << PIXELS) - 1:
            for i in range(PIXELS):
                firsts[i] = owns[i]
            second_out, third_out = second, third
        elif total > 0:
            red_sum, green_sum, blue_sum = float32(0), float32(0), float32(0)
            red, green, blue, weight_sum = float32(0), float32(0), float32(0), float32(0)
            behind_b, behind_c = value_of(behind_second), value_of(behind_third)
            for i in range(PIXELS):
                y, x = DOWN * sample_row + i // ACROSS, ACROSS * sample_col + i % ACROSS
                at = Place(
                    coefficients, colours, wrap, n, row_ends[0, y], row_ends[1, y],
                    row_fraction[y], column_ends[0, x], column_ends[1, x], column_fraction[x],
                )  # fmt: skip
                alpha = fraction(alphas[i])
                red, green, blue = composite_pixel(
                    at, value_of(owns[i]), b, c, alpha, behind, value_of(firsts[i]), behind_b,
                    behind_c, matrices, style, light, code,
                )  # fmt: skip
                weight = alpha if behind == NOTHING else float32(1)
                red_sum += weight * red
                green_sum += weight * green
                blue_sum += weight * blue
                weight_sum += weight
                if PIXELS > 1 and persons & (1 << i) != 0:
                    firsts[i] = owns[i]
                elif alphas[i] != 0:
                    firsts[i] = encode(red, green, blue, matrices)[0]
            if PIXELS > 1:  # a single pixel is its own mean
                scale = float32(1) / max(weight_sum, float32(1e-3))
                red, green, blue = red_sum * scale, green_sum * scale, blue_sum * scale
            coded = encode(red, green, blue, matrices)
            second_out, third_out = coded[1], coded[2]
        for i in range(PIXELS):
            y, x = DOWN * sample_row + i // ACROSS, ACROSS * sample_col + i % ACROSS
            out[n, uint64(first_at + y * first_row + x * step)] = firsts[i]
        out[n, uint64(second_at + sample)] = second_out
        out[n, uint64(third_at + sample)] = third_out


def _make(layout: Layout) -> Any:
    given = small_planes.of_layout(layout)
    given |= small_planes.pixel_functions(given) | {"PIXELS": given["DOWN"] * given["ACROSS"]}
    sample, (columns, rows) = sample_type(layout), block_of(layout)
    known = {name: value for name, value in given.items() if name in globals()}
    return device_kernel(
        f"void({sample}[:,::1], {sample}[:,::1], int32[::1], float32[:,:,:,::1], "
        "float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], int32[:,::1], "
        "float32[::1], int32[:,::1], float32[::1], int32[:,::1], float32[::1], int32[:,::1], "
        f"float32[::1], float32[::1], float32[::1], {sample}[::1], int32[::1], int32, int32, "
        f"{sample}[:,::1], uint8[:,:,::1])",
        threads=columns * rows,
    )(bound(composite_kernel, name=f"composite_{layout}_kernel", **known))


COMPOSITE = {layout: _make(layout) for layout in LAYOUTS}


def composite(p: CudaPlanes, *, background: BackgroundKind, mirror: bool, stream: Any) -> None:
    """Enqueue the composites and alpha planes of a batch; see `_enqueue`."""
    behind = (p.backgrounds, p.blurred)
    _enqueue(p, *behind, p.out, p.out_alpha, BEHIND[background], stream, mirror=mirror)


def cut_out(p: CudaPlanes, *, mirror: bool, stream: Any) -> None:
    """Enqueue the person alone, over nothing: `layer.lay` puts them over the background."""
    # Placeholders of the right types for backgrounds and blurred, which are not read.
    unread = (p.frames, p.colours)
    _enqueue(p, *unread, p.person, p.person_alpha, BEHIND["transparent"], stream, mirror=mirror)


def _enqueue(
    p: CudaPlanes,
    backgrounds: Any,
    blurred: Any,
    out: Any,
    out_alpha: Any,
    behind: int,
    stream: Any,
    *,
    mirror: bool,
) -> None:
    batch, height, width = out_alpha.shape
    side = "_mirrored" if mirror else ""
    layout, tables = p.frame_format.layout, p.tables
    shared = p.frame_format.row
    columns, rows = block = block_of(layout)
    grid = (-(-width // shared.across // columns), -(-height // shared.down // rows), batch)
    COMPOSITE[layout][grid, block, stream](
        in_rows(p.frames), in_rows(backgrounds), p.background_index, blurred, p.coefficients,
        p.colours, p.wrap, p.params, tables["row_ends"], tables["row_fraction"],
        tables[f"column_ends{side}"], tables[f"column_fraction{side}"], tables["sample_row_ends"],
        tables["sample_row_fraction"], tables[f"sample_column_ends{side}"],
        tables[f"sample_column_fraction{side}"], tables["matrices"], tables["light"],
        tables["code"], tables["black"], behind, int(mirror), in_rows(out), out_alpha,
    )  # fmt: skip
