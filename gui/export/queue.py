"""Exports: the files that are being written and those that wait, by number, in their order."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QObject, Qt, Signal

from pipeline.engines import EngineFactory
from pipeline.jobs.events import Cancelled, Done, Event, Failed, Report
from pipeline.jobs.job import Job
from pipeline.jobs.job_spec import JobSpec
from pipeline.jobs.queue import JobQueue


class Exports(QObject):
    """Runs one export after the other on threads of its own; the window's thread asks and hears.

    The order is kept here and one export at a time handed on, so that what waits can be moved and
    removed without a word to another thread.

    Args:
        engine_factory: Makes the engines.

    Signals:
        happened: Number of the export and one of `pipeline.jobs.events`.
        changed: Another export waits or runs than before, or in another order.
    """

    happened = Signal(int, object)
    changed = Signal()

    _arrived = Signal(object, object)

    def __init__(self, engine_factory: EngineFactory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[int, JobSpec] = {}
        self._held: set[int] = set()
        self._running: tuple[int, Job] | None = None
        self._is_closing = False
        self._numbers = count(1)
        self._queue = JobQueue(self._arrived.emit, engine_factory=engine_factory)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def unfinished_count(self) -> int:
        """How many run, or wait for nothing but their turn."""
        return len(self._waiting) - len(self._held) + (self._running is not None)

    @property
    def running(self) -> int | None:
        """Number of the export that is being written."""
        return None if self._running is None else self._running[0]

    def specs(self) -> dict[int, JobSpec]:
        """What runs and what waits, in order."""
        running = {} if self._running is None else {self._running[0]: self._running[1].spec}
        return {**running, **self._waiting}

    def waiting(self) -> list[int]:
        """Numbers of those that wait, in order."""
        return list(self._waiting)

    def held(self) -> set[int]:
        """Those among them that wait for `go_on`."""
        return set(self._held)

    def add(self, spec: JobSpec, *, is_held: bool = False) -> int:
        """Queue an export; returns its number.

        Args:
            spec: What to write.
            is_held: It waits until `go_on`.
        """
        number = next(self._numbers)
        self._waiting[number] = spec
        if is_held:
            self._held.add(number)
        self.changed.emit()
        self._start_next()
        return number

    def go_on(self) -> None:
        """What was held has its turn."""
        self._held.clear()
        self._start_next()

    def move(self, number: int, steps: int) -> None:
        """Let a waiting one come later by `steps`, or sooner if that is negative."""
        if number not in self._waiting:
            return
        order = list(self._waiting)
        at = order.index(number)
        order.insert(max(0, at + steps), order.pop(at))
        self._waiting = {other: self._waiting[other] for other in order}
        self.changed.emit()

    def cancel(self, number: int) -> None:
        """Stop one, waiting or running; it still tells its end."""
        if self._running is not None and self._running[0] == number:
            self._running[1].cancel()
        elif number in self._waiting:
            spec = self._waiting.pop(number)
            self._held.discard(number)
            self.changed.emit()
            self.happened.emit(number, Cancelled(Report(spec.input, None, 0, 0)))

    def stop(self) -> None:
        """Begin nothing more, and cut short what runs; it still tells its end."""
        self._is_closing = True
        self._waiting.clear()
        self._held.clear()
        self._queue.cancel()

    def close(self) -> None:
        """End the threads and wait for them; may be called twice."""
        self._is_closing = True
        self._queue.close()

    def _start_next(self) -> None:
        if self._running is None and not self._is_closing:
            number = next((other for other in self._waiting if other not in self._held), None)
            if number is not None:
                self._running = number, self._queue.add(self._waiting.pop(number))
        self._queue.expects_more = len(self._waiting) > len(self._held)

    def _on_arrived(self, job: Job, event: Event) -> None:
        if self._running is None or self._running[1] is not job:
            return
        number = self._running[0]
        is_over = isinstance(event, Done | Cancelled | Failed)
        if is_over:
            self._running = None  # a job holds its frames' buffers
            self.changed.emit()
        self.happened.emit(number, event)
        if is_over:
            self._start_next()
