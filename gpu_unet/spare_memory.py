"""What a GPU's closed engine leaves for the next, of whatever size: its two allocations.

Page-locking the 45 MiB that four frames of 720p take costs as much as computing a hundred of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gpu_unet.errors import EngineError

MOST_TOO_LARGE = 2  # times what is needed; beyond, the rest would lie idle for a whole film


@dataclass(frozen=True, slots=True)
class _Allocation:
    base: int
    nbytes: int
    free: Callable[[int], None]


class SpareMemory:
    """Keeps one allocation of each kind while engines are expected; on the engines' thread.

    Attributes:
        is_expected: Another engine will be opened soon; any thread may say so.
    """

    def __init__(self) -> None:
        self.is_expected = False
        self._kept: dict[str, _Allocation] = {}

    def take(self, kind: str, nbytes: int) -> tuple[int, int] | None:
        """Address and size of what was left, the caller's from now on; None if nothing fits.

        Args:
            kind: Of memory, e.g. "device".
            nbytes: The least that will do.
        """
        kept = self._kept.pop(kind, None)
        if kept is None:
            return None
        if nbytes <= kept.nbytes <= MOST_TOO_LARGE * nbytes:
            return kept.base, kept.nbytes
        kept.free(kept.base)
        return None

    def leave(self, kind: str, base: int, nbytes: int, free: Callable[[int], None]) -> None:
        """Keep what an engine has done with, or the larger that is kept; `free` the other."""
        kept = self._kept.get(kind)
        if not self.is_expected or (kept is not None and kept.nbytes >= nbytes):
            free(base)
            return
        self._kept[kind] = _Allocation(base, nbytes, free)
        if kept is not None:
            kept.free(kept.base)

    def release(self) -> None:
        """Free what is kept."""
        kept, self._kept = self._kept, {}
        for allocation in kept.values():
            try:
                allocation.free(allocation.base)
            except EngineError:  # the device is gone, and its memory with it
                return


spare_memory = SpareMemory()
