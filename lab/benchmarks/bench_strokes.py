"""How much strokes mend: the error of mattes before, after one, three and ten, beside areas.

    python -m lab.benchmarks.bench_strokes                everything; writes the table
    python -m lab.benchmarks.bench_strokes --only arm     sequences with this in their names; prints
    python -m lab.benchmarks.bench_strokes --keep /tmp/s  keep figures of sequences for another run

Sequences of 10 s (`lab.benchmarks.quality.things`), the same in every run, go through whole jobs
with the network `fast`. A scripted user (`lab.benchmarks.quality.scripted_user`) paints along the
largest wrong piece of the worst frame, as thick as the piece, looks, and paints again. Then it
begins anew with a soft brush, along hair and other gradual edges that are off.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import process_time

import av
import cv2
import numpy as np
import numpy.typing as npt

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.pipeline.strokes.follow import WIDTH as SMALL_WIDTH
from app.pipeline.strokes.follow import brush_mask, follow_strokes
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import StrokeTrack, areas_of_strokes
from gpu_unet.areas import Area
from lab.benchmarks.machine import describe
from lab.benchmarks.quality.scripted_user import (
    OFF,
    WRONG,
    is_gradual,
    next_soft_stroke,
    next_stroke,
)
from lab.benchmarks.quality.sequences import HEIGHT, WIDTH, HeldOut
from lab.benchmarks.quality.things import (
    DURATION_S,
    FRAMES,
    RATE,
    THINGS,
    ThingPicture,
    name_of,
    thing_picture,
)
from lab.benchmarks.report import save_result

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

Pixels = npt.NDArray[np.uint8]

COUNTS = (1, 3, 10)
SOFT_COUNTS = (1, 2, 3)  # the user looks after each
TIMES_S = [n / RATE for n in range(FRAMES)]
SETTINGS = Settings(
    background=BackgroundSpec("transparent"), model="fast", device="cpu", learns_room=False
)


@dataclass(frozen=True, slots=True)
class StrokeFigures:
    """Of one sequence with so many strokes.

    Attributes:
        error: Mean absolute difference from the true matte, % of its range.
        wrong: The same where the matte was wrong before.
        elsewhere: The same in all other places.
        seconds: Of the processor, beyond those of the job without strokes.
    """

    error: float
    wrong: float
    elsewhere: float
    seconds: float


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measure how much strokes mend.")
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--more-data", type=Path, default=SHARED / "data2")
    parser.add_argument("--only", default="", help="sequences with this in their names; prints")
    parser.add_argument("--keep", type=Path, help="a folder for figures of finished sequences")
    arguments = parser.parse_args()
    source = HeldOut(arguments.data, arguments.more_data)
    found: dict[str, dict[str, StrokeFigures]] = {}
    for number in range(len(THINGS)):
        name = name_of(number)
        if arguments.only not in name:
            continue
        path = arguments.keep and arguments.keep / f"{name.replace(' ', '_')}.json"
        if path is not None and path.exists():
            kept = json.loads(path.read_text())
            found[name] = {way: StrokeFigures(**figures) for way, figures in kept.items()}
            continue
        found[name] = _measured(thing_picture(number, source))
        print(name, {way: asdict(one) for way, one in found[name].items()}, flush=True)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({way: asdict(one) for way, one in found[name].items()}))
    if not arguments.only:
        _save(found)


def _measured(picture: ThingPicture) -> dict[str, StrokeFigures]:
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "film.mkv"
        _write(film, picture.frames)
        before, least_s = _matte(film)
        return {
            **_by_strokes_and_areas(picture, film, before, least_s),
            **_by_soft_strokes(picture, film, before, least_s),
        }


def _by_strokes_and_areas(
    picture: ThingPicture, film: Path, before: Pixels, least_s: float
) -> dict[str, StrokeFigures]:
    """Where the matte is wrong without them; `before` and `least_s` are of a job without any."""
    truth = np.stack(picture.alphas)
    is_wrong = np.abs(before.astype(np.int16) - truth) > WRONG
    found = {"without": _figures(before, truth, is_wrong, 0.0)}
    strokes: list[Stroke] = []
    shown = before
    while len(strokes) < max(COUNTS):
        stroke = next_stroke(list(shown), picture.alphas, TIMES_S)
        if stroke is None:
            break
        strokes.append(stroke)
        shown = _painted(shown, follow_strokes(film, [stroke]))
        count = len(strokes)
        if count in COUNTS:
            matte, spent_s = _matte(film, strokes=tuple(strokes))
            found[f"strokes {count}"] = _figures(matte, truth, is_wrong, spent_s - least_s)
            masks = [
                (one.kind, brush_mask(one, (SMALL_WIDTH * 9 // 16, SMALL_WIDTH))) for one in strokes
            ]
            areas = tuple(area for mask in masks for area in areas_of_strokes([mask]))[: Area.MOST]
            matte, spent_s = _matte(film, areas=areas)
            found[f"areas {count}"] = _figures(matte, truth, is_wrong, spent_s - least_s)
    return found


def _by_soft_strokes(
    picture: ThingPicture, film: Path, before: Pixels, least_s: float
) -> dict[str, StrokeFigures]:
    """Where truth is gradual and the matte is off by more than a tenth; beside all else."""
    truth = np.stack(picture.alphas)
    is_off = is_gradual(truth) & (np.abs(before.astype(np.int16) - truth) > OFF)
    found = {"soft 0": _figures(before, truth, is_off, 0.0)}
    strokes: list[Stroke] = []
    shown = before
    while len(strokes) < SOFT_COUNTS[-1]:
        stroke = next_soft_stroke(list(shown), picture.alphas, TIMES_S)
        if stroke is None:
            break
        strokes.append(stroke)
        if len(strokes) in SOFT_COUNTS:
            shown, spent_s = _matte(film, strokes=tuple(strokes))
            found[f"soft {len(strokes)}"] = _figures(shown, truth, is_off, spent_s - least_s)
    return found


def _write(path: Path, frames: Sequence[Pixels]) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(RATE))
        stream.height, stream.width, stream.pix_fmt = HEIGHT, WIDTH, "yuv420p"
        stream.options = {"crf": "10", "preset": "veryfast"}
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, "rgb24")))
        container.mux(stream.encode(None))


def _matte(
    film: Path, *, strokes: tuple[Stroke, ...] = (), areas: tuple[Area, ...] = ()
) -> tuple[Pixels, float]:
    """The matte of a whole job, uint8 (frames, h, w), and the job's seconds of the processor."""
    out = film.with_name("matte.mkv")
    spec = JobSpec(
        film,
        out,
        replace(SETTINGS, areas=areas),
        output_kind="matte",
        codec="ffv1",
        overwrite=True,
        strokes=strokes,
    )
    began_s = process_time()
    final = Job(spec).run()
    spent_s = process_time() - began_s
    if not isinstance(final, Done):
        raise SystemExit(f"a job ended with {final}")
    with av.open(str(out)) as container:
        planes = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)]
    return np.stack(planes).astype(np.uint8), spent_s


def _painted(alphas: Pixels, track: StrokeTrack) -> Pixels:
    """About what a stroke makes of mattes, by which the user goes on."""
    (stroke,), (trail,) = track.strokes, track.trails
    painted = alphas.copy()
    for alpha, time_s in zip(painted, TIMES_S, strict=True):
        mask = trail.mask(time_s, track.shape)
        if mask is not None:
            large = cv2.resize(mask.astype(np.uint8), (WIDTH, HEIGHT)) > 0
            alpha[large] = 255 if stroke.kind == "keep" else 0
    return painted


def _figures(
    alphas: Pixels, truth: Pixels, is_wrong: npt.NDArray[np.bool_], spent_s: float
) -> StrokeFigures:
    off = np.abs(alphas.astype(np.int16) - truth) / 2.55
    return StrokeFigures(
        float(off.mean()), float(off[is_wrong].mean()), float(off[~is_wrong].mean()), spent_s
    )


def _save(found: dict[str, dict[str, StrokeFigures]]) -> None:
    by_row: dict[str, list[dict[str, StrokeFigures]]] = defaultdict(list)
    for name, figures in found.items():
        by_row[name.partition(" ")[2].rpartition(" ")[0]].append(figures)
    by_row["all"] = list(found.values())
    ways = ["without", *(f"{what} {n}" for n in COUNTS for what in ("strokes", "areas"))]
    rows: list[list[str | float]] = []
    for row, sequences in by_row.items():
        for way in ways:
            some = [list(asdict(one[way]).values()) for one in sequences if way in one]
            if some:
                cells = [float(f"{value:.3g}") for value in np.mean(some, axis=0)]
                rows.append([row, len(some), way, *cells])
    for count in (0, *SOFT_COUNTS):
        some = [by[way] for by in found.values() if (way := f"soft {count}") in by]
        cells = [float(f"{v:.3g}") for v in np.mean([list(asdict(o).values()) for o in some], 0)]
        rows.append(["all, gradual edges", len(some), f"soft strokes {count}", *cells])
    for cells in rows:
        print(cells)
    save_result(
        "strokes",
        columns=[
            "sequences",
            "number",
            "strokes, or the same as areas",
            "error, %",
            "where it was wrong, %",
            "elsewhere, %",
            "seconds of the processor",
        ],
        rows=rows,
        note=(
            f"Sequences of {DURATION_S} s, {RATE:g} frames/s of {WIDTH}x{HEIGHT}, made by a seeded "
            "script of people and rooms that nothing was trained on. Whole jobs with the network "
            "`fast`, without a clean plate; the error is the mean absolute difference from the "
            "true matte. Where it was wrong: by more than half. The user is a script: it paints "
            "along the largest wrong piece of the worst frame, again and again. As areas: the same "
            "brush, for the whole film. Gradual edges: wrong is what is off by more than a tenth "
            "where the true matte is from a tenth to nine. Repeat: "
            "`python -m lab.benchmarks.bench_strokes`."
        ),
        machine=describe("numba"),
        raw={name: {way: asdict(one) for way, one in by.items()} for name, by in found.items()},
    )


if __name__ == "__main__":
    main()
