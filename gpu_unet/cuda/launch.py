"""device_kernel: a Numba kernel compiled ahead of time, cached as machine code, launched directly.

A Numba launch infers its arguments' types, which takes 15-20 us, and a first call compiles for
seconds. Here a kernel states its signature; Numba compiles it once for the card, the machine code
is cached on disk, and a launch is one driver call. In the simulator the same kernel is a plain
`cuda.jit`, so launchers read the same: `kernel[grid, block, stream](arguments)`.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import functools
import logging
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gpu_unet.cuda import simulator
from gpu_unet.cuda.driver import api, call
from gpu_unet.cuda.machine_code import MachineCode, Options, Target
from gpu_unet.errors import EngineError, GpuLostError
from gpu_unet.kernels.template import bound

log = logging.getLogger(__name__)

_SCALARS = {
    "int32": ctypes.c_int32,
    "uint32": ctypes.c_uint32,
    "int64": ctypes.c_int64,
    "float32": ctypes.c_float,
}
STATIC_SHARED_LIMIT = 47 * 1024  # 48 KiB less static arrays: above it a kernel must opt in

_registered: dict[str, Kernel] = {}
# Stack of `preparing` (None) and `collecting` (a list); empty: launches run.
_preparing: list[list[Kernel] | None] = []


def registered_kernels() -> dict[str, Kernel]:
    """Every kernel made so far, by name and variant; the tests check their PTX."""
    return dict(_registered)


@contextlib.contextmanager
def preparing() -> Iterator[None]:
    """Context in which launches compile and load their kernels without running them."""
    _preparing.append(None)
    try:
        yield
    finally:
        _preparing.pop()


@contextlib.contextmanager
def collecting() -> Iterator[list[Kernel]]:
    """Context in which launches only append their kernel to the yielded list."""
    found: list[Kernel] = []
    _preparing.append(found)
    try:
        yield found
    finally:
        _preparing.pop()


def is_preparing() -> bool:
    """Whether launches do not run: inside `preparing` or `collecting`."""
    return bool(_preparing)


def is_simulated() -> bool:
    """Whether Numba's CUDA simulator stands in for a GPU (NUMBA_ENABLE_CUDASIM=1)."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")


if is_simulated():
    simulator.install()


def device_kernel(
    signature: str,
    *,
    fastmath: bool = True,
    threads: int | None = None,
    min_blocks: int | None = None,
    registers: int | None = None,
    cluster: int = 1,
    made_from: Any = None,
    pdl: bool = False,
) -> Callable[[Callable[..., None]], Any]:
    """Decorate a kernel.

    Args:
        signature: Numba's, with C-contiguous arrays: "void(uint8[:,:,::1], float32, int32)".
        fastmath: Contract to fma, flush denormals, approximate divisions; assumes no NaN.
        threads: Most threads of a block, for the register allocator.
        min_blocks: Blocks that must fit on a multiprocessor at once, for the register allocator.
        registers: Most registers of a thread; excludes `min_blocks`.
        cluster: Blocks of a thread block cluster, which share their shared memory.
        made_from: Argument of the factory around this kernel, a number or a dataclass of numbers.
            It names the variant, and another process can make the kernel again from it.
        pdl: Programmatic dependent launch: this kernel may start while the one before it in the
            stream ends; it must call `ptx.griddepcontrol_wait` before it touches what earlier
            kernels read or write.
    """

    def decorate(function: Callable[..., None]) -> Any:
        if is_simulated():
            from numba import cuda

            return cuda.jit(function)
        bounds: tuple[int, ...] | None = None
        if threads is not None:
            # With a minimum of one block the assembler would round threads up to warpgroups.
            bounds = (
                (threads, min_blocks) if min_blocks is not None and min_blocks > 1 else (threads,)
            )
        directives = [] if registers is None else [f".maxnreg {registers}"]
        if cluster > 1:
            directives += [".explicitcluster", f".reqnctapercluster {cluster}, 1, 1"]
        options = Options(fastmath, bounds, tuple(directives), pdl)
        kernel = Kernel(function, signature, made_from, options)
        _registered[kernel.name] = kernel
        return kernel

    return decorate


def kernel_of_each_precision(signature: str, **options: Any) -> Callable[..., dict[str, Any]]:
    """Decorate a kernel that reads or writes the network's input; both kernels, by its dtype.

    `observe_kernel` becomes `observe_float16_kernel` and `observe_float32_kernel`.

    Args:
        signature: As `device_kernel` takes it, with {} in place of the dtype.
        options: Of `device_kernel`.
    """

    def decorate(function: Callable[..., None]) -> dict[str, Any]:
        stem = function.__name__.removesuffix("_kernel")
        return {
            dtype: device_kernel(signature.format(dtype), **options)(
                bound(function, name=f"{stem}_{dtype}_kernel")
            )
            for dtype in ("float16", "float32")
        }

    return decorate


def device_function(function: Callable[..., Any]) -> Any:
    """Decorate a device function; it is always inlined into the kernels that call it."""
    from numba import cuda

    if is_simulated():
        return cuda.jit(device=True)(function)
    return cuda.jit(device=True, forceinline=True)(function)


class Kernel(MachineCode):
    """A kernel to launch: `kernel[grid, block, stream, shared_bytes](*arguments)` enqueues it.

    Launches enqueue and return at once. Used only on the thread that owns the GPU.
    """

    def __init__(
        self,
        function: Callable[..., None],
        signature: str,
        made_from: Any,
        options: Options,
    ) -> None:
        name = "-".join([function.__name__, *_numbers_of(made_from)])
        super().__init__(name, function, signature, options)
        self.made_from = made_from
        self._loaded: Any = None
        self._shared_allowed = STATIC_SHARED_LIMIT

    def is_kept(self, target: Target) -> bool:
        """Whether its machine code is on disk or loaded already."""
        return self._loaded is not None or super().is_kept(target)

    def load(self, target: Target) -> Any:
        """Load into the current context, compiling if needed; returns the driver's function."""
        if self._loaded is None:
            try:
                self._loaded = _load(*self.machine_code(target))
            except GpuLostError:
                raise
            except EngineError as error:
                log.warning("%s is compiled again: %s", self.name, error)
                self.forget(target)
                self._loaded = _load(*self.machine_code(target))
        return self._loaded

    def attribute(self, name: str) -> int:
        """An attribute of the loaded function, e.g. "NUM_REGS" or "LOCAL_SIZE_BYTES"."""
        key = getattr(api.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")
        return call("cuFuncGetAttribute", key, self._loaded)

    def __getitem__(self, configuration: tuple[Any, ...]) -> Callable[..., None]:
        grid, block, stream, *rest = configuration
        shared_bytes = rest[0] if rest else 0
        return functools.partial(self._launch, _dim3(grid), _dim3(block), stream, shared_bytes)

    def _launch(
        self,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        stream: Any,
        shared_bytes: int,
        *arguments: Any,
    ) -> None:
        if _preparing and _preparing[-1] is not None:
            _preparing[-1].append(self)
            return
        function = self.load(current_target())
        if shared_bytes > self._shared_allowed:
            key = api.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            call("cuFuncSetAttribute", function, key, shared_bytes)
            self._shared_allowed = shared_bytes
        if _preparing:
            return
        values, kinds = flatten(arguments, self.argument_kinds)
        if not self.options.pdl:
            call(
                "cuLaunchKernel", function, *grid, *block, shared_bytes, stream, (values, kinds), 0
            )
            return
        config = api.CUlaunchConfig()
        config.gridDimX, config.gridDimY, config.gridDimZ = grid
        config.blockDimX, config.blockDimY, config.blockDimZ = block
        config.sharedMemBytes = shared_bytes
        config.hStream = stream
        pdl = api.CUlaunchAttribute()
        pdl.id = api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
        pdl.value.programmaticStreamSerializationAllowed = 1
        config.attrs = [pdl]
        config.numAttrs = 1
        call("cuLaunchKernelEx", config, function, (values, kinds), 0)

    @functools.cached_property
    def argument_kinds(self) -> tuple[str, ...]:
        """Of each argument, as `flatten` takes them: a scalar's dtype, or an array's and "[]"."""
        inner = self.signature[self.signature.index("(") + 1 : -1]
        return tuple(re.sub(r"\[.*", "[]", part.strip()) for part in _split(inner))


def _numbers_of(made_from: Any) -> list[str]:
    if made_from is None:
        return []
    if not dataclasses.is_dataclass(made_from):
        return [str(made_from)]
    values = (getattr(made_from, field.name) for field in dataclasses.fields(made_from))
    return [str(int(value)) for value in values]


def _load(entry: str, code: bytes) -> Any:
    module = call("cuModuleLoadData", code)
    function = call("cuModuleGetFunction", module, entry.encode())
    call("cuFuncLoad", function)  # not lazily at the first launch, which a graph may capture
    return function


def _split(text: str) -> list[str]:
    """Split at the commas that stand outside brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]] if text[start:].strip() else parts


def flatten(
    arguments: tuple[Any, ...], kinds: tuple[str, ...]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Expand arguments to Numba's kernel ABI: an array is 5 + 2 * dimensions words."""
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


def _dim3(size: int | tuple[int, ...]) -> tuple[int, int, int]:
    sizes = (size,) if isinstance(size, int) else tuple(size)
    x, y, z = (*sizes, 1, 1)[:3]
    return int(x), int(y), int(z)


def current_target() -> Target:
    """Compilation target of the GPU in use."""
    from gpu_unet.cuda.device import current_gpu

    return current_gpu().target
