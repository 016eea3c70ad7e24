"""The packs, decoded once into tensors that stay on the training device."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from training.pack import LONG_SIDE_PX, Entry, read_pack

CANVAS_PX = LONG_SIDE_PX
ROOM_PX = 384

# How often a picture of each set is drawn, against 1: more for what a webcam sees and for
# careful masks, less for many pictures of few people and for figures far away.
DATASET_WEIGHTS = {
    "ccp": 0.5,
    "ccp_upper": 0.9,
    "vikram": 2.0,
    "coco128_person": 0.7,
    "cutout": 0.0,  # no picture of its own: composites only
    "pseudo_caltech": 0.6,
    "pseudo_maskilc": 0.8,
    "pseudo_facemask": 1.0,
    "pseudo_observations": 1.2,
    "pseudo_demo": 2.0,
    "pseudo_celeb": 1.6,
    "pseudo_talking": 1.4,
    "pseudo_zoom": 2.0,
    "pseudo_gesture": 1.0,
    "pseudo_linto": 1.0,
}


@dataclass(slots=True, eq=False)
class People:
    """Pictures of people at the top left of square canvases.

    Attributes:
        planes: uint8 (N, 8, CANVAS_PX, CANVAS_PX): R, G, B, mask, confidence, then R, G, B of the
            person alone, grown outwards over the whole canvas: what composites are made of.
        size: float (N, 2): width and height of the picture on its canvas, in px.
        box: float (N, 4): left, top, right, bottom of the mask, in px.
        touches: bool (N, 4): the mask reaches the picture's left, top, right, bottom edge.
        weight: float (N,): how often to draw it as the picture that it is.
        composite_weight: float (N,): how often to cut it out.
        names: File names.
        datasets: Per picture.
    """

    planes: torch.Tensor
    size: torch.Tensor
    box: torch.Tensor
    touches: torch.Tensor
    weight: torch.Tensor
    composite_weight: torch.Tensor
    names: list[str]
    datasets: list[str]


@dataclass(slots=True, eq=False)
class Rooms:
    """Pictures without people: planes uint8 (N, 3, ROOM_PX, ROOM_PX), size float (N, 2) in px."""

    planes: torch.Tensor
    size: torch.Tensor
    names: list[str]


@dataclass(slots=True, eq=False)
class Picture:
    """One picture to measure on: pixels uint8 (H, W, 3) RGB, mask uint8 (H, W), on the host."""

    name: str
    dataset: str
    pixels: np.ndarray
    mask: np.ndarray


def load_train(packs: Iterable[Path], device: torch.device) -> tuple[People, Rooms]:
    """Decode everything of the train split and move it to `device` (about 6 GB)."""
    entries = [(e, p) for pack in packs for e, p in read_pack(pack) if e.split == "train"]
    with ThreadPoolExecutor() as threads:
        persons = [(e, p) for e, p in entries if e.role != "room"]
        rooms = [(e, p) for e, p in entries if e.role == "room"]
        people = _people(
            [e for e, _ in persons], list(threads.map(_decode_person, persons)), device
        )
        return people, _rooms([e for e, _ in rooms], list(threads.map(_decode_room, rooms)), device)


def load_val(packs: Iterable[Path]) -> tuple[list[Picture], list[Picture]]:
    """Decode the val split: (people, empty rooms); the rooms' masks are all zero."""
    people, rooms = [], []
    for pack in packs:
        for entry, parts in read_pack(pack):
            if entry.split != "val" or entry.role == "cutout":
                continue
            pixels = cv2.cvtColor(_image(parts[0], cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
            if entry.role == "room":
                mask = np.zeros(pixels.shape[:2], np.uint8)
                rooms.append(Picture(entry.name, entry.dataset, pixels, mask))
            else:
                mask = _image(parts[1], cv2.IMREAD_GRAYSCALE)
                people.append(Picture(entry.name, entry.dataset, pixels, mask))
    return people, rooms


def _image(content: bytes, flags: int) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    if picture is None:
        raise ValueError("a picture in a pack cannot be decoded; make the packs again")
    return picture


def _decode_person(item: tuple[Entry, list[bytes]]) -> np.ndarray:
    """uint8 (5, H, W): R, G, B, mask, confidence."""
    entry, parts = item
    if entry.role == "cutout":
        rgba = cv2.cvtColor(_image(parts[0], cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
        full = np.full_like(rgba[..., :1], 255)
        return np.concatenate((rgba, full), axis=2).transpose(2, 0, 1)
    rgb = cv2.cvtColor(_image(parts[0], cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    mask = _to_size(_image(parts[1], cv2.IMREAD_GRAYSCALE), rgb)
    confidence = np.full_like(mask, 255)
    if parts[2]:
        confidence = _trusted(_to_size(_image(parts[2], cv2.IMREAD_GRAYSCALE), rgb))
        confidence[_hazy(mask)] = 0
        mask = _decided(mask)
    return np.stack((*rgb.transpose(2, 0, 1), mask, confidence))


def _trusted(confidence: np.ndarray) -> np.ndarray:
    """Believe the labels' thin edges more than the labels do: the square root of the confidence.

    Where four networks differ by a pixel their mean is still a good edge, and by far most edges
    of faces and hair are theirs; where they disagree about what is a person it stays low.
    """
    return np.sqrt(confidence.astype(np.float32) * 255).round().astype(np.uint8)


def _hazy(mask: np.ndarray) -> np.ndarray:
    """Where a pseudo-label is half over more than a hair's width: nothing is learnt there.

    Shoulders and long hair, mostly at the lower corners, of which the labelling networks were not
    sure; a net that learns their haze lets the room through.
    """
    half = ((mask > 0.15 * 255) & (mask < 0.85 * 255)).astype(np.uint8)
    wide = cv2.erode(half, np.ones((9, 9), np.uint8), borderType=cv2.BORDER_REPLICATE)
    return cv2.dilate(wide, np.ones((15, 15), np.uint8)) > 0


def _decided(mask: np.ndarray) -> np.ndarray:
    """Pseudo-labels are means of networks: drawn towards 0 and 1, or their haze is learnt."""
    alpha = (mask.astype(np.float32) / 255) ** 1.5
    rest = (1 - mask.astype(np.float32) / 255) ** 1.5
    return (255 * alpha / (alpha + rest)).round().astype(np.uint8)


def _to_size(plane: np.ndarray, like: np.ndarray) -> np.ndarray:
    height, width = like.shape[:2]
    if plane.shape == (height, width):
        return plane
    return cv2.resize(plane, (width, height), interpolation=cv2.INTER_LINEAR)


def _decode_room(item: tuple[Entry, list[bytes]]) -> np.ndarray:
    rgb = cv2.cvtColor(_image(item[1][0], cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    scale = min(1.0, ROOM_PX / max(rgb.shape[:2]))
    if scale < 1.0:
        rgb = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return rgb[:ROOM_PX, :ROOM_PX].transpose(2, 0, 1)


def _people(entries: list[Entry], decoded: list[np.ndarray], device: torch.device) -> People:
    count = len(entries)
    planes = torch.zeros((count, 8, CANVAS_PX, CANVAS_PX), dtype=torch.uint8, device=device)
    size = np.zeros((count, 2), np.float32)
    box = np.zeros((count, 4), np.float32)
    touches = np.zeros((count, 4), bool)
    weight = np.zeros(count, np.float32)
    composite_weight = np.zeros(count, np.float32)
    for n, (entry, picture) in enumerate(zip(entries, decoded, strict=True)):
        _, height, width = picture.shape
        planes[n, :5, :height, :width] = torch.from_numpy(np.ascontiguousarray(picture)).to(device)
        size[n] = width, height
        weight[n] = DATASET_WEIGHTS.get(entry.dataset, 1.0)
        mask = picture[3] > 127
        columns, rows = np.flatnonzero(mask.any(0)), np.flatnonzero(mask.any(1))
        if rows.size < 16 or columns.size < 16:
            continue  # too little of a person to cut out
        box[n] = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
        # Two pixels in from the edge, because masks often end one pixel early.
        touches[n] = columns[0] < 3, rows[0] < 3, columns[-1] > width - 4, rows[-1] > height - 4
        cut_on_both_sides = touches[n, 0] and touches[n, 2]
        composite_weight[n] = 0.0 if cut_on_both_sides else max(weight[n], 0.6)
    if count:
        for chunk in torch.arange(count, device=device).split(64):
            planes[chunk, 5:] = _person_colour(planes[chunk])
    return People(
        planes,
        *(torch.from_numpy(a).to(device) for a in (size, box, touches, weight, composite_weight)),
        [entry.name for entry in entries],
        [entry.dataset for entry in entries],
    )


def _person_colour(planes: torch.Tensor) -> torch.Tensor:
    """The person's own colour, carried outwards from surely-inside pixels, coarse to fine.

    Args:
        planes: uint8 (N, 8, S, S).

    Returns:
        uint8 (N, 3, S, S): the picture where the mask is full, neighbours' colours elsewhere.
    """
    rgb = planes[:, :3].float()
    # Eroded by two pixels: masks are seldom exact, and a rim of the old room would give the
    # person away.
    sure = -F.max_pool2d(-(planes[:, 3:4] > 250).float(), 5, stride=1, padding=2)
    levels = [(rgb * sure, sure)]
    while levels[-1][0].shape[-1] > 3:
        colour, weight = levels[-1]
        levels.append((F.avg_pool2d(colour, 2), F.avg_pool2d(weight, 2)))
    colour, weight = levels[-1]
    filled = colour / weight.clamp_min(1e-4)
    for colour, weight in reversed(levels[:-1]):
        wide = F.interpolate(filled, size=colour.shape[-2:], mode="bilinear", align_corners=False)
        known = weight.clamp(0.0, 1.0)
        filled = colour + (1.0 - known) * wide
    return filled.clamp(0, 255).round().to(torch.uint8)


def _rooms(entries: list[Entry], decoded: list[np.ndarray], device: torch.device) -> Rooms:
    planes = torch.zeros((len(entries), 3, ROOM_PX, ROOM_PX), dtype=torch.uint8, device=device)
    size = np.zeros((len(entries), 2), np.float32)
    for n, picture in enumerate(decoded):
        _, height, width = picture.shape
        planes[n, :, :height, :width] = torch.from_numpy(np.ascontiguousarray(picture)).to(device)
        size[n] = width, height
    return Rooms(planes, torch.from_numpy(size).to(device), [entry.name for entry in entries])
