"""The whole job, H.264 in and H.264 out, beside the script that a user would write today.

    python -m lab.benchmarks.bench_pipeline [--clip CLIP] [--rounds N] [--network NETWORK.onnx]
    python -m lab.benchmarks.bench_pipeline --long --device cuda [--frames N]

Every contender runs in a process of its own, in turns, so that memory is its own and a machine
that slows down slows all. The model fast also runs with a second look at each frame, and with a
clean plate if it reads one; all else looks once. The rate counts from the first frame's decoding
to the closed file, without imports and without the engine's start; the median of the rounds is
kept. A last run on the clip repeated several times shows that memory does not grow with its length.

`--long` measures our own commands instead, by default and with what costs most switched off, on a
film of thousands of frames and on many files; see `lab/benchmarks/long_films.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import av
import numpy as np

from gpu_unet.cores import available_cores
from gpu_unet.network_input import CleanPlate, takes_clean_plate
from lab.benchmarks import long_films, machine
from lab.benchmarks.report import save_result

if TYPE_CHECKING:
    from app.pipeline.engines import OpenedEngine

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
BACKGROUND = ROOT / "assets" / "backgrounds" / "dusk.jpg"
CONTENDERS = {
    "Backdrop, model fast": "ours:fast",
    "Backdrop, model quality": "ours:quality",
    "Backdrop, model fast, a clean plate": "ours:fast+plate",
    "Backdrop, model fast, a second look": "ours:fast+twice",
    "PyAV, MediaPipe selfie, NumPy, libx264": "yardstick:numpy",
    "the same, composite by cv2.blendLinear": "yardstick:opencv",
    "the same again, libx264 set as ours": "yardstick:opencv+encoder",
}
STAGES = ("decode", "network", "composite", "encode")
REPEATS = 5


def main() -> None:
    """Run the contenders in turns and write results/pipeline.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shared_clip = SHARED / "clips" / "talk_s18.mp4"
    default_clip = shared_clip if shared_clip.is_file() else ROOT / "assets" / "sample.mp4"
    parser.add_argument("--clip", type=Path, default=default_clip)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--network", type=Path, default=SHARED / "peers" / "mediapipe_selfie_256.onnx"
    )
    parser.add_argument(
        "--only", nargs="*", help="contenders to run, e.g. ours:fast; saves nothing"
    )
    parser.add_argument("--long", action="store_true", help="our own commands on a long film")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda", help="with --long")
    parser.add_argument("--frames", type=int, default=3000, help="of the film, with --long")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        print(json.dumps(_work(arguments)))
        return
    if arguments.long:
        long_films.measure(
            arguments.clip,
            device=arguments.device,
            frames=arguments.frames,
            rounds=arguments.rounds,
            repeat=repeat,
        )
        return
    chosen = {
        name: worker
        for name, worker in CONTENDERS.items()
        if (not arguments.only or worker in arguments.only)
        and (_can_run(worker) if worker.startswith("ours") else arguments.network.is_file())
    }
    with tempfile.TemporaryDirectory() as folder:
        runs: dict[str, list[dict[str, Any]]] = {name: [] for name in chosen}
        for worker in chosen.values():
            if worker.startswith("ours"):
                _run(worker, arguments.clip, arguments.network, Path(folder))  # compiles, once
        for number in range(arguments.rounds):
            for name, worker in chosen.items():
                runs[name].append(_run(worker, arguments.clip, arguments.network, Path(folder)))
                print(f"{number + 1}: {name}: {_summary(runs[name][-1])}", flush=True)
        long_clip = Path(folder) / f"long{arguments.clip.suffix}"
        repeat(arguments.clip, long_clip, REPEATS)
        long_run = _run("ours:fast", long_clip, arguments.network, Path(folder))
        print(f"{REPEATS} times as long: {_summary(long_run)}")
    if not arguments.only:
        _save(arguments.clip, runs, long_run)


def _can_run(worker: str) -> bool:
    """Whether the model reads a clean plate, if the contender `worker` of ours has one."""
    from app.pipeline.engines import find_model
    from gpu_unet.weights import load_weights

    model, _, extra = worker.partition(":")[2].partition("+")
    return extra != "plate" or takes_clean_plate(
        load_weights(find_model(model, device="cpu")).architecture
    )


def _summary(run: dict[str, Any]) -> str:
    stages = ", ".join(f"{stage} {run['stage_ms'][stage]:.1f}" for stage in STAGES)
    return f"{run['fps']:.1f} frames/s, peak {run['peak_mib']:.0f} MiB; ms a frame: {stages}"


def _run(worker: str, clip: Path, network: Path, folder: Path) -> dict[str, Any]:
    """One contender, once, in a process of its own."""
    command = [sys.executable, "-m", "lab.benchmarks.bench_pipeline", "--worker", worker]
    command += ["--clip", str(clip), "--network", str(network), "--out", str(folder / "out.mp4")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{worker} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def _work(arguments: argparse.Namespace) -> dict[str, Any]:
    kind, _, variant = arguments.worker.partition(":")
    if kind == "ours":
        result = _ours(arguments.clip, arguments.out, variant)
    else:
        from app.video.files.output_format import CODECS
        from lab.benchmarks import yardstick_mediapipe as yardstick

        composite, _, has_our_encoder = variant.partition("+")
        ours = {**CODECS["h264"].options, "crf": str(CODECS["h264"].default_crf)}
        spent = yardstick.replace_background(
            arguments.clip,
            arguments.out,
            BACKGROUND,
            arguments.network,
            threads=available_cores(),
            composite=getattr(yardstick, f"composite_{composite}"),
            encoder=ours if has_our_encoder else yardstick.USUAL_ENCODER,
        )
        frames, seconds = int(spent.pop("frames")), spent.pop("seconds")
        result = {
            "frames": frames,
            "fps": frames / seconds,
            "stage_ms": {stage: 1000 * spent[stage] / frames for stage in STAGES},
        }
    return {**result, "peak_mib": _peak_mib(), "out_mb": arguments.out.stat().st_size / 1e6}


def _ours(clip: Path, out: Path, model: str) -> dict[str, Any]:
    from app.pipeline.background_spec import BackgroundSpec
    from app.pipeline.compute import compute_thread
    from app.pipeline.engines import open_engine_for
    from app.pipeline.jobs.events import Done
    from app.pipeline.jobs.job import Job
    from app.pipeline.jobs.job_spec import JobSpec
    from app.pipeline.settings import Settings

    model, _, extra = model.partition("+")

    def engine_factory(*arguments: Any, **options: Any) -> OpenedEngine:
        opened = open_engine_for(*arguments, **options)
        if extra == "plate":
            plate = some_plate(opened)
            compute_thread().submit(lambda: opened.engine.set_clean_plate(plate)).result()
        return opened

    background = BackgroundSpec("file", path=BACKGROUND)
    # One look at each frame, as the others have it, where nothing else is measured.
    look_twice = "on" if extra == "twice" else "off"
    settings = Settings(background=background, model=model, device="cpu", look_twice=look_twice)
    final = Job(JobSpec(clip, out, settings, overwrite=True), engine_factory=engine_factory).run()
    if not isinstance(final, Done):
        raise SystemExit(f"the job ended with {final}")
    report = final.report
    ms = {stage: 1000 * seconds / report.frames_out for stage, seconds in report.stage_s.items()}
    return {
        "frames": report.frames_out,
        "fps": report.fps,
        "stage_ms": {
            "decode": ms["decode"] + ms["background"],
            "network": ms["resize"] + ms["network"],
            "composite": ms["refine"] + ms["composite"],
            "encode": ms["encode"],
        },
        "start_s": report.stage_s["start"],
        "processor_ms": 1000 * sum(os.times()[:2]) / report.frames_out,
    }


def some_plate(opened: OpenedEngine) -> CleanPlate:
    """A grey room of which all is known: what it holds costs nothing, that it is there might."""
    size = (opened.engine.architecture.height, opened.engine.architecture.width)
    return CleanPlate(np.full((*size, 3), 128, np.uint8), np.full(size, 255, np.uint8))


def _peak_mib() -> float:
    """Largest resident size of this process so far."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def repeat(clip: Path, out: Path, times: int) -> None:
    """Write the picture of `clip` several times in a row, packet by packet."""
    with av.open(str(clip)) as source, av.open(str(out), "w") as sink:
        video = source.streams.video[0]
        stream = sink.add_stream_from_template(video)
        packets = [packet for packet in source.demux(video) if packet.dts is not None]
        step = max(1, round(1 / (video.average_rate * video.time_base)))
        length = max(packet.pts for packet in packets) + step
        for number in range(times):
            source.seek(0)
            for packet in source.demux(video):
                if packet.dts is None:
                    continue
                packet.stream = stream
                packet.pts += number * length
                packet.dts += number * length
                sink.mux(packet)


def _save(clip: Path, runs: dict[str, list[dict[str, Any]]], long_run: dict[str, Any]) -> None:
    rows = []
    for name, results in runs.items():
        stage_ms = {s: median(run["stage_ms"][s] for run in results) for s in STAGES}
        rows.append(
            [
                name,
                round(median(run["fps"] for run in results), 1),
                *(round(stage_ms[stage], 1) for stage in STAGES),
                round(max(run["peak_mib"] for run in results)),
                round(results[0]["out_mb"], 2),
            ]
        )
    with av.open(str(clip)) as container:
        video = container.streams.video[0]
        size = f"{video.width}x{video.height}"
    first = next(iter(runs.values()))
    path = save_result(
        "pipeline",
        columns=[
            "whole job",
            "frames/s",
            *(f"{stage} ms" for stage in STAGES),
            "peak MiB",
            "out MB",
        ],
        rows=rows,
        note=(
            f"{clip.name}, {size}, {first[0]['frames']} frames, H.264 in and out (the script at "
            "CRF 20 and veryfast, we at our own preset), sound carried over by us alone, "
            f"one picture as background; medians of {len(first)} runs in turns, each in a process "
            "of its own. Our stages overlap and share the cores, so their sum exceeds the time "
            f"of a frame; the script's run one after the other. {REPEATS} times the clip: peak "
            f"{long_run['peak_mib']:.0f} MiB, {long_run['fps']:.1f} frames/s. Repeat with "
            "`python -m lab.benchmarks.bench_pipeline`."
        ),
        machine=machine.describe("av", "numba", "onnxruntime", "opencv-python-headless"),
        raw={"runs": runs, "long_run": long_run},
    )
    print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
