"""Estimates: of the export that the dialog shows, and QueueTime: of all exports together."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.pipeline.background_tasks import TaskThread
from app.pipeline.engines import EngineFactory
from app.pipeline.jobs.estimate import EstimateError, Estimator
from app.pipeline.jobs.job_spec import JobSpec
from gui.shared.timers import timer

log = logging.getLogger(__name__)

WAIT_MS = 700  # wait for the user to finish choosing
STOP_WAIT_S = 1.0


class Estimates(QObject):
    """Estimates the dialog's export shortly after its last change; used from the window's thread.

    Runs one estimate at a time, the newest.

    Signals:
        estimated: The `JobSpec` that was asked about, and what is `Estimated`.
        trying: True while frames are tried: what runs beside them makes the estimate too long.
    """

    estimated = Signal(object, object)
    trying = Signal(bool)

    _ended = Signal(object)
    _arrived = Signal(object, object)

    def __init__(self, engine_factory: EngineFactory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine_factory = engine_factory
        self._thread = TaskThread("estimates", lambda sentence: log.warning("%s", sentence))
        self._spec: JobSpec | None = None  # what is wanted
        self._running: Estimator | None = None
        self._timer = timer(self, self._begin, 0, is_once=True)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def ask(self, spec: JobSpec | None) -> None:
        """Estimate this job soon, instead of any earlier one; None cancels."""
        if spec == self._spec:
            return
        self._spec = spec
        if self._running is not None:
            self._running.cancel()
            self._on_ended(self._running)
        if spec is None:
            self._timer.stop()
        else:
            self._timer.start(WAIT_MS)

    def stop(self) -> None:
        """End the thread; waits a moment. May be called twice."""
        self.ask(None)
        self._thread.close(wait_s=STOP_WAIT_S)

    def _begin(self) -> None:
        spec = self._spec
        if spec is None:
            return
        self._running = estimator = Estimator(spec, engine_factory=self._engine_factory)

        def run() -> None:
            try:
                estimate = estimator.run()
            except EstimateError as error:  # the export itself reports this error
                log.info("%s: no estimate: %s", spec.input.name, error)
            else:
                if estimate is not None:
                    self._arrived.emit(spec, estimate)
            self._ended.emit(estimator)

        self.trying.emit(True)
        self._thread.run("trying an export", run)

    def _on_arrived(self, spec: object, estimate: object) -> None:
        if spec == self._spec:
            self.estimated.emit(spec, estimate)

    def _on_ended(self, estimator: object) -> None:
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

    def begin(self, number: int) -> None:
        """The export runs from now on."""
        self._begun_s[number] = self._clock()

    def progress(self, number: int, eta_s: float | None) -> None:
        """The running export's own estimate, in seconds from now; None: it has none yet."""
        if eta_s is None or number not in self._begun_s:
            return
        now = self._clock()
        self._ends_s[number] = now + eta_s
        if size := self._sizes.get(number):
            self._s_per_byte = (now + eta_s - self._begun_s[number]) / size

    def end(self, number: int) -> None:
        """The export has ended, or was taken from the queue."""
        for known in (self._sizes, self._begun_s, self._ends_s):
            known.pop(number, None)

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
