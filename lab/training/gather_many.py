"""Gather pictures without labels by the thousand, from clones of public repositories.

    python -m lab.training.gather_many --clones ../clones --out lab/training/unlabelled

`lab/training/many.csv` names folders of repositories, not single pictures: people that a
committee labels afterwards (`lab.training.label`), and rooms without people, which need no label.
Copies are left out: of one picture augmented several times the first is taken, and of pictures
that look alike (64-bit difference hash) only one. The same clones give the same pictures.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from lab.training.labels.clones import Clone, CloneError, decoded, open_clone, shrunk
from lab.training.pack import Entry, PackWriter

LIST = Path(__file__).with_name("many.csv")
LONG_SIDE_PX, SHORTEST_SIDE_PX, LARGEST_ASPECT = 352, 160, 3.0
QUALITY = 78  # of WebP
SMALLEST_FILE_BYTES = 4000
ALIKE_BITS = 6  # hashes that differ by no more are of one picture
MOSTLY_WHITE = 0.8  # of the pixels: a drawing or a catalogue's page
# A caption below a stock photo: so high at most and at least, of one colour but for its words.
CAPTION_SHARES, CAPTION_FLAT, CAPTION_LEVELS = (0.16, 0.02), 0.75, 28
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".jfif", ".avif")
COPY_OF = re.compile(r"(.+?)\.rf\.[0-9a-fA-F]{8,}")  # how a labelling service names its copies
NO_PHOTOS = re.compile(
    r"(^|/)(runs|results?|mlruns|confusion|figures?)/|labels|mask_|batch\d|icon|logo", re.IGNORECASE
)

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Folder:
    """One row of the list.

    Attributes:
        source: Names the pictures, and is their data set in the packs.
        repository: "owner/name".
        commit: 40 hex digits.
        paths: Regular expression that a path must hold.
        limit: Most pictures in all.
        group: Regular expression whose first group names a person or a scene; empty for none.
        group_limit: Most pictures of one group.
        role: "person" or "room".
        has_seats: Most people sit: seats count when the committee votes.
        val_one_in: One picture in this many is for measuring; 0 for none.
    """

    source: str
    repository: str
    commit: str
    paths: str
    limit: int
    group: str
    group_limit: int
    role: str
    has_seats: bool
    val_one_in: int


def read_list(path: Path = LIST) -> list[Folder]:
    """The folders of a list.

    Raises:
        ValueError: A role or a commit is none.
    """
    found = []
    with path.open(newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            if row["role"] not in ("person", "room") or len(row["commit"]) != 40:
                raise ValueError(
                    f"{path}, line {number}: role {row['role']!r}, commit {row['commit']!r}; "
                    "give person or room, and 40 digits"
                )
            found.append(
                Folder(
                    source=row["source"],
                    repository=row["repository"],
                    commit=row["commit"],
                    paths=row["paths"],
                    limit=int(row["limit"]),
                    group=row["group"],
                    group_limit=int(row["group_limit"] or 0),
                    role=row["role"],
                    has_seats=bool(row["has_seats"]),
                    val_one_in=int(row["val_one_in"] or 0),
                )
            )
    return found


@dataclass(slots=True)
class SeenBefore:
    """Difference hashes of the pictures so far, as a growing array."""

    hashes: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))

    def add(self, pixels: Pixels) -> bool:
        """Whether the picture, uint8 RGB (H, W, 3), is new; then it is kept in mind."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        small = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA)
        bits = np.packbits(small[:, 1:] > small[:, :-1]).view(">u8").astype(np.uint64)
        if (np.bitwise_count(self.hashes ^ bits) <= ALIKE_BITS).any():
            return False
        self.hashes = np.append(self.hashes, bits)
        return True


def gather_many(
    folders: Sequence[Folder],
    clones: Path,
    out: Path,
    *,
    known: SeenBefore | None = None,
    tell: Callable[[str], None] = print,
) -> list[str]:
    """Write one pack a source, and more where one is full; returns what was left out, a line each.

    Args:
        folders: What to take, in this order: of pictures alike the first stays.
        clones: A folder of git clones (`lab.training.labels.clones`).
        out: Made if missing. A source whose packs are there is not read again.
        known: Pictures that other data sets hold.
        tell: Is given a line of progress for each source.
    """
    out.mkdir(parents=True, exist_ok=True)
    known = known or SeenBefore()
    left_out = []
    for folder in folders:
        if list(out.glob(f"{folder.source}-*.npz")):
            tell(f"{folder.source}: there already")
            continue
        try:
            with open_clone(clones, folder.repository) as clone:
                items = []
                for number, content in enumerate(_pictures(folder, clone, known)):
                    name = f"{folder.source}_{number:05d}.webp"
                    is_val = folder.val_one_in and number % folder.val_one_in == 0
                    role = "room" if folder.role == "room" else "unlabelled"
                    dataset = "room" if folder.role == "room" else folder.source
                    split = "val" if is_val else "train"
                    entry = Entry(name, role, dataset, split, (len(content), 0, 0))
                    items.append((entry, [content]))
        except CloneError as error:
            left_out.append(f"{folder.source}: {error}")
            continue
        writer = PackWriter(_path_of(out, folder.source))
        for entry, parts in items:
            writer.add(entry, parts)
        writer.close()
        tell(f"{folder.source}: {len(items)} pictures")
    return left_out


def _path_of(out: Path, source: str) -> Callable[[int], Path]:
    return lambda number: out / f"{source}-{number}.npz"


def _pictures(folder: Folder, clone: Clone, known: SeenBefore) -> Iterator[bytes]:
    """Pictures of one folder, small, as WebP."""
    paths = [
        path
        for path, size in clone.files(folder.commit)
        if path.lower().endswith(PICTURES)
        and size >= SMALLEST_FILE_BYTES
        and re.search(folder.paths, path)
        and not NO_PHOTOS.search(path)
    ]
    paths = sorted({_original(path): path for path in reversed(paths)}.values())
    random.Random(5).shuffle(paths)
    count, groups = 0, Counter[str]()
    for path in paths:
        if count == folder.limit:
            return
        group = re.search(folder.group, path) if folder.group else None
        if group is not None and groups[group.group(1)] >= folder.group_limit:
            continue
        try:
            pixels = decoded(clone.read(folder.commit, path), frame=None, name=path)
        except ValueError:
            continue  # one of thousands
        if not _is_usable(pixels) or not known.add(pixels):
            continue
        if group is not None:
            groups[group.group(1)] += 1
        count += 1
        yield _small(pixels)


def _original(path: str) -> str:
    """What the copies of one picture have in common: their name before the copy's own mark."""
    name = path.rsplit("/", 1)[-1]
    copy = COPY_OF.match(name)
    return copy.group(1).lower() if copy else path


def without_caption(pixels: Pixels) -> Pixels:
    """A picture without the bar of one colour, with a few words, that stands below it.

    A network that learns from pictures with such bars fades people out above the lower edge.

    Args:
        pixels: uint8 RGB (H, W, 3).
    """
    height = len(pixels)
    first, last = (height - round(share * height) for share in CAPTION_SHARES)
    for row in range(first, last + 1):
        colour = np.median(pixels[row:], axis=(0, 1))
        like = (np.abs(pixels[row - 2 :] - colour) < CAPTION_LEVELS).all(2)
        # The photo ends there along its whole width, and only words stand out below.
        is_flat = min(like[2:].mean(), like[2:4].mean()) >= CAPTION_FLAT
        has_words_alone = (like[2:].mean(1) >= CAPTION_FLAT / 2).all()
        if is_flat and has_words_alone and like[0].mean() <= 1 - CAPTION_FLAT:
            return pixels[:row]
    return pixels


def _is_usable(pixels: Pixels) -> bool:
    height, width = pixels.shape[:2]
    if min(height, width) < SHORTEST_SIDE_PX:
        return False
    if max(height, width) > LARGEST_ASPECT * min(height, width):
        return False
    return bool((pixels[::4, ::4] > 248).all(2).mean() <= MOSTLY_WHITE)


def _small(pixels: Pixels) -> bytes:
    pixels = without_caption(shrunk(pixels, LONG_SIDE_PX))  # a search of each row: small first
    options = [cv2.IMWRITE_WEBP_QUALITY, QUALITY]
    return cv2.imencode(".webp", np.ascontiguousarray(pixels[..., ::-1]), options)[1].tobytes()


def main() -> None:
    """Command line: gather what the list names, and say what was left out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--clones", type=Path, required=True, help="folder of git clones")
    parser.add_argument("--out", type=Path, default=Path("lab/training/unlabelled"))
    arguments = parser.parse_args()
    for line in gather_many(read_list(), arguments.clones, arguments.out):
        print(f"left out: {line}")


if __name__ == "__main__":
    main()
