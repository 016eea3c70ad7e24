"""Pictures and alphas in memory that this process and the network's share."""

from __future__ import annotations

import mmap
import os
import sys
import uuid
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Planes of some pictures, in memory that no file system lists and that ends with its users.

    Attributes:
        given: float32 (slots, in_channels, height, width): the network's input.
        alpha: float32 (slots, height, width).
        key: By which the other process finds the memory.
        descriptors: What it must inherit for that.
    """

    given: Floats
    alpha: Floats
    key: str
    descriptors: tuple[int, ...] = ()

    @staticmethod
    def make(shape: tuple[int, int, int, int]) -> Pictures:
        """New memory, all zero; the shape is (slots, in_channels, height, width)."""
        if sys.platform == "win32":
            key = f"gpu_unet-{uuid.uuid4().hex}"
            return Pictures(*_planes(mmap.mmap(-1, _bytes(shape), tagname=key), shape), key)
        descriptor = _anonymous()
        os.ftruncate(descriptor, _bytes(shape))
        planes = _planes(mmap.mmap(descriptor, _bytes(shape)), shape)
        return Pictures(*planes, str(descriptor), (descriptor,))

    @staticmethod
    def find(key: str, shape: tuple[int, int, int, int]) -> Pictures:
        """The same memory, in the other process."""
        if sys.platform == "win32":
            return Pictures(*_planes(mmap.mmap(-1, _bytes(shape), tagname=key), shape), key)
        return Pictures(*_planes(mmap.mmap(int(key), _bytes(shape)), shape), key)

    def close_descriptors(self) -> None:
        """Once the other process has started: the memory stays while either one uses it."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def _anonymous() -> int:
    if sys.platform == "linux":
        return os.memfd_create("pictures")
    import _posixshmem  # what `multiprocessing.shared_memory` uses, whose names outlive a crash

    name = f"/{uuid.uuid4().hex[:24]}"  # macOS allows 31 characters
    descriptor = _posixshmem.shm_open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    _posixshmem.shm_unlink(name)
    return descriptor


def _bytes(shape: tuple[int, int, int, int]) -> int:
    slots, channels, height, width = shape
    return 4 * slots * (channels + 1) * height * width


def _planes(memory: mmap.mmap, shape: tuple[int, int, int, int]) -> tuple[Floats, Floats]:
    slots, channels, height, width = shape
    planes = np.frombuffer(memory, np.float32)
    given = planes[: slots * channels * height * width].reshape(shape)
    return given, planes[given.size :].reshape(slots, height, width)
