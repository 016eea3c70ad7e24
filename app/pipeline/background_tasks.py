"""Background work whose exceptions are always reported, even if the caller drops the future."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, TypeVar

from app.messages import Message
from app.pipeline.compute import ProcessEndsError

# Of 0 to 19: full speed on an idle machine, a ninth of a busy core beside a live picture.
NICENESS = 10


def give_way() -> None:
    """Lower the priority of this thread and of those that it starts from now on.

    For threads of a job, which end with it: the priority cannot be raised again. A decoder's and an
    encoder's threads inherit it. Only Linux has a priority per thread in this way; elsewhere this
    does nothing.
    """
    if sys.platform == "linux":
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


logger = logging.getLogger(__name__)

T = TypeVar("T")
TroubleCallback = Callable[[str], None]


def report_unexpected(
    future: Future[Any], doing: str, on_trouble: TroubleCallback | None = None
) -> None:
    """Log and tell an exception that ends `future`.

    For every future whose result is not asked for: an exception in it would vanish. The work
    handles the errors that it expects, so what arrives here is a bug; except for work that the end
    of the process cuts short, such as measuring a model, which ends without a word.

    Args:
        doing: What it does, for people, e.g. "measuring the models".
        on_trouble: Receives one sentence, on the thread that did the work; None: only log.
    """

    def on_done(done: Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is None or isinstance(error, ProcessEndsError):
            return
        logger.error("%s failed", doing, exc_info=error)
        if on_trouble is not None:
            on_trouble(
                Message(
                    "Internal error while {doing} ({error}); see the log. Try again, "
                    "and report it if it happens again.",
                    doing=doing,
                    error=repr(error),
                )
            )

    future.add_done_callback(on_done)


def start_thread(name: str, call: Callable[[], T], *, doing: str = "") -> Future[T]:
    """Run `call` on a daemon thread of its own.

    Args:
        doing: If the result is not asked for: as for `report_unexpected`.
    """
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = call()
        except BaseException as error:  # noqa: BLE001 -- for the caller, as with any executor
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    if doing:
        report_unexpected(future, doing)
    return future


class TaskThread:
    """One thread for short tasks now and then; `run` never waits.

    Args:
        on_trouble: As for `report_unexpected`.
    """

    def __init__(self, name: str, on_trouble: TroubleCallback) -> None:
        self._tell_trouble = on_trouble
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def run(self, doing: Message, task: Callable[..., object], *arguments: object) -> bool:
        """Run a task after those that were queued before it.

        Args:
            doing: What it does, for people; a window says it in its language.
            task: Handles the errors that it expects.

        Returns:
            False: the thread is closed, and the task will not run.
        """
        try:
            future = self._executor.submit(task, *arguments)
        except RuntimeError:  # an executor that was shut down raises this
            return False
        report_unexpected(future, doing, self._tell_trouble)
        return True

    def close(self, *, wait_s: float | None = None) -> None:
        """Finish the queued tasks and end the thread; may be called twice.

        Args:
            wait_s: Longest wait; tasks that have not begun by then are dropped.
        """
        if wait_s is None:
            self._executor.shutdown(wait=True)
            return
        with suppress(RuntimeError):  # already closed
            wait([self._executor.submit(lambda: None)], timeout=wait_s)
        self._executor.shutdown(wait=False, cancel_futures=True)
