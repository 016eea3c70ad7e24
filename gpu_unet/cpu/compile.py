"""How the frame-path kernels are compiled: parallel, cached on disk, without the GIL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import njit, typeof

# Sums may be reordered and fused, so that loops become SIMD; NaN and infinity keep their meaning,
# because the engine looks for them.
SUMS_ONLY = {"contract", "reassoc", "arcp", "nsz"}

# Rows are dealt out to this many pieces of work, each with a scratch line of its own. More than
# the usual number of threads, and every piece takes each CHUNKS-th row where rows differ in cost.
CHUNKS = 16

_of_thread = threading.local()


class Kernel:
    """A compiled function that can be made ready without being run.

    Running parallel code is for one thread of the process; making it ready, from disk or by
    compiling, is for any, and that is what takes long.
    """

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher

    def __call__(self, *arguments: Any) -> Any:
        """Run it, or make it ready: see `loading_only`."""
        if getattr(_of_thread, "is_loading", False):
            self._dispatcher.compile(tuple(typeof(argument) for argument in arguments))
            return None
        return self._dispatcher(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dispatcher, name)


@contextmanager
def loading_only() -> Iterator[None]:
    """Within, a kernel that this thread calls is made ready for these arguments, and not run."""
    _of_thread.is_loading = True
    try:
        yield
    finally:
        _of_thread.is_loading = False


def device_function(function: Callable[..., Any]) -> Any:
    """Part of a kernel; LLVM inlines it. Inlining in Numba would treble the time to compile."""
    return njit(fastmath=SUMS_ONLY, error_model="numpy")(function)


def serial_kernel(function: Callable[..., Any]) -> Any:
    """A kernel of one thread; decoder and encoder threads go on meanwhile (nogil)."""
    return Kernel(njit(fastmath=SUMS_ONLY, error_model="numpy", cache=True, nogil=True)(function))


def parallel_kernel(function: Callable[..., Any]) -> Any:
    """A kernel whose `prange` loops are spread over Numba's threads; only one may run at a time."""
    return Kernel(
        njit(fastmath=SUMS_ONLY, error_model="numpy", cache=True, nogil=True, parallel=True)(
            function
        )
    )
