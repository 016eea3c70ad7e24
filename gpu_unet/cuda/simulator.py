"""Numba's CUDA simulator made strict: threads run in a fixed order, memory starts as NaN.

Numba's simulator runs all threads of a block at once, with two defects. Two threads that ask for
the same shared array at the same moment get one each, so a correct kernel fails one time in a
thousand. And a kernel that lacks a barrier often passes, because the value it reads too early has
happened to be written, or is left over from the block before.

Here one thread runs until it ends or waits at a barrier, then the next; every second block runs
them from last to first. A read that a barrier should have protected yields NaN, every time.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba import cuda, types


def install() -> None:
    """Replace Numba's simulator for this process; for `NUMBA_ENABLE_CUDASIM=1`."""
    from numba.cuda.simulator import kernelapi

    kernel: Any = importlib.import_module("numba.cuda.simulator.kernel")
    kernel.BlockManager = _Block
    kernel.swapped_cuda_module = _swapped
    kernel.FakeCUDAKernel.__call__ = _calling(kernel, kernel.FakeCUDAKernel.__call__)
    types.Number.__call__ = _casting(types.Number.__call__)
    kernelapi.FakeCUDAShared.array = _shared_array
    kernelapi.FakeCUDALocal.array = _local_array


class _Block:
    """One block of a launch, in place of Numba's `BlockManager`.

    One of its threads runs at a time and wakes the next one itself, so a barrier costs one change
    of threads.
    """

    def __init__(
        self,
        function: Callable[..., None],
        grid_dim: tuple[int, ...],
        block_dim: tuple[int, ...],
        debug: bool,
    ) -> None:
        self.function = function
        self.block_dim = block_dim
        self.error: BaseException | None = None
        self.arguments: tuple[Any, ...] = ()
        self.index: Any = None
        self.points: Iterator[tuple[int, ...]] = iter(())  # threads that have not started
        self._is_starting = True
        self._next: Iterator[_Thread] = iter(())  # they go on, until each waits or has ended
        self._waiting: list[_Thread] = []  # at the barrier
        self._over = threading.Lock()

    def run(self, block: tuple[int, ...], *arguments: Any) -> None:
        """Run every thread of the block at grid position `block`; raises a thread's error."""
        from numba.cuda.simulator import kernel
        from numba.cuda.simulator.kernelapi import Dim3

        launch: Any = kernel._get_kernel_context()
        shared = launch.shared
        shared._allocations.clear()
        shared._dynshared.fill(-1)
        points = list(np.ndindex(*self.block_dim))
        self.points = iter(points[::-1] if sum(block) % 2 else points)
        self.index, self.arguments = Dim3(*block), arguments
        self._over.acquire()
        self.pass_on()
        self._over.acquire()
        if self.error is not None:
            raise self.error

    def wait(self, thread: _Thread) -> None:
        """Let the others run until each is at the barrier, too, or has ended."""
        self._waiting.append(thread)
        self.pass_on()
        thread.go_on.acquire()

    def end(self, thread: _Thread) -> None:
        """Note that no thread is left to start; `thread` is free for the next block."""
        self._is_starting = False
        _idle.append(thread)
        self.pass_on()

    def pass_on(self) -> None:
        """Wake the next thread; the last one wakes the launch."""
        if self._is_starting:
            # One Python thread runs CUDA threads one by one, until one waits at a barrier.
            thread = _idle.pop() if _idle else _Thread()
            thread.block = self
        else:
            thread = next(self._next, None)
            if thread is None and self._waiting:  # all of them are at the barrier
                self._next, self._waiting = iter(self._waiting), []
                thread = next(self._next)
        if thread is None:
            self._over.release()
        else:
            thread.go_on.release()


class _Thread(threading.Thread):
    """Runs CUDA threads, of one block after the other; the simulator reads these attributes."""

    def __init__(self) -> None:
        from numba.cuda.simulator.kernelapi import Dim3

        super().__init__(daemon=True)
        self._dim3 = Dim3
        self.block: _Block | None = None  # None: the launch is over, and so is this
        self.blockIdx: Any = None
        self.threadIdx: Any = None
        self.thread_id = 0
        self.go_on = threading.Lock()
        self.go_on.acquire()
        self.start()

    def run(self) -> None:
        """Run remaining threads of a block until none is left, then those of the next block."""
        self.go_on.acquire()
        while (block := self.block) is not None:
            columns, rows, _ = block.block_dim
            self.blockIdx = block.index
            try:
                for x, y, z in block.points:
                    self.threadIdx = self._dim3(x, y, z)
                    self.thread_id = x + columns * (y + rows * z)
                    block.function(*block.arguments)
            except BaseException as error:  # noqa: BLE001 - raised by the launch
                block.error = block.error or error
            block.end(self)
            self.go_on.acquire()

    def syncthreads(self) -> None:
        """Pause here until all other threads of the block have reached the barrier."""
        assert self.block is not None
        self.block.wait(self)
        if self.block.error is not None:
            raise RuntimeError("another thread of the block has failed")


_idle: list[_Thread] = []  # of the running launch; there is one launch at a time


_simulated: dict[int, tuple[dict[str, Any], list[str]]] = {}  # modules in the running launch


@contextlib.contextmanager
def _swapped(function: Callable[..., None], launch: Any) -> Iterator[None]:
    """What kernels call `cuda` is `launch` in here, in each module as one of its functions runs."""
    _swap(function.__globals__, launch)
    try:
        yield
    finally:
        for names, replaced in _simulated.values():
            names.update(dict.fromkeys(replaced, cuda))
        _simulated.clear()
        for thread in _idle:
            thread.block = None
            thread.go_on.release()
        _idle.clear()


def _swap(names: dict[str, Any], launch: Any) -> None:
    replaced = [name for name, value in names.items() if value is cuda]
    _simulated[id(names)] = (names, replaced)
    names.update(dict.fromkeys(replaced, launch))


def _calling(kernel: Any, original: Callable[..., None]) -> Callable[..., Any]:
    """The call of a kernel, or of a function of one, for which Numba reads its module's names."""

    def call(self: Any, *arguments: Any) -> Any:
        launch = kernel._kernel_context
        if launch is None:
            return original(self, *arguments)
        names = self.fn.__globals__
        if id(names) not in _simulated:
            _swap(names, launch)
        return self.fn(*arguments)

    return call


def _casting(original: Callable[..., Any]) -> Callable[..., Any]:
    """`float32(x)` in a kernel, which takes Numba several times as long as the sum around it."""

    def cast(self: Any, *arguments: Any) -> Any:
        if len(arguments) == 1 and isinstance(arguments[0], _NUMBERS):
            return self.cast_python_value(arguments[0])
        return original(self, *arguments)

    return cast


_NUMBERS = (int, float, np.number, np.bool_)


def _shared_array(self: Any, shape: Any, dtype: Any) -> Any:
    """One shared array per source line that asks for one; shape 0 is dynamic shared memory."""
    if shape == 0:
        element = _numpy_type(dtype)
        whole = self._dynshared_size // element.itemsize * element.itemsize
        return self._dynshared[:whole].view(element)
    caller = sys._getframe(1)
    key = (caller.f_code, caller.f_lineno)
    if key not in self._allocations:
        self._allocations[key] = _unwritten(shape, dtype)
    return self._allocations[key]


def _local_array(self: Any, shape: Any, dtype: Any) -> Any:
    return _unwritten(shape, dtype)


def _unwritten(shape: Any, dtype: Any) -> Any:
    """An array of all-ones bytes: NaN as floats, -1 as integers."""
    array = np.empty(shape, _numpy_type(dtype))
    array.view(np.uint8).fill(0xFF)
    return array


def _numpy_type(dtype: Any) -> np.dtype:
    from numba.cuda import types
    from numba.cuda.np import numpy_support  # pyright: ignore[reportMissingImports]

    return numpy_support.as_dtype(dtype) if isinstance(dtype, types.Type) else np.dtype(dtype)
