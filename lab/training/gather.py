"""Make a data set anew from public repositories: what to take is listed, pictures are not kept.

    python -m lab.training.gather --clones ../clones --out ../shared/data3
    python -m lab.training.gather --clones ../clones --out ../shared/data4 --list data4

A list, `lab/training/sources/NAME.csv`, names each picture (repository, commit, path, SHA-256), and
`NAME_corrections.json` holds the polygons of labels that a person mended. Each list makes a set
of its own. Two runs with the same weights write the same bytes. What is finished stays when a run
is broken off, and the next run goes on from there.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from lab.training.labels.clones import Clone, CloneError, decoded, open_clone, shrunk
from lab.training.labels.corrections import Correction, mend, read_corrections
from lab.training.labels.labelling import Label, Labeller
from lab.training.labels.plain_ground import cut_from_white

SOURCES = Path(__file__).with_name("sources")
PERSON_PX, ROOM_PX, THING_PX = 384, 320, 320  # long sides, as in the second data set
PHOTO_QUALITY, LOSSLESS = 92, 101  # of WebP, as OpenCV counts them
# Every listed label was checked by eye. If the networks' agreement has dropped by more than this
# since then, the label has changed, and the picture is left out.
AGREEMENT_SLACK = 0.1
INDEX_COLUMNS = (
    "image", "mask", "confidence", "dataset", "split", "kind", "width", "height", "alpha",
    "agreement", "license", "source",
)  # fmt: skip

Pixels = npt.NDArray[np.uint8]


class Labels(Protocol):
    """Interface of a labeller: the ensemble, or a test double of it."""

    def label(self, pixels: Pixels) -> Label:
        """See `Labeller.label`."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """One line of the list.

    Attributes:
        repository: "owner/name".
        commit: 40 hex digits.
        path: Path of the file at that commit.
        frame: Index in a video, from 0; None for a picture.
        sha256: SHA-256 of the file.
        role: "person", "room" or "thing".
        dataset: Of a person, the set in the index; of a room or a thing, its kind.
        split: "train" or "val"; rooms are held out by the hash of their name.
        agreement: Agreement of the networks, when the label was looked at; 0 where there is none.
    """

    repository: str
    commit: str
    path: str
    frame: int | None
    sha256: str
    role: str
    dataset: str
    split: str
    agreement: float

    @property
    def key(self) -> str:
        """What corrections are filed under."""
        return self.sha256 if self.frame is None else f"{self.sha256}#{self.frame}"

    @property
    def stem(self) -> str:
        """The name of its files: the same for ever, whatever else is listed."""
        frame = "" if self.frame is None else f"_{self.frame}"
        return f"{self.dataset}_{self.sha256[:12]}{frame}"


def list_names() -> list[str]:
    """The lists there are, sorted: "data3" and those after it."""
    return sorted(path.stem for path in SOURCES.glob("*.csv"))


def read_sources(path: Path) -> list[Source]:
    """The list, sorted by repository.

    Raises:
        ValueError: A role, a split or a digest is none.
    """
    found = []
    with path.open(newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            source = Source(
                repository=row["repository"],
                commit=row["commit"],
                path=row["path"],
                frame=int(row["frame"]) if row["frame"] else None,
                sha256=row["sha256"],
                role=row["role"],
                dataset=row["dataset"],
                split=row["split"],
                agreement=float(row["agreement"] or 0),
            )
            is_known = source.role in ("person", "room", "thing") and (
                source.split in ("train", "val")
            )
            if not is_known or len(source.sha256) != 64:
                raise ValueError(
                    f"{path}, line {number}: role {source.role!r}, split {source.split!r}, "
                    f"sha256 of {len(source.sha256)} digits; mend the line"
                )
            found.append(source)
    return sorted(found, key=lambda s: (s.repository, s.path, s.frame or 0))


def gather(
    sources: Sequence[Source],
    corrections: Mapping[str, Correction],
    clones: Path,
    out: Path,
    labeller: Callable[[], Labels],
    *,
    tell: Callable[[str], None] = print,
) -> list[str]:
    """Write the data set `lab.training.pack` reads; returns what was left out, a line each.

    Args:
        sources: What to take.
        corrections: By `Source.key`.
        clones: A folder of git clones.
        out: Made if missing. Finished pictures in it are kept.
        labeller: Makes the ensemble; called only if a label is missing.
        tell: Is given a line of progress for each repository.
    """
    for name in ("images", "masks", "confidence", "labels", "backgrounds", "things"):
        (out / name).mkdir(parents=True, exist_ok=True)
    left_out: list[str] = []
    people: list[tuple[Source, Label]] = []
    made: list[Labels] = []

    def ensemble() -> Labels:
        if not made:
            made.append(labeller())
        return made[0]

    done = 0
    for repository, rows in groupby(sources, key=lambda s: s.repository):
        rows = list(rows)
        try:
            for source in _fetched(rows, clones, out, left_out):
                if source.role == "person":
                    people.append((source, _labelled(source, out, ensemble)))
        except CloneError as error:
            left_out.append(f"{len(rows)} of {repository}: {error}")
        done += len(rows)
        tell(f"{done} of {len(sources)}: {repository}")
    kept = []
    for source, label in people:
        if label.agreement < source.agreement - AGREEMENT_SLACK:
            left_out.append(
                f"{source.stem}: the networks agree by {label.agreement:.3f}, by "
                f"{source.agreement:.3f} when it was looked at; look at it again"
            )
            continue
        kept.append((source, label))
        correction = corrections.get(source.key, Correction())
        mask, confidence = mend(label.mask, label.confidence, correction)
        _write(out / "masks" / f"{source.stem}.webp", mask, quality=LOSSLESS)
        _write(out / "confidence" / f"{source.stem}.webp", confidence, quality=LOSSLESS)
    _write_index(out, kept)
    _write_listings(out, sources)
    listed = {_picture(source, out) for source in sources}
    left_out += [
        f"{path}: not in the list, and lab.training.pack would take it; delete it"
        for path in sorted((out / "backgrounds").iterdir())
        if path not in listed
    ]
    return left_out


def _fetched(
    rows: Sequence[Source], clones: Path, out: Path, left_out: list[str]
) -> Iterator[Source]:
    """Those rows of one repository whose picture is there, read from its clone if it was not."""
    if all(_picture(source, out).is_file() for source in rows):
        yield from rows
        return
    with open_clone(clones, rows[0].repository) as clone:
        for source in rows:
            if not _picture(source, out).is_file():
                try:
                    _write_picture(source, clone, out)
                except (CloneError, ValueError) as error:
                    left_out.append(f"{source.stem}: {error}")
                    continue
            yield source


def _picture(source: Source, out: Path) -> Path:
    folder = {"person": "images", "room": "backgrounds", "thing": "things"}[source.role]
    return out / folder / f"{source.stem}.webp"


def _write_picture(source: Source, clone: Clone, out: Path) -> None:
    content = clone.read(source.commit, source.path)
    digest = hashlib.sha256(content).hexdigest()
    if digest != source.sha256:
        raise ValueError(
            f"{source.path} has SHA-256 {digest[:12]}, expected {source.sha256[:12]}; it is "
            "another picture than the one that was looked at"
        )
    pixels = decoded(content, frame=source.frame, name=source.path)
    path = _picture(source, out)
    if source.role == "thing":
        _write(path, cut_from_white(shrunk(pixels, THING_PX)), quality=LOSSLESS)
        return
    side = PERSON_PX if source.role == "person" else ROOM_PX
    _write(path, shrunk(pixels, side), quality=PHOTO_QUALITY)


def _labelled(source: Source, out: Path, ensemble: Callable[[], Labels]) -> Label:
    """The label before any correction, from an earlier run or made now."""
    planes = out / "labels" / f"{source.stem}.png"
    facts = planes.with_suffix(".json")
    if not facts.is_file():  # it is written last
        # Of the picture as it was stored: a run that goes on later sees nothing else.
        label = ensemble().label(_read(_picture(source, out)))
        stacked = np.dstack((label.mask, label.confidence, np.zeros_like(label.mask)))
        _write(planes, stacked)
        _replace(
            facts,
            json.dumps(
                {"agreement": round(label.agreement, 4), "objections": label.objections}
            ).encode(),
        )
    stacked, stored = _read(planes), json.loads(facts.read_text(encoding="utf-8"))
    return Label(
        mask=np.ascontiguousarray(stacked[..., 0]),
        confidence=np.ascontiguousarray(stacked[..., 1]),
        agreement=stored["agreement"],
        objections=stored["objections"],
    )


def _read(path: Path) -> Pixels:
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path}: not a readable picture; delete it and run this again")
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def _write(path: Path, picture: Pixels, *, quality: int = LOSSLESS) -> None:
    """Grey (H, W), RGB or RGBA (H, W, 3 or 4), by the suffix; whole or not at all."""
    if picture.ndim == 3:
        order = [2, 1, 0, 3][: picture.shape[2]]
        picture = np.ascontiguousarray(picture[..., order])
    options = [cv2.IMWRITE_WEBP_QUALITY, quality] if path.suffix == ".webp" else []
    _replace(path, cv2.imencode(path.suffix, picture, options)[1].tobytes())


def _replace(path: Path, content: bytes) -> None:
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(content)
    os.replace(unfinished, path)


def _write_index(out: Path, kept: Sequence[tuple[Source, Label]]) -> None:
    unfinished = out / "index.part"
    with unfinished.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(INDEX_COLUMNS)
        for source, label in kept:
            height, width = label.mask.shape
            folders = ("images", "masks", "confidence")
            names = [f"{folder}/{source.stem}.webp" for folder in folders]
            facts = [source.dataset, source.split, "portrait", width, height, 0]
            agreement = f"{label.agreement:.4f}"
            writer.writerow([*names, *facts, agreement, "unknown", source.repository])
    os.replace(unfinished, out / "index.csv")


def _write_listings(out: Path, sources: Sequence[Source]) -> None:
    """`backgrounds.csv` and `things/things.csv`, of what is there."""
    for role, listing in (("room", "backgrounds.csv"), ("thing", "things/things.csv")):
        rows = [s for s in sources if s.role == role and _picture(s, out).is_file()]
        unfinished = out / f"{listing}.part"
        with unfinished.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("image", "kind", "source"))
            for source in rows:
                image = _picture(source, out).relative_to(out).as_posix()
                writer.writerow((image, source.dataset, source.repository))
        os.replace(unfinished, out / listing)


def main() -> None:
    """Command line: make a listed data set from clones, and say what was left out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--clones", type=Path, required=True, help="folder of git clones")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--list", choices=list_names(), default="data3", help="what to take")
    parser.add_argument("--peers", type=Path, default=Path("../shared/peers"))
    parser.add_argument(
        "--ours",
        type=Path,
        nargs="+",
        default=[Path("weights/quality.safetensors"), Path("weights/fast.safetensors")],
        help="weights files of our own that label beside the peers",
    )
    arguments = parser.parse_args()
    left_out = gather(
        read_sources(SOURCES / f"{arguments.list}.csv"),
        read_corrections(SOURCES / f"{arguments.list}_corrections.json"),
        arguments.clones,
        arguments.out,
        lambda: Labeller(arguments.peers, arguments.ours),
        tell=lambda line: print(line, flush=True),
    )
    for line in left_out:
        print(f"left out: {line}")


if __name__ == "__main__":
    main()
