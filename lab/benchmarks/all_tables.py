"""All figures of some weights at once, by many processes: on the processor, or on every card.

    python -m lab.benchmarks.all_tables weights/quality.safetensors --out /tmp/now --processes 24
    python -m lab.benchmarks.all_tables --show /tmp/now     beside what is committed
    python -m lab.benchmarks.all_tables --write /tmp/now    into results/

What takes a processor hours takes two cards four minutes: stills, people who talk, empty rooms,
clips and moving sequences, our engine alone. A part that is there already is not measured again,
and `--seconds` ends what is not done by then. The figures are those of `bench_quality` and
`bench_sequences`, whose tables `--write` renews in the rows of these weights.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import cv2

from gpu_unet.cores import SHARE_VARIABLE, available_cores
from lab.benchmarks.bench_quality import with_kept
from lab.benchmarks.bench_sequences import among_others, engine_nets, saved_digest
from lab.benchmarks.bench_sequences import save as save_sequences
from lab.benchmarks.quality import sequences as moving
from lab.benchmarks.quality.pictures import (
    TALKERS,
    Sample,
    composite_samples,
    empty_rooms,
    talker_samples,
    val_samples,
)
from lab.benchmarks.quality.sequence_figures import SequenceFigures, mean_figures, sequence_figures
from lab.benchmarks.quality.steadiness import (
    Steadiness,
    clip_paths,
    clips,
    mean_steadiness,
    steadiness,
)
from lab.benchmarks.quality.summary import false_foreground, rooms_summary, sets_of
from lab.benchmarks.quality.tables import save_tables
from lab.benchmarks.quality.worst import Judged, worst_of
from lab.benchmarks.report import RESULTS
from lab.evaluation.metrics import MatteFigures, matte_figures
from lab.evaluation.nets import EngineNet, Net

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
PARTS = {"moving": 20, "stills": 16, "clips": 6}  # in how many each kind is cut; longest first
CLIP_FRAMES = 24
SHOWN = ("hand_masked", "pseudo_labelled", "composites", TALKERS)
Found = dict[str, Any]
Item = TypeVar("Item")


def nets_of(path: Path, device: str, kind: str) -> list[Net]:
    """The rows of a kind, by the names that they have in the tables.

    The network alone goes through the engine on both devices: `bench_quality` scales for it as for
    peers, which changes a moving row's gradient error by a tenth.
    """
    make = partial(EngineNet, path, device=device)
    nets: list[Net] = [make(with_edges=False)]
    if kind == "moving":
        nets += engine_nets(path, device)
    else:
        nets += [make(with_edges=True), make(with_edges=True, looks_twice=True)]
    for net in nets:
        net.name = net.name.replace(" (CUDA)", "")
    return nets


def share(items: Sequence[Item], number: int, of: int) -> Sequence[Item]:
    """One of so many runs of neighbours, which together are all."""
    return items[len(items) * number // of : len(items) * (number + 1) // of]


def still_samples(shared: Path) -> list[Sample]:
    """All stills, those of one size side by side: an engine a size takes a second to open."""
    data = shared / "data"
    samples = [*val_samples(data), *composite_samples(data), *talker_samples(shared / "talkers")]
    return sorted(samples, key=lambda sample: sample.pixels.shape)


def measure_part(path: Path, device: str, kind: str, number: int, shared: Path) -> Found:
    """What one process finds: by network, rows that `read` puts together again."""
    nets, of = nets_of(path, device, kind), PARTS[kind]
    found: Found = {"nets": {net.name: {} for net in nets}, "rooms": {net.name: [] for net in nets}}
    if kind == "stills":
        for sample in share(still_samples(shared), number, of):
            for net in nets:
                figures = matte_figures(net.alpha(sample.pixels), sample.truth)
                found["nets"][net.name][f"{sample.group}/{sample.name}"] = asdict(figures)
        for room in share(list(empty_rooms(shared / "data")), number, of):
            for net in nets:
                found["rooms"][net.name].append(false_foreground(net, room))
    elif kind == "clips":
        paths = share(clip_paths(shared / "clips"), number, of)
        for clip in clips(paths, frame_count=CLIP_FRAMES):
            for net in nets:
                found["nets"][net.name][clip.name] = asdict(steadiness(net, clip))
    else:
        source = moving.HeldOut(shared / "data", shared / "data2")
        for index, plan in list(enumerate(moving.PLANS))[number::of]:
            sequence = moving.made(index, plan, source)
            for net in nets:
                net.begin_clip(sequence.room)
                alphas = net.clip_alphas(sequence.frames)
                truths = sequence.alphas[:: net.step]
                figures = sequence_figures(alphas, truths)
                found["nets"][net.name][sequence.name] = asdict(figures)
    return found


def measure(
    paths: Sequence[Path],
    out: Path,
    command_of: Callable[[Path, str, int, Path], list[str]],
    *,
    processes: int,
    cards: Sequence[str],
    seconds: float,
) -> list[str]:
    """Run all parts, so many at a time, and return those that are missing in the end.

    Args:
        paths: Weights files; figures of each go to a folder of its name within `out`.
        out: Made if missing.
        command_of: The command that measures one kind's part into a file.
        processes: At a time, spread over the cards.
        cards: Numbers of NVIDIA GPUs; none: the processor's engine.
        seconds: After these, what is still running ends.
    """
    until_s = time.monotonic() + seconds
    todo = [
        (path, kind, number, target)
        for kind, of in PARTS.items()
        for number in range(of)
        for path in paths
        if not (target := folder_of(out, path) / f"{kind}-{number}.json").is_file()
    ]
    missing = {str(target) for *_, target in todo}
    free = list(range(processes))
    running: dict[int, tuple[subprocess.Popen[bytes], Path]] = {}
    cores = str(max(1, available_cores() // processes))
    count, said_s = len(todo), 0.0
    while (todo or running) and time.monotonic() < until_s:
        while todo and free:
            path, kind, number, target = todo.pop(0)
            target.parent.mkdir(parents=True, exist_ok=True)
            threads = (SHARE_VARIABLE, "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS")
            environment = {**os.environ, **dict.fromkeys(threads, cores)}
            if cards:
                environment["CUDA_VISIBLE_DEVICES"] = cards[free[0] % len(cards)]
            command = command_of(path, kind, number, target)
            running[free.pop(0)] = subprocess.Popen(command, env=environment), target
        time.sleep(0.1)
        for slot, (process, target) in list(running.items()):
            if process.poll() is not None:
                del running[slot]
                free.append(slot)
                if target.is_file():
                    missing.discard(str(target))
        if time.monotonic() - said_s > 20:
            said_s = time.monotonic()
            left_s = until_s - said_s
            print(f"{count - len(missing)} of {count} parts, {left_s:.0f} s left", flush=True)
    for process, _ in running.values():
        process.kill()
        process.wait()
    return sorted(missing)


def folder_of(out: Path, path: Path) -> Path:
    """Where a weights file's figures lie; files of one name differ by their folder."""
    return out / (path.stem if path.parent.name == "weights" else f"{path.parent.name}-{path.stem}")


def read(folder: Path, shared: Path) -> tuple[dict[str, Found], dict[str, dict[str, Any]]]:
    """(stills and clips as `bench_quality` has them, `SequenceFigures` by network and sequence)."""
    of_nets: dict[str, dict[str, dict[str, Any]]] = {kind: defaultdict(dict) for kind in PARTS}
    rooms: dict[str, list[float]] = defaultdict(list)
    for kind, of in PARTS.items():
        for number in range(of):
            part = json.loads((folder / f"{kind}-{number}.json").read_text(encoding="utf-8"))
            for name, rows in part["nets"].items():
                of_nets[kind][name].update(rows)
            for name, percents in part["rooms"].items():
                rooms[name] += percents
    samples = {f"{sample.group}/{sample.name}": sample for sample in still_samples(shared)}
    results: dict[str, Found] = {}
    for name, rows in of_nets["stills"].items():
        judged = [Judged(samples[key], MatteFigures(**row)) for key, row in rows.items()]
        results[name] = {
            "is_ours": True,
            "where": "our engine",
            "input": "",
            "ms": None,
            "sets": sets_of(judged, one_set=False),
            "worst": worst_of(judged),
            "empty_rooms": rooms_summary(rooms[name]),
        }
    for name, rows in of_nets["clips"].items():
        results[name]["steadiness"] = mean_steadiness([Steadiness(**r) for r in rows.values()])
    sequences = {
        name: {key: SequenceFigures(**row) for key, row in sorted(rows.items())}
        for name, rows in of_nets["moving"].items()
    }
    return results, sequences


def lines_of(results: dict[str, Found], sequences: dict[str, Any]) -> Iterator[str]:
    """Each row beside the committed one, where there is one."""
    stills = json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))["raw"]
    committed = json.loads((RESULTS / "sequences.json").read_text(encoding="utf-8"))["raw"]
    for name, found in results.items():
        for when, one in (("committed", stills.get(name)), ("now", found)):
            if one is None:
                continue
            cells = [f"rooms {one['empty_rooms']['false_foreground_percent']:.3f} %"]
            for group in SHOWN:
                if group in one["sets"]:
                    s = one["sets"][group]
                    figures = f"{s['iou']:.4f} {s['boundary_f']:.4f} {s['mae']:.4f}"
                    cells.append(f"{group} {figures} (worst {s['iou_worst']:.3f})")
            yield f"{name}, {when}: {'; '.join(cells)}"
    for name, by_sequence in sequences.items():
        before = {
            key: SequenceFigures(**committed[name][key])
            for key in by_sequence
            if key in committed.get(name, {})
        }
        for when, figures in (("committed", before), ("now", by_sequence)):
            if figures:
                mean = asdict(mean_figures(list(figures.values())))
                cells = ", ".join(f"{key} {value:.4g}" for key, value in mean.items())
                yield f"{name}, moving, {when}: {cells}"


def write(results: dict[str, Found], sequences: dict[str, Any], shared: Path) -> None:
    """Renew the rows of these networks in `results/`; all others stay."""
    earlier = json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))
    for name, found in results.items():
        before = earlier["raw"].get(name, {})
        found.update({key: before[key] for key in ("input", "where") if key in before})
    merged = with_kept(results, earlier)
    path = RESULTS / "quality_talkers.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    save_tables(
        {name: merged[name] for name in dict.fromkeys((*earlier["raw"], *merged))},
        clips=max(
            found["steadiness"]["clips"] for found in results.values() if "steadiness" in found
        ),
        frames=CLIP_FRAMES,
    )
    talkers = json.loads(path.read_text(encoding="utf-8"))
    new = {row[0]: row for row in talkers["rows"]}
    talkers["rows"] = [new.pop(row[0], row) for row in rows] + list(new.values())
    path.write_text(json.dumps(talkers, indent=1) + "\n", encoding="utf-8")
    plans = {f"{n:02d} {p.row} {'+'.join(p.people)}": p.row for n, p in enumerate(moving.PLANS)}
    names = json.loads((RESULTS / "sequences.json").read_text(encoding="utf-8"))["raw"]
    save_sequences(among_others(sequences, [*names, *sequences]), plans, saved_digest())


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path, nargs="*")
    parser.add_argument("--out", type=Path, help="folder for figures; see --show")
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder of the data sets")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--cards", default="0", help="numbers of GPUs, with --device cuda: 0,1")
    parser.add_argument("--processes", type=int, default=12, help="at a time, on all cards")
    parser.add_argument(
        "--seconds", type=float, default=6 * 3600.0, help="then end what still runs"
    )
    parser.add_argument("--show", type=Path, metavar="FOLDER", help="of one network in OUT")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="likewise, into results/")
    parser.add_argument(
        "--part", nargs=3, metavar=("KIND", "NUMBER", "FILE"), help=argparse.SUPPRESS
    )
    arguments = parser.parse_args()
    if arguments.part:
        cv2.setNumThreads(available_cores())  # by itself OpenCV takes the whole machine's
        kind, number, target = arguments.part
        found = measure_part(
            arguments.weights[0], arguments.device, kind, int(number), arguments.shared
        )
        unfinished = Path(f"{target}.unfinished")
        unfinished.write_text(json.dumps(found), encoding="utf-8")
        unfinished.replace(target)
        return
    folder = arguments.show or arguments.write
    if folder is not None:
        results, sequences = read(folder, arguments.shared)
        print("\n".join(lines_of(results, sequences)))
        if arguments.write:
            write(results, sequences, arguments.shared)
        return
    if not arguments.weights or arguments.out is None:
        parser.error("name weights files and --out, or --show FOLDER")

    def command_of(path: Path, kind: str, number: int, target: Path) -> list[str]:
        options = [f"--device={arguments.device}", f"--shared={arguments.shared}"]
        command = [sys.executable, "-m", "lab.benchmarks.all_tables", str(path), *options]
        return [*command, "--part", kind, str(number), str(target)]

    missing = measure(
        arguments.weights,
        arguments.out,
        command_of,
        processes=arguments.processes,
        cards=arguments.cards.split(",") if arguments.device == "cuda" else (),
        seconds=arguments.seconds,
    )
    if missing:
        print(f"{len(missing)} parts are missing; run the same command again: {missing[:3]}")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
