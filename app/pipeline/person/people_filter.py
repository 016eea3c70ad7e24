"""PeopleFilter: keeps the people who are meant and removes all others, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from app.pipeline.mask_outlines import LEAST_PX, simplified
from app.pipeline.person.appearance import Mask
from app.pipeline.person.pick import JOINED_S, PersonPick, UncertainRange, clock
from app.pipeline.person.tracker import IdentityDoubt, PeopleTracker
from app.pipeline.settings import Settings
from app.video.frame import SAME_FRAME_S, elapsed_s
from app.video.opencv import cv2
from gpu_unet import Area, Observation

AROUND = 0.03  # of the width: soft edges, hair and hands this far from a kept person stay
# Areas lose two pixels of the network at their outline (`gpu_unet.small_areas`).
LOST_PX = 2
MOST_OUTLINES, MOST_HOLES = 6, 10  # of a picture
MOST_AREAS = MOST_OUTLINES + MOST_HOLES
SOFT = 128  # of an area's plane: half of a pixel
NOTHING = Area("garbage", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))


def kept_areas(kept: Mask, others: Mask, drawn: Sequence[Area] = ()) -> tuple[Area, ...]:
    """Outlines of what stays of a frame, beside the areas that the user drew.

    A pixel stays if it is near a kept person and no nearer to another one.

    Args:
        kept: bool (h, w): the people who are meant, at the network's size.
        others: bool (h, w): all others.
        drawn: Areas of the settings. What is always kept stays; a person's area has no effect
            outside of itself.
    """
    height, width = kept.shape
    near = _near(kept)
    stays = (near <= np.float32(AROUND * width)) & (near <= _near(others))
    if drawn:
        garbage, keep, _ = Area.planes(drawn, height=height, width=width)
        stays = (stays & (garbage < SOFT)) | (keep >= SOFT)
    rest = tuple(area for area in drawn if area.kind != "person")
    if not stays.any():
        return (NOTHING,)
    # The outlines follow the areas that do not fit in.
    return (*_outlines(stays), *rest)[: Area.MOST]


def _near(mask: Mask) -> npt.NDArray[np.float32]:
    """Pixels from each pixel to the next one of a mask; infinite where there is none."""
    if not mask.any():
        return np.full(mask.shape, np.inf, np.float32)
    near = cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5)
    return near.astype(np.float32, copy=False)


def _outlines(stays: Mask) -> list[Area]:
    """Areas outside of which, and in whose holes, everything is removed; the largest ones."""
    height, width = stays.shape
    grown = cv2.dilate(stays.astype(np.uint8), np.ones((2 * LOST_PX + 1,) * 2, np.uint8))
    # Beyond the picture, so that its edge is within.
    side = 2 * LOST_PX
    grown = cv2.copyMakeBorder(grown, side, side, side, side, cv2.BORDER_REPLICATE)
    found, hierarchy = cv2.findContours(grown, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    areas: list[Area] = []
    limits: dict[Area.Kind, int] = {"person": MOST_OUTLINES, "garbage": MOST_HOLES}
    for kind, most in limits.items():
        own = [
            contour
            for contour, (*_, parent) in zip(found, hierarchy[0], strict=True)
            if (parent < 0) == (kind == "person") and cv2.contourArea(contour) >= LEAST_PX
        ]
        for contour in sorted(own, key=cv2.contourArea, reverse=True)[:most]:
            (corners,) = simplified([contour.reshape(-1, 2).astype(np.float64) - side + 0.5])
            if len(corners) < 3:
                continue
            points = corners / (width, height)
            areas.append(Area(kind, tuple((float(x), float(y)) for x, y in points)))
    return areas


MOST_TOLD = 3  # doubts in one sentence


def people_alone(settings: Settings) -> Settings:
    """Settings for people who are meant: they stay whether or not they are the largest."""
    return replace(settings, edges=replace(settings.edges, largest_only=False))


class PeopleFilter:
    """Finds the people who are meant, and says what to remove; `point_out` comes first.

    Attributes:
        unsure: Times for which something was not sure, in their order.
    """

    def __init__(self) -> None:
        self._pointed: list[tuple[float, tuple[float, float]]] = []
        self._tracker = PeopleTracker()
        self._before_s: float | None = None  # time of the frame before
        self.unsure: list[UncertainRange] = []

    def point_out(
        self, pick: PersonPick, seen: Observation, time_s: float, *, height: int, width: int
    ) -> None:
        """Remember how the person of a pick looks.

        Args:
            pick: A point on one who is meant.
            seen: What the network saw of the frame of its time.
            height, width: Of the recording's picture.

        Raises:
            ValueError: No person is there; the sentence says so.
        """
        x, y = pick.x / width, pick.y / height
        if not (x < 1 and y < 1):
            raise ValueError(
                f"{pick.x:g},{pick.y:g} lies outside of the picture, which has {width}x{height} "
                "pixels; give a point on the person"
            )
        if not self._tracker.point_out(seen, x, y):
            raise ValueError(
                f"no person stands at {pick}; give a point on the person, in pixels of the "
                "recording, and a time at which they are seen"
            )
        self._pointed.append((time_s, (x, y)))

    def see(
        self, seen: Observation, time_s: float, drawn: Sequence[Area] = ()
    ) -> tuple[Observation, tuple[Area, ...]]:
        """What is left of the next frame.

        Args:
            seen: What the network saw of it.
            drawn: Areas of the settings.

        Returns:
            The observation without the others, and the areas that remove them.
        """
        pointed = [at for at_s, at in self._pointed if abs(at_s - time_s) < SAME_FRAME_S]
        (since_s,) = elapsed_s(self._before_s, [time_s])
        self._before_s = time_s
        sight = self._tracker.see(seen, pointed, since_s=since_s)
        if sight.doubt is not None:
            self._note(sight.doubt, time_s)
        alone = replace(seen, alpha=np.where(sight.kept, seen.alpha, np.uint8(0)))
        return alone, kept_areas(sight.kept, sight.others, drawn)

    def notes(self) -> tuple[str, ...]:
        """Sentences about what was not sure, for people."""
        if not self.unsure:
            return ()
        told = ", ".join(
            f"{clock(one.start_s)} to {clock(one.end_s)} ({one.reason})"
            for one in self.unsure[:MOST_TOLD]
        )
        more = len(self.unsure) - MOST_TOLD
        if more > 0:
            told = f"{told}, and {more} times more"
        return (f"It is not sure who is who at {told}; look there.",)

    def _note(self, doubt: IdentityDoubt, time_s: float) -> None:
        last = self.unsure[-1] if self.unsure else None
        if (
            last is None
            or last.reason != doubt.value
            or not (last.end_s <= time_s <= last.end_s + JOINED_S)
        ):
            self.unsure.append(UncertainRange(time_s, time_s, doubt.value))
        else:
            self.unsure[-1] = replace(last, end_s=time_s)
