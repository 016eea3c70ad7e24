"""People who cross, leave and come back, with each one's own truth, for telling them apart.

The people and rooms are those of `sequences`: held out of training. Here they walk through the
picture, one before the other. A fixed seed makes the same frames every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

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

FRAMES = 96
EXPOSURES = 2  # pictures that one frame is the mean of
SEED = 46
CUT_AT = FRAMES // 2
DURATION_S = FRAMES / FRAMES_PER_SECOND
SCALE = 0.8  # of the people: walkers stand farther off than talkers

Way = Callable[[float], float]  # from the share of the sequence that has passed to x, 0 to 1


@dataclass(frozen=True, slots=True)
class Crossing:
    """What one sequence shows.

    Attributes:
        row: Row of the table.
        people: Stems of held-out pictures; the first one is the person who is pointed at.
        order: Positions in `people`, the hindmost first.
        crossings: How often the first one crosses another.
    """

    row: str
    people: tuple[str, ...]
    order: tuple[int, ...]
    crossings: int


def _plans() -> tuple[Crossing, ...]:
    two = (
        ("160", "163"), ("167", "183"), ("185", "192"), ("184", "190"), ("191", "197"),
        ("199", "166"), ("161", "164"), ("169", "180"), ("174", "195"), ("186", "198"),
        ("162", "187"), ("188", "196"),
    )  # fmt: skip
    three = (("172", "175", "182"), ("176", "177", "160"), ("183", "161", "199"),
             ("195", "167", "188"))  # fmt: skip
    orders = ((0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0))
    found = [Crossing("two cross", pair, (n % 2, 1 - n % 2), 2) for n, pair in enumerate(two)]
    found += [
        Crossing("three cross", some, order, 4) for some, order in zip(three, orders, strict=True)
    ]
    back = (("163", "192"), ("190", "164"), ("180", "171"), ("198", "162"))
    found += [Crossing("leaves and comes back", pair, (0, 1), 0) for pair in back]
    cut = (("187", "175", "169"), ("196", "182", "174"), ("177", "185", "186"),
           ("197", "184", "172"))  # fmt: skip
    found += [Crossing("cut", some, (0, 1, 2), 0) for some in cut]
    return tuple(found)


CROSSINGS = _plans()


@dataclass(frozen=True, slots=True, eq=False)
class WalkedPicture:
    """Consecutive frames, with what is seen of each person.

    Attributes:
        name: Unique.
        plan: What it shows.
        frames: uint8 (HEIGHT, WIDTH, 3) RGB each.
        visible: float32 (people, HEIGHT, WIDTH) in [0, 1] each: alpha that nobody in front covers.
    """

    name: str
    plan: Crossing
    frames: list[Pixels]
    visible: list[Plane]


def crossing(number: int, source: HeldOut) -> WalkedPicture:
    """Make one of `CROSSINGS`, by its number."""
    return _made(number, CROSSINGS[number], source)


def name_of(number: int) -> str:
    """Name of a sequence."""
    plan = CROSSINGS[number]
    return f"{number:02d} {plan.row} {'+'.join(plan.people)}"


def _ways(row: str, number: int) -> list[Way]:
    """Where each one walks."""
    side = 1 if number % 2 else -1
    if row == "two cross":
        return [
            lambda t: 0.5 + side * 0.26 * math.cos(2 * math.pi * t),
            lambda t: 0.5 - side * 0.26 * math.cos(2 * math.pi * t),
        ]
    if row == "three cross":
        return [
            lambda t: 0.5 + side * 0.36 * math.cos(2 * math.pi * t),
            lambda t: 0.5 - side * 0.3 * math.cos(2 * math.pi * t),
            lambda t: 0.5 + side * 0.06 * math.sin(2 * math.pi * t),
        ]
    if row == "cut":
        return [
            lambda t: 0.28 if t < 0.5 else 0.74,
            lambda t: 0.74 if t < 0.5 else 0.28,
            lambda t: 1.5 if t < 0.5 else 0.5,
        ]
    # The first one leaves to the side, the other takes the place meanwhile, and goes back.
    return [
        lambda t: 0.5 + side * (0.2 + 1.1 * math.sin(math.pi * t) ** 2),
        lambda t: 0.5 - side * (0.2 - 0.3 * math.sin(math.pi * t) ** 4),
    ]


def _made(number: int, plan: Crossing, source: HeldOut) -> WalkedPicture:
    rng = np.random.default_rng((SEED, number))
    drawn = rng.choice(len(source.rooms), 2, replace=False)
    still = Plan(plan.row, plan.people)
    places = [Place(source.rooms[n], still, rng) for n in drawn]
    people = [_Walker(*source.person(name), rng=rng, at=0.0) for name in plan.people]
    # After half of the cuts the person who is meant is not there.
    leaves = plan.row == "cut" and number % 2 == 0
    ways = _ways(plan.row, number)
    camera = Camera(still, rng)
    # The light of the shot after a cut.
    light = np.exp(np.random.default_rng((SEED, number, 1)).normal(0, 0.06, 3))
    light = light.astype(np.float32)
    frames, visible = [], []
    for t in range(FRAMES):
        is_after = plan.row == "cut" and t >= CUT_AT
        place = places[1 if is_after else 0]
        seen = np.zeros((HEIGHT, WIDTH, 3), np.float32)
        shown = np.zeros((len(people), HEIGHT, WIDTH), np.float32)
        for part in range(EXPOSURES):
            time_s = (t + 0.5 * part / EXPOSURES) / FRAMES_PER_SECOND
            picture, own = place.at(time_s, (0.0, 0.0)), np.zeros_like(shown)
            for who in plan.order:
                if leaves and is_after and who == 0:
                    continue
                x = ways[who](time_s / DURATION_S)
                colour, opacity = people[who].at(time_s, (-x * WIDTH, 0.0))
                picture = picture + opacity[..., None] * (colour - picture)
                own *= 1 - opacity
                own[who] = opacity
            seen += picture / EXPOSURES
            shown += own / EXPOSURES
        frames.append(camera.taken(np.clip(seen * light, 0, 1) if is_after else seen, t))
        visible.append(shown)
    return WalkedPicture(name_of(number), plan, frames, visible)


class _Walker(Person):
    """A person who stands farther off."""

    def __init__(self, *args: Plane | bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # pyright: ignore[reportArgumentType]
        self._top = HEIGHT - (HEIGHT - self._top) * SCALE
        self._scale *= SCALE
