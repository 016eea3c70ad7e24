"""A user's own pictures and masks: pairs with equal stems, of any mode and size."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
LONGEST_PX = 1600  # larger pictures are shrunk: a thousand of 12 megapixels would fill the memory
ASPECT_TOLERANCE = 0.03
_ROTATION_TAG = 0x0112

Pixels = npt.NDArray[np.uint8]
Alpha = npt.NDArray[np.float32]


class PictureError(ValueError, OSError):
    """A picture or a mask cannot be used; the message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files of one stem, and the picture's (height, width) as stored."""

    image: Path
    mask: Path
    size: tuple[int, int]


def find_pairs(folder: Path) -> tuple[list[Pair], list[str]]:
    """Pairs of `folder/images` and `folder/masks` by shape, and a sentence for each thing wrong.

    Raises:
        PictureError: There is nothing to measure.
    """
    images, masks = (_by_stem(folder / name) for name in ("images", "masks"))
    wrong = []
    pairs = []
    for stem in sorted(images):
        found, partners = images[stem], masks.get(stem, [])
        if len(found) > 1 or len(partners) > 1:
            names = ", ".join(path.name for path in (*found, *partners))
            wrong.append(f"{names}: several files of one stem, left out; keep one of each.")
        elif not partners:
            wrong.append(f"images/{found[0].name}: no mask of this stem in masks/, left out.")
        else:
            try:
                with Image.open(found[0]) as picture:
                    pairs.append(Pair(found[0], partners[0], (picture.height, picture.width)))
            except (OSError, UnidentifiedImageError):
                wrong.append(f"images/{found[0].name}: not a readable picture, left out.")
    for stem in sorted(set(masks) - set(images)):
        wrong.append(f"masks/{masks[stem][0].name}: no picture of this stem in images/, left out.")
    if not pairs:
        seen = f"{len(images)} pictures and {len(masks)} masks, no pair that can be read"
        raise PictureError(
            f"{folder}: {seen}; a picture and its mask need equal stems (images/a.jpg, masks/a.png)"
        )
    return sorted(pairs, key=lambda pair: pair.size), wrong


def read_pair(image: Path, mask: Path) -> tuple[Pixels, Alpha]:
    """uint8 RGB (H, W, 3) and float32 alpha (H, W) in [0, 1], shrunk to `LONGEST_PX`.

    A mask may be grey of 8, 16 or 32 bits, a palette, 0 and 1, RGB, or RGBA (its alpha channel,
    unless that is the same everywhere); it is brought to the picture's size.

    Raises:
        PictureError: One of the two cannot be read, or the two cannot belong together.
    """
    try:
        with Image.open(mask) as picture:
            plane = _alpha(picture)
            turned_mask = picture.getexif().get(_ROTATION_TAG, 1) > 1
            if turned_mask:
                plane = ImageOps.exif_transpose(_with_exif(plane, picture))
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureError(f"masks/{mask.name}: not a readable picture ({error}).") from error
    try:
        with Image.open(image) as picture:
            turned = ImageOps.exif_transpose(picture)
            # A mask drawn over the stored, unturned picture shows itself by its shape.
            if not turned_mask and _fits(plane, picture) and not _fits(plane, turned):
                turned = picture
            colour = turned.convert("RGB")
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureError(f"images/{image.name}: not a readable picture ({error}).") from error
    if not _fits(plane, colour):
        raise PictureError(
            f"masks/{mask.name} is {plane.width}x{plane.height}, the picture "
            f"{colour.width}x{colour.height}: other shapes, so the mask is not of this picture."
        )
    scale = min(1.0, LONGEST_PX / max(colour.size))
    size = (max(1, round(colour.width * scale)), max(1, round(colour.height * scale)))
    if colour.size != size:
        colour = colour.resize(size, Image.Resampling.BOX)
    if plane.size != size:
        shrinks = size[0] < plane.width
        plane = plane.resize(size, Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR)
    return np.asarray(colour), np.clip(np.asarray(plane, np.float32), 0, 1)


def _alpha(picture: Image.Image) -> Image.Image:
    """The mask as a float picture in [0, 1]."""
    if picture.mode == "P" and "transparency" not in picture.info:
        return Image.fromarray(_classes(np.asarray(picture), picture))
    if picture.mode in ("RGBA", "LA", "PA", "P"):
        rgba = np.asarray(picture.convert("RGBA"), np.float32) / 255
        if rgba[..., 3].min() < rgba[..., 3].max():
            return Image.fromarray(rgba[..., 3].copy())
        return Image.fromarray(_whole_range(rgba[..., :3].mean(2)))
    if picture.mode == "1":
        return Image.fromarray(np.asarray(picture, np.float32))
    if picture.mode in ("L", "I", "F") or picture.mode.startswith("I;16"):
        levels = np.asarray(picture, np.float32)
        full = 65535.0 if picture.mode.startswith("I") and levels.max() > 255 else 255.0
        if picture.mode == "F" and levels.max() <= 1:
            full = 1.0
        return Image.fromarray(_whole_range(levels / full))
    grey = np.asarray(picture.convert("RGB"), np.float32).mean(2) / 255
    return Image.fromarray(_whole_range(grey))


def _classes(index: npt.NDArray[np.uint8], picture: Image.Image) -> Alpha:
    """A palette's numbers: greys are levels, colours are classes with 0 the background."""
    palette = np.asarray(picture.getpalette() or [], np.uint8).reshape(-1, 3)
    used = palette[np.unique(index[index < len(palette)])]
    if (used.max(1) == used.min(1)).all() and len(used) > 0 and used.max() > 25:
        return palette[index][..., 0].astype(np.float32) / 255
    return ((index > 0) & (index < 255)).astype(np.float32)


def _whole_range(alpha: Alpha) -> Alpha:
    """Masks of two values, 0 and anything, mean 0 and 1; so do small numbers of classes."""
    values = np.unique(alpha)
    if (len(values) == 2 and values[0] == 0) or 0 < values[-1] < 0.1:
        return (alpha > 0).astype(np.float32)
    return alpha.astype(np.float32)


def _with_exif(plane: Image.Image, picture: Image.Image) -> Image.Image:
    plane.getexif()[_ROTATION_TAG] = picture.getexif()[_ROTATION_TAG]
    return plane


def _fits(plane: Image.Image, picture: Image.Image) -> bool:
    aspect, other = plane.width / plane.height, picture.width / picture.height
    return abs(aspect / other - 1) <= ASPECT_TOLERANCE


def _by_stem(folder: Path) -> dict[str, list[Path]]:
    if not folder.is_dir():
        raise PictureError(
            f"{folder} is no folder; expected images/ and masks/ with files of equal stems"
        )
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in PICTURE_ENDINGS and not path.name.startswith("."):
            found[path.stem].append(path)
    return found
