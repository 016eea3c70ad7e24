"""What an engine leaves for the next of the same weights: them, and its memory with them packed.

A folder of photos opens a network for each size. Packing the weights of `quality` takes half a
second of that, and getting 286 MiB from the system another half; its photo takes an eighth.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.weights import Layer, Weights, load_weights

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
    """Holds weights and the newest spare while engines are expected, and none else. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_open = False
        self._spare: Spare | None = None
        self._weights: tuple[tuple[Path, int, int], Weights] | None = None  # and of which file

    @property
    def is_open(self) -> bool:
        """Whether another engine is expected."""
        return self._is_open

    def open(self) -> None:
        """Another engine will be made soon."""
        with self._lock:
            self._is_open = True

    def close(self) -> None:
        """None will: nothing is kept, and what was is freed."""
        with self._lock:
            self._is_open = False
            self._spare = self._weights = None

    def weights_of(self, path: Path) -> Weights:
        """Of a file; while engines are expected the very same object, if the file is the same.

        Raises:
            WeightsError: As `load_weights`.
        """
        try:
            stat = path.stat()
        except OSError:
            return load_weights(path)  # which says what is wrong
        file = (path, stat.st_mtime_ns, stat.st_size)
        kept = self._weights
        if kept is not None and kept[0] == file:
            return kept[1]
        weights = load_weights(path)
        with self._lock:
            self._weights = (file, weights) if self._is_open else None
        return weights

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
