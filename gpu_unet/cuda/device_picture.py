"""DevicePicture: a picture of another library's in device memory, and when it may be read.

PyTorch, CuPy, Numba and JAX give `__cuda_array_interface__`, DLPack, or both. DLPack is asked first
where the other says nothing of streams, as PyTorch's does: it has the producer's stream waited for.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpu_unet.cuda import graph
from gpu_unet.cuda.driver import call

_LEGACY_STREAM = 1  # the default stream's handle, in both protocols
_UNSIGNED = 1  # kDLUInt
_CUDA_DEVICES = (2, 13)  # kDLCUDA, kDLCUDAManaged


class _Tensor(ctypes.Structure):
    """DLTensor, the first member of a DLManagedTensor (dlpack.h)."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


@dataclass(frozen=True, slots=True)
class DevicePicture:
    """C-contiguous pixels in device memory, uint8 or uint16.

    Attributes:
        ptr: Device address of the first byte.
        nbytes: Of all of them.
        owner: Keeps the memory while this is held.
    """

    ptr: int
    nbytes: int
    owner: object

    @classmethod
    def of(cls, picture: Any, *, stream: Any) -> DevicePicture:
        """The memory of `picture`; what is enqueued on `stream` from now on finds it written.

        Args:
            picture: Has `__cuda_array_interface__` or DLPack.
            stream: That will read it.

        Raises:
            ValueError: It is not C-contiguous, or lies on another device than the first.
        """
        interface = getattr(picture, "__cuda_array_interface__", None)
        if interface is None or ("stream" not in interface and hasattr(picture, "__dlpack__")):
            return cls._of_dlpack(picture, stream)
        shape, kind = tuple(interface["shape"]), np.dtype(interface["typestr"])
        strides = interface.get("strides")
        steps = None if strides is None else [step // kind.itemsize for step in strides]
        _check_contiguous(picture, shape, steps)
        # Without a word of streams (version 2) the default stream is where libraries write.
        writer = interface.get("stream", _LEGACY_STREAM)
        if writer is not None:
            _wait_for(writer, stream)
        return cls(int(interface["data"][0]), math.prod(shape) * kind.itemsize, picture)

    @classmethod
    def _of_dlpack(cls, picture: Any, stream: Any) -> DevicePicture:
        capsule = picture.__dlpack__(stream=int(stream))  # makes `stream` wait for the writer
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
        if tensor.device_type not in _CUDA_DEVICES or tensor.device_id != 0:
            raise ValueError(
                f"a {type(picture).__name__} lies on device {tensor.device_id} of kind "
                f"{tensor.device_type}; the engine computes on CUDA device 0: move it there"
            )
        assert (tensor.code, tensor.lanes) == (_UNSIGNED, 1), "was checked before"
        shape = tuple(tensor.shape[axis] for axis in range(tensor.ndim))
        strides = [tensor.strides[axis] for axis in range(tensor.ndim)] if tensor.strides else None
        _check_contiguous(picture, shape, strides)
        # The capsule stays as it is: its own destructor frees the tensor once it is dropped.
        nbytes = math.prod(shape) * tensor.bits // 8
        return cls((tensor.data or 0) + tensor.byte_offset, nbytes, (picture, capsule))


def _check_contiguous(picture: Any, shape: tuple[int, ...], steps: list[int] | None) -> None:
    if steps is None:
        return
    wanted = 1
    for size, step in zip(reversed(shape), reversed(steps), strict=True):
        if size > 1 and step != wanted:
            raise ValueError(
                f"a {type(picture).__name__} of shape {shape} has steps of {tuple(steps)} elements,"
                " expected one C-contiguous block: call its contiguous(), or ascontiguousarray"
            )
        wanted *= size


def _wait_for(writer: int, reader: Any) -> None:
    """Have stream `reader` wait for all that is enqueued on the stream with handle `writer`."""
    event = graph.make_event()
    call("cuEventRecord", event, writer)
    call("cuStreamWaitEvent", reader, event, 0)
    call("cuEventDestroy", event)  # released once it has happened
