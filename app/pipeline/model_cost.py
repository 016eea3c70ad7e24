"""What a model costs on this machine: a short measurement, for `doctor` and the window."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from app.messages import Notify
from app.pipeline.compute import compute_thread
from app.pipeline.engines import open_engine_for
from app.pipeline.settings import Device, Settings
from gpu_unet import Batch, EngineSettings, FrameFormat

TYPICAL_FORMAT = FrameFormat(height=720, width=1280, layout="yuv420")


@dataclass(frozen=True, slots=True)
class ModelCost:
    """The time of one frame through an engine, from memory to memory.

    Attributes:
        device: Name of the device, for people.
        frame_ms: The quickest of the runs: what else the machine does is no cost of the model.
        twice_ms: The same with flip-test averaging: the network's part counts twice.
        input_height, input_width: Of the network's input for such frames.
    """

    model: str
    device: str
    frame_ms: float
    twice_ms: float
    input_height: int
    input_width: int
    frame_format: FrameFormat


def twice(model: str) -> str:
    """The key under which the cost with flip-test averaging is kept, beside the model's name."""
    return f"{model}, twice"


def measure_cost(
    model: str,
    *,
    device: Device = "auto",
    frame_format: FrameFormat = TYPICAL_FORMAT,
    is_live: bool = True,
    seconds: float = 0.5,
    notify: Notify = lambda message: None,
) -> ModelCost:
    """Time a model on frames of noise; waits for the compute thread, so not for the GUI thread.

    A live picture gets its turn between any two frames.

    Args:
        model: A name or a path.
        seconds: How long to repeat, at least three times.
        notify: Told what a slow start waits for.

    Raises:
        WeightsError, EngineError: From the engine.
    """
    settings = Settings(model=model, device=device, look_twice="off", is_live=is_live)
    noise = np.random.default_rng(0).integers(0, 256, frame_format.shape, np.uint8)

    opened = open_engine_for(settings, frame_format, batch_size=1, notify=notify)
    engine, compute = opened.engine, compute_thread()

    def process() -> tuple[float, float]:
        began_s = perf_counter()
        stage_ms = engine.process(Batch([noise], [noise], EngineSettings())).stage_ms
        return (perf_counter() - began_s) * 1000, stage_ms.get("network", 0.0)

    try:
        compute.submit(process).result()  # warm up
        times_ms: list[tuple[float, float]] = []
        until_s = perf_counter() + seconds
        while len(times_ms) < 3 or perf_counter() < until_s:
            times_ms.append(compute.submit(process).result())
    finally:
        compute.submit(engine.close).result()
    frame_ms, network_ms = min(times_ms)
    return ModelCost(
        model=opened.model,
        device=engine.device_name,
        frame_ms=frame_ms,
        twice_ms=frame_ms + network_ms,
        input_height=engine.architecture.height,
        input_width=engine.architecture.width,
        frame_format=frame_format,
    )
