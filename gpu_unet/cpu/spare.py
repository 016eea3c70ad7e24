"""Reuse of a closed engine's memory and packed weights by the next engine of the same weights.

A folder of photos opens a network for each size. Of that, packing the weights of `quality` takes
half a second and mapping 286 MiB another half; its photo takes an eighth of a second.
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
    """The arena of a closed network.

    Attributes:
        weights: The weights whose packed layers it holds.
        places: Places of packed weight and bias, in floats, by layer and form; all before `end`.
        end: Floats at the arena's front that packed layers take.
        arena: float32, flat, aligned to a cache line.
    """

    weights: object
    places: Mapping[tuple[Layer, Form], tuple[int, int]]
    end: int
    arena: npt.NDArray[np.float32]


class SpareShelf:
    """Holds the newest spare while more engines are expected. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_open = False
        self._spare: Spare | None = None

    @property
    def is_open(self) -> bool:
        """Whether another engine is expected."""
        return self._is_open

    def open(self) -> None:
        """Expect another engine: keep the spare that `leave` is given."""
        with self._lock:
            self._is_open = True

    def close(self) -> None:
        """Expect no further engine: free what is kept."""
        with self._lock:
            self._is_open = False
            self._spare = None

    def leave(self, spare: Spare) -> None:
        """Keep a spare for the next engine; it is dropped if none is expected."""
        with self._lock:
            self._spare = spare if self._is_open else None

    def take(self, weights: object) -> Spare | None:
        """Hand over the spare of this very `weights` object, or None; any other is freed."""
        with self._lock:
            spare, self._spare = self._spare, None
        return spare if spare is not None and spare.weights is weights else None


shelf = SpareShelf()
