"""How good the mattes of moving pictures are, against a truth: our networks and every peer.

    python -m lab.benchmarks.bench_sequences                  everything; writes the tables
    python -m lab.benchmarks.bench_sequences --only ahead     networks with this in their names,
                                                              put among those measured before
    python -m lab.benchmarks.bench_sequences --weights FILE   other weights; prints only
    python -m lab.benchmarks.bench_sequences --device cuda    our engine on a graphics card: an hour
                                                              of a processor becomes minutes
    python -m lab.benchmarks.bench_sequences --sheets /tmp    also draw each sequence's worst frame

40 sequences of 48 frames (`lab.benchmarks.quality.sequences`), the same in every run. Peers run as
they come, and once more with the smoothing over time that an app around them gives them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from gpu_unet.cores import available_cores
from gpu_unet.network_input import takes_clean_plate
from gpu_unet.weights import load_weights
from lab.benchmarks.machine import describe
from lab.benchmarks.quality.sequence_figures import SequenceFigures, mean_figures, sequence_figures
from lab.benchmarks.quality.sequences import FRAMES, HEIGHT, PLANS, ROWS, WIDTH, sequences
from lab.benchmarks.report import RESULTS, save_result
from lab.evaluation.nets import REDUCED_SHARE, Alpha, EngineNet, Net, NetworkNet, Pixels
from lab.evaluation.peers import peers

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
# New alpha's share in what OBS Background Removal shows, by its default; it ships these three.
SMOOTHED_IN_AN_APP = ("MediaPipe selfie", "Meet lite", "SINet")
APP_SHARE = 0.85

Figures = Mapping[str, Mapping[str, SequenceFigures]]  # by network, by sequence


class SmoothedNet(Net):
    """A network with an app's smoothing over time around it.

    Args:
        net: What it smooths.
        share: Share of the new alpha in what is shown; the rest is what was shown before.
    """

    is_ours = False

    def __init__(self, net: Net, *, share: float) -> None:
        self.name = f"{net.name}, smoothed"
        self.where = net.where
        self._net = net
        self._share = np.float32(share)
        self._before: Alpha | None = None

    def alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.alpha`."""
        return self._net.alpha(pixels)

    def begin_clip(self, room: Pixels | None = None) -> None:
        """See `Net.begin_clip`."""
        self._net.begin_clip(room)
        self._before = None

    def clip_alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.clip_alpha`."""
        alpha = self._net.clip_alpha(pixels)
        if self._before is not None:
            alpha = self._before + self._share * (alpha - self._before)
        self._before = alpha
        return alpha

    def timed(self) -> Callable[[], float]:
        """See `Net.timed`: of the network alone."""
        return self._net.timed()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measure mattes of moving pictures with truth.")
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--more-data", type=Path, default=SHARED / "data2")
    parser.add_argument("--peers", type=Path, default=SHARED / "peers")
    parser.add_argument("--weights", type=Path, nargs="*", help="default: all of weights/")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="of our engine")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--only", help="measure networks with this in their names alone")
    parser.add_argument("--every", type=int, default=1, help="only every n-th sequence (a try)")
    parser.add_argument("--sheets", type=Path, help="draw each network's worst frames here")
    parser.add_argument("--dry", action="store_true", help="print only, write no results")
    arguments = parser.parse_args()
    nets = _nets(arguments)
    names = [net.name for net in nets]
    if arguments.only:
        nets = [net for net in nets if arguments.only in net.name]
        if not nets:
            parser.error(f"no network has {arguments.only!r} in its name; there are {names}")
    found: dict[str, dict[str, SequenceFigures]] = defaultdict(dict)
    digest, rows = hashlib.sha256(), {}
    for number, sequence in enumerate(sequences(arguments.data, arguments.more_data)):
        if number % arguments.every:
            continue
        rows[sequence.name] = sequence.plan.row
        for frame in sequence.frames:
            digest.update(frame.tobytes())
        for net in nets:
            net.begin_clip(sequence.room)
            alphas = net.clip_alphas(sequence.frames)
            shown = range(0, len(sequence.frames), net.step)
            truths = [sequence.alphas[number] for number in shown]
            found[net.name][sequence.name] = sequence_figures(alphas, truths)
            if arguments.sheets:
                frames = [sequence.frames[number] for number in shown]
                _draw_worst(arguments.sheets, f"{net.name}-{sequence.name}", frames, alphas, truths)
        print(f"{number + 1} of {len(PLANS)}: {sequence.name}", flush=True)
    _print(found, rows)
    if not (arguments.dry or arguments.weights or arguments.every > 1):
        if arguments.only:
            now = digest.hexdigest()[:16]
            if now != saved_digest():
                raise SystemExit(
                    f"the saved figures are of other frames than these ({now}); measure all anew"
                )
            found = among_others(found, names)
        save(found, rows, digest.hexdigest()[:16])


def saved_digest() -> str:
    """The first 16 digits of the SHA-256 of the frames that the saved figures are of."""
    note = json.loads((RESULTS / "sequences.json").read_text())["note"]
    found = re.search(r"\b[0-9a-f]{16}\b", note)
    return found[0] if found else ""


def among_others(found: Figures, names: Sequence[str]) -> Figures:
    """With what was saved of other networks; `names` come first."""
    saved = json.loads((RESULTS / "sequences.json").read_text())
    others = {
        name: {sequence: SequenceFigures(**figures) for sequence, figures in by.items()}
        for name, by in saved["raw"].items()
        if name not in found
    }
    together = {**others, **found}
    order = [*(name for name in names if name in together), *others]
    return {name: together[name] for name in order}


def engine_nets(path: Path, device: str) -> list[Net]:
    """The rows of one weights file through our engine; the names are the same on any device."""
    engine = partial(EngineNet, path, device=device, with_edges=True)
    nets: list[Net] = [
        engine(),
        engine(looks_twice=True),
        engine(is_steady=True),
        engine(pace="every second frame"),
        engine(pace="reduced"),
    ]
    card = load_weights(path)
    if card.offline_pixels > card.input_pixels:
        nets.append(engine(pace="larger input"))
    if takes_clean_plate(card.architecture):
        nets += [engine(knows_room=True), engine(is_steady=True, knows_room=True)]
    for net in nets:
        net.name = net.name.replace(" (CUDA)", "")
    return nets


def _nets(arguments: argparse.Namespace) -> list[Net]:
    paths = arguments.weights or sorted((ROOT / "weights").glob("*.safetensors"), reverse=True)
    nets: list[Net] = []
    for path in paths:
        of_file: list[Net] = [NetworkNet(path), *engine_nets(path, arguments.device)]
        nets += of_file
        if arguments.weights:  # several files of one name are told apart by their folders
            for net in of_file:
                net.name = f"{path.parent.name}/{net.name}"
    if not arguments.no_peers and arguments.peers.is_dir():
        theirs = peers(arguments.peers, threads=available_cores())
        for net in theirs:
            nets.append(net)
            if net.name in SMOOTHED_IN_AN_APP:
                nets.append(SmoothedNet(net, share=APP_SHARE))
    return nets


def _print(found: Figures, rows: Mapping[str, str]) -> None:
    for name, by_sequence in found.items():
        print(name)
        for row in (*ROWS, "all"):
            figures = [f for s, f in by_sequence.items() if row in ("all", rows[s])]
            if figures:
                cells = asdict(mean_figures(figures))
                print(f"  {row:14s} " + ", ".join(f"{k} {v:.4g}" for k, v in cells.items()))


def save(found: Figures, rows: Mapping[str, str], digest: str) -> None:
    """Write `results/sequences.json` and `sequences_rows.json`.

    Args:
        found: Of all networks.
        rows: What is hard in each sequence, by its name.
        digest: See `saved_digest`.
    """
    machine = describe("onnxruntime", "ai-edge-litert", "numba")
    note = (
        f"{len(rows)} sequences of {FRAMES} frames of {WIDTH}x{HEIGHT}, made by a seeded script of "
        "people and rooms that nothing was trained on (SHA-256 of the frames "
        f"{digest}). Smoothed: as OBS Background Removal does by default. Missing pieces "
        "count from 0.4 % of the frame, false ones from 0.2 %, farther than 4 px from the true "
        'edge. With "+ room" the network was told of the room before; with "+ frames ahead" the '
        "frames that follow have a say, as in files. Live, larger input: where the machine has "
        "time to spare; every second frame: what is shown at 15 frames/s, by its own truth, so "
        "that a change from frame to frame spans twice the time; "
        f"reduced: that, and {REDUCED_SHARE:.0%} of the network's input. Repeat: "
        "`python -m lab.benchmarks.bench_sequences`."
    )
    means = {name: mean_figures(list(by.values())) for name, by in found.items()}
    save_result(
        "sequences",
        columns=[
            "network",
            "IoU",
            "worst frame",
            "edges",
            "MAD",
            "MSE",
            "gradient",
            "connectivity",
            "dtSSD",
            "frames with a piece missing, %",
            "with a false piece, %",
            "longest fault, frames",
        ],
        rows=[[name, *(_digits(v) for v in asdict(mean).values())] for name, mean in means.items()],
        note=note,
        machine=machine,
        raw={name: {s: asdict(f) for s, f in by.items()} for name, by in found.items()},
    )
    save_result(
        "sequences_rows",
        columns=["sequences", "number", *(f"{name}: IoU / dtSSD" for name in found)],
        rows=[_row(row, found, rows) for row in ROWS],
        note=note,
        machine=machine,
        raw={},
    )


def _row(row: str, found: Figures, rows: Mapping[str, str]) -> list[str | float]:
    names = [name for name, of in rows.items() if of == row]
    cells = []
    for by_sequence in found.values():
        mean = mean_figures([by_sequence[name] for name in names])
        cells.append(f"{mean.iou:.3f} / {mean.dtssd:.2f}")
    return [row, len(names), *cells]


def _digits(value: float) -> float:
    return float(f"{value:.3g}")


def _draw_worst(
    folder: Path,
    name: str,
    frames: Sequence[Pixels],
    alphas: Sequence[Alpha],
    truths: Sequence[Alpha],
) -> None:
    """One picture: the frame of the largest error, over green by our alpha and by the true one."""
    errors = [float(np.abs(a - t).mean()) for a, t in zip(alphas, truths, strict=True)]
    worst = int(np.argmax(errors))
    frame = frames[worst].astype(np.float32)
    green = np.float32((0, 150, 0))
    shown = [frame]
    for alpha in (alphas[worst], truths[worst]):
        shown.append(green + alpha[..., None] * (frame - green))
    folder.mkdir(parents=True, exist_ok=True)
    name = name.replace("/", "_").replace(" ", "_")
    picture = np.concatenate(shown, axis=1).astype(np.uint8)
    cv2.imwrite(str(folder / f"{name}.jpg"), picture[..., ::-1])


if __name__ == "__main__":
    main()
