"""Runner: what executes tasks: this process, or Dask's workers."""

from __future__ import annotations

import queue
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from app.cluster import tasks
from app.cluster.plain import Plain
from app.pipeline.background_tasks import give_way


class RunnerLostError(RuntimeError):
    """There is no worker any more; one sentence says what has gone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a task.

    Attributes:
        result: What `tasks.work` returned; None: it never ran to its end.
        trouble: Why, as one sentence.
        worker: Which worker it was, for `avoid`; empty if unknown.
    """

    ticket: str
    result: Plain | None
    trouble: str = ""
    worker: str = ""


class Runner(ABC):
    """Used by one thread, except `cancel`.

    Attributes:
        told: Events of running tasks, as they arrive.
        dashboard: Address of Dask's dashboard; empty: there is none.
        has_machines: Tasks run on several machines, so that a failure names its own.
    """

    dashboard: str = ""
    has_machines = True

    def __init__(self) -> None:
        self.told: queue.SimpleQueue[Plain] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Outcome] = queue.SimpleQueue()

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many tasks can run at a time now."""

    @abstractmethod
    def submit(self, ticket: str, task: str, payload: Plain, *, avoid: frozenset[str]) -> None:
        """Start a task, on a worker outside `avoid` if there is one."""

    def finished(self, timeout_s: float) -> list[Outcome]:
        """Tasks that ended since the last call; waits a little if there are none.

        Raises:
            RunnerLostError: The submitted tasks will never end.
        """
        found: list[Outcome] = []
        with suppress(queue.Empty):
            found.append(self._done.get(timeout=timeout_s))
            while True:
                found.append(self._done.get_nowait())
        return found

    @abstractmethod
    def everywhere(self, payload: Plain) -> list[Plain]:
        """The results of `tasks.check` on every machine."""

    @abstractmethod
    def cancel(self, job: str) -> None:
        """End a job's tasks after their present frame. Never waits long."""

    @abstractmethod
    def close(self) -> None:
        """End: no more tasks are submitted; may be called twice."""


class InProcess(Runner):
    """Runs one task at a time in this process, to resume a cluster's job without one."""

    has_machines = False

    def __init__(self) -> None:
        super().__init__()
        self._executor = ThreadPoolExecutor(1, "cluster-task", initializer=give_way)

    @property
    def slots(self) -> int:  # noqa: D102
        return 1

    def submit(self, ticket: str, task: str, payload: Plain, *, avoid: frozenset[str]) -> None:  # noqa: D102
        self._executor.submit(self._run, ticket, task, payload)

    def _run(self, ticket: str, task: str, payload: Plain) -> None:
        try:
            outcome = Outcome(ticket, tasks.work(task, payload, self.told.put), worker="here")
        except Exception as error:  # noqa: BLE001 -- a bug; the caller of `finished` gets it
            outcome = Outcome(ticket, None, f"internal error: {error!r}")
        self._done.put(outcome)

    def everywhere(self, payload: Plain) -> list[Plain]:  # noqa: D102
        return [tasks.check(payload)]

    def cancel(self, job: str) -> None:  # noqa: D102
        tasks.cancel(job)

    def close(self) -> None:  # noqa: D102
        self._executor.shutdown(wait=True, cancel_futures=True)
