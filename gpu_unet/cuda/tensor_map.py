"""Tensor maps: descriptors of arrays for TMA, the tensor memory accelerator of 9.0."""

from __future__ import annotations

import ctypes

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.arena import DeviceArray
from gpu_unet.cuda.driver import api, call

MAP_BYTES = 128
_SWIZZLES = {128: "128B", 64: "64B", 32: "32B"}


def encode_tensor_map(array: DeviceArray, *, tile: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """Encode the tensor map of `array`, with the swizzle that `wgmma` reads.

    Args:
        array: float16, C-contiguous.
        tile: Elements of a TMA tile per axis (the driver's "box"), in the array's order; the last
            axis is 32, 64 or 128 bytes, which is also the swizzle.

    Returns:
        uint8 (128,), to be placed 128-byte aligned in device memory. Reads beyond the array are 0.
    """
    assert array.dtype == np.float16, array.dtype
    assert len(tile) == len(array.shape), f"{tile} for {array.shape}"
    strides, step = [], array.dtype.itemsize
    for side in reversed(array.shape):
        step *= side
        strides.append(step)
    rank = len(tile)
    swizzle = _SWIZZLES[tile[-1] * array.dtype.itemsize]
    encoded = call(
        "cuTensorMapEncodeTiled",
        api.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        rank,
        array.ptr,
        [api.cuuint64_t(side) for side in reversed(array.shape)],
        [api.cuuint64_t(stride) for stride in strides[: rank - 1]],
        [api.cuuint32_t(side) for side in reversed(tile)],
        [api.cuuint32_t(1)] * rank,
        api.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        getattr(api.CUtensorMapSwizzle, f"CU_TENSOR_MAP_SWIZZLE_{swizzle}"),
        api.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        api.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
    raw = ctypes.string_at(encoded.getPtr(), MAP_BYTES)
    return np.frombuffer(raw, np.uint8).copy()
