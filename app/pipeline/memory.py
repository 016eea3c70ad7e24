"""Memory: how much this process may ask for, and how much freed memory the C library keeps."""

from __future__ import annotations

import ctypes
import sys

try:
    import resource
except ImportError:  # Windows knows no such limit
    resource = None

M_ARENA_MAX = -8  # from glibc's malloc.h
HEAPS = 2
# A 64x48 clip on two cores takes 0.85 GB, most of it libraries that are mapped and hardly used.
# With less, libraries fail to load one by one with misleading errors, or leave threads that wait
# for ever.
LEAST_ADDRESS_SPACE = 900_000_000


def too_little_memory() -> str:
    """One sentence if a limit (`ulimit -v`) is too small for anything to work; else empty."""
    if resource is None:
        return ""
    limit_bytes, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit_bytes == resource.RLIM_INFINITY or limit_bytes >= LEAST_ADDRESS_SPACE:
        return ""
    return (
        f"this program may use {limit_bytes / 1e9:.2f} GB of address space and needs at least "
        f"{LEAST_ADDRESS_SPACE / 1e9:.1f}; raise the limit (ulimit -v unlimited)"
    )


def keep_few_heaps() -> None:
    """Let all threads share two of the C library's heaps; to be called before threads start.

    glibc gives each thread a heap of its own, up to eight per core, and each heap keeps the buffers
    of frames that were freed in it. Measured over four minutes of random use of every control: 218
    to 277 MiB with sixteen heaps, 179 to 227 with two, at the same speed, because small Python
    objects are allocated elsewhere. A 4K film on the command line takes 50 MiB less. Does nothing
    without glibc.
    """
    mallopt = _of_c_library("mallopt")
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)


def give_back_memory() -> None:
    """Ask the C library to return free memory; takes some 15 ms, so not on the window's thread.

    60 openings of a 1280x720 file left 50 MiB unused, and packing the larger network's weights 30;
    this returned all of it. Does nothing without glibc.
    """
    trim = _of_c_library("malloc_trim")
    if trim is not None:
        trim(0)


def _of_c_library(name: str) -> ctypes._NamedFuncPointer | None:
    """A function of glibc; None elsewhere (musl has neither of the two)."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
