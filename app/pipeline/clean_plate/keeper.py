"""PlateKeeper: learns the clean plate (the room without the person) and keeps it up to date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.pipeline.clean_plate.alignment import Shift, find_shift
from app.pipeline.clean_plate.difference import (
    CONTRASTY,
    at_least,
    differs,
    edges,
    share_of,
    texture_of,
)
from app.pipeline.clean_plate.light import Light, fit_light
from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import CleanPlate, Image, Observation

Mask = npt.NDArray[np.uint8]  # 0 or 255

TICK_S = 0.1  # the maps below count time in ticks: 8 bits hold 25 seconds and saturate
MOST_TICKS_AT_ONCE = 5  # a longer gap between two frames says nothing about what happened in it


@dataclass(frozen=True, slots=True)
class PersonLimits:
    """Where the network's alpha, 0 to 255, keeps a pixel from being learnt.

    Attributes:
        possible_alpha: From here on a person may be there.
        sure_alpha: From here on a person certainly is.
        distance_widths: Margin around a possible person, as a share of the picture's width.
        empty_share: A picture with less of a possible person than this is empty.
    """

    possible_alpha: int = 64
    sure_alpha: int = 128
    distance_widths: float = 0.03
    empty_share: float = 0.002


@dataclass(frozen=True, slots=True)
class LearningTimes:
    """How long a pixel is watched before it is learnt, and how fast evidence grows and falls.

    Evidence is the time for which a pixel was seen uncovered. Doubt is the time to wait after a
    person: where the network said "person", now says "background", and the picture has not
    changed at all, the network has changed its mind and the person is most likely still there.
    Doubt grows with the time for which it said "person", up to a limit, because it also takes a
    chair for a person now and then.

    Attributes:
        still_ticks: A pixel must be still for this long.
        after_person_ticks: And no person may have been near it for this long.
        doubt_growth: Ticks of doubt per tick of "person".
        most_doubt_ticks: Limit of the doubt.
        known_ticks: From this evidence on a pixel goes into the clean plate.
        sure_ticks: From this evidence on a pixel is compared with the frame.
        full_ticks: At this evidence a pixel has full confidence; evidence grows no further.
        relearn_ticks: Evidence lost per tick in which a still, uncovered pixel looks different.
        watch_weight: Weight of the newest frame in the average of what is being watched.
        keep_weight: Weight of the newest frame in the average of what was learnt.
    """

    still_ticks: int = 20
    after_person_ticks: int = 20
    doubt_growth: int = 4
    most_doubt_ticks: int = 200
    known_ticks: int = 10
    sure_ticks: int = 40
    full_ticks: int = 80
    relearn_ticks: int = 8
    watch_weight: float = 0.2
    keep_weight: float = 0.06


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How much two pictures of the same thing may differ.

    A difference is the mean over 3 x 3 pixels of the largest of three channels' differences. For
    two noisy pictures of the same thing it is 1.3 deviations of the noise, give or take 0.2.

    Attributes:
        noise_deviations: Largest difference, in deviations of the camera's noise.
        still_slack: Added to it between two frames, in steps of 255.
        agree_slack: Added to it between a frame and what was learnt, in steps of 255.
        least_noise: Bounds of the measured deviation, in steps of 255.
        most_noise: See `least_noise`.
        burnt: A channel at this value is saturated: its true colour is unknown.
    """

    noise_deviations: float = 2.6
    still_slack: float = 2.0
    agree_slack: float = 7.0
    least_noise: float = 0.7
    most_noise: float = 10.0
    burnt: int = 250


@dataclass(frozen=True, slots=True)
class PlateShares:
    """Shares of the picture that a clean plate must cover.

    Attributes:
        judged: From here on the plate is compared with the frame.
        announced: From here on `Learnt` is told.
        present: Below, there is no plate.
        settled: A plate that covers more is not exchanged for a shelved one.
    """

    judged: float = 0.03
    announced: float = 0.5
    present: float = 0.02
    settled: float = 0.3


@dataclass(frozen=True, slots=True)
class ViewLimits:
    """When the camera shows another view than the one that was learnt.

    "Texture" is what has contrast: there, a shift by one pixel shows.

    Attributes:
        nudged_texture: Share of the texture that disagrees if the camera may have been nudged.
        aligned_ratio: A shift is believed if it leaves less than this of the disagreement.
        other: Share of the sure pixels that disagree in another room.
        other_texture: Or this share of the texture disagrees, together with `other_low`.
        other_low: See `other_texture`.
        found: A shelved plate is taken back if less than this share of it disagrees.
        found_texture: And less than this share of its texture.
        shelf_count: Plates that are remembered while the camera shows something else.
        search_s: A plate from elsewhere is searched for this long before `Dropped("nowhere")`.
        search_every_s: How often shelved plates are compared with the frame. Aligning three of
            them takes ten times as long as learning from the frame.
    """

    nudged_texture: float = 0.25
    aligned_ratio: float = 0.5
    other: float = 0.5
    other_texture: float = 0.75
    other_low: float = 0.2
    found: float = 0.2
    found_texture: float = 0.4
    shelf_count: int = 3
    search_s: float = 5.0
    search_every_s: float = 1.0


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """When the whole camera moves, rather than a curtain.

    Attributes:
        columns: The picture is divided into columns x rows cells.
        rows: See `columns`.
        least_texture: A cell has texture if its mask's mean is above this, of 255.
        fewest_cells: With fewer cells with texture nothing can be said.
        moving_share: Share of the cells with texture that must move.
    """

    columns: int = 8
    rows: int = 6
    least_texture: float = 5.0
    fewest_cells: int = 4
    moving_share: float = 0.6


@dataclass(frozen=True, slots=True)
class GhostLimits:
    """When what the network calls a person is a person in the clean plate instead (a ghost).

    Attributes:
        every_s: How often ghosts are searched for.
        area_share: Smallest ghost, as a share of the picture.
        still_ticks: A ghost without an outline in the frame is still for this long; a living
            person never holds still to within the camera's noise for five seconds.
        still_share: Share of the ghost's pixels that must be that still.
        surely_still_ticks: A ghost with an outline in the frame is still for this long.
        edge_ratio: Edges in the plate alone, for each edge in the frame alone.
        edge_contrast: Contrast of an edge, in steps of 255.
    """

    every_s: float = 1.0
    area_share: float = 0.001
    still_ticks: int = 50
    still_share: float = 0.9
    surely_still_ticks: int = 200
    edge_ratio: float = 1.5
    edge_contrast: int = 16


PERSON = PersonLimits()
LEARNING = LearningTimes()
TOLERANCE = Tolerances()
SHARES = PlateShares()
VIEW = ViewLimits()
MOTION = CameraMotion()
GHOST = GhostLimits()

DAYLIGHT = Light()  # the light in which the plate was learnt

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
    """The clean plate of one camera view, as far as it is learnt.

    Attributes:
        colour: float32 (height, width, 3), in the light of the learning.
        evidence: uint8 (height, width), ticks for which a pixel was seen uncovered; 0: unknown.
        aspect: Width / height of the frames from which it was learnt.
        light: The light of the newest frame.
        since_s: When the search for an offered plate began; infinity: it begins with the next
            frame; None: the search is over.
    """

    colour: npt.NDArray[np.float32]
    evidence: Mask
    aspect: float
    light: Light = DAYLIGHT
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
        self._asked_s: float | None = None
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
        if self._newest is not None and np.array_equal(seen.rgb, self._newest):
            ticks = 0  # a frozen picture: a running camera always has noise
        self._newest = seen.rgb
        blocked = self._blocked(seen.alpha)
        self._relit = None
        plate = self._judged(seen, blocked, at_s)
        if plate is None:
            return None
        light = plate.light
        frame = self._in_light_of(plate, seen.rgb)
        self._watch(frame, seen.alpha, blocked, ticks)
        disagrees = self._learn(plate, frame, seen.alpha, blocked, ticks, light)
        if at_s - self._ghosts_s >= GHOST.every_s:
            self._ghosts_s = at_s
            self._exorcise(plate, frame, seen.alpha, disagrees)
        self._announce(plate)
        return self._for_engine(plate, disagrees, blocked)

    def offer(self, plate: CleanPlate, *, is_told: bool = True) -> None:
        """Use a plate from elsewhere once the camera shows the same view.

        Args:
            plate: Of any size. Small shifts and another light are corrected.
            is_told: Tell `Dropped("nowhere")` if the camera does not show it.
        """
        evidence = cv2.convertScaleAbs(plate.confidence, alpha=LEARNING.full_ticks / 255)
        colour, aspect = plate.rgb.astype(np.float32), plate.width / plate.height
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
        self._relit: tuple[int, Light, Image] | None = None
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
        self._texture = np.zeros((height, width), np.uint8)
        self._contrasty = np.zeros((height, width), np.uint8)
        self._texture_s = -np.inf
        radius = max(2, round(PERSON.distance_widths * width))
        self._distance = cv2.getStructuringElement(
            cv2.MORPH_RECT,
            (2 * radius + 1, 2 * radius + 1),  # separable: a tenth of the time
        )

    def _ticks(self, at_s: float) -> int:
        passed_s = 0.0 if self._last_s is None else at_s - self._last_s
        self._last_s = at_s
        ticks, self._rest_s = divmod(max(passed_s, 0.0) + self._rest_s, TICK_S)
        return min(int(ticks), MOST_TICKS_AT_ONCE)

    def _blocked(self, alpha: Image) -> Mask:
        """255 where a person may be, and in a margin around."""
        self._last_alpha = alpha
        return cv2.dilate(at_least(alpha, PERSON.possible_alpha), self._distance)

    def _judged(self, seen: Observation, blocked: Mask, at_s: float) -> _LearntPlate | None:
        """The plate for this frame: the present one, relit or moved, or a shelved or new one."""
        plate = self._plate
        if plate is None:
            plate = self._plate = self._new_plate(seen)
        self._light(plate, seen.rgb, blocked)
        verdict = self._verdict(plate, seen.rgb, blocked, at_s)
        if verdict == "nudged":
            moved = self._aligned(plate, seen.rgb, blocked, at_s)
            if moved is not None:
                self._move_all(moved)
                return moved
            verdict = self._verdict(plate, seen.rgb, blocked, at_s, may_be_nudged=False)
        if verdict == "other":
            self._drop(plate)
            plate = self._new_plate(seen)
        if self._shelf and at_s - self._searched_s >= VIEW.search_every_s:
            self._searched_s = at_s
            plate = self._from_shelf(plate, seen.rgb, blocked, at_s) or plate
        self._plate = plate
        return plate

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

    def _light(self, plate: _LearntPlate, frame: Image, blocked: Mask) -> None:
        trusted = cv2.bitwise_and(at_least(plate.evidence, LEARNING.sure_ticks), ~blocked)
        reference = plate.colour
        if share_of(trusted) < SHARES.judged:  # too little is learnt: use what is still
            trusted = cv2.bitwise_and(at_least(self._watched_ticks, 4), ~blocked)
            reference = self._watched
        if share_of(trusted) >= SHARES.judged:
            plate.light = fit_light(reference, frame, trusted) or plate.light

    def _verdict(
        self,
        plate: _LearntPlate,
        frame: Image,
        blocked: Mask,
        at_s: float,
        *,
        may_be_nudged: bool = True,
    ) -> Literal["same", "nudged", "other"]:
        trusted = cv2.bitwise_and(at_least(plate.evidence, LEARNING.sure_ticks), ~blocked)
        if share_of(trusted) < SHARES.judged:
            return "same"  # too little is known to contradict
        everywhere, texture = self._disagreement(plate, frame, trusted, at_s)
        if may_be_nudged and texture > VIEW.nudged_texture:
            return "nudged"
        is_other = everywhere > VIEW.other or (
            texture > VIEW.other_texture and everywhere > VIEW.other_low
        )
        return "other" if is_other else "same"

    def _disagreement(
        self, plate: _LearntPlate, frame: Image, trusted: Mask, at_s: float
    ) -> tuple[float, float]:
        """Shares of the trusted pixels, and of the textured ones among them, that differ."""
        learnt = plate.bytes()
        if plate is not self._plate:
            texture, contrasty = texture_of(learnt)
        else:
            if at_s - self._texture_s >= 1.0:
                self._texture_s = at_s
                self._texture, self._contrasty = texture_of(learnt)
            texture, contrasty = self._texture, self._contrasty
        limit = TOLERANCE.noise_deviations * self._noise + TOLERANCE.agree_slack
        wrong = differs(self._in_light_of(plate, frame), learnt, limit, texture)
        wrong = cv2.bitwise_and(wrong, trusted)
        contrasty = cv2.bitwise_and(contrasty, trusted)
        count = cv2.countNonZero(contrasty)
        of_texture = 0.0
        if count >= max(20, 0.002 * contrasty.size):
            of_texture = cv2.countNonZero(cv2.bitwise_and(wrong, contrasty)) / count
        return cv2.countNonZero(wrong) / max(1, cv2.countNonZero(trusted)), of_texture

    def _in_light_of(self, plate: _LearntPlate, frame: Image) -> Image:
        """The frame in the light in which the plate was learnt; made once per frame."""
        if self._relit is None or self._relit[:2] != (id(frame), plate.light):
            self._relit = (id(frame), plate.light, plate.light.removed(frame))
        return self._relit[2]

    def _aligned(
        self, plate: _LearntPlate, frame: Image, blocked: Mask, at_s: float
    ) -> _LearntPlate | None:
        """The plate shifted as a nudged camera sees it; None: no shift explains the frame."""
        sure = at_least(plate.evidence, LEARNING.sure_ticks)
        trusted = cv2.bitwise_and(sure, ~blocked)
        before, texture_before = self._disagreement(plate, frame, trusted, at_s)
        learnt = plate.light.applied(plate.bytes())
        shift = find_shift(learnt, frame, trusted)
        if shift is None:
            return None
        moved = plate.moved(shift)
        trusted = cv2.bitwise_and(at_least(moved.evidence, LEARNING.sure_ticks), ~blocked)
        if share_of(trusted) < SHARES.judged:
            return None
        moved.light = fit_light(moved.colour, frame, trusted) or moved.light
        after, texture_after = self._disagreement(moved, frame, trusted, at_s)
        is_better = texture_after < VIEW.aligned_ratio * texture_before and after <= before
        return moved if is_better else None

    def _move_all(self, moved: _LearntPlate) -> None:
        self._plate = moved
        self._watched_ticks[:] = 0
        self._texture_s = -np.inf

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
                found = self._recognised(here, frame, blocked, at_s)
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

    def _recognised(
        self, plate: _LearntPlate, frame: Image, blocked: Mask, at_s: float
    ) -> _LearntPlate | None:
        trusted = cv2.bitwise_and(at_least(plate.evidence, LEARNING.sure_ticks), ~blocked)
        if share_of(trusted) < SHARES.judged:
            return None
        light = fit_light(plate.colour, frame, trusted)
        if light is None:
            return None
        plate.light = light
        everywhere, texture = self._disagreement(plate, frame, trusted, at_s)
        if everywhere < VIEW.found and texture < VIEW.found_texture:
            return plate
        moved = self._aligned(plate, frame, blocked, at_s)
        if moved is None:
            return None
        trusted = cv2.bitwise_and(at_least(moved.evidence, LEARNING.sure_ticks), ~blocked)
        everywhere, texture = self._disagreement(moved, frame, trusted, at_s)
        return moved if everywhere < VIEW.found and texture < VIEW.found_texture else None

    def _watch(self, frame: Image, alpha: Image, blocked: Mask, ticks: int) -> None:
        """Update what is still, and the doubt where a person was."""
        self._measure_noise(frame, blocked)
        limit = TOLERANCE.noise_deviations * self._noise + TOLERANCE.still_slack
        moves = differs(frame, cv2.convertScaleAbs(self._watched), limit)
        if self._is_camera_moving(frame, cv2.bitwise_and(moves, ~blocked), blocked):
            moves = np.full_like(moves, 255)  # a bare wall looks still even then
        still = ~moves
        cv2.accumulateWeighted(frame, self._watched, LEARNING.watch_weight, mask=still)
        cv2.accumulateWeighted(frame, self._watched, 1.0, mask=moves)  # a copy from 8 bits
        self._watched_ticks = cv2.bitwise_and(cv2.add(self._watched_ticks, ticks), still)

        person = at_least(alpha, PERSON.possible_alpha)
        cv2.copyTo(frame, person, self._seen_as_person)
        doubt = cv2.subtract(self._doubt, ~person & ticks)
        doubt = cv2.min(
            cv2.add(doubt, person & (LEARNING.doubt_growth * ticks)), LEARNING.most_doubt_ticks
        )
        # Where a person left, the colour changes; where one only breathes, it stays.
        slack = edges(self._seen_as_person)
        gone = cv2.bitwise_and(differs(frame, self._seen_as_person, limit, slack), ~person)
        doubt = cv2.min(doubt, ~gone | LEARNING.after_person_ticks)
        self._doubt = cv2.max(doubt, blocked & LEARNING.after_person_ticks)

    def _is_camera_moving(self, frame: Image, moves: Mask, blocked: Mask) -> bool:
        """Whether texture moves all over the picture; a curtain moves a part of it only."""
        contrasty = cv2.bitwise_and(at_least(edges(frame), CONTRASTY), ~blocked)
        texture, moving = (
            cv2.resize(mask, (MOTION.columns, MOTION.rows), interpolation=cv2.INTER_AREA).astype(
                np.float32
            )
            for mask in (contrasty, cv2.bitwise_and(moves, contrasty))
        )
        textured = texture > MOTION.least_texture
        if np.count_nonzero(textured) < MOTION.fewest_cells:
            return False
        return bool(np.mean((moving > 0.5 * texture)[textured]) > MOTION.moving_share)

    def _measure_noise(self, frame: Image, blocked: Mask) -> None:
        step = max(1, frame.shape[1] // 64)
        one, other = frame[::step, ::step], self._previous[::step, ::step]
        free = blocked[::step, ::step] == 0
        self._previous = frame
        if np.count_nonzero(free) < 200:
            return
        # The median of two frames' difference is 0.954 deviations of one; interpolated, since
        # the values are whole numbers.
        counts = np.bincount(cv2.absdiff(one, other)[free].ravel(), minlength=64).cumsum()
        half = counts[-1] / 2
        index = int(np.searchsorted(counts, half))
        below = counts[index - 1] if index else 0
        median = index + (half - below) / max(1, counts[index] - below) - 0.5
        noise = float(np.clip(median / 0.954, TOLERANCE.least_noise, TOLERANCE.most_noise))
        # Movement everywhere looks like noise, so the estimate rises slowly and falls fast.
        self._noise += (noise - self._noise) * (0.05 if noise > self._noise else 0.3)

    def _learn(
        self,
        plate: _LearntPlate,
        frame: Image,
        alpha: Image,
        blocked: Mask,
        ticks: int,
        light: Light,
    ) -> Mask:
        """Update the plate; returns 255 where the frame differs from it."""
        limit = TOLERANCE.noise_deviations * self._noise + TOLERANCE.agree_slack
        learnt = plate.bytes()
        disagrees = differs(frame, learnt, limit, self._texture)
        known = at_least(plate.evidence, 1)
        disagrees = cv2.bitwise_and(disagrees, known)
        free = cv2.bitwise_and(~blocked, ~at_least(self._doubt, 1))
        ready = cv2.bitwise_and(free, at_least(self._watched_ticks, LEARNING.still_ticks))
        if light.is_brighter:  # a pixel saturated only now has an unknown colour in the old light
            burnt = at_least(cv2.max(cv2.max(*_two(frame)), frame[..., 2]), TOLERANCE.burnt)
            ready = cv2.bitwise_and(ready, ~burnt)

        # Where it is still and free: evidence grows where the frame agrees, else it falls fast.
        agreeing = cv2.bitwise_and(ready, ~disagrees)
        agreeing_known = cv2.bitwise_and(agreeing, known)
        cv2.accumulateWeighted(frame, plate.colour, LEARNING.keep_weight, mask=agreeing_known)
        evidence = plate.evidence
        loses = cv2.bitwise_and(ready, disagrees) & min(255, LEARNING.relearn_ticks * ticks)
        # A curtain: free, never still, and different from the plate.
        restless = cv2.bitwise_and(cv2.bitwise_and(free, ~ready), disagrees) & ticks
        # Pixels with little evidence that the network now calls a person may be one.
        disputed = cv2.bitwise_and(at_least(alpha, PERSON.sure_alpha), ~disagrees)
        disputed = cv2.bitwise_and(disputed, ~at_least(evidence, LEARNING.full_ticks)) & ticks
        evidence = cv2.subtract(evidence, cv2.add(cv2.add(loses, restless), disputed))
        fresh = cv2.bitwise_and(ready, ~at_least(evidence, 1))
        cv2.copyTo(self._watched, fresh, plate.colour)
        plate.changed()
        evidence = cv2.min(cv2.add(evidence, (agreeing | fresh) & ticks), LEARNING.full_ticks)
        if self._is_empty(blocked, ready, ticks):
            evidence = cv2.max(evidence, agreeing & LEARNING.full_ticks)
        plate.evidence = evidence
        return cv2.bitwise_and(disagrees, ~fresh)

    def _is_empty(self, blocked: Mask, ready: Mask, ticks: int) -> bool:
        """Whether no person was seen for two seconds and most of the picture is still."""
        is_empty = (
            self._last_alpha is not None
            and share_of(self._last_alpha >= PERSON.possible_alpha) < PERSON.empty_share
        )
        self._empty_ticks = self._empty_ticks + ticks if is_empty else 0
        return self._empty_ticks >= LEARNING.still_ticks and share_of(ready) > 0.5

    def _exorcise(self, plate: _LearntPlate, frame: Image, alpha: Image, disagrees: Mask) -> None:
        """Forget ghosts: people whom the plate learnt and who have left since.

        If the plate holds a person, the network may call the bare room a person. Such a ghost is
        as still as a wall, and its outline is in the plate but not in the frame. A thing that was
        brought in has its outline in the frame; after 20 seconds the plate forgets its place, and
        the network infers without a plate there.
        """
        ghost = cv2.bitwise_and(at_least(alpha, PERSON.possible_alpha), disagrees)
        if share_of(ghost) < GHOST.area_share:
            return
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

    def _announce(self, plate: _LearntPlate) -> None:
        share = share_of(plate.evidence >= LEARNING.sure_ticks)
        if not plate.is_announced and share >= SHARES.announced:
            plate.is_announced = True
            self._tell(Learnt(share, plate.is_return))

    def _for_engine(self, plate: _LearntPlate, disagrees: Mask, blocked: Mask) -> CleanPlate | None:
        """The plate for the engine, without what visibly disagrees; confidence fades in and out."""
        known = cv2.bitwise_and(plate.evidence, at_least(plate.evidence, LEARNING.known_ticks))
        wrong = cv2.bitwise_and(disagrees, ~blocked)
        told = cv2.bitwise_and(cv2.convertScaleAbs(known, alpha=255 / LEARNING.full_ticks), ~wrong)
        self._confidence = cv2.addWeighted(self._confidence, 0.5, told, 0.5, 0)
        # Fading never gives confidence to an unknown pixel.
        confidence = cv2.bitwise_and(self._confidence, at_least(known, 1))
        if share_of(confidence) < SHARES.present:
            return None
        return CleanPlate(plate.light.applied(plate.bytes()), confidence)


def _two(pixels: Image) -> tuple[Image, Image]:
    return pixels[..., 0], pixels[..., 1]


def _is_same_shape(one: float, other: float) -> bool:
    """Whether pictures of two aspects can show the same view."""
    return abs(one / other - 1) < 0.02
