"""CpuEngine: the network and the frame's way around it on the processor's own cores."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from time import perf_counter

import numpy as np

from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.edge_parameters import edge_parameters
from gpu_unet.engine import Composites, Engine, Image, Notify
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import Weights


class CpuEngine(Engine):
    """Frames go through one after another: what a frame touches stays in the cache.

    Args:
        weights: From `load_weights`.
        frame_format: Of every frame.
        batch_size: The most frames per `process` call.
        input_pixels: Pixel budget of the network's input; None takes the weights' own.
        threads: None takes every core this process may use.
        notify: Told in one sentence what a slow start is waiting for.
    """

    device = "cpu"

    def __init__(
        self,
        weights: Weights,
        frame_format: FrameFormat,
        *,
        batch_size: int = 1,
        input_pixels: int | None = None,
        threads: int | None = None,
        notify: Notify | None = None,
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size is {batch_size}, expected at least 1")
        self.frame_format = frame_format
        self.batch_size = batch_size
        self.architecture = weights.architecture.fitted_to(
            frame_height=frame_format.height,
            frame_width=frame_format.width,
            input_pixels=input_pixels or weights.input_pixels,
        )
        size = {"height": self.architecture.height, "width": self.architecture.width}
        network = CpuNetwork(weights, self.architecture, 1, threads=threads, notify=notify)
        self._network: CpuNetwork | None = network
        self._path: CpuFramePath | None = CpuFramePath(frame_format, **size, notify=notify)
        self.device_name = f"{processor_name()}, {network.threads} threads"
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile every kernel, or read it from disk, before the first real frame."""
        black = np.zeros(self.frame_format.shape, np.uint8)
        for settings in (
            EngineSettings(edges=EdgeSettings(light_wrap=1.0)),
            EngineSettings("blur"),
        ):
            backgrounds = [black] if settings.background == "image" else None
            for _ in range(2):  # the second frame is smoothed over time
                self.process([black], backgrounds, settings, want_alpha=True)
        self.reset()

    def process(
        self,
        frames: Sequence[Image],
        backgrounds: Sequence[Image] | None,
        settings: EngineSettings,
        *,
        want_alpha: bool = False,
    ) -> Composites:
        """See `Engine.process`."""
        self._check_batch(frames, backgrounds, settings)
        if self._network is None or self._path is None:
            raise EngineError("the engine is closed; open another one")
        parameters = edge_parameters(
            settings, height=self.architecture.height, width=self.architecture.width
        )
        shape = (self.frame_format.height, self.frame_format.width)
        outs: list[Image] = []
        alphas: list[Image] = []
        spent: dict[str, float] = {s: 0.0 for s in ("resize", "network", "refine", "composite")}
        for index, frame in enumerate(frames):
            frame = read_only(frame)
            background = None if backgrounds is None else read_only(backgrounds[index])
            times = [perf_counter()]
            self._path.take_in(frame, self._network.input[0])
            times.append(perf_counter())
            alpha = self._network.infer(1)[0]
            times.append(perf_counter())
            self._check_alpha(alpha)
            self._path.refine(alpha, background, settings, parameters)
            times.append(perf_counter())
            out = np.empty(self.frame_format.shape, np.uint8)
            out_alpha = np.empty(shape, np.uint8) if want_alpha else None
            self._path.put_out(frame, background, settings, parameters, out, out_alpha)
            times.append(perf_counter())
            outs.append(out)
            if out_alpha is not None:
                alphas.append(out_alpha)
            for stage, start, stop in zip(spent, times[:-1], times[1:], strict=True):
                spent[stage] += 1e3 * (stop - start)
        return Composites(outs, alphas if want_alpha else None, spent)

    def _check_alpha(self, alpha: np.ndarray) -> None:
        expected = (self.architecture.height, self.architecture.width)
        if alpha.shape != expected:
            raise EngineError(f"the network returned alpha of shape {alpha.shape}, not {expected}")
        # False for NaN too: a broken matte must never let the room through.
        if not (alpha.min() >= 0.0 and alpha.max() <= 1.0):
            raise self._broken_alpha()

    def reset(self) -> None:
        """See `Engine.reset`."""
        if self._path is not None:
            self._path.forget()

    def close(self) -> None:
        """See `Engine.close`."""
        self._network = None
        self._path = None


def read_only(picture: Image) -> Image:
    """A C-contiguous read-only view, so that compiled code meets one type of array only."""
    view = np.ascontiguousarray(picture).view()
    view.flags.writeable = False
    return view


def processor_name() -> str:
    """The processor's name for people, as far as the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
