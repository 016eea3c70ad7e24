"""Numba's CUDA simulator made strict: threads run in a fixed order, memory starts as NaN.

Numba's simulator runs all threads of a block at once, with two defects. Two threads that ask for
the same shared array at the same moment get one each, so a correct kernel fails one time in a
thousand. And a kernel that lacks a barrier often passes, because the value it reads too early has
happened to be written, or is left over from the block before.

Here one thread runs until it ends or waits at a barrier, then the next; every second block runs
them from last to first. A read that a barrier should have protected yields NaN, every time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def install() -> None:
    """Replace Numba's simulator for this process; for `NUMBA_ENABLE_CUDASIM=1`."""
    from numba.cuda.simulator import kernel, kernelapi

    kernel.BlockManager = _Block
    kernelapi.FakeCUDAShared.array = _shared_array
    kernelapi.FakeCUDALocal.array = _local_array


class _Block:
    """One block of a launch, in place of Numba's `BlockManager`."""

    def __init__(
        self,
        function: Callable[..., None],
        grid_dim: tuple[int, ...],
        block_dim: tuple[int, ...],
        debug: bool,
    ) -> None:
        self.function = function
        self.block_dim = block_dim
        self.paused = threading.Semaphore(0)  # released when a thread pauses or ends
        self.error: BaseException | None = None

    def run(self, block: tuple[int, ...], *arguments: Any) -> None:
        """Run every thread of the block at grid position `block`; raises a thread's error."""
        from numba.cuda.simulator import kernel

        launch: Any = kernel._get_kernel_context()
        shared = launch.shared
        shared._allocations.clear()
        shared._dynshared.fill(-1)
        points = list(np.ndindex(*self.block_dim))
        remaining = iter(points[::-1] if sum(block) % 2 else points)
        waiting: list[_Thread] = []
        while self.error is None:
            # One Python thread runs CUDA threads one by one, until one waits at a barrier.
            thread = _Thread(self, block, remaining, arguments)
            thread.start()
            self.paused.acquire()
            if thread.is_over:
                break
            waiting.append(thread)
        while waiting:  # all threads that have not ended are at the barrier
            for thread in waiting:
                thread.go_on.release()
                self.paused.acquire()
            waiting = [thread for thread in waiting if not thread.is_over]
        if self.error is not None:
            raise self.error


class _Thread(threading.Thread):
    """Runs CUDA threads of a block; the simulator reads these attributes of the Python thread."""

    def __init__(
        self,
        block: _Block,
        block_index: tuple[int, ...],
        remaining: Iterator[tuple[int, ...]],
        arguments: tuple[Any, ...],
    ) -> None:
        from numba.cuda.simulator.kernelapi import Dim3

        super().__init__(daemon=True)
        self._dim3 = Dim3
        self._block, self._remaining, self._arguments = block, remaining, arguments
        self.blockIdx = Dim3(*block_index)
        self.threadIdx = Dim3(0, 0, 0)
        self.thread_id = 0
        self.go_on = threading.Semaphore(0)
        self.is_over = False

    def run(self) -> None:
        """Run remaining threads of the block until none is left."""
        block = self._block
        columns, rows, _ = block.block_dim
        try:
            for point in self._remaining:
                x, y, z = point
                self.threadIdx = self._dim3(x, y, z)
                self.thread_id = x + columns * (y + rows * z)
                block.function(*self._arguments)
        except BaseException as error:  # noqa: BLE001 - raised by the launch
            block.error = block.error or error
        self.is_over = True
        block.paused.release()

    def syncthreads(self) -> None:
        """Pause here until all other threads of the block have reached the barrier."""
        self._block.paused.release()
        self.go_on.acquire()
        if self._block.error is not None:
            raise RuntimeError("another thread of the block has failed")


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
