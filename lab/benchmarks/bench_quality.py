"""How good the mattes are: our networks through our own engines, and every peer, side by side.

    python -m lab.benchmarks.bench_quality                     everything; writes results and plot
    python -m lab.benchmarks.bench_quality --only-ours         new weights: peers and ms stay
    python -m lab.benchmarks.bench_quality --groups talkers    these alone; writes their table
    python -m lab.benchmarks.bench_quality --folder DIR        your own images/ and masks/
    python -m lab.benchmarks.bench_quality --pictures /tmp/worst   also draw the worst of each set

Figures: IoU at alpha 0.5, F-score of the edges (2 px of 256), mean absolute error of alpha, the
worst picture, false foreground in empty rooms, steadiness on clips, and ms of the network alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from gpu_unet.cores import available_cores
from gpu_unet.errors import EngineError
from lab.benchmarks.machine import describe, in_words
from lab.benchmarks.quality.folder import PictureError, find_pairs
from lab.benchmarks.quality.pictures import (
    TALKERS,
    Sample,
    composite_samples,
    empty_rooms,
    folder_samples,
    talker_samples,
    val_samples,
)
from lab.benchmarks.quality.plot import scatter
from lab.benchmarks.quality.steadiness import Clip, clip_paths, clips, mean_steadiness, steadiness
from lab.benchmarks.quality.summary import false_foreground, rooms_summary, sets_of
from lab.benchmarks.quality.tables import save_devices, save_tables, save_talkers
from lab.benchmarks.quality.worst import Judged, draw_worst, draw_worst_rooms, worst_of
from lab.evaluation.metrics import matte_figures
from lab.evaluation.nets import EngineNet, Net, NetworkNet
from lab.evaluation.peers import peers

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
RESULTS = ROOT / "lab" / "benchmarks" / "results"
TIMED_ROUNDS = 15
SAY_EVERY_S = 20.0
_NO_PIXELS, _NO_ALPHA = np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0), np.float32)
BURST = 5  # runs of each net in its turn, the uncounted first included


def main() -> None:
    """Command line."""
    arguments = _arguments()
    if arguments.time_only:
        _time_again(arguments)
        return
    if arguments.merge:
        _merge(arguments.merge)
        return
    try:
        samples, count = _samples(arguments)
    except PictureError as error:
        print(f"error: {error}")
        raise SystemExit(2) from error
    nets = _nets(arguments)
    is_talkers_alone = arguments.groups == [TALKERS]
    has_no_rooms = arguments.folder or is_talkers_alone
    rooms = [] if has_no_rooms else list(empty_rooms(arguments.data))[:: arguments.every]
    moving: list[Clip] = []
    if not has_no_rooms and arguments.clips.is_dir() and arguments.frames > 1:
        moving = list(clips(clip_paths(arguments.clips), frame_count=arguments.frames))
    is_timed = arguments.rounds and not (arguments.only_ours or is_talkers_alone)
    times = _time_all(nets, arguments.rounds) if is_timed else {}
    judged = _judge(nets, samples, count, keep=not arguments.folder or bool(arguments.pictures))
    if not judged:
        print(f"error: {arguments.folder or arguments.groups}: no picture could be used")
        raise SystemExit(2)
    results: dict[str, Any] = {}
    for net in nets:
        found: dict[str, Any] = {
            "is_ours": net.is_ours,
            "where": net.where,
            "input": _input_of(net),
            "ms": times.get(net.name),
            "sets": sets_of(judged[net.name], one_set=bool(arguments.folder)),
            "worst": worst_of(judged[net.name]),
        }
        if rooms:
            found["empty_rooms"] = rooms_summary([false_foreground(net, room) for room in rooms])
        if moving:
            found["steadiness"] = mean_steadiness([steadiness(net, clip) for clip in moving])
        results[net.name] = found
        print(_line(net.name, found), flush=True)
        if arguments.pictures:
            draw_worst(net, judged[net.name], arguments.pictures)
            draw_worst_rooms(net, rooms, arguments.pictures)
    _print_table(results)
    if arguments.save:
        saved = {"machine": _machine(arguments.device), "nets": results}
        arguments.save.write_text(json.dumps(saved, indent=1), encoding="utf-8")
    if arguments.folder or arguments.every > 1 or arguments.dry or arguments.save:
        return
    if is_talkers_alone:
        print(f"wrote {save_talkers(results)}")
        return
    if arguments.only_ours:
        results = with_kept(
            results, json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))
        )
    _save(results, clips=len(moving), frames=arguments.frames)


def _input_of(net: Net) -> str:
    """Width and height of the network's input for a 16:9 frame."""
    return "{1}x{0}".format(*net.input_size)  # type: ignore[attr-defined]


def _machine(device: str) -> dict[str, str | int]:
    if device == "cpu":
        return describe("numba")
    from lab.benchmarks.gpu import describe_gpu  # needs PyTorch and a GPU

    return describe_gpu()


def _samples(arguments: argparse.Namespace) -> tuple[Iterable[Sample], int]:
    """The pictures, those of one size together, and how many they are."""
    if arguments.folder:
        pairs, wrong = find_pairs(arguments.folder)
        for sentence in wrong:
            print(f"left out: {sentence}")
        pairs = pairs[:: arguments.every]
        print(f"{arguments.folder}: {len(pairs)} pictures with masks")
        return folder_samples(pairs, group=arguments.folder.resolve().name), len(pairs)
    samples: list[Sample] = []
    if arguments.groups != [TALKERS]:
        samples += [*val_samples(arguments.data), *composite_samples(arguments.data)]
    try:
        samples += talker_samples(arguments.talkers)
    except OSError as error:
        print(
            f"{TALKERS} left out: {error}; "
            "make it as lab/training/README.md says: python -m lab.training.gather --list talkers"
        )
    if arguments.groups:
        samples = [sample for sample in samples if sample.group in arguments.groups]
    samples = samples[:: arguments.every]
    return sorted(samples, key=lambda sample: sample.pixels.shape), len(samples)


def _judge(
    nets: Sequence[Net], samples: Iterable[Sample], count: int, *, keep: bool
) -> dict[str, list[Judged]]:
    """Every net on every picture, one picture after the other; `keep` holds on to their pixels."""
    judged: dict[str, list[Judged]] = defaultdict(list)
    started_s = said_s = monotonic()
    for done, sample in enumerate(samples, 1):
        kept = sample if keep else replace(sample, pixels=_NO_PIXELS, truth=_NO_ALPHA)
        for net in nets:
            figures = matte_figures(net.alpha(sample.pixels), sample.truth)
            judged[net.name].append(Judged(kept, figures))
        now_s = monotonic()
        if now_s - said_s > SAY_EVERY_S:
            left_s = (now_s - started_s) / done * (count - done)
            print(f"{done} of {count} pictures, about {left_s:.0f} s left", flush=True)
            said_s = now_s
    return judged


def with_kept(results: dict[str, Any], earlier: Mapping[str, Any]) -> dict[str, Any]:
    """What was measured now, with the milliseconds and the other networks of an earlier full run.

    Milliseconds depend on a network's shape alone, and the others' answers on nothing of ours. Each
    net says which machine they are from ("kept_from").

    Args:
        results: By name, of this run.
        earlier: What `results/quality.json` holds.
    """
    machine = in_words(earlier["machine"])
    kept = dict(results)
    for name, found in earlier["raw"].items():
        kept_from = found.get("kept_from", machine)
        if name not in results:
            kept[name] = {**found, "kept_from": kept_from}
        elif found["ms"] is not None:
            kept[name] = {**results[name], "ms": found["ms"], "kept_from": kept_from}
    return kept


def _merge(path: Path) -> None:
    """Set what a run on another machine saved beside the last full run here."""
    here = json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))["raw"]
    there = json.loads(path.read_text(encoding="utf-8"))
    print(f"wrote {save_devices(here, there['nets'], machine=there['machine'])}")


def _save(results: dict[str, Any], *, clips: int, frames: int) -> None:
    for path in save_tables(results, clips=clips, frames=frames):
        print(f"wrote {path}")
    plot = RESULTS / "quality.png"
    scatter(results, plot, machine=f"{available_cores()} cores")
    print(f"wrote {plot}")


def _time_again(arguments: argparse.Namespace) -> None:
    """Put new milliseconds, and the sizes that they are of, into an earlier full run's results."""
    results = json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))["raw"]
    nets = {net.name: net for net in _nets(arguments)}
    for name, ms in _time_all(list(nets.values()), arguments.rounds).items():
        if name in results:
            results[name]["ms"] = ms
            results[name]["input"] = _input_of(nets[name])
            results[name].pop("kept_from", None)
            print(f"{name}: {ms} ms")
    _save(results, clips=0, frames=0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure mattes: ours and the peers', alike.")
    parser.add_argument("--folder", type=Path, help="a folder with images/ and masks/")
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--talkers", type=Path, default=SHARED / "talkers")
    parser.add_argument("--clips", type=Path, default=SHARED / "clips")
    parser.add_argument("--peers", type=Path, default=SHARED / "peers")
    parser.add_argument("--weights", type=Path, nargs="*", help="default: all of weights/")
    parser.add_argument("--device", choices=("cpu", "cuda", "both"), default="cpu")
    parser.add_argument("--input-pixels", type=int, nargs="*", default=[], help="also at these")
    parser.add_argument(
        "--edges",
        nargs="*",
        help="models to run through the whole engine, too: what the app shows; default: all",
    )
    parser.add_argument(
        "--time-only", action="store_true", help="measure ms again and keep the other results"
    )
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument(
        "--only-ours",
        action="store_true",
        help="keep the peers' figures and all ms of the last full run",
    )
    parser.add_argument("--frames", type=int, default=24, help="of each clip; 0 leaves them out")
    parser.add_argument("--rounds", type=int, default=TIMED_ROUNDS, help="0 times nothing")
    parser.add_argument("--every", type=int, default=1, help="only every n-th picture (a try)")
    parser.add_argument("--groups", nargs="*", help="only these data sets; default: all")
    parser.add_argument("--pictures", type=Path, help="draw each net's worst pictures here")
    parser.add_argument(
        "--save", type=Path, help="write the results here, as JSON, not to results/"
    )
    parser.add_argument(
        "--merge", type=Path, help="set such a file beside the last full run, in results/"
    )
    parser.add_argument("--dry", action="store_true", help="print only, write no results")
    return parser.parse_args()


def _nets(arguments: argparse.Namespace) -> list[Net]:
    paths = arguments.weights or sorted((ROOT / "weights").glob("*.safetensors"), reverse=True)
    nets: list[Net] = []
    for path in paths:
        if arguments.device in ("cpu", "both"):
            nets.append(NetworkNet(path))
            nets += [NetworkNet(path, input_pixels=pixels) for pixels in arguments.input_pixels]
            if arguments.edges is None or path.stem in arguments.edges:
                nets.append(EngineNet(path, with_edges=True))
                nets.append(EngineNet(path, with_edges=True, looks_twice=True))
        if arguments.device in ("cuda", "both"):
            try:
                nets.append(EngineNet(path, device="cuda", with_edges=False))
                if arguments.edges is None or path.stem in arguments.edges:
                    nets.append(EngineNet(path, device="cuda", with_edges=True))
            except EngineError as error:
                print(f"{path.name} on a GPU left out: {error}")
    if not (arguments.no_peers or arguments.only_ours) and arguments.peers.is_dir():
        nets += peers(arguments.peers, threads=available_cores())
    return nets


def _time_all(nets: Sequence[Net], rounds: int) -> dict[str, float]:
    """Median ms of each network, one round after another so that all meet the same noise."""
    calls = {net.name: net.timed() for net in nets}
    for call in calls.values():
        call()
    spent: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name, call in calls.items():
            # The first of a burst finds the caches full of another's data: no video runs so.
            spent[name] += [call() for _ in range(BURST)][1:]
    return {name: round(statistics.median(values), 3) for name, values in spent.items()}


def _line(name: str, found: dict[str, Any]) -> str:
    sets = found["sets"]
    shown = sets.get("hand_masked") or next(iter(sets.values()))
    parts = [f"{name}: IoU {shown['iou']:.4f}, worst {shown['iou_worst']:.3f}"]
    parts.append(f"edges {shown['boundary_f']:.4f}, MAE {shown['mae']:.4f}")
    if "empty_rooms" in found:
        parts.append(f"empty {found['empty_rooms']['false_foreground_percent']:.2f} %")
    if "steadiness" in found:
        parts.append(f"flicker {found['steadiness']['flicker_percent']:.3f} %")
    if found["ms"] is not None:
        parts.append(f"{found['ms']:.1f} ms")
    return ", ".join(parts)


def _print_table(results: dict[str, Any]) -> None:
    names = sorted({group for found in results.values() for group in found["sets"]})
    for group in names:
        count = next(f["sets"][group]["pictures"] for f in results.values() if group in f["sets"])
        print(f"\n{group}: {count} pictures")
        print(
            f"  {'network':24s} {'IoU':>7s} {'edges':>7s} {'worst':>7s} {'MAE':>7s}  worst picture"
        )
        for net, found in results.items():
            if group in found["sets"]:
                s = found["sets"][group]
                worst = found["worst"].get(group, [("", 0)])[0][0]
                print(
                    f"  {net:24s} {s['iou']:7.4f} {s['boundary_f']:7.4f} {s['iou_worst']:7.3f} "
                    f"{s['mae']:7.4f}  {worst}"
                )


if __name__ == "__main__":
    main()
