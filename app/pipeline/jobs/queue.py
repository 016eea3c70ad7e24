"""JobQueue: runs jobs in order, on threads of its own; the next one opens beside the present."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from app.messages import Message
from app.pipeline.background_tasks import give_way, report_unexpected
from app.pipeline.compute import compute_thread
from app.pipeline.engines import EngineFactory, KeptEngines, open_engine_for
from app.pipeline.jobs.events import Cancelled, Done, Event, Failed
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.made_outputs import remember_made
from app.pipeline.jobs.turn import Turn
from gpu_unet import Engine

logger = logging.getLogger(__name__)


class JobQueue:
    """Runs jobs in the order in which they were added.

    Two at once at most: towards the end of a job the next one opens its files, and takes the engine
    as soon as the job has given it back. See `Turn`.

    Args:
        on_event: Receives every event of every job, those of a job after the last one of the job
            before; called from several threads, one at a time.

    Attributes:
        expects_more: The caller will add another job when the running one ends, because it keeps
            the order itself. While jobs wait or are expected, the engine is kept for the next job
            of the same kind and size, and for others what engines can share.
    """

    def __init__(
        self,
        on_event: Callable[[Job, Event], None],
        *,
        engine_factory: EngineFactory = open_engine_for,
    ) -> None:
        self._on_event = on_event
        self._engines = KeptEngines(engine_factory, is_open=False)
        self.expects_more = False
        self._executor = ThreadPoolExecutor(
            max_workers=2,
            thread_name_prefix="job-queue",
            initializer=give_way,  # decoders and encoders inherit the priority
        )
        self._jobs: dict[Future[object], Job] = {}
        self._lock = threading.Lock()
        self._last: Turn | None = None  # of the job that was added last

    def add(self, spec: JobSpec) -> Job:
        """Queue a job; to stop it, waiting or running, call its `cancel`."""

        def deliver(event: Event) -> None:
            if isinstance(event, Done):
                remember_made(spec)
            self._on_event(job, event)

        with self._lock:  # threads take jobs in the order of their turns
            turn = self._last = Turn(spec, self._last, deliver)
            job = Job(spec, turn.tell, engine_factory=self._engines, turn=turn)
            future: Future[object] = self._executor.submit(self._run, job, turn)
            self._jobs[future] = job
        if len(self._jobs) > 1:
            self._expect_engines(are_expected=True)
        future.add_done_callback(lambda future: self._on_finished(future, turn))
        return job

    def cancel(self) -> None:
        """Cancel all jobs, running or waiting; each still reports its last event. Never waits."""
        for job in list(self._jobs.values()):
            job.cancel()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until every job has ended; False: `timeout_s` passed first."""
        return not wait(list(self._jobs), timeout=timeout_s).not_done

    def close(self) -> None:
        """Cancel what is left and wait for it to end; may be called twice."""
        self.cancel()
        self._executor.shutdown(wait=True)

    def __enter__(self) -> JobQueue:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _run(self, job: Job, turn: Turn) -> Done | Cancelled | Failed:
        if self._are_more:
            self._expect_engines(are_expected=True)
        is_failed = True
        try:
            final = job.run()
            is_failed = isinstance(final, Failed)
            return final
        finally:
            if is_failed and turn.has_engine:  # otherwise the kept one is of another job
                self._engines.drop()
            turn.is_alone.wait()
            if not self._are_more:
                self._expect_engines(are_expected=False)

    def _expect_engines(self, *, are_expected: bool) -> None:
        Engine.expect_another(is_expected=are_expected)
        if are_expected:
            self._engines.open()
        else:
            self._engines.close()
            release = compute_thread().submit(Engine.release_spare_memory)
            report_unexpected(release, "releasing memory")

    @property
    def _are_more(self) -> bool:
        return self.expects_more or len(self._jobs) > 1

    def _on_finished(self, future: Future[object], turn: Turn) -> None:
        job = self._jobs.pop(future)
        error = future.exception()
        try:
            if error is not None:  # a bug: jobs report all other errors themselves
                logger.error("%s failed", job.spec.input, exc_info=error)
                sentence = Message("internal error: {error}; see the log", error=repr(error))
                self._on_event(job, Failed(job.spec.input, sentence))
        finally:
            turn.end()
