"""Exports: the export queue, running and waiting jobs by number; its time; estimates of a job."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from app.cluster.addresses import require
from app.cluster.queue import ClusterJob, ClusterQueue
from app.cluster.runner import RunnerLostError
from app.cluster.shares import shares
from app.messages import Message
from app.pipeline.background_tasks import start_thread
from app.pipeline.engines import EngineFactory
from app.pipeline.jobs.estimate import EstimateError, Estimator
from app.pipeline.jobs.events import Cancelled, Done, Event, Failed, Progress, Report, Started
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.queue import JobQueue
from gui.shared.background_tasks import Tasks
from gui.shared.timers import timer

WHOLE_S = 1e9  # parallel files are not cut into segments
AnyQueue = JobQueue | ClusterQueue
AnyJob = Job | ClusterJob
Arrived = Callable[[Any, Event], None]
OpenWorkers = Callable[[int, Arrived], AnyQueue | str]


def open_side_by_side(count: int, arrived: Arrived) -> AnyQueue | str:
    """Start worker processes on this computer; returns a sentence if that fails."""
    try:
        require("distributed", "several workers need Dask")
        from app.cluster.dask_runner import on_this_computer

        return ClusterQueue(arrived, on_this_computer(count), segment_s=WHOLE_S)
    except (OSError, ValueError, RunnerLostError) as error:
        return str(error)


def most_workers() -> int:
    """How many workers this computer can supply; 1 without Dask.

    Queries the graphics card, which is too slow for the window's thread.
    """
    return len(shares()) if find_spec("distributed") is not None else 1


def _close_opened(opening: Future[AnyQueue | str]) -> None:
    opened = opening.result()
    if not isinstance(opened, str):
        opened.close()


def _close_when_done(queue: AnyQueue) -> None:
    queue.wait()
    queue.close()


class Exports(QObject):
    """Runs the exports on threads of its own; used from the window's thread.

    Keeps the order and hands on as many exports as there are workers, so that waiting ones can be
    moved and removed without another thread.

    Args:
        open_workers: Starts so many processes that work side by side; told where events go.

    Signals:
        happened: Number of the export and one of `app.pipeline.jobs.events`.
        changed: The running or waiting exports, or their order, changed.
        workers_failed: Why the workers did not start. Exports continue one at a time.
    """

    happened = Signal(int, object)
    changed = Signal()

    workers_failed = Signal(object)

    _arrived = Signal(object, object)
    _opened = Signal(object)

    def __init__(
        self,
        engine_factory: EngineFactory,
        parent: QObject | None = None,
        *,
        open_workers: OpenWorkers | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_workers = open_workers or open_side_by_side
        self.workers = 1  # how many exports are written at a time
        self._side_by_side: AnyQueue | None = None
        self._opening: Future[AnyQueue | str] | None = None
        self._retired: list[AnyQueue] = []
        self._opened.connect(self._on_opened, Qt.ConnectionType.QueuedConnection)
        self._waiting: dict[int, JobSpec] = {}
        self._held: set[int] = set()
        self._running: dict[int, AnyJob] = {}
        self._is_closing = False
        self._numbers = count(1)
        self._queue = JobQueue(self._arrived.emit, engine_factory=engine_factory)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def unfinished_count(self) -> int:
        """Running and waiting exports, without held ones."""
        return len(self._waiting) - len(self._held) + len(self._running)

    @property
    def running(self) -> int | None:
        """Number of the running export; of several, the one that began first."""
        return next(iter(self._running), None)

    def set_workers(self, count: int) -> None:
        """Set how many run at a time; more than one run in worker processes."""
        if count == self.workers:
            return
        self.workers = count
        self._close_workers()
        self._start_next()

    def specs(self) -> dict[int, JobSpec]:
        """The running and waiting jobs, in order."""
        running = {number: job.spec for number, job in self._running.items()}
        return {**running, **self._waiting}

    def waiting(self) -> list[int]:
        """Numbers of the waiting exports, in order."""
        return list(self._waiting)

    def held(self) -> set[int]:
        """Numbers of the waiting exports that `go_on` releases."""
        return set(self._held)

    def add(self, spec: JobSpec, *, is_held: bool = False) -> int:
        """Queue an export, which waits until `go_on` if it is held; returns its number."""
        number = next(self._numbers)
        self._waiting[number] = spec
        if is_held:
            self._held.add(number)
        self.changed.emit()
        self._start_next()
        return number

    def go_on(self) -> None:
        """Release the held exports."""
        self._held.clear()
        self._start_next()

    def move(self, number: int, steps: int) -> None:
        """Move a waiting export down by `steps`, or up if negative."""
        if number not in self._waiting:
            return
        order = list(self._waiting)
        at = order.index(number)
        order.insert(max(0, at + steps), order.pop(at))
        self._waiting = {other: self._waiting[other] for other in order}
        self.changed.emit()

    def cancel(self, number: int) -> None:
        """Cancel a waiting or running export; its end event still follows."""
        if number in self._running:
            self._running[number].cancel()
        elif number in self._waiting:
            spec = self._waiting.pop(number)
            self._held.discard(number)
            self.changed.emit()
            self.happened.emit(number, Cancelled(Report(spec.input, None, 0, 0)))

    def stop(self) -> None:
        """Start no more exports and cancel running ones; their end events still follow."""
        self._is_closing = True
        self._waiting.clear()
        self._held.clear()
        self._queue.cancel()
        for queue in self._beside():
            queue.cancel()

    def close(self) -> None:
        """End the threads and wait for them; may be called twice."""
        self._is_closing = True
        self._queue.close()
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.add_done_callback(_close_opened)
        for queue in self._beside():
            queue.close()

    def _beside(self) -> list[AnyQueue]:
        """Queues in use, and retired ones that finish their last export."""
        return [*self._retired, *([] if self._side_by_side is None else [self._side_by_side])]

    def _start_next(self) -> None:
        while not self._is_closing and len(self._running) < self.workers:
            number = next((other for other in self._waiting if other not in self._held), None)
            if number is None:
                break
            queue = self._queue if self.workers == 1 else self._side_by_side
            if queue is None:
                self._begin_opening()
                break
            self._running[number] = queue.add(self._waiting.pop(number))
            self.changed.emit()
        self._queue.expects_more = len(self._waiting) > len(self._held)

    def _begin_opening(self) -> None:
        """Start the workers on a thread, once there is work: processes take seconds to start."""
        if self._opening is None:
            count, arrived = self.workers, self._arrived.emit
            opening = start_thread("workers", lambda: self._open_workers(count, arrived))
            self._opening = opening
            opening.add_done_callback(self._tell_opened)

    def _tell_opened(self, opening: Future[AnyQueue | str]) -> None:
        try:
            self._opened.emit(opening)
        except RuntimeError:  # the window has closed meanwhile
            _close_opened(opening)

    def _on_opened(self, opening: Future[AnyQueue | str]) -> None:
        if opening is not self._opening:  # the number of workers changed meanwhile
            _close_opened(opening)
            return
        self._opening = None
        opened = opening.result()
        if isinstance(opened, str):
            self.workers = 1
            self.workers_failed.emit(opened)
        else:
            self._side_by_side = opened
        self._start_next()

    def _close_workers(self) -> None:
        """Close the workers after their current exports; new ones start when needed."""
        self._opening = None  # closed as soon as it is open
        queue, self._side_by_side = self._side_by_side, None
        if queue is not None:
            self._retired.append(queue)
            start_thread("workers-closing", lambda: _close_when_done(queue))

    def _on_arrived(self, job: AnyJob, event: Event) -> None:
        number = next((other for other, known in self._running.items() if known is job), None)
        if number is None:
            return
        is_over = isinstance(event, Done | Cancelled | Failed)
        if is_over:
            del self._running[number]  # a job holds its frames' buffers
            self.changed.emit()
        self.happened.emit(number, event)
        if is_over:
            self._start_next()


log = logging.getLogger(__name__)

WAIT_MS = 700  # wait for the user to finish choosing


class Estimates(Tasks):
    """Estimates the dialog's export shortly after its last change.

    Runs one estimate at a time, the newest.

    Signals:
        estimated: The `JobSpec` that was asked about, and what is `Estimated`.
        trying: True while frames are tried: what runs beside them makes the estimate too long.
    """

    estimated = Signal(object, object)
    trying = Signal(bool)

    def __init__(self, engine_factory: EngineFactory, parent: QObject | None = None) -> None:
        super().__init__("estimates", parent)
        self._engine_factory = engine_factory
        self._spec: JobSpec | None = None  # what is wanted
        self._running: Estimator | None = None
        self._timer = timer(self, self._begin, 0, is_once=True)

    def ask(self, spec: JobSpec | None) -> None:
        """Estimate this job soon, instead of any earlier one; None cancels."""
        if spec == self._spec:
            return
        self._spec = spec
        if self._running is not None:
            self._running.cancel()
            self._on_estimate(self._running, self._spec, None)
        if spec is None:
            self._timer.stop()
        else:
            self._timer.start(WAIT_MS)

    def stop(self) -> None:  # noqa: D102
        self.ask(None)
        super().stop()

    def _begin(self) -> None:
        spec = self._spec
        if spec is None:
            return
        self._running = estimator = Estimator(spec, engine_factory=self._engine_factory)

        def run() -> None:
            estimate = None
            try:
                estimate = estimator.run()
            except EstimateError as error:  # the export itself reports this error
                log.info("%s: no estimate: %s", spec.input.name, error)
            self.tell(self._on_estimate, estimator, spec, estimate)

        self.trying.emit(True)
        self.run(Message("trying an export"), run)

    def _on_estimate(self, estimator: object, spec: object, estimate: object) -> None:
        if estimate is not None and spec == self._spec:
            self.estimated.emit(spec, estimate)
        if estimator is self._running:
            self._running = None
            self.trying.emit(False)


class QueueTime:
    """How long all exports together still take.

    Expects a waiting export to take as long per input byte as the latest one that ran.

    A part of a file is taken for the whole file, so the estimate is rather too long than too short.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sizes: dict[int, int] = {}  # bytes of each input; 0: unknown
        self._begun_s: dict[int, float] = {}
        self._ends_s: dict[int, float] = {}  # when each running export is expected to end
        self._s_per_byte: float | None = None

    def add(self, number: int, source: Path) -> None:
        """Remember the size of an export's input."""
        try:
            self._sizes[number] = source.stat().st_size
        except (OSError, ValueError):  # numbered pictures, or a file that has gone
            self._sizes[number] = 0

    def hear(self, number: int, event: Event) -> None:
        """What an export tells: that it begins, its own estimate, and that it is over."""
        now = self._clock()
        if isinstance(event, Started):
            self._begun_s[number] = now
        elif isinstance(event, Done | Cancelled | Failed):
            for known in (self._sizes, self._begun_s, self._ends_s):
                known.pop(number, None)
        elif isinstance(event, Progress) and event.eta_s is not None and number in self._begun_s:
            self._ends_s[number] = end_s = now + event.eta_s
            if size := self._sizes.get(number):
                self._s_per_byte = (end_s - self._begun_s[number]) / size

    def seconds_left(
        self, running: Iterable[int], waiting: Iterable[int], *, workers: int = 1
    ) -> float | None:
        """Until the last export is done; None while it cannot be told."""
        now = self._clock()
        ends = [self._ends_s.get(number) for number in running]
        sizes = [self._sizes.get(number, 0) for number in waiting]
        known = [max(0.0, end - now) for end in ends if end is not None]
        if len(known) < len(ends) or not known or 0 in sizes:
            return None
        if sizes and self._s_per_byte is None:
            return None
        total_s = sum(known) + sum(sizes) * (self._s_per_byte or 0.0)
        return max(total_s / max(1, workers), *known)
