"""Label the pictures of packs anew: the pseudo-labels of the train split, by the networks of today.

    python -m lab.training.relabel --packs lab/training/packs --out lab/training/packs-relabelled

Labels that a person made or went over stay, and so does the val split, whose figures are compared
from run to run. A pack is written when it is whole: a run that is broken off goes on with the next.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

import cv2
import numpy as np

from gpu_unet.cores import available_cores
from lab.evaluation.metrics import iou
from lab.training.labels.labelling import Label, Labeller, Pixels
from lab.training.pack import Entry, lossless_webp, read_pack, write_pack
from lab.training.scenes.data import CORRECTED, made_by_networks

ROOT = Path(__file__).resolve().parents[2]
# Below this IoU of new and old label the old one stays: it was checked by eye when it was made, and
# more often the new one lost a person or added a stranger.
KEPT_IOU = 0.7

Parts = list[bytes]
LabelOf = Callable[[Pixels], Label]


def relabel(packs: Sequence[Path], out: Path, label_of: LabelOf) -> dict[str, int]:
    """Write every pack again under its name in `out`, if it is not there.

    Args:
        packs: As `lab.training.pack` wrote them.
        out: Another folder; made if missing.
        label_of: Takes uint8 RGB (H, W, 3).

    Returns:
        How many labels are "new", "kept" (too far from the new one) and "left" (not for networks).
    """
    out.mkdir(parents=True, exist_ok=True)
    counts = {"new": 0, "kept": 0, "left": 0}
    for pack in packs:
        if (out / pack.name).exists():
            print(f"{pack.name}: there already")
            continue
        items = list(read_pack(pack))
        begun = monotonic()
        ours = [index for index, (entry, _) in enumerate(items) if _is_for_networks(entry)]
        counts["left"] += len(items) - len(ours)
        # Networks are made for a size of picture, so those of one size come together.
        ours.sort(key=lambda index: _pixels(items[index][1]).shape)
        for done, index in enumerate(ours, 1):
            entry, parts = items[index]
            found = _labelled(parts, label_of)
            counts["kept" if found is None else "new"] += 1
            if found is not None:
                sizes = (len(found[0]), len(found[1]), len(found[2]))
                items[index] = (replace(entry, sizes=sizes), found)
            if done % 100 == 0:
                rest = (monotonic() - begun) / done * (len(ours) - done)
                print(f"{pack.name}: {done} of {len(ours)}, {rest:.0f} s left", flush=True)
        content = io.BytesIO(b"".join(part for _, parts in items for part in parts))
        write_pack(out / pack.name, [entry for entry, _ in items], content)
        print(f"{pack.name}: {len(ours)} pictures looked at", flush=True)
    return counts


def _is_for_networks(entry: Entry) -> bool:
    return (
        entry.role == "person"
        and entry.split == "train"
        and entry.dataset not in CORRECTED
        and made_by_networks(entry)
    )


def _pixels(parts: Parts) -> Pixels:
    picture = cv2.imdecode(np.frombuffer(parts[0], np.uint8), cv2.IMREAD_COLOR)
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False)


def _labelled(parts: Parts, label_of: LabelOf) -> Parts | None:
    """Picture, mask and confidence; None where the old label stays."""
    pixels = _pixels(parts)
    old = cv2.imdecode(np.frombuffer(parts[1], np.uint8), cv2.IMREAD_GRAYSCALE)
    label = label_of(pixels)
    size = (pixels.shape[1], pixels.shape[0])
    before = cv2.resize(old, size, interpolation=cv2.INTER_LINEAR) > 127
    if iou(label.mask > 127, before) < KEPT_IOU:
        return None
    return [parts[0], lossless_webp(label.mask), lossless_webp(label.confidence)]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packs", type=Path, default=ROOT / "lab" / "training" / "packs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--peers", type=Path, default=ROOT.parent / "shared" / "peers")
    parser.add_argument(
        "--ours", type=Path, nargs="+", default=[ROOT / "weights" / "quality.safetensors"]
    )
    arguments = parser.parse_args()
    packs = sorted(arguments.packs.glob("pack-*.npz"))
    if not packs:
        parser.error(f"{arguments.packs} has no packs; write them with lab.training.pack")
    if arguments.out.resolve() == arguments.packs.resolve():
        parser.error(f"{arguments.out} holds the packs to read; give another folder")
    try:
        labeller = Labeller(arguments.peers, arguments.ours, threads=available_cores())
    except ValueError as error:
        parser.error(str(error))
    print(relabel(packs, arguments.out, labeller.label))


if __name__ == "__main__":
    main()
