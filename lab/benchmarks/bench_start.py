"""How long the first picture takes: `python -m lab.benchmarks.bench_start [--device cpu]`.

Each start is a fresh Python that imports the engine, makes it for 1920x1080 frames and processes
one. The first start of a model has an empty cache, so that it compiles (and, on a GPU, measures
tiles); the later ones find what it left. Writes `results/gpu_start.json` or `cpu_start.json`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lab.benchmarks.machine import describe
from lab.benchmarks.report import save_result

ROOT = Path(__file__).parents[2]
LATER = 5  # starts with a filled cache
HEIGHT, WIDTH = 1080, 1920


def start_once(model: str, device: Any) -> None:
    """What the fresh Python does; prints one JSON line of seconds since the epoch."""
    marks = {"python": time.time()}
    import numpy as np

    from gpu_unet.engine import Batch
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.opening import open_engine
    from gpu_unet.settings import EngineSettings
    from gpu_unet.weights import load_weights

    marks["imported"] = time.time()
    frame_format = FrameFormat(HEIGHT, WIDTH, "yuv420")
    frame = np.full(frame_format.shape, 100, np.uint8)
    weights = load_weights(ROOT / "weights" / model)
    with open_engine(weights, frame_format, device=device) as engine:
        marks["made"] = time.time()
        engine.process(Batch([frame], [frame], EngineSettings()))
        marks["first"] = time.time()
        name = engine.device_name
    print(json.dumps({"marks": marks, "device": name}))


def timed_start(model: str, device: str, cache: str) -> dict[str, Any]:
    """Seconds of one start by stage, counted from before Python is called."""
    begun = time.time()
    done = subprocess.run(
        [sys.executable, "-m", "lab.benchmarks.bench_start", "--once", model, "--device", device],
        cwd=ROOT,
        env={**os.environ, "BACKDROP_CACHE": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{model} on {device} did not start: {done.stderr[-2000:]}")
    answer = json.loads(done.stdout.strip().splitlines()[-1])
    marks = answer["marks"]
    return {
        "device": answer["device"],
        "python_s": marks["python"] - begun,
        "import_s": marks["imported"] - marks["python"],
        "make_s": marks["made"] - marks["imported"],
        "first_frame_s": marks["first"] - marks["made"],
        "total_s": marks["first"] - begun,
    }


def main() -> None:
    """Measure both models and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--model", action="append", help="default: quality and fast")
    parser.add_argument("--once", metavar="MODEL", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.once:
        start_once(arguments.once, arguments.device)
        return
    rows: list[list[str | float]] = []
    raw: dict[str, Any] = {}
    device = ""
    for model in arguments.model or ("quality", "fast"):
        with tempfile.TemporaryDirectory() as cache:
            first = timed_start(model, arguments.device, cache)
            later = [timed_start(model, arguments.device, cache) for _ in range(LATER)]
        device = first["device"]
        middle = {
            key: statistics.median(start[key] for start in later)
            for key in ("python_s", "import_s", "make_s", "first_frame_s", "total_s")
        }
        rows.append([model, round(first["total_s"], 1), *(round(v, 2) for v in middle.values())])
        raw[model] = {"first": first, "later": later}
        print(rows[-1], flush=True)
    save_result(
        f"{'gpu' if arguments.device == 'cuda' else 'cpu'}_start",
        columns=[
            "model",
            "first start, s",
            "Python, s",
            "import, s",
            "engine, s",
            "first frame, s",
            "later starts in all, s",
        ],
        rows=rows,
        note=(
            f"A fresh process to its first composite of {WIDTH}x{HEIGHT} on {device}; the first "
            f"start with an empty cache, of the later {LATER} the medians. Repeat: "
            f"`python -m lab.benchmarks.bench_start --device {arguments.device}`."
        ),
        machine=describe("numba", "numba-cuda"),
        raw=raw,
    )


if __name__ == "__main__":
    main()
