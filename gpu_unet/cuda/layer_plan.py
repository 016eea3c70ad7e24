"""LayerPlan: planes, constants and launches of a network, collected while it is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.weights import Layer

Launch = Callable[[Any], None]
Arrays = Mapping[str, DeviceArray]
LaunchFactory = Callable[[Arrays], tuple[str, Launch]]


@dataclass(slots=True, eq=False)
class LayerPlan:
    """Memory and launches of a network's layers, by name.

    Attributes:
        architecture: The architecture with padded channels.
        layers: Folded weights by layer, float32, padded likewise.
        batch_size: Images of every inference.
        dtype: float16 or float32, of weights and activations.
        multiprocessors: Multiprocessors of the GPU.
        planes: Shape and type of each activation.
        constants: Host arrays that `bind` uploads.
        launch_factories: In the order of the launches; given the arena's arrays, each returns its
            layer's name and what launches it on a stream.
    """

    architecture: UNetArchitecture
    layers: Mapping[str, Layer]
    batch_size: int
    dtype: np.dtype[Any]
    multiprocessors: int
    planes: dict[str, tuple[tuple[int, ...], Any]] = field(default_factory=dict)
    constants: dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    launch_factories: list[LaunchFactory] = field(default_factory=list)

    @property
    def is_half(self) -> bool:
        """Whether activations are float16."""
        return self.dtype == np.float16

    def add_plane(self, name: str, level: int, channels: int) -> None:
        """Bordered activations of a level; the same name again means the same plane."""
        height, width = self.architecture.level_size(level)
        shape = (self.batch_size, height + 2, width + 2, channels)
        self.planes.setdefault(name, (shape, self.dtype))

    def channels_of(self, name: str) -> int:
        """Channels of a pixel of the plane `name`."""
        return self.planes[name][0][3]

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare planes and constants."""
        for name, (shape, dtype) in self.planes.items():
            plan.add(name, shape, dtype)
        for name, values in self.constants.items():
            plan.add(name, values.shape, values.dtype)

    def bind(self, arrays: Arrays) -> list[tuple[str, Launch]]:
        """Upload the constants; return every launch with its layer's name, in order."""
        for name, values in self.constants.items():
            arrays[name].upload(values)
        return [make(arrays) for make in self.launch_factories]
