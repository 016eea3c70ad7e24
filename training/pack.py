"""Pack the data set into a few .npz files that travel easily and load without a thousand opens.

    python -m training.pack --data ../shared/data --out training/packs

Pictures stay the JPEG or PNG bytes that they are; nothing is decoded here.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from training.rooms import is_held_out, rooms_with_people

PACK_BYTES = 34_000_000  # a few files that any transfer limit lets pass
LONG_SIDE_PX = 400
MEASURED_CUTOUTS = 40  # the last by name: for measuring only


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture of a pack.

    Attributes:
        name: File name in the data set.
        role: "person" (image and mask), "cutout" (RGBA) or "room".
        dataset: As in the index; the role where there is none.
        split: "train" or "val".
        sizes: Bytes of image, mask and confidence; 0 where there is none.
    """

    name: str
    role: str
    dataset: str
    split: str
    sizes: tuple[int, int, int]


def pack(data: Path, out: Path, *, limit: int | None = None) -> list[Path]:
    """Write `out/pack-N.npz` files of about 34 MB; returns them.

    Args:
        data: Folder with index.csv, images, masks, confidence, cutouts and backgrounds.
        out: Made if missing; old packs in it are replaced.
        limit: Take only every n-th picture so that about this many remain (for tests).
    """
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("pack-*.npz"):
        old.unlink()
    items = list(_items(data))
    if limit is not None:
        items = items[:: max(1, len(items) // limit)]
    written: list[Path] = []
    entries: list[Entry] = []
    content = io.BytesIO()
    for name, role, dataset, split, paths in items:
        parts = [_bytes(path) for path in paths]
        if entries and content.tell() + sum(map(len, parts)) > PACK_BYTES:
            written.append(_write(out, len(written), entries, content))
            entries, content = [], io.BytesIO()
        entries.append(Entry(name, role, dataset, split, (*map(len, parts),)))  # type: ignore[arg-type]
        for part in parts:
            content.write(part)
    written.append(_write(out, len(written), entries, content))
    return written


def read_pack(path: Path) -> Iterator[tuple[Entry, list[bytes]]]:
    """The entries of one pack with the bytes of image, mask and confidence (b"" where none)."""
    with np.load(path, allow_pickle=False) as archive:
        content = archive["content"].tobytes()
        entries = json.loads(str(archive["entries"]))
    at = 0
    for fields in entries:
        entry = Entry(**{**fields, "sizes": tuple(fields["sizes"])})
        parts = []
        for size in entry.sizes:
            parts.append(content[at : at + size])
            at += size
        yield entry, parts


def _items(data: Path) -> Iterator[tuple[str, str, str, str, tuple[Path | None, ...]]]:
    # Interleaved, so that every pack holds something of everything and one alone can train.
    people = []
    with (data / "index.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            confidence = data / row["confidence"] if row["confidence"] else None
            people.append(
                (
                    Path(row["image"]).name,
                    "person",
                    row["dataset"],
                    row["split"],
                    (data / row["image"], data / row["mask"], confidence),
                )
            )
    cutouts = sorted((data / "cutouts").glob("*.png"))
    others: list[tuple[str, str, str, str, tuple[Path | None, ...]]] = [
        (
            path.name,
            "cutout",
            "cutout",
            "val" if index >= len(cutouts) - MEASURED_CUTOUTS else "train",
            (path, None, None),
        )
        for index, path in enumerate(cutouts)
    ]
    unfit = rooms_with_people()
    others += [
        (
            path.name,
            "room",
            "room",
            "val" if is_held_out(path.name) else "train",
            (path, None, None),
        )
        for path in sorted((data / "backgrounds").iterdir())
        if path.name not in unfit
    ]
    both = [((i + 0.5) / len(g), item) for g in (people, others) for i, item in enumerate(g)]
    yield from (item for _, item in sorted(both, key=lambda pair: pair[0]))


def _bytes(path: Path | None) -> bytes:
    if path is None:
        return b""
    content = path.read_bytes()
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path}: not a readable picture; restore it from the data set")
    if max(picture.shape[:2]) <= LONG_SIDE_PX:
        return content
    scale = LONG_SIDE_PX / max(picture.shape[:2])
    height, width = (max(1, round(side * scale)) for side in picture.shape[:2])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    options = [cv2.IMWRITE_JPEG_QUALITY, 93] if path.suffix == ".jpg" else []
    return cv2.imencode(path.suffix, small, options)[1].tobytes()


def _write(out: Path, index: int, entries: list[Entry], content: io.BytesIO) -> Path:
    path = out / f"pack-{index}.npz"
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(
            file,
            content=np.frombuffer(content.getbuffer(), np.uint8),
            entries=np.array(json.dumps([asdict(entry) for entry in entries])),
        )
    os.replace(unfinished, path)
    return path


def main() -> None:
    """Command line: pack a data folder and say what was written."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("training/packs"))
    parser.add_argument("--limit", type=int, help="about so many pictures in all (for a try)")
    arguments = parser.parse_args()
    for path in pack(arguments.data, arguments.out, limit=arguments.limit):
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
