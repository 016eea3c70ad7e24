"""HostCopies: arrays between a caller's memory and pinned memory, large ones by several threads.

Of 4K frames one thread copied 5 to 6 GB/s beside an H100, in and out together, four copied 10 to 15
beside an H200 (`lab.benchmarks.bench_bits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.cores import available_cores

MOST_THREADS = 4
# Bytes of one call from which threads share them, and of a piece: below, waking them costs more.
SHARED_FROM, PIECE = 4 * 2**20, 2**20

Array = npt.NDArray[Any]


class HostCopies:
    """Copies arrays; for one thread at a time."""

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None

    def copy(self, pairs: Sequence[tuple[Array, Array]]) -> None:
        """Copy each (target, source); both of a pair have one shape and one dtype."""
        if sum(target.nbytes for target, _ in pairs) < SHARED_FROM:
            for target, source in pairs:
                np.copyto(target, source)
            return
        if self._threads is None:
            self._threads = ThreadPoolExecutor(min(MOST_THREADS, available_cores()), "copy")
        pieces = [piece for pair in pairs for piece in _pieces(*pair)]
        for _ in self._threads.map(lambda piece: np.copyto(*piece), pieces):
            pass  # raises what a copy raised

    def copies_of(self, sources: Iterable[Array]) -> list[Array]:
        """New arrays with the same content."""
        sources = list(sources)
        made = [np.empty_like(source) for source in sources]
        self.copy(list(zip(made, sources, strict=True)))
        return made

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.shutdown()
            self._threads = None


def _pieces(target: Array, source: Array) -> list[tuple[Array, Array]]:
    """A pair in parts of about `PIECE` bytes along its first axis."""
    if target.shape != source.shape:
        return [(target, source)]  # raises as it would alone
    rows = max(1, len(target) * PIECE // max(1, target.nbytes))
    starts = range(0, len(target), rows)
    return [(target[row : row + rows], source[row : row + rows]) for row in starts]
