"""Pictures and clips for `bench_edges`: cutouts with known alpha over rooms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from gpu_unet.colour import linear_light_table, srgb_table
from lab.evaluation.rooms import is_held_out, rooms_with_people

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

HEIGHT, WIDTH = 480, 640
# The last cutouts by name were never trained on.
MEASURED_CUTOUTS = 40


@dataclass(frozen=True)
class Case:
    """A person over a room, and the same person over another background.

    Attributes:
        frame: uint8 RGB (HEIGHT, WIDTH, 3), what a camera would see.
        background: Likewise, what replaces the room.
        alpha: float32 (HEIGHT, WIDTH), true.
        target: uint8 RGB, the true composite over `background`.
    """

    frame: Bytes
    background: Bytes
    alpha: Floats
    target: Bytes


def rooms(shared: Path) -> list[Bytes]:
    """The held-out rooms without people, scaled and cropped to cover the frame."""
    unfit = rooms_with_people()
    paths = sorted((shared / "data" / "backgrounds").glob("*.jpg"))
    chosen = [p for p in paths if is_held_out(p.name) and p.name not in unfit]
    return [_cover(cv2.imread(str(p))[..., ::-1]) for p in chosen]


def _cover(picture: Bytes) -> Bytes:
    height, width = picture.shape[:2]
    scale = max(HEIGHT / height, WIDTH / width)
    size = (max(WIDTH, round(width * scale)), max(HEIGHT, round(height * scale)))
    large = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    top, left = (size[1] - HEIGHT) // 2, (size[0] - WIDTH) // 2
    return np.ascontiguousarray(large[top : top + HEIGHT, left : left + WIDTH])


def cutouts(shared: Path) -> list[npt.NDArray[np.uint8]]:
    """The measured cutouts: uint8 RGBA, of their own sizes."""
    paths = sorted((shared / "data" / "cutouts").glob("*.png"))[-MEASURED_CUTOUTS:]
    pictures = (cv2.imread(str(p), cv2.IMREAD_UNCHANGED) for p in paths)
    return [cv2.cvtColor(p, cv2.COLOR_BGRA2RGBA) for p in pictures]


def placed(cutout: Bytes, *, scale: float, centre: float, top: float) -> tuple[Floats, Floats]:
    """A cutout on an empty frame: (colour, alpha), float32 in [0, 1].

    Colours are enlarged weighted by alpha, so that what hides under alpha 0 stays away.

    Args:
        cutout: uint8 RGBA.
        scale: Height of the whole figure as a part of the frame's.
        centre: Centre of the figure, as a part of the frame's width.
        top: Top of the figure, as a part of the frame's height.
    """
    factor = scale * HEIGHT / cutout.shape[0]
    alpha = cutout[..., 3].astype(np.float32) / 255
    colour = cutout[..., :3].astype(np.float32) / 255 * alpha[..., None]
    shift_x = centre * WIDTH - 0.5 * factor * cutout.shape[1]
    matrix = np.float32([[factor, 0, shift_x], [0, factor, top * HEIGHT]])

    def warped(plane: Floats) -> Floats:
        return cv2.warpAffine(plane, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_CUBIC)

    alpha = np.clip(warped(alpha), 0, 1)
    colour = np.clip(warped(colour) / np.maximum(alpha, 1e-3)[..., None], 0, 1)
    return colour.astype(np.float32), alpha.astype(np.float32)


def over(colour: Floats, alpha: Floats, background: Bytes) -> Bytes:
    """Mixed in linear light, as a camera's sensor does: uint8 RGB."""
    light, code = linear_light_table(), srgb_table()
    person = light[np.round(colour * 255).astype(np.uint8)]
    mixed = alpha[..., None] * person + (1 - alpha[..., None]) * light[background]
    return code[np.round(mixed * (len(code) - 1)).astype(np.int32)]


def still_cases(shared: Path) -> Iterator[Case]:
    """Every measured cutout, framed as before a webcam, over a held-out room, with noise."""
    rng = np.random.default_rng(7)
    places = rooms(shared)
    for index, cutout in enumerate(cutouts(shared)):
        scale = rng.uniform(1.0, 1.9)
        colour, alpha = placed(
            cutout, scale=scale, centre=rng.uniform(0.35, 0.65), top=rng.uniform(0.04, 0.15)
        )
        room = places[(7 * index) % len(places)]
        background = places[(7 * index + 3) % len(places)]
        frame = over(colour, alpha, room)
        noisy = np.clip(frame + rng.normal(0, 2.0, frame.shape), 0, 255).astype(np.uint8)
        yield Case(noisy, background, alpha, over(colour, alpha, background))


def motion_cases(shared: Path, *, count: int = 6, length: int = 30) -> Iterator[list[Case]]:
    """Warped cutouts that stand, dash, and stand again: (frame, true alpha) with known motion."""
    rng = np.random.default_rng(11)
    places = rooms(shared)
    for index, cutout in enumerate(cutouts(shared)[:: MEASURED_CUTOUTS // count][:count]):
        room = places[(5 * index) % len(places)]
        clip = []
        for t in range(length):
            # A third still, a third at 3 % of the width a frame there and back, a third still.
            moving = np.clip(t - length // 3, 0, length // 3)
            swing = 0.18 * np.sin(2 * np.pi * moving / (length // 3))
            colour, alpha = placed(cutout, scale=1.4, centre=0.5 + swing, top=0.08)
            frame = over(colour, alpha, room)
            noisy = np.clip(frame + rng.normal(0, 2.0, frame.shape), 0, 255).astype(np.uint8)
            clip.append(Case(noisy, room, alpha, frame))
        yield clip
