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

from lab.training.pack import LONG_SIDE_PX, Entry, read_pack

CANVAS_PX = LONG_SIDE_PX
ROOM_PX = 384
THING_PX = 320
# Words in the kinds of things that people sit in.
SEATS = ("chair", "sofa", "seat", "stool", "bench", "headrest")

# Relative frequency of each data set: higher for webcam-like pictures and careful masks, lower for
# many pictures of few people and for distant people.
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
    "pennfudan": 0.7,
    "wide_photo": 1.4,
    "wide_events": 1.2,
    "wide_poses": 1.2,
    "wide_flickr8k": 0.7,
    "wide_bsds": 0.7,
    "wide_demo": 1.6,
    "clips": 0.5,
    "w3_desk": 1.8,
    "w3_car": 4.0,
    "w3_gesture": 1.2,
    "w3_sign": 1.2,
    "w3_photo": 1.2,
    "w3_mended": 3.0,
    "w4_chair": 1.6,
    "w4_chair_mended": 3.0,
    "w4_arms": 1.6,
    "w4_arms_mended": 2.5,
    "w4_lie": 1.6,
    "w4_lie_mended": 2.5,
    "w4_group": 1.2,
    "w4_group_mended": 1.5,
    "w4_table": 1.4,
    "w4_table_mended": 2.0,
    "w4_dim": 2.0,
    "w4_dim_mended": 2.5,
    "teach": 0.32,
    "teach_seat": 0.48,
}
# Data sets with manually corrected labels: networks took seats for drivers, chairs for the people
# in them, and missed people who lie. A band along the drawn edge is ignored in training, so these
# people are not cut out for composites; `doubt` leaves the rest alone.
CORRECTED = frozenset({"w3_car", *(name for name in DATASET_WEIGHTS if name.endswith("_mended"))})
# Labelled by a committee in which Robust Video Matting has at least half of the votes. It finds
# raised hands, so where our own networks see more, it is usually furniture, not skin.
TAUGHT = frozenset({"teach", "teach_seat"})


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
        is_pseudo: bool (N,): networks made the label.
        names: File names.
        datasets: Per picture.
    """

    planes: torch.Tensor
    size: torch.Tensor
    box: torch.Tensor
    touches: torch.Tensor
    weight: torch.Tensor
    composite_weight: torch.Tensor
    is_pseudo: torch.Tensor
    names: list[str]
    datasets: list[str]


@dataclass(slots=True, eq=False)
class Rooms:
    """Pictures without people: planes uint8 (N, 3, ROOM_PX, ROOM_PX), size float (N, 2) in px."""

    planes: torch.Tensor
    size: torch.Tensor
    names: list[str]


@dataclass(slots=True, eq=False)
class Things:
    """Chairs, plants, lamps cut out: planes uint8 (N, 4, THING_PX, THING_PX): A, R, G, B.

    Attributes:
        planes: At the top left of square canvases.
        size: float (N, 2): width and height, in px.
        is_seat: bool (N,): a seat, which a person may sit in.
    """

    planes: torch.Tensor
    size: torch.Tensor
    is_seat: torch.Tensor


@dataclass(slots=True, eq=False)
class Picture:
    """One picture to measure on: pixels uint8 (H, W, 3) RGB, mask uint8 (H, W), on the host."""

    name: str
    dataset: str
    pixels: np.ndarray
    mask: np.ndarray


def load_train(packs: Iterable[Path], device: torch.device) -> tuple[People, Rooms, Things]:
    """Decode everything of the train split and move it to `device` (about 1.3 MB a picture)."""
    entries = [(e, p) for pack in packs for e, p in read_pack(pack) if e.split == "train"]
    with ThreadPoolExecutor() as threads:
        persons = [(e, p) for e, p in entries if e.role in ("person", "cutout")]
        rooms = [(e, p) for e, p in entries if e.role == "room"]
        things = [(e, p) for e, p in entries if e.role == "thing"]
        return (
            _people([e for e, _ in persons], list(threads.map(_decode_person, persons)), device),
            _rooms([e for e, _ in rooms], list(threads.map(_decode_room, rooms)), device),
            _things([e for e, _ in things], list(threads.map(_decode_thing, things)), device),
        )


def load_val(packs: Iterable[Path]) -> tuple[list[Picture], list[Picture]]:
    """Decode the val split: (people, empty rooms); the rooms' masks are all zero."""
    people, rooms = [], []
    for pack in packs:
        for entry, parts in read_pack(pack):
            if entry.split != "val" or entry.role in ("cutout", "thing"):
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
        raise ValueError(
            "a picture in a pack cannot be decoded: this build of OpenCV does not know its format "
            "(AVIF needs 4.12 or newer), or the packs are damaged; make them again"
        )
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
    if made_by_networks(entry):
        if parts[2]:
            confidence = _trusted(_to_size(_image(parts[2], cv2.IMREAD_GRAYSCALE), rgb))
        else:  # clips are labelled by networks, too, without a confidence
            confidence[(mask > 8) & (mask < 247)] = 128
        confidence[_hazy(mask)] = 0
        mask = _decided(mask)
    return np.stack((*rgb.transpose(2, 0, 1), mask, confidence))


def made_by_networks(entry: Entry) -> bool:
    """Whether networks made a picture's label."""
    return entry.sizes[2] > 0 or entry.dataset == "clips"


def _trusted(confidence: np.ndarray) -> np.ndarray:
    """Raise the confidence of pseudo-labels by a square root, mainly at thin edges.

    Where four networks differ by a pixel, their mean is still a good edge, and most edges of faces
    and hair are of this kind. Where they disagree about what is a person it stays low.
    """
    return np.sqrt(confidence.astype(np.float32) * 255).round().astype(np.uint8)


def _hazy(mask: np.ndarray) -> np.ndarray:
    """Regions where a pseudo-label is semi-transparent over more than a hair's width; ignored.

    Mostly shoulders and long hair at the lower corners, of which the labelling networks were
    unsure. A net that learns such haze lets the room through.
    """
    half = ((mask > 0.15 * 255) & (mask < 0.85 * 255)).astype(np.uint8)
    wide = cv2.erode(half, np.ones((9, 9), np.uint8), borderType=cv2.BORDER_REPLICATE)
    return cv2.dilate(wide, np.ones((15, 15), np.uint8)) > 0


def _decided(mask: np.ndarray) -> np.ndarray:
    """Sharpen pseudo-labels towards 0 and 1: means of networks are hazy."""
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


def _decode_thing(item: tuple[Entry, list[bytes]]) -> np.ndarray:
    """uint8 (4, H, W): A, R, G, B."""
    rgba = cv2.cvtColor(_image(item[1][0], cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
    scale = min(1.0, THING_PX / max(rgba.shape[:2]))
    if scale < 1.0:
        rgba = cv2.resize(rgba, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return rgba[:THING_PX, :THING_PX, [3, 0, 1, 2]].transpose(2, 0, 1)


def _people(entries: list[Entry], decoded: list[np.ndarray], device: torch.device) -> People:
    count = len(entries)
    planes = torch.zeros((count, 8, CANVAS_PX, CANVAS_PX), dtype=torch.uint8, device=device)
    size = np.zeros((count, 2), np.float32)
    box = np.zeros((count, 4), np.float32)
    touches = np.zeros((count, 4), bool)
    weight = np.zeros(count, np.float32)
    composite_weight = np.zeros(count, np.float32)
    is_pseudo = np.array([made_by_networks(entry) for entry in entries], bool)
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
        if not cut_on_both_sides and entry.dataset not in CORRECTED:
            composite_weight[n] = max(weight[n], 0.6)
    if count:
        for chunk in torch.arange(count, device=device).split(64):
            planes[chunk, 5:] = _person_colour(planes[chunk])
    return People(
        planes,
        *(
            torch.from_numpy(a).to(device)
            for a in (size, box, touches, weight, composite_weight, is_pseudo)
        ),
        [entry.name for entry in entries],
        [entry.dataset for entry in entries],
    )


def _person_colour(planes: torch.Tensor) -> torch.Tensor:
    """Extrapolate the person's colour outwards from certain pixels, by push-pull on a pyramid.

    Args:
        planes: uint8 (N, 8, S, S).

    Returns:
        uint8 (N, 3, S, S): the picture where the mask is full, neighbours' colours elsewhere.
    """
    rgb = planes[:, :3].float()
    # Eroded by two pixels: masks are seldom exact, and a rim of the old room would mark the person.
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
    planes, size = _on_canvases(decoded, 3, ROOM_PX, device)
    return Rooms(planes, size, [entry.name for entry in entries])


def _things(entries: list[Entry], decoded: list[np.ndarray], device: torch.device) -> Things:
    planes, size = _on_canvases(decoded, 4, THING_PX, device)
    is_seat = [any(word in entry.dataset for word in SEATS) for entry in entries]
    return Things(planes, size, torch.tensor(is_seat, dtype=torch.bool, device=device))


def _on_canvases(
    decoded: list[np.ndarray], channels: int, side: int, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    """Planes uint8 (N, channels, side, side), pictures at their top left; sizes float (N, 2)."""
    planes = torch.zeros((len(decoded), channels, side, side), dtype=torch.uint8, device=device)
    size = np.zeros((len(decoded), 2), np.float32)
    for n, picture in enumerate(decoded):
        _, height, width = picture.shape
        planes[n, :, :height, :width] = torch.from_numpy(np.ascontiguousarray(picture)).to(device)
        size[n] = width, height
    return planes, torch.from_numpy(size).to(device)
