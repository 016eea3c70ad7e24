"""StrokeTracker: one stroke on its way through a film, from picture to picture in one direction.

motion -> place of each pixel in the own picture -> corrected by a search in that picture
       -> what looks as it does there is the stroke; what was hidden comes back by the motion of all
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.pipeline.clean_plate.room_file import small_rgb
from app.pipeline.mask_outlines import Box, Mask, box_of
from app.video.files.inputs import Source
from app.video.opencv import untyped_cv2 as cv2
from app.video.pixels.colour import FastRgb
from gpu_unet import Image

Plane = npt.NDArray[np.float32]

INCONSISTENT_PX = 1.0  # there and back a pixel may miss its place by this, and by a share
INCONSISTENT_SHARE = 0.1  # of the motion


class Motion(NamedTuple):
    """From a picture to its neighbour in time, the one that strokes come from.

    Attributes:
        back: float32 (h, w, 2): where each pixel was there, x and y, in pixels beside its place.
        is_sure: bool (h, w): there and back it comes to its own place.
    """

    back: Plane
    is_sure: Mask


class MotionSearch:
    """OpenCV's dense inverse search; used from one thread.

    Args:
        finest: How often the picture is halved before the last search.
    """

    def __init__(self, finest: int = 1) -> None:
        self._search = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST)
        self._search.setFinestScale(finest)

    def between(self, before: Image, now: Image, box: Box) -> Motion:
        """The motion from `before` to `now`: uint8 (h, w) each; none outside of a box."""
        part = self._between(before[box], now[box])
        whole = Motion(np.zeros((*now.shape, 2), np.float32), np.zeros(now.shape, bool))
        whole.back[box], whole.is_sure[box] = part
        return whole

    def _between(self, before: Image, now: Image) -> Motion:
        back, forth = self.back(before, now), self.back(now, before)
        miss = back + moved(forth, back)
        length = np.hypot(back[..., 0], back[..., 1])
        limit = INCONSISTENT_PX + INCONSISTENT_SHARE * length
        return Motion(back, np.hypot(miss[..., 0], miss[..., 1]) <= limit)

    def back(self, before: Image, now: Image) -> Plane:
        """Where each pixel of `now` was in `before`: float32 (h, w, 2), beside its place."""
        return self._search.calc(np.ascontiguousarray(now), np.ascontiguousarray(before), None)


def moved(picture: npt.NDArray[np.generic], back: Plane) -> Plane:
    """What was where each pixel was: any picture, taken from its places beside the pixels."""
    height, width = back.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    return cv2.remap(
        picture,
        columns + back[..., 0],
        rows + back[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


CHUNK = 96  # pictures that are held at once on the way back
LONGEST_CHUNK_S = 8.0


class Picture(NamedTuple):
    """A small picture of a frame.

    Attributes:
        rgb: uint8 (h, w, 3).
    """

    time_s: float
    rgb: Image


class FilmPictures:
    """Reads a film; used from one thread.

    Args:
        source: The whole film; it stays open.
        width: The most columns of a picture.
    """

    def __init__(self, source: Source, *, width: int) -> None:
        self._source = source
        self._width = width
        self._converter = FastRgb()
        self.frame_s = 1 / float(source.frame_rate)

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) of the pictures."""
        source = self._source
        if source.width <= self._width:
            return source.height, source.width
        return max(1, round(source.height * self._width / source.width)), self._width

    def forwards(self, start_s: float) -> Iterator[Picture]:
        """From the first frame at or after a time to the end."""
        self._source.seek(start_s)
        while (frame := self._source.read()) is not None:
            yield Picture(frame.pts_s, small_rgb(frame, self._converter, most_width=self._width))

    def backwards(self, start_s: float) -> Iterator[Picture]:
        """From the last frame before a time to the beginning."""
        end_s = start_s
        # Halfway between frames, so that each is in one chunk.
        chunk_s = min(LONGEST_CHUNK_S, (CHUNK + 0.5) * self.frame_s)
        while end_s > 0:
            begin_s = max(0.0, end_s - chunk_s)
            chunk_s = min(LONGEST_CHUNK_S, CHUNK * self.frame_s)
            held: list[Picture] = []
            for picture in self.forwards(begin_s):
                if picture.time_s >= end_s:
                    break
                held.append(picture)
            yield from reversed(held)
            end_s = begin_s


Matrix = npt.NDArray[np.float64]

GONE_SHARE, BACK_SHARE = 0.2, 0.3  # of a stroke's own mask: less is nothing, this is it again
COVERED_SHARE = 0.5  # of a stroke: another one that covers as much ends it
AROUND = 32  # pixels around a stroke that are followed with it; it moves less between pictures
UNKNOWN = np.float32(-1e4)  # place of a pixel that was in no picture before
# Levels. A pixel that differs by more from its place in the own picture is another; one that comes
# back has to fit better.
UNLIKE, AGAIN = 20.0, 14.0
MOST_LIGHT = 40.0  # change of light that is allowed for, in levels
DRIFT_PX = 2.0  # by which a place is corrected at most, from picture to picture
BETTER = 2.0  # levels: a correction of a place has to fit better by this
FEWEST_POINTS, MOST_POINTS = 12, 240  # of a stroke whose motion as a whole is looked for
FITTING = 0.3  # share of them that has to move with it
MISS_PX = 1.5  # such a point may miss its place by this
# A pixel that is farther from where the whole would be belongs to what was behind or before it.
BENT_PX, BENT_SHARE = 6.0, 0.25  # the share is of the stroke's size
MOST_SCALE = 1.15  # by which a whole changes from picture to picture


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture, as strokes are followed in it.

    Attributes:
        grey: uint8 (h, w).
        rgb: uint8 (h, w, 3), each pixel the mean of 3x3.
    """

    time_s: float
    grey: Image
    rgb: Image

    @classmethod
    def of(cls, time_s: float, rgb: Image) -> Scene:
        """That of a small picture."""
        return cls(time_s, cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), cv2.blur(rgb, (3, 3)))


class StrokeTracker:
    """Follows one stroke.

    Args:
        mask: bool (h, w): what it covers there.

    Attributes:
        mask: What it covers in the present picture.
        hidden_s: Time of the first of the pictures in a row, the present one the last, in which
            hardly anything of it was seen; None: it is seen.
    """

    def __init__(self, own: Scene, mask: Mask) -> None:
        # Of the own picture what lies around the stroke; places are in its pixels.
        window = self._window = _window_of(mask)
        self._own_mask = mask[window].astype(np.float32)
        self._own_grey = own.grey[window].astype(np.float32)
        self._own_rgb = own.rgb[window].astype(np.float32)
        self._size = np.count_nonzero(mask)
        self._most_bent = max(BENT_PX, BENT_SHARE * float(np.sqrt(self._size)))
        self._search = MotionSearch(finest=0)
        self.mask = mask
        self.hidden_s: float | None = None
        # From the own picture to the present one, and of each pixel of the window its place there.
        top, left = window[0].start, window[1].start
        self._whole: Matrix = np.array([[1.0, 0.0, left], [0.0, 1.0, top]])
        rows, columns = _places(window)
        self._place: Plane = np.dstack((columns - left, rows - top))

    def step(self, now: Scene, motion: Motion) -> None:
        """Go on to the next picture."""
        window = self.box
        rows, columns = _places(window)
        back, top, left = motion.back[window], self._window[0].start, self._window[1].start
        place = _taken(self._place, columns + back[..., 0] - left, rows + back[..., 1] - top)
        seen = now.rgb[window].astype(np.float32)
        if self.hidden_s is None:
            place = self._corrected(place, now, window, seen)
        here = self._mask_at(place)
        light = self._light(seen, place, here & motion.is_sure[window])
        is_here = here & motion.is_sure[window] & (self._unlike(seen, place, light) < UNLIKE)
        self._follow_whole(place, is_here, rows, columns)
        again = self._by_whole(rows, columns)
        bent = np.hypot(place[..., 0] - again[..., 0], place[..., 1] - again[..., 1])
        is_here &= bent < self._most_bent
        fits = cv2.blur(self._unlike(seen, again, light), (5, 5))
        other = cv2.blur(self._unlike(seen, place, light), (5, 5))
        is_other = motion.is_sure[window] & (other < fits)  # something before it
        comes = ~is_here & self._mask_at(again) & (fits < AGAIN) & ~is_other
        place[comes] = again[comes]
        self._place, self._window = place, window
        self.mask = np.zeros_like(self.mask)
        self.mask[window] = is_here | comes
        least = GONE_SHARE if self.hidden_s is None else BACK_SHARE
        if np.count_nonzero(self.mask) >= least * self._size:
            self.hidden_s = None
        elif self.hidden_s is None:
            self.hidden_s = now.time_s

    @property
    def box(self) -> Box:
        """Rows and columns of the next picture in which the stroke is looked for."""
        whole = cv2.warpAffine(self._own_mask, self._whole, self.mask.shape[::-1]) >= 0.5
        return _window_of(self.mask | whole)

    def take_away(self, mask: Mask) -> bool:
        """Take from it what another stroke says; returns whether that is most of it."""
        taken = (self.mask & mask)[self._window]
        count = np.count_nonzero(self.mask)
        if not taken.any():
            return False
        height, width = self._own_mask.shape
        x, y = (np.rint(self._place[..., n][taken]).astype(np.intp) for n in (0, 1))
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        in_own = np.zeros((height, width), np.uint8)
        in_own[y[inside], x[inside]] = 1
        # Where the picture was smaller, places lie apart.
        in_own = cv2.morphologyEx(in_own, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        self._own_mask = np.where(in_own > 0, np.float32(0), self._own_mask)
        self.mask = self.mask & ~mask
        return bool(np.count_nonzero(taken) >= COVERED_SHARE * count)

    def _corrected(self, place: Plane, now: Scene, window: Box, seen: Plane) -> Plane:
        """Places without the drift of many small motions: searched in the own picture itself."""
        own = _taken(self._own_grey, place[..., 0], place[..., 1], -1.0)
        grey = np.ascontiguousarray(now.grey[window])
        own = np.where(own < 0, grey, own).astype(np.uint8)
        found = self._search.back(own, grey)
        rows, columns = (c - c.flat[0] for c in _places(window))
        other = _taken(place, columns + found[..., 0], rows + found[..., 1])
        fits = cv2.blur(self._unlike(seen, place), (5, 5))
        other_fits = cv2.blur(self._unlike(seen, other), (5, 5))
        is_near = np.hypot(found[..., 0], found[..., 1]) < DRIFT_PX
        is_better = (place[..., 0] > UNKNOWN / 2) & is_near & (other_fits + BETTER < fits)
        is_better &= other_fits < AGAIN
        return np.where(is_better[..., None], other, place)

    def _mask_at(self, place: Plane) -> Mask:
        return _taken(self._own_mask, place[..., 0], place[..., 1], 0.0) >= 0.5

    def _light(self, seen: Plane, place: Plane, mask: Mask) -> Plane:
        """How much lighter the picture is than the own one, in levels of each colour."""
        if np.count_nonzero(mask) < FEWEST_POINTS:
            return np.zeros(3, np.float32)
        own = _taken(self._own_rgb, place[..., 0], place[..., 1])
        lighter = np.median((seen - own)[mask], axis=0)
        return np.clip(lighter, -MOST_LIGHT, MOST_LIGHT).astype(np.float32)

    def _unlike(self, seen: Plane, place: Plane, light: Plane | float = 0.0) -> Plane:
        """How much pixels differ from their places in the own picture, in levels."""
        own = _taken(self._own_rgb, place[..., 0], place[..., 1])
        return np.abs(seen - own - light).max(axis=2)

    def _follow_whole(self, place: Plane, mask: Mask, rows: Plane, columns: Plane) -> None:
        """Find how the stroke has moved as a whole; where little of it is seen it stays."""
        count = np.count_nonzero(mask)
        if count < max(FEWEST_POINTS, GONE_SHARE * self._size):
            return
        some = slice(None, None, -(-count // MOST_POINTS))
        there = np.ascontiguousarray(np.column_stack((columns[mask], rows[mask]))[some])
        own = np.ascontiguousarray(place[mask][some])
        cv2.setRNGSeed(1)  # one film gives one track
        found, fits = cv2.estimateAffinePartial2D(
            own, there, method=cv2.RANSAC, ransacReprojThreshold=MISS_PX
        )
        if found is None or fits.mean() < FITTING:
            return
        scale = np.hypot(*found[:, 0]) / np.hypot(*self._whole[:, 0])
        if 1 / MOST_SCALE < scale < MOST_SCALE:
            self._whole = found

    def _by_whole(self, rows: Plane, columns: Plane) -> Plane:
        """Places of pixels that move with the whole."""
        there = cv2.invertAffineTransform(self._whole).astype(np.float32)
        return np.dstack([a * columns + b * rows + c for a, b, c in there])


def _window_of(mask: Mask) -> Box:
    """Rows and columns of a mask and its surroundings; of the whole picture where it is empty."""
    height, width = mask.shape
    return box_of(mask, around=AROUND) or (slice(0, height), slice(0, width))


def _places(window: Box) -> tuple[Plane, Plane]:
    """Rows and columns of its pixels: float32 (h, w) each."""
    rows, columns = np.mgrid[window].astype(np.float32)
    return rows, columns


def _taken(picture: Plane, x: Plane, y: Plane, beyond: float = float(UNKNOWN)) -> Plane:
    """A picture's values at places; beyond it another value."""
    return cv2.remap(
        picture,
        x,
        y,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(beyond,) * 3,
    )
