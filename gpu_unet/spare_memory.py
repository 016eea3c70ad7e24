"""What one engine leaves to the next while more are expected: a GPU's memory, and a `SpareSlot`'s.

Page-locking the 45 MiB that four frames of 720p take costs as much as computing a hundred of them.
A folder of photos opens a network for each size: packing the weights of `quality` takes half a
second and mapping 286 MiB another half, its photo an eighth of a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gpu_unet.errors import EngineError

T = TypeVar("T")

MOST_TOO_LARGE = 2  # largest ratio of kept to needed bytes: the excess is idle for a whole film


@dataclass(frozen=True, slots=True)
class _Allocation:
    base: int
    nbytes: int
    free: Callable[[int], None]


class SpareMemory:
    """Keeps one allocation of each kind while engines are expected; used on the engines' thread.

    Attributes:
        is_expected: Whether another engine will be opened soon; any thread may set it.
    """

    def __init__(self) -> None:
        self.is_expected = False
        self._kept: dict[str, _Allocation] = {}

    def take(self, kind: str, nbytes: int) -> tuple[int, int] | None:
        """Hand over a kept allocation as (address, bytes); None if none fits.

        Args:
            kind: Kind of memory, e.g. "device".
            nbytes: Smallest size that suffices.
        """
        kept = self._kept.pop(kind, None)
        if kept is None:
            return None
        if nbytes <= kept.nbytes <= MOST_TOO_LARGE * nbytes:
            return kept.base, kept.nbytes
        kept.free(kept.base)
        return None

    def leave(self, kind: str, base: int, nbytes: int, free: Callable[[int], None]) -> None:
        """Keep the larger of this allocation and the kept one; free the other.

        Nothing is kept unless an engine is expected.
        """
        kept = self._kept.get(kind)
        if not self.is_expected or (kept is not None and kept.nbytes >= nbytes):
            free(base)
            return
        self._kept[kind] = _Allocation(base, nbytes, free)
        if kept is not None:
            kept.free(kept.base)

    def release(self) -> None:
        """Free all kept allocations."""
        kept, self._kept = self._kept, {}
        for allocation in kept.values():
            try:
                allocation.free(allocation.base)
            except EngineError:  # the device is gone, and its memory with it
                return


spare_memory = SpareMemory()


class SpareSlot(Generic[T]):
    """Holds the newest thing of a kind while engines are expected, else none. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.is_open = False
        self._kept: tuple[object, T] | None = None

    def expect(self, *, is_expected: bool) -> None:
        """Whether another engine will be made; if not, what was kept is freed."""
        with self._lock:
            self.is_open = is_expected
            if not is_expected:
                self._kept = None

    def leave(self, of: object, thing: T) -> None:
        """Keep what was made of `of`, unless no engine is expected."""
        with self._lock:
            self._kept = (of, thing) if self.is_open else None

    def find(self, of: object) -> T | None:
        """What was made of `of`; it stays."""
        kept = self._kept
        return kept[1] if kept is not None and kept[0] == of else None

    def take(self, of: object) -> T | None:
        """Hand over what was made of `of`; of anything else it is freed."""
        with self._lock:
            found, self._kept = self.find(of), None
        return found


# The memory and packed weights of a closed network on the CPU, by its weights; see `cpu.network`.
shelf: SpareSlot[Any] = SpareSlot()
