"""Errands: what takes a moment and is asked for now and then, on one thread of its own."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpu_unet.engine import Device
from gpu_unet.errors import EngineError, WeightsError
from gui.memory import give_back_memory
from pipeline.errand_thread import ErrandThread
from pipeline.model_cost import measure_cost
from pipeline.models import model_names
from video.inputs import expand_input
from video.source import SourceError

TRIM_AFTER_MS = 2000  # whatever has ended is closed by then


class Errands(QObject):
    """Looks into folders, times models and hands memory back; the window's thread asks and hears.

    Signals:
        inputs_listed: Files that were opened or dropped, folders replaced by what is in them, and
            one sentence for each that is none.
        cost_measured: A model, its ms per 1280x720 frame, and why it could not be measured; at
            the end once more with an empty name.
        failed: One of them ended in a way that nobody foresaw; a sentence.
    """

    inputs_listed = Signal(list, list)
    cost_measured = Signal(str, float, str)
    failed = Signal(str)

    _inputs_arrived = Signal(list, list)
    _cost_arrived = Signal(str, float, str)
    _failure_arrived = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = ErrandThread("errands", self._failure_arrived.emit)
        queued = Qt.ConnectionType.QueuedConnection
        self._inputs_arrived.connect(self.inputs_listed, queued)
        self._cost_arrived.connect(self.cost_measured, queued)
        self._failure_arrived.connect(self.failed, queued)
        self._is_stopped = False
        self._trim_timer = QTimer(self)
        self._trim_timer.setSingleShot(True)
        self._trim_timer.setInterval(TRIM_AFTER_MS)
        self._trim_timer.timeout.connect(
            lambda: self._thread.run("handing back memory", give_back_memory)
        )

    def stop(self) -> None:
        """End the thread and wait for it; may be called twice."""
        self._is_stopped = True
        self._trim_timer.stop()
        self._thread.close()

    def list_inputs(self, paths: list[Path]) -> None:
        """Find out what was opened or dropped; `inputs_listed` follows."""
        self._thread.run(
            "looking at what was opened", lambda: self._inputs_arrived.emit(*list_inputs(paths))
        )

    def measure_models(self, device: Device) -> None:
        """Time every model on `device`; `cost_measured` follows for each."""

        def measure() -> None:
            try:
                for model in model_names():
                    try:
                        cost = measure_cost(model, device=device)
                        self._cost_arrived.emit(model, cost.frame_ms, "")
                    except (EngineError, WeightsError) as error:
                        self._cost_arrived.emit(model, 0.0, str(error))
            finally:  # nobody shall read "Measuring..." for ever
                self._cost_arrived.emit("", 0.0, "")

        self._thread.run("measuring the models", measure)

    def give_back_memory_soon(self) -> None:
        """Once the source that was left, or the file that was written, has been closed."""
        # A recording may tell its end when all else has ended; and a storm of switches must not
        # put it off for ever.
        if not self._is_stopped and not self._trim_timer.isActive():
            self._trim_timer.start()


def list_inputs(paths: list[Path]) -> tuple[list[Path], list[str]]:
    """Files, with folders replaced by what is in them, and a sentence for each path that is none.

    Waits for the disk.
    """
    members: list[Path] = []
    problems: list[str] = []
    for path in paths:
        try:
            found = expand_input(path).members
            missing = [
                member for member in found if not os.path.exists(member) and "%" not in member.name
            ]
            if missing:
                problems.append(f"{missing[0]} is not there any more; was it moved or renamed?")
            members += [member for member in found if member not in missing]
        except SourceError as error:
            problems.append(str(error))
    return members, problems
