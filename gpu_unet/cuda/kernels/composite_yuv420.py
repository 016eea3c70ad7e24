# type: ignore - device code: Numba has types of its own, which no checker knows
"""The full-size pass for planar YUV 4:2:0: alpha, the band's colours, and the composite."""

from __future__ import annotations

from typing import Any

from numba import cuda, float32, int32, uint8

from gpu_unet.cuda.kernels.scalars import fraction, mix, rgb_of, to_byte
from gpu_unet.cuda.kernels.small_planes import Place, alpha_byte, enlarged, person_rgb, wrap_at
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.cuda.parameters import RAMP_LOW, RAMP_SLOPE
from gpu_unet.kernels.full_size_pixel import BLURRED_ORIGINAL, NOTHING, WRAP_SHARE

BLOCK = (32, 4)  # quads of pixels, columns x rows


@device_function
def _coded(m, row, red, green, blue):
    """One coded byte of RGB: `row` 3, 4, 5 of the matrices are those of Y, U, V."""
    k = 4 * row
    return to_byte(m[k] * red + m[k + 1] * green + m[k + 2] * blue + m[k + 3])


@device_kernel(
    "void(uint8[:,::1], uint8[:,::1], int32[::1], float32[:,:,:,::1], float32[:,:,:,::1], "
    "float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], int32[:,::1], float32[::1], "
    "int32[:,::1], float32[::1], int32[:,::1], float32[::1], int32[:,::1], float32[::1], "
    "float32[::1], float32[::1], uint8[::1], int32[::1], int32, int32, int32, int32, int32, "
    "uint8[:,::1], uint8[:,:,::1])",
    threads=128,
)
def composite_yuv420_kernel(
    frames, backgrounds, background_index, room, coefficients, colours, wrap, params, row_ends,
    row_fraction, column_ends, column_fraction, chroma_row_ends, chroma_row_fraction,
    chroma_column_ends, chroma_column_fraction, matrices, light, code, black, behind, has_colours,
    has_wrap, linear_light, mirror, out, out_alpha,
):  # fmt: skip
    """One thread per 2x2 pixels, which share their chroma; a picture per blockIdx.z.

    frames, out: uint8 (B, H * W * 3 / 2), I420; backgrounds: uint8 (F, H * W * 3 / 2).
    black: int32 (3,), coded. out_alpha: uint8 (B, H, W). The rest as in `composite_rgb_kernel`,
    the tables with the prefix `chroma_` for the chroma planes.
    """
    half_col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    half_row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    n = cuda.blockIdx.z
    height, width = out_alpha.shape[1], out_alpha.shape[2]
    half_height, half_width = height // 2, width // 2
    if half_row < half_height and half_col < half_width:
        u_at = height * width
        v_at = u_at + half_height * half_width
        half = half_row * half_width + half_col
        half_source = half
        if mirror == 1:
            half_source = half_row * half_width + half_width - 1 - half_col
        u8, v8 = frames[n, u_at + half_source], frames[n, v_at + half_source]
        b, c = fraction(u8), fraction(v8)

        # What stands behind: its bytes are the result wherever alpha is 0.
        behind_y = cuda.local.array(4, uint8)
        for i in range(4):
            behind_y[i] = uint8(black[0])
        behind_u, behind_v = uint8(black[1]), uint8(black[2])
        if behind == BLURRED_ORIGINAL:
            up, down = chroma_row_ends[0, half_row], chroma_row_ends[1, half_row]
            left, right = chroma_column_ends[0, half_col], chroma_column_ends[1, half_col]
            row_share, col_share = chroma_row_fraction[half_row], chroma_column_fraction[half_col]
            behind_u = to_byte(enlarged(room, n, 1, up, down, row_share, left, right, col_share))
            behind_v = to_byte(enlarged(room, n, 2, up, down, row_share, left, right, col_share))
        elif behind != NOTHING:
            k = background_index[n]
            if k >= 0:
                behind_u, behind_v = backgrounds[k, u_at + half], backgrounds[k, v_at + half]
                for i in range(4):
                    at = (2 * half_row + i // 2) * width + 2 * half_col + i % 2
                    behind_y[i] = backgrounds[k, at]

        alphas = cuda.local.array(4, int32)
        lumas = cuda.local.array(4, uint8)
        total = int32(0)
        for i in range(4):
            y, x = 2 * half_row + i // 2, 2 * half_col + i % 2
            source = width - 1 - x if mirror == 1 else x
            lumas[i] = frames[n, y * width + source]
            at = Place(
                coefficients, colours, wrap, n, row_ends[0, y], row_ends[1, y], row_fraction[y],
                column_ends[0, x], column_ends[1, x], column_fraction[x],
            )  # fmt: skip
            alpha8 = alpha_byte(at, fraction(lumas[i]), b, c, params[RAMP_LOW], params[RAMP_SLOPE])
            if behind == BLURRED_ORIGINAL:
                behind_y[i] = to_byte(
                    enlarged(
                        room, n, 0, row_ends[0, y], row_ends[1, y], row_fraction[y],
                        column_ends[0, x], column_ends[1, x], column_fraction[x],
                    )
                )  # fmt: skip
            out_alpha[n, y, x] = alpha8
            alphas[i] = int32(alpha8)
            total += int32(alpha8)

        out_u, out_v = behind_u, behind_v
        if total > 0:
            all_person = True
            red_sum, green_sum, blue_sum = float32(0), float32(0), float32(0)
            weight_sum = float32(0)
            behind_b, behind_c = (
                fraction(behind_u),
                fraction(behind_v),
            )
            for i in range(4):
                y, x = 2 * half_row + i // 2, 2 * half_col + i % 2
                up, down, down_share = row_ends[0, y], row_ends[1, y], row_fraction[y]
                left, right, right_share = column_ends[0, x], column_ends[1, x], column_fraction[x]
                at = Place(
                    coefficients, colours, wrap, n, up, down, down_share, left, right, right_share
                )
                is_person = alphas[i] == 255
                if has_wrap == 1 and is_person:
                    is_person = wrap_at(at, WRAP_SHARE) == float32(0)
                all_person = all_person and is_person
                if total == 4 * 255 and has_wrap == 0:
                    behind_y[i] = lumas[i]
                else:
                    alpha = fraction(alphas[i])
                    red, green, blue = person_rgb(
                        at, fraction(lumas[i]), b, c, alpha, matrices, has_colours, has_wrap
                    )
                    weight = alpha
                    if behind != NOTHING:
                        behind_a = fraction(behind_y[i])
                        room_red, room_green, room_blue = rgb_of(
                            behind_a, behind_b, behind_c, matrices
                        )
                        red = mix(red, room_red, alpha, linear_light, light, code)
                        green = mix(green, room_green, alpha, linear_light, light, code)
                        blue = mix(blue, room_blue, alpha, linear_light, light, code)
                        weight = float32(1)
                    red_sum += weight * red
                    green_sum += weight * green
                    blue_sum += weight * blue
                    weight_sum += weight
                    if is_person:
                        behind_y[i] = lumas[i]
                    elif alphas[i] != 0:
                        behind_y[i] = _coded(matrices, 3, red, green, blue)
            if all_person:
                out_u, out_v = u8, v8
            else:
                scale = float32(1) / max(weight_sum, float32(1e-3))
                red_sum *= scale
                green_sum *= scale
                blue_sum *= scale
                out_u = _coded(matrices, 4, red_sum, green_sum, blue_sum)
                out_v = _coded(matrices, 5, red_sum, green_sum, blue_sum)
        for i in range(4):
            at = (2 * half_row + i // 2) * width + 2 * half_col + i % 2
            out[n, at] = behind_y[i]
        out[n, u_at + half] = out_u
        out[n, v_at + half] = out_v


def composite_yuv420(
    slot: Any,
    room: Any,
    coefficients: Any,
    colours: Any,
    wrap: Any,
    tables: Any,
    *,
    behind: int,
    has_colours: bool,
    has_wrap: bool,
    linear_light: bool,
    mirror: bool,
    stream: Any,
) -> None:
    """Enqueue the composites and alpha planes of a batch; see `composite_yuv420_kernel`."""
    batch, height, width = slot.out_alpha.shape
    side = "_mirrored" if mirror else ""

    def flat(pictures: Any) -> Any:
        return pictures.reshape((pictures.shape[0], pictures.size // pictures.shape[0]))

    grid = (-(-width // 2 // BLOCK[0]), -(-height // 2 // BLOCK[1]), batch)
    composite_yuv420_kernel[grid, BLOCK, stream](
        flat(slot.frames), flat(slot.backgrounds), slot.background_index, room, coefficients,
        colours, wrap, slot.params, tables["row_ends"], tables["row_fraction"],
        tables[f"column_ends{side}"], tables[f"column_fraction{side}"], tables["chroma_row_ends"],
        tables["chroma_row_fraction"], tables[f"chroma_column_ends{side}"],
        tables[f"chroma_column_fraction{side}"], tables["matrices"], tables["light"],
        tables["code"], tables["black"], behind, int(has_colours), int(has_wrap),
        int(linear_light), int(mirror), flat(slot.out), slot.out_alpha,
    )  # fmt: skip
