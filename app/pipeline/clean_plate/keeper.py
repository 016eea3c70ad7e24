"""PlateKeeper: learns the empty room from what is uncovered, mends it, and drops it in time."""

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
from app.pipeline.clean_plate.opencv import cv2
from gpu_unet.clean_plate import CleanPlate, Observation
from gpu_unet.frame_format import Image

Mask = npt.NDArray[np.uint8]  # 0 or 255

# Every time in the maps below is counted in these, so that 8 bits hold 25 seconds and saturate.
TICK_S = 0.1
MOST_TICKS_AT_ONCE = 5  # a pause of the picture proves nothing about what happened in it

# Of the network's alpha.
PERSON = 64  # somebody may be here
SURELY_PERSON = 128
DISTANCE = 0.03  # of the width: kept from everything that may be a person

STILL = 20  # a pixel has to be still for two seconds before it is learnt
AFTER_PERSON = 20  # and for so long nobody may have been near it
# Where the network said "person" and says "nobody" now, and the picture has not changed at all,
# it is the network that changed its mind: the person is most likely still there. The doubt grows
# with how often it was said, up to 20 seconds: a chair is taken for a person now and then.
DOUBT_GROWTH = 4  # per tick
MOST_DOUBT = 200
FULL = 80  # so long must a pixel be seen uncovered to be sure: eight seconds on the way
KNOWN = 10  # below, it is too fresh to be told
SURE = 40
RELEARN = 8  # evidence lost per tick where something else is seen, still and uncovered
# Weight of the newest observation, in what is being watched and in what is learnt.
WATCH_WEIGHT = 0.2
KEEP_WEIGHT = 0.06

LEAST_NOISE, MOST_NOISE = 0.7, 10.0
# In noise deviations: a mean over 3 x 3 pixels of the largest of three channels' differences.
# Its expectation is 1.3, its own deviation 0.2.
TOLERANCE = 2.6
STILL_SLACK, AGREE_SLACK = 2.0, 7.0

EMPTY = 0.002  # of the picture may look like a person in a room that is empty
LEAST_TRUSTED = 0.03  # of the picture must be seen before anything is judged by it
LEARNT = 0.5  # of the picture must be known before it is worth a sentence
GONE = 0.02  # below, there is no plate
MOVING_CAMERA = 0.6  # of the places that have texture move
PLACES = (8, 6)  # across and down
FEWEST_PLACES = 4
LEAST_TEXTURE = 5.0  # of 255: the mean of a place's mask
NUDGED = 0.25  # of the texture disagrees: the camera may have been nudged
OTHER_ROOM = 0.5  # of what is sure disagrees: this is not the room that was learnt
OTHER_TEXTURE, OTHER_TEXTURE_ROOM = 0.75, 0.2
ALIGNED = 0.5  # of the disagreement must go with a shift that is believed
SHELF = 3  # rooms that are remembered while the camera looks elsewhere
RETURN = 0.2  # of a shelved room may disagree for it to be taken back
RETURN_TEXTURE = 0.4
PUT_BACK_LEARNT = 0.3  # a room that is better known is not looked for on the shelf
BURNT = 250
GHOST_EVERY_S = 1.0
GHOST_STILL = 50  # nobody is still for five seconds to within the camera's noise
GHOST_STILL_SHARE = 0.9
GHOST_SURELY_STILL = 200
GHOST_EDGE = 1.5  # times as many edges are in the plate alone as in the frame alone
EDGE = 16  # of contrast
GHOST_AREA = 0.001  # of the picture
NOT_FOUND_S = 5.0  # what was handed in is looked for so long before it is said that it is not here

DAYLIGHT = Light()  # that of the learning

DropReason = Literal["changed", "nowhere", "forgotten"]


@dataclass(frozen=True, slots=True)
class Learnt:
    """The room is known well enough to be of use.

    Attributes:
        share: Of the picture, 0 to 1.
        is_return: The camera looks at it again.
    """

    share: float
    is_return: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """The room is not known any more.

    Attributes:
        reason: "changed": the camera shows something else; "nowhere": what was handed in is not
            what the camera shows; "forgotten": on request.
    """

    reason: DropReason


News = Learnt | Dropped


@dataclass(slots=True, eq=False)
class _Room:
    """What is known of one view of one room.

    Attributes:
        colour: float32 (height, width, 3), in the light of the learning.
        evidence: uint8 (height, width), ticks for which a pixel was seen so; 0: unknown.
        aspect: Width by height of the frames that it was seen in.
        light: The present one.
        since_s: Since when it is looked for, for one that was handed in and has not been seen
            yet; infinity: from the next frame on; None: it was seen, or given up.
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
        """`colour` in 8 bits; read it only."""
        known = self._bytes
        if known is None:
            known = self._bytes = cv2.convertScaleAbs(self.colour)
        return known

    def changed(self) -> None:
        """`colour` was written to."""
        self._bytes = None

    def resized(self, *, height: int, width: int) -> _Room:
        if self.evidence.shape == (height, width):
            return self
        size = (width, height)
        return replace(
            self,
            colour=cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA),
            evidence=cv2.resize(self.evidence, size, interpolation=cv2.INTER_NEAREST),
            _bytes=None,
        )

    def moved(self, shift: Shift) -> _Room:
        return replace(
            self,
            colour=shift.moved(self.colour),
            evidence=shift.moved(self.evidence, is_smooth=False),
            _bytes=None,
        )


class PlateKeeper:
    """Learns from a few observations per second; used by one thread.

    A pixel is learnt when nobody has been near it for two seconds and it has been still for two
    seconds, to within the camera's noise, and is believed more the longer it is seen; a picture
    without anybody is believed at once. What differs from what was learnt, is still, and is no
    person, is learnt anew. What differs where the network sees a person stays as it is.

    Nothing of what is held here is ever shown, logged or written; see `room_file.py` beside this
    for the one file that a person may ask for.

    Args:
        tell: Told `Learnt` and `Dropped`, on the thread that observes.
    """

    def __init__(self, tell: Callable[[News], None] = lambda news: None) -> None:
        self._tell = tell
        self._shelf: list[_Room] = []
        self._room: _Room | None = None
        self._asked_s: float | None = None
        self._start_over()

    @property
    def share(self) -> float:
        """Of the picture that is known, 0 to 1."""
        return 0.0 if self._room is None else share_of(self._room.evidence >= KNOWN)

    @property
    def is_announced(self) -> bool:
        """`Learnt` was told, and `Dropped` not since."""
        return self._room is not None and self._room.is_announced

    def observe(
        self, seen: Observation, at_s: float, *, aspect: float | None = None
    ) -> CleanPlate | None:
        """Learn from one observation.

        Args:
            seen: Of the size of the engine's network.
            at_s: When the frame was captured; must not go back, any clock.
            aspect: Width by height of the frame, which a network's sizes only come near; None:
                that of `seen`. Another one is another part of the room: a camera cuts its modes
                out differently.

        Returns:
            The plate in the frame's light, to hand to the engine; None: nothing is known.
        """
        seen = seen.taken_apart()
        height, width = seen.alpha.shape
        self._fit_size(height=height, width=width, aspect=aspect or width / height)
        ticks = self._ticks(at_s)
        if self._newest is not None and np.array_equal(seen.rgb, self._newest):
            ticks = 0  # a picture that is held: no camera is without noise
        self._newest = seen.rgb
        blocked = self._blocked(seen.alpha)
        self._relit = None
        room = self._judged(seen, blocked, at_s)
        if room is None:
            return None
        light = room.light
        frame = self._in_light_of(room, seen.rgb)
        self._watch(frame, seen.alpha, blocked, ticks)
        disagrees = self._learn(room, frame, seen.alpha, blocked, ticks, light)
        if at_s - self._ghosts_s >= GHOST_EVERY_S:
            self._ghosts_s = at_s
            self._exorcise(room, frame, seen.alpha, disagrees)
        self._announce(room)
        return self._plate(room, disagrees, blocked)

    def offer(self, plate: CleanPlate, *, is_told: bool = True) -> None:
        """Take a plate from elsewhere, as soon as the camera shows the same room.

        Args:
            plate: Of any size; smaller shifts and another light are seen to.
            is_told: Tell it if the camera does not show that room.
        """
        evidence = cv2.convertScaleAbs(plate.confidence, alpha=FULL / 255)
        colour, aspect = plate.rgb.astype(np.float32), plate.width / plate.height
        room = _Room(colour, evidence, aspect, since_s=np.inf, is_return=not is_told)
        self._put_on_shelf(room)

    def snapshot(self) -> CleanPlate | None:
        """What is known, in the present light and as sure as it is; None: nothing."""
        room = self._room
        if room is None or self.share < GONE:
            return None
        evidence = np.where(room.evidence >= KNOWN, room.evidence, 0).astype(np.uint8)
        return CleanPlate(
            room.light.applied(room.bytes()),
            cv2.convertScaleAbs(evidence, alpha=255 / FULL),
        )

    def take_for_empty(self) -> bool:
        """Somebody says that the picture is empty now: learn all of it that has been still.

        Returns:
            False: nothing was learnt; much of it moves, so somebody is there.
        """
        room = self._room
        if room is None or self._last_alpha is None:
            return False
        still = self._watched_ticks >= STILL
        person = self._last_alpha >= PERSON
        if share_of(~still) > 0.3 or (person.any() and share_of(still[person]) < 0.97):
            return False
        room.colour[still] = self._watched[still]
        room.changed()
        room.evidence[still] = FULL
        self._doubt[still] = 0
        self._texture_s = -np.inf
        return True

    def forget(self) -> None:
        """Know nothing, at once; also of rooms that were seen before."""
        was_announced = self.is_announced
        self._shelf.clear()
        self._room = None
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
        self._noise = 2.0
        self._empty_ticks = 0
        self._last_alpha: Mask | None = None
        self._relit: tuple[int, Light, Image] | None = None
        self._newest: Image | None = None

    def _fit_size(self, *, height: int, width: int, aspect: float) -> None:
        """Make the maps; another size of the network's input keeps what is known."""
        self._aspect = aspect
        if self._room is not None and not _is_same_shape(self._room.aspect, aspect):
            self._drop(self._room)
            self._size = None
        if self._size == (height, width):
            return
        self._size = (height, width)
        if self._room is not None:
            self._room = self._room.resized(height=height, width=width)
        # What is being watched; for how long it has been still; how long to wait with learning;
        # and what was seen where the network last said "person".
        self._watched = np.zeros((height, width, 3), np.float32)
        self._watched_ticks = np.zeros((height, width), np.uint8)
        self._doubt = np.zeros((height, width), np.uint8)
        self._seen_as_person = np.zeros((height, width, 3), np.uint8)
        self._previous = np.zeros((height, width, 3), np.uint8)
        self._confidence = np.zeros((height, width), np.uint8)
        self._texture = np.zeros((height, width), np.uint8)
        self._contrasty = np.zeros((height, width), np.uint8)
        self._texture_s = -np.inf
        radius = max(2, round(DISTANCE * width))
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
        """255 where somebody may be, or stand close to."""
        self._last_alpha = alpha
        return cv2.dilate(at_least(alpha, PERSON), self._distance)

    def _judged(self, seen: Observation, blocked: Mask, at_s: float) -> _Room | None:
        """The room to go on with: lit, moved, another one, or one about which nothing is known."""
        room = self._room
        if room is None:
            room = self._room = self._new_room(seen)
        self._light(room, seen.rgb, blocked)
        verdict = self._verdict(room, seen.rgb, blocked, at_s)
        if verdict == "nudged":
            moved = self._aligned(room, seen.rgb, blocked, at_s)
            if moved is not None:
                self._move_all(moved)
                return moved
            verdict = self._verdict(room, seen.rgb, blocked, at_s, may_be_nudged=False)
        if verdict == "other":
            self._drop(room)
            room = self._new_room(seen)
        if self._shelf:
            room = self._from_shelf(room, seen.rgb, blocked, at_s) or room
        self._room = room
        return room

    def _new_room(self, seen: Observation) -> _Room:
        self._watched_ticks[:] = 0
        self._doubt[:] = AFTER_PERSON
        self._confidence[:] = 0
        self._empty_ticks = 0
        self._texture_s = -np.inf
        return _Room(
            seen.rgb.astype(np.float32), np.zeros(seen.alpha.shape, np.uint8), self._aspect
        )

    def _light(self, room: _Room, frame: Image, blocked: Mask) -> None:
        trusted = cv2.bitwise_and(at_least(room.evidence, SURE), ~blocked)
        reference = room.colour
        if share_of(trusted) < LEAST_TRUSTED:  # nothing is learnt yet: what is still
            trusted = cv2.bitwise_and(at_least(self._watched_ticks, 4), ~blocked)
            reference = self._watched
        if share_of(trusted) >= LEAST_TRUSTED:
            room.light = fit_light(reference, frame, trusted) or room.light

    def _verdict(
        self,
        room: _Room,
        frame: Image,
        blocked: Mask,
        at_s: float,
        *,
        may_be_nudged: bool = True,
    ) -> Literal["same", "nudged", "other"]:
        trusted = cv2.bitwise_and(at_least(room.evidence, SURE), ~blocked)
        if share_of(trusted) < LEAST_TRUSTED:
            return "same"  # nothing speaks against it
        everywhere, texture = self._disagreement(room, frame, trusted, at_s)
        if may_be_nudged and texture > NUDGED:
            return "nudged"
        is_other = everywhere > OTHER_ROOM or (
            texture > OTHER_TEXTURE and everywhere > OTHER_TEXTURE_ROOM
        )
        return "other" if is_other else "same"

    def _disagreement(
        self, room: _Room, frame: Image, trusted: Mask, at_s: float
    ) -> tuple[float, float]:
        """Shares of what is trusted, and of its texture, that look different now."""
        learnt = room.bytes()
        if room is not self._room:
            texture, contrasty = texture_of(learnt)
        else:
            if at_s - self._texture_s >= 1.0:
                self._texture_s = at_s
                self._texture, self._contrasty = texture_of(learnt)
            texture, contrasty = self._texture, self._contrasty
        limit = TOLERANCE * self._noise + AGREE_SLACK
        wrong = differs(self._in_light_of(room, frame), learnt, limit, texture)
        wrong = cv2.bitwise_and(wrong, trusted)
        contrasty = cv2.bitwise_and(contrasty, trusted)
        count = cv2.countNonZero(contrasty)
        of_texture = 0.0
        if count >= max(20, 0.002 * contrasty.size):
            of_texture = cv2.countNonZero(cv2.bitwise_and(wrong, contrasty)) / count
        return cv2.countNonZero(wrong) / max(1, cv2.countNonZero(trusted)), of_texture

    def _in_light_of(self, room: _Room, frame: Image) -> Image:
        """The frame in the light in which the room was learnt; made once."""
        if self._relit is None or self._relit[:2] != (id(frame), room.light):
            self._relit = (id(frame), room.light, room.light.removed(frame))
        return self._relit[2]

    def _aligned(self, room: _Room, frame: Image, blocked: Mask, at_s: float) -> _Room | None:
        """The room as a nudged camera sees it; None if that does not explain the frame."""
        sure = at_least(room.evidence, SURE)
        trusted = cv2.bitwise_and(sure, ~blocked)
        before, texture_before = self._disagreement(room, frame, trusted, at_s)
        learnt = room.light.applied(room.bytes())
        shift = find_shift(learnt, frame, trusted)
        if shift is None:
            return None
        moved = room.moved(shift)
        trusted = cv2.bitwise_and(at_least(moved.evidence, SURE), ~blocked)
        if share_of(trusted) < LEAST_TRUSTED:
            return None
        moved.light = fit_light(moved.colour, frame, trusted) or moved.light
        after, texture_after = self._disagreement(moved, frame, trusted, at_s)
        is_better = texture_after < ALIGNED * texture_before and after <= before
        return moved if is_better else None

    def _move_all(self, moved: _Room) -> None:
        self._room = moved
        self._watched_ticks[:] = 0
        self._texture_s = -np.inf

    def _drop(self, room: _Room) -> None:
        was_announced = room.is_announced
        if share_of(room.evidence >= KNOWN) >= GONE:
            room.is_announced, room.is_return = False, True
            self._put_on_shelf(room)
        self._room = None
        if was_announced:
            self._tell(Dropped("changed"))

    def _put_on_shelf(self, room: _Room) -> None:
        self._shelf.append(room)
        del self._shelf[:-SHELF]

    def _from_shelf(self, present: _Room, frame: Image, blocked: Mask, at_s: float) -> _Room | None:
        """The room on the shelf that this frame shows, if there is one."""
        height, width = blocked.shape
        is_looking = share_of(present.evidence >= KNOWN) < PUT_BACK_LEARNT
        for room in reversed(self._shelf):
            is_new = room.since_s is not None
            if room.since_s == np.inf:
                room.since_s = at_s
            found = None
            if (is_looking or is_new) and _is_same_shape(room.aspect, self._aspect):
                here = room.resized(height=height, width=width)
                found = self._recognised(here, frame, blocked, at_s)
            if found is not None:
                self._shelf = [other for other in self._shelf if other is not room]
                found.since_s = None
                self._texture_s = -np.inf
                self._watched_ticks[:] = 0
                return found
            if room.since_s is not None and at_s - room.since_s > NOT_FOUND_S:
                room.since_s = None  # it stays on the shelf, and this is said once
                if not room.is_return:
                    self._tell(Dropped("nowhere"))
        return None

    def _recognised(self, room: _Room, frame: Image, blocked: Mask, at_s: float) -> _Room | None:
        trusted = cv2.bitwise_and(at_least(room.evidence, SURE), ~blocked)
        if share_of(trusted) < LEAST_TRUSTED:
            return None
        light = fit_light(room.colour, frame, trusted)
        if light is None:
            return None
        room.light = light
        everywhere, texture = self._disagreement(room, frame, trusted, at_s)
        if everywhere < RETURN and texture < RETURN_TEXTURE:
            return room
        moved = self._aligned(room, frame, blocked, at_s)
        if moved is None:
            return None
        trusted = cv2.bitwise_and(at_least(moved.evidence, SURE), ~blocked)
        everywhere, texture = self._disagreement(moved, frame, trusted, at_s)
        return moved if everywhere < RETURN and texture < RETURN_TEXTURE else None

    def _watch(self, frame: Image, alpha: Image, blocked: Mask, ticks: int) -> None:
        """See what is still, and how long to wait with learning where somebody was."""
        self._measure_noise(frame, blocked)
        limit = TOLERANCE * self._noise + STILL_SLACK
        moves = differs(frame, cv2.convertScaleAbs(self._watched), limit)
        if self._is_camera_moving(frame, cv2.bitwise_and(moves, ~blocked), blocked):
            moves = np.full_like(moves, 255)  # a bare wall only looks still
        still = ~moves
        cv2.accumulateWeighted(frame, self._watched, WATCH_WEIGHT, mask=still)
        cv2.accumulateWeighted(frame, self._watched, 1.0, mask=moves)  # a copy from 8 bits
        self._watched_ticks = cv2.bitwise_and(cv2.add(self._watched_ticks, ticks), still)

        person = at_least(alpha, PERSON)
        cv2.copyTo(frame, person, self._seen_as_person)
        doubt = cv2.subtract(self._doubt, ~person & ticks)
        doubt = cv2.min(cv2.add(doubt, person & (DOUBT_GROWTH * ticks)), MOST_DOUBT)
        # Somebody who went has left another colour behind; who breathes has not.
        slack = edges(self._seen_as_person)
        gone = cv2.bitwise_and(differs(frame, self._seen_as_person, limit, slack), ~person)
        doubt = cv2.min(doubt, ~gone | AFTER_PERSON)
        self._doubt = cv2.max(doubt, blocked & AFTER_PERSON)

    def _is_camera_moving(self, frame: Image, moves: Mask, blocked: Mask) -> bool:
        """Whether the texture moves all over the picture: a curtain is in some places only."""
        contrasty = cv2.bitwise_and(at_least(edges(frame), CONTRASTY), ~blocked)
        texture, moving = (
            cv2.resize(mask, PLACES, interpolation=cv2.INTER_AREA).astype(np.float32)
            for mask in (contrasty, cv2.bitwise_and(moves, contrasty))
        )
        textured = texture > LEAST_TEXTURE
        if np.count_nonzero(textured) < FEWEST_PLACES:
            return False
        return bool(np.mean((moving > 0.5 * texture)[textured]) > MOVING_CAMERA)

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
        noise = float(np.clip(median / 0.954, LEAST_NOISE, MOST_NOISE))
        # Movement everywhere looks like noise: it is believed slowly, and doubted fast.
        self._noise += (noise - self._noise) * (0.05 if noise > self._noise else 0.3)

    def _learn(
        self,
        room: _Room,
        frame: Image,
        alpha: Image,
        blocked: Mask,
        ticks: int,
        light: Light,
    ) -> Mask:
        """Learn, mend and unlearn; returns 255 where the frame is not what was learnt."""
        limit = TOLERANCE * self._noise + AGREE_SLACK
        learnt = room.bytes()
        disagrees = differs(frame, learnt, limit, self._texture)
        known = at_least(room.evidence, 1)
        disagrees = cv2.bitwise_and(disagrees, known)
        free = cv2.bitwise_and(~blocked, ~at_least(self._doubt, 1))
        ready = cv2.bitwise_and(free, at_least(self._watched_ticks, STILL))
        if light.is_brighter:  # saturated only now: the colour was darker, nobody knows which
            burnt = at_least(cv2.max(cv2.max(*_two(frame)), frame[..., 2]), BURNT)
            ready = cv2.bitwise_and(ready, ~burnt)

        # Where it is still and free: what agrees grows, what does not is unlearnt, fast.
        agreeing = cv2.bitwise_and(ready, ~disagrees)
        agreeing_known = cv2.bitwise_and(agreeing, known)
        cv2.accumulateWeighted(frame, room.colour, KEEP_WEIGHT, mask=agreeing_known)
        evidence = room.evidence
        loses = cv2.bitwise_and(ready, disagrees) & min(255, RELEARN * ticks)
        # A curtain: free, never still, and not what was learnt.
        restless = cv2.bitwise_and(cv2.bitwise_and(free, ~ready), disagrees) & ticks
        # What was learnt on the way and is called a person now may be one.
        disputed = cv2.bitwise_and(at_least(alpha, SURELY_PERSON), ~disagrees)
        disputed = cv2.bitwise_and(disputed, ~at_least(evidence, FULL)) & ticks
        evidence = cv2.subtract(evidence, cv2.add(cv2.add(loses, restless), disputed))
        fresh = cv2.bitwise_and(ready, ~at_least(evidence, 1))
        cv2.copyTo(self._watched, fresh, room.colour)
        room.changed()
        evidence = cv2.min(cv2.add(evidence, (agreeing | fresh) & ticks), FULL)
        if self._is_empty(blocked, ready, ticks):
            evidence = cv2.max(evidence, agreeing & FULL)
        room.evidence = evidence
        return cv2.bitwise_and(disagrees, ~fresh)

    def _is_empty(self, blocked: Mask, ready: Mask, ticks: int) -> bool:
        """Whether nobody has been seen for two seconds and most of the picture is still."""
        is_empty = self._last_alpha is not None and share_of(self._last_alpha >= PERSON) < EMPTY
        self._empty_ticks = self._empty_ticks + ticks if is_empty else 0
        return self._empty_ticks >= STILL and share_of(ready) > 0.5

    def _exorcise(self, room: _Room, frame: Image, alpha: Image, disagrees: Mask) -> None:
        """Forget a person who was learnt, left, and is now seen where only the plate has them.

        With a plate that holds a person the network may call the bare room a person. Such a ghost
        is as still as a wall, all of it, and its outline is in the plate and not in the frame.
        A thing that was brought in and stands by itself has its outline in the frame; after 20
        seconds nothing is known where it stands, and the network judges by itself.
        """
        ghost = cv2.bitwise_and(at_least(alpha, PERSON), disagrees)
        if share_of(ghost) < GHOST_AREA:
            return
        count, labels, stats, _ = cv2.connectedComponentsWithStats(ghost, connectivity=8)
        plate_edges = edges(room.bytes())
        frame_edges = edges(frame)
        only_plate = plate_edges > 2 * frame_edges.astype(np.int16) + EDGE
        only_frame = frame_edges > 2 * plate_edges.astype(np.int16) + EDGE
        kernel = np.ones((5, 5), np.uint8)
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < GHOST_AREA * ghost.size:
                continue
            part = (labels == label).astype(np.uint8)
            still_ticks = np.quantile(self._watched_ticks[part != 0], 1 - GHOST_STILL_SHARE)
            around = cv2.dilate(part, kernel) != 0
            rim = around & (cv2.erode(part, kernel) == 0)
            has_no_outline = only_plate[rim].sum() > GHOST_EDGE * only_frame[rim].sum()
            if still_ticks >= (GHOST_STILL if has_no_outline else GHOST_SURELY_STILL):
                room.evidence[around] = 0
                self._doubt[around] = np.minimum(self._doubt[around], AFTER_PERSON)

    def _announce(self, room: _Room) -> None:
        share = share_of(room.evidence >= SURE)
        if not room.is_announced and share >= LEARNT:
            room.is_announced = True
            self._tell(Learnt(share, room.is_return))

    def _plate(self, room: _Room, disagrees: Mask, blocked: Mask) -> CleanPlate | None:
        """For the engine: what is wrong for all to see is left out, and fades in and out."""
        known = cv2.bitwise_and(room.evidence, at_least(room.evidence, KNOWN))
        wrong = cv2.bitwise_and(disagrees, ~blocked)
        told = cv2.bitwise_and(cv2.convertScaleAbs(known, alpha=255 / FULL), ~wrong)
        self._confidence = cv2.addWeighted(self._confidence, 0.5, told, 0.5, 0)
        # What is not known at all is not told for the sake of fading.
        confidence = cv2.bitwise_and(self._confidence, at_least(known, 1))
        if share_of(confidence) < GONE:
            return None
        return CleanPlate(room.light.applied(room.bytes()), confidence)


def _two(pixels: Image) -> tuple[Image, Image]:
    return pixels[..., 0], pixels[..., 1]


def _is_same_shape(one: float, other: float) -> bool:
    """Whether pictures of two aspects can show the same part of a room."""
    return abs(one / other - 1) < 0.02
