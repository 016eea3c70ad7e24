"""Arenas: one allocation of device memory and one of page-locked memory hold all of an engine."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.driver import OutOfDeviceMemoryError, call
from gpu_unet.errors import GpuMemoryError
from gpu_unet.frame_planes import ALIGNMENT, Place
from gpu_unet.spare_memory import spare_memory

T = TypeVar("T")

__all__ = ["ALIGNMENT", "ArenaPlan", "DeviceArena", "DeviceArray", "PinnedArena"]


@dataclass(frozen=True, slots=True)
class DeviceArray:
    """A C-contiguous view of device memory; the arena owns the memory.

    Attributes:
        ptr: Device address of the first element.
        shape: As NumPy's.
        dtype: As NumPy's.
    """

    ptr: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes from the first to the last element."""
        return self.size * self.dtype.itemsize

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Interface for Numba, CuPy and PyTorch; valid as long as the arena is."""
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.ptr, False),
            "strides": None,
            "version": 3,
        }

    def reshape(self, shape: tuple[int, ...]) -> DeviceArray:
        """The same memory under another shape of as many elements."""
        other = DeviceArray(self.ptr, shape, self.dtype)
        assert other.size == self.size, f"{other.shape} of {self.shape}"
        return other

    def as_bytes(self) -> DeviceArray:
        """The same memory as uint8 (bytes,)."""
        return DeviceArray(self.ptr, (self.nbytes,), np.dtype(np.uint8))

    def row(self, index: int) -> DeviceArray:
        """The sub-array at `index` of the first axis."""
        step = self.nbytes // self.shape[0]
        return DeviceArray(self.ptr + index * step, self.shape[1:], self.dtype)

    def upload(self, values: npt.NDArray[Any]) -> None:
        """Copy from the host and wait: for weights and tests, never per frame."""
        values = np.ascontiguousarray(values, self.dtype).reshape(self.shape)
        call("cuMemcpyHtoD", self.ptr, values.ctypes.data, self.nbytes)
        _synchronize()

    def download(self) -> npt.NDArray[Any]:
        """Copy to the host and wait: for tests, never per frame."""
        values = np.empty(self.shape, self.dtype)
        call("cuMemcpyDtoH", values.ctypes.data, self.ptr, self.nbytes)
        return values


def named_after(prefix: str, arrays: Mapping[str, T]) -> dict[str, T]:
    """The arrays whose names begin with a prefix, by the rest of the name."""
    return {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


class ArenaPlan:
    """Names, shapes and offsets of the arrays that one allocation will hold."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[int, tuple[int, ...], np.dtype[Any]]] = {}
        self.nbytes = 0

    def add(self, name: str, shape: tuple[int, ...], dtype: Any) -> None:
        """Reserve an array; its memory is zero when the arena is made."""
        assert name not in self._entries, f"{name} is reserved twice"
        kind = np.dtype(dtype)
        self._entries[name] = (self.nbytes, shape, kind)
        nbytes = math.prod(shape) * kind.itemsize
        self.nbytes += -(-nbytes // ALIGNMENT) * ALIGNMENT

    def add_places(self, places: Mapping[str, Place], nbytes: int) -> None:
        """Reserve `nbytes` in one piece; the arrays in it may overlap."""
        start = self.nbytes
        for name, (offset, shape, kind) in places.items():
            assert name not in self._entries, f"{name} is reserved twice"
            self._entries[name] = (start + offset, shape, kind)
        self.nbytes += -(-nbytes // ALIGNMENT) * ALIGNMENT

    def items(self) -> list[tuple[str, int, tuple[int, ...], np.dtype[Any]]]:
        """(name, byte offset, shape, type) in the order of reservation."""
        return [(name, *entry) for name, entry in self._entries.items()]


class DeviceArena:
    """The one allocation of device memory.

    Attributes:
        arrays: By the plan's names.
        base: Device address of its first byte.
    """

    def __init__(self, plan: ArenaPlan, *, purpose: str) -> None:
        """Allocate and zero.

        Raises:
            GpuMemoryError: Too little memory; the message names `purpose` and the sizes.
        """
        self.nbytes = max(plan.nbytes, ALIGNMENT)
        self.base = 0
        try:
            self.base, self._size = spare_memory.take("device", self.nbytes) or (
                int(call("cuMemAlloc", self.nbytes)),
                self.nbytes,
            )
        except OutOfDeviceMemoryError as error:
            free_bytes, total_bytes = call("cuMemGetInfo")
            raise GpuMemoryError(
                f"too little GPU memory for {purpose}: {_mib(self.nbytes)} MiB are needed, "
                f"{_mib(free_bytes)} of {_mib(total_bytes)} MiB are free; take a smaller batch or "
                "input size, close other programs that use the GPU, or choose the device cpu"
            ) from error
        call("cuMemsetD8", self.base, 0, self.nbytes)
        _synchronize()
        self.arrays: Mapping[str, DeviceArray] = MappingProxyType(
            {
                name: DeviceArray(self.base + offset, shape, dtype)
                for name, offset, shape, dtype in plan.items()
            }
        )

    def close(self) -> None:
        """Free the memory, or keep it for the next arena; may be called twice."""
        base, self.base = self.base, 0
        if base:
            spare_memory.leave("device", base, self._size, lambda at: call("cuMemFree", at))


class PinnedArena:
    """The one allocation of page-locked host memory, which the copy engines read and write.

    Attributes:
        arrays: NumPy views by the plan's names; valid until `close`.
        base: Host address of its first byte.
    """

    def __init__(self, plan: ArenaPlan, *, purpose: str) -> None:
        """Allocate and zero.

        Raises:
            GpuMemoryError: The system cannot page-lock so much; the message names the size.
        """
        self.nbytes = max(plan.nbytes, ALIGNMENT)
        try:
            self.base, self._size = spare_memory.take("pinned", self.nbytes) or (
                int(call("cuMemHostAlloc", self.nbytes, 0)),
                self.nbytes,
            )
        except OutOfDeviceMemoryError as error:
            raise GpuMemoryError(
                f"too little memory for {purpose}: {_mib(self.nbytes)} MiB of page-locked "
                "memory are needed, more than the system gives; take a smaller batch or close "
                "other programs"
            ) from error
        import ctypes

        whole = np.ctypeslib.as_array((ctypes.c_uint8 * self.nbytes).from_address(self.base))
        whole[:] = 0
        self.arrays: Mapping[str, npt.NDArray[Any]] = MappingProxyType(
            {
                name: whole[offset : offset + math.prod(shape) * dtype.itemsize]
                .view(dtype)
                .reshape(shape)
                for name, offset, shape, dtype in plan.items()
            }
        )

    def close(self) -> None:
        """Free the memory, or keep it for the next arena; all views become invalid.

        May be called twice.
        """
        base, self.base = self.base, 0
        if base:
            self.arrays = MappingProxyType({})
            spare_memory.leave("pinned", base, self._size, lambda at: call("cuMemFreeHost", at))


def _synchronize() -> None:
    """Wait until the default stream's copy or fill has reached device memory.

    The driver returns earlier: from a fill at once, from a copy of pageable memory once it is
    staged, and our streams do not wait for the default stream. A kernel could then read half of its
    weights, or half of a tensor map, which raises an illegal instruction. This happened while other
    processes kept the GPU busy.
    """
    call("cuCtxSynchronize")


def _mib(nbytes: int) -> int:
    return -(-nbytes // 2**20)
