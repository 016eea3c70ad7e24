"""Pictures from other libraries: what an array-like holds, found without a copy of its pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import Image

_DLPACK_HOSTS = (1, 3)  # kDLCPU, kDLCUDAHost: memory that the processor reads


def is_on_device(picture: Any) -> bool:
    """Whether the pixels lie in a GPU's memory, by `__cuda_array_interface__` or DLPack."""
    if isinstance(picture, np.ndarray):
        return False
    if hasattr(picture, "__cuda_array_interface__"):
        return True
    asks = getattr(picture, "__dlpack_device__", None)
    return asks is not None and int(asks()[0]) not in _DLPACK_HOSTS


def on_host(picture: Any) -> Image:
    """The picture as a NumPy array over the same memory; an array of NumPy's is returned as it is.

    Args:
        picture: Has DLPack (PyTorch, JAX, ... on the CPU), or is what `np.asarray` takes.

    Raises:
        ValueError: Its pixels lie in a GPU's memory.
    """
    if isinstance(picture, np.ndarray):
        return picture
    if is_on_device(picture):
        raise ValueError(
            f"a {type(picture).__name__} lies in a GPU's memory, which this engine does not read; "
            'open an engine with device="cuda", or copy the array to the host'
        )
    view: Any = np.from_dlpack(picture) if hasattr(picture, "__dlpack__") else np.asarray(picture)
    return view


def shape_and_type(picture: Any) -> tuple[tuple[int, ...], npt.DTypeLike]:
    """Of a picture on the host or on a device; no pixel is read."""
    interface = getattr(picture, "__cuda_array_interface__", None)
    if interface is not None and not isinstance(picture, np.ndarray):
        return tuple(interface["shape"]), np.dtype(interface["typestr"])
    if is_on_device(picture):
        name = str(picture.dtype).rpartition(".")[2]  # "torch.uint8"
        return tuple(picture.shape), np.dtype(name)
    view = on_host(picture)
    return view.shape, view.dtype
