"""What several workers bring, and what Dask costs.

    python -m lab.benchmarks.bench_cluster --clips ../shared/clips \
        --out lab/benchmarks/results/cluster.json

On a machine with GPUs the same command, with `--device cuda --workers 1 2 --files 64 --minutes 20`,
compares one worker with as many as there are, a GPU each. Parts (`--parts`, all by default):

- scheduler: ten thousand tasks that sleep for a millisecond, through a scheduler in a process of
  its own, handed over as `ClusterQueue` does: tasks/s, and the memory of client and scheduler.
- overhead: ten seconds of a clip on one worker through Dask, and without it, in turns; starting
  (workers, engine) is left out of both.
- files, film: so many copies of a clip, and one film of so many minutes made of it, by each number
  of workers; a worker has as many cores whatever their number, and none but those (where the
  system lets cores be given, and there are enough).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import psutil  # Dask needs it, too

from app.cluster.dask_runner import DaskRunner, Tls, elsewhere, on_this_computer
from app.cluster.queue import ClusterQueue
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Cancelled, Done, Event, Failed
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from lab.benchmarks.machine import describe

ROOT = Path(__file__).resolve().parents[2]
TASKS = 10_000
PARTS = ("scheduler", "overhead", "files", "film")


def memory_bytes(process: int) -> int:
    """What a process has in memory."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def service(*arguments: str) -> Iterator[tuple[int, str]]:
    """`main.py cluster ...` in a process of its own: its number, and the first line it says."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "cluster", *arguments],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        yield process.pid, process.stderr.readline()
    finally:
        process.terminate()
        process.wait(30)


def measure_scheduler(workers: int) -> dict[str, Any]:
    """Tasks that do nothing, and what the memory does meanwhile."""
    window = 64
    memory: list[dict[str, int]] = []
    with service("scheduler", "--port", "0", "--dashboard-port", "0") as (scheduler, line):
        address = line.split()[2].rstrip(".")
        with service(
            "worker", "--scheduler", address, "--workers", str(workers), "--device", "cpu"
        ):
            runner = elsewhere(address, Tls())
            client, free = runner.client, threading.Semaphore(window)

            def done(future: Any) -> None:
                free.release()

            began_s = time.perf_counter()
            for number in range(TASKS):
                free.acquire()
                future = client.submit(time.sleep, 0.001, pure=False)
                future.add_done_callback(done)
                del future  # as a queue forgets what has ended
                if number % 1000 == 999:
                    memory.append(
                        {
                            "tasks": number + 1,
                            "client_mb": memory_bytes(os.getpid()) // 2**20,
                            "scheduler_mb": memory_bytes(scheduler) // 2**20,
                        }
                    )
            for _ in range(window):
                free.acquire()
            seconds = time.perf_counter() - began_s
            runner.close()
    return {
        "tasks": TASKS,
        "workers": workers,
        "in_flight": window,
        "tasks_per_s": round(TASKS / seconds, 1),
        "memory": memory,
    }


def spec_of(source: Path, target: Path, device: str, model: str) -> JobSpec:
    """What is asked for, everywhere the same."""
    settings = Settings(background=BackgroundSpec.parse("#00b140"), model=model)
    settings = settings.changed({"device": device})
    return JobSpec(source, target, settings=settings, overwrite=True)


def through(
    runner: DaskRunner, specs: Sequence[JobSpec], segment_s: float = 120.0
) -> tuple[float, list[Done]]:
    """Seconds, and what came out."""
    finals: list[Done] = []

    def hear(job: object, event: Event) -> None:
        assert not isinstance(event, Failed | Cancelled), event
        if isinstance(event, Done):
            finals.append(event)

    runner.close, close = (lambda: None), runner.close  # for the next one, too
    try:
        began_s = time.perf_counter()
        with ClusterQueue(hear, runner, segment_s=segment_s) as queue:
            for spec in specs:
                queue.add(spec)
            queue.wait()
            seconds = time.perf_counter() - began_s
    finally:
        runner.close = close
    return seconds, finals


def measure_overhead(clip: Path, folder: Path, device: str, model: str) -> dict[str, Any]:
    """Ten seconds of a clip, in turns; both with an engine that was opened before."""
    spec = replace(spec_of(clip, folder / "out.mp4", device, model), end_s=10.0)
    rows: list[dict[str, float]] = []
    runner = on_this_computer(1, device=device)
    try:
        (worker,) = (psutil.Process(pid) for pid in runner.processes())
        here = psutil.Process()
        through(runner, [spec])
        Job(spec).run()
        for _ in range(3):
            busy_s, began_s = processor_s(here), time.perf_counter()
            final = Job(spec).run()
            assert isinstance(final, Done), final
            row = {
                "alone_s": time.perf_counter() - began_s - final.report.prepared_s,
                "alone_cpu_s": processor_s(here) - busy_s,
            }
            busy_s = processor_s(here) + processor_s(worker)
            seconds, (final,) = through(runner, [spec])
            row["through_dask_s"] = seconds - final.report.prepared_s
            row["through_dask_cpu_s"] = processor_s(here) + processor_s(worker) - busy_s
            rows.append({name: round(value, 3) for name, value in row.items()})
    finally:
        runner.close()

    def overhead(suffix: str) -> float:
        shares = [row[f"through_dask_{suffix}"] / row[f"alone_{suffix}"] - 1 for row in rows]
        return round(statistics.median(shares), 4)

    return {
        "clip": clip.name,
        "seconds_of_clip": 10,
        "runs": rows,
        "median_overhead": overhead("s"),
        # Of worker, client and scheduler together: on a machine with other work, what counts.
        "median_cpu_overhead": overhead("cpu_s"),
        "load": [round(value, 1) for value in os.getloadavg()],
    }


def processor_s(process: psutil.Process) -> float:
    """Seconds of processor time that a process has used."""
    times = process.cpu_times()
    return times.user + times.system


def make_film(clip: Path, path: Path, minutes: float) -> Path:
    """The clip again and again, packet by packet."""
    with av.open(str(path), "w") as out, av.open(str(clip)) as first:
        source = first.streams.video[0]
        target = out.add_stream_from_template(source)
        assert source.time_base is not None
        length, shift = int(minutes * 60 / source.time_base), 0
        while shift < length:
            with av.open(str(clip)) as container:
                stream = container.streams.video[0]
                end = 0
                for packet in container.demux(stream):
                    if packet.pts is None or packet.dts is None:
                        continue
                    end = max(end, packet.pts + (packet.duration or 1))
                    packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
                    packet.stream = target
                    out.mux(packet)
                shift += end
    return path


def threads_per_core() -> int:
    """How many of what the system counts as cores share one; 0 where it does not say."""
    siblings = Path("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list")
    if not siblings.exists():
        return 0
    parts = siblings.read_text().strip().replace("-", ",").split(",")
    return len(parts)


def give_cores(processes: Sequence[int], cores: int) -> bool:
    """Let each process run on so many cores of its own and on no others; False if it cannot be.

    A single worker among many idle cores would decode and encode on those, and several, which
    have none left, would seem to scale badly.
    """
    if not hasattr(os, "sched_setaffinity"):
        return False
    mine = sorted(os.sched_getaffinity(0))
    if len(mine) < cores * len(processes):
        return False
    for number, process in enumerate(processes):
        own = mine[number * cores : (number + 1) * cores]
        for thread in Path(f"/proc/{process}/task").iterdir():  # later ones inherit it
            os.sched_setaffinity(int(thread.name), own)
    return True


def measure_workers(
    clip: Path,
    folder: Path,
    *,
    counts: Sequence[int],
    cores: int,
    device: str,
    model: str,
    files: int,
    minutes: float,
    segment_s: float,
    parts: Sequence[str],
) -> Iterator[dict[str, Any]]:
    """A row for each number of workers and kind of work, as soon as it is measured."""
    first: dict[str, float] = {}
    sources = []
    for number in range(files):
        sources.append(folder / f"clip-{number:03d}{clip.suffix}")
        shutil.copy(clip, sources[-1])
    film = make_film(clip, folder / "film.mp4", minutes) if "film" in parts else None
    for count in counts:
        os.environ["BACKDROP_CORES"] = str(cores * count)  # which its workers divide
        runner = on_this_computer(count, device=device)
        try:
            has_own_cores = give_cores(runner.processes(), cores)
            warm = [spec_of(clip, folder / f"warm-{n}.mp4", device, model) for n in range(count)]
            through(runner, warm)  # engines are compiled and open
            work = {
                "files": [
                    spec_of(source, folder / f"out-{source.stem}.mp4", device, model)
                    for source in sources
                ]
            }
            if film is not None:
                work["film"] = [spec_of(film, folder / "out-film.mp4", device, model)]
            for kind, specs in work.items():
                if kind not in parts:
                    continue
                seconds, finals = through(runner, specs, segment_s)
                frames = sum(final.report.frames_out for final in finals)
                stages: dict[str, float] = {}
                for final in finals:
                    for name, busy_s in final.report.stage_s.items():
                        stages[name] = stages.get(name, 0.0) + busy_s
                rate = frames / seconds
                yield {
                    "work": kind,
                    "workers": count,
                    "cores_per_worker": cores,
                    "has_own_cores": has_own_cores,
                    "device": finals[0].report.device,
                    "frames": frames,
                    "seconds": round(seconds, 2),
                    "frames_per_s": round(rate, 1),
                    "times_one": round(rate / first.setdefault(kind, rate), 3),
                    # Of all workers' time: what comes near 1 is full.
                    "busy": {
                        name: round(busy_s / (seconds * count), 3)
                        for name, busy_s in sorted(stages.items())
                    },
                }
        finally:
            runner.close()
            del os.environ["BACKDROP_CORES"]


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--clip", default="talk_s18.mp4", help="of these (default: 720p, 9 s)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--cores", type=int, default=2, help="of each worker")
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--segment", type=float, default=120.0, help="seconds")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--model", default="auto")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    clip, device = arguments.clips / arguments.clip, arguments.device
    document: dict[str, Any] = {
        "machine": {
            **describe("distributed", "dask", "numba", "av"),
            "threads_per_core": threads_per_core(),
        },
        "settings": {
            name: value if isinstance(value, int | float | list) else str(value)
            for name, value in vars(arguments).items()
            if name not in ("clips", "out")
        },
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "scheduler" in arguments.parts:
            document["scheduler"] = measure_scheduler(2)
            print(json.dumps(document["scheduler"]), flush=True)
        if "overhead" in arguments.parts:
            document["overhead"] = measure_overhead(clip, folder, device, arguments.model)
            print(json.dumps(document["overhead"]), flush=True)
        if {"files", "film"} & set(arguments.parts):
            document["workers"] = []
            for row in measure_workers(
                clip,
                folder,
                counts=arguments.workers,
                cores=arguments.cores,
                device=device,
                model=arguments.model,
                files=arguments.files,
                minutes=arguments.minutes,
                segment_s=arguments.segment,
                parts=arguments.parts,
            ):
                print(json.dumps(row), flush=True)
                document["workers"].append(row)
                arguments.out.write_text(json.dumps(document, indent=1) + "\n")  # if it is cut off
    arguments.out.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
