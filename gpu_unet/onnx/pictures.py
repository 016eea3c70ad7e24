"""Pictures and alphas in memory that this process and the network's share."""

from __future__ import annotations

import math
import mmap
import os
import sys
import uuid
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Shape = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Planes of some pictures, in memory that no file system lists and that ends with its users.

    Attributes:
        given: float32 (slots, in_channels, height, width), the network's input.
        alpha: float32 (slots, height, width).
        key: By which the other process finds the memory: a descriptor's number, on Windows a name.
    """

    given: Floats
    alpha: Floats
    key: str

    @staticmethod
    def make(shape: Shape) -> Pictures:
        """New memory, all zero; the shape is that of `given`."""
        if sys.platform == "win32":
            return Pictures.find(f"gpu_unet-{uuid.uuid4().hex}", shape)
        return Pictures.find(str(_anonymous()), shape)

    @staticmethod
    def find(key: str, shape: Shape) -> Pictures:
        """The same memory, in the other process."""
        slots, channels, height, width = shape
        planes = (slots, channels + 1, height, width)
        size = 4 * math.prod(planes)
        if sys.platform == "win32":
            memory = mmap.mmap(-1, size, tagname=key)
        else:
            os.ftruncate(int(key), size)  # new memory has no size yet
            memory = mmap.mmap(int(key), size)
        both = np.frombuffer(memory, np.float32).reshape(planes)
        return Pictures(both[:, :channels], both[:, channels], key)

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What the other process must inherit to find the memory."""
        return () if sys.platform == "win32" else (int(self.key),)

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
