"""Follows strokes along the motion of a film, forwards and backwards from their own frames.

own frame -> the mask of the brush -> for each next picture: motion -> place in the own frame
-> what is still alike is the stroke there, until nothing is
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.pipeline.scene_cuts import SceneCuts
from app.pipeline.strokes.brush import brush_mask
from app.pipeline.strokes.film_pictures import FilmPictures, Picture
from app.pipeline.strokes.motion import Motion, MotionSearch, moved
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import (
    SAME_FRAME_S,
    Reach,
    Reason,
    StrokeTrack,
    Trail,
    areas_of_strokes,
    is_within,
    packed,
)
from app.video.depth import Log
from app.video.files.exr_options import ExrOptions
from app.video.files.inputs import open_source
from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import Area, Image

Mask = npt.NDArray[np.bool_]
Plane = npt.NDArray[np.float32]

WIDTH = 384  # of the pictures in which strokes are followed
GONE_SHARE = 0.1  # of a stroke's own mask: less is nothing
COVERED_SHARE = 0.5  # of a stroke: another one that covers as much ends it
UNLIKE = 40.0  # levels: a pixel that differs by more from its place in the own frame is another


class FollowingCancelled(Exception):  # noqa: N818 -- cancelling is no error
    """The caller does not need the strokes any more."""


def follow_strokes(
    path: Path,
    strokes: Sequence[Stroke],
    *,
    size: int = WIDTH,
    start_s: float | None = None,
    end_s: float | None = None,
    deinterlaces: bool = False,
    log: Log | None = None,
    exr: ExrOptions | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda done, count: None,
) -> StrokeTrack:
    """Follow strokes through a film; decodes as much of it as they reach.

    Args:
        path: A film, or a numbered sequence.
        strokes: Drawn on its frames.
        size: Columns of the small pictures in which they are followed.
        start_s, end_s: The part that is asked for; None: all of it.
        deinterlaces, log, exr: As for `open_source`.
        cancelled: Asked at each picture whether to give up.
        on_progress: Told how many frames were looked at, of at most how many.

    Raises:
        FollowingCancelled: `cancelled` said so.
        SourceError: The film cannot be read.
        ValueError: The time of a stroke is not in the film.
    """
    if not strokes:
        return StrokeTrack()
    first_s = -math.inf if start_s is None else start_s
    last_s = math.inf if end_s is None else end_s
    source = open_source(path, deinterlaces=deinterlaces, log=log, exr=exr)
    with source:
        pictures = FilmPictures(source, width=size)
        times_s = [stroke.time_s for stroke in strokes]
        length_s = source.duration_s or 0.0
        most_s = max(0.0, min(length_s, last_s) - min(times_s))
        most_s += max(0.0, max(times_s) - max(0.0, first_s))
        count, looked = max(1, math.ceil(most_s / pictures.frame_s)), 0

        def look() -> None:
            nonlocal looked
            if cancelled():
                raise FollowingCancelled
            looked += 1
            on_progress(min(looked, count), count)

        there = _Walk(
            pictures,
            strokes,
            times_s,
            is_forwards=True,
            is_asked=lambda time_s: time_s < last_s,
            look=look,
        )
        there.run()
        for number, stroke in enumerate(strokes):
            if number not in there.own_s:
                raise ValueError(
                    f"a stroke's time is {stroke.time_s:g} s, which is no time of {source.name}; "
                    "it was drawn on a longer film"
                )
        back = _Walk(
            pictures,
            strokes,
            [there.own_s[number] for number in range(len(strokes))],
            is_forwards=False,
            is_asked=lambda time_s: time_s >= first_s,
            look=look,
        )
        back.run()
    trails = [_trail(number, there, back) for number in range(len(strokes))]
    return StrokeTrack(tuple(strokes), tuple(trails), pictures.shape, path.resolve())


def _trail(number: int, there: _Walk, back: _Walk) -> Trail:
    """One stroke's way in both directions together."""
    masks = {**back.masks[number], **there.masks[number]}
    times_s = tuple(sorted(masks))
    end_s, ends = there.ends[number]
    reach = Reach(times_s[0], end_s, back.ends[number][1], ends)
    return Trail(times_s, tuple(masks[time_s] for time_s in times_s), reach)


def strokes_at_once(
    strokes: Sequence[Stroke], time_s: float, rgb: Image | None = None
) -> tuple[Area, ...]:
    """Areas of the strokes that were drawn on one frame, before they are followed.

    Args:
        strokes: Any.
        time_s: Of the frame.
        rgb: uint8 (h, w, 3): its picture, by whose shape the areas are drawn.
    """
    height, width = (WIDTH * 9 // 16, WIDTH) if rgb is None else rgb.shape[:2]
    shape = max(1, round(height * WIDTH / width)), WIDTH
    own = [one for one in strokes if abs(one.time_s - time_s) < SAME_FRAME_S]
    return areas_of_strokes([(one.kind, brush_mask(one, shape)) for one in own])


class _Way:
    """The strokes of one frame on their way in one direction.

    Attributes:
        own: Of those that are still followed, by their numbers: the mask on their own frame.
        here: Likewise on the present picture.
    """

    def __init__(self, picture: Picture, masks: dict[int, Mask]) -> None:
        self.own = masks
        self.here = dict(masks)
        self._sizes = {number: np.count_nonzero(mask) for number, mask in masks.items()}
        self._rgb = cv2.blur(picture.rgb, (3, 3)).astype(np.float32)
        height, width = picture.rgb.shape[:2]
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        # Of each pixel: its place in the own frame, and whether that is sure.
        self._place: Plane = np.dstack((columns, rows))
        self._is_sure: Plane = np.ones((height, width), np.float32)

    def step(self, rgb: Image, motion: Motion) -> None:
        """Go on to the next picture."""
        self._place = moved(self._place, motion.back)
        self._is_sure = moved(self._is_sure, motion.back) * motion.is_sure
        now = cv2.blur(rgb, (3, 3)).astype(np.float32)
        is_like = np.abs(self._taken(self._rgb) - now).max(axis=2) < UNLIKE
        alike = (self._is_sure > 0.5) & is_like
        for number, mask in self.own.items():
            self.here[number] = (self._taken(mask.astype(np.float32)) >= 0.5) & alike

    def is_gone(self, number: int) -> bool:
        """Whether hardly anything of a stroke is left."""
        return bool(np.count_nonzero(self.here[number]) < GONE_SHARE * self._sizes[number])

    def take_away(self, number: int, mask: Mask) -> bool:
        """Take what another stroke says away from one; returns whether that is most of it."""
        here = self.here[number]
        taken = here & mask
        if not taken.any():
            return False
        x, y = (np.rint(self._place[..., n][taken]).astype(np.intp) for n in (0, 1))
        height, width = here.shape
        in_own = np.zeros((height, width), np.uint8)
        in_own[y.clip(0, height - 1), x.clip(0, width - 1)] = 1
        # Where the picture was smaller, places lie apart.
        in_own = cv2.morphologyEx(in_own, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        self.own[number] = self.own[number] & (in_own == 0)
        self.here[number] = here & ~taken
        return bool(np.count_nonzero(taken) >= COVERED_SHARE * np.count_nonzero(here))

    def end(self, number: int) -> None:
        """Follow a stroke no more."""
        del self.own[number], self.here[number]

    def _taken(self, picture: Plane) -> Plane:
        """A picture of the own frame, brought to the present one."""
        x, y = self._place[..., 0], self._place[..., 1]
        return cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


class _Walk:
    """One way through a film: forwards, or backwards.

    Args:
        pictures: The film.
        strokes: The strokes.
        times_s: When each begins, in their order.
        is_forwards: The direction.
        is_asked: Whether the time of a frame is in the part that is asked for.
        look: Called at each picture.

    Attributes:
        own_s: Times of the strokes' own frames, by their numbers, as far as they were found.
        masks: Of each stroke by the frame's time, packed.
        ends: By number: time of the first frame without the stroke, and why.
    """

    def __init__(
        self,
        pictures: FilmPictures,
        strokes: Sequence[Stroke],
        times_s: Sequence[float],
        *,
        is_forwards: bool,
        is_asked: Callable[[float], bool],
        look: Callable[[], None],
    ) -> None:
        self._pictures = pictures
        self._strokes = strokes
        self._times_s = times_s
        self._is_forwards = is_forwards
        self._is_asked = is_asked
        self._look = look
        self._search = MotionSearch()
        self._ways: list[_Way] = []
        self.own_s: dict[int, float] = {}
        self.masks: list[dict[float, bytes]] = [{} for _ in strokes]
        self.ends: dict[int, tuple[float, Reason]] = {}

    def run(self) -> None:
        """Go; pictures where no stroke is are left out."""
        waiting = sorted(range(len(self._strokes)), key=self._times_s.__getitem__)
        if not self._is_forwards:
            waiting.reverse()
        while waiting:
            waiting = self._run_from(self._times_s[waiting[0]], waiting)

    def _run_from(self, time_s: float, waiting: list[int]) -> list[int]:
        """Go from one stroke's frame until none is followed; returns those that still wait."""
        cuts = SceneCuts()
        before: Image | None = None
        beyond_s = time_s
        for picture in self._from(time_s):
            self._look()
            grey = cv2.cvtColor(picture.rgb, cv2.COLOR_RGB2GRAY)
            is_cut = cuts.is_cut(picture.rgb)
            if before is not None and self._ways:
                if is_cut:
                    self._end_all(picture.time_s, "cut")
                elif not self._is_asked(picture.time_s):
                    self._end_all(picture.time_s, "end")
                else:
                    self._step(picture, self._search.between(before, grey))
            own = [n for n in waiting if self._has_come(n, picture.time_s)]
            waiting = [n for n in waiting if n not in own]
            if own:
                self._begin(own, picture)
            self._ways = [way for way in self._ways if way.own]
            before, beyond_s = grey, picture.time_s + self._pictures.frame_s
            if not self._ways:
                return waiting
        self._end_all(beyond_s, "end")
        return []

    def _from(self, time_s: float) -> Iterator[Picture]:
        if self._is_forwards:
            return self._pictures.forwards(max(0.0, time_s - SAME_FRAME_S))
        return self._pictures.backwards(time_s + SAME_FRAME_S)

    def _has_come(self, number: int, time_s: float) -> bool:
        since_s = time_s - self._times_s[number]
        return (since_s if self._is_forwards else -since_s) > -SAME_FRAME_S

    def _begin(self, own: Sequence[int], picture: Picture) -> None:
        """Let the strokes of one frame begin; they say otherwise than those that come there."""
        shape = picture.rgb.shape[:2]
        masks: dict[int, Mask] = {}
        for number in sorted(own):
            mask = brush_mask(self._strokes[number], shape)
            for other in masks:
                if self._differ(number, other):
                    masks[other] = masks[other] & ~mask
            masks[number] = mask
        for way in self._ways:
            for number in [*way.own]:
                covered = [
                    way.take_away(number, mask)
                    for other, mask in masks.items()
                    if self._differ(number, other)
                ]
                if any(covered):
                    del self.masks[number][picture.time_s]
                    self._end(way, number, picture.time_s, "stroke")
                elif covered:
                    self._note(way, number, picture.time_s)
        way = _Way(picture, masks)
        self._ways.append(way)
        for number in masks:
            self.own_s[number] = picture.time_s
            self._note(way, number, picture.time_s)

    def _differ(self, number: int, other: int) -> bool:
        return self._strokes[number].kind != self._strokes[other].kind

    def _step(self, picture: Picture, motion: Motion) -> None:
        time_s = picture.time_s
        for way in self._ways:
            way.step(picture.rgb, motion)
            for number in [*way.own]:
                if not is_within(self._strokes[number], time_s):
                    self._end(way, number, time_s, "end")
                elif way.is_gone(number):
                    self._end(way, number, time_s, "gone")
                else:
                    self._note(way, number, time_s)

    def _note(self, way: _Way, number: int, time_s: float) -> None:
        self.masks[number][time_s] = packed(way.here[number])

    def _end_all(self, time_s: float, reason: Reason) -> None:
        for way in self._ways:
            for number in [*way.own]:
                self._end(way, number, time_s, reason)

    def _end(self, way: _Way, number: int, time_s: float, reason: Reason) -> None:
        way.end(number)
        self.ends[number] = time_s, reason
