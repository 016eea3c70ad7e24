"""What ten bits cost beside eight, at 4K: `python -m lab.benchmarks.bench_bits --device cuda`.

First the engine alone, frames in and composites out over thousands of frames; then whole jobs on
one film in both depths, HEVC in, each in a process of its own, in turns. `report.py` shows the
result as `bits`.
"""

from __future__ import annotations

import argparse
import tempfile
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import av
from av.video.stream import VideoStream

from gpu_unet.frame_format import FrameFormat
from lab.benchmarks import machine
from lab.benchmarks.bench_pipeline import repeat
from lab.benchmarks.long_films import CODEC_ALONE, in_a_process, in_short
from lab.benchmarks.report import save_result

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "assets" / "sample.mp4"
HEIGHT, WIDTH = 2160, 3840
MODEL = "quality"
BATCH = 4
LAYOUTS: tuple[FrameFormat.Layout, ...] = ("yuv420", "yuv420p10", "yuv422p10")
DEPTHS = {8: "yuv420p", 10: "yuv420p10le"}  # of the films, by bits
Runs = dict[tuple[str, str, int], list[dict[str, Any]]]  # by codec, switch and bits
JOBS = (("hevc", "default"), ("prores422", "default"), ("hevc", CODEC_ALONE))


def make_film(path: Path, pixel_format: str, frames: int) -> None:
    """The sample at 4K as HEVC, again and again until it has at least so many frames."""
    once = path.with_stem(f"{path.stem}-once")
    with av.open(str(SAMPLE)) as source, av.open(str(once), "w") as target:
        stream = target.add_stream("libx265", rate=Fraction(30))
        assert isinstance(stream, VideoStream)
        stream.height, stream.width, stream.pix_fmt = HEIGHT, WIDTH, pixel_format
        stream.codec_context.options = {
            "preset": "ultrafast",
            "x265-params": "log-level=error:bframes=0:keyint=30",
        }
        count = 0
        for frame in source.decode(video=0):
            large = frame.reformat(WIDTH, HEIGHT, pixel_format)
            large.pts, large.time_base = count, Fraction(1, 30)
            target.mux(stream.encode(large))
            count += 1
        target.mux(stream.encode(None))
    repeat(once, path, -(-frames // count))


def main() -> None:
    """Measure and write results/bits.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--frames", type=int, default=3000, help="of the engine alone")
    parser.add_argument("--film-frames", type=int, default=720, help="of a job's film")
    parser.add_argument("--rounds", type=int, default=1, help="of the jobs; the median is kept")
    arguments = parser.parse_args()
    rows: list[list[str | float | int]] = []
    raw: dict[str, Any] = {}

    def save() -> None:
        path = save_result(
            "bits",
            columns=["quality, 3840x2160", "frames/s", "of 8 bits"],
            rows=rows,
            note=(
                f"Engine alone: {arguments.frames} frames and more, batches of {BATCH}, two in "
                f"flight. Jobs: assets/sample.mp4 enlarged and repeated to {arguments.film_frames} "
                "frames, HEVC in, default settings, rates from the 300th frame to the last, the "
                f"middle of {arguments.rounds} in turns. Repeat: "
                f"`python -m lab.benchmarks.bench_bits --device {arguments.device}`."
            ),
            machine=machine.describe("av", "numba"),
            raw=raw,
        )
        print(f"wrote {path.relative_to(ROOT)}", flush=True)

    if arguments.device == "cuda":
        from lab.benchmarks.bench_gpu import engine_rows  # needs PyTorch

        first: dict[str, float] = {}
        for layout in LAYOUTS:
            some, raw[layout] = engine_rows(
                ROOT / "weights" / f"{MODEL}.safetensors",
                height=HEIGHT,
                width=WIDTH,
                batch=BATCH,
                layout=layout,
                batches=-(-arguments.frames // BATCH),
            )
            for row in some:
                what, ms = str(row[0]).split(": ")[1], float(row[1])
                rate = 1e3 / ms
                share = rate / first.setdefault(what, rate)
                rows.append([f"engine, {layout}, {what}", round(rate, 1), round(share, 2)])
            save()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        films = {bits: folder / f"film{bits}.mp4" for bits in DEPTHS}
        for bits, film in films.items():
            make_film(film, DEPTHS[bits], arguments.film_frames)
        runs: Runs = {}
        engine_count = len(rows)
        for number in range(arguments.rounds):
            for codec, switch in JOBS:
                for bits, film in films.items():
                    words = (arguments.device, MODEL, switch, codec)
                    run = in_a_process("film", film, folder, *words)
                    runs.setdefault((codec, switch, bits), []).append(run)
                    told = f"{number + 1}: {codec}, {switch}, {bits} bits: {in_short(run)}"
                    print(f"{told}; {run['decoder']}, {run['encoder']}", flush=True)
                    rows[engine_count:] = _job_rows(runs)
                    raw["jobs"] = {", ".join(map(str, key)): some for key, some in runs.items()}
                    save()


def _job_rows(runs: Runs) -> list[list[str | float | int]]:
    """A row for each kind of job in both depths, of the runs so far."""
    rows: list[list[str | float | int]] = []
    for (codec, switch, bits), some in runs.items():
        rate = median(run["fps"] for run in some)
        base = median(run["fps"] for run in runs[codec, switch, 8])
        told = "decoded and encoded alone" if switch == CODEC_ALONE else "whole job"
        what = f"{told}, {bits} bits, HEVC to {codec}"
        rows.append([what, round(rate, 1), round(rate / base, 2)])
    return rows


if __name__ == "__main__":
    main()
