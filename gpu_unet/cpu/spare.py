"""What a network leaves for the next of the same weights: its memory, packed weights and all.

A folder of photos opens a network for each size. Packing the weights of `quality` takes half a
second of that, and getting 286 MiB from the system another half; its photo takes an eighth.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.weights import Layer

Form = Literal["windows", "winograd", "depthwise", "head"]  # how a layer's weights are packed
Places = dict[tuple[Layer, Form], tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Spare:
    """An arena that nobody computes in any more.

    Attributes:
        weights: Whose packed layers lie in it.
        places: Of packed weight and bias, in floats, by layer and form; all lie before `end`.
        end: Floats at the arena's front that they take.
        arena: float32, flat, aligned to a cache line.
    """

    weights: object
    places: Mapping[tuple[Layer, Form], tuple[int, int]]
    end: int
    arena: npt.NDArray[np.float32]


class SpareShelf:
    """Holds the newest spare while another network is expected, and none otherwise. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_open = False
        self._spare: Spare | None = None

    @property
    def is_open(self) -> bool:
        """Whether another network is expected."""
        return self._is_open

    def open(self) -> None:
        """Another network will be made soon."""
        with self._lock:
            self._is_open = True

    def close(self) -> None:
        """None will: nothing is kept, and what was is freed."""
        with self._lock:
            self._is_open = False
            self._spare = None

    def leave(self, spare: Spare) -> None:
        """For whoever comes next, if anybody is expected."""
        with self._lock:
            self._spare = spare if self._is_open else None

    def take(self, weights: object) -> Spare | None:
        """The spare of these very weights, the caller's from now on; any other is freed."""
        with self._lock:
            spare, self._spare = self._spare, None
        return spare if spare is not None and spare.weights is weights else None


shelf = SpareShelf()
