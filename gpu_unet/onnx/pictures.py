"""Pictures and alphas in memory that this process and the network's share."""

from __future__ import annotations

import mmap
import os
import sys
import uuid
from dataclasses import dataclass, replace

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
        key: By which the other process finds the memory.
        descriptors: What it must inherit for that.
    """

    given: Floats
    alpha: Floats
    key: str
    descriptors: tuple[int, ...] = ()

    @staticmethod
    def make(shape: Shape) -> Pictures:
        """New memory, all zero; the shape is that of `given`."""
        if sys.platform == "win32":
            return Pictures.find(f"gpu_unet-{uuid.uuid4().hex}", shape)
        descriptor = _anonymous()
        os.ftruncate(descriptor, _bytes(shape))
        return replace(Pictures.find(str(descriptor), shape), descriptors=(descriptor,))

    @staticmethod
    def find(key: str, shape: Shape) -> Pictures:
        """The same memory, in the other process."""
        if sys.platform == "win32":
            memory = mmap.mmap(-1, _bytes(shape), tagname=key)
        else:
            memory = mmap.mmap(int(key), _bytes(shape))
        slots, channels, height, width = shape
        planes = np.frombuffer(memory, np.float32).reshape(slots, channels + 1, height, width)
        return Pictures(planes[:, :channels], planes[:, channels], key)

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


def _bytes(shape: Shape) -> int:
    slots, channels, height, width = shape
    return 4 * slots * (channels + 1) * height * width
