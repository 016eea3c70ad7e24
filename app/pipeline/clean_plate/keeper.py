"""PlateKeeper: learns the clean plate (the room without the person) and keeps it up to date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.pipeline.clean_plate.comparison import (
    DAYLIGHT,
    Comparer,
    Comparison,
    Light,
    Mask,
    Shift,
    Texture,
    at_least,
    edges,
    find_shift,
    rows,
    share_of,
)
from app.pipeline.clean_plate.limits import (
    GHOST,
    LEARNING,
    MOST_TICKS_AT_ONCE,
    OF_LEARNING,
    PERSON,
    SHARES,
    TICK_S,
    TOLERANCE,
    VIEW,
)
from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import CleanPlate, Image, Observation

DropReason = Literal["changed", "nowhere", "forgotten"]


@dataclass(frozen=True, slots=True)
class Learnt:
    """The clean plate covers enough of the picture to help the network.

    Attributes:
        share: Share of the picture that is known, 0 to 1.
        is_return: The camera shows a view that was learnt before.
    """

    share: float
    is_return: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """The clean plate was given up.

    Attributes:
        reason: "changed": the camera shows something else; "nowhere": the camera does not
            show the plate that was offered; "forgotten": on request.
    """

    reason: DropReason


News = Learnt | Dropped


@dataclass(slots=True, eq=False)
class _LearntPlate:
    """The clean plate of one camera view, as far as it is learnt."""

    colour: npt.NDArray[np.float32]  # (height, width, 3), in the light of the learning
    evidence: Mask  # (height, width), ticks for which a pixel was seen uncovered; 0: unknown
    aspect: float  # width / height of the frames from which it was learnt
    light: Light = DAYLIGHT  # of the newest frame
    # When the search for an offered plate began; infinity: it begins with the next frame; None: the
    # search is over.
    since_s: float | None = None
    is_announced: bool = False
    is_return: bool = False
    _bytes: Image | None = None

    def bytes(self) -> Image:
        """`colour` in 8 bits. Callers only read it."""
        known = self._bytes
        if known is None:
            known = self._bytes = cv2.convertScaleAbs(self.colour)
        return known

    def changed(self) -> None:
        """To be called after every write to `colour`."""
        self._bytes = None

    def takes(self, learnt: Image) -> None:
        """To be called with `colour` in 8 bits where that is known."""
        self._bytes = learnt

    def resized(self, *, height: int, width: int) -> _LearntPlate:
        if self.evidence.shape == (height, width):
            return self
        size = (width, height)
        return replace(
            self,
            colour=cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA),
            evidence=cv2.resize(self.evidence, size, interpolation=cv2.INTER_NEAREST),
            _bytes=None,
        )

    def moved(self, shift: Shift) -> _LearntPlate:
        return replace(
            self,
            colour=shift.moved(self.colour),
            evidence=shift.moved(self.evidence, is_smooth=False),
            _bytes=None,
        )


class PlateKeeper:
    """Learns the clean plate from a few observations per second; used by one thread.

    A pixel is learnt once it has been free of people and still (to within the camera's noise) for
    two seconds. Its confidence grows with the time for which it is seen; in an empty picture it
    is full at once. Where a still, uncovered pixel differs from the plate, the plate is learnt
    anew. Where the network sees a person, the plate stays as it is.

    The plate is never shown, logged or written here. `room_file.py` writes the one file that a
    user may ask for.

    Args:
        tell: Receives `Learnt` and `Dropped`, on the thread that calls `observe`.
    """

    def __init__(self, tell: Callable[[News], None] = lambda news: None) -> None:
        self._tell = tell
        self._shelf: list[_LearntPlate] = []
        self._plate: _LearntPlate | None = None
        self._start_over()

    @property
    def share(self) -> float:
        """Share of the picture that is known, 0 to 1."""
        return (
            0.0 if self._plate is None else share_of(self._plate.evidence >= LEARNING.known_ticks)
        )

    @property
    def is_announced(self) -> bool:
        """Whether `Learnt` was told and no `Dropped` since."""
        return self._plate is not None and self._plate.is_announced

    def observe(
        self, seen: Observation, at_s: float, *, aspect: float | None = None
    ) -> CleanPlate | None:
        """Learn from one observation.

        Args:
            seen: At the size of the engine's network.
            at_s: When the frame was captured, by any clock that never goes back.
            aspect: Width / height of the frame; None: that of `seen`, which is rounded to the
                network's sizes. A new aspect starts a new plate, because a camera crops its modes
                differently.

        Returns:
            The plate in the frame's light, to hand to the engine; None: too little is known.
        """
        seen = seen.taken_apart()
        height, width = seen.alpha.shape
        self._fit_size(height=height, width=width, aspect=aspect or width / height)
        ticks = self._ticks(at_s)
        blocked, is_frozen = self._blocked(seen)
        if is_frozen:
            ticks = 0  # a frozen picture: a running camera always has noise
        plate, frame = self._judged(seen, blocked, at_s)
        disagrees, ghosts = self._learn(plate, frame, seen.alpha, blocked, ticks)
        if at_s - self._ghosts_s >= GHOST.every_s:
            self._ghosts_s = at_s
            if ghosts >= GHOST.area_share * disagrees.size:
                self._exorcise(plate, frame, seen.alpha, disagrees)
        return self._told(plate, disagrees, blocked)

    def offer(self, plate: CleanPlate, *, is_told: bool = True) -> None:
        """Use a plate from elsewhere once the camera shows the same view.

        Args:
            plate: Of any size. Small shifts and another light are corrected.
            is_told: Tell `Dropped("nowhere")` if the camera does not show it.
        """
        evidence = cv2.convertScaleAbs(plate.confidence, alpha=LEARNING.full_ticks / 255)
        colour = plate.rgb.astype(np.float32, order="C")
        aspect = plate.width / plate.height
        offered = _LearntPlate(colour, evidence, aspect, since_s=np.inf, is_return=not is_told)
        self._put_on_shelf(offered)

    def snapshot(self) -> CleanPlate | None:
        """The plate in the present light, with its confidence; None: too little is known."""
        plate = self._plate
        if plate is None or self.share < SHARES.present:
            return None
        evidence = np.where(plate.evidence >= LEARNING.known_ticks, plate.evidence, 0).astype(
            np.uint8
        )
        return CleanPlate(
            plate.light.applied(plate.bytes()),
            cv2.convertScaleAbs(evidence, alpha=255 / LEARNING.full_ticks),
        )

    def take_for_empty(self) -> bool:
        """Learn every still pixel at once: the user says that the picture is empty now.

        Returns:
            False: nothing was learnt, because much of the picture moves.
        """
        plate = self._plate
        if plate is None or self._last_alpha is None:
            return False
        still = self._watched_ticks >= LEARNING.still_ticks
        person = self._last_alpha >= PERSON.possible_alpha
        if share_of(~still) > 0.3 or (person.any() and share_of(still[person]) < 0.97):
            return False
        plate.colour[still] = self._watched[still]
        plate.changed()
        plate.evidence[still] = LEARNING.full_ticks
        self._doubt[still] = 0
        self._texture_s = -np.inf
        return True

    def forget(self) -> None:
        """Drop the plate and all that are shelved, at once."""
        was_announced = self.is_announced
        self._shelf.clear()
        self._plate = None
        self._start_over()
        if was_announced:
            self._tell(Dropped("forgotten"))

    # -- one observation, part by part

    def _start_over(self) -> None:
        self._size: tuple[int, int] | None = None
        self._aspect = 1.0
        self._last_s: float | None = None
        self._rest_s = 0.0
        self._ghosts_s = -np.inf
        self._texture_s = -np.inf
        self._searched_s = -np.inf  # when the shelf was searched last
        self._noise = 2.0
        self._empty_ticks = 0
        self._last_alpha: Mask | None = None
        self._newest: Image | None = None

    def _fit_size(self, *, height: int, width: int, aspect: float) -> None:
        """Allocate the maps; a change of the network's input size keeps the plate."""
        self._aspect = aspect
        if self._plate is not None and not _is_same_shape(self._plate.aspect, aspect):
            self._drop(self._plate)
            self._size = None
        if self._size == (height, width):
            return
        self._size = (height, width)
        if self._plate is not None:
            self._plate = self._plate.resized(height=height, width=width)
        # The average of what is being watched, how long it has been still, how long to wait before
        # learning it, and what was seen where the network last said "person".
        self._watched = np.zeros((height, width, 3), np.float32)
        self._watched_ticks = np.zeros((height, width), np.uint8)
        self._doubt = np.zeros((height, width), np.uint8)
        self._seen_as_person = np.zeros((height, width, 3), np.uint8)
        self._previous = np.zeros((height, width, 3), np.uint8)
        self._confidence = np.zeros((height, width), np.uint8)
        self._texture = Texture.empty(height=height, width=width)
        self._texture_s = -np.inf
        self._radius = max(2, round(PERSON.distance_widths * width))
        self._comparer = Comparer(height=height, width=width, radius=self._radius)

    def _ticks(self, at_s: float) -> int:
        passed_s = 0.0 if self._last_s is None else at_s - self._last_s
        self._last_s = at_s
        ticks, self._rest_s = divmod(max(passed_s, 0.0) + self._rest_s, TICK_S)
        return min(int(ticks), MOST_TICKS_AT_ONCE)

    def _blocked(self, seen: Observation) -> tuple[Mask, bool]:
        """255 where a person may be, and in a margin around; whether the frame is the last one."""
        comparer = self._comparer
        blocked = np.empty_like(seen.alpha)
        newest = self._newest
        is_first = newest is None or newest.shape != seen.rgb.shape
        comparer.kernels.near_people(
            rows(seen.rgb),
            rows(seen.rgb if newest is None or is_first else newest),
            np.require(seen.alpha, requirements="W"),
            PERSON.possible_alpha,
            self._radius,
            blocked,
            comparer.numbers,
            comparer.scratch.of_near_people,
        )
        self._newest, self._last_alpha = seen.rgb, seen.alpha
        return blocked, not is_first and bool(comparer.numbers[0])

    def _judged(self, seen: Observation, blocked: Mask, at_s: float) -> tuple[_LearntPlate, Image]:
        """The plate for this frame: relit, moved, shelved or new; and the frame in its light."""
        plate = self._plate
        if plate is None:
            plate = self._plate = self._new_plate(seen)
        found = self._lit(plate, seen.rgb, blocked, at_s)
        is_judged = found.trusted_share >= SHARES.judged
        if is_judged and found.of_texture > VIEW.nudged_texture:
            aligned = self._aligned(plate, seen.rgb, blocked, found)
            if aligned is not None:
                self._plate, found = aligned
                self._watched_ticks[:] = 0
                self._texture_s = -np.inf
                return self._plate, found.frame
        if is_judged and _is_other(found):
            self._drop(plate)
            plate = self._new_plate(seen)
        if self._shelf and at_s - self._searched_s >= VIEW.search_every_s:
            self._searched_s = at_s
            plate = self._from_shelf(plate, seen.rgb, blocked, at_s) or plate
        is_same, self._plate = plate is self._plate, plate
        return plate, found.frame if is_same else plate.light.removed(seen.rgb)

    def _new_plate(self, seen: Observation) -> _LearntPlate:
        self._watched_ticks[:] = 0
        self._doubt[:] = LEARNING.after_person_ticks
        self._confidence[:] = 0
        self._empty_ticks = 0
        self._texture_s = -np.inf
        self._searched_s = -np.inf
        return _LearntPlate(
            seen.rgb.astype(np.float32), np.zeros(seen.alpha.shape, np.uint8), self._aspect
        )

    def _lit(self, plate: _LearntPlate, frame: Image, blocked: Mask, at_s: float) -> Comparison:
        """Compare the frame with the plate; the plate's light becomes the frame's."""
        if at_s - self._texture_s >= 1.0:
            self._texture.is_due = True
        found = self._compared(plate, frame, blocked, self._texture)
        if found.trusted_share < SHARES.judged:  # too little is learnt: use what is still
            found = self._comparer.compare(
                frame,
                self._watched,
                plate.bytes(),
                plate.light,
                None,
                ticks=self._watched_ticks,
                least_ticks=LEARNING.watched_ticks,
                blocked=blocked,
                judged=SHARES.judged,
                limit=0.0,
            )
            found = replace(found, trusted_share=0.0)
        elif not self._texture.is_due and at_s - self._texture_s >= 1.0:
            self._texture_s = at_s
        plate.light = found.light
        return found

    def _compared(
        self,
        plate: _LearntPlate,
        frame: Image,
        blocked: Mask,
        texture: Texture,
    ) -> Comparison:
        return self._comparer.compare(
            frame,
            plate.colour,
            plate.bytes(),
            plate.light,
            texture,
            ticks=plate.evidence,
            least_ticks=LEARNING.sure_ticks,
            blocked=blocked,
            judged=SHARES.judged,
            limit=TOLERANCE.noise_deviations * self._noise + TOLERANCE.agree_slack,
        )

    def _aligned(
        self, plate: _LearntPlate, frame: Image, blocked: Mask, before: Comparison
    ) -> tuple[_LearntPlate, Comparison] | None:
        """The plate as a nudged camera sees it, beside the frame; None: no shift explains it."""
        learnt = before.light.applied(plate.bytes())
        shift = find_shift(learnt, frame, before.trusted)
        if shift is None:
            return None
        moved = plate.moved(shift)
        after = self._compared(moved, frame, blocked, self._empty_texture())
        if after.trusted_share < SHARES.judged:
            return None
        moved.light = after.light
        is_better = (
            after.of_texture < VIEW.aligned_ratio * before.of_texture
            and after.everywhere <= before.everywhere
        )
        return (moved, after) if is_better else None

    def _empty_texture(self) -> Texture:
        height, width = self._doubt.shape
        return Texture.empty(height=height, width=width)

    def _drop(self, plate: _LearntPlate) -> None:
        was_announced = plate.is_announced
        if share_of(plate.evidence >= LEARNING.known_ticks) >= SHARES.present:
            plate.is_announced, plate.is_return = False, True
            self._put_on_shelf(plate)
        self._plate = None
        if was_announced:
            self._tell(Dropped("changed"))

    def _put_on_shelf(self, plate: _LearntPlate) -> None:
        self._shelf.append(plate)
        del self._shelf[: -VIEW.shelf_count]
        self._searched_s = -np.inf

    def _from_shelf(
        self, present: _LearntPlate, frame: Image, blocked: Mask, at_s: float
    ) -> _LearntPlate | None:
        """The shelved plate of the view that this frame shows, if there is one."""
        height, width = blocked.shape
        is_looking = share_of(present.evidence >= LEARNING.known_ticks) < SHARES.settled
        for plate in reversed(self._shelf):
            is_new = plate.since_s is not None
            if plate.since_s == np.inf:
                plate.since_s = at_s
            found = None
            if (is_looking or is_new) and _is_same_shape(plate.aspect, self._aspect):
                here = plate.resized(height=height, width=width)
                found = self._recognised(here, frame, blocked)
            if found is not None:
                self._shelf = [other for other in self._shelf if other is not plate]
                found.since_s = None
                self._texture_s = -np.inf
                self._watched_ticks[:] = 0
                return found
            if plate.since_s is not None and at_s - plate.since_s > VIEW.search_s:
                plate.since_s = None  # it stays on the shelf; tell this once
                if not plate.is_return:
                    self._tell(Dropped("nowhere"))
        return None

    def _recognised(self, plate: _LearntPlate, frame: Image, blocked: Mask) -> _LearntPlate | None:
        found = self._compared(plate, frame, blocked, self._empty_texture())
        if found.trusted_share < SHARES.judged or not found.has_light:
            return None
        plate.light = found.light
        if _is_found(found):
            return plate
        aligned = self._aligned(plate, frame, blocked, found)
        if aligned is None:
            return None
        moved, found = aligned
        return moved if _is_found(found) else None

    def _learn(
        self, plate: _LearntPlate, frame: Image, alpha: Image, blocked: Mask, ticks: int
    ) -> tuple[Mask, float]:
        """Update maps and plate; 255 where both differ, and on how much of it people may be."""
        comparer = self._comparer
        disagrees = np.empty_like(blocked)
        comparer.kernels.learn(
            rows(frame), rows(self._previous), np.require(alpha, requirements="W"), blocked,
            rows(plate.bytes()), rows(plate.colour), plate.evidence, rows(self._watched),
            self._watched_ticks, self._doubt, rows(self._seen_as_person), self._texture.slack,
            self._noise, ticks, self._empty_ticks, plate.light.is_brighter, *OF_LEARNING,
            disagrees, comparer.numbers, comparer.scratch.of_learn,
        )  # fmt: skip
        self._previous = frame
        self._noise, empty_ticks, ghosts = comparer.numbers.tolist()[:3]
        self._empty_ticks = int(empty_ticks)
        plate.changed()
        return disagrees, ghosts

    def _exorcise(self, plate: _LearntPlate, frame: Image, alpha: Image, disagrees: Mask) -> None:
        """Forget ghosts: people whom the plate learnt and who have left since.

        If the plate holds a person, the network may call the bare room a person. Such a ghost is
        as still as a wall, and its outline is in the plate but not in the frame. A thing that was
        brought in has its outline in the frame; after 20 seconds the plate forgets its place, and
        the network infers without a plate there.
        """
        ghost = cv2.bitwise_and(at_least(alpha, PERSON.possible_alpha), disagrees)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(ghost, connectivity=8)
        plate_edges = edges(plate.bytes())
        frame_edges = edges(frame)
        only_plate = plate_edges > 2 * frame_edges.astype(np.int16) + GHOST.edge_contrast
        only_frame = frame_edges > 2 * plate_edges.astype(np.int16) + GHOST.edge_contrast
        kernel = np.ones((5, 5), np.uint8)
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < GHOST.area_share * ghost.size:
                continue
            part = (labels == label).astype(np.uint8)
            still_ticks = np.quantile(self._watched_ticks[part != 0], 1 - GHOST.still_share)
            around = cv2.dilate(part, kernel) != 0
            rim = around & (cv2.erode(part, kernel) == 0)
            has_no_outline = only_plate[rim].sum() > GHOST.edge_ratio * only_frame[rim].sum()
            if still_ticks >= (GHOST.still_ticks if has_no_outline else GHOST.surely_still_ticks):
                plate.evidence[around] = 0
                self._doubt[around] = np.minimum(self._doubt[around], LEARNING.after_person_ticks)

    def _told(self, plate: _LearntPlate, disagrees: Mask, blocked: Mask) -> CleanPlate | None:
        """The plate for the engine, without what visibly disagrees; confidence fades in and out."""
        comparer = self._comparer
        learnt, relit = np.empty((2, *blocked.shape, 3), np.uint8)
        confidence = np.empty_like(blocked)
        comparer.kernels.tell(
            rows(plate.colour), plate.evidence, disagrees, blocked, self._confidence,
            plate.light.numbers, LEARNING.known_ticks, LEARNING.sure_ticks, LEARNING.full_ticks,
            rows(learnt), rows(relit), confidence, comparer.numbers, comparer.scratch.of_tell,
        )  # fmt: skip
        is_relit, sure, told = comparer.numbers.tolist()[:3]
        plate.takes(learnt)
        share = sure / blocked.size
        if not plate.is_announced and share >= SHARES.announced:
            plate.is_announced = True
            self._tell(Learnt(share, plate.is_return))
        if told < SHARES.present * blocked.size:
            return None
        return CleanPlate(relit if is_relit else learnt, confidence)


def _is_other(found: Comparison) -> bool:
    """Whether the camera shows another view than the plate."""
    return found.everywhere > VIEW.other or (
        found.of_texture > VIEW.other_texture and found.everywhere > VIEW.other_low
    )


def _is_found(found: Comparison) -> bool:
    """Whether a frame shows the view of a shelved plate."""
    return found.everywhere < VIEW.found and found.of_texture < VIEW.found_texture


def _is_same_shape(one: float, other: float) -> bool:
    """Whether pictures of two aspects can show the same view."""
    return abs(one / other - 1) < 0.02
