"""How good the mattes are: our networks through our own engines, and every peer, side by side.

    python -m benchmarks.bench_quality                         everything; writes results and plot
    python -m benchmarks.bench_quality --folder DIR            your own images/ and masks/
    python -m benchmarks.bench_quality --pictures /tmp/worst   also draw the worst of each set

Figures: IoU at alpha 0.5, F-score of the edges (2 px of 256), mean absolute error of alpha, the
worst picture, false foreground in empty rooms, steadiness on clips, and ms of the network alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.quality.groups import lighting_of, skin_of
from benchmarks.quality.metrics import MatteFigures, matte_figures
from benchmarks.quality.nets import EngineNet, Net, NetworkNet
from benchmarks.quality.peers import peers
from benchmarks.quality.pictures import (
    Sample,
    composite_samples,
    empty_rooms,
    folder_samples,
    val_samples,
)
from benchmarks.quality.plot import scatter
from benchmarks.quality.steadiness import Clip, clips, steadiness
from benchmarks.quality.tables import save_tables
from benchmarks.quality.worst import Judged, draw_worst, worst_of
from gpu_unet.cpu.network import available_cores
from gpu_unet.errors import EngineError

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
RESULTS = ROOT / "benchmarks" / "results"
HAND_MASKED = ("ccp", "ccp_upper", "vikram")
TIMED_ROUNDS = 15
BURST = 5  # runs of each net in its turn, the uncounted first included


def main() -> None:
    """Command line."""
    arguments = _arguments()
    if arguments.time_only:
        _time_again(arguments)
        return
    nets = _nets(arguments)
    if arguments.folder:
        samples = list(folder_samples(arguments.folder))
    else:
        samples = [*val_samples(arguments.data), *composite_samples(arguments.data)]
        if arguments.every > 1:
            samples = samples[:: arguments.every]
    samples.sort(key=lambda sample: sample.pixels.shape)  # few networks of a size at a time
    rooms = [] if arguments.folder else list(empty_rooms(arguments.data))[:: arguments.every]
    moving: list[Clip] = []
    if not arguments.folder and arguments.clips.is_dir() and arguments.frames > 1:
        moving = list(clips(arguments.clips, frame_count=arguments.frames))
    times = _time_all(nets, arguments.rounds) if arguments.rounds else {}
    results: dict[str, Any] = {}
    for net in nets:
        judged = [Judged(s, matte_figures(net.alpha(s.pixels), s.truth)) for s in samples]
        found: dict[str, Any] = {
            "is_ours": net.is_ours,
            "where": net.where,
            "input": "{1}x{0}".format(*net.input_size),  # type: ignore[attr-defined]
            "ms": times.get(net.name),
            "sets": _sets(judged, one_set=bool(arguments.folder)),
            "worst": worst_of(judged),
        }
        if rooms:
            found["empty_rooms"] = _empty(net, rooms)
        if moving:
            found["steadiness"] = _steady(net, moving)
        results[net.name] = found
        print(_line(net.name, found), flush=True)
        if arguments.pictures:
            draw_worst(net, judged, arguments.pictures)
    _print_table(results)
    if arguments.folder or arguments.every > 1 or arguments.dry:
        return
    _save(results, clips=len(moving), frames=arguments.frames)


def _save(results: dict[str, Any], *, clips: int, frames: int) -> None:
    for path in save_tables(results, clips=clips, frames=frames):
        print(f"wrote {path}")
    plot = RESULTS / "quality.png"
    scatter(results, plot, machine=f"{available_cores()} cores")
    print(f"wrote {plot}")


def _time_again(arguments: argparse.Namespace) -> None:
    """Put new milliseconds into the results of an earlier full run."""
    results = json.loads((RESULTS / "quality.json").read_text(encoding="utf-8"))["raw"]
    arguments.edges = [name.removesuffix(" + edges") for name in results if "+ edges" in name]
    for name, ms in _time_all(_nets(arguments), arguments.rounds).items():
        if name in results:
            results[name]["ms"] = ms
            print(f"{name}: {ms} ms")
    _save(results, clips=0, frames=0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure mattes: ours and the peers', alike.")
    parser.add_argument("--folder", type=Path, help="a folder with images/ and masks/")
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--clips", type=Path, default=SHARED / "clips")
    parser.add_argument("--peers", type=Path, default=SHARED / "peers")
    parser.add_argument("--weights", type=Path, nargs="*", help="default: all of weights/")
    parser.add_argument("--device", choices=("cpu", "cuda", "both"), default="cpu")
    parser.add_argument("--input-pixels", type=int, nargs="*", default=[], help="also at these")
    parser.add_argument(
        "--edges", nargs="*", default=[], help="models to run through the whole engine, too (slow)"
    )
    parser.add_argument(
        "--time-only", action="store_true", help="measure ms again and keep the other results"
    )
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--frames", type=int, default=24, help="of each clip; 0 leaves them out")
    parser.add_argument("--rounds", type=int, default=TIMED_ROUNDS, help="0 times nothing")
    parser.add_argument("--every", type=int, default=1, help="only every n-th picture (a try)")
    parser.add_argument("--pictures", type=Path, help="draw each net's worst pictures here")
    parser.add_argument("--dry", action="store_true", help="print only, write no results")
    return parser.parse_args()


def _nets(arguments: argparse.Namespace) -> list[Net]:
    paths = arguments.weights or sorted((ROOT / "weights").glob("*.safetensors"), reverse=True)
    nets: list[Net] = []
    for path in paths:
        if arguments.device in ("cpu", "both"):
            nets.append(NetworkNet(path))
            nets += [NetworkNet(path, input_pixels=pixels) for pixels in arguments.input_pixels]
            if path.stem in arguments.edges:
                nets.append(EngineNet(path, with_edges=True))
        if arguments.device in ("cuda", "both"):
            try:
                nets.append(EngineNet(path, device="cuda", with_edges=False))
                if path.stem in arguments.edges:
                    nets.append(EngineNet(path, device="cuda", with_edges=True))
            except EngineError as error:
                print(f"{path.name} on a GPU left out: {error}")
    if not arguments.no_peers and arguments.peers.is_dir():
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


def _sets(judged: Sequence[Judged], *, one_set: bool) -> dict[str, dict[str, float]]:
    groups: dict[str, list[MatteFigures]] = defaultdict(list)
    for item in judged:
        sample = item.sample
        groups[sample.group].append(item.figures)
        if one_set:
            continue
        if sample.group in HAND_MASKED:
            groups["hand_masked"].append(item.figures)
        if sample.is_pseudo:
            groups["pseudo_labelled"].append(item.figures)
        if sample.group != "composites":
            groups[f"lighting: {lighting_of(sample)}"].append(item.figures)
            skin = skin_of(sample)
            if skin is not None:
                groups[f"skin: {skin}"].append(item.figures)
    return {name: _summary(figures) for name, figures in sorted(groups.items())}


def _summary(figures: Sequence[MatteFigures]) -> dict[str, float]:
    ious = [f.iou for f in figures]
    return {
        "pictures": len(figures),
        "iou": round(float(np.mean(ious)), 4),
        "iou_worst_twentieth": round(float(np.quantile(ious, 0.05)), 4),
        "iou_worst": round(min(ious), 4),
        "boundary_f": round(float(np.mean([f.boundary_f for f in figures])), 4),
        "mae": round(float(np.mean([f.mae for f in figures])), 5),
    }


def _empty(net: Net, rooms: Sequence[Sample]) -> dict[str, float]:
    shares = [100 * float((net.alpha(room.pixels) > 0.5).mean()) for room in rooms]
    return {
        "pictures": len(rooms),
        "false_foreground_percent": round(float(np.mean(shares)), 3),
        "median_percent": round(float(np.median(shares)), 3),
        "rooms_above_1_percent": round(100 * float(np.mean(np.array(shares) > 1.0)), 1),
    }


def _steady(net: Net, moving: Sequence[Clip]) -> dict[str, float]:
    found = [steadiness(net, clip) for clip in moving]
    return {
        "clips": len(found),
        "flicker_percent": round(float(np.mean([f.flicker for f in found])), 4),
        "flow_error_percent": round(float(np.mean([f.flow_error for f in found])), 3),
    }


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
    print("\nIoU / edges / MAE")
    for group in names:
        print(f"  {group}")
        for net, found in results.items():
            if group in found["sets"]:
                s = found["sets"][group]
                print(
                    f"    {net:24s} {s['iou']:.4f} / {s['boundary_f']:.4f} / {s['mae']:.4f}   "
                    f"worst {s['iou_worst']:.3f}   ({s['pictures']})"
                )


if __name__ == "__main__":
    main()
