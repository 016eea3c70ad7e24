"""SecondLook: a network on the CPU that is asked of each picture and of its mirror image."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.network import CpuNetwork

Floats = npt.NDArray[np.float32]


class SecondLook:
    """Stands in the place of the network that it asks; see `reference.second_look`.

    It takes the time of two inferences, and memory for one more input and one more alpha.

    Args:
        network: Nobody else's from now on.

    Attributes:
        input: As `CpuNetwork.input`, and never mirrored: what stays there from frame to frame, the
            clean plate, is not touched, wherever a run in parts is given up.
        alpha: As `CpuNetwork.alpha`; NaN all over where one of the two answers is broken.
        threads, is_spare: The network's.
    """

    def __init__(self, network: CpuNetwork) -> None:
        self._network = network
        count, height, width, channels = network.input.shape
        # Rows apart as in the network's own, so that it is the same type of array to kernels.
        around = np.zeros((count, height + 2, width + 2, channels), np.float32)
        self.input: Floats = around[:, 1:-1, 1:-1]
        self.alpha: Floats = np.zeros_like(network.alpha)
        self.threads = network.threads
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

    def close(self) -> None:
        """See `CpuNetwork.close`."""
        self._network.close()

    def _take_mean(self, count: int) -> None:
        first, second = self.alpha[:count], self._network.alpha[:count]
        if not (_is_sound(first) and _is_sound(second)):
            first.fill(np.nan)  # what hides behind a sound answer would let the room through
            return
        np.add(first, second[:, :, ::-1], out=first)
        np.multiply(first, np.float32(0.5), out=first)


def _is_sound(alpha: Floats) -> bool:
    """Whether all of it is in [0, 1]; NaN is not."""
    return bool(alpha.min() >= 0.0 and alpha.max() <= 1.0)
