"""The soak: hours in small; backgrounds change, recordings come and go, and nothing may grow."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from app.pipeline.background_spec import BackgroundSpec
from gpu_unet.cores import available_cores
from lab.benchmarks import machine
from lab.benchmarks.live.session import (
    BACKGROUND,
    WARM_UP_S,
    SessionOptions,
    Viewer,
    missing,
    start,
)
from lab.benchmarks.report import save_result

SAMPLE_S = 10.0
ROUND_S = 30.0
BACKGROUNDS = (str(BACKGROUND), "#1e90ff", "blur:0.6", "transparent")


def soak(options: SessionOptions, *, minutes: float) -> list[dict[str, float]]:
    """Run for `minutes`, printing a sample every ten seconds.

    Returns:
        The samples: "s" since the start; "rss_mib", "threads" and "handles" of the process;
        "frames", "dropped", "p95_ms" and "lag_ms" (from a frame's due time to the viewer, less
        a constant) of the ten seconds before.
    """
    viewer = Viewer()
    worker = start(options, viewer)
    samples: list[dict[str, float]] = []
    with TemporaryDirectory() as folder:
        try:
            time.sleep(WARM_UP_S)
            viewer.take()
            began_s = time.perf_counter()
            rounds = 0
            while (elapsed_s := time.perf_counter() - began_s) < minutes * 60:
                if elapsed_s >= rounds * ROUND_S:
                    spec = BackgroundSpec.parse(BACKGROUNDS[rounds % len(BACKGROUNDS)])
                    worker.set_settings(options.settings(spec))
                    worker.recordings.stop()
                    if rounds % 2 == 0:
                        worker.recordings.start(Path(folder) / f"{rounds}.mp4")
                    rounds += 1
                    _remove_old(Path(folder), keep=2)
                time.sleep(SAMPLE_S)
                samples.append({"s": elapsed_s, **resources()})
                samples[-1].update(_seen(viewer, began_s, options.frame_rate))
                print(json.dumps(samples[-1]), flush=True)
        finally:
            worker.stop()
    return samples


def save(samples: list[dict[str, float]], options: SessionOptions, *, minutes: float) -> None:
    """Write results/soak.json."""
    quarter = max(1, len(samples) // 4)
    settled = samples[quarter:]
    growth_mib = median(s["rss_mib"] for s in samples[-quarter:]) - median(
        s["rss_mib"] for s in samples[quarter : 2 * quarter] or samples[:quarter]
    )
    threads = sorted({int(sample["threads"]) for sample in settled})
    handles = sorted({int(sample["handles"]) for sample in settled})
    drift_ms = _middle(samples[-10:], "lag_ms") - _middle(samples[:10], "lag_ms")
    save_result(
        "soak",
        columns=("soak", "value"),
        rows=[
            ("length (min)", f"{minutes:g}"),
            ("composites", int(sum(sample["frames"] for sample in samples))),
            ("dropped", int(sum(sample["dropped"] for sample in samples))),
            ("memory, last quarter against second (MiB)", f"{growth_mib:+.1f}"),
            ("threads, without and with a recording", " and ".join(map(str, threads))),
            ("handles, fewest and most", f"{handles[0]} and {handles[-1]}"),
            ("drift, first ten samples to last ten (ms)", f"{drift_ms:+.1f}"),
            ("delay p95, first ten samples (ms)", f"{_middle(samples[:10], 'p95_ms'):.1f}"),
            ("delay p95, last ten samples (ms)", f"{_middle(samples[-10:], 'p95_ms'):.1f}"),
        ],
        note=f"A live session of 1280x720 at {options.frame_rate:g} frames/s, model "
        f"{options.model} on the CPU; every 30 s another background, every second 30 s recorded. "
        f"{_company()}"
        f"Repeat: `python -m lab.benchmarks.bench_live --soak {minutes:g}`.",
        machine=machine.describe("numba", "av"),
        raw=samples,
    )


def _company() -> str:
    """A sentence where others used the machine: drops and delays are theirs as well."""
    load = os.getloadavg()[2] if hasattr(os, "getloadavg") else 0.0
    if load <= available_cores():
        return ""
    return (
        f"Other programs wanted these cores too (load {load:.1f} over the last quarter of an "
        "hour), which is where the dropped frames went. "
    )


def resources() -> dict[str, float]:
    """Memory, threads (those of the libraries too) and handles of this process."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return {
            "rss_mib": pages * os.sysconf("SC_PAGESIZE") / 2**20,
            "threads": len(os.listdir("/proc/self/task")),
            "handles": len(os.listdir("/proc/self/fd")),
        }
    import psutil

    process = psutil.Process()
    return {
        "rss_mib": process.memory_info().rss / 2**20,
        "threads": process.num_threads(),
        "handles": process.num_handles() if sys.platform == "win32" else process.num_fds(),
    }


def _seen(viewer: Viewer, began_s: float, frame_rate: float) -> dict[str, float]:
    shown = viewer.take()
    lags_s = [arrived_s - began_s - index / frame_rate for index, arrived_s, _, _ in shown]
    return {
        "frames": len(shown),
        "p95_ms": float(np.percentile([latency_ms for _, _, latency_ms, _ in shown], 95)),
        "lag_ms": 1e3 * median(lags_s),
        "dropped": missing([index for index, *_ in shown]),
    }


def _middle(samples: list[dict[str, float]], key: str) -> float:
    return median(sample[key] for sample in samples)


def _remove_old(folder: Path, *, keep: int) -> None:
    files = sorted(folder.glob("*.mp4"), key=lambda path: path.stat().st_mtime)
    for path in files[:-keep]:
        path.unlink()
