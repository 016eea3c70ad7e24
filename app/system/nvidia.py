"""The NVIDIA card as its driver reports it, without a CUDA context or a package."""

from __future__ import annotations

import ctypes
import functools
import sys
from dataclasses import dataclass

_NAME_BYTES = 128


@dataclass(frozen=True, slots=True)
class Card:
    """The first card that this process sees.

    Attributes:
        name: For people, e.g. "NVIDIA H200".
        driver: The newest CUDA version that its driver supports, e.g. "13.0".
    """

    name: str
    driver: str


@functools.cache
def first_card() -> Card | None:
    """Find the first card, once; None without a driver or card, or if the driver does not start.

    Any thread. Takes a millisecond if there is no driver.
    """
    if sys.platform == "darwin":
        return None
    try:
        library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        return _asked(library)
    except (OSError, AttributeError):
        return None


def _asked(library: ctypes.CDLL) -> Card | None:
    count, device, version = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    name = ctypes.create_string_buffer(_NAME_BYTES)
    answers = (
        lambda: library.cuInit(0),
        lambda: library.cuDeviceGetCount(ctypes.byref(count)),
        lambda: library.cuDeviceGet(ctypes.byref(device), 0),
        lambda: library.cuDeviceGetName(name, _NAME_BYTES, device),
        lambda: library.cuDriverGetVersion(ctypes.byref(version)),
    )
    if any(answer() != 0 for answer in answers):
        return None
    driver = f"{version.value // 1000}.{version.value % 1000 // 10}"
    return Card(name.value.decode(errors="replace"), driver)
