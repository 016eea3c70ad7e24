"""ClusterQueue: processes files, and segments of files, on several workers.

It takes the place of a `JobQueue`: jobs are added, events come out, `cancel` finishes what is done.
It adds what Dask's scheduling lacks: which tasks make one file, that a file is cut before its
segments can be done, and that a machine whose disk is full always looks free.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from app.cluster import plain
from app.cluster.job_folder import JobFolder, find_left
from app.cluster.plain import Answer, Plain, Sidecar, TaskEvent
from app.cluster.runner import Outcome, Runner, RunnerLostError
from app.cluster.segment_job import SEGMENT_S
from app.cluster.tasks import done_before
from app.messages import Message, inner, sentence_of
from app.pipeline.background_tasks import start_thread
from app.pipeline.jobs.events import (
    Cancelled,
    Done,
    Event,
    Failed,
    JobNotice,
    Progress,
    Report,
    Started,
)
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.made_outputs import (
    output_files,
    refuse_made_otherwise,
    refuse_newer,
    remember_made,
)
from app.pipeline.jobs.stages import REPORT_EVERY_S, Pace
from app.pipeline.plain_data import plain_of, read_as
from app.video.network.address import without_password
from app.video.sink import OutputError

logger = logging.getLogger(__name__)

ATTEMPTS = 3  # per file or segment, on different workers if there are several
POLL_S = 0.2
# Progress passes through the scheduler, so the total rate is limited.
MOST_TOLD_PER_S = 200
# Tasks that are handed over per worker: enough that none waits for the next one, and few enough
# that ten thousand files are neither in the client's memory nor in the scheduler's.
TASKS_PER_WORKER = 3
FEWEST_TASKS = 8
RESUME = "the same command with --resume goes on from there"
_Event = TypeVar("_Event", bound=Event)
# Every other unit is a segment.
_ANSWERS_TO = {"begin": ("cut", "final", "failed"), "join": ("final", "failed")}


@dataclass(slots=True, eq=False)
class ClusterJob:
    """One input; the counterpart of a `Job` in a `JobQueue`.

    Its state is used by the queue's own thread.

    Attributes:
        addresses: "input" and "output", where those of `spec` only stand for an address.
    """

    spec: JobSpec
    _cancel: Callable[[ClusterJob], None]
    addresses: dict[str, str] = field(default_factory=dict)
    key: str = field(default_factory=lambda: secrets.token_hex(8))
    folder: JobFolder | None = None
    sidecars: dict[int, Sidecar] = field(default_factory=dict)
    running: set[str] = field(default_factory=set)
    frames: dict[str, int] = field(default_factory=dict)
    attempts: Counter[str] = field(default_factory=Counter)
    failed_at: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    began_s: float = field(default_factory=time.monotonic)
    resumed_frames: int = 0
    pace: Pace = field(default_factory=lambda: Pace(None))
    notices: set[str] = field(default_factory=set)
    is_started: bool = False
    is_cancelled: bool = False
    is_joining: bool = False
    failure: str | None = None

    def cancel(self) -> None:
        """Stop it, waiting or running. Never waits."""
        self._cancel(self)


class ClusterQueue:
    """Runs the jobs that are added, on a thread of its own.

    Args:
        on_event: Receives every event of every job, on the queue's own thread.
        runner: Closed by `close`.
        segment_s: Approximate length of a segment of a long recording.
        resumes: Continue what an earlier job left, if there is something.
    """

    def __init__(
        self,
        on_event: Callable[[Any, Event], None],
        runner: Runner,
        *,
        segment_s: float = SEGMENT_S,
        resumes: bool = False,
    ) -> None:
        self._on_event = on_event
        self._runner = runner
        self._segment_s = segment_s
        self._resumes = resumes
        self._lock = threading.Lock()
        self._added: deque[ClusterJob] = deque()
        self._left: set[ClusterJob] = set()
        self._to_cancel: set[ClusterJob] = set()
        self._idle = threading.Event()
        self._idle.set()
        self._is_closing = False
        # Used by the queue's own thread only.
        self._waiting: deque[ClusterJob] = deque()
        self._units: deque[tuple[ClusterJob, str]] = deque()
        self._in_flight: dict[str, tuple[ClusterJob, str]] = {}
        self._files: dict[str, ClusterJob] = {}
        self._gave_up = ""  # why no more tasks are handed out; one sentence
        self._losing = threading.RLock()  # after the thread's end, `add` reports the failure
        self._thread = start_thread("cluster-queue", self._run)
        self._thread.add_done_callback(self._on_end)

    @staticmethod
    def stand_in(spec: JobSpec) -> ClusterJob:
        """A job that never ends, for events before there is a queue."""
        return ClusterJob(spec, lambda job: None)

    def add(self, spec: JobSpec, addresses: dict[str, str] | None = None) -> ClusterJob:
        """Queue a job.

        Args:
            addresses: "input" and "output", where those of `spec` only stand for an address.
        """
        job = ClusterJob(spec, self._cancel_one, addresses or {})
        with self._lock:
            self._added.append(job)
            self._left.add(job)
            self._idle.clear()
            gave_up = self._gave_up
        if gave_up:
            self._lose(gave_up)
        return job

    def cancel(self) -> None:
        """Cancel all jobs, running or waiting; each still reports its last event. Never waits."""
        with self._lock:
            self._to_cancel |= self._left

    def _cancel_one(self, job: ClusterJob) -> None:
        with self._lock:
            self._to_cancel.add(job)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until every job has ended; False: `timeout_s` passed first."""
        return self._idle.wait(timeout_s)

    def close(self) -> None:
        """Cancel what is left and wait for it to end; may be called twice."""
        self.cancel()
        with self._lock:
            self._is_closing = True
        wait([self._thread])
        self._runner.close()

    def __enter__(self) -> ClusterQueue:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    # -- the queue's own thread

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._is_closing and not self._left:
                    return
                to_cancel, self._to_cancel = self._to_cancel, set()
            self._take_up()
            self._see_to_cancels(to_cancel)
            try:
                self._fill()
                for outcome in self._runner.finished(POLL_S):
                    self._take(outcome)
            except RunnerLostError as error:
                self._lose(str(error))
            while not self._runner.told.empty():
                self._hear(self._runner.told.get())

    def _take_up(self) -> None:
        with self._lock:
            self._waiting.extend(self._added)
            self._added.clear()

    def _on_end(self, thread: Future[None]) -> None:
        """End every job with a failure when the queue's thread ends, for whatever reason."""
        error = thread.exception()
        if error is None:
            return
        logger.error("handing out work failed", exc_info=error)
        sentence = Message("internal error: {error}; see the log", error=repr(error))
        with self._lock:
            self._gave_up = sentence
        try:
            self._lose(sentence)
        finally:
            self._idle.set()

    def _fill(self) -> None:
        """Hand over as many tasks as keep every worker busy."""
        most = max(FEWEST_TASKS, TASKS_PER_WORKER * self._runner.slots)
        while len(self._in_flight) < most:
            if self._units:  # files that have begun come first
                self._submit(*self._units.popleft())
            elif self._waiting:
                self._begin(self._waiting.popleft())
            else:
                return

    def _begin(self, job: ClusterJob) -> None:
        self._files[job.key] = job
        spec = absolute(job.spec)
        addresses = job.addresses
        if self._resumes:
            try:
                job.folder = None if addresses else find_left(spec)
                if job.folder is not None:
                    self._resume(job, job.folder)
                    return
                # The worker that fetches and sends asks the store.
                is_local = "output" not in addresses
                if is_local and not spec.overwrite and (found := output_files(spec.output)):
                    refuse_newer(spec, found)
                    refuse_made_otherwise(spec, addresses, shown=str(spec.output))
                    self._end(job, done_before(job.spec, str(job.spec.output)))
                    return
            except (OSError, ValueError) as error:
                self._end(job, Failed(job.spec.input, sentence_of(error)))
                return
        self._submit(job, "begin")

    def _resume(self, job: ClusterJob, folder: JobFolder) -> None:
        job.sidecars = folder.finished()
        job.resumed_frames = sum(sidecar.frames for sidecar in job.sidecars.values())
        job.pace = Pace(None, job.resumed_frames)
        for number, sidecar in job.sidecars.items():
            job.frames[str(number)] = sidecar.frames
        done, count = len(job.sidecars), len(folder.segments)
        source = job.spec.input
        sentence = f"{source.name}: of {count} segments {done} done before."
        self._on_event(job, JobNotice(source, sentence))
        self._cut(job, folder)

    def _cut(self, job: ClusterJob, folder: JobFolder) -> None:
        job.folder, job.pace.frame_count = folder, folder.frame_count
        missing = [part for part in folder.segments if part.number not in job.sidecars]
        self._units.extend((job, str(part.number)) for part in missing)
        if not missing:
            self._join(job)

    def _submit(self, job: ClusterJob, unit: str) -> None:
        if unit == "join":  # again, also for cancelled jobs
            self._join(job)
            return
        if job.is_cancelled or job.failure is not None:
            self._settle(job)
            return
        payload: Plain = {
            "job": job.key,
            "unit": unit,
            "tell_every_s": max(REPORT_EVERY_S, self._runner.slots / MOST_TOLD_PER_S),
            "spec": plain_of(absolute(job.spec)),
        }
        if unit == "begin":
            payload |= {
                "segment_s": None if job.addresses else self._segment_s,
                "is_last": job.attempts[unit] + 1 >= ATTEMPTS,
                "addresses": job.addresses,
                "resumes": self._resumes,
            }
            self._hand_over(job, unit, "begin", payload)
            return
        assert job.folder is not None
        part = next(part for part in job.folder.segments if str(part.number) == unit)
        payload |= {"segment": plain_of(part), "folder": str(job.folder.path)}
        self._hand_over(job, unit, "segment", payload)

    def _hand_over(self, job: ClusterJob, unit: str, task: str, payload: Plain) -> None:
        ticket = f"backdrop-{task}-{job.key}-{unit}-{job.attempts[unit]}"
        job.running.add(unit)
        self._in_flight[ticket] = (job, unit)
        self._runner.submit(ticket, task, payload, avoid=frozenset(job.failed_at[unit]))

    def _take(self, outcome: Outcome) -> None:
        known = self._in_flight.pop(outcome.ticket, None)
        if known is None:
            return
        job, unit = known
        job.running.discard(unit)
        if outcome.result is None:
            self._fail(job, unit, outcome.trouble, outcome.worker)
            return
        try:
            answer = read_as(Answer, outcome.result)
            final = plain.final_of(answer.event) if answer.kind == "final" else None
            if answer.kind not in _ANSWERS_TO.get(unit, ("segment", "failed")):
                raise ValueError(f"{answer.kind} answers nothing that was asked")
        except ValueError as error:
            sentence = f"a worker's answer cannot be read ({error}); install the same everywhere"
            self._fail(job, unit, sentence, outcome.worker)
            return
        if answer.kind == "failed":
            where = f"on {answer.machine}: " if self._runner.has_machines else ""
            self._fail(job, unit, f"{where}{answer.message}", outcome.worker)
        elif final is not None:
            self._finish(job, self._as_given(job, final, answer.machine))
        elif answer.kind == "cut":
            self._make_folder(job, answer)
        else:
            self._keep(job, answer)

    def _make_folder(self, job: ClusterJob, answer: Answer) -> None:
        segments = list(answer.segments)
        try:
            folder = JobFolder(absolute(job.spec), segments, answer.frame_count)
        except OSError as error:
            self._end(job, Failed(job.spec.input, sentence_of(error)))
            return
        self._cut(job, folder)
        self._settle(job)

    def _keep(self, job: ClusterJob, answer: Answer) -> None:
        sidecar = answer.sidecar
        if sidecar is not None:
            job.sidecars[answer.number] = sidecar
            job.frames[str(answer.number)] = sidecar.frames
        self._settle(job)

    def _fail(self, job: ClusterJob, unit: str, sentence: str, worker: str) -> None:
        job.attempts[unit] += 1
        job.failed_at[unit].add(worker)
        job.frames.pop(unit, None)
        if job.failure is not None or (job.is_cancelled and unit != "join"):
            self._settle(job)
        elif job.attempts[unit] < ATTEMPTS:
            logger.info("%s, %s failed: %s", job.spec.input, unit, sentence)
            self._units.appendleft((job, unit))
        else:
            job.failure = sentence
            if job.running:
                self._runner.cancel(job.key)
            self._settle(job)

    def _settle(self, job: ClusterJob) -> None:
        """Take the next step once no task of a failed or cancelled job runs any more."""
        if job.key not in self._files or job.is_joining:
            if job.failure is not None and job.key in self._files and not job.running:
                self._end_failed(job)
            return
        folder = job.folder
        if job.failure is None and not job.is_cancelled:
            if folder is not None and len(job.sidecars) == len(folder.segments):
                self._join(job)
            return
        self._units = deque(unit for unit in self._units if unit[0] is not job)
        if job.running:
            return
        if job.failure is not None:
            self._end_failed(job)
        elif folder is None or not self._beginning(job):
            self._end(job, Cancelled(_empty(job.spec)))
        else:
            self._join(job)

    def _end_failed(self, job: ClusterJob) -> None:
        assert job.failure is not None
        sentence: str = inner(job.failure)
        if job.folder is not None and job.sidecars:
            done, count = len(job.sidecars), len(job.folder.segments)
            sentence += f"; {done} of {count} segments are kept, and {RESUME}"
        self._end(job, Failed(job.spec.input, sentence))

    def _beginning(self, job: ClusterJob) -> list[Sidecar]:
        """The sidecars of the first segments, up to the first gap."""
        assert job.folder is not None
        found: list[Sidecar] = []
        for part in job.folder.segments:
            sidecar = job.sidecars.get(part.number)
            if sidecar is None:
                break
            found.append(sidecar)
            if not sidecar.is_whole:
                break
        return found

    def _join(self, job: ClusterJob) -> None:
        assert job.folder is not None
        job.is_joining = True
        sidecars = self._beginning(job)
        seconds = time.monotonic() - job.began_s
        frames = sum(sidecar.frames for sidecar in job.sidecars.values())
        is_whole = len(sidecars) == len(job.folder.segments) and sidecars[-1].is_whole
        payload = {
            "job": job.key,
            "unit": "join",
            "spec": plain_of(absolute(job.spec)),
            "folder": str(job.folder.path),
            "segments": plain_of(job.folder.segments),
            "sidecars": plain_of(sidecars),
            "is_partial": not is_whole,
            "seconds": seconds,
            "new_frames": frames - job.resumed_frames,
        }
        self._hand_over(job, "join", "join", payload)

    def _finish(self, job: ClusterJob, final: Done | Cancelled | Failed) -> None:
        is_kept = isinstance(final, Failed) and not final.is_complete
        if job.folder is not None and not is_kept:
            job.folder.work.remove()
            job.folder = None
        if isinstance(final, Done):
            final = self._remembered(job, final)
        self._end(job, final)

    def _remembered(self, job: ClusterJob, final: Done) -> Done | Failed:
        """Remember what was made; of an output that a store had before, check what is known."""
        spec, addresses = absolute(job.spec), job.addresses
        if final.report.frames_out or "output" not in addresses:
            remember_made(spec, addresses)
            return final
        try:
            refuse_made_otherwise(spec, addresses, shown=without_password(addresses["output"]))
        except OutputError as error:
            return Failed(job.spec.input, sentence_of(error))
        return final

    def _end(self, job: ClusterJob, final: Done | Cancelled | Failed) -> None:
        if job.folder is not None:
            if job.sidecars and isinstance(final, Failed):
                job.folder.work.leave()
            else:
                job.folder.work.remove()
        self._files.pop(job.key, None)
        self._on_event(job, final)
        with self._lock:
            self._left.discard(job)
            if not self._left:
                self._idle.set()

    def _see_to_cancels(self, wanted: set[ClusterJob]) -> None:
        for job in [*self._files.values()]:
            if job in wanted and not job.is_cancelled:
                job.is_cancelled = True
                if job.running and not job.is_joining:
                    self._runner.cancel(job.key)
                self._settle(job)
        for job in [*self._waiting]:
            if job in wanted:
                self._waiting.remove(job)
                self._end(job, Cancelled(_empty(job.spec)))

    def _lose(self, sentence: str) -> None:
        """Fail all jobs: there is no worker left. Finished segments stay for `--resume`."""
        with self._losing:
            self._take_up()
            self._in_flight.clear()
            self._units.clear()
            for job in [*self._files.values(), *self._waiting]:
                job.running.clear()
                job.failure = sentence
                self._end_failed(job)
            self._waiting.clear()

    # -- what users read

    def _hear(self, message: Plain) -> None:
        try:
            told = read_as(TaskEvent, message)
            event = plain.event_of(told.event)
        except ValueError as error:
            logger.warning("what a worker tells cannot be read: %s", error)
            return
        job, unit = self._files.get(told.job), told.unit
        if job is None:
            return
        event = self._as_given(job, event, "")
        match event:
            case Started():
                if not job.is_started:
                    job.is_started = True
                    if job.pace.frame_count is None:
                        job.pace.frame_count = event.frame_count
                    self._on_event(job, replace(event, frame_count=job.pace.frame_count))
            case JobNotice():
                if event.message not in job.notices:
                    job.notices.add(event.message)
                    self._on_event(job, event)
            case Progress():
                job.frames[unit] = event.frames
                self._tell_progress(job)

    def _tell_progress(self, job: ClusterJob) -> None:
        pace = job.pace
        if pace.note(sum(job.frames.values())):
            told = (pace.frames, pace.frame_count, pace.fps, pace.eta_s)
            self._on_event(job, Progress(job.spec.input, *told))

    def _as_given(self, job: ClusterJob, event: _Event, where: str) -> _Event:
        """An event with the paths as the user gave them, and the machine's name if it failed."""
        spec = job.spec

        def output(path: Path | None) -> Path | None:
            return None if path is None else spec.output.with_name(path.name)

        changes: dict[str, Any] = {}
        if isinstance(event, Done | Cancelled | Failed) and event.report is not None:
            report = event.report
            changes["report"] = replace(report, input=spec.input, output=output(report.output))
        if isinstance(event, Failed):
            # A taken name is not the machine's fault.
            is_here = event.is_complete or not where or not self._runner.has_machines
            changes["message"] = event.message if is_here else f"on {where}: {event.message}"
        if isinstance(event, Started):
            changes["output"] = spec.output
        if not isinstance(event, Done | Cancelled):
            changes["input"] = spec.input
        return replace(event, **changes)


def absolute(spec: JobSpec) -> JobSpec:
    """The spec with absolute paths, which mean the same in every process.

    Links stay: elsewhere they may lead to another place, or be none.
    """
    return spec.with_paths(Path.absolute)


def _empty(spec: JobSpec) -> Report:
    return Report(input=spec.input, output=None, frames_in=0, frames_out=0)
