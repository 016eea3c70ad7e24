"""device_kernel: a Numba kernel compiled ahead of time, cached as machine code, launched directly.

A Numba launch types its arguments and costs 15-20 us; a first call compiles for seconds. Here a
kernel states its signature, Numba compiles it once for the card at hand, the machine code is
kept on disk, and a launch is one driver call. In the simulator the same kernel is a plain
`cuda.jit`, so that a launcher reads the same: `kernel[grid, block, stream](arguments)`.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import logging
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from gpu_unet.cuda.driver import api, call

log = logging.getLogger(__name__)

_SCALARS = {
    "int32": ctypes.c_int32,
    "uint32": ctypes.c_uint32,
    "int64": ctypes.c_int64,
    "float32": ctypes.c_float,
}
# Numbers taken from these are frozen into the code without a trace of where they came from.
_CONSTANTS = tuple(
    Path(__file__).parents[1] / name
    for name in ("cuda/parameters.py", "edge_parameters.py", "colour.py", "reference/edges.py")
)
STATIC_SHARED_LIMIT = 48 * 1024  # above it a kernel must be allowed more

_registered: dict[str, Kernel] = {}
_preparing: list[bool] = []  # not empty: launches only load their kernels


def registered_kernels() -> dict[str, Kernel]:
    """Every kernel made so far by name and variant: what the PTX rule is checked on."""
    return dict(_registered)


@contextlib.contextmanager
def preparing() -> Iterator[None]:
    """Let launches compile and load their kernels without running them."""
    _preparing.append(True)
    try:
        yield
    finally:
        _preparing.pop()


def is_preparing() -> bool:
    """Whether launches only load their kernels."""
    return bool(_preparing)


def is_simulated() -> bool:
    """Whether Numba's CUDA simulator stands in for a GPU (NUMBA_ENABLE_CUDASIM=1)."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")


def device_kernel(
    signature: str,
    *,
    fastmath: bool = True,
    threads: int | None = None,
    min_blocks: int | None = None,
    registers: int | None = None,
    cluster: int = 1,
    variant: tuple[Any, ...] = (),
    overlap: bool = False,
) -> Callable[[Callable[..., None]], Any]:
    """Decorate a kernel.

    Args:
        signature: Numba's, with C-contiguous arrays: "void(uint8[:,:,::1], float32, int32)".
        fastmath: Contract, flush denormals, approximate divisions.
        threads: The most threads of a block, for the register allocator.
        min_blocks: Blocks that shall share a multiprocessor, likewise.
        registers: The most registers of a thread; excludes `min_blocks`.
        cluster: Neighbouring blocks that run together and reach each other's shared memory.
        variant: Names a kernel made by a factory: every value that the closure captures.
        overlap: Let this kernel start while the one before it in the stream ends; the kernel
            must call `ptx.wait_for_previous_kernel` before it reads or writes global memory.
    """

    def decorate(function: Callable[..., None]) -> Any:
        if is_simulated():
            from numba import cuda

            return cuda.jit(function)
        bounds = None
        if threads is not None:
            # With a minimum of one block the assembler would round threads up to warpgroups.
            bounds = (threads, min_blocks) if (min_blocks or 1) > 1 else (threads,)
        directives = [] if registers is None else [f".maxnreg {registers}"]
        if cluster > 1:
            directives += [".explicitcluster", f".reqnctapercluster {cluster}, 1, 1"]
        options = _Options(fastmath, bounds, tuple(directives), overlap)
        kernel = Kernel(function, signature, tuple(variant), options)
        _registered[kernel.name] = kernel
        return kernel

    return decorate


@dataclass(frozen=True, slots=True)
class _Options:
    """How a kernel is compiled and launched; see `device_kernel`."""

    fastmath: bool
    bounds: tuple[int, ...] | None
    directives: tuple[str, ...]
    overlap: bool


def device_function(function: Callable[..., Any]) -> Any:
    """Decorate a function that kernels call; it is always inlined into them."""
    from numba import cuda

    if is_simulated():
        return cuda.jit(device=True)(function)
    return cuda.jit(device=True, forceinline=True)(function)


class Kernel:
    """One compiled kernel; `kernel[grid, block, stream, shared_bytes](*arguments)` enqueues it.

    Launches only enqueue. Used by the one thread that owns the GPU.
    """

    def __init__(
        self,
        function: Callable[..., None],
        signature: str,
        variant: tuple[Any, ...],
        options: _Options,
    ) -> None:
        self.function = function
        self.signature = signature
        self.variant = variant
        self._options = options
        self._loaded: Any = None
        self._shared_allowed = STATIC_SHARED_LIMIT
        words = [function.__name__, *(str(v) for v in variant)]
        self.name = "-".join(words)

    def ptx(self, target: tuple[int, int, str]) -> str:
        """PTX for compute capability `target`; needs the compiler wheels, no GPU."""
        from numba import cuda

        with _compiling_for(target):
            text, _ = cuda.compile_ptx(
                self.function,
                self._numba_signature(),
                fastmath=self._options.fastmath,
                cc=target,
                launch_bounds=self._options.bounds,
            )
        # Numba knows no such options; the directives belong behind the block size.
        behind = "\n".join(["", *self._options.directives])
        return re.sub(r"(\.maxntid .*)", rf"\1{behind}", text, count=1)

    def machine_code(self, target: tuple[int, int, str]) -> tuple[str, bytes]:
        """(entry name, cubin) for `target`, from the disk cache where it is there."""
        path = cache_folder() / f"{self._key(target)}.cubin"
        try:
            entry, _, code = path.read_bytes().partition(b"\0")
            return entry.decode(), code
        except OSError:
            log.info("compiling %s", self.name)
        text = self.ptx(target)
        found = re.search(r"\.visible \.entry (\w+)\(", text)
        assert found is not None, "Numba emitted no kernel"
        from numba.cuda.cudadrv.driver import _Linker

        linker = _Linker(cc=target, lto=False)
        linker.add_ptx(text.encode())
        code = bytes(linker.complete().code)
        _write_whole(path, found[1].encode() + b"\0" + code)
        return found[1], code

    def load(self, target: tuple[int, int, str]) -> Any:
        """Compile or read, and load into the current context; returns the driver's function."""
        if self._loaded is None:
            entry, code = self.machine_code(target)
            module = call("cuModuleLoadData", code)
            function = call("cuModuleGetFunction", module, entry.encode())
            call("cuFuncLoad", function)  # now, not at the first launch: that may be recorded
            self._loaded = function
        return self._loaded

    def attribute(self, name: str) -> int:
        """A figure of the loaded function, e.g. "NUM_REGS" or "LOCAL_SIZE_BYTES"."""
        key = getattr(api.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")
        return call("cuFuncGetAttribute", key, self._loaded)

    def __getitem__(self, configuration: tuple[Any, ...]) -> Callable[..., None]:
        grid, block, stream, *rest = configuration
        shared_bytes = rest[0] if rest else 0
        return functools.partial(self._launch, _triple(grid), _triple(block), stream, shared_bytes)

    def _launch(
        self,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        stream: Any,
        shared_bytes: int,
        *arguments: Any,
    ) -> None:
        function = self.load(current_target())
        if shared_bytes > self._shared_allowed:
            key = api.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            call("cuFuncSetAttribute", function, key, shared_bytes)
            self._shared_allowed = shared_bytes
        if _preparing:
            return
        values, kinds = _flatten(arguments, self._argument_kinds)
        if not self._options.overlap:
            call(
                "cuLaunchKernel", function, *grid, *block, shared_bytes, stream, (values, kinds), 0
            )
            return
        config = api.CUlaunchConfig()
        config.gridDimX, config.gridDimY, config.gridDimZ = grid
        config.blockDimX, config.blockDimY, config.blockDimZ = block
        config.sharedMemBytes = shared_bytes
        config.hStream = stream
        early = api.CUlaunchAttribute()
        early.id = api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
        early.value.programmaticStreamSerializationAllowed = 1
        config.attrs = [early]
        config.numAttrs = 1
        call("cuLaunchKernelEx", config, function, (values, kinds), 0)

    @functools.cached_property
    def _argument_kinds(self) -> tuple[str, ...]:
        inner = self.signature[self.signature.index("(") + 1 : -1]
        return tuple(re.sub(r"\[.*", "[]", part.strip()) for part in _split(inner))

    def _numba_signature(self) -> Any:
        from numba.cuda.core import sigutils

        arguments, _ = sigutils.normalize_signature(self.signature)
        from numba.cuda import types

        return types.void(*arguments)

    def _key(self, target: tuple[int, int, str]) -> str:
        parts = (
            _sources_digest(self.function.__module__),
            _compiler_versions(),
            self.function.__module__,
            self.name,
            self.signature,
            self._options,
            target,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


@contextlib.contextmanager
def _compiling_for(target: tuple[int, int, str]) -> Iterator[None]:
    """Answer for the GPU while Numba compiles device functions, which ask for the current one.

    Compiling then needs no GPU, and Numba makes no context of its own.
    """
    from numba.cuda import dispatcher

    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=target[:2])
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


def _split(text: str) -> list[str]:
    """Split at the commas that stand outside brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]] if text[start:].strip() else parts


def _flatten(
    arguments: tuple[Any, ...], kinds: tuple[str, ...]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Spell arguments out as Numba's kernels expect them: an array is 5 + 2 * dimensions words."""
    assert len(arguments) == len(kinds), f"{len(arguments)} arguments for {kinds}"
    values: list[Any] = []
    types: list[Any] = []
    for argument, kind in zip(arguments, kinds, strict=True):
        if kind.endswith("[]"):
            assert argument.dtype == np.dtype(kind[:-2]), f"{argument.dtype} for {kind}"
            item = argument.dtype.itemsize
            strides, step = [], item
            for side in reversed(argument.shape):
                strides.append(step)
                step *= side
            # meminfo, parent, size, bytes an item, pointer, shape, strides
            words = [0, 0, argument.size, item, argument.ptr, *argument.shape, *reversed(strides)]
            values += words
            types += [ctypes.c_void_p, ctypes.c_void_p] + [ctypes.c_int64] * (len(words) - 2)
        else:
            values.append(argument)
            types.append(_SCALARS[kind])
    return tuple(values), tuple(types)


def _triple(size: int | tuple[int, ...]) -> tuple[int, int, int]:
    sizes = (size,) if isinstance(size, int) else tuple(size)
    x, y, z = (*sizes, 1, 1)[:3]
    return int(x), int(y), int(z)


def current_target() -> tuple[int, int, str]:
    """What to compile for: the device in use."""
    from gpu_unet.cuda.device import current_gpu

    return current_gpu().target


def cache_folder() -> Path:
    """Where machine code and tuning results are kept; made when something is written.

    BACKDROP_CACHE overrides the platform's own place.
    """
    given = os.environ.get("BACKDROP_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "backdrop" / "cuda"


def _write_whole(path: Path, content: bytes) -> None:
    """Write a cache file completely or not at all; a cache that cannot be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    except OSError as error:
        log.warning("%s cannot be written (%s): the next start compiles again", path, error)


@functools.cache
def _sources_digest(module_name: str) -> str:
    """Over a kernel's source file and every file of this package that it takes something from."""
    digest = hashlib.sha256()
    for name in sorted(_needed_modules(module_name, set())):
        digest.update(Path(str(sys.modules[name].__file__)).read_bytes())
    for path in _CONSTANTS:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _needed_modules(name: str, seen: set[str]) -> set[str]:
    seen.add(name)
    for value in vars(sys.modules[name]).values():
        function = getattr(value, "py_func", value)  # a device function knows its Python one
        origin = (
            value.__name__
            if isinstance(value, ModuleType)
            else function.__module__
            if (callable(function) and hasattr(function, "__module__"))
            else None
        )
        if (
            isinstance(origin, str)
            and origin.startswith(("gpu_unet.cuda.kernels", "gpu_unet.cuda.ptx"))
            and origin not in seen
        ):
            _needed_modules(origin, seen)
    return seen


@functools.cache
def _compiler_versions() -> str:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for wheel in ("numba", "numba-cuda", "nvidia-nvvm", "nvidia-nvjitlink", "nvidia-cuda-nvrtc"):
        try:
            found.append(f"{wheel} {version(wheel)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)
