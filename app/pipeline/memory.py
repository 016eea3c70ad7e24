"""Memory: how much the C library keeps of what was freed, and when it hands it back."""

from __future__ import annotations

import ctypes
import sys

M_ARENA_MAX = -8  # of glibc's malloc.h
HEAPS = 2


def keep_few_heaps() -> None:
    """Let all threads share two of the C library's heaps; call it before there are threads.

    glibc gives each thread a heap of its own, up to eight per core, and each keeps the buffers of
    frames that were freed in it. Measured over four minutes of every control used at random:
    218 to 277 MiB with sixteen heaps, 179 to 227 with two, at the same speed: what allocates
    often are small Python objects, and those do not come from there. A film of 4K on the command
    line takes 50 MiB less. Elsewhere than on glibc nothing happens.
    """
    mallopt = _of_c_library("mallopt")
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)


def give_back_memory() -> None:
    """Ask the C library to return what is free; takes some 15 ms, so not on the window's thread.

    60 openings of a 1280x720 file left 50 MiB that no one used, and the larger network's packing
    30: this returned all of it.
    Elsewhere than on glibc nothing happens.
    """
    trim = _of_c_library("malloc_trim")
    if trim is not None:
        trim(0)


def _of_c_library(name: str) -> ctypes._NamedFuncPointer | None:
    """A function of glibc; None elsewhere (musl has neither of the two)."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
