"""Estimates: estimates the export that the dialog shows, shortly after its last change."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.pipeline.background_tasks import TaskThread
from app.pipeline.engines import EngineFactory
from app.pipeline.jobs.estimate import EstimateError, Estimator
from app.pipeline.jobs.job_spec import JobSpec

log = logging.getLogger(__name__)

WAIT_MS = 700  # wait for the user to finish choosing
STOP_WAIT_S = 1.0


class Estimates(QObject):
    """Runs one estimate at a time, the newest; used from the window's thread.

    Signals:
        estimated: The `JobSpec` that was asked about, and its `Estimate`.
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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._begin)
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
