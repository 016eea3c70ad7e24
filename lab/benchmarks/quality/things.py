"""Ten seconds of people with things before them, in their hands and behind them, with truth.

The people and rooms are those of `sequences`: held out of training. A thing in the hands belongs to
the person, as everything that people hold does, and moves with them; a chair does not belong to
them. A fixed seed makes the same frames every time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Literal

import cv2
import numpy as np

from lab.benchmarks.quality.sequences import (
    FRAMES_PER_SECOND,
    HEIGHT,
    WIDTH,
    Camera,
    HeldOut,
    Person,
    Pixels,
    Place,
    Plan,
    Plane,
)

RATE = FRAMES_PER_SECOND / 2
DURATION_S = 10
FRAMES = round(DURATION_S * RATE)
EXPOSURES = 2  # pictures that one frame is the mean of
SEED = 47

Row = Literal["chair arm", "thing in the hands", "chair behind"]


@dataclass(frozen=True, slots=True)
class ThingPlan:
    """What one sequence shows.

    Attributes:
        row: Row of the table.
        person: Stem of a held-out picture.
        pans: The camera moves slowly.
    """

    row: Row
    person: str
    pans: bool


THINGS = (
    ThingPlan("chair arm", "160", pans=False),
    ThingPlan("chair arm", "167", pans=True),
    ThingPlan("chair arm", "185", pans=True),
    ThingPlan("thing in the hands", "163", pans=False),
    ThingPlan("chair behind", "184", pans=False),
    ThingPlan("chair behind", "191", pans=True),
)


@dataclass(frozen=True, slots=True, eq=False)
class ThingPicture:
    """Consecutive frames with their truth.

    Attributes:
        name: Unique.
        plan: What it shows.
        frames: uint8 (HEIGHT, WIDTH, 3) RGB each.
        alphas: uint8 (HEIGHT, WIDTH) each, 255 is the person.
    """

    name: str
    plan: ThingPlan
    frames: list[Pixels]
    alphas: list[Pixels]


def name_of(number: int) -> str:
    """Name of a sequence."""
    plan = THINGS[number]
    return f"{number} {plan.row} {plan.person}"


def thing_picture(number: int, source: HeldOut) -> ThingPicture:
    """Make one of `THINGS`, by its number."""
    plan = THINGS[number]
    rng = np.random.default_rng((SEED, number))
    scene = Plan(plan.row, (plan.person,), chair=plan.row == "chair behind", pans=plan.pans)
    place = Place(source.rooms[int(rng.integers(len(source.rooms)))], scene, rng)
    person = Person(*source.person(plan.person), rng=rng, at=float(rng.uniform(0.44, 0.56)))
    if plan.row == "thing in the hands":
        person.hold(partial(_book, rng=rng))
    arm = _chair_arm(rng) if plan.row == "chair arm" else None
    camera = Camera(scene, rng)
    made = ThingPicture(name_of(number), plan, [], [])
    for t in range(FRAMES):
        seen = np.zeros((HEIGHT, WIDTH, 3), np.float32)
        cover = np.zeros((HEIGHT, WIDTH), np.float32)
        for part in range(EXPOSURES):
            time_s = (t + 0.25 * part / EXPOSURES) / RATE
            moved = camera.aside(time_s)
            colour, opacity = person.at(time_s, moved)
            picture = place.at(time_s, moved)
            picture = picture + opacity[..., None] * (colour - picture)
            if arm is not None:
                layer = _moved(arm, moved)
                picture = picture + layer[..., 3:] * (layer[..., :3] - picture)
                opacity = opacity * (1 - layer[..., 3])
            seen += picture / EXPOSURES
            cover += opacity / EXPOSURES
        made.frames.append(camera.taken(seen, t))
        made.alphas.append(_bytes(cover))
    return made


def _bytes(plane: Plane) -> Pixels:
    return (np.clip(plane, 0, 1) * 255 + 0.5).astype(np.uint8)


def _chair_arm(rng: np.random.Generator) -> Plane:
    """float32 (HEIGHT + 2 m, WIDTH + 2 m, 4): an arm rest on its post, before a person's place."""
    height, width = HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN
    rows, columns = (c.astype(np.float32) for c in np.mgrid[0:height, 0:width])
    side = 1 if rng.random() < 0.5 else -1
    middle = MARGIN + WIDTH * (0.5 + side * rng.uniform(0.06, 0.12))
    top = MARGIN + HEIGHT * rng.uniform(0.66, 0.74)
    half, thick = WIDTH * rng.uniform(0.09, 0.13), HEIGHT * rng.uniform(0.03, 0.04)
    slope = rng.uniform(-0.15, 0.15)
    beyond = np.maximum(np.abs(columns - middle) - half, 0)
    rest = thick - np.hypot(beyond, rows - top - slope * (columns - middle))
    foot = np.minimum(0.4 * thick - np.abs(columns - middle - 0.3 * side * half), rows - top)
    cover = np.clip(np.maximum(rest, foot) + 0.5, 0, 1)
    grain = 1 + 0.12 * np.sin(0.5 * rows + 3 * np.sin(0.05 * columns))
    light = np.clip(1.25 - 0.35 * (rows - top) / thick, 0.6, 1.6)
    wood = np.float32(rng.uniform(0.12, 0.4)) * np.array((1.25, 0.85, 0.6), np.float32)
    colour = np.clip(wood * (grain * light)[..., None], 0, 1)
    return np.dstack((colour, cover)).astype(np.float32)


MARGIN = 48  # pixels around the frame, for a camera that looks aside


def _moved(layer: Plane, moved: tuple[float, float]) -> Plane:
    """A layer of the room as the camera sees it."""
    shift = np.array([[1, 0, -MARGIN - moved[0]], [0, 1, -MARGIN - moved[1]]])
    return np.asarray(cv2.warpAffine(layer, shift, (WIDTH, HEIGHT)), np.float32)


def _book(x: Plane, y: Plane, *, rng: np.random.Generator) -> tuple[Plane, Plane]:
    """A printed cover that is held before the chest: colour, cover."""
    at_x, at_y = rng.uniform(-60, 60), HEIGHT * rng.uniform(0.5, 0.6)
    half_width, half_height = rng.uniform(45, 60), rng.uniform(30, 40)
    angle = rng.uniform(-0.3, 0.3)
    dx, dy = x - at_x, y - at_y
    u = dx * math.cos(angle) + dy * math.sin(angle)
    v = dy * math.cos(angle) - dx * math.sin(angle)
    cover = np.clip(np.minimum(half_width - np.abs(u), half_height - np.abs(v)) + 0.5, 0, 1)
    base, print_ = rng.uniform(0.1, 0.9, (2, 3))
    printed = (np.sin(0.35 * u) * np.sin(0.5 * v) > 0.3) | (np.abs(v + 0.5 * half_height) < 5)
    colour = np.where(printed[..., None], print_, base)
    return colour.astype(np.float32), cover.astype(np.float32)
