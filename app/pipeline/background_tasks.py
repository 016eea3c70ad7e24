"""Background work: no outcome is lost, whether somebody asks for it or nobody does."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, TypeVar

from app.messages.message import Message

logger = logging.getLogger(__name__)

T = TypeVar("T")
TroubleCallback = Callable[[str], None]


def report_unexpected(
    future: Future[Any], doing: str, on_trouble: TroubleCallback | None = None
) -> None:
    """See to it that an exception which `future` ends with is logged, and told.

    For every future that nobody asks for its outcome: an exception would vanish in it. What a
    call foresees it handles itself; what arrives here is a fault of ours.

    Args:
        future: Of the work.
        doing: For people, e.g. "measuring the models".
        on_trouble: Told one sentence, on the thread that did the work; None: only logged.
    """

    def on_done(done: Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is None:
            return
        logger.error("%s failed", doing, exc_info=error)
        if on_trouble is not None:
            on_trouble(
                Message(
                    "Something went wrong inside Backdrop while {doing} ({error}); "
                    "the log tells where. Try it again, and report this if it happens again.",
                    doing=doing,
                    error=repr(error),
                )
            )

    future.add_done_callback(on_done)


def start_thread(name: str, call: Callable[[], T]) -> Future[T]:
    """Run `call` on a thread of its own, which does not keep the program from ending.

    Returns:
        What becomes of it: for somebody who asks, or for `report_unexpected`.
    """
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = call()
        except BaseException as error:  # noqa: BLE001 -- of whoever asks, as with any executor
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future


class TaskThread:
    """One thread for what takes a moment now and then; `run` never waits.

    Args:
        name: Of the thread.
        on_trouble: As of `report_unexpected`.
    """

    def __init__(self, name: str, on_trouble: TroubleCallback) -> None:
        self._tell_trouble = on_trouble
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def run(self, doing: str, task: Callable[..., object], *arguments: object) -> bool:
        """Have a task run after those before it.

        Args:
            doing: What it does, for people; see `report_unexpected`.
            task: Handles the errors that it foresees.
            arguments: Of `task`.

        Returns:
            False: the thread has been closed, and nothing will be done.
        """
        try:
            future = self._executor.submit(task, *arguments)
        except RuntimeError:  # that is how an executor says that it has been shut down
            return False
        report_unexpected(future, doing, self._tell_trouble)
        return True

    def close(self, *, wait_s: float | None = None) -> None:
        """Finish what waits and end the thread; may be called twice.

        Args:
            wait_s: No longer than this: what then has not begun never does.
        """
        if wait_s is None:
            self._executor.shutdown(wait=True)
            return
        with suppress(RuntimeError):  # closed before
            wait([self._executor.submit(lambda: None)], timeout=wait_s)
        self._executor.shutdown(wait=False, cancel_futures=True)
