"""Follows strokes along the motion of a film, forwards and backwards from their own frames.

own frame -> the mask of the brush -> for each next picture: motion -> place in the own frame
-> what is still alike is the stroke there, until nothing is
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from app.pipeline.mask_outlines import Box, Mask, box_of
from app.pipeline.scene_cuts import SceneCuts
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.stroke_tracker import (
    FilmPictures,
    Motion,
    MotionSearch,
    Picture,
    Scene,
    StrokeTracker,
)
from app.pipeline.strokes.track import MaskTrack, Reason, StrokeTrack, TrackReach, is_within, packed
from app.pipeline.thing_outline import grab_cut
from app.video.files.inputs import open_source
from app.video.frame import SAME_FRAME_S
from app.video.opencv import cv2
from app.video.reading import AS_IT_IS, Reading
from gpu_unet import Image

FINE = 4  # it is drawn this many times as large
MIDDLE = 0.25  # of the brush's width from its edge on: this surely belongs to what is meant
LEAST_SHARE = 0.3  # of the brush: a smaller piece is not what is meant


def brush_mask(stroke: Stroke, shape: tuple[int, int]) -> Mask:
    """What a stroke's round brush touches: bool (h, w).

    Args:
        shape: (height, width) of the mask, which is of the whole picture.
    """
    height, width = shape
    canvas = np.zeros((FINE * height, FINE * width), np.uint8)
    thick = max(1, round(stroke.width * width * FINE))
    at = np.array(stroke.points) * (FINE * width, FINE * height) - 0.5
    places = [(int(x), int(y)) for x, y in np.rint(at)]
    for place in places:  # joints and ends are round
        cv2.circle(canvas, place, thick // 2, 255, -1)
    for begin, end in pairwise(places):
        cv2.line(canvas, begin, end, 255, thick)
    small = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small >= 128)


def snapped(mask: Mask, rgb: Image, width: float) -> Mask:
    """A brush's mask, brought to the edges of what it was drawn on.

    GrabCut (Rother and others, 2004) decides between the middle of the brush and what lies a
    brush's width around it. Where it finds hardly anything, the mask stays as it is.

    Args:
        mask: bool (h, w): what the brush touches.
        rgb: uint8 (h, w, 3): the picture under it.
        width: Of the brush, in pixels.
    """
    brush = mask.astype(np.uint8)
    inside = cv2.distanceTransform(np.pad(brush, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    outside = cv2.distanceTransform(1 - brush, cv2.DIST_L2, 5)
    seeds = np.full(mask.shape, cv2.GC_BGD, np.uint8)
    seeds[outside < width] = cv2.GC_PR_BGD
    seeds[mask] = cv2.GC_PR_FGD
    middle = mask & (inside > MIDDLE * width)
    seeds[middle] = cv2.GC_FGD
    box = box_of(mask, around=round(2 * width) + 2)  # there has to be something around it
    cut = None if box is None else grab_cut(rgb[box], seeds[box])
    if box is None or cut is None:
        return mask
    _, labels = cv2.connectedComponents(cut)
    touched = np.unique(labels[middle[box]])
    found = np.zeros_like(mask)
    found[box] = np.isin(labels, touched[touched > 0])
    is_enough = np.count_nonzero(found) >= LEAST_SHARE * np.count_nonzero(mask)
    return found if is_enough else mask


WIDTH = 384  # of the pictures in which strokes are followed
HIDDEN_S = 2.0  # for so long a stroke may be hidden before it is gone


class FollowingCancelled(Exception):  # noqa: N818 -- cancelling is no error
    """The caller does not need the strokes any more."""


def follow_strokes(
    path: Path,
    strokes: Sequence[Stroke],
    reading: Reading = AS_IT_IS,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda done, count: None,
) -> StrokeTrack:
    """Follow strokes through a film; decodes as much of it as they reach.

    Args:
        path: A film, or a numbered sequence.
        strokes: Drawn on its frames.
        reading: With the part that is asked for. Whatever its depth, they are followed in 8 bits.
        cancelled: Asked at each picture whether to give up.
        on_progress: Told how many frames were looked at, of at most how many.

    Returns:
        The strokes with where they lead; one whose time the film does not have leads nowhere.

    Raises:
        FollowingCancelled: `cancelled` said so.
        SourceError: The film cannot be read.
    """
    if not strokes:
        return StrokeTrack()
    first_s, last_s = part_of(reading)
    whole = replace(
        reading, start_s=None, end_s=None, depth="8", keeps_linear=False, keeps_gamut=True
    )
    with open_source(path, whole) as source:
        pictures = FilmPictures(source, width=WIDTH)
        times_s = [stroke.time_s for stroke in strokes]
        begin_s = source.media.begin_s
        end_s = begin_s + (source.duration_s or 0.0)
        most_s = max(0.0, min(end_s, last_s) - min(times_s))
        most_s += max(0.0, max(times_s) - max(begin_s, first_s))
        count, looked = max(1, math.ceil(most_s / pictures.frame_s)), 0

        def look() -> None:
            nonlocal looked
            if cancelled():
                raise FollowingCancelled
            looked += 1
            on_progress(min(looked, count), count)

        there = _Direction(
            pictures,
            strokes,
            times_s,
            is_forwards=True,
            is_asked=lambda time_s: time_s < last_s,
            look=look,
        )
        there.run()
        found = sorted(there.own_s)
        back = _Direction(
            pictures,
            [strokes[number] for number in found],
            [there.own_s[number] for number in found],
            is_forwards=False,
            is_asked=lambda time_s: time_s >= first_s,
            look=look,
        )
        back.run()
    trails = [
        MaskTrack((), (), TrackReach(one.time_s, one.time_s, "absent", "absent")) for one in strokes
    ]
    for place, number in enumerate(found):
        trails[number] = _trail(there, number, back, place)
    track = StrokeTrack(tuple(strokes), tuple(trails), pictures.shape, path.resolve())
    return track.within(first_s, last_s)


def part_of(reading: Reading) -> tuple[float, float]:
    """The part that is asked for, infinite where it has no end."""
    start_s, end_s = reading.start_s, reading.end_s
    return -math.inf if start_s is None else start_s, math.inf if end_s is None else end_s


def _trail(there: _Direction, number: int, back: _Direction, place: int) -> MaskTrack:
    """One stroke in both directions together; it has a number in each."""
    masks = {**back.masks[place], **there.masks[number]}
    times_s = tuple(sorted(masks))
    end_s, ends = there.ends[number]
    reach = TrackReach(times_s[0], end_s, back.ends[place][1], ends)
    return MaskTrack(times_s, tuple(masks[time_s] for time_s in times_s), reach)


def _own_mask(stroke: Stroke, rgb: Image) -> Mask:
    """What a stroke covers on its own frame."""
    height, width = rgb.shape[:2]
    return snapped(brush_mask(stroke, (height, width)), rgb, stroke.width * width)


@dataclass(slots=True, eq=False)
class _Direction:
    """All strokes in one direction through a film: forwards, or backwards.

    Attributes:
        times_s: When each stroke begins, in their order.
        is_asked: Whether the time of a frame is in the part that is asked for.
        look: Called at each picture.
        own_s: Times of the strokes' own frames, by their numbers, as far as they were found.
        masks: By number, of each stroke by the frame's time, packed.
        ends: By number: time of the first frame without the stroke, and why.
    """

    pictures: FilmPictures
    strokes: Sequence[Stroke]
    times_s: Sequence[float]
    is_forwards: bool
    is_asked: Callable[[float], bool]
    look: Callable[[], None]
    own_s: dict[int, float] = field(default_factory=dict)
    masks: defaultdict[int, dict[float, bytes]] = field(default_factory=lambda: defaultdict(dict))
    ends: dict[int, tuple[float, Reason]] = field(default_factory=dict)
    _search: MotionSearch = field(default_factory=MotionSearch)
    _trackers: dict[int, StrokeTracker] = field(default_factory=dict)

    def run(self) -> None:
        """Go; pictures where no stroke is are left out."""
        waiting = sorted(range(len(self.strokes)), key=self.times_s.__getitem__)
        if not self.is_forwards:
            waiting.reverse()
        while waiting:
            waiting = self._run_from(self.times_s[waiting[0]], waiting)

    def _run_from(self, time_s: float, waiting: list[int]) -> list[int]:
        """Go from one stroke's frame until none is followed; returns those that still wait."""
        cuts = SceneCuts()
        before: Scene | None = None
        beyond_s = time_s
        for picture in self._from(time_s):
            self.look()
            now = Scene.of(picture.time_s, picture.rgb)
            is_cut = cuts.is_cut(picture.rgb)
            if before is not None and self._trackers:
                if is_cut:
                    self._end_all(now.time_s, "cut")
                # Beyond the part it turns out whether a hidden stroke was gone within it already.
                elif not self.is_asked(now.time_s) and all(
                    tracker.hidden_s is None for tracker in self._trackers.values()
                ):
                    self._end_all(now.time_s, "end")
                else:
                    self._step(now, self._search.between(before.grey, now.grey, self._box()))
            own = [n for n in waiting if self._has_come(n, now.time_s)]
            waiting = [n for n in waiting if n not in own]
            if own:
                self._begin(own, now, picture.rgb)
            step_s = self.pictures.frame_s if self.is_forwards else -self.pictures.frame_s
            before, beyond_s = now, now.time_s + step_s
            if not self._trackers:
                return waiting
        self._end_all(beyond_s, "end")
        return []

    def _from(self, time_s: float) -> Iterator[Picture]:
        if self.is_forwards:
            return self.pictures.forwards(max(0.0, time_s - SAME_FRAME_S))
        return self.pictures.backwards(time_s + SAME_FRAME_S)

    def _has_come(self, number: int, time_s: float) -> bool:
        since_s = time_s - self.times_s[number]
        return (since_s if self.is_forwards else -since_s) > -SAME_FRAME_S

    def _begin(self, own: Sequence[int], now: Scene, rgb: Image) -> None:
        """Let the strokes of one frame begin; they say otherwise than those that come there."""
        masks: dict[int, Mask] = {}
        for number in sorted(own):
            mask = _own_mask(self.strokes[number], rgb)
            for other in masks:
                if self._differ(number, other):
                    masks[other] = masks[other] & ~mask
            masks[number] = mask
        for number, tracker in [*self._trackers.items()]:
            covered = [
                tracker.take_away(mask)
                for other, mask in masks.items()
                if self._differ(number, other)
            ]
            if any(covered):
                self._end(number, now.time_s, "stroke")
            elif covered:
                self._note(number, now.time_s)
        for number, mask in masks.items():
            self._trackers[number] = StrokeTracker(now, mask)
            self.own_s[number] = now.time_s
            self._note(number, now.time_s)

    def _box(self) -> Box:
        """Rows and columns around all strokes."""
        boxes = [tracker.box for tracker in self._trackers.values()]
        rows, columns = (
            slice(min(one[axis].start for one in boxes), max(one[axis].stop for one in boxes))
            for axis in (0, 1)
        )
        return rows, columns

    def _differ(self, number: int, other: int) -> bool:
        return self.strokes[number].kind != self.strokes[other].kind

    def _step(self, now: Scene, motion: Motion) -> None:
        for number, tracker in [*self._trackers.items()]:
            if not is_within(self.strokes[number], now.time_s):
                self._end(number, now.time_s, "end")
                continue
            tracker.step(now, motion)
            self._note(number, now.time_s)
            if tracker.hidden_s is not None and abs(now.time_s - tracker.hidden_s) > HIDDEN_S:
                self._end(number, now.time_s, "gone")

    def _note(self, number: int, time_s: float) -> None:
        self.masks[number][time_s] = packed(self._trackers[number].mask)

    def _end_all(self, time_s: float, reason: Reason) -> None:
        for number in [*self._trackers]:
            self._end(number, time_s, reason)

    def _end(self, number: int, time_s: float, reason: Reason) -> None:
        """End a stroke before the picture of a time; one that is hidden has been gone before."""
        hidden_s = self._trackers.pop(number).hidden_s
        if hidden_s is not None:
            time_s, reason = hidden_s, "gone"
        masks = self.masks[number]
        for noted_s in [*masks]:
            if noted_s >= time_s if self.is_forwards else noted_s <= time_s:
                del masks[noted_s]
        self.ends[number] = time_s, reason


def track_at_once(
    strokes: Sequence[Stroke],
    known: StrokeTrack,
    film: Path,
    *,
    height: int,
    width: int,
    frame_s: float,
) -> StrokeTrack:
    """What is known of strokes now: where they led before, and new ones on their own frames.

    A stroke that was only trimmed leads where it did.

    Args:
        known: What was followed of this film before; of another film or of none it is unused.
        film: Resolved path.
        height, width: Of the film's frames.
        frame_s: Seconds from frame to frame.
    """
    shape = (max(1, round(height * WIDTH / width)), WIDTH) if width > WIDTH else (height, width)
    is_same = known.film == film and known.shape == shape
    led = {
        _untrimmed(stroke): trail
        for stroke, trail in zip(known.strokes, known.trails, strict=True)
        if is_same
    }
    trails = tuple(
        led.get(_untrimmed(stroke)) or _own_frame(stroke, shape, frame_s) for stroke in strokes
    )
    return StrokeTrack(tuple(strokes), trails, shape, film)


def _untrimmed(stroke: Stroke) -> Stroke:
    return replace(stroke, start_s=None, end_s=None)


def _own_frame(stroke: Stroke, shape: tuple[int, int], frame_s: float) -> MaskTrack:
    reach = TrackReach(stroke.time_s, stroke.time_s + frame_s, "end", "end")
    return MaskTrack((stroke.time_s,), (packed(brush_mask(stroke, shape)),), reach)
