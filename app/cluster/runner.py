"""Runner: who does tasks: this process, or workers that Dask knows."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from app.cluster import tasks
from app.cluster.plain import Plain
from app.pipeline.priority import give_way


class RunnerLostError(RuntimeError):
    """Nobody does tasks any more; one sentence says who has gone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a task.

    Attributes:
        ticket: As `submit` returned it.
        result: What `tasks.work` returned; None: it never came to that.
        trouble: Then: one sentence.
        worker: Who did it, for `avoid`; empty if unknown.
    """

    ticket: str
    result: Plain | None
    trouble: str = ""
    worker: str = ""


class Runner(ABC):
    """Used by one thread, but for `cancel`.

    Attributes:
        told: What tasks tell meanwhile, as it arrives.
        dashboard: The address of Dask's; empty: there is none.
    """

    dashboard: str = ""

    def __init__(self) -> None:
        self.told: queue.SimpleQueue[Plain] = queue.SimpleQueue()

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many tasks are done at a time, at the moment."""

    @abstractmethod
    def submit(self, ticket: str, task: str, payload: Plain, *, avoid: frozenset[str]) -> None:
        """Have a task done, by another worker than those of `avoid` if there is one."""

    @abstractmethod
    def finished(self, timeout_s: float) -> list[Outcome]:
        """What ended since the last call; waits a little if nothing has.

        Raises:
            RunnerLostError: What was submitted will never end.
        """

    @abstractmethod
    def everywhere(self, payload: Plain) -> list[Plain]:
        """What `tasks.check` says on every machine."""

    @abstractmethod
    def cancel(self, job: str) -> None:
        """End what runs of a job after the frame in hand. Never waits long."""

    @abstractmethod
    def close(self) -> None:
        """Nothing is submitted any more; may be called twice."""


class InProcess(Runner):
    """One task at a time, here: how a job goes on that was begun on a cluster."""

    def __init__(self) -> None:
        super().__init__()
        self._done: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._executor = ThreadPoolExecutor(1, "cluster-task", initializer=give_way)
        self._closed = threading.Event()

    @property
    def slots(self) -> int:
        """One."""
        return 1

    def submit(self, ticket: str, task: str, payload: Plain, *, avoid: frozenset[str]) -> None:
        """See `Runner.submit`."""
        self._executor.submit(self._run, ticket, lambda: tasks.work(task, payload, self.told.put))

    def _run(self, ticket: str, call: Callable[[], Plain]) -> None:
        try:
            outcome = Outcome(ticket, call(), worker="here")
        except Exception as error:  # noqa: BLE001 -- a fault of ours; whoever waits is told
            outcome = Outcome(ticket, None, f"internal error: {error!r}")
        self._done.put(outcome)

    def finished(self, timeout_s: float) -> list[Outcome]:
        """See `Runner.finished`."""
        return drained(self._done, timeout_s)

    def everywhere(self, payload: Plain) -> list[Plain]:
        """Of this machine."""
        return [tasks.check(payload)]

    def cancel(self, job: str) -> None:
        """See `Runner.cancel`."""
        tasks.cancel(job)

    def close(self) -> None:
        """See `Runner.close`."""
        self._executor.shutdown(wait=True, cancel_futures=True)


def drained(waiting: queue.SimpleQueue[Outcome], timeout_s: float) -> list[Outcome]:
    """All that is in a queue; waits a little for the first."""
    found: list[Outcome] = []
    try:
        found.append(waiting.get(timeout=timeout_s))
        while True:
            found.append(waiting.get_nowait())
    except queue.Empty:
        return found
