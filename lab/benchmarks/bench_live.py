"""Live: rate, losses, delay and cores of a session with the synthetic camera, and the soak.

    python -m lab.benchmarks.bench_live                   the CPU, 1280x720 at 30 frames/s, 60 s
    python -m lab.benchmarks.bench_live --soak 30         half an hour: memory, threads, handles
    python -m lab.benchmarks.bench_live --export          beside the export of a file: the longest
                                                      gap between two composites
    python -m lab.benchmarks.bench_live --engine cuda     frame in memory to composite in memory,
                                                      1920x1080 at 60 frames/s; needs no PyAV

The session is the one of `main.py camera`, with a viewer that takes every picture. Delay counts
from the camera's clock to the composite in memory. Cores are the whole process's processor time,
the camera's own decoding included, divided by the wall time.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lab.benchmarks import machine
from lab.benchmarks.report import save_result

MODELS = ("quality", "fast")


def main() -> None:
    """Run what the command line asks for, and save it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--model", help="default: fast; with --engine both models")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--soak", type=float, metavar="MINUTES")
    parser.add_argument("--export", action="store_true", help="beside the export of a file")
    parser.add_argument("--fps", type=float, default=30.0, help="of the synthetic camera")
    parser.add_argument("--engine", choices=("cpu", "cuda"), help="the engine alone, 1080p60")
    parser.add_argument("--no-save", action="store_true")
    arguments = parser.parse_args()
    if arguments.engine:
        engine_alone(arguments)
    elif arguments.export:
        export_beside(arguments)
    elif arguments.soak:
        soak(arguments)
    else:
        sessions(arguments)


def sessions(arguments: argparse.Namespace) -> None:
    """A plain session and one that records, one after the other."""
    from lab.benchmarks.live.session import WARM_UP_S, SessionOptions, measure

    options = SessionOptions(arguments.model or "fast", arguments.device, arguments.fps)
    runs = {}
    with TemporaryDirectory() as folder:
        for name, record in (
            ("preview", None),
            ("preview and recording", Path(folder) / "live.mp4"),
        ):
            runs[name] = measure(options, seconds=arguments.seconds, record=record)
            print(f"{name}: {_in_words(runs[name])}", flush=True)
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
                *_shown(run["latency_ms"], "p50", "p95", "max", digits=1),
                f"{run['cores']:.2f}",
            )
            for name, run in runs.items()
        ],
        note=f"Model {options.model} on the {arguments.device.upper()}, {arguments.seconds:.0f} s "
        f"each after {WARM_UP_S:.0f} s of warm-up, the synthetic camera's own decoding included; "
        "delay from the camera's clock to the composite in memory. "
        "Repeat: `python -m lab.benchmarks.bench_live`.",
        machine=machine.describe("numba", "av"),
        raw=runs,
    )


def export_beside(arguments: argparse.Namespace) -> None:
    """A session while the sample clip is exported, with the same model and with the other one."""
    from lab.benchmarks.live.export_beside import measure
    from lab.benchmarks.live.session import SessionOptions

    options = SessionOptions(arguments.model or "fast", arguments.device, arguments.fps)
    runs, rows = {}, []
    for model in MODELS:
        run = runs[model] = measure(options, model=model, seconds=arguments.seconds)
        for phase in ("alone", "starting", "running"):
            figures = run[phase]
            rows.append(
                (
                    f"{options.model} live, export with {model}: {phase}",
                    f"{figures['fps_out']:.1f}",
                    *_shown(figures["gap_ms"], "p95", "max", digits=0),
                    *_shown(figures["turn_ms"], "p95", "max", digits=0),
                    f"{run['file_fps']:.1f}" if phase == "running" else "",
                )
            )
            print(*rows[-1], sep="; ", flush=True)
    if arguments.no_save:
        return
    save_result(
        "live-export",
        columns=(
            "session, 1280x720 at 30 frames/s",
            "frames/s out",
            "gap p95 (ms)",
            "gap max (ms)",
            "wait for its turn p95 (ms)",
            "wait max (ms)",
            "file frames/s",
        ),
        rows=rows,
        note="Gaps between two composites of the live picture, alone, from the asking for an "
        "export of assets/sample.mp4 until its engine is ready, and while it runs, "
        f"{arguments.seconds:.0f} s at most. Repeat: "
        "`python -m lab.benchmarks.bench_live --export`.",
        machine=machine.describe("numba", "av"),
        raw=runs,
    )


def soak(arguments: argparse.Namespace) -> None:
    """Half an hour of use."""
    from lab.benchmarks.live import soak as live_soak
    from lab.benchmarks.live.session import SessionOptions

    options = SessionOptions(arguments.model or "fast", arguments.device, arguments.fps)
    samples = live_soak.soak(options, minutes=arguments.soak)
    if not arguments.no_save:
        live_soak.save(samples, options, minutes=arguments.soak)


def engine_alone(arguments: argparse.Namespace) -> None:
    """The engine on frames of 1920x1080 at 60 a second."""
    from lab.benchmarks.live.engine_alone import FRAMES_WARM, RATE, measure

    runs = {}
    for model in [arguments.model] if arguments.model else MODELS:
        runs[model] = measure(model, device=arguments.engine, seconds=arguments.seconds)
        print(f"{model}: {runs[model]}", flush=True)
        if arguments.no_save:
            continue
        # After each model: a GPU that is only lent may be gone before the second one is done.
        save_result(
            f"live-engine-{arguments.engine}",
            columns=(
                f"1920x1080 at {RATE} frames/s",
                "p50 (ms)",
                "p95 (ms)",
                "p99 (ms)",
                "max (ms)",
                "late frames",
            ),
            rows=[
                (
                    f"{name} ({run['input']}) on {run['device']}",
                    *_shown(run["latency_ms"], "p50", "p95", "p99", "max", digits=2),
                    f"{run['late']} of {run['frames']}",
                )
                for name, run in runs.items()
            ],
            note="Frame in memory to composite in memory through the compute thread, one frame at "
            f"a time as it comes, over a picture, default edges, {arguments.seconds:.0f} s after "
            f"{FRAMES_WARM} frames of warm-up; late: done after the next frame was due. "
            f"Repeat: `python -m lab.benchmarks.bench_live --engine {arguments.engine}`.",
            machine=machine.describe("numba", "numba-cuda"),
            raw=runs,
        )


def _in_words(run: dict[str, Any]) -> str:
    p50, p95, most = _shown(run["latency_ms"], "p50", "p95", "max", digits=1)
    stages = ", ".join(f"{stage} {f['p50']:.1f}" for stage, f in run["stage_ms"].items())
    return (
        f"{run['fps_out']:.2f} frames/s, {run['dropped']} dropped, "
        f"delay p50 {p50} p95 {p95} max {most} ms, {run['cores']:.2f} cores; {stages}"
    )


def _shown(figures: dict[str, float], *names: str, digits: int) -> list[str]:
    return [f"{figures[name]:.{digits}f}" for name in names]


if __name__ == "__main__":
    main()
