"""The network's input: a table of what its channels hold, and what callers gave an engine for it.

To feed networks something more, add a row to `INPUTS` and a method of `Engine` that takes it. The
weights file, the memory and kernels of every engine, and the reference follow from the row.

A *clean plate* is a picture of the set without the actor (film term), one of these inputs;
`Observation` is what a network read of a frame and answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class NetworkInput:
    """Neighbouring channels of the network's input. Each holds numbers in [0, 1].

    Attributes:
        name: For error messages.
        channels: How many.
        source: "frame": every frame is resized to it, and every network reads it. "caller": a
            method of the engine takes bytes at the network's size, registered to the frames; they
            stay for later batches.
        convention: What the model's card says of it.
        missing: Byte that stands in all its channels while the caller gives none.
    """

    name: str
    channels: int
    source: Literal["frame", "caller"]
    convention: str
    missing: int = 0


PICTURE = NetworkInput("frame", 3, "frame", "RGB in [0, 1], no mean or scale")
CLEAN_PLATE = NetworkInput(
    "clean plate",
    4,
    "caller",
    "a clean plate: RGB, 0 where unknown, and confidence, in [0, 1]",
)
INPUTS = (PICTURE, CLEAN_PLATE)  # in the order of the channels; the frame's come first


def _by_channels(table: Sequence[NetworkInput]) -> Mapping[int, tuple[NetworkInput, ...]]:
    """Inputs by their sum of channels: the frame's, alone or with any of the caller's."""
    frame = [which for which in table if which.source == "frame"]
    given = [which for which in table if which.source == "caller"]
    sets = [
        (*frame, *some) for count in range(len(given) + 1) for some in combinations(given, count)
    ]
    by_channels = {sum(which.channels for which in some): some for some in sets}
    assert len(by_channels) == len(sets), "the number of channels says which inputs a network reads"
    return by_channels


_BY_CHANNELS = _by_channels(INPUTS)


def inputs_of(in_channels: int) -> tuple[NetworkInput, ...]:
    """What a network of `in_channels` channels reads, in the order of its channels.

    Raises:
        ValueError: No engine feeds such a network.
    """
    if in_channels not in _BY_CHANNELS:
        fed = " and of ".join(
            f"{count} ({' and '.join(f'a {which.name}' for which in inputs)})"
            for count, inputs in _BY_CHANNELS.items()
        )
        raise ValueError(f"in_channels is {in_channels}, this version feeds networks of {fed}")
    return _BY_CHANNELS[in_channels]


class GivenInputs:
    """What the caller gave one engine for its network, beside the frames; one thread.

    Args:
        architecture: At the network's size.

    Attributes:
        values: uint8 (height, width, channels): the inputs that come from the caller, one after
            the other, behind the picture in the network's input. Without any: 0 channels.
        is_new: Whether the network's input holds other values; an engine that has written these
            sets it to False.
    """

    def __init__(self, architecture: UNetArchitecture) -> None:
        self._in_channels = architecture.in_channels
        self._places: dict[NetworkInput, slice] = {}
        end = 0
        for which in inputs_of(architecture.in_channels):
            if which.source == "caller":
                self._places[which] = slice(end, end + which.channels)
                end += which.channels
        self.values: Bytes = np.zeros((architecture.height, architecture.width, end), np.uint8)
        for which, place in self._places.items():
            self.values[..., place] = which.missing
        self.is_new = bool(self.values.any())  # an engine begins with zeros

    def take(self, which: NetworkInput, values: Bytes | None) -> None:
        """Copy an input for the batches from now on.

        Args:
            which: Its row.
            values: uint8 (height, width, `which.channels`); None: it is missing from now on, which
                every network allows.

        Raises:
            ValueError: The values have another size, or the network does not read this input.
        """
        place = self._places.get(which)
        if place is None:
            if values is None:
                return
            raise ValueError(
                f"a {which.name} was given to a network of {self._in_channels} input channels, "
                "which reads none; take a model that reads one"
            )
        size, own = self.values.shape[:2], self.values[..., place]
        if values is None:
            own[:] = which.missing
        elif values.shape == own.shape:
            own[:] = values
        else:
            height, width = values.shape[:2]
            raise ValueError(
                f"the {which.name} is {width}x{height}, the network's input {size[1]}x{size[0]}; "
                "make or scale it at that size"
            )
        self.is_new = True


@dataclass(frozen=True, slots=True, eq=False)
class CleanPlate:
    """The background behind the person, as far as it is known.

    The network reads it beside the frame (`gpu_unet.network_input`). It is never shown: composites
    contain no pixel of it.

    Attributes:
        rgb: uint8 (height, width, 3) at the network's input size, registered to the frames;
            ignored where `confidence` is 0.
        confidence: uint8 (height, width): 0 is unknown, 255 certain.
    """

    rgb: Bytes
    confidence: Bytes

    def __post_init__(self) -> None:
        if self.rgb.dtype != np.uint8 or self.confidence.dtype != np.uint8:
            raise ValueError(
                f"a clean plate holds {self.rgb.dtype} and {self.confidence.dtype}, "
                "both must be uint8"
            )
        if self.rgb.ndim != 3 or self.rgb.shape != (*self.confidence.shape, 3):
            raise ValueError(
                f"a clean plate's colours are {self.rgb.shape} and its confidence is "
                f"{self.confidence.shape}; expected (height, width, 3) and (height, width)"
            )

    @property
    def height(self) -> int:
        """Rows."""
        return self.confidence.shape[0]

    @property
    def width(self) -> int:
        """Columns."""
        return self.confidence.shape[1]

    def as_input(self) -> Bytes:
        """uint8 (height, width, 4) for the network: R, G, B, 0 where unknown, and confidence."""
        confidence = self.confidence[..., np.newaxis]
        return np.concatenate((np.where(confidence > 0, self.rgb, 0), confidence), axis=2)


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """The network's input and output for one frame; clean plates are learnt from these.

    Attributes:
        rgb: uint8 (height, width, 3): the frame at the network's input size.
        alpha: uint8 (height, width): the network's alpha, 255 = person, before smoothing, specks
            and edges. Those stages may remove a person whom the network sees faintly; a plate
            learnt from their result would then contain that person.

    Both may be views of one array.
    """

    rgb: Bytes
    alpha: Bytes

    def taken_apart(self) -> Observation:
        """The same with contiguous arrays; copies only what is not contiguous."""
        return Observation(np.ascontiguousarray(self.rgb), np.ascontiguousarray(self.alpha))


def takes_clean_plate(architecture: UNetArchitecture) -> bool:
    """Whether a network reads a plate beside the frame."""
    return CLEAN_PLATE in inputs_of(architecture.in_channels)
