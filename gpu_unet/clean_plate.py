"""CleanPlate: the background without the person, as network input; Observation: a frame's result.

A *clean plate* is a picture of the set without the actor (film term).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.network_input import CLEAN_PLATE, inputs_of

Plane = npt.NDArray[np.uint8]


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

    rgb: Plane
    confidence: Plane

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

    def as_input(self) -> Plane:
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

    rgb: Plane
    alpha: Plane

    def taken_apart(self) -> Observation:
        """The same with contiguous arrays; copies only what is not contiguous."""
        return Observation(np.ascontiguousarray(self.rgb), np.ascontiguousarray(self.alpha))


def takes_clean_plate(architecture: UNetArchitecture) -> bool:
    """Whether a network reads a plate beside the frame."""
    return CLEAN_PLATE in inputs_of(architecture.in_channels)
