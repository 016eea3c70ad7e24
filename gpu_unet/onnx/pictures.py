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
Planes = npt.NDArray[np.floating]
Shape = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Planes of some pictures, in memory that no file system lists and that ends with its users.

    Attributes:
        given: (slots, in_channels, height, width), float16 or float32: the network's input.
        alpha: float32 (slots, height, width).
        key: By which the other process finds the memory.
        descriptors: What it must inherit for that.
    """

    given: Planes
    alpha: Floats
    key: str
    descriptors: tuple[int, ...] = ()

    @staticmethod
    def make(shape: Shape, dtype: str) -> Pictures:
        """New memory, all zero; shape and dtype, float16 or float32, are those of `given`."""
        if sys.platform == "win32":
            return Pictures.find(f"gpu_unet-{uuid.uuid4().hex}", shape, dtype)
        descriptor = _anonymous()
        os.ftruncate(descriptor, _bytes(shape, dtype))
        return replace(Pictures.find(str(descriptor), shape, dtype), descriptors=(descriptor,))

    @staticmethod
    def find(key: str, shape: Shape, dtype: str) -> Pictures:
        """The same memory, in the other process."""
        if sys.platform == "win32":
            memory = mmap.mmap(-1, _bytes(shape, dtype), tagname=key)
        else:
            memory = mmap.mmap(int(key), _bytes(shape, dtype))
        slots, channels, height, width = shape
        alpha = np.frombuffer(memory, np.float32, slots * height * width)
        given = np.frombuffer(memory, dtype, channels * alpha.size, alpha.nbytes)
        return Pictures(given.reshape(shape), alpha.reshape(slots, height, width), key)

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


def _bytes(shape: Shape, dtype: str) -> int:
    slots, channels, height, width = shape
    return slots * (channels * np.dtype(dtype).itemsize + 4) * height * width


def to_half(planes: Floats, out: Planes) -> None:
    """Round planes of numbers in [0, 1] to float16, a tenth of the time that `astype` takes.

    Scaled by 2^-112, a number's exponent is float16's, and 13 bits of its fraction are too many;
    they are 0 in what the frame path writes, multiples of 1 / INPUT_STEPS.

    Args:
        planes: float32 (channels, height, width).
        out: float16 planes, at least as many; the others stay.
    """
    scaled = np.empty_like(planes[0])
    bits = scaled.view(np.uint32)
    for plane, half in zip(planes, out.view(np.uint16), strict=False):
        np.multiply(plane, np.float32(2.0**-112), out=scaled)
        np.add(bits, 1 << 12, out=bits)
        np.right_shift(bits, 13, out=half, casting="unsafe")
