"""How the frame-path kernels are compiled: parallel, cached on disk, without the GIL."""

from collections.abc import Callable
from typing import Any

from numba import njit

# Sums may be reordered and fused, so that loops become SIMD; NaN and infinity keep their meaning,
# because the engine looks for them.
SUMS_ONLY = {"contract", "reassoc", "arcp", "nsz"}

# Rows are dealt out to this many pieces of work, each with a scratch line of its own. More than
# the usual number of threads, and every piece takes each CHUNKS-th row where rows differ in cost.
CHUNKS = 16


def device_function(function: Callable[..., Any]) -> Any:
    """Part of a kernel; LLVM inlines it. Inlining in Numba would treble the time to compile."""
    return njit(fastmath=SUMS_ONLY, error_model="numpy")(function)


def serial_kernel(function: Callable[..., Any]) -> Any:
    """A kernel of one thread; decoder and encoder threads go on meanwhile (nogil)."""
    return njit(fastmath=SUMS_ONLY, error_model="numpy", cache=True, nogil=True)(function)


def parallel_kernel(function: Callable[..., Any]) -> Any:
    """A kernel whose `prange` loops are spread over Numba's threads; only one may run at a time."""
    return njit(fastmath=SUMS_ONLY, error_model="numpy", cache=True, nogil=True, parallel=True)(
        function
    )
