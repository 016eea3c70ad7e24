"""Cost of the frames-ahead filter: films beside single batches, frames in and composites out.

    python -m lab.benchmarks.bench_films                          both networks on the GPU
    python -m lab.benchmarks.bench_films --device cpu --frames 100

Writes results/films_DEVICE.json.

Frames show one moving picture; nothing is decoded or encoded. The figures are the engine's alone:
frames a second by the clock, and its own time of each stage of a frame.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np

from gpu_unet.engine import Batch, Composites, Engine, to_the_end
from gpu_unet.frame_format import FrameFormat
from gpu_unet.opening import open_engine
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights
from lab.benchmarks import machine
from lab.benchmarks.report import save_result

WEIGHTS = Path(__file__).resolve().parents[2] / "weights"
SETTINGS = EngineSettings()
PICTURES = 16  # of a loop


@dataclass(frozen=True, slots=True)
class Run:
    """Frames a second by the clock; ms of processor time, and of all stages, a frame."""

    fps: float
    cpu_ms: float
    stages_ms: float


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measure what frames ahead cost an engine.")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--frames", type=int, default=3000)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--height", type=int, default=720)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--models", nargs="*", default=["fast", "quality"])
    arguments = parser.parse_args()
    frame_format = FrameFormat(arguments.height, arguments.width, "yuv420")
    rows: list[list[str | float]] = []
    for model in arguments.models:
        weights = load_weights(WEIGHTS / f"{model}.safetensors")
        with open_engine(
            weights,
            frame_format,
            device=arguments.device,
            batch_size=arguments.batch_size,
            input_pixels=weights.offline_pixels,  # as films take by default
        ) as engine:
            size = f"{engine.architecture.width}x{engine.architecture.height}"
            print(f"{model}, {size}, on {engine.device_name}")
            runs = [
                _measure(engine, frame_format, arguments.frames, is_film=is_film)
                for is_film in (False, True, False, True)
            ]
            name = f"{model}, {size}"
            rows.append(_row(f"{name}: single frames", runs[::2]))
            rows.append(_row(f"{name}: films, frames ahead", runs[1::2]))
            device_name = engine.device_name
    path = save_result(
        f"films_{arguments.device}",
        columns=["engine alone", "frames/s", "processor ms a frame", "ms a frame, all stages"],
        rows=rows,
        note=(
            f"{arguments.frames} frames of {arguments.width}x{arguments.height}, yuv420 in and "
            f"out, batches of {arguments.batch_size}, on {device_name}; nothing is decoded or "
            "encoded. Medians of two runs in turns; the stages overlap. Repeat with "
            f"`python -m lab.benchmarks.bench_films --device {arguments.device}`."
        ),
        machine=machine.describe("numba", "numba-cuda"),
        raw=None,
    )
    print(f"wrote {path}")


def _row(name: str, runs: list[Run]) -> list[str | float]:
    rate = median(run.fps for run in runs)
    processor_ms = median(run.cpu_ms for run in runs)
    stages_ms = median(run.stages_ms for run in runs)
    return [name, f"{rate:.0f}", round(processor_ms, 2), round(stages_ms, 3)]


def _measure(engine: Engine, frame_format: FrameFormat, count: int, *, is_film: bool) -> Run:
    frames = _pictures(frame_format)
    behind = np.full(frame_format.shape, 90, np.uint8)
    for _ in _run(engine, frames, behind, 20 * engine.batch_size, is_film=is_film):
        pass  # graphs are captured
    engine.reset()
    spent_ms: defaultdict[str, float] = defaultdict(float)
    made = 0
    began_s, began_cpu_s = perf_counter(), process_time()
    for composites in _run(engine, frames, behind, count, is_film=is_film):
        made += len(composites.frames)
        for stage, ms in composites.stage_ms.items():
            spent_ms[stage] += ms
    seconds, cpu_s = perf_counter() - began_s, process_time() - began_cpu_s
    engine.reset()
    assert made == count, f"{made} of {count} frames came back"
    stages = ", ".join(f"{stage} {ms / count:.3f}" for stage, ms in spent_ms.items())
    kind = "films  " if is_film else "batches"
    print(
        f"  {kind} {count / seconds:8.1f} frames/s, {1e3 * cpu_s / count:.2f} ms of CPU time a "
        f"frame; ms a frame: {stages}",
        flush=True,
    )
    return Run(count / seconds, 1e3 * cpu_s / count, sum(spent_ms.values()) / count)


def _run(
    engine: Engine, frames: list[np.ndarray], behind: np.ndarray, count: int, *, is_film: bool
) -> Iterator[Composites]:
    submit = engine.film_steps if is_film else engine.submit_steps
    for begin in range(0, count, engine.batch_size):
        if engine.in_flight == engine.max_in_flight:
            yield engine.collect()
        some = [frames[n % PICTURES] for n in range(begin, min(begin + engine.batch_size, count))]
        to_the_end(submit(Batch(some, [behind] * len(some), SETTINGS)))
    while engine.waiting or engine.in_flight:
        if engine.in_flight == engine.max_in_flight or not engine.waiting:
            yield engine.collect()
        else:
            to_the_end(engine.film_steps(Batch((), (), SETTINGS)))


def _pictures(frame_format: FrameFormat) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    rows, columns = frame_format.shape
    coarse = rng.integers(0, 256, (rows // 16 + 2, columns // 16 + 2)).astype(np.float32)
    picture = coarse.repeat(16, 0).repeat(16, 1)[:rows, :columns]
    for axis in (0, 1):
        picture = sum(np.roll(picture, shift, axis) for shift in range(-7, 8)) / 15
    return [np.roll(picture, 2 * n, axis=1).astype(np.uint8) for n in range(PICTURES)]


if __name__ == "__main__":
    main()
