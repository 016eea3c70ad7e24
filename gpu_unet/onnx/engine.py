"""OnnxEngine: the network on a card through ONNX Runtime, the frame's way around it on the CPU."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import Alpha, CpuEngine, Stopwatch
from gpu_unet.cpu.network import Network
from gpu_unet.errors import GpuLostError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.onnx.network import OnnxNetwork
from gpu_unet.onnx.providers import find_provider
from gpu_unet.onnx.trial import strike
from gpu_unet.weights import Weights


class OnnxEngine(CpuEngine):
    """See `CpuEngine`; all but the network's step is shared with it.

    Args:
        options: Of `CpuEngine`.

    Raises:
        GpuUnavailableError, GpuLostError: The provider is not installed, or cannot run the network.
    """

    device = "onnx"
    _has_struck = False  # a lost process takes every frame in flight with it

    def __init__(
        self,
        weights: Weights,
        frame_format: FrameFormat,
        *,
        provider: str,
        half: bool = True,
        **options: Any,
    ) -> None:
        title = find_provider(provider).title

        def make_network(architecture: UNetArchitecture, slots: int) -> Network:
            network = OnnxNetwork(weights, architecture, provider=provider, half=half, slots=slots)
            self.device_name = f"{network.device_name}, {title}"
            return network

        super().__init__(weights, frame_format, make_network=make_network, **options)

    def _infer(
        self, network: Network, slot: int, stopwatch: Stopwatch, *, in_parts: bool
    ) -> Generator[None, None, Alpha]:
        before_ms = stopwatch.spent_ms["network"]
        try:
            alpha = yield from super()._infer(network, slot, stopwatch, in_parts=in_parts)
        except GpuLostError:
            if not self._has_struck:
                self._has_struck = True
                strike()
            raise
        if isinstance(network, OnnxNetwork):  # what the card took, while the processor did more
            stopwatch.spent_ms["network"] = before_ms + network.session_ms
        return alpha
