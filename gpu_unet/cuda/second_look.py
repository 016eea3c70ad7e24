"""SecondLook: a network on the GPU that is asked of each picture and of its mirror image."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.kernels import second_look
from gpu_unet.cuda.layer_plan import Arrays
from gpu_unet.cuda.network import CudaNetwork

FIRST = "first_look"


class SecondLook:
    """One more inference in the same buffers; see `reference.second_look`.

    The input is mirrored where it lies and turned back within the same graph: whoever reads it
    behind, or leaves a clean plate there for later batches, finds it as it was.

    Args:
        network: Whose `input` is read and whose `alpha` becomes the mean.
    """

    def __init__(self, network: CudaNetwork) -> None:
        self._network = network
        self._first: DeviceArray | None = None

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare memory for the first answer."""
        a = self._network.architecture
        plan.add(FIRST, (self._network.batch_size, a.height, a.width), np.float32)

    def bind(self, arrays: Arrays) -> None:
        """Take it; after the network's."""
        self._first = arrays[FIRST]

    def enqueue(self, *, stream: Any) -> None:
        """Both inferences of the whole batch; only enqueues."""
        ends = (self._network.input, self._network.alpha, self._first)
        self._network.enqueue(stream=stream)
        second_look.turn_away(*ends, stream=stream)
        self._network.enqueue(stream=stream)
        second_look.turn_back(*ends, stream=stream)
