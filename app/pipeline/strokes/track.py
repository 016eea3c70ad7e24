"""StrokeTrack: where strokes have led to, frame by frame; Followed: one that ended early."""

from __future__ import annotations

import math
import zlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from app.pipeline.mask_outlines import Mask, areas_of_mask
from app.pipeline.person.pick import clock
from app.pipeline.strokes.stroke import Stroke, StrokeKind
from app.video.frame import SAME_FRAME_S
from app.video.opencv import cv2
from gpu_unet import Area

Reason = Literal["cut", "gone", "stroke", "end", "absent"]

# Areas of a frame: each kind of stroke has its share, and the rest is the user's own.
MOST_AREAS: Mapping[StrokeKind, int] = {"remove": 4, "keep": 3, "soft": 1}
RIM = 2 / 384  # of the width: by this engines enlarge garbage (`gpu_unet.small_areas`)
AREA_KINDS: Mapping[StrokeKind, Area.Kind] = {
    "remove": "garbage",
    "keep": "keep",
    "soft": "soft",
}


@dataclass(frozen=True, slots=True)
class TrackReach:
    """How far a stroke was followed.

    Attributes:
        start_s: Time of the first frame on which it has an effect.
        end_s: Time of the first frame after it on which it has none.
        start_reason, end_reason: Why no farther. "cut": another scene. "gone": what it was drawn
            on is not seen any more. "stroke": another one says otherwise. "end": of the film, of
            the part that was asked for, or of what the user left of its reach. "absent": the film
            does not have its time, and it has no effect.
    """

    start_s: float
    end_s: float
    start_reason: Reason
    end_reason: Reason


@dataclass(frozen=True, slots=True, eq=False)
class MaskTrack:
    """One stroke's masks.

    Attributes:
        times_s: Of the frames on which it has an effect, in their order.
        masks: One for each of them, from `packed`.
    """

    times_s: Sequence[float]
    masks: Sequence[bytes]
    reach: TrackReach

    def mask(self, time_s: float, shape: tuple[int, int]) -> Mask | None:
        """That of the frame that is shown at a time; None: it has no effect there."""
        if not self.reach.start_s - SAME_FRAME_S <= time_s < self.reach.end_s - SAME_FRAME_S:
            return None
        return unpacked(self.masks[bisect_right(self.times_s, time_s + SAME_FRAME_S) - 1], shape)


def packed(mask: Mask) -> bytes:
    """A mask in few bytes."""
    return zlib.compress(np.packbits(mask).tobytes(), 1)


def unpacked(data: bytes, shape: tuple[int, int]) -> Mask:
    """The mask of which `packed` made this."""
    bits = np.frombuffer(zlib.decompress(data), np.uint8)
    return np.unpackbits(bits, count=shape[0] * shape[1]).reshape(shape).astype(bool)


@dataclass(frozen=True, slots=True, eq=False)
class StrokeTrack:
    """Strokes that were followed; a value, which any thread may read.

    Attributes:
        trails: One for each of them.
        shape: (height, width) of their masks.
        film: Resolved path of the film that they belong to.
    """

    strokes: tuple[Stroke, ...] = ()
    trails: tuple[MaskTrack, ...] = ()
    shape: tuple[int, int] = (1, 1)
    film: Path | None = None

    @property
    def reaches(self) -> tuple[TrackReach, ...]:
        """How far each stroke was followed, in their order."""
        return tuple(trail.reach for trail in self.trails)

    @property
    def absent(self) -> tuple[Stroke, ...]:
        """Strokes whose time the film does not have."""
        pairs = zip(self.strokes, self.trails, strict=True)
        return tuple(one for one, trail in pairs if trail.reach.end_reason == "absent")

    def within(self, start_s: float, end_s: float) -> StrokeTrack:
        """The same, as if no stroke had ended outside of this part, but for those that are absent.

        Masks stay; of a part they are those of the whole film.
        """
        trails = []
        for trail in self.trails:
            reach = trail.reach
            if reach.end_reason != "absent":
                begins = "end" if reach.start_s <= start_s else reach.start_reason
                ends = "end" if reach.end_s >= end_s else reach.end_reason
                reach = replace(reach, start_reason=begins, end_reason=ends)
            trails.append(replace(trail, reach=reach))
        return replace(self, trails=tuple(trails))

    def areas(self, time_s: float) -> tuple[Area, ...]:
        """What the strokes want of the frame that is shown at a time; at most `MOST_AREAS`.

        Args:
            time_s: In seconds from the recording's beginning.
        """
        found: list[tuple[float, int, Stroke, Mask]] = []
        for number, (stroke, trail) in enumerate(zip(self.strokes, self.trails, strict=True)):
            if not is_within(stroke, time_s):
                continue
            mask = trail.mask(time_s, self.shape)
            if mask is not None:
                found.append((-abs(stroke.time_s - time_s), number, stroke, mask))
        found.sort(key=lambda one: one[:2])
        return areas_of_strokes([(stroke.kind, mask) for *_, stroke, mask in found])


def is_within(stroke: Stroke, time_s: float) -> bool:
    """Whether a time is in what the user left of a stroke's reach."""
    start_s = -math.inf if stroke.start_s is None else stroke.start_s
    end_s = math.inf if stroke.end_s is None else stroke.end_s
    return start_s - SAME_FRAME_S <= time_s < end_s - SAME_FRAME_S


def areas_of_strokes(masks: Sequence[tuple[StrokeKind, Mask]]) -> tuple[Area, ...]:
    """Areas of one frame.

    Args:
        masks: Of strokes: a later one says otherwise than those before.
    """
    planes: dict[StrokeKind, Mask] = {}
    for kind, mask in masks:
        for other, plane in planes.items():
            if other != kind:
                planes[other] = plane & ~mask
        planes[kind] = planes[kind] | mask if kind in planes else mask
    if "remove" in planes:
        planes["remove"] = _without_rim(planes["remove"])
    return tuple(
        area
        for kind, most in MOST_AREAS.items()
        if kind in planes
        for area in areas_of_mask(planes[kind], AREA_KINDS[kind], most=most)
    )


def _without_rim(mask: Mask) -> Mask:
    """Without the pixels by which engines enlarge what is removed; a part that is thin stays."""
    width = max(1, round(RIM * mask.shape[1]))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1,) * 2)
    plane = mask.astype(np.uint8)
    inner = cv2.erode(plane, disc, borderType=cv2.BORDER_REPLICATE) > 0
    _, labels = cv2.connectedComponents(plane)
    return np.asarray(inner | (mask & ~np.isin(labels, np.unique(labels[inner]))))


MOST_TOLD = 3  # strokes in one sentence
WORDS = {
    "cut": "a cut",
    "gone": "what it was drawn on is gone",
    "stroke": "another stroke",
    "end": "the end",
    "absent": "the film does not have its time",
}


@dataclass(frozen=True, slots=True)
class Followed:
    """A stroke, and how far it was followed.

    Attributes:
        start_s, end_s, start_reason, end_reason: See `TrackReach`.
    """

    kind: StrokeKind
    time_s: float
    start_s: float
    end_s: float
    start_reason: Reason
    end_reason: Reason

    def __str__(self) -> str:
        ends = (
            f"from {clock(self.start_s)} ({WORDS[self.start_reason]})",
            f"to {clock(self.end_s)} ({WORDS[self.end_reason]})",
        )
        reasons = (self.start_reason, self.end_reason)
        told = (end for end, reason in zip(ends, reasons, strict=True) if reason != "end")
        return f"that of {clock(self.time_s)} {' '.join(told)}"


def ended_early(track: StrokeTrack) -> tuple[Followed, ...]:
    """The strokes that ended before what was asked for, in their order."""
    return tuple(
        Followed(stroke.kind, stroke.time_s, *astuple(reach))
        for stroke, reach in zip(track.strokes, track.reaches, strict=True)
        if (reach.start_reason, reach.end_reason) != ("end", "end")
    )


def notes(early: Sequence[Followed]) -> tuple[str, ...]:
    """Sentences about them, for people."""
    absent = [clock(one.time_s) for one in early if one.end_reason == "absent"]
    ended = [str(one) for one in early if one.end_reason != "absent"]
    told: list[str] = []
    if ended:
        told.append(
            f"Strokes were followed as far as what they were drawn on can be seen: {_some(ended)}."
        )
    if absent:
        told.append(
            "Strokes were left out, because the film has no frame at their time; they may have "
            f"been drawn on a longer one: {_some(absent)}."
        )
    return tuple(told)


def _some(told: Sequence[str]) -> str:
    """The first of some, and how many more there are."""
    more = len(told) - MOST_TOLD
    return ", ".join([*told[:MOST_TOLD], *([f"and {more} more"] if more > 0 else [])])
