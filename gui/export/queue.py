"""Exports: the queue of files that are being written, by number."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QObject, Qt, Signal

from pipeline.engines import EngineFactory
from pipeline.jobs.events import Cancelled, Done, Event, Failed
from pipeline.jobs.job import Job
from pipeline.jobs.job_spec import JobSpec
from pipeline.jobs.queue import JobQueue


class Exports(QObject):
    """Runs one export after the other on threads of its own; the window's thread asks and hears.

    Args:
        engine_factory: Makes the engines.

    Signals:
        happened: Number of the export and one of `pipeline.jobs.events`.
    """

    happened = Signal(int, object)

    _arrived = Signal(object, object)

    def __init__(self, engine_factory: EngineFactory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._queue = JobQueue(self._arrived.emit, engine_factory=engine_factory)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def unfinished_count(self) -> int:
        """How many wait or run."""
        return len(self._jobs)

    def add(self, spec: JobSpec) -> int:
        """Queue an export; returns its number."""
        number = next(self._numbers)
        self._jobs[number] = self._queue.add(spec)
        return number

    def cancel(self, number: int) -> None:
        """Stop one, waiting or running; it still tells its end."""
        if number in self._jobs:
            self._jobs[number].cancel()

    def cancel_all(self) -> None:
        """Stop all; each still tells its end."""
        self._queue.cancel()

    def close(self) -> None:
        """End the threads and wait for them; may be called twice."""
        self._queue.close()

    def _on_arrived(self, job: Job, event: Event) -> None:
        number = next((number for number, known in self._jobs.items() if known is job), None)
        if number is None:
            return
        if isinstance(event, Done | Cancelled | Failed):
            del self._jobs[number]  # a job holds its frames' buffers
        self.happened.emit(number, event)
