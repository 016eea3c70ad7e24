"""Moving pictures with truth: people cut out, moved and set before rooms, alpha known exactly.

There is no free set of videos with true alpha. So people who were held out of training are moved
as people move who talk to a camera (they sway, nod and bend, parts of them by themselves, and what
moves fast is blurred), before rooms that were held out, with things that nets stumble over, and a
camera's noise, exposure and compression on top. A fixed seed makes the same frames every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from lab.evaluation.rooms import is_held_out, rooms_with_people

HEIGHT, WIDTH, FRAMES = 360, 640, 48
FRAMES_PER_SECOND = 25
EXPOSURES = 4  # pictures that one frame is the mean of: what moves is blurred, alpha with it
CONTROL_POINTS = (4, 5)  # rows, columns of the points that bend a person
SEED = 2026
# A family reads in bed in it. It stays in the list, and the next room takes its place: without it
# every sequence would be before another room than in the runs before.
PEOPLED = ("rooms_bedroom_00002688.jpg",)

Pixels = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Plan:
    """What one sequence shows.

    Attributes:
        row: Row of the table that its figures are collected in.
        people: Stems of held-out pictures: numbers are cut-outs with true alpha.
        outdoors: Before a landscape or a street instead of a room.
        chair: Whether a drawn chair stands behind each person.
        brightness: Brightness of the whole picture; below 1 the noise rises, too.
        pans: The camera moves slowly.
        sways: What is behind moves, as curtains and trees do.
    """

    row: str
    people: tuple[str, ...]
    outdoors: bool = False
    chair: bool = False
    brightness: float = 1.0
    pans: bool = False
    sways: bool = False


def _plans() -> tuple[Plan, ...]:
    found = [Plan("hands", (name,)) for name in ("160", "163", "167", "183", "185", "192")]
    found += [Plan("chairs", (name,), chair=True) for name in ("184", "190", "191", "197", "199")]
    found.append(Plan("chairs", ("wide_events_0074",), chair=True))
    outdoors = ("wide_events_0072", "wide_photo_0252", "wide_photo_0263", "wide_photo_0269")
    found += [Plan("outdoors", (name,), outdoors=True) for name in outdoors]
    found.append(Plan("outdoors", ("166",), outdoors=True, sways=True))
    found.append(Plan("outdoors", ("wide_events_0066",), outdoors=True, pans=True))
    children = ("wide_photo_0256", "wide_photo_0257", "wide_photo_0258", "wide_photo_0267")
    found += [Plan("children", (name,)) for name in children]
    pairs = (("161", "164"), ("169", "180"), ("174", "195"), ("186", "198"))
    found += [Plan("two people", pair) for pair in pairs]
    found.append(Plan("two people", ("wide_events_0081", "171"), outdoors=True))
    found += [Plan("dim light", (name,), brightness=0.3) for name in ("162", "187", "188", "196")]
    found.append(Plan("dim light", ("wide_events_0071",), brightness=0.35, chair=True))
    found += [Plan("moving camera", (name,), pans=True) for name in ("172", "175", "182")]
    calm = ("176", "177", "wide_events_0060", "wide_events_0073", "wide_photo_0625")
    return (*found, *(Plan("calm rooms", (name,), sways=name == "177") for name in calm))


PLANS = _plans()
ROWS = tuple(dict.fromkeys(plan.row for plan in PLANS))


@dataclass(frozen=True, slots=True, eq=False)
class MovingPicture:
    """Consecutive frames with their truth.

    Attributes:
        name: Unique.
        plan: What it shows.
        frames: uint8 (HEIGHT, WIDTH, 3) RGB each.
        alphas: float32 (HEIGHT, WIDTH) in [0, 1] each.
        room: uint8 (HEIGHT, WIDTH, 3): the first frame's empty room by the same camera, as an app
            with a clean plate has learnt it.
    """

    name: str
    plan: Plan
    frames: list[Pixels]
    alphas: list[Plane]
    room: Pixels


def sequences(data: Path, more_data: Path) -> Iterator[MovingPicture]:
    """All of `PLANS`, one after the other.

    Args:
        data: The first data set: its measuring-only cut-outs and held-out rooms.
        more_data: The second: its val split and held-out landscapes.
    """
    source = HeldOut(data, more_data)
    for number, plan in enumerate(PLANS):
        yield made(number, plan, source)


class HeldOut:
    """Held-out people and places."""

    def __init__(self, data: Path, more_data: Path) -> None:
        self._data, self._more = data, more_data

    def person(self, name: str) -> tuple[Plane, Plane, bool]:
        """(colour (H, W, 3) and alpha (H, W) in [0, 1], whether the picture cuts it off below)."""
        if name.isdigit():
            with Image.open(self._data / "cutouts" / f"{name}.png") as picture:
                rgba = np.asarray(picture.convert("RGBA"), np.float32) / 255
            colour, alpha = np.ascontiguousarray(rgba[..., :3]), rgba[..., 3].copy()
            return _grown(colour, alpha), alpha, False
        with Image.open(self._more / "images" / f"{name}.avif") as picture:
            colour = np.asarray(picture.convert("RGB"), np.float32) / 255
        with Image.open(self._more / "masks" / f"{name}.webp") as picture:
            mask = np.asarray(picture.convert("L").resize(colour.shape[1::-1]), np.float32) / 255
        # The mask is the truth from here on, without its haze, and a little inside, where the
        # colour is the person's own.
        mask = np.clip((cv2.erode(mask, np.ones((3, 3))) - 0.3) / 0.4, 0, 1)
        alpha = np.clip(cv2.GaussianBlur(mask, (0, 0), 0.8), 0, 1)
        return _grown(colour, alpha), alpha, True

    @cached_property
    def rooms(self) -> list[Path]:
        """Held-out rooms without people."""
        return [p for p in self._held_out(self._data) if p.name.startswith("rooms_")]

    @cached_property
    def landscapes(self) -> list[Path]:
        """Held-out places outdoors without people."""
        return [p for p in self._held_out(self._more) if p.name.startswith("wide_wild")]

    @staticmethod
    def _held_out(folder: Path) -> list[Path]:
        unfit = rooms_with_people()
        paths = sorted((folder / "backgrounds").iterdir())
        return [p for p in paths if is_held_out(p.name) and p.name not in unfit]


def made(number: int, plan: Plan, source: HeldOut) -> MovingPicture:
    """The sequence of a plan; `number` is the plan's place in `PLANS`."""
    rng = np.random.default_rng((SEED, number))
    places = source.landscapes if plan.outdoors else source.rooms
    drawn = int(rng.integers(len(places)))
    if places[drawn].name in PEOPLED:
        drawn += 1
    place = Place(places[drawn], plan, rng)
    people = [
        Person(*source.person(name), rng=rng, at=at)
        for name, at in zip(plan.people, _spots(len(plan.people), rng), strict=True)
    ]
    camera = Camera(plan, rng)
    frames, alphas = [], []
    for t in range(FRAMES):
        seen = np.zeros((HEIGHT, WIDTH, 3), np.float32)
        cover = np.zeros((HEIGHT, WIDTH), np.float32)
        for part in range(EXPOSURES):
            # The shutter is open for half of a frame's time.
            time_s = (t + 0.5 * part / EXPOSURES) / FRAMES_PER_SECOND
            moved = camera.aside(time_s)
            picture, alpha = place.at(time_s, moved), np.zeros_like(cover)
            for person in people:
                colour, opacity = person.at(time_s, moved)
                picture = picture + opacity[..., None] * (colour - picture)
                alpha = alpha + opacity * (1 - alpha)
            seen += picture / EXPOSURES
            cover += alpha / EXPOSURES
        frames.append(camera.taken(seen, t))
        alphas.append(np.clip(cover, 0, 1))
    room = camera.taken(place.at(0.0, camera.aside(0.0)), 0)
    name = f"{number:02d} {plan.row} {'+'.join(plan.people)}"
    return MovingPicture(name, plan, frames, alphas, room)


def _spots(count: int, rng: np.random.Generator) -> list[float]:
    """Where people stand, as shares of the frame's width."""
    if count == 1:
        return [float(rng.uniform(0.38, 0.62))]
    return [float(rng.uniform(0.24, 0.34)), float(rng.uniform(0.66, 0.76))]


class _Waves:
    """Smooth motion: a sum of three slow sines for each value."""

    def __init__(self, rng: np.random.Generator, count: int, *, hertz: tuple[float, float]) -> None:
        self._frequency = rng.uniform(*hertz, (3, count))
        self._phase = rng.uniform(0, 2 * math.pi, (3, count))
        self._weight = rng.dirichlet((1.5, 1.5, 1.5), count).T

    def at(self, time_s: float) -> npt.NDArray[np.float64]:
        """Values within [-1, 1]."""
        angle = 2 * math.pi * self._frequency * time_s + self._phase
        return (self._weight * np.sin(angle)).sum(0)


class Person:
    """A talking person: sways, tilts, and bends in parts."""

    def __init__(
        self, colour: Plane, alpha: Plane, is_cut: bool, *, rng: np.random.Generator, at: float
    ) -> None:
        rows, columns = np.nonzero(alpha > 0.5)
        self._layer = np.dstack((colour, alpha))
        top, bottom = int(rows.min()), int(rows.max()) + 1
        # Desk framing: a photo's lower edge lies at the frame's; whole figures show half.
        shown = (bottom - top) if is_cut else (bottom - top) * rng.uniform(0.45, 0.6)
        self._scale = HEIGHT * rng.uniform(0.82, 0.94) / shown
        self._top = HEIGHT - shown * self._scale + 2
        self._from = np.float32((float(columns.mean()), top))
        self._is_cut = is_cut
        self._at = at * WIDTH
        self._sway = _Waves(rng, 4, hertz=(0.15, 0.7))
        self._bends = _Waves(rng, 2 * CONTROL_POINTS[0] * CONTROL_POINTS[1], hertz=(0.3, 1.6))
        self._reach = rng.uniform(0.5, 1.0)

    def hold(self, thing: Callable[[Plane, Plane], tuple[Plane, Plane]]) -> None:
        """Paint a thing over the person, with whom it moves and to whom it belongs.

        Args:
            thing: Gives colour (h, w, 3) and cover (h, w) at places in pixels of the frame: x from
                the person's middle, y from the top of the head.
        """
        rows, columns = np.mgrid[0 : self._layer.shape[0], 0 : self._layer.shape[1]]
        x, y = columns - self._from[0], rows - self._from[1]
        colour, cover = thing(*((np.float32(self._scale) * c).astype(np.float32) for c in (x, y)))
        painted = np.dstack((colour, np.ones_like(cover)))
        self._layer += cover[..., None] * (painted - self._layer)

    def at(self, time_s: float, moved: tuple[float, float]) -> tuple[Plane, Plane]:
        """(colour (HEIGHT, WIDTH, 3), alpha (HEIGHT, WIDTH)) at a moment."""
        aside, up, turned, nearer = self._sway.at(time_s)
        x = self._at + 0.05 * WIDTH * aside * self._reach - moved[0]
        y = self._top + 0.02 * HEIGHT * abs(up) * self._reach - moved[1]
        scale = self._scale * (1 + 0.03 * nearer)
        angle = 0.06 * turned * self._reach
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        # Rotated about the frame's lower edge, like a sitting person.
        dx, dy = columns - np.float32(x), rows - np.float32(HEIGHT)
        cos, sin = math.cos(angle), math.sin(angle)
        u = (dx * cos + dy * sin) / scale
        v = (dy * cos - dx * sin + HEIGHT - y) / scale
        grid = self._bends.at(time_s).reshape(2, *CONTROL_POINTS).astype(np.float32)
        grid[:, -1] *= 0.2  # the body rests below, head and arms move
        bend = [cv2.resize(g, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) for g in grid]
        amount = 0.035 * WIDTH / scale * self._reach
        source_x = u + self._from[0] + amount * bend[0]
        source_y = v + self._from[1] + amount * bend[1]
        layer = cv2.remap(
            self._layer,
            source_x.astype(np.float32),
            source_y.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        alpha = layer[..., 3]
        height, width = self._layer.shape[:2]
        inside = (source_x > -0.5) & (source_x < width - 0.5) & (source_y > -0.5)
        if not self._is_cut:
            inside &= source_y < height - 0.5
        return layer[..., :3], alpha * inside


class Place:
    """A room or a landscape, perhaps with a chair, perhaps swaying."""

    def __init__(self, path: Path, plan: Plan, rng: np.random.Generator) -> None:
        with Image.open(path) as picture:
            pixels = np.asarray(picture.convert("RGB"), np.float32) / 255
        # A tenth larger than the frame, so that the camera may move.
        scale = 1.12 * max(WIDTH / pixels.shape[1], HEIGHT / pixels.shape[0])
        size = (math.ceil(pixels.shape[1] * scale), math.ceil(pixels.shape[0] * scale))
        picture = np.clip(cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC), 0, 1)
        if plan.chair:
            picture = _with_chair(picture, rng)
        self._picture = picture.astype(np.float32)
        self._left = (size[0] - WIDTH) / 2
        self._top = (size[1] - HEIGHT) / 2
        self._sways = _Waves(rng, 24, hertz=(0.2, 0.8)) if plan.sways else None

    def at(self, time_s: float, moved: tuple[float, float]) -> Plane:
        """float32 (HEIGHT, WIDTH, 3) in [0, 1]."""
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        x, y = columns + np.float32(self._left + moved[0]), rows + np.float32(self._top + moved[1])
        if self._sways is not None:
            grid = self._sways.at(time_s).reshape(2, 3, 4).astype(np.float32)
            bend = [cv2.resize(g, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) for g in grid]
            x, y = x + 5 * bend[0], y + 3 * bend[1]
        return cv2.remap(self._picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


class Camera:
    """What a webcam does to a picture: light, noise, a little blur and compression."""

    def __init__(self, plan: Plan, rng: np.random.Generator) -> None:
        self._rng = rng
        self._hand = _Waves(rng, 2, hertz=(0.1, 0.5)) if plan.pans else None
        self._light = _Waves(rng, 1, hertz=(0.1, 0.6))
        self._brightness = plan.brightness
        self._noise = (0.008 if plan.brightness == 1.0 else 0.028) * rng.uniform(0.7, 1.3)
        self._balance = np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)

    def aside(self, time_s: float) -> tuple[float, float]:
        """Px by which the camera looks aside and down."""
        if self._hand is None:
            return 0.0, 0.0
        x, y = self._hand.at(time_s)
        return 26.0 * float(x), 9.0 * float(y)

    def taken(self, picture: Plane, t: int) -> Pixels:
        """uint8 (HEIGHT, WIDTH, 3) of a picture in [0, 1]."""
        gain = self._brightness * (1 + 0.02 * self._light.at(t / FRAMES_PER_SECOND)[0])
        seen = cv2.GaussianBlur(picture, (0, 0), 0.6) * self._balance * np.float32(gain)
        grain = self._rng.standard_normal((HEIGHT, WIDTH, 3)).astype(np.float32)
        grain = 0.6 * grain + 0.4 * cv2.GaussianBlur(grain, (0, 0), 1.2) * 2
        level = (np.clip(seen + self._noise * grain, 0, 1) * 255 + 0.5).astype(np.uint8)
        coded = cv2.imencode(".jpg", level[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        return np.ascontiguousarray(cv2.imdecode(coded, cv2.IMREAD_COLOR)[..., ::-1])


def _with_chair(picture: Plane, rng: np.random.Generator) -> Plane:
    """Draw a high chair's back behind a person's place: rounded, padded, with a head rest."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    colour = np.float32(rng.uniform(0.05, 0.35)) * np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    middle = width * rng.uniform(0.44, 0.56)
    for half_width, top, bottom, power in (
        (0.085 * width, 0.14 * height, 0.34 * height, 3.0),
        (rng.uniform(0.15, 0.21) * width, 0.3 * height, 1.4 * height, 4.5),
    ):
        u = np.abs(columns - middle) / half_width
        v = np.abs(rows - (top + bottom) / 2) / ((bottom - top) / 2)
        distance = (np.minimum(u, 4) ** power + np.minimum(v, 4) ** power) ** (1 / power)
        cover = np.clip((1 - distance) * half_width + 0.5, 0, 1)[..., None]
        seams = 1 + 0.08 * np.sin(columns / (0.02 * width))[..., None]
        light = (1.2 - 0.5 * np.clip(distance, 0, 1)[..., None]) * seams
        picture = picture + cover * (np.clip(colour * light, 0, 1) - picture)
    return picture


def _grown(colour: Plane, alpha: Plane) -> Plane:
    """The person's colour carried outwards from where it is surely theirs."""
    sure = cv2.erode((alpha > 0.97).astype(np.float32), np.ones((3, 3)))
    grown, known = colour * sure[..., None], sure
    for _ in range(8):
        spread = cv2.GaussianBlur(np.dstack((grown, known)), (0, 0), 3)
        mean = spread[..., :3] / np.maximum(spread[..., 3:], 1e-4)
        free = known[..., None] < 0.5
        grown = np.where(free, mean, grown)
        known = np.where((known < 0.5) & (spread[..., 3] > 1e-3), 1.0, known).astype(np.float32)
    return (sure[..., None] * colour + (1 - sure[..., None]) * grown).astype(np.float32)
