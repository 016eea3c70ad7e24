"""SecondLook: flip-test averaging on the CPU: infer each picture and its mirror image."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.network import Network

Floats = npt.NDArray[np.float32]


class TwiceAsked(Network, Protocol):
    """A network of one slot that is asked at once."""

    def infer(self, count: int) -> Floats:
        """See `CpuNetwork.infer`."""
        ...

    def infer_parts(self, count: int) -> Iterator[None]:
        """See `CpuNetwork.infer_parts`."""
        ...


class SecondLook:
    """A network that infers twice and averages, with `CpuNetwork`'s interface.

    It takes the time of two inferences, and memory for one more input and one more alpha. See
    `reference.second_look`.

    Args:
        network: The network to run; it belongs to this object from now on.

    Attributes:
        input: As `CpuNetwork.input`. It is never mirrored, so the clean plate, which stays there
            from frame to frame, survives a run in parts that is abandoned halfway.
        alpha: As `CpuNetwork.alpha`; all NaN if one of the two alphas has a fault.
        is_spare: The network's.
    """

    slots = 1

    def __init__(self, network: TwiceAsked) -> None:
        self._network = network
        count, height, width, channels = network.input.shape
        # Strided like the network's own input: the same array type to compiled kernels.
        around = np.zeros((count, height + 2, width + 2, channels), np.float32)
        self.input: Floats = around[:, 1:-1, 1:-1]
        self.alpha: Floats = np.zeros_like(network.alpha)
        self.is_spare = network.is_spare

    def infer(self, count: int) -> Floats:
        """See `CpuNetwork.infer`."""
        np.copyto(self._network.input, self.input)
        np.copyto(self.alpha[:count], self._network.infer(count))
        np.copyto(self._network.input, self.input[:, :, ::-1])
        self._network.infer(count)
        self._take_mean(count)
        return self.alpha[:count]

    def infer_parts(self, count: int) -> Iterator[None]:
        """See `CpuNetwork.infer_parts`."""
        np.copyto(self._network.input, self.input)
        yield from self._network.infer_parts(count)
        np.copyto(self.alpha[:count], self._network.alpha[:count])
        np.copyto(self._network.input, self.input[:, :, ::-1])
        yield from self._network.infer_parts(count)
        self._take_mean(count)

    def begin(self, slot: int) -> None:
        """See `Network.begin`."""

    def finish(self, slot: int) -> Floats:
        """See `Network.finish`."""
        return self.infer(1)[slot]

    def finish_parts(self, slot: int) -> Iterator[None]:
        """See `Network.finish_parts`."""
        return self.infer_parts(1)

    def close(self) -> None:
        """See `CpuNetwork.close`."""
        self._network.close()

    def _take_mean(self, count: int) -> None:
        first, second = self.alpha[:count], self._network.alpha[:count]
        if not (_is_sound(first) and _is_sound(second)):
            first.fill(np.nan)  # averaging would hide the fault, and the room could show through
            return
        np.add(first, second[:, :, ::-1], out=first)
        np.multiply(first, np.float32(0.5), out=first)


def _is_sound(alpha: Floats) -> bool:
    """Whether all values are in [0, 1]; False if one is NaN."""
    return bool(alpha.min() >= 0.0 and alpha.max() <= 1.0)
