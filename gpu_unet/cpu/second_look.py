"""SecondLook: flip-test averaging on the CPU: infer each picture and its mirror image."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.kernels.simple_layers import take_mean
from gpu_unet.cpu.network import Network

Floats = npt.NDArray[np.float32]


class SecondLook:
    """A network that infers twice and averages, with `CpuNetwork`'s interface.

    It takes the time of two inferences, and memory for one more input and one more alpha. See
    `reference.unet.look_twice`.

    Args:
        network: The network to run, of one slot; it belongs to this object from now on.

    Attributes:
        input: As `CpuNetwork.input`. It is never mirrored, so the clean plate, which stays there
            from frame to frame, survives a run in parts that is abandoned halfway.
        alpha: As `CpuNetwork.alpha`; between the two inferences the first one's, mirrored.
        is_spare: The network's.
    """

    slots = 1
    is_ready = True

    def __init__(self, network: Network) -> None:
        self.network = network
        count, height, width, channels = network.input.shape
        # Strided like the network's own input: the same array type to compiled kernels.
        around = np.zeros((count, height + 2, width + 2, channels), np.float32)
        self.input: Floats = around[:, 1:-1, 1:-1]
        self.alpha: Floats = np.zeros_like(network.alpha)
        self.is_spare = network.is_spare

    def begin(self, slot: int) -> None:
        """See `Network.begin`."""

    def finish(self, slot: int, *, in_parts: bool) -> Generator[None, None, None]:
        """See `Network.finish`."""
        network = self.network
        np.copyto(network.input, self.input)
        network.begin(slot)
        yield from network.finish(slot, in_parts=in_parts)
        np.copyto(self.alpha, network.alpha[:, :, ::-1])
        np.copyto(network.input, self.input[:, :, ::-1])
        network.begin(slot)
        yield from network.finish(slot, in_parts=in_parts)
        # Of both alphas while they are mirrored: kernels go through memory forwards.
        take_mean(network.alpha.reshape(-1), self.alpha.reshape(-1))
        np.copyto(self.alpha, network.alpha[:, :, ::-1])

    def close(self) -> None:
        """See `CpuNetwork.close`."""
        self.network.close()
