"""Whole jobs on a long film and on many files, by default and with what costs most switched off.

`python -m lab.benchmarks.bench_pipeline --long` runs this. Every command has a process of its own,
in turns. A rate counts from the 300th frame that is written to the last, over thousands of frames;
starting, and the first look at the film for the room, are given apart.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import av

from lab.benchmarks import machine
from lab.benchmarks.report import save_result

ROOT = Path(__file__).parents[2]
BACKGROUND = ROOT / "assets" / "backgrounds" / "dusk.jpg"
STEADY_AFTER = 300  # frames, before which no rate is taken
FILES = 9  # the first of which starts everything
MODELS = ("quality", "fast")
CODEC_ALONE = "no network"  # an engine that hands frames through: what decoding and encoding allow
SWITCHES = {
    "default": {},
    "frames ahead off": {"frames_ahead": "off"},
    "room off": {"learns_room": False},
    "both off": {"frames_ahead": "off", "learns_room": False},
}
# What is run of them, by the name of its row; without a network, models are alike.
FILMS = {f"{model}, {switch}": (model, switch) for model in MODELS for switch in SWITCHES}
FILMS[CODEC_ALONE] = (MODELS[0], CODEC_ALONE)
QUEUES = ("one size", "two sizes")
THREADS = ("decode", "compute", "encode")


def measure(
    clip: Path,
    *,
    device: str,
    frames: int,
    rounds: int,
    repeat: Callable[[Path, Path, int], None],
) -> None:
    """Run every command in turns and write results/pipeline_long_DEVICE.json.

    Args:
        clip: H.264; repeated to a film of at least `frames` frames, and copied to many files.
        device: "cuda" or "cpu".
        frames: See `clip`.
        rounds: Of which the median is kept.
        repeat: Writes a clip several times in a row.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with av.open(str(clip)) as container:
            video = container.streams.video[0]
            count, size = video.frames, f"{video.width}x{video.height}"
        film = folder / f"film{clip.suffix}"
        repeat(clip, film, -(-frames // count))
        films: dict[str, list[dict[str, Any]]] = {}
        queues: dict[str, list[dict[str, Any]]] = {}
        for model in MODELS:  # compiles and measures tiles, once
            in_a_process("film", clip, folder, device, model, "default")
        for number in range(rounds):
            for name, (model, switch) in FILMS.items():
                run = in_a_process("film", film, folder, device, model, switch)
                films.setdefault(name, []).append(run)
                print(f"{number + 1}: {name}: {in_short(run)}", flush=True)
            _save(clip, size, device, films, queues)  # a later command may fail
            for kind in QUEUES:
                run = in_a_process("files", clip, folder, device, MODELS[0], kind)
                queues.setdefault(f"{FILES} files of {kind}", []).append(run)
                told = ", ".join(f"{seconds:.2f}" for seconds in run["between_s"])
                print(f"{number + 1}: files of {kind}: {told} s between files", flush=True)
    _save(clip, size, device, films, queues)


def in_short(run: dict[str, Any]) -> str:
    """A run's rate, and what its threads waited for, in a line."""
    waits = ", ".join(
        f"{name} waited {100 * run['waited'][name]:.0f} %"
        for name in THREADS
        if name in run["waited"]
    )
    rate = f"{run['fps']:.0f} frames/s"
    return f"{rate}, start {run['start_s']:.2f} s, look {run['look_s']:.2f} s; {waits}"


def in_a_process(kind: str, clip: Path, folder: Path, *words: str) -> dict[str, Any]:
    """What `one_film` ("film") or `many_files` ("files") measured, in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "lab.benchmarks.long_films",
        kind,
        str(clip),
        str(folder),
        *words,
    ]
    environment = {**os.environ, "PYTHONFAULTHANDLER": "1"}  # a death by signal leaves its stacks
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        ended = f"{kind} {' '.join(words)} ended with {done.returncode}"
        raise SystemExit(f"{ended}:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def _settings(device: str, model: str, switch: str = "default") -> Any:
    from app.pipeline.background_spec import BackgroundSpec
    from app.pipeline.settings import Settings

    background = BackgroundSpec("file", path=BACKGROUND)
    settings = Settings(background=background, model=model, device=device)  # type: ignore[arg-type]
    return replace(settings, **SWITCHES["both off" if switch == CODEC_ALONE else switch])


def one_film(
    film: Path, folder: Path, device: str, model: str, switch: str, codec: str = ""
) -> dict[str, Any]:
    """One job; its steady rate, what starting took, and where its threads' time went.

    Args:
        film: To process.
        folder: For the output, MP4, or QuickTime where MP4 does not take the codec.
        device: "cuda" or "cpu".
        model: Name of a model.
        switch: One of `SWITCHES`, or `CODEC_ALONE`.
        codec: Of the output; "": the format's usual one.
    """
    from app.pipeline.engines import open_engine_for
    from app.pipeline.jobs.events import Done, Event, Progress
    from app.pipeline.jobs.job import Job
    from app.pipeline.jobs.job_spec import JobSpec

    written: list[tuple[float, int]] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Progress):
            written.append((perf_counter(), event.frames))

    output = folder / ("out.mov" if codec.startswith("prores") else "out.mp4")
    spec = JobSpec(
        film, output, _settings(device, model, switch), codec=codec or None, overwrite=True
    )
    factory = _hands_through if switch == CODEC_ALONE else open_engine_for
    final = Job(spec, on_event, engine_factory=factory).run()
    if not isinstance(final, Done):
        raise SystemExit(f"the job ended with {final}")
    report = final.report
    steady = [moment for moment in written if moment[1] >= min(STEADY_AFTER, report.frames_out / 2)]
    (begin_s, begin), (end_s, end) = steady[0], steady[-1]
    look_s = report.stage_s.get("look", 0.0)
    return {
        "frames": report.frames_out,
        "fps": (end - begin) / (end_s - begin_s) if end > begin else report.fps,
        "start_s": report.prepared_s - look_s,
        "look_s": look_s,
        "seconds": report.seconds,
        "processor_ms": 1000 * sum(os.times()[:2]) / report.frames_out,
        "stage_ms": {k: 1000 * v / report.frames_out for k, v in report.stage_s.items()},
        "waited": {
            name: sum(times.waited_s.values()) / times.wall_s
            for name, times in report.threads.items()
        },
        "threads": {
            name: {"wall_s": t.wall_s, "worked_s": t.worked_s, "waited_s": t.waited_s}
            for name, t in report.threads.items()
        },
        "device": report.device,
        "encoder": report.encoder,
        "decoder": report.decoder,
    }


def _hands_through(settings: Any, frame_format: Any, *, batch_size: int, notify: Any) -> Any:
    """An engine factory whose engine returns every frame as its own composite."""
    from app.pipeline.engines import OpenedEngine
    from gpu_unet import Batch, Composites, Engine, UNetArchitecture

    class HandsThrough(Engine):
        device = "cpu"
        device_name = "no network"
        architecture = UNetArchitecture.plain(base_width=8).fitted_to(
            frame_height=frame_format.height,
            frame_width=frame_format.width,
            input_pixels=256 * 144,
        )

        def process(self, batch: Batch) -> Composites:
            return Composites(frames=list(batch.frames), alphas=None, stage_ms={})

        def reset(self) -> None:
            pass

        def close(self) -> None:
            pass

    engine = HandsThrough()
    engine.frame_format, engine.batch_size = frame_format, batch_size
    return OpenedEngine(engine, settings.model)


def many_files(clip: Path, folder: Path, device: str, model: str, kind: str) -> dict[str, Any]:
    """A queue of copies by default; how long no frame was written between one and the next."""
    from app.pipeline.jobs.events import Done, Event
    from app.pipeline.jobs.job import Job
    from app.pipeline.jobs.job_spec import JobSpec
    from app.pipeline.jobs.queue import JobQueue

    reports = []

    def on_event(job: Job, event: Event) -> None:
        if isinstance(event, Done):
            reports.append(event.report)

    moments = _note_writes()
    settings = _settings(device, model)
    began_s = perf_counter()
    with JobQueue(on_event) as queue:
        for number in range(FILES):
            copy = folder / f"{number}{clip.suffix}"
            shutil.copy(clip, copy)
            is_other = kind == "two sizes" and number % 2
            spec = JobSpec(copy, folder / f"{number}_new.mp4", settings, overwrite=True)
            queue.add(replace(spec, height=360, width=640) if is_other else spec)
        queue.wait()
    if len(reports) != FILES:
        raise SystemExit(f"{len(reports)} of {FILES} files were done")
    written = [moments[report.output] for report in reports]
    return {
        "between_s": [after[0] - before[1] for before, after in pairwise(written)],
        "compute": [
            {"worked_s": times.worked_s, "waited_s": times.waited_s}
            for times in (report.threads["compute"] for report in reports)
        ],
        "look_s": [report.stage_s.get("look", 0.0) for report in reports],
        "seconds": perf_counter() - began_s,
        "fps": sum(report.frames_out for report in reports) / (perf_counter() - began_s),
    }


def _note_writes() -> dict[Path, tuple[float, float]]:
    """By output: when its first frame came to the file's writer, and when that had taken the last.

    Progress events do not tell this: the queue holds them back while the file before is unfinished.
    """
    from app.video.files.file_writer import FileWriter

    moments: dict[Path, tuple[float, float]] = {}
    write = FileWriter.write

    def noting(self: FileWriter, pixels: Any, alpha: Any = None, *, time: Any) -> None:
        begin_s = perf_counter()
        write(self, pixels, alpha, time=time)
        first_s, _ = moments.get(self.path, (begin_s, begin_s))
        moments[self.path] = first_s, perf_counter()

    FileWriter.write = noting
    return moments


def _save(
    clip: Path,
    size: str,
    device: str,
    films: dict[str, list[dict[str, Any]]],
    queues: dict[str, list[dict[str, Any]]],
) -> None:
    def middle(runs: list[dict[str, Any]], key: str) -> float:
        return median(run[key] for run in runs)

    rows: list[list[str | float]] = [
        [
            name,
            f"{middle(runs, 'fps'):.0f}",
            round(middle(runs, "start_s"), 2),
            round(middle(runs, "look_s"), 2),
            round(middle(runs, "processor_ms"), 2),
            *(
                f"{100 * median(run['waited'].get(thread, 0.0) for run in runs):.0f}"
                for thread in THREADS
            ),
        ]
        for name, runs in films.items()
    ]
    for name, runs in queues.items():
        between = [seconds for run in runs for seconds in run["between_s"]]
        looks = [look for run in runs for look in run["look_s"][1:]]
        told = [round(median(between), 2), round(median(looks), 2)]
        rows.append(
            [f"{name}, each after the first", f"{middle(runs, 'fps'):.0f}", *told, *[""] * 4]
        )
    first = next(iter(films.values()))
    path = save_result(
        f"pipeline_long_{device}",
        columns=[
            "whole job",
            "frames/s",
            "start s",
            "first look s",
            "processor ms a frame",
            *(f"{thread} waits, %" for thread in THREADS),
        ],
        rows=rows,
        note=(
            f"{clip.name} repeated to {first[0]['frames']} frames, {size}, H.264 in and out, one "
            f"picture as background, on {first[0]['device']}, decoded by {first[0]['decoder']}, "
            f"encoded by {first[0]['encoder']}. Rates from the {STEADY_AFTER}th frame written to "
            f"the last; medians of {len(first)} runs in turns, each in a process of its own. A "
            "thread waits for the others: the one that waits least holds them up. Files: "
            f"{FILES} copies of the clip in one queue, model {MODELS[0]} by default; their rate is "
            "that of the whole command, the first start included. Their start is the time from the "
            "last frame that the writer of one file took to the first that the writer of the next "
            "got, the first look included; below zero, two files were written at once. Repeat with "
            f"`python -m lab.benchmarks.bench_pipeline --long --device {device}`."
        ),
        machine=machine.describe("av", "numba", "opencv-python-headless"),
        raw={"films": films, "queues": queues},
    )
    print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    kind, clip, folder, *words = sys.argv[1:]
    work = {"film": one_film, "files": many_files}[kind]
    print(json.dumps(work(Path(clip), Path(folder), *words)))
