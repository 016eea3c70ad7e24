"""The one thread that makes, calls and closes engines, for live pictures and exports alike.

Numba's threading layer aborts the process when two threads enter parallel regions, and a CUDA
context wants one owner. All work for an engine is submitted here. Work for a live picture goes
first; work for a file is cut into steps, so a live picture waits for one turn and one step at most.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from time import perf_counter
from typing import Any, TypeVar

COMPUTE_THREAD_NAME = "compute"
# How long less urgent work may go on before it checks for more urgent work. Where the live picture
# takes all of the machine's time, a file still gets this much between two frames.
TURN_S = 0.02

T = TypeVar("T")
Steps = Generator[None, None, T]


class ProcessEndsError(RuntimeError):
    """The interpreter is ending, so the compute thread begins and continues no call."""


class Urgency(IntEnum):
    """What goes first; among equals, what was submitted first."""

    LIVE = 0  # a picture that a viewer waits for, and all other calls of its engine
    OPENING = 1  # the first run of an engine
    FILE = 2


@dataclass(order=True, slots=True)
class _Task:
    urgency: Urgency
    number: int  # stays the same: an interrupted task goes on before later ones
    steps: Steps[Any] = field(compare=False)
    future: Future[Any] = field(compare=False)

    def take_step(self) -> bool:
        """Run to the next step; True if there is more to do."""
        if not self.future.running() and not self.future.set_running_or_notify_cancel():
            return False
        try:
            next(self.steps)
        except StopIteration as end:
            self.future.set_result(end.value)
        except BaseException as error:  # noqa: BLE001 -- for the caller, as with any executor
            self.future.set_exception(error)
        else:
            return True
        return False


class ComputeThread:
    """Runs tasks on its thread, the most urgent first, also between the steps of another."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=COMPUTE_THREAD_NAME)
        self._lock = threading.Lock()
        self._waiting: list[_Task] = []
        self._numbers = count()

    def submit(self, call: Callable[[], T], urgency: Urgency = Urgency.FILE) -> Future[T]:
        """Run `call` in one step."""
        return self.submit_steps(_in_one_step(call), urgency)

    def submit_steps(self, steps: Steps[T], urgency: Urgency) -> Future[T]:
        """Run a generator to its end; the future has what it returns.

        More urgent work may run between two of its steps, on the same engine too. So all work on
        one engine must have one urgency.

        Args:
            steps: Yields wherever it may be interrupted.

        Returns:
            Its result, or `ProcessEndsError` if it is not done before the process ends, or
            `MemoryError` if there is no room for a thread.
        """
        future: Future[T] = Future()
        self._enqueue(_Task(urgency, next(self._numbers), steps, future))
        return future

    def _enqueue(self, task: _Task) -> None:
        try:
            with self._lock:  # the turn waits until its task is there
                # A turn runs the most urgent task, which may be another.
                self._executor.submit(self._turn)
                heappush(self._waiting, task)
        except RuntimeError as error:
            # An executor takes no work once the interpreter ends; else no thread could be started.
            ends = "shutdown" in str(error)
            task.future.set_exception((ProcessEndsError if ends else MemoryError)(str(error)))

    def _turn(self) -> None:
        with self._lock:
            task = heappop(self._waiting)
        until_s = perf_counter() + TURN_S
        while task.take_step():
            if perf_counter() >= until_s:
                self._enqueue(task)
                return


def _in_one_step(call: Callable[[], T]) -> Steps[T]:
    return call()
    yield  # makes it a generator


_lock = threading.Lock()
_thread: ComputeThread | None = None


def compute_thread() -> ComputeThread:
    """The process's compute thread; starts at the first call and ends with the process."""
    global _thread
    with _lock:
        if _thread is None:
            _thread = ComputeThread()
        return _thread


def is_busy(*, wait_s: float = 0.3) -> bool:
    """Whether the compute thread is in a long call, such as compiling.

    Work that is cut into steps does not count: an urgent call waits for one step only.
    """
    with _lock:
        thread = _thread
    if thread is None:
        return False
    return bool(wait([thread.submit(lambda: None, Urgency.LIVE)], timeout=wait_s).not_done)
