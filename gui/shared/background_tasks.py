"""BackgroundTasks: occasional slow tasks on one thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from app.messages import Message
from app.pipeline.background_tasks import TaskThread
from app.pipeline.memory import give_back_memory
from gui.shared.timers import timer

STOP_WAIT_S = 1.0  # do not wait for a model that is being compiled
TRIM_AFTER_MS = 2000  # files and engines that ended are closed by then


Then = Callable[..., object]  # receives what a task has found, on the window's thread


class Tasks(QObject):
    """Works on one thread and tells what it finds on the window's thread, which uses it.

    Args:
        name: Of the thread.

    Attributes:
        is_stopped: What is found goes nowhere.

    Signals:
        failed: A sentence about an unexpected error of a task.
    """

    failed = Signal(object)

    _arrived = Signal(object, tuple)  # what receives values, and these

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = TaskThread(name, lambda sentence: self.tell(self.failed.emit, sentence))
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self.is_stopped = False

    def run(self, doing: Message, task: Callable[[], object]) -> None:
        """Run a task after the others; `doing` as for `TaskThread.run`."""
        self._thread.run(doing, task)

    def tell(self, then: Then, *values: object) -> None:
        """Call on the window's thread, unless it has closed; called by a task."""
        if not self.is_stopped:
            self._arrived.emit(then, values)

    def answer(
        self,
        doing: Message,
        then: Then,
        work: Callable[[], tuple | None],
        *,
        otherwise: tuple | None = None,
    ) -> None:
        """Let `then` receive what `work` returns, or `otherwise` after an error; None: nothing."""

        def find() -> None:
            values = otherwise
            try:
                values = work()
            finally:
                if values is not None:
                    self.tell(then, *values)

        self.run(doing, find)

    def _on_arrived(self, then: Then, values: tuple[object, ...]) -> None:
        then(*values)

    def stop(self) -> None:
        """End the thread; waits briefly, not for a compilation. May be called twice."""
        self.is_stopped = True
        self._thread.close(wait_s=STOP_WAIT_S)


class BackgroundTasks(Tasks):
    """The tasks of all parts of the window, and the return of memory."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("tasks", parent)
        trim = partial(self.run, Message("handing back memory"), give_back_memory)
        self._trim_timer = timer(self, trim, TRIM_AFTER_MS, is_once=True)

    def stop(self) -> None:  # noqa: D102
        self._trim_timer.stop()
        super().stop()

    def give_back_memory_soon(self) -> None:
        """Return freed memory to the system, once closed sources and files have freed it."""
        # Never restarted while it runs: frequent switches of the source must not postpone it for
        # ever.
        if not self.is_stopped and not self._trim_timer.isActive():
            self._trim_timer.start()
