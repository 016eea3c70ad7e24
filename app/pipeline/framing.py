"""AutoFraming: follows the person with a crop of the camera picture, as a camera operator does.

The crop is found in the matte and put into the settings as the place of the person; no engine knows
of it. docs/decisions/0039.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from app.pipeline.scene_cuts import SceneCuts
from app.pipeline.settings import LAYER
from app.video.opencv import cv2
from gpu_unet import Area, EngineSettings, LayerSettings, Observation

_ROWS = {row.name: row for row in LAYER}
SIZE, ACROSS, DOWN = (_ROWS[name] for name in ("person_size", "person_across", "person_down"))


@dataclass(frozen=True, slots=True)
class Placement:
    """The rectangle in which the camera picture, and so the person, stands.

    All numbers are shares of the composite's width or height. The picture keeps its proportions, so
    one number is both its width and its height.
    """

    left: float
    top: float
    size: float

    @classmethod
    def of(cls, layer: LayerSettings) -> Self:
        """Where these settings put it."""
        size = layer.person_size / 100
        left = (1 - size) / 2 + layer.person_across / 100
        return cls(left, 1 - size + layer.person_down / 100, size)

    def values(self, *, digits: int = 2) -> dict[str, float]:
        """The settings that put it here, in rounded percent and kept within their ranges."""
        values = {
            SIZE.name: 100 * self.size,
            ACROSS.name: 100 * (self.left - (1 - self.size) / 2),
            DOWN.name: 100 * (self.top - (1 - self.size)),
        }
        return {
            name: min(_ROWS[name].high, max(_ROWS[name].low, round(value, digits))) + 0.0
            for name, value in values.items()
        }

    def point(self, u: float, v: float) -> tuple[float, float]:
        """A point of the composite; u and v are shares of this rectangle."""
        return self.left + u * self.size, self.top + v * self.size

    def moved(self, across: float, down: float) -> Placement:
        """Moved by shares of the composite."""
        return Placement(self.left + across, self.top + down, self.size)

    def scaled(self, size: float, *, anchor: tuple[float, float]) -> Placement:
        """Another size, or the nearest that the settings allow, with one point kept in its place.

        Args:
            anchor: The point that stays, as u and v of `point`.
        """
        (u, v), (x, y) = anchor, self.point(*anchor)
        # The offsets are linear in the size: across = x - 1/2 + (1/2 - u) size, likewise down.
        limits = [(SIZE.low / 100, SIZE.high / 100)]
        for row, start, slope in ((ACROSS, x - 0.5, 0.5 - u), (DOWN, y - 1, 1 - v)):
            if slope:
                ends = [(end / 100 - start) / slope for end in (row.low, row.high)]
                limits.append((min(ends), max(ends)))
        least, most = max(low for low, _ in limits), min(high for _, high in limits)
        size = max(least, min(most, size))
        return Placement(x - u * size, y - v * size, size)


Mask = npt.NDArray[np.uint8]
Vector = npt.NDArray[np.float64]  # (3,): centre across, centre down, and size of a crop

# How the person is framed, in shares of the crop.
HEAD_ROOM = 1 / 6  # with `MOST_WIDE` it puts the eyes about a third from the top
MOST_WIDE = 3 / 5  # of a silhouette, arms included
MOST_ZOOM = 2.0  # leaves 540 lines of a 1080p camera, as many as calls often show
# What counts as a person, in shares of the picture and of the largest silhouette.
LEAST_PERSON, LEAST_OTHER = 0.005, 0.25
THIN = 0.05  # rows and columns with less of the fullest one's pixels are no edge: a finger, noise
# The dead zone, in shares of the crop: from there on the crop follows, until it is settled.
BEGIN, SETTLED = 0.06, 0.02
# Time constants of the critically damped spring.
FOLLOW_S, RETURN_S = 0.35, 1.2
CLOSER_S = 4.0  # of the zoom in: arms that move do not make the picture breathe
HOLD_S = 1.5  # without a person, before the whole picture returns
STILL = 2e-4  # of the picture: less is no movement


class Box(NamedTuple):
    """The person in the camera picture, in shares of its width and height.

    Attributes:
        top: Of the head: raised hands beside it do not count.
        middle: Centre of the silhouette's mass, across.
    """

    left: float
    right: float
    top: float
    middle: float


@dataclass(frozen=True, slots=True)
class Crop:
    """The part of the camera picture that fills its place in the composite.

    Attributes:
        left, top: In shares of the picture's width and height.
        size: Share of its width and of its height.
    """

    left: float
    top: float
    size: float

    def framed(self, settings: EngineSettings) -> EngineSettings:
        """Settings under which this part of the picture fills the person's place.

        The crop is of the upright, unmirrored picture. Where the settings' ranges end, more of the
        picture is shown.
        """
        place = Placement.of(settings.layer)
        size = max(self.size, min(1.0, place.size * 100 / SIZE.high))
        left, top = (
            min(max(at + (self.size - size) / 2, 0.0), 1.0 - size) for at in (self.left, self.top)
        )
        if settings.mirror:
            left = 1.0 - left - size
        scale = place.size / size
        moved = Placement(place.left - left * scale, place.top - top * scale, scale)
        return replace(
            settings,
            layer=replace(settings.layer, **moved.values(digits=4)),
            # It would come and go with the zoom.
            edges=replace(settings.edges, light_wrap=0.0),
        )


WHOLE = Crop(0.0, 0.0, 1.0)


def find_person(alpha: Mask, areas: Sequence[Area] = ()) -> Box | None:
    """The box around the person, or around several who are about as large.

    Args:
        alpha: uint8 (h, w), as in `Observation`.
        areas: Of the settings: what is always replaced is no person.

    Returns:
        None if the largest silhouette is smaller than `LEAST_PERSON`.
    """
    mask = np.asarray(alpha >= 128, np.uint8)
    height, width = mask.shape
    corners = [(area.kind, _corners(area, height=height, width=width)) for area in areas]
    if parts := [points for kind, points in corners if kind == "person"]:
        mask[cv2.fillPoly(np.zeros_like(mask), parts, 1) == 0] = 0
    for kind, points in corners:
        if kind == "garbage":
            cv2.fillPoly(mask, [points], 0)
    _, labels, statistics, _ = cv2.connectedComponentsWithStats(mask)
    sizes = statistics[1:, cv2.CC_STAT_AREA]
    if not sizes.size or sizes.max() < LEAST_PERSON * mask.size:
        return None
    kept = np.flatnonzero(sizes >= LEAST_OTHER * sizes.max()) + 1
    mask = np.isin(labels, kept)
    in_columns = np.count_nonzero(mask, axis=0)
    columns = np.flatnonzero(in_columns >= THIN * in_columns.max())
    left, right = int(columns[0]), int(columns[-1]) + 1
    middle = float(np.average(np.arange(width) + 0.5, weights=in_columns))
    reach = (right - left) / 4 if len(kept) == 1 else width  # several have several heads
    band = mask[:, max(0, math.floor(middle - reach)) : math.ceil(middle + reach)]
    in_rows = np.count_nonzero(band, axis=1)
    top = int(np.argmax(in_rows >= max(1, THIN * in_rows.max())))
    return Box(left / width, right / width, top / height, middle / width)


def _corners(area: Area, *, height: int, width: int) -> npt.NDArray[np.int32]:
    return np.rint(np.array(area.points) * (width, height)).astype(np.int32)


def wanted_crop(box: Box, least: float = 0.0) -> Crop:
    """The crop that frames a person: centred, with head room, within the picture."""
    size = min(1.0, max(least, (box.right - box.left) / MOST_WIDE, 1 / MOST_ZOOM))
    # Both of the silhouette's sides stay in, as far as they fit.
    centre = min(max(box.middle, box.right - size / 2), box.left + size / 2)
    left = min(max(centre - size / 2, 0.0), 1.0 - size)
    top = min(max(box.top - HEAD_ROOM * size, 0.0), 1.0 - size)
    return Crop(left, top, size)


class AutoFraming:
    """The crop over time: still within a dead zone, critically damped beyond it.

    The state depends on the pictures and their times alone, and hardly on how many there were.

    Attributes:
        crop: What to show of the next picture.
        has_jumped: The last picture began anew, at the beginning or after a cut, so its own crop
            is not a continuation of the one before.
    """

    def __init__(self) -> None:
        self._cuts = SceneCuts()
        self.rest()

    def rest(self) -> None:
        """Framing is off: when it is switched on, it begins at the whole picture without a jump."""
        self.crop = WHOLE
        self._begin_at(_vector(WHOLE))
        self._cuts.forget()
        self.has_jumped = self._is_fresh = False

    def reset(self) -> None:
        """Another scene follows: its first crop is taken at once."""
        self._cuts.forget()
        self._is_fresh = True

    def see(self, seen: Observation, elapsed_s: float, areas: Sequence[Area] = ()) -> Crop:
        """The crop of a picture.

        Args:
            seen: What the network saw of it and said.
            elapsed_s: Since the picture before.
            areas: See `find_person`.
        """
        if self._cuts.is_cut(seen.rgb):
            self._is_fresh = True
        box = find_person(seen.alpha, areas)
        self.has_jumped, self._is_fresh = self._is_fresh, False
        wanted = None
        if box is not None:
            size = wanted_crop(box).size
            if not self.has_jumped:
                size += max(0.0, self._size - size) * math.exp(-elapsed_s / CLOSER_S)
            self._size = size
            wanted = _vector(wanted_crop(box, size))
        if self.has_jumped:
            self._begin_at(_vector(WHOLE) if wanted is None else wanted)
        else:
            before = self._goal
            self._empty_s = 0.0 if wanted is not None else self._empty_s + elapsed_s
            if wanted is not None:
                self._goal = self._followed(wanted)
            elif self._empty_s >= HOLD_S:
                self._goal = _vector(WHOLE)
            self._advance(before, elapsed_s, RETURN_S if wanted is None else FOLLOW_S)
        size = min(1.0, max(1 / MOST_ZOOM, float(self._place[2])))
        left, top = (
            min(max(float(centre) - size / 2, 0.0), 1.0 - size) for centre in self._place[:2]
        )
        self.crop = Crop(left, top, size)
        return self.crop

    def _begin_at(self, vector: Vector) -> None:
        self._place = self._goal = vector
        self._size = float(vector[2])  # of the wanted crop, which shrinks slowly
        self._velocity = np.zeros(3)
        self._is_following = False
        self._empty_s = 0.0

    def _followed(self, wanted: Vector) -> Vector:
        """The crop to move to: the wanted one beyond the dead zone, else the one before."""
        at = self._place if self._is_following else self._goal
        apart = float(np.abs(wanted - at).max() / at[2])
        if self._is_following and apart < SETTLED:
            self._is_following = False
            return wanted
        self._is_following = self._is_following or apart > BEGIN
        return wanted if self._is_following else self._goal

    def _advance(self, before: Vector, elapsed_s: float, constant_s: float) -> None:
        """Let the spring pull for a while, as the goal moves evenly from `before` to the present.

        Solved exactly, so that the number of steps makes no difference:

            x'' = (g + k t - x) / T^2 - 2 x' / T
            z = x - (g + k t) + 2 T k  gives  z'' = -z / T^2 - 2 z' / T
        """
        if elapsed_s <= 0.0:
            return
        slope = (self._goal - before) / elapsed_s
        lag = 2 * constant_s * slope
        away, speed = self._place - before + lag, self._velocity - slope
        pull = (speed + away / constant_s) * elapsed_s
        fade = math.exp(-elapsed_s / constant_s)
        self._place = (away + pull) * fade + self._goal - lag
        self._velocity = (speed - pull / constant_s) * fade + slope
        is_near = np.abs(self._place - self._goal).max() < STILL
        if is_near and np.abs(self._velocity).max() < STILL:
            self._place, self._velocity = self._goal, np.zeros(3)


def _vector(crop: Crop) -> Vector:
    """Centre and size."""
    return np.array([crop.left + crop.size / 2, crop.top + crop.size / 2, crop.size])
