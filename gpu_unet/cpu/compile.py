"""How kernels are compiled: to SIMD code without the GIL, kept between starts."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import njit, typeof
from numba.core.caching import _Cache

from gpu_unet import compiled_code, shipped_code
from gpu_unet.cpu.code_container import pack, unpack

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
    """Part of a kernel; LLVM inlines it. Inlining in Numba would treble the time to compile.

    It allocates nothing, returns no array to a kernel, and counts no references: a function of one
    pixel that takes a dozen arrays apart would spend half of its time on that. Left to itself, LLVM
    inlines no function of such a size, which made the composite three times as slow.
    """
    uncounted: dict[str, Any] = {"_nrt": False}  # an option that Numba's types do not know
    return njit(fastmath=SUMS_ONLY, error_model="numpy", forceinline=True, **uncounted)(function)


def serial_kernel(function: Callable[..., Any]) -> Any:
    """A kernel of one thread; decoder and encoder threads go on meanwhile (nogil)."""
    return kept(njit(fastmath=SUMS_ONLY, error_model="numpy", nogil=True)(function))


def parallel_kernel(function: Callable[..., Any]) -> Any:
    """A kernel whose `prange` loops are spread over Numba's threads; only one may run at a time."""
    return kept(njit(fastmath=SUMS_ONLY, error_model="numpy", nogil=True, parallel=True)(function))


def kept(dispatcher: Any) -> Kernel:
    """A Numba function as a kernel, with its compiled code kept as `compiled_code` does it.

    In place of `cache=True`, whose files are trusted unseen.
    """
    dispatcher._cache = KernelCache(dispatcher.py_func)
    return Kernel(dispatcher)


def is_compiled(kernel: Any) -> bool:
    """Whether `kernel` (of this module's making) has compiled code in memory or on disk."""
    return bool(kernel.signatures) or kernel._cache.has_code() or kernel._cache.has_shipped_code()


def is_only_shipped(kernel: Any) -> bool:
    """Whether all the code that there is was shipped, for processors such as this one."""
    return kernel._cache.has_shipped_code() and not kernel._cache.has_code()


class KernelCache(_Cache):
    """What a Numba function asks for its code, and tells of it: one file per signature.

    Args:
        function: The Python function; it takes nothing from a closure, whose values would be
            frozen into the code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        if function.__closure__ is not None:
            raise ValueError(f"{function.__qualname__} takes values from a closure: not to be kept")
        self._function = function
        self._start = f"{function.__module__}.{function.__qualname__}-"

    def has_code(self) -> bool:
        """Whether there is code for at least one signature."""
        return any(
            compiled_code.read(name) is not None for name in compiled_code.names(self._start)
        )

    def has_shipped_code(self) -> bool:
        """The same of what the installation brings."""
        return any(shipped_code.read(name) is not None for name in shipped_code.names(self._start))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba's result of compiling for the signature `sig`; None if it has to be compiled."""
        target_context.refresh()
        content = compiled_code.read(self._name(sig, target_context.codegen().magic_tuple()))
        if content is None:
            content = shipped_code.read(self._name(sig, shipped_code.level()))
        return None if content is None else unpack(content, sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep Numba's result `data`; code that holds addresses of this process cannot be."""
        code = None if data.library.has_dynamic_globals else pack(data)
        if code is None:
            return
        compiled_code.write(self._name(sig, data.codegen.magic_tuple()), code)
        if shipped_code.is_being_made():
            shipped_code.write(self._name(sig, shipped_code.level()), code)

    def _name(self, signature: Any, target: Any) -> str:
        """Of the file of code for `signature`, for what `target` says of a processor."""
        sources = compiled_code.other_sources(self._function)
        key = (str(signature), target, sources)
        return f"{self._start}{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}"

    # What else Numba's interface has; nothing in here calls it.

    @property
    def cache_path(self) -> Any:
        """The folder; None if there is none."""
        return compiled_code.folder()

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It always is enabled."""

    def flush(self) -> None:
        """Drop the code of every signature."""
        for name in compiled_code.names(self._start):
            compiled_code.forget(name)
