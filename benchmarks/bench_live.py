"""Live: rate, losses, delay and cores of a session with the synthetic camera, and the soak.

    python -m benchmarks.bench_live                       the CPU, 1280x720 at 30 frames/s, 60 s
    python -m benchmarks.bench_live --soak 30             half an hour: memory, threads, handles
    python -m benchmarks.bench_live --engine cuda         frame in memory to composite in memory,
                                                          1920x1080 at 60 frames/s; needs no PyAV

The session is the one of `main.py camera`, with a viewer that takes every picture. Delay counts
from the camera's clock to the composite in memory. Cores are the whole process's processor time,
the camera's own decoding included, divided by the wall time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks import machine
from benchmarks.report import save_result

ROOT = Path(__file__).parents[1]
BACKGROUND = ROOT / "assets" / "backgrounds" / "dusk.jpg"
WARM_UP_S = 5.0
START_TIMEOUT_S = 300.0  # a first start compiles
SOAK_SAMPLE_S = 10.0
SOAK_ROUND_S = 30.0


@dataclass
class Viewer:
    """Takes every result as a window would, and keeps its delay."""

    worker: Any = None
    latencies_ms: list[float] = field(default_factory=list)
    stages_ms: list[dict[str, float]] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)
    standby: int = 0
    first: threading.Event = field(default_factory=threading.Event)
    trouble: list[str] = field(default_factory=list)

    def on_ready(self) -> None:
        """A result waits; on the worker's thread, so that none is missed."""
        result = self.worker.latest.take()
        if result is None:
            return
        if not result.has_valid_matte:
            self.standby += 1
            return
        self.latencies_ms.append(result.timings.latency_ms)
        self.stages_ms.append(dict(result.timings.stage_ms))
        self.indices.append(result.frame_index)
        self.first.set()

    def on_event(self, event: Any) -> None:
        """Note what spoils a measurement."""
        if type(event).__name__ in ("EngineFailed", "SourceLost", "PaceChanged"):
            self.trouble.append(event.sentence)
            print(event.sentence, flush=True)

    def forget(self) -> None:
        """Begin to measure."""
        self.latencies_ms.clear()
        self.stages_ms.clear()
        self.indices.clear()
        self.standby = 0


def main() -> None:
    """Run what the command line asks for, and save it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--model", default="fast")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--soak", type=float, metavar="MINUTES")
    parser.add_argument("--fps", type=float, default=30.0, help="of the synthetic camera")
    parser.add_argument("--engine", choices=("cpu", "cuda"), help="the engine alone, 1080p60")
    parser.add_argument("--no-save", action="store_true")
    arguments = parser.parse_args()
    if arguments.engine:
        engine_alone(arguments)
    elif arguments.soak:
        soak(arguments)
    else:
        sessions(arguments)


def sessions(arguments: argparse.Namespace) -> None:
    """A plain session and one that records, one after the other."""
    with TemporaryDirectory() as folder:
        runs = {
            "preview": session(arguments, record=None),
            "preview and recording": session(arguments, record=Path(folder) / "live.mp4"),
        }
    if arguments.no_save:
        return
    save_result(
        "live" if arguments.device == "cpu" else f"live-{arguments.device}",
        columns=(
            "session, 1280x720 at 30 frames/s",
            "frames/s out",
            "dropped",
            "delay p50 (ms)",
            "delay p95 (ms)",
            "delay max (ms)",
            "cores used",
        ),
        rows=[
            (
                name,
                f"{run['fps_out']:.2f}",
                run["dropped"],
                f"{run['latency_ms']['p50']:.1f}",
                f"{run['latency_ms']['p95']:.1f}",
                f"{run['latency_ms']['max']:.1f}",
                f"{run['cores']:.2f}",
            )
            for name, run in runs.items()
        ],
        note=f"Model {arguments.model} on the CPU, {arguments.seconds:.0f} s each after "
        f"{WARM_UP_S:.0f} s of warm-up, the synthetic camera's own decoding included; delay from "
        "the camera's clock to the composite in memory. "
        "Repeat: `python -m benchmarks.bench_live`.",
        machine=machine.describe("numba", "av"),
        raw=runs,
    )


def session(arguments: argparse.Namespace, *, record: Path | None) -> dict[str, Any]:
    """One session; its figures."""
    viewer = Viewer()
    worker = _start(arguments, viewer)
    try:
        time.sleep(WARM_UP_S)
        if record is not None:
            worker.start_recording(record)
            time.sleep(1.0)
        viewer.forget()
        processor_s, wall_s = time.process_time(), time.perf_counter()
        before = worker.statistics()
        time.sleep(arguments.seconds)
        statistics = worker.statistics()
        processor_s = time.process_time() - processor_s
        wall_s = time.perf_counter() - wall_s
        indices, latencies = list(viewer.indices), np.array(viewer.latencies_ms)
        stages = list(viewer.stages_ms)
    finally:
        worker.stop()
    run = {
        "seconds": wall_s,
        "frames": len(indices),
        "fps_out": len(indices) / wall_s,
        # What neither the camera nor the slot before the engine could hand on.
        "dropped": indices[-1] - indices[0] + 1 - len(indices),
        "dropped_before_engine": statistics.dropped_frames - before.dropped_frames,
        "standby": viewer.standby,
        "latency_ms": _figures(latencies),
        "stage_ms": {
            stage: _figures(np.array([s[stage] for s in stages if stage in s]))
            for stage in stages[-1]
        },
        "cores": processor_s / wall_s,
        "recording_dropped": 0
        if statistics.recording is None
        else statistics.recording.dropped_frames,
        "trouble": viewer.trouble,
    }
    print(
        f"{'recording' if record else 'preview'}: {run['fps_out']:.2f} frames/s, "
        f"{run['dropped']} dropped, delay p50 {run['latency_ms']['p50']:.1f} "
        f"p95 {run['latency_ms']['p95']:.1f} max {run['latency_ms']['max']:.1f} ms, "
        f"{run['cores']:.2f} cores; "
        + ", ".join(f"{stage} {f['p50']:.1f}" for stage, f in run["stage_ms"].items()),
        flush=True,
    )
    return run


def soak(arguments: argparse.Namespace) -> None:
    """Hours in small: backgrounds change, recordings come and go, and nothing may grow."""
    from pipeline.background_spec import BackgroundSpec

    viewer = Viewer()
    worker = _start(arguments, viewer)
    samples: list[dict[str, float]] = []
    backgrounds = [str(BACKGROUND), "#1e90ff", "blur:0.6", "transparent"]
    with TemporaryDirectory() as folder:
        try:
            time.sleep(WARM_UP_S)
            viewer.forget()
            began_s = time.perf_counter()
            rounds = 0
            while (elapsed_s := time.perf_counter() - began_s) < arguments.soak * 60:
                if elapsed_s >= rounds * SOAK_ROUND_S:
                    spec = BackgroundSpec.parse(backgrounds[rounds % len(backgrounds)])
                    worker.set_settings(_settings(arguments, spec))
                    worker.stop_recording()
                    if rounds % 2 == 0:
                        worker.start_recording(Path(folder) / f"{rounds}.mp4")
                    rounds += 1
                    _remove_old(Path(folder), keep=2)
                time.sleep(SOAK_SAMPLE_S)
                samples.append({"s": elapsed_s, **resources()})
                # Only what was gathered since: the bench's own lists are no leak.
                samples[-1]["frames"] = len(viewer.indices)
                samples[-1]["p95_ms"] = float(np.percentile(viewer.latencies_ms, 95))
                samples[-1]["dropped"] = (
                    viewer.indices[-1] - viewer.indices[0] + 1 - len(viewer.indices)
                )
                viewer.forget()
                print(json.dumps(samples[-1]), flush=True)
        finally:
            worker.stop()
    quarter = max(1, len(samples) // 4)
    growth = median(s["rss_mib"] for s in samples[-quarter:]) - median(
        s["rss_mib"] for s in samples[quarter : 2 * quarter] or samples[:quarter]
    )
    threads = sorted({int(sample["threads"]) for sample in samples[quarter:]})
    handles = sorted({int(sample["handles"]) for sample in samples[quarter:]})
    frames = sum(sample["frames"] for sample in samples)
    print(f"memory grew by {growth:.1f} MiB; threads {threads}; handles {handles}")
    if arguments.no_save:
        return
    save_result(
        "soak",
        columns=("soak", "value"),
        rows=[
            ("length (min)", round(arguments.soak, 1)),
            ("composites", int(frames)),
            ("dropped", int(sum(sample["dropped"] for sample in samples))),
            ("memory, last quarter against second (MiB)", round(growth, 1)),
            ("threads, without and with a recording", " and ".join(map(str, threads))),
            ("handles, fewest and most", f"{handles[0]} and {handles[-1]}"),
            ("delay p95, first ten samples (ms)", _p95_of(samples[:10])),
            ("delay p95, last ten samples (ms)", _p95_of(samples[-10:])),
        ],
        note=f"A live session of 1280x720 at {arguments.fps:g} frames/s on the CPU; every 30 s "
        "another background, every second 30 s recorded. "
        f"Repeat: `python -m benchmarks.bench_live --soak {arguments.soak:g} "
        f"--fps {arguments.fps:g}`.",
        machine=machine.describe("numba", "av"),
        raw=samples,
    )


def engine_alone(arguments: argparse.Namespace) -> None:
    """Frames of 1920x1080 at 60 a second into an engine; needs only gpu_unet and NumPy."""
    from gpu_unet.engine import open_engine
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.settings import EngineSettings
    from gpu_unet.weights import load_weights

    height, width, rate = 1080, 1920, 60
    frames = [_drawn(index, height=height, width=width) for index in range(16)]
    background = np.full((height * 3 // 2, width), 90, np.uint8)
    frame_format = FrameFormat(height=height, width=width, layout="yuv420")
    model = "quality" if arguments.engine == "cuda" else "fast"
    weights = load_weights(ROOT / "weights" / f"{model}.safetensors")
    settings = EngineSettings()
    times_ms: list[float] = []
    late = 0
    with open_engine(weights, frame_format, device=arguments.engine, notify=print) as engine:
        for index in range(120):
            engine.process([frames[index % 16]], [background], settings)
        due_s = time.perf_counter()
        for index in range(int(arguments.seconds * rate)):
            due_s += 1 / rate
            while (left_s := due_s - time.perf_counter()) > 0:
                time.sleep(left_s)
            began_s = time.perf_counter()
            engine.process([frames[index % 16]], [background], settings)
            times_ms.append((time.perf_counter() - began_s) * 1e3)
            late += time.perf_counter() > due_s + 1 / rate
        device_name = engine.device_name
    figures = _figures(np.array(times_ms))
    print(f"{device_name}: {figures}, {late} of {len(times_ms)} late")
    if arguments.no_save:
        return
    save_result(
        f"live-engine-{arguments.engine}",
        columns=("1920x1080 at 60 frames/s", "p50 (ms)", "p95 (ms)", "max (ms)", "late frames"),
        rows=[
            (
                f"{model} on {device_name}",
                f"{figures['p50']:.2f}",
                f"{figures['p95']:.2f}",
                f"{figures['max']:.2f}",
                late,
            )
        ],
        note=f"Frame in memory to composite in memory, batch 1, paced at {rate} frames/s for "
        f"{arguments.seconds:.0f} s; late: later than the next frame. "
        f"Repeat: `python -m benchmarks.bench_live --engine {arguments.engine}`.",
        machine=machine.describe("numba", "numba-cuda"),
        raw={"figures": figures, "late": late},
    )


def resources() -> dict[str, float]:
    """Memory, threads and handles of this process."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        rss_mib = pages * os.sysconf("SC_PAGESIZE") / 2**20
        handles = len(os.listdir("/proc/self/fd"))
    else:
        import psutil

        process = psutil.Process()
        rss_mib = process.memory_info().rss / 2**20
        handles = process.num_handles() if sys.platform == "win32" else process.num_fds()
    return {"rss_mib": rss_mib, "threads": threading.active_count(), "handles": handles}


def _start(arguments: argparse.Namespace, viewer: Viewer) -> Any:
    from pipeline.background_spec import BackgroundSpec
    from pipeline.live import LiveWorker, SourceRequest

    spec = BackgroundSpec("file", path=BACKGROUND)
    worker = LiveWorker(
        SourceRequest("synthetic", frame_rate=arguments.fps),
        _settings(arguments, spec),
        on_ready=viewer.on_ready,
        on_event=viewer.on_event,
    )
    viewer.worker = worker
    # A benchmark shows what full detail costs; giving it up is another feature's business.
    worker.set_automatic_pace(False)
    worker.start()
    if not viewer.first.wait(START_TIMEOUT_S):
        worker.stop()
        raise SystemExit(f"no composite within {START_TIMEOUT_S:.0f} s: {viewer.trouble}")
    return worker


def _settings(arguments: argparse.Namespace, spec: Any) -> Any:
    from pipeline.settings import Settings

    return Settings(background=spec, model=arguments.model, device=arguments.device)


def _remove_old(folder: Path, *, keep: int) -> None:
    files = sorted(folder.glob("*.mp4"), key=lambda path: path.stat().st_mtime)
    for path in files[:-keep]:
        path.unlink()


def _drawn(index: int, *, height: int, width: int) -> np.ndarray:
    """An I420 picture of an ellipse before stripes, moving with the index."""
    row, column = np.mgrid[0:height, 0:width].astype(np.float32)
    middle = width * (0.4 + 0.012 * index)
    figure = ((row - height * 0.65) / (height * 0.5)) ** 2 + (
        (column - middle) / (width * 0.18)
    ) ** 2 < 1
    pixels = np.full((height * 3 // 2, width), 128, np.uint8)
    pixels[:height] = np.where(figure, 170, 60 + 40 * (column % 160 < 80))
    return pixels


def _figures(values: np.ndarray) -> dict[str, float]:
    p50, p95, p99 = (float(np.percentile(values, q)) for q in (50, 95, 99))
    return {"p50": p50, "p95": p95, "p99": p99, "max": float(values.max())}


def _p95_of(samples: list[dict[str, float]]) -> str:
    return f"{median(sample['p95_ms'] for sample in samples):.1f}"


if __name__ == "__main__":
    main()
