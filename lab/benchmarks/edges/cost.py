"""What each step around the network costs on the CPU."""

from __future__ import annotations

import statistics
from inspect import ismodule
from pathlib import Path
from time import perf_counter
from typing import Any

import av
import numpy as np

from gpu_unet.cpu import full_size_pass
from gpu_unet.cpu import stages as launchers
from gpu_unet.cpu.compile import Kernel
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.cpu.kernels.composite import COMPOSITE
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import Weights
from lab.benchmarks.machine import describe
from lab.benchmarks.report import save_result

COST_FRAMES = 60


def measure(weights: Weights, shared: Path) -> None:
    """Time of every kernel around the network at 1280x720, planar YUV."""
    frame_format = FrameFormat(720, 1280, "yuv420")
    frames = []
    with av.open(str(shared / "clips" / "talk_s18.mp4")) as container:
        for frame in container.decode(video=0):
            frames.append(np.ascontiguousarray(frame.reformat(1280, 720, "yuv420p").to_ndarray()))
            if len(frames) == COST_FRAMES:
                break
    background = np.full(frame_format.shape, 90, np.uint8)
    engine = CpuEngine(weights, frame_format)
    spent: dict[str, list[float]] = {}
    # Where launchers find their kernels.
    modules = [full_size_pass, launchers, *filter(ismodule, vars(launchers).values())]
    launched = [vars(module) for module in modules]
    kernels = [
        (names, name, kernel)
        for names in (*launched, COMPOSITE)
        for name, kernel in names.items()
        if isinstance(kernel, Kernel)
    ]

    def timed(name: str, kernel: Any) -> Any:
        def call(*arguments: Any) -> None:
            start = perf_counter()
            kernel(*arguments)
            spent.setdefault(name, []).append(1e3 * (perf_counter() - start))

        return call

    rows: list[list[str | float]] = []
    raw: dict[str, Any] = {}
    for title, settings in (
        ("picture", EngineSettings()),
        ("picture, light wrap", EngineSettings(edges=EdgeSettings(light_wrap=0.5))),
        ("blur", EngineSettings("blur")),
    ):
        backgrounds = [background] if settings.background == "image" else None
        stages: list[dict[str, float]] = []
        engine.reset()
        for frame in frames:
            stages.append(engine.process(Batch([frame], backgrounds, settings)).stage_ms)
        medians = {s: statistics.median(stage[s] for stage in stages) for s in stages[0]}
        around = sum(value for stage, value in medians.items() if stage != "network")
        rows.append([title, *(round(medians[s], 2) for s in medians), round(around, 2)])
        spent.clear()
        for names, name, kernel in kernels:
            names[name] = timed(kernel.__name__, kernel)
        for frame in frames:
            engine.process(Batch([frame], backgrounds, settings))
        for names, name, kernel in kernels:
            names[name] = kernel
        raw[title] = {n: round(sum(times) / len(frames), 4) for n, times in spent.items()}
        print(rows[-1], raw[title])
    stage_names = list(stages[0])
    save_result(
        f"edges-cost-{weights.name}",
        columns=(f"{weights.title} model, ms a frame", *stage_names, "all but network"),
        rows=rows,
        note=(
            f"1280x720, planar YUV, {engine.device_name}, medians of {len(frames)} frames; every "
            "kernel's own time is in the JSON. "
            + "To repeat: `python -m lab.benchmarks.bench_edges --only cost`."
        ),
        machine=describe("numba"),
        raw=raw,
    )
    engine.close()
