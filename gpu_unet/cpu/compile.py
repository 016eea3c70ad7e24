"""Decorators of CPU kernels: compiled to SIMD code without the GIL, cached on disk."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Literal, NamedTuple, cast

from numba import njit, typeof
from numba.core import config
from numba.core.runtime.nrt import rtsys

from gpu_unet import compiled_code, shipped_code
from gpu_unet.cpu.code_container import pack, unpack

# Where Numba was imported before this package, it has not read what `gpu_unet/__init__.py` chose.
cast(Any, config).THREADING_LAYER = os.environ["NUMBA_THREADING_LAYER"]

# Sums may be reordered and fused, so that loops vectorise; NaN and infinity keep their meaning,
# because the engine tests for them.
SUMS_ONLY = {"contract", "reassoc", "arcp", "nsz"}

# Chunks of a `prange`, each with scratch lines of its own. More than the usual number of threads;
# where rows differ in cost, chunk c takes every CHUNKS-th row from c on.
CHUNKS = 16

# Up to so many threads, short kernels run on one: to wake others takes 0.1 ms and more, and where
# cores are few, the system often starts them all on one core.
FEW_THREADS = 2

_of_thread = threading.local()
# Held by the thread that runs parallel code: Numba's workqueue ends the process when two do.
_parallel_turn = threading.Lock()

# Where the code of a kernel is. "shipped": made for a level of processors, and for no other here.
Whereabouts = Literal["kept", "shipped", "missing"]


class Code(NamedTuple):
    """The machine code of a kernel for the types of its arguments."""

    dispatcher: Any  # Numba's
    signature: Any

    @property
    def name(self) -> str:
        """Its name in the disk cache."""
        return self.dispatcher._cache.name_of(self.signature, self.dispatcher.targetctx)

    @property
    def whereabouts(self) -> Whereabouts:
        """Where it is; nothing is loaded."""
        if self.signature in self.dispatcher.overloads:
            return "kept"
        return self.dispatcher._cache.whereabouts(self.name, self.signature)

    def load(self) -> None:
        """Have it in memory, from disk or compiled, without running it."""
        self.dispatcher.compile(self.signature)


class Kernel:
    """A compiled function that can be loaded without being run.

    Any thread may run it, or load it from disk or by compiling. Threads that run parallel code take
    turns, a call each.
    """

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._turn = _parallel_turn if dispatcher.targetoptions.get("parallel") else nullcontext()

    def __call__(self, *arguments: Any) -> Any:
        """Run the function, or only say what code it needs: see `collecting`."""
        codes: dict[str, Code] | None = getattr(_of_thread, "codes", None)
        if codes is None:
            with self._turn:
                return self._dispatcher(*arguments)
        code = Code(self._dispatcher, tuple(typeof(argument) for argument in arguments))
        codes[code.name] = code
        return None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dispatcher, name)


@contextmanager
def collecting() -> Iterator[dict[str, Code]]:
    """Context in which this thread's calls run nothing; gives the codes that they need, by name."""
    _of_thread.codes = {}
    try:
        yield _of_thread.codes
    finally:
        _of_thread.codes = None


def device_function(function: Callable[..., Any]) -> Any:
    """Decorate a part of a kernel; LLVM always inlines it.

    Inlining by Numba would treble the compile time, and by its own heuristics LLVM inlines no
    function of such a size, which made the composite three times as slow. Reference counting is
    off, since it took half the time of a per-pixel function with a dozen arrays: so the function
    must allocate nothing and return no array to a kernel.
    """
    uncounted: dict[str, Any] = {"_nrt": False}  # an option that Numba's types do not know
    return njit(fastmath=SUMS_ONLY, error_model="numpy", forceinline=True, **uncounted)(function)


def part_of_kernel(function: Callable[..., Any]) -> Any:
    """As `device_function`, compiled once for all who call it: for large parts."""
    uncounted: dict[str, Any] = {"_nrt": False}
    return njit(fastmath=SUMS_ONLY, error_model="numpy", nogil=True, **uncounted)(function)


def serial_kernel(function: Callable[..., Any]) -> Any:
    """Decorate a kernel that runs on one thread without the GIL, beside decoders and encoders."""
    return kept(njit(fastmath=SUMS_ONLY, error_model="numpy", nogil=True)(function))


def parallel_kernel(function: Callable[..., Any]) -> Any:
    """Decorate a kernel with `prange` loops over Numba's threads; one runs at a time."""
    return kept(njit(fastmath=SUMS_ONLY, error_model="numpy", nogil=True, parallel=True)(function))


def kept(dispatcher: Any) -> Kernel:
    """Make a Numba function a kernel whose code is cached by `compiled_code`.

    It replaces `cache=True`, which loads files without a check.
    """
    dispatcher._cache = KernelCache(dispatcher.py_func)
    return Kernel(dispatcher)


def is_compiled(kernel: Any) -> bool:
    """Whether `kernel`, made by this module, has compiled code in memory or on disk."""
    return bool(kernel.signatures) or kernel._cache.has_code() or kernel._cache.has_shipped_code()


class KernelCache:
    """What Numba's dispatchers ask of a cache, on top of `compiled_code`: one file per signature.

    Args:
        function: The Python function; it must have no closure, whose values would be frozen into
            the code but not into the cache's key.
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
        """Whether the installation brings code for at least one signature."""
        return any(shipped_code.read(name) is not None for name in shipped_code.names(self._start))

    def name_of(self, sig: Any, target_context: Any) -> str:
        """The name in `compiled_code` of the code for the signature `sig`."""
        return self._name(sig, target_context.codegen().magic_tuple())

    def whereabouts(self, name: str, sig: Any) -> Whereabouts:
        """Where the code is that `name_of` names `name` for the signature `sig`."""
        if compiled_code.read(name) is not None:
            return "kept"
        shipped = shipped_code.read(self._name(sig, shipped_code.level()))
        return "missing" if shipped is None else "shipped"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba's result of compiling for the signature `sig`; None if it has to be compiled."""
        # Not `target_context.refresh()`, which also loads what the compiler knows of NumPy: a third
        # of a second. Compiling does that by itself.
        rtsys.initialize(target_context)
        content = compiled_code.read(self.name_of(sig, target_context))
        if content is None:
            content = shipped_code.read(self._name(sig, shipped_code.level()))
        return None if content is None else unpack(content, sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache Numba's result `data`, unless its code holds addresses of this process."""
        code = None if data.library.has_dynamic_globals else pack(data)
        if code is None:
            return
        compiled_code.write(self._name(sig, data.codegen.magic_tuple()), code)
        if shipped_code.is_being_made():
            shipped_code.write(self._name(sig, shipped_code.level()), code)

    def _name(self, signature: Any, target: Any) -> str:
        """File name of the code for `signature` and a processor, described by `target`."""
        sources = compiled_code.other_sources(self._function)
        key = (str(signature), target, sources)
        return f"{self._start}{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}"

    @property
    def cache_path(self) -> Any:
        """The cache folder, for Numba's statistics; None if there is none."""
        return compiled_code.folder()
