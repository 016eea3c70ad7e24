"""Reuse of a closed network's memory and packed weights by the next one of the same weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.spare_memory import Shelf
from gpu_unet.weights import Layer

Form = Literal["windows", "winograd", "depthwise", "head"]  # how a layer's weights are packed
Places = dict[tuple[Layer, Form], tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Spare:
    """The arena of a closed network.

    Attributes:
        places: Places of packed weight and bias, in floats, by layer and form; all before `end`.
        end: Floats at the arena's front that packed layers take.
        arena: float32, flat, aligned to a cache line.
    """

    places: Mapping[tuple[Layer, Form], tuple[int, int]]
    end: int
    arena: npt.NDArray[np.float32]


shelf: Shelf[Spare] = Shelf()  # by the weights whose packed layers they hold
