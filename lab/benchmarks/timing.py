"""Timing: contenders take turns in one process, and medians are reported, never one mean."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

# Threads of the contender before may still be spinning for work; they give up after a while.
PAUSE_S = 0.02


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall times of one contender, in milliseconds.

    Attributes:
        runs: Number of timed runs.
        median_ms: Half of the runs were faster.
        p95_ms: 95 of 100 runs were faster.
        minimum_ms: The fastest run: what the code costs when nothing else happens.
    """

    runs: int
    median_ms: float
    p95_ms: float
    minimum_ms: float

    @classmethod
    def of(cls, times_ms: list[float]) -> Timing:
        """Statistics of single runs."""
        return cls(
            runs=len(times_ms),
            median_ms=round(float(np.median(times_ms)), 4),
            p95_ms=round(float(np.percentile(times_ms, 95)), 4),
            minimum_ms=round(min(times_ms), 4),
        )


def take_turns(
    contenders: Mapping[str, Callable[[], object]], *, rounds: int = 15, burst: int = 6
) -> dict[str, Timing]:
    """Time every contender under the same conditions.

    Each round gives every contender one burst of runs, so that a machine that slows down or is
    disturbed slows all of them. The first run of a burst is not counted: it finds the caches full
    of another's data, which is not how a video runs.

    Args:
        contenders: By name; each call is one run, complete when it returns.
        rounds: Turns of each.
        burst: Runs of a turn, the uncounted one included.
    """
    times_ms: dict[str, list[float]] = {name: [] for name in contenders}
    for run in contenders.values():
        run()
    for _ in range(rounds):
        for name, run in contenders.items():
            time.sleep(PAUSE_S)
            for index in range(burst):
                start = time.perf_counter()
                run()
                elapsed_ms = (time.perf_counter() - start) * 1e3
                if index > 0:
                    times_ms[name].append(elapsed_ms)
    return {name: Timing.of(times) for name, times in times_ms.items()}
