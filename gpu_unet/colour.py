"""YUV matrices and transfer curves, as small tables that every engine shares."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import FrameFormat
from gpu_unet.transfer import (
    hlg_inverse_oetf,
    hlg_oetf,
    pq_eotf,
    pq_inverse_eotf,
    srgb_from_light,
    srgb_to_light,
)

Floats = npt.NDArray[np.float32]

# Steps of linear light: near black the sRGB curve needs 12.92 * 255 = 3295 of them to distinguish
# the 8-bit codes; a power of two above that. Each more bit of the codes doubles them.
LINEAR_STEPS = 8192


def linear_steps(bits: int) -> int:
    """Steps of linear light for sRGB codes of this many bits."""
    return LINEAR_STEPS << (bits - 8)


# The network's input is rounded to this many steps, the finest that float16 represents throughout
# [0, 1], so that every engine reads the same picture. When only the GPU rounded it, that caused
# nine tenths of the difference between float16 and float32 mattes.
INPUT_STEPS = 2048


def to_rgb_matrix(frame_format: FrameFormat) -> Floats:
    """Affine map from a frame's own coded values to RGB.

    Returns:
        float32 (3, 4): RGB = m[:, :3] @ coded + m[:, 3], coded values as fractions of the
        largest code, 255 for 8 bits, RGB of 1. The identity for "rgb".

    Source: ITU-R BT.601, BT.709, BT.2020; quantisation levels of the narrow range, which are those
    of 8 bits times 4 for 10 bits, times 16 for 12.
    """
    if frame_format.layout == "rgb":
        return np.eye(3, 4, dtype=np.float32)
    kr, kb = frame_format.luma_weights
    kg = 1.0 - kr - kb
    yuv_to_rgb = np.array(
        [
            [1.0, 0.0, 2.0 * (1.0 - kr)],
            [1.0, -2.0 * kb * (1.0 - kb) / kg, -2.0 * kr * (1.0 - kr) / kg],
            [1.0, 2.0 * (1.0 - kb), 0.0],
        ]
    )
    most, step = frame_format.row.most, frame_format.row.step
    offset = step * np.array([0.0 if frame_format.full_range else 16.0, 128.0, 128.0]) / most
    span = step * np.array([219.0, 224.0, 224.0])
    scale = np.ones(3) if frame_format.full_range else most / span
    linear = yuv_to_rgb * scale
    return np.concatenate([linear, -(linear @ offset)[:, None]], axis=1).astype(np.float32)


def from_rgb_matrix(frame_format: FrameFormat) -> Floats:
    """The inverse of `to_rgb_matrix`: float32 (3, 4), RGB in [0, 1] to coded fractions."""
    to_rgb = to_rgb_matrix(frame_format).astype(np.float64)
    inverse = np.linalg.inv(to_rgb[:, :3])
    return np.concatenate([inverse, -(inverse @ to_rgb[:, 3:])], axis=1).astype(np.float32)


def coding_matrices(frame_format: FrameFormat) -> Floats:
    """`to_rgb_matrix`, then `from_rgb_matrix`, row by row, as kernels read them: float32 (24,)."""
    both = (to_rgb_matrix(frame_format), from_rgb_matrix(frame_format))
    return np.concatenate([matrix.reshape(-1) for matrix in both])


def black(frame_format: FrameFormat) -> tuple[int, int, int]:
    """The coded values of black."""
    if frame_format.layout == "rgb":
        return (0, 0, 0)
    step = frame_format.row.step
    return (0 if frame_format.full_range else 16 * step, 128 * step, 128 * step)


def light_tables(frame_format: FrameFormat) -> tuple[Floats, npt.NDArray[np.uint8]]:
    """`linear_light_table` and its way back, for the frame's bits and transfer function.

    HDR has so much more light than SDR that steps of it would be too coarse near black: its way
    back goes by the fourth root of light. That is a share of PQ's 10000 nits, or HLG's scene light.

    Returns:
        (light, code): float32 (2**bits,) in [0, 1]; uint8, or uint16, (linear_steps(bits) + 1,).
    """
    bits = frame_format.bits
    if not frame_format.is_hdr:
        return linear_light_table(bits), srgb_table(bits)
    is_pq = frame_format.transfer == "pq"
    to_light, from_light = (pq_eotf, pq_inverse_eotf) if is_pq else (hlg_inverse_oetf, hlg_oetf)
    most, steps = frame_format.row.most, linear_steps(bits)
    light = to_light(np.arange(most + 1) / most).astype(np.float32)
    code = np.round(from_light((np.arange(steps + 1) / steps) ** 4) * most)
    return light, code.astype(frame_format.dtype)


def linear_light_table(bits: int = 8) -> Floats:
    """Linear light of each sRGB code of this many bits: float32 (2**bits,) in [0, 1]."""
    return srgb_to_light(np.arange(2**bits) / (2**bits - 1)).astype(np.float32)


def srgb_table(bits: int = 8) -> npt.NDArray[np.uint8]:
    """SRGB code of each step of linear light: uint8, or uint16, (linear_steps(bits) + 1,).

    `srgb_table()[round(linear * LINEAR_STEPS)]` undoes `linear_light_table` exactly.
    """
    steps = linear_steps(bits)
    code = srgb_from_light(np.arange(steps + 1) / steps)
    return np.round(code * (2**bits - 1)).astype(np.uint8 if bits == 8 else np.uint16)
