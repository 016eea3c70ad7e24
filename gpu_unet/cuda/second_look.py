"""SecondLook: flip-test averaging on the GPU: infer each picture and its mirror image."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.kernels import second_look
from gpu_unet.cuda.layer_plan import Arrays
from gpu_unet.cuda.network import CudaNetwork

FIRST = "first_look"


class SecondLook:
    """A second inference in the same buffers; see `reference.second_look`.

    The input is mirrored in place and mirrored back within the same graph, so later stages, and
    what callers gave that stays there for later batches, find it unchanged.

    Args:
        network: The network; its `alpha` becomes the mean of both inferences.
    """

    def __init__(self, network: CudaNetwork) -> None:
        self._network = network
        self._first: DeviceArray | None = None

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare memory for the first alpha."""
        a = self._network.architecture
        plan.add(FIRST, (self._network.batch_size, a.height, a.width), np.float32)

    def bind(self, arrays: Arrays) -> None:
        """Take the buffer of `reserve`; after the network's `bind`."""
        self._first = arrays[FIRST]

    def enqueue(self, *, stream: Any) -> None:
        """Enqueue both inferences of the whole batch."""
        ends = (self._network.input, self._network.alpha, self._first)
        self._network.enqueue(stream=stream)
        second_look.turn_away(*ends, stream=stream)
        self._network.enqueue(stream=stream)
        second_look.turn_back(*ends, stream=stream)
