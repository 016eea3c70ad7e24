"""ThreadClock: how one thread's time divides into work and waiting for other stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class ThreadTimes:
    """The times of one thread, in seconds; `worked_s` and `waited_s` add up to `wall_s`.

    Attributes:
        wall_s: From the thread's first moment to its last.
        worked_s: By kind of work.
        waited_s: By the stage that it waited for.
    """

    wall_s: float
    worked_s: Mapping[str, float]
    waited_s: Mapping[str, float]

    def __add__(self, other: ThreadTimes) -> ThreadTimes:
        return ThreadTimes(
            self.wall_s + other.wall_s,
            _sum(self.worked_s, other.worked_s),
            _sum(self.waited_s, other.waited_s),
        )


class ThreadClock:
    """Counts each moment of the calling thread once; it runs from the start.

    Args:
        work: What the thread does unless stated otherwise.
        clock: Returns the time, in seconds.
    """

    def __init__(self, work: str, *, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._worked: dict[str, float] = {}
        self._waited: dict[str, float] = {}
        self._now = (self._worked, work)
        self._is_stopped = False
        self.began_s = self._since_s = clock()

    def measure(self, work: str) -> AbstractContextManager[None]:
        """Count the time of the `with` block as this work."""
        return self._counting(self._worked, work)

    def wait_for(self, stage: str) -> AbstractContextManager[None]:
        """Count the time of the `with` block as waiting for this stage."""
        return self._counting(self._waited, stage)

    def stop(self) -> None:
        """End the count: the thread has finished."""
        self._lap()
        self._is_stopped = True

    def times(self) -> ThreadTimes:
        """Times until now, or until `stop`; on this thread, or on any after `stop`."""
        if not self._is_stopped:
            self._lap()
        return ThreadTimes(self._since_s - self.began_s, dict(self._worked), dict(self._waited))

    @contextmanager
    def _counting(self, totals: dict[str, float], name: str) -> Iterator[None]:
        self._lap()
        before, self._now = self._now, (totals, name)
        try:
            yield
        finally:
            self._lap()
            self._now = before

    def _lap(self) -> None:
        now_s = self._clock()
        totals, name = self._now
        totals[name] = totals.get(name, 0.0) + now_s - self._since_s
        self._since_s = now_s


def _sum(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {name: one.get(name, 0.0) + other.get(name, 0.0) for name in {**one, **other}}
