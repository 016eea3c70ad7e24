"""A camera in a made-up room, a person who comes and goes, and a network that makes mistakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from app.pipeline.clean_plate.keeper import Dropped, Learnt, News, PlateKeeper
from app.video.opencv import cv2
from gpu_unet.network_input import CleanPlate, Observation

HEIGHT, WIDTH = 144, 256
ROOMY = 96  # the room goes on beyond the picture, so that the camera can turn


GRID = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
FIELDS = 16  # of noise, over and over: drawing them takes longer than what is tested


def make_room(rng: np.random.Generator) -> np.ndarray:
    """float32 RGB, ROOMY pixels more on every side: a wall with shading, shelves, pictures."""
    height, width = HEIGHT + 2 * ROOMY, WIDTH + 2 * ROOMY
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    wall = rng.uniform(90, 170, 3) + 25 * np.sin(columns / 97 + rng.uniform(0, 6))[..., None]
    room = (wall + (20 * rows / height)[..., None]).astype(np.float32)
    for _ in range(90):
        top, left = int(rng.integers(0, height - 10)), int(rng.integers(0, width - 10))
        tall, wide = rng.integers(6, 50, 2)
        room[top : top + tall, left : left + wide] = rng.uniform(25, 225, 3)
    room += cv2.GaussianBlur(rng.normal(0, 30, room.shape).astype(np.float32), (0, 0), 2.0)
    return cv2.GaussianBlur(np.clip(room, 5, 245), (0, 0), 0.8)


@dataclass
class Person:
    """Head and shoulders in a striped shirt; breathes, nods and gesticulates."""

    middle: float = WIDTH / 2
    liveliness: float = 1.0
    shirt: tuple[float, float, float] = (60, 80, 150)

    def drawn(self, at_s: float) -> tuple[np.ndarray, np.ndarray]:
        """(colour float32 (HEIGHT, WIDTH, 3), alpha float32 (HEIGHT, WIDTH))."""
        rows, columns = GRID
        sway = self.liveliness * (2.0 * np.sin(at_s * 0.9) + 1.2 * np.sin(at_s * 2.3 + 1))
        breath = self.liveliness * 0.7 * np.sin(at_s * 1.6)
        x = columns - self.middle - sway
        head = np.square(x / 19) + np.square((rows - 55 - breath) / 25)
        body = np.square(np.square(x / 52)) + np.square(np.square((rows - 150 - breath) / 62))
        distance = np.minimum(head, body)
        alpha = np.clip((1.06 - distance) / 0.12, 0, 1)
        stripes = 18 * np.sign(np.sin((rows[:, :1] - breath) / 4))[..., None]
        skin, shirt = np.float32((195, 150, 125)), np.float32(self.shirt)
        colour = np.where(head[..., None] < 1.1, skin, shirt + stripes)
        return colour, alpha.astype(np.float32)


@dataclass
class Life:
    """Runs a keeper through a life; what happens is set between two calls of `run`.

    Attributes:
        shift: Of the camera, in pixels right and down; may be fractions.
        gain, offset: Of exposure and white balance.
        things: Drawn over the room: (rows, columns, colour).
        moving: Called with the room and the time: a curtain, say.
        person: Who sits there; None: nobody.
        mistakes: How often the network loses a part of the person, and takes `chair` for one.
        trusts_plate: The network says what the plate says, right or wrong.
    """

    seed: int = 1
    rate: float = 5.0
    noise: float = 2.5
    shift: tuple[float, float] = (0.0, 0.0)
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    offset: float = 0.0
    things: list[tuple[slice, slice, tuple[float, float, float]]] = field(default_factory=list)
    moving: Callable[[np.ndarray, float], None] | None = None
    person: Person | None = None
    mistakes: float = 0.0
    misses: tuple[slice, slice] | None = None
    chair: tuple[slice, slice] | None = None
    trusts_plate: bool = False
    height: int = HEIGHT
    width: int = WIDTH
    aspect: float = WIDTH / HEIGHT

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.room = make_room(self.rng)
        shape = (FIELDS, HEIGHT, WIDTH, 3)
        self._noise = self.noise * self.rng.standard_normal(shape, np.float32)
        self._bare: tuple[object, np.ndarray] | None = None
        self.news: list[tuple[float, News]] = []
        self.at_s = 0.0
        self.keeper = PlateKeeper(lambda news: self.news.append((self.at_s, news)))
        self.plate: CleanPlate | None = None
        self._mistake: tuple[slice, slice] | None = None
        self._mistake_until_s = 0.0
        # Person pixels that were handed to the engine as the room, over all person pixels.
        self.person_in_plate = 0
        self.person_pixels = 0
        self.none_s = 0.0

    def bare(self) -> np.ndarray:
        """float32: the room as the camera sees it now, without anybody and without noise."""
        key = (
            id(self.room),
            self.shift,
            tuple(map(str, self.things)),
            self.moving and (self.moving, self.at_s),
        )
        if self._bare is None or self._bare[0] != key:
            self._bare = (key, self._drawn_bare())
        return self._bare[1]

    def _drawn_bare(self) -> np.ndarray:
        room = self.room
        if self.things or self.moving:
            room = room.copy()
            inner = room[ROOMY:-ROOMY, ROOMY:-ROOMY]
            for rows, columns, colour in self.things:
                inner[rows, columns] = colour
            if self.moving:
                self.moving(inner, self.at_s)
        right, down = self.shift
        matrix = np.array([[1, 0, right - ROOMY], [0, 1, down - ROOMY]], np.float32)
        seen = cv2.warpAffine(room, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        return seen

    def camera(self, picture: np.ndarray) -> np.ndarray:
        lit = picture * np.float32(self.gain) + np.float32(self.offset)
        return np.clip(lit, 0, 255)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds * self.rate)):
            self.step()

    def step(self) -> None:
        picture, true_alpha = self.bare(), np.zeros((HEIGHT, WIDTH), np.float32)
        if self.person is not None:
            colour, true_alpha = self.person.drawn(self.at_s)
            picture = picture + (colour - picture) * true_alpha[..., None]
        picture = self.camera(picture) + self._noise[self.rng.integers(FIELDS)]
        rgb = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
        alpha = self.network(rgb, true_alpha)
        if (self.height, self.width) != (HEIGHT, WIDTH):
            size = (self.width, self.height)
            rgb, alpha, true_alpha = (cv2.resize(x, size) for x in (rgb, alpha, true_alpha))
        self.plate = self.keeper.observe(Observation(rgb, alpha), self.at_s, aspect=self.aspect)
        self._judge(rgb, true_alpha)
        self.at_s += 1 / self.rate

    def network(self, rgb: np.ndarray, true_alpha: np.ndarray) -> np.ndarray:
        alpha = cv2.GaussianBlur(true_alpha, (0, 0), 1.0)
        if self.trusts_plate and self.plate is not None:
            known = self.plate.confidence > 150
            far = _distance(rgb, self.plate.rgb) > 40
            alpha[known & ~far] *= 0.1
            alpha[known & far] = np.maximum(alpha[known & far], 0.9)
        if self.mistakes:
            if self._mistake_until_s <= self.at_s:
                self._mistake = None
                if self.rng.random() < self.mistakes:
                    top, left = self.rng.integers(0, HEIGHT - 50), self.rng.integers(0, WIDTH - 60)
                    self._mistake = np.s_[top : top + 50, left : left + 60]
                    self._mistake_until_s = self.at_s + self.rng.uniform(0.2, 4.0)
            if self._mistake is not None:
                alpha[self._mistake] *= 0.05
            if self.chair is not None and self.rng.random() < self.mistakes:
                alpha[self.chair] = 0.8
        if self.misses is not None:
            alpha[self.misses] *= 0.05
        alpha = np.clip(alpha + 0.008 * self._noise[self.rng.integers(FIELDS), ..., 0], 0, 1)
        return (alpha * 255).astype(np.uint8)

    def _judge(self, rgb: np.ndarray, true_alpha: np.ndarray) -> None:
        if self.plate is None:
            self.none_s += 1 / self.rate
        person = true_alpha > 0.9
        self.person_pixels += int(person.sum())
        if self.plate is None:
            return
        # A shirt of the wall's colour is no fault: only where the room itself looks different.
        as_seen = _distance(rgb, self.plate.rgb) < 20
        elsewhere = _distance(rgb, self._seen_bare()) > 45
        fault = person & as_seen & elsewhere & (self.plate.confidence > 32)
        self.person_in_plate += int(fault.sum())

    def _seen_bare(self) -> np.ndarray:
        bare = self.camera(self.bare())
        if (self.height, self.width) != (HEIGHT, WIDTH):
            bare = cv2.resize(bare, (self.width, self.height))
        return np.rint(bare).astype(np.uint8)

    def right(self, where: tuple[slice, slice] | np.ndarray | None = None) -> float:
        """The share of pixels that are told with confidence, and look as the bare room does."""
        if self.plate is None:
            return 0.0
        error = _distance(self.plate.rgb, self._seen_bare())
        good = (error < 25) & (self.plate.confidence > 64)
        return float(good.mean() if where is None else good[where].mean())

    def wrong(self, where: tuple[slice, slice] | None = None) -> float:
        """The share of pixels that are told with confidence, and do not look so."""
        if self.plate is None:
            return 0.0
        error = _distance(self.plate.rgb, self._seen_bare())
        bad = (error > 40) & (self.plate.confidence > 64)
        return float(bad.mean() if where is None else bad[where].mean())

    def seconds_until(self, condition: Callable[[], bool], most_s: float = 60.0) -> float:
        """How long it takes from now; fails the test after `most_s`."""
        began_s = self.at_s
        while not condition():
            self.step()
            assert self.at_s - began_s < most_s, f"not within {most_s} s"
        return self.at_s - began_s

    @property
    def fault_share(self) -> float:
        """Of all person pixels so far: those that the plate held, with confidence, as the room."""
        return self.person_in_plate / max(1, self.person_pixels)

    def told(self, kind: type[Learnt] | type[Dropped]) -> list:
        return [news for _, news in self.news if isinstance(news, kind)]


def _distance(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return cv2.max(cv2.max(red, green), blue)
