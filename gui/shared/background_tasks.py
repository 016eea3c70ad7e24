"""BackgroundTasks: occasional slow tasks on one thread."""

from __future__ import annotations

import filecmp
import logging
import os
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.messages import Message, sentence_of
from app.pipeline.background_tasks import TaskThread
from app.pipeline.doctor import Finding, examine
from app.pipeline.engines import PreparingMessage, model_names
from app.pipeline.memory import give_back_memory
from app.pipeline.model_cost import measure_cost, twice
from app.pipeline.project import Project, is_project, project_beside, read_project, write_project
from app.pipeline.settings import Device
from app.pipeline.thing_outline import Pixels, outlines_at
from app.video.files.inputs import expand_input, numbered_kin, open_source
from app.video.files.picture_source import is_animation
from app.video.files.sequence_source import is_pattern
from app.video.placing.placing import free_names
from app.video.recording.summary import RecordingError
from app.video.recovery import finish_recording, finish_sequences, left_recordings
from app.video.source import SourceError
from gpu_unet import EngineError, FrameFormat, WeightsError
from gui.shared.language import tr
from gui.shared.timers import timer
from gui.shared.words import KNOWN_SUFFIXES

# Larger files, such as long videos, are not copied: they would fill the disk.
MOST_BYTES = 300 * 10**6
FORGET_AFTER_S = 24 * 3600.0  # undo may restore a background that was just removed


def keep(path: Path, folder: Path) -> Path:
    """A copy of `path` in `folder`, or `path` itself where it is too large or cannot be copied.

    Copies of the user's backgrounds survive a moved original. A copy appears complete or not at
    all, and replaces nothing. Blocks on the disk.
    """
    try:
        if path.parent == folder or path.stat().st_size > MOST_BYTES:
            return path
        folder.mkdir(parents=True, exist_ok=True)
        for target in free_names(folder / path.name):
            if not target.exists():
                return _copied(path, target)
            if filecmp.cmp(path, target, shallow=False):
                return target
    except OSError as error:
        log.warning("%s is not copied: %s", path, error)
    return path


def forget_unused(folder: Path, used: Collection[Path], *, now_s: float | None = None) -> None:
    """Remove copies that have been unused for a day."""
    now_s = time.time() if now_s is None else now_s
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        with suppress(OSError):  # another window may remove it at the same time
            if path not in used and now_s - path.stat().st_mtime > FORGET_AFTER_S:
                path.unlink()


def _copied(path: Path, target: Path) -> Path:
    part = target.with_name(f".{os.getpid()}-{target.name}")
    try:
        shutil.copyfile(path, part)
        os.utime(part)  # for `forget_unused` it is new, however old the original is
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


log = logging.getLogger(__name__)

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
    """Lists folders, times models and returns memory.

    Signals:
        inputs_listed: Files that were opened or dropped, folders replaced by what is in them, and
            a sentence for each that cannot be opened.
        kin_found: An opened picture, the pattern of its image sequence, and the sequence's length.
        projects_read: Pairs of a path and its project, a sentence for what is wrong, and whether
            they are meant for the exports.
    """

    inputs_listed = Signal(list, list)
    kin_found = Signal(object, object, int)
    projects_read = Signal(list, list, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("tasks", parent)
        self._examination: Iterator[Finding] | None = None
        trim = partial(self.run, Message("handing back memory"), give_back_memory)
        self._trim_timer = timer(self, trim, TRIM_AFTER_MS, is_once=True)

    def stop(self) -> None:  # noqa: D102
        self._trim_timer.stop()
        super().stop()

    def list_inputs(self, paths: list[Path]) -> None:
        """List opened or dropped files; `inputs_listed` follows, or `projects_read`."""
        if projects := [path for path in paths if is_project(path)]:
            self.read_projects(projects)
        if not (others := [path for path in paths if path not in projects]):
            return

        def look() -> None:
            members, problems = list_inputs(others)
            self.tell(self.inputs_listed.emit, members, problems)
            if len(members) == 1 and (kin := numbered_kin(members[0])) is not None:
                self.tell(self.kin_found.emit, members[0], *kin)

        self.run(Message("looking at what was opened"), look)

    def read_projects(self, paths: list[Path], *, for_export: bool = False) -> None:
        """Read projects; `projects_read` follows."""
        self.answer(
            Message("reading a project"),
            self.projects_read.emit,
            lambda: (*read_projects(paths), for_export),
        )

    def look_for_project(self, present: Project, then: Then) -> None:
        """Look for a project beside the clip of this one.

        Args:
            then: Receives this one, the path of the other, the other, and whether they are the
                same; if there is another.
        """

        def look() -> tuple[Project, Path, Project, bool] | None:
            path = project_beside(present.clip)
            with suppress(OSError, ValueError):  # there is none
                found = read_project(path)
                if os.path.samefile(found.clip, present.clip):
                    return present, path, found, is_same_project(present, found)
            return None

        self.answer(Message("looking for a project"), then, look)

    def save_project(self, path: Path, project: Project, then: Then, *, copies: Path) -> None:
        """Write a project in place of an older one.

        Args:
            then: Receives why it could not be written; empty: it was.
            copies: A background in this folder may be removed, so a copy of it goes beside the
                project.
        """

        def save() -> tuple[str]:
            own, kept = project.background.path, project
            try:
                if own is not None and own.parent == copies:
                    background = replace(project.background, path=keep(own, path.parent))
                    kept = replace(project, background=background)
                write_project(path, kept, overwrite=True)
            except OSError as error:
                return (sentence_of(error),)
            return ("",)

        doing = Message("saving the project {path}", path=path)
        self.answer(doing, then, save, otherwise=(tr("The project could not be saved."),))

    def measure_models(self, device: Device, then: Then) -> None:
        """Time every model on `device`.

        Args:
            then: Receives a model, its ms per 1280x720 frame, and why it could not be measured; at
                the end once more with an empty name.
        """

        def measure() -> None:
            try:
                for model in model_names():
                    frame_ms, trouble = 0.0, ""
                    try:
                        frame_ms = measure_cost(model, device=device).frame_ms
                    except (EngineError, WeightsError) as error:
                        trouble = str(error)
                    if self.is_stopped:  # the window has closed
                        return
                    self.tell(then, model, frame_ms, trouble)
            finally:  # always end the "Measuring…" state
                self.tell(then, "", 0.0, "")

        self.run(Message("measuring the models"), measure)

    def prepare(self, count: Callable[[int, int], object], then: Then) -> None:
        """Compile the default model in the background.

        Args:
            count: Receives how many kernels are compiled, and of how many.
            then: They all are.
        """

        def notify(sentence: str) -> None:
            if isinstance(sentence, PreparingMessage):
                self.tell(count, sentence.values["ready"], sentence.values["total"])

        def prepare() -> None:
            try:
                measure_cost("fast", device="auto", notify=notify)
            except (EngineError, WeightsError) as error:
                log.info("the engine could not be prepared: %s", error)  # opening the engine
                # reports it
            self.tell(then)

        self.run(Message("preparing the engine"), prepare)

    def measure_outlines(
        self, models: Iterable[str], device: Device, then: Then, *, height: int, width: int
    ) -> None:
        """Time these models on frames of a file's own size.

        Args:
            then: Receives by model the ms per frame; those that cannot work are missing.
        """

        def measure() -> tuple[dict[str, float]] | None:
            layout = "rgb" if height % 2 or width % 2 else "yuv420"
            frame_format = FrameFormat(height, width, layout)
            found: dict[str, float] = {}
            for model in models:
                if self.is_stopped:
                    return None
                try:
                    of_files = {"frame_format": frame_format, "is_live": False}
                    cost = measure_cost(model, device=device, **of_files)
                    found[model] = cost.frame_ms
                    found[twice(model)] = cost.twice_ms
                except (EngineError, WeightsError) as error:
                    log.info("%s could not be measured: %s", model, error)
            return (found,)

        self.answer(Message("measuring how long an export takes"), then, measure)

    def keep_background(self, path: Path, folder: Path, then: Then) -> None:
        """Copy a background into the app's own folder; `then` receives it and its copy's path."""
        doing = Message("keeping the background {path}", path=path)
        self.answer(doing, then, lambda: (path, keep(path, folder)))

    def forget_backgrounds(self, folder: Path, used: Collection[Path]) -> None:
        """Remove unused copies of backgrounds."""
        self.run(Message("looking through the backgrounds"), lambda: forget_unused(folder, used))

    def look_for_left_recordings(self, then: Then) -> None:
        """Look for recordings that a crash interrupted; `then` receives their paths, if any."""

        def look() -> tuple[list[Path]] | None:
            finish_sequences()
            paths = left_recordings()
            return (paths,) if paths else None

        self.answer(Message("looking for recordings that were cut short"), then, look)

    def finish_recording(self, path: Path, then: Then) -> None:
        """Finish an interrupted recording.

        Args:
            then: Receives its path, its final path, and the error; empty: none.
        """

        def finish() -> tuple[Path, Path, str]:
            try:
                return path, finish_recording(path), ""
            except RecordingError as error:
                return path, path, str(error)

        self.answer(Message("finishing the recording {path}", path=path), then, finish)

    def outline_thing(self, pixels: Pixels, x: float, y: float, then: Then) -> None:
        """Find the object at a place.

        Args:
            pixels: uint8 RGB (H, W, 3), read only.
            x, y: In fractions of width and height.
            then: Receives the outlines that may be meant.
        """
        doing = Message("looking for an outline")
        self.answer(doing, then, lambda: (outlines_at(pixels, x, y),), otherwise=([],))

    def examine(self, found: Callable[[Finding], object], then: Then) -> None:
        """Check this computer; `found` receives each finding, and at last `then` is called."""
        findings = self._examination = examine()

        def look_further() -> None:
            if self.is_stopped or findings is not self._examination:
                return
            finding = next(findings, None)
            if finding is None:
                self.tell(then)
                return
            self.tell(found, finding)
            # One finding per task, so that other tasks run in between.
            self.run(Message("looking around"), look_further)

        self.run(Message("looking around"), look_further)

    def stop_examining(self) -> None:
        """Skip the remaining findings."""
        self._examination = None

    def give_back_memory_soon(self) -> None:
        """Return freed memory to the system, once closed sources and files have freed it."""
        # Never restarted while it runs: frequent switches of the source must not postpone it for
        # ever.
        if not self.is_stopped and not self._trim_timer.isActive():
            self._trim_timer.start()


def list_inputs(paths: list[Path]) -> tuple[list[Path], list[str]]:
    """Files, with folders expanded, and a sentence for each path that cannot be opened.

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
                is_animation(member)  # slow, so asked on this thread; the answer is cached
            strange = [member for member in usable if not _is_media(member)]
            problems += [
                tr("{name} is not a video or picture, so it was not opened.", name=member.name)
                for member in strange
            ]
            members += [member for member in usable if member not in strange]
        except SourceError as error:
            problems.append(str(error))
    return members, problems


def read_projects(paths: list[Path]) -> tuple[list[tuple[Path, Project]], list[str]]:
    """The projects whose clips are there, with their paths, and a sentence for what is not.

    Waits for the disk.
    """
    found: list[tuple[Path, Project]] = []
    problems: list[str] = []
    for path in paths:
        try:
            project = read_project(path)
        except (OSError, ValueError) as error:
            problems.append(sentence_of(error))
            continue
        clip = project.clip
        if os.path.isfile(clip) or is_pattern(clip):
            found.append((path.absolute(), project))
        else:
            problems.append(
                tr("The clip of {name} was not found: {clip}.", name=path.name, clip=clip)
            )
    return found, problems


def is_same_project(present: Project, found: Project) -> bool:
    """Whether both say the same of a clip; copies of a background count as the same.

    Waits for the disk.
    """
    one, other = present.background.path, found.background.path
    if one != other and one and other and filecmp.cmp(one, other, shallow=False):
        found = replace(found, background=present.background)
    return found == replace(present, clip=found.clip)


def _is_media(path: Path) -> bool:
    """Whether it is media: by its suffix, else by opening it. Damage is reported later."""
    if path.suffix.lower() in KNOWN_SUFFIXES:
        return True
    try:
        open_source(path).close()
    except SourceError:
        return False
    return True
