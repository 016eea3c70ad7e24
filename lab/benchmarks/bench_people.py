"""How often the person who is meant is kept, where people cross, leave, and after a cut.

    python -m lab.benchmarks.bench_people                everything; writes the table
    python -m lab.benchmarks.bench_people --only cut     sequences with this in their names; prints
    python -m lab.benchmarks.bench_people --sheets /tmp  also draw what is kept of each sequence
    python -m lab.benchmarks.bench_people --keep /tmp    keep what the network saw, for another run

24 sequences of 96 frames (`lab.benchmarks.quality.crossings`), the same in every run, with 40
crossings; matte and picture are those that the `fast` network sees. The person is pointed at in the
frame in which they stand most apart.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from app.pipeline.person.tracker import PeopleTracker
from gpu_unet.engine import Batch, Engine
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import Observation
from gpu_unet.opening import open_engine
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights
from lab.benchmarks.machine import describe
from lab.benchmarks.quality.crossings import CROSSINGS, FRAMES, crossing, name_of
from lab.benchmarks.quality.sequences import HEIGHT, WIDTH, HeldOut
from lab.benchmarks.report import save_result

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

Mask = npt.NDArray[np.bool_]

# What is right, in shares of what is seen of people, and of the picture.
MOST_KEPT, FEW_OTHERS, FEWEST_OTHERS, IN_SIGHT = 0.5, 0.25, 0.1, 0.01


@dataclass(frozen=True, slots=True)
class PeopleFigures:
    """Of one sequence, or the mean of several; all in percent.

    Attributes:
        right: Frames in which at least half of the person who is meant is kept, as far as they are
            in sight, and less than a quarter of what is in sight of others.
        clean: The same with less than a tenth of the others.
        kept: Of the person who is meant, where they are in sight.
        others: Of the others, where they are.
        unsure: Frames that are told as unsure.
    """

    right: float
    clean: float
    kept: float
    others: float
    unsure: float


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """What the network sees of a sequence, and the truth, at the network's size.

    Attributes:
        rgb: uint8 (frames, h, w, 3).
        alpha: uint8 (frames, h, w).
        truth: bool (frames, people, h, w): what is to be seen of each person.
    """

    rgb: npt.NDArray[np.uint8]
    alpha: npt.NDArray[np.uint8]
    truth: npt.NDArray[np.bool_]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measure who is kept where people cross.")
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--more-data", type=Path, default=SHARED / "data2")
    parser.add_argument("--only", default="", help="sequences with this in their names; prints")
    parser.add_argument("--keep", type=Path, help="a folder for what the network sees")
    parser.add_argument("--sheets", type=Path, help="draw what is kept into this folder")
    arguments = parser.parse_args()
    weights = load_weights(ROOT / "weights" / "fast.safetensors")
    found: dict[str, dict[str, PeopleFigures]] = defaultdict(dict)
    digest = hashlib.sha256()
    source = HeldOut(arguments.data, arguments.more_data)
    with open_engine(weights, FrameFormat(HEIGHT, WIDTH), device="cpu") as engine:
        for number, plan in enumerate(CROSSINGS):
            name = name_of(number)
            if arguments.only not in name:
                continue
            watched = _watched(engine, number, source, arguments.keep)
            digest.update(watched.rgb.tobytes() + watched.alpha.tobytes())
            sheet = arguments.sheets and arguments.sheets / f"people-{name.replace(' ', '_')}.png"
            figures = _measured(watched, sheet)
            found[plan.row][name] = figures
            print(name, asdict(figures), flush=True)
    rows = [[row, len(by), *cells_of(list(by.values()))] for row, by in found.items()]
    crossed = [f for row, by in found.items() if row.endswith("cross") for f in by.values()]
    rows.append(["all that cross", len(crossed), *cells_of(crossed)])
    for row in rows:
        print(row)
    if not arguments.only:
        _save(rows, found, digest.hexdigest())


def _watched(engine: Engine, number: int, source: HeldOut, folder: Path | None) -> Watched:
    """What the network sees of a sequence, perhaps from a file in `folder`."""
    path = folder and folder / f"{number:02d}.npz"
    if path is not None and path.exists():
        with np.load(path) as kept:
            return Watched(kept["rgb"], kept["alpha"], kept["truth"])
    sequence = crossing(number, source)
    seen = [_seen(engine, frame) for frame in sequence.frames]
    size = seen[0].alpha.shape[::-1]
    truth = [
        [cv2.resize(one, size, interpolation=cv2.INTER_AREA) >= 0.5 for one in visible]
        for visible in sequence.visible
    ]
    watched = Watched(
        np.stack([one.rgb for one in seen]), np.stack([one.alpha for one in seen]), np.array(truth)
    )
    if path is not None:
        np.savez_compressed(path, **asdict(watched))
    return watched


def _measured(watched: Watched, sheet: Path | None) -> PeopleFigures:
    seen = [Observation(*one) for one in zip(watched.rgb, watched.alpha, strict=True)]
    truths = watched.truth
    tracker = PeopleTracker()
    number = max(range(FRAMES), key=lambda n: _apartness(seen[n], truths[n]))
    point = _middle(seen[number], truths[number])
    assert tracker.point_out(seen[number], *point), "no person stands at the point"
    counts: list[tuple[bool, bool, float, float, bool]] = []
    shown: list[npt.NDArray[np.uint8]] = []
    for n, (one, truth) in enumerate(zip(seen, truths, strict=True)):
        sight = tracker.see(one, [point] if n == number else ())
        meant, others = truth[0], truth[1:].any(0) & ~truth[0]
        kept = share_of(sight.kept, meant)
        wrong = share_of(sight.kept, others)
        is_shown = np.isnan(kept) or kept >= MOST_KEPT
        few = np.nan_to_num(wrong)
        counts.append(
            (
                is_shown and few < FEW_OTHERS,
                is_shown and few < FEWEST_OTHERS,
                kept,
                wrong,
                sight.doubt is not None,
            )
        )
        shown.append(np.where(sight.kept[..., None], one.rgb, one.rgb // 4))
    if sheet is not None:
        _draw(sheet, shown)
    return PeopleFigures(*(100 * float(v) for v in np.nanmean(np.array(counts, float), axis=0)))


def _seen(engine: Engine, frame: npt.NDArray[np.uint8]) -> Observation:
    engine.reset()
    asked = Batch([frame], None, EngineSettings("transparent"), want_alpha=True, observe=(0,))
    return engine.process(asked).observations[0].taken_apart()


def share_of(shown: Mask, truth: Mask) -> float:
    """How much of what is to be seen is shown; NaN where hardly anything is."""
    if truth.mean() < IN_SIGHT:
        return float("nan")
    return np.count_nonzero(shown & truth) / np.count_nonzero(truth)


def _apartness(seen: Observation, truth: npt.NDArray[np.bool_]) -> float:
    """How well the matte's part at the first person is that person and no other."""
    _, labels = cv2.connectedComponents((seen.alpha >= 128).astype(np.uint8))
    own = labels[truth[0] & (labels > 0)]
    if truth[0].mean() < 3 * IN_SIGHT or not own.size:
        return -1.0
    part = labels == np.bincount(own).argmax()
    return np.count_nonzero(part & truth[0]) / np.count_nonzero(part | truth[0])


def _middle(seen: Observation, truth: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """The point of the first person that lies deepest inside, in shares of the picture."""
    inside = (truth[0] & (seen.alpha >= 128)).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return (float(column) + 0.5) / depth.shape[1], (float(row) + 0.5) / depth.shape[0]


def _draw(path: Path, shown: Sequence[npt.NDArray[np.uint8]]) -> None:
    """One picture of every fourth frame, with all but the kept person darkened."""
    path.parent.mkdir(parents=True, exist_ok=True)
    few = shown[::4]
    rows = [np.concatenate(few[at : at + 6], axis=1) for at in range(0, len(few), 6)]
    cv2.imwrite(str(path), np.concatenate(rows)[..., ::-1])


def cells_of(figures: Sequence[DataclassInstance]) -> list[float]:
    """Means of figures, field by field, with three digits."""
    values = np.array([list(asdict(one).values()) for one in figures])
    return [float(f"{value:.3g}") for value in np.nanmean(values, axis=0)]


def _save(
    rows: list[list[str | float]], found: dict[str, dict[str, PeopleFigures]], digest: str
) -> None:
    crossing_count = sum(plan.crossings for plan in CROSSINGS)
    save_result(
        "people",
        columns=[
            "sequences",
            "number",
            "right one kept, % of frames",
            "and no tenth of another, %",
            "of the person kept, %",
            "of others kept, %",
            "unsure, % of frames",
        ],
        rows=rows,
        note=(
            f"{len(CROSSINGS)} sequences of {FRAMES} frames of {WIDTH}x{HEIGHT} with "
            f"{crossing_count} crossings, made by a seeded script of people and rooms that nothing "
            f"was trained on (SHA-256 of what the network sees {digest[:16]}). Right: at least "
            "half of what is to be seen of the person who is meant is kept, and less than a "
            "quarter of what is to be seen of others; where less than 1 % of the picture is to be "
            "seen of somebody, it does not count. Pictures and mattes are those of the network "
            "`fast`. Repeat: `python -m lab.benchmarks.bench_people`."
        ),
        machine=describe("numba"),
        raw={name: asdict(f) for by in found.values() for name, f in by.items()},
    )


if __name__ == "__main__":
    main()
