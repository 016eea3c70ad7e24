"""OnnxEngine: the network on a card through ONNX Runtime, the frame's way around it on the CPU."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import Alpha, CpuEngine, Stopwatch
from gpu_unet.cpu.network import Network
from gpu_unet.cpu.second_look import SecondLook
from gpu_unet.errors import GpuLostError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.onnx.network import ANSWER_S, WORKER, OnnxNetwork
from gpu_unet.onnx.providers import find_provider
from gpu_unet.onnx.trial import CardTrial
from gpu_unet.settings import Precision
from gpu_unet.weights import Weights


class OnnxEngine(CpuEngine):
    """See `CpuEngine`; all but the network's step is shared with it.

    Args:
        weights: From `load_weights`.
        frame_format: Of every frame.
        provider: Name of a provider.
        precision: Of the network; "auto" is float16.
        batch_size: The most frames per `process` call.
        input_pixels: Pixel budget of the network's input; None takes the weights' own.
        looks_twice: See `open_engine`.
        worker, answer_s: See `OnnxNetwork`.

    Raises:
        GpuUnavailableError, GpuLostError: The provider is not installed, or cannot run the network.
    """

    device = "onnx"

    def __init__(
        self,
        weights: Weights,
        frame_format: FrameFormat,
        *,
        provider: str,
        precision: Precision = "auto",
        batch_size: int = 1,
        input_pixels: int | None = None,
        looks_twice: bool = False,
        worker: Sequence[str] = WORKER,
        answer_s: float = ANSWER_S,
        warms_up: bool = True,
    ) -> None:
        self.provider = provider
        self.precision: Precision = "float32" if precision == "float32" else "float16"

        def make_network(architecture: UNetArchitecture) -> Network:
            network = OnnxNetwork(
                weights,
                architecture,
                provider=provider,
                half=self.precision == "float16",
                slots=1 if looks_twice else 2,
                worker=worker,
                answer_s=answer_s,
            )
            self.device_name = f"{network.device_name}, {find_provider(provider).title}"
            return SecondLook(network) if looks_twice else network

        super().__init__(
            weights,
            frame_format,
            batch_size=batch_size,
            input_pixels=input_pixels,
            make_network=make_network,
            warms_up=warms_up,
        )

    def _infer(
        self, network: Network, slot: int, stopwatch: Stopwatch, *, in_parts: bool
    ) -> Generator[None, None, Alpha]:
        try:
            return (yield from super()._infer(network, slot, stopwatch, in_parts=in_parts))
        except GpuLostError:
            if find_provider(self.provider).is_card:
                CardTrial.strike()
            raise
