"""Pack data sets into a few .npz files that travel easily and load without a thousand opens.

    python -m lab.training.pack --data ../shared/data ../shared/data2 --out lab/training/packs

Pictures stay the bytes that they are, whatever their format, unless they are larger than needed.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from lab.evaluation.rooms import is_held_out, rooms_with_people

PACK_BYTES = 34_000_000  # a few files that any transfer limit lets pass
LONG_SIDE_PX = 400
PHOTO_QUALITY, LOSSLESS = 92, 101  # of WebP, as OpenCV counts them
MEASURED_CUTOUTS = 40  # of the first data set, the last by name: for measuring only
CLIP_STEP = 3  # every third frame: neighbours teach the same
CLIP_AGREEMENT = 0.93  # IoU of the labelling networks, below which a clip's labels are not learnt


# Name, role, data set, split, and the files of image, mask and confidence.
Item = tuple[str, str, str, str, tuple[Path | None, ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture of a pack.

    Attributes:
        name: File name in the data set.
        role: "person" (image and mask), "cutout" (a person as RGBA), "thing" (a chair, a plant, a
            lamp as RGBA) or "room".
        dataset: As in the index; the role where there is none, a thing's kind.
        split: "train" or "val".
        sizes: Bytes of image, mask and confidence; 0 where there is none.
    """

    name: str
    role: str
    dataset: str
    split: str
    sizes: tuple[int, int, int]


def pack(folders: Sequence[Path], out: Path, *, limit: int | None = None) -> list[Path]:
    """Write `out/pack-N.npz` files of about 34 MB; returns them.

    Args:
        folders: Data sets to learn from. Each with index.csv, images, masks and confidence, and
            where it has them cutouts, backgrounds, things with things.csv, clips with clips.tsv.
        out: Made if missing; old packs in it are replaced.
        limit: Take only every n-th picture so that about this many remain (for tests).

    Raises:
        ValueError: All people of a set are of the split "val": it is for measuring only.
    """
    for folder in folders:
        splits = {split for _, _, _, split, _ in _people(folder)}
        if splits == {"val"}:
            raise ValueError(
                f"{folder}: every picture has the split 'val', the set is for measuring only; "
                "leave it out of --data"
            )
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("pack-*.npz"):
        old.unlink()
    items = _mingled(folders)
    if limit is not None:
        items = items[:: max(1, len(items) // limit)]
    writer = PackWriter(lambda number: out / f"pack-{number}.npz")
    for name, role, dataset, split, paths in items:
        parts = [_bytes(path) for path in paths]
        sizes = (*map(len, parts),)
        writer.add(Entry(name, role, dataset, split, sizes), parts)  # type: ignore[arg-type]
    return writer.close()


class PackWriter:
    """Writes packs of the usual size, one after the other.

    Args:
        path_of: The file of a pack by its number, counted from 0.
    """

    def __init__(self, path_of: Callable[[int], Path]) -> None:
        self._path_of = path_of
        self._written: list[Path] = []
        self._entries: list[Entry] = []
        self._content = io.BytesIO()

    def add(self, entry: Entry, parts: Sequence[bytes]) -> None:
        """Add one picture with the bytes of its parts, to the next pack where this one is full."""
        if self._entries and self._content.tell() + sum(map(len, parts)) > PACK_BYTES:
            self._write()
        self._entries.append(entry)
        for part in parts:
            self._content.write(part)

    def close(self) -> list[Path]:
        """Write what is left, an empty pack if nothing came; returns all files."""
        if self._entries or not self._written:
            self._write()
        return self._written

    def _write(self) -> None:
        path = self._path_of(len(self._written))
        self._written.append(write_pack(path, self._entries, self._content))
        self._entries, self._content = [], io.BytesIO()


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


def _mingled(folders: Sequence[Path]) -> list[Item]:
    """Everything, so spread that every pack holds something of all and one alone can train."""
    groups: list[list[Item]] = []
    for number, folder in enumerate(folders):
        groups.append([*_people(folder), *_clip_frames(folder)])
        groups.append([*_cutouts(folder, MEASURED_CUTOUTS if number == 0 else 0)])
        groups.append([*_things(folder), *_rooms(folder)])
    spread = [((i + 0.5) / len(g), item) for g in groups for i, item in enumerate(g)]
    return [item for _, item in sorted(spread, key=lambda pair: pair[0])]


def _people(folder: Path) -> Iterator[Item]:
    with (folder / "index.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            confidence = folder / row["confidence"] if row["confidence"] else None
            paths = (folder / row["image"], folder / row["mask"], confidence)
            yield Path(row["image"]).name, "person", row["dataset"], row["split"], paths


def _clip_frames(folder: Path) -> Iterator[Item]:
    listing = folder / "clips" / "clips.tsv"
    if not listing.is_file():
        return
    with listing.open(newline="", encoding="utf-8") as file:
        clips = [row for row in csv.DictReader(file, delimiter="\t")]
    for clip in clips:
        if float(clip["agreement"]) < CLIP_AGREEMENT:
            continue
        frames = sorted((folder / "clips" / clip["clip"]).glob("[0-9]*"))
        for frame in frames[::CLIP_STEP]:
            mask = frame.with_name(f"mask_{frame.name}")
            if mask.is_file():
                name = f"{clip['clip']}_{frame.name}"
                yield name, "person", "clips", clip["split"], (frame, mask, None)


def _cutouts(folder: Path, measured: int) -> Iterator[Item]:
    paths = sorted(p for p in (folder / "cutouts").glob("*") if p.suffix in (".png", ".webp"))
    for index, path in enumerate(paths):
        split = "val" if index >= len(paths) - measured else "train"
        yield path.name, "cutout", "cutout", split, (path, None, None)


def _things(folder: Path) -> Iterator[Item]:
    listing = folder / "things.csv"
    listing = listing if listing.is_file() else folder / "things" / "things.csv"
    if not listing.is_file():
        return
    with listing.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            path = folder / "things" / Path(row["image"]).name
            yield path.name, "thing", row["kind"], "train", (path, None, None)


def _rooms(folder: Path) -> Iterator[Item]:
    unfit = rooms_with_people()
    for path in sorted((folder / "backgrounds").glob("*")):
        if path.name not in unfit:
            split = "val" if is_held_out(path.name) else "train"
            yield path.name, "room", "room", split, (path, None, None)


def _bytes(path: Path | None) -> bytes:
    if path is None:
        return b""
    content = path.read_bytes()
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path}: not a readable picture; restore it from the data set")
    is_exact = path.suffix == ".png"  # masks and cut-outs lose nothing, photos a little
    if max(picture.shape[:2]) <= LONG_SIDE_PX:
        return _webp(picture, is_exact=True) if is_exact else content
    scale = LONG_SIDE_PX / max(picture.shape[:2])
    height, width = (max(1, round(side * scale)) for side in picture.shape[:2])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return _webp(small, is_exact=is_exact)


def lossless_webp(plane: np.ndarray) -> bytes:
    """A mask as packs hold it: uint8 (H, W), nothing lost."""
    return _webp(plane, is_exact=True)


def _webp(picture: np.ndarray, *, is_exact: bool) -> bytes:
    quality = LOSSLESS if is_exact else PHOTO_QUALITY
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()


def write_pack(path: Path, entries: Sequence[Entry], content: io.BytesIO) -> Path:
    """Write one pack, whole or not at all: the entries, and the bytes of their parts in order."""
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
    parser.add_argument("--data", type=Path, nargs="+", default=[Path("../shared/data")])
    parser.add_argument("--out", type=Path, default=Path("lab/training/packs"))
    parser.add_argument("--limit", type=int, help="about so many pictures in all (for a try)")
    arguments = parser.parse_args()
    for path in pack(arguments.data, arguments.out, limit=arguments.limit):
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
