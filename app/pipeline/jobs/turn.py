"""Turn: a job's place in a queue, where the next job opens while the present one still works."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from app.pipeline.jobs.events import Event
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.plan import files_of_background
from app.video.files.file_identity import file_identities
from app.video.files.sequence_source import is_pattern


def share_files(one: JobSpec, other: JobSpec) -> bool:
    """Whether one job reads or writes what the other writes; True if in doubt.

    A job that writes a picture sequence shares files with any other, since its names are unknown.
    """
    if is_pattern(one.output) or is_pattern(other.output):
        return True
    try:
        return _writes_for(one, other) or _writes_for(other, one)
    except (OSError, RuntimeError, ValueError):  # a loop of links, no valid name, out of reach
        return True


def _writes_for(one: JobSpec, other: JobSpec) -> bool:
    """Whether `one` writes what `other` reads or writes, by name or by another name of the file."""
    background = other.settings.background.path
    written = _written(one)
    read = [path for path in (other.input, background, other.settings.empty_room) if path]
    places = [*map(_place, read), *map(_folded, _written(other))]
    if any(_folded(path).is_relative_to(place) for path in written for place in places):
        return True
    slides = () if background is None else files_of_background(background)
    used = file_identities(*_written(other), *read, *slides)
    return not used.isdisjoint(file_identities(*written))


def _written(spec: JobSpec) -> list[Path]:
    return [spec.output] if spec.matte is None else [spec.output, spec.matte]


def _place(path: Path) -> Path:
    """Where all lies that is read by this name: a file, or the folder of a sequence."""
    return _folded(path.parent if is_pattern(path) else path)


def _folded(path: Path) -> Path:
    """The path without links, and without case, which many disks ignore."""
    return Path(str(path.resolve()).casefold())


class Turn:
    """What neighbours in a queue tell each other; a job with none before it never waits.

    Args:
        before: Turn of the job before; None: there is none.
        deliver: Receives the job's events, one at a time and in order, once the job before has
            ended. Called by the thread of either job.

    Attributes:
        may_open: Set when the job may open its files.
        may_compute: Set when the job may open its engine.
        is_alone: Set when the job before has ended.
        has_engine: The job has opened its engine and not given it back. The job's own thread sets
            and reads it.
    """

    def __init__(
        self,
        spec: JobSpec,
        before: Turn | None = None,
        deliver: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.has_engine = False
        self.spec = spec
        self._deliver = deliver
        self._lock = threading.Lock()
        self._held: list[Event] | None = []
        self._next_may_open = threading.Event()
        self._next_may_compute = threading.Event()
        self._has_ended = threading.Event()
        self._end: Future[None] = Future()  # runs what must happen before `_has_ended`
        self._spec_before: JobSpec | None = None
        if before is None:
            self.may_open = self.may_compute = self.is_alone = threading.Event()
            self.is_alone.set()
            self._release()
            return
        self._spec_before = before.spec
        self.may_open = before._next_may_open
        self.may_compute = before._next_may_compute
        self.is_alone = before._has_ended
        before._end.add_done_callback(lambda end: self._release())

    def tell(self, event: Event) -> None:
        """Deliver an event, or hold it until the job before has ended."""
        with self._lock:
            if self._held is None:
                self._deliver(event)
            else:
                self._held.append(event)

    def shares_files(self) -> bool:
        """Whether the job before, still at work, writes or reads what this one reads or writes."""
        before = self._spec_before
        return before is not None and not self.is_alone.is_set() and share_files(before, self.spec)

    def let_next_open(self) -> None:
        """The job is well under way; the next may open its files."""
        self._next_may_open.set()

    def let_next_compute(self) -> None:
        """The job has given back its engine, which is as good as new."""
        self.has_engine = False
        self._next_may_compute.set()

    def end(self) -> None:
        """The job has ended and delivered its last event; call it once, after the job before."""
        self._end.set_result(None)
        for happened in (self._next_may_open, self._next_may_compute, self._has_ended):
            happened.set()

    def _release(self) -> None:
        with self._lock:
            held, self._held = self._held, None
            for event in held or ():
                self._deliver(event)
