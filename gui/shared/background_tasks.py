"""BackgroundTasks: what takes a moment and is asked for now and then, on one thread of its own."""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.pipeline.background_tasks import TaskThread
from app.pipeline.doctor import Finding, examine
from app.pipeline.memory import give_back_memory
from app.pipeline.model_cost import measure_cost, twice
from app.pipeline.models import model_names
from app.pipeline.settings import Device
from app.pipeline.thing_outline import Pixels, Points, outlines_at
from app.video.files.animation_source import is_animation
from app.video.files.inputs import expand_input, numbered_kin, open_source
from app.video.recording.summary import RecordingError
from app.video.recovery import finish_recording, finish_sequences, left_recordings
from app.video.source import SourceError
from gpu_unet import EngineError, FrameFormat, WeightsError
from gui.shared.file_names import KNOWN_SUFFIXES
from gui.shared.kept_files import forget_unused, keep
from gui.shared.language import tr

log = logging.getLogger(__name__)

STOP_WAIT_S = 1.0  # timing a model may mean to compile it first, and nobody needs that any more
TRIM_AFTER_MS = 2000  # whatever has ended is closed by then


class BackgroundTasks(QObject):
    """Looks into folders, times models and hands memory back; the window's thread asks and hears.

    Signals:
        inputs_listed: Files that were opened or dropped, folders replaced by what is in them, and
            one sentence for each that is none.
        kin_found: A picture that was opened, the pattern of the row that it is one of, and how many
            pictures that has.
        cost_measured: A model, its ms per 1280x720 frame, and why it could not be measured; at
            the end once more with an empty name.
        outlines_measured: The device and the size of frames (height, width) that models were
            measured with, and by model the ms per frame; those that cannot work are missing.
        prepared: What a first start compiles is there.
        background_kept: A file that is to be a background, and where it is kept.
        recordings_left: Paths of recordings that a crash cut short, if there are any.
        recording_finished: Such a recording, the name it has now that it is whole, and why it could
            not be made so; empty if it could.
        found: One `Finding` about this computer.
        examined: There are no more of them.
        things_outlined: A place in a picture, (x, y), and the outlines of what may be meant there.
        failed: One of them ended in a way that nobody foresaw; a sentence.
    """

    inputs_listed = Signal(list, list)
    kin_found = Signal(object, object, int)
    cost_measured = Signal(str, float, object)
    outlines_measured = Signal(object, object)
    prepared = Signal()
    background_kept = Signal(object, object)
    recordings_left = Signal(list)
    recording_finished = Signal(object, object, object)
    found = Signal(object)
    examined = Signal()
    things_outlined = Signal(object, object)
    failed = Signal(object)

    _inputs_arrived = Signal(list, list)
    _kin_arrived = Signal(object, object, int)
    _cost_arrived = Signal(str, float, object)
    _outlines_arrived = Signal(object, object)
    _prepared_arrived = Signal()
    _kept_arrived = Signal(object, object)
    _left_arrived = Signal(list)
    _finish_arrived = Signal(object, object, object)
    _found_arrived = Signal(object)
    _examined_arrived = Signal()
    _outline_arrived = Signal(object, object)
    _failure_arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = TaskThread("tasks", self._failure_arrived.emit)
        queued = Qt.ConnectionType.QueuedConnection
        self._inputs_arrived.connect(self.inputs_listed, queued)
        self._kin_arrived.connect(self.kin_found, queued)
        self._cost_arrived.connect(self.cost_measured, queued)
        self._outlines_arrived.connect(self.outlines_measured, queued)
        self._prepared_arrived.connect(self.prepared, queued)
        self._kept_arrived.connect(self.background_kept, queued)
        self._left_arrived.connect(self.recordings_left, queued)
        self._finish_arrived.connect(self.recording_finished, queued)
        self._found_arrived.connect(self.found, queued)
        self._examined_arrived.connect(self.examined, queued)
        self._outline_arrived.connect(self.things_outlined, queued)
        self._failure_arrived.connect(self.failed, queued)
        self._examination: Iterator[Finding] | None = None
        self._is_stopped = False
        self._trim_timer = QTimer(self)
        self._trim_timer.setSingleShot(True)
        self._trim_timer.setInterval(TRIM_AFTER_MS)
        self._trim_timer.timeout.connect(
            lambda: self._thread.run("handing back memory", give_back_memory)
        )

    def stop(self) -> None:
        """End the thread; waits a moment for it, not for a compilation. May be called twice."""
        self._is_stopped = True
        self._trim_timer.stop()
        self._thread.close(wait_s=STOP_WAIT_S)

    def list_inputs(self, paths: list[Path]) -> None:
        """Find out what was opened or dropped; `inputs_listed` follows."""

        def look() -> None:
            members, problems = list_inputs(paths)
            self._inputs_arrived.emit(members, problems)
            if len(members) == 1 and (kin := numbered_kin(members[0])) is not None:
                self._kin_arrived.emit(members[0], *kin)

        self._thread.run("looking at what was opened", look)

    def measure_models(self, device: Device) -> None:
        """Time every model on `device`; `cost_measured` follows for each."""

        def measure() -> None:
            try:
                for model in model_names():
                    try:
                        cost = measure_cost(model, device=device)
                        if self._is_stopped:  # long ago, perhaps: nobody is there to hear it
                            return
                        self._cost_arrived.emit(model, cost.frame_ms, "")
                    except (EngineError, WeightsError) as error:
                        self._cost_arrived.emit(model, 0.0, str(error))
            finally:  # nobody shall read "Measuring..." for ever
                if not self._is_stopped:
                    self._cost_arrived.emit("", 0.0, "")

        self._thread.run("measuring the models", measure)

    def prepare(self) -> None:
        """Have the usual model compiled while somebody thinks; `prepared` follows."""

        def prepare() -> None:
            try:
                measure_cost("fast", device="auto")
            except (EngineError, WeightsError) as error:
                log.info("the engine could not be prepared: %s", error)  # who opens one is told
            if not self._is_stopped:
                self._prepared_arrived.emit()

        self._thread.run("preparing the engine", prepare)

    def measure_outlines(
        self, models: Iterable[str], device: Device, *, height: int, width: int
    ) -> None:
        """Time these models on frames of a file's own size; `outlines_measured` follows once."""

        def measure() -> None:
            layout = "rgb" if height % 2 or width % 2 else "yuv420"
            frame_format = FrameFormat(height, width, layout)
            found: dict[str, float] = {}
            for model in models:
                if self._is_stopped:
                    return
                try:
                    cost = measure_cost(model, device=device, frame_format=frame_format)
                    found[model] = cost.frame_ms
                    found[twice(model)] = cost.twice_ms
                except (EngineError, WeightsError) as error:
                    log.info("%s could not be measured: %s", model, error)
            if not self._is_stopped:
                self._outlines_arrived.emit((device, height, width), found)

        self._thread.run("measuring how long an export takes", measure)

    def keep_background(self, path: Path, folder: Path) -> None:
        """Copy a background into the app's own folder; `background_kept` follows."""

        def copy() -> None:
            kept = keep(path, folder)
            if not self._is_stopped:
                self._kept_arrived.emit(path, kept)

        self._thread.run(f"keeping the background {path}", copy)

    def forget_backgrounds(self, folder: Path, used: Collection[Path]) -> None:
        """Remove copies of backgrounds that nothing leads to any more."""
        self._thread.run("looking through the backgrounds", lambda: forget_unused(folder, used))

    def look_for_left_recordings(self) -> None:
        """See whether a crash cut a recording short; `recordings_left` follows if one was."""

        def look() -> None:
            finish_sequences()
            if paths := left_recordings():
                self._left_arrived.emit(paths)

        self._thread.run("looking for recordings that were cut short", look)

    def finish_recording(self, path: Path) -> None:
        """Make a recording whole that was cut short; `recording_finished` follows."""

        def finish() -> None:
            try:
                finished, trouble = finish_recording(path), ""
            except RecordingError as error:
                finished, trouble = path, str(error)
            if not self._is_stopped:
                self._finish_arrived.emit(path, finished, trouble)

        self._thread.run(f"finishing the recording {path}", finish)

    def outline_thing(self, pixels: Pixels, x: float, y: float) -> None:
        """Look for the thing that is seen at a place; `things_outlined` follows.

        Args:
            pixels: uint8 RGB (H, W, 3), which nobody changes.
            x, y: In shares of the width and the height.
        """

        def look() -> None:
            outlines: list[Points] = []
            try:
                outlines = outlines_at(pixels, x, y)
            finally:  # nobody shall wait for ever
                if not self._is_stopped:
                    self._outline_arrived.emit((x, y), outlines)

        self._thread.run("looking for an outline", look)

    def examine(self) -> None:
        """See what this computer offers; `found` follows for each thing, at the end `examined`."""
        findings = self._examination = examine()

        def look_further() -> None:
            if self._is_stopped or findings is not self._examination:
                return
            finding = next(findings, None)
            if finding is None:
                self._examined_arrived.emit()
                return
            self._found_arrived.emit(finding)
            # One after the other, so that whatever is asked for meanwhile has its turn.
            self._thread.run("looking around", look_further)

        self._thread.run("looking around", look_further)

    def stop_examining(self) -> None:
        """Nobody wants to know the rest."""
        self._examination = None

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
                problems.append(
                    tr("{name} was not found. It may have been moved or renamed.", name=missing[0])
                )
            usable = [member for member in found if member not in missing]
            for member in usable:
                is_animation(member)  # asked here, where it may take a while, and remembered
            strange = [member for member in usable if not _is_media(member)]
            problems += [
                tr("{name} is not a video or picture, so it was not opened.", name=member.name)
                for member in strange
            ]
            members += [member for member in usable if member not in strange]
        except SourceError as error:
            problems.append(str(error))
    return members, problems


def _is_media(path: Path) -> bool:
    """By its name, or where that says nothing by its first frame; what is damaged says so later."""
    if path.suffix.lower() in KNOWN_SUFFIXES:
        return True
    try:
        open_source(path).close()
    except SourceError:
        return False
    return True
