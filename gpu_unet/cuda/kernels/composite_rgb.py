# type: ignore - device code: Numba has types of its own, which no checker knows
"""The full-size pass for interleaved RGB: alpha, the band's colours, and the composite."""

from __future__ import annotations

from typing import Any

from numba import cuda, float32, uint8

from gpu_unet.cuda.kernels.scalars import fraction, mix, to_byte
from gpu_unet.cuda.kernels.small_planes import Place, alpha_byte, enlarged, person_rgb, wrap_at
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.cuda.parameters import RAMP_LOW, RAMP_SLOPE
from gpu_unet.kernels.full_size_pixel import BLURRED_ORIGINAL, NOTHING, WRAP_SHARE

BLOCK = (32, 8)  # columns x rows: a warp covers 32 neighbouring pixels of a row


@device_kernel(
    "void(uint8[:,:,:,::1], uint8[:,:,:,::1], int32[::1], float32[:,:,:,::1], "
    "float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], int32[:,::1], "
    "float32[::1], int32[:,::1], float32[::1], float32[::1], float32[::1], uint8[::1], int32, "
    "int32, int32, int32, int32, uint8[:,:,:,::1], uint8[:,:,::1])",
    threads=256,
)
def composite_rgb_kernel(
    frames, backgrounds, background_index, room, coefficients, colours, wrap, params, row_ends,
    row_fraction, column_ends, column_fraction, matrices, light, code, behind, has_colours,
    has_wrap, linear_light, mirror, out, out_alpha,
):  # fmt: skip
    """One thread per pixel, a picture per blockIdx.z; see `reference.composite`.

    frames, out: uint8 (B, H, W, 3). backgrounds: uint8 (F, H, W, 3); background_index: int32
    (B,), for PICTURE; a frame without one stands on black. room: float32 (B, 3, h, w), for
    BLURRED_ORIGINAL. coefficients: float32 (B, 4, h, w). colours: float32 (B, 7, h, w).
    wrap: float32 (B, 4, h, w). The tables: of `FrameTables`. behind: PICTURE, BLURRED_ORIGINAL or
    NOTHING. The flags: 0 or 1. out_alpha: uint8 (B, H, W).
    """
    x = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    y = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    n = cuda.blockIdx.z
    height, width = out.shape[1], out.shape[2]
    if y < height and x < width:
        source = width - 1 - x if mirror == 1 else x
        up, down, down_share = row_ends[0, y], row_ends[1, y], row_fraction[y]
        left, right, right_share = column_ends[0, x], column_ends[1, x], column_fraction[x]
        first, second, third = (
            frames[n, y, source, 0],
            frames[n, y, source, 1],
            frames[n, y, source, 2],
        )
        a, b, c = (
            fraction(first),
            fraction(second),
            fraction(third),
        )
        at = Place(coefficients, colours, wrap, n, up, down, down_share, left, right, right_share)
        alpha8 = alpha_byte(at, a, b, c, params[RAMP_LOW], params[RAMP_SLOPE])
        out_alpha[n, y, x] = alpha8
        is_person = alpha8 == 255
        if has_wrap == 1 and is_person:
            is_person = wrap_at(at, WRAP_SHARE) == float32(0)
        red8, green8, blue8 = uint8(0), uint8(0), uint8(0)
        if behind == BLURRED_ORIGINAL:
            red8 = to_byte(enlarged(room, n, 0, up, down, down_share, left, right, right_share))
            green8 = to_byte(enlarged(room, n, 1, up, down, down_share, left, right, right_share))
            blue8 = to_byte(enlarged(room, n, 2, up, down, down_share, left, right, right_share))
        elif behind != NOTHING:
            k = background_index[n]
            if k >= 0:
                red8, green8, blue8 = (
                    backgrounds[k, y, x, 0],
                    backgrounds[k, y, x, 1],
                    backgrounds[k, y, x, 2],
                )
        if is_person:
            red8, green8, blue8 = first, second, third
        elif alpha8 != 0:
            alpha = fraction(alpha8)
            red, green, blue = person_rgb(at, a, b, c, alpha, matrices, has_colours, has_wrap)
            if behind != NOTHING:
                red = mix(red, fraction(red8), alpha, linear_light, light, code)
                green = mix(green, fraction(green8), alpha, linear_light, light, code)
                blue = mix(blue, fraction(blue8), alpha, linear_light, light, code)
            red8, green8, blue8 = to_byte(red), to_byte(green), to_byte(blue)
        out[n, y, x, 0] = red8
        out[n, y, x, 1] = green8
        out[n, y, x, 2] = blue8


def composite_rgb(
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
    """Enqueue the composites and alpha planes of a batch; see `composite_rgb_kernel`."""
    batch, height, width, _ = slot.out.shape
    side = "_mirrored" if mirror else ""
    grid = (-(-width // BLOCK[0]), -(-height // BLOCK[1]), batch)
    composite_rgb_kernel[grid, BLOCK, stream](
        slot.frames, slot.backgrounds, slot.background_index, room, coefficients, colours, wrap,
        slot.params, tables["row_ends"], tables["row_fraction"], tables[f"column_ends{side}"],
        tables[f"column_fraction{side}"], tables["matrices"], tables["light"], tables["code"],
        behind, int(has_colours), int(has_wrap), int(linear_light), int(mirror), slot.out,
        slot.out_alpha,
    )  # fmt: skip
