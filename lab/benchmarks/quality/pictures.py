"""What nets are judged on: the data's val split, composites, empty rooms, any folder."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from lab.benchmarks.quality.folder import Pair, PictureError, read_pair
from lab.evaluation.rooms import is_held_out, rooms_with_people

MEASURED_CUTOUTS = 40  # the last by name; the others train
COMPOSITE_SIZE = (360, 640)  # height, width: a webcam's shape
TALKERS = "talkers"


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One picture with its truth.

    Attributes:
        name: Name of the picture.
        group: Data set or kind that its figures are collected under.
        pixels: uint8 (H, W, 3) RGB.
        truth: float32 (H, W) in [0, 1]; all 0 for an empty room.
        is_pseudo: The truth was made by networks, the measured peers among them.
        kind: Part of its group that has figures of its own, too; "" for none.
    """

    name: str
    group: str
    pixels: npt.NDArray[np.uint8]
    truth: npt.NDArray[np.float32]
    is_pseudo: bool = False
    kind: str = ""


def val_samples(data: Path) -> Iterator[Sample]:
    """The val split of the data set's index."""
    with (data / "index.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["split"] == "val":
                yield _pair(
                    data / row["image"],
                    data / row["mask"],
                    group=row["dataset"],
                    is_pseudo=bool(row["confidence"]),
                )


def talker_samples(folder: Path) -> Iterator[Sample]:
    """People who talk to a camera: the set of `python -m lab.training.gather --list talkers`.

    A person mended its labels with polygons; they are no pseudo-labels. `kind` is the index's data
    set without its "talk_".

    Raises:
        OSError: The set is not there.
    """
    with (folder / "index.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            image = folder / row["image"]
            pixels, truth = read_pair(image, folder / row["mask"])
            kind = row["dataset"].removeprefix("talk_")
            yield Sample(image.stem, TALKERS, pixels, truth, kind=kind)


def folder_samples(pairs: Iterable[Pair], *, group: str) -> Iterator[Sample]:
    """Read pairs of files one after the other; prints which of them could not be used."""
    for pair in pairs:
        try:
            pixels, truth = read_pair(pair.image, pair.mask)
        except PictureError as error:
            print(f"left out: {error}")
            continue
        yield Sample(pair.image.stem, group, pixels, truth)


def empty_rooms(data: Path) -> Iterator[Sample]:
    """The held-out backgrounds without people."""
    for path in _held_out_rooms(data):
        pixels = _rgb(path)
        yield Sample(path.name, "empty_rooms", pixels, np.zeros(pixels.shape[:2], np.float32))


def composite_samples(data: Path) -> Iterator[Sample]:
    """The measuring-only cut-outs before held-out rooms: exact alpha, hair and hands included.

    Each stands once as a whole figure and once cropped to the upper body. Where they stand is
    drawn from a fixed seed.
    """
    rng = np.random.default_rng(7)
    rooms = _held_out_rooms(data)
    height, width = COMPOSITE_SIZE
    cutouts = sorted((data / "cutouts").glob("*.png"))[-MEASURED_CUTOUTS:]
    for path in cutouts:
        with Image.open(path) as picture:
            figure = picture.convert("RGBA")
            figure = figure.crop(figure.getchannel("A").getbbox())
        for kind, figure_height in (("figure", 0.9), ("upper", 2.0)):
            scale = figure_height * height / figure.height * rng.uniform(0.85, 1.1)
            size = (max(1, round(figure.width * scale)), max(1, round(figure.height * scale)))
            grown = figure.resize(size, Image.Resampling.BICUBIC)
            top = round(height * rng.uniform(0.05, 0.12))
            left = round(width * rng.uniform(0.3, 0.7) - grown.width / 2)
            layer = Image.new("RGBA", (width, height))
            layer.paste(grown, (left, top))
            with Image.open(rooms[int(rng.integers(len(rooms)))]) as picture:
                room = ImageOps.fit(picture.convert("RGB"), (width, height))
            pixels = np.asarray(layer, np.float32)
            truth = pixels[..., 3] / 255
            mixed = pixels[..., :3] * truth[..., None]
            mixed += np.asarray(room, np.float32) * (1 - truth[..., None])
            yield Sample(f"{path.stem}_{kind}", "composites", (mixed + 0.5).astype(np.uint8), truth)


def _held_out_rooms(data: Path) -> list[Path]:
    unfit = rooms_with_people()
    paths = sorted((data / "backgrounds").iterdir())
    return [path for path in paths if is_held_out(path.name) and path.name not in unfit]


def _rgb(path: Path) -> npt.NDArray[np.uint8]:
    with Image.open(path) as picture:
        return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"))


def _pair(image: Path, mask: Path, *, group: str, is_pseudo: bool) -> Sample:
    pixels, truth = read_pair(image, mask)
    return Sample(image.stem, group, pixels, truth, is_pseudo)
