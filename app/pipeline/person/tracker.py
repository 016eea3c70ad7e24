"""PeopleTracker: tells people apart from frame to frame.

matte -> parts -> whose each part was, along the motion -> a border where people merge
               -> who it is by the colours: after a cut, after coming back, after crossing
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations

import numpy as np
import numpy.typing as npt

from app.messages import marked
from app.pipeline.mask_outlines import box_of
from app.pipeline.person.appearance import Appearance, Bins, Mask, Plane, colour_bins, span_of
from app.pipeline.scene_cuts import SceneCuts
from app.video.frame import USUAL_S
from app.video.opencv import cv2
from gpu_unet import Observation

Labels = npt.NDArray[np.int32]  # (h, w): numbers of people, 0 where none is known

SOLID = 128  # alpha from which a pixel counts
# Shares of the picture. Smaller parts of the matte are left to who is near; a part that follows
# from no earlier one is a person only if it is larger.
LEAST_PART, LEAST_PERSON = 0.003, 0.015
LEAST_CLAIM = 0.1  # of a part, or of a person: as much of them has to move there
THIN = 0.025  # of the width: half of what an arm that connects two people is thick
LEAST_CORE = 0.004  # of the picture: what is left of a body without all that is thin
APART = 0.35  # of a person: two such parts are two people
# Where people merge. Nats: differences of logarithms of likelihoods.
MOTION_NATS = 1.0  # weight of the border along the motion, beside a pixel's colour
FOLLOWED = 20.0  # levels: motion that leads to a colour that differs by more says little
MOST_NATS = 3.0  # of one pixel's colour
HIDDEN_NATS = 0.8  # a hidden person's colours have to fit better by this
KEPT_NATS = 0.5  # so do a kept person's: rather too little of them than another one
REACH = 0.012  # of the picture's width: pixels this near decide together
# Shares of a person: with less of them in sight they are hidden; with more they are seen again.
HIDDEN, SEEN_AGAIN = 0.02, 0.06
HIDDEN_S = 3.0  # longer than that a person is gone rather than hidden
UNLIKE_NATS = 0.25  # colours that differ less make no sure border
# Where a stranger merges with someone who is meant.
GROWN = 1.3  # times a person's size: a part that is larger may hold another one
STRANGE_NATS, STRANGE_LEAST_NATS = -6.0, -9.0  # colours that fit worse are another person's
STRANGE_REACH = 0.018  # of the width, as REACH
# Who somebody is.
LEAST_LIKENESS = 0.7
CLEARLY = 0.06  # likeness to one person has to exceed that to another by this
SWAP_NATS = 0.3  # two people's colours fit better exchanged, by this: they were mixed up
STAY_NATS = 0.1  # they fit better as they are, by this: they were not
MOST_OTHERS = 40  # who are not seen now and remembered; each takes 80 kB
LEARN = 0.05  # share of the present frame in how a person looks
# After so long without a frame people may have changed places, and their colours have a say.
GAP_S, FASTEST = 0.1, 1.0  # FASTEST: they come nearer to each other, in widths per second


class IdentityDoubt(Enum):
    """Why it is not sure who is who."""

    MERGED = marked("two people overlap and look alike")
    CROSSED = marked("two people crossed and look alike")
    ALIKE = marked("a person came who may be another one")


@dataclass(slots=True, eq=False)
class _Person:
    """A person, as they were last seen apart from others; sets hold numbers of others."""

    number: int  # in `Labels`
    is_kept: bool  # one of those who are meant
    look: Appearance
    share: float  # their part of the picture
    top: float  # their rows, in shares of the height
    bottom: float
    is_seen: bool = True  # now
    is_new: bool = False  # not recognised so far: perhaps someone who was seen before
    behind: set[int] = field(default_factory=set)  # who hide them
    hidden_s: float = 0.0  # since they were seen
    beside: set[int] = field(default_factory=set)  # surely others: both were seen at once
    # Whom they were merged with, or may have changed places with, since they were last told apart.
    mixed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True, eq=False)
class PeopleMasks:
    """Where people are in one frame. Pixels of small pieces and soft edges are in neither mask.

    Attributes:
        kept: bool (h, w): those who are meant, as far as that is sure.
        others: bool (h, w): everyone else.
        doubt: Why something is not sure; None: all is.
    """

    kept: Mask
    others: Mask
    doubt: IdentityDoubt | None


class PeopleTracker:
    """Follows people through a film's frames, in their order; `point_out` comes first.

    Frames may change their size.
    """

    def __init__(self) -> None:
        self._people: dict[int, _Person] = {}
        self._cuts, self._rooms = SceneCuts(), SceneCuts()
        self._flow = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_FAST)
        self._before: tuple[npt.NDArray[np.uint8], Labels] | None = None

    def point_out(self, seen: Observation, x: float, y: float) -> bool:
        """Say who is meant; others in the frame are remembered as others.

        Args:
            seen: A frame of any time.
            x, y: A point on the person, in shares of the picture.

        Returns:
            False: no person stands there.
        """
        bins, parts = colour_bins(seen.rgb), _parts(seen)
        meant = _part_at(parts, x, y)
        if meant is None:
            return False
        look = Appearance.of(bins, meant)
        is_first = not self._people
        alike = max(self._people.values(), key=lambda one: one.look.likeness(look), default=None)
        if alike is not None and alike.look.likeness(look) >= LEAST_LIKENESS + CLEARLY:
            # Pointed at twice, or seen as another one when somebody else was pointed at.
            alike.look, alike.is_kept = alike.look.mixed(look, 0.5), True
            return True
        chosen = self._add(bins, meant, is_kept=True, is_seen=False)
        for part in parts if is_first else ():
            if part is not meant and _size(part) >= LEAST_PERSON:
                other = self._add(bins, part, is_kept=False, is_seen=False)
                _set_beside((chosen, other))
        return True

    def see(
        self,
        seen: Observation,
        pointed: Sequence[tuple[float, float]] = (),
        *,
        since_s: float = USUAL_S,
    ) -> PeopleMasks:
        """Tell who is who in the next frame.

        Args:
            seen: What the network saw of it and said.
            pointed: Points on people who are meant, in this very frame, in shares of the picture.
            since_s: Time since the frame before; frames may have been skipped.
        """
        bins, parts = colour_bins(seen.rgb), _parts(seen)
        has_jumped = self._cuts.is_cut(seen.rgb)  # or large people have walked
        if self._rooms.is_cut(seen.rgb, seen.alpha >= SOLID):
            self._begin_anew()
        elif has_jumped or since_s > GAP_S:
            self._mix_near(None if has_jumped else FASTEST * since_s)
        moved, trust = self._moved(seen)
        labels = np.zeros(seen.alpha.shape, np.int32)
        doubts: set[IdentityDoubt] = set()
        unclaimed: list[Mask] = []
        for part, claims in zip(parts, self._claims(parts, moved, bins), strict=True):
            ids = sorted(claims | self._hidden_behind(claims))
            if len(ids) == 1 and self._has_grown(part, ids[0]):
                part, rest = self._carved(part, self._people[ids[0]], bins)
                unclaimed += [] if rest is None else [rest]
            if not ids and _size(part) >= LEAST_PERSON:
                unclaimed.append(part)
            elif not ids:
                continue
            elif len(ids) == 1:
                labels[part] = ids[0]
            elif not self._divide(labels, part, ids, bins, moved, trust):
                doubts.add(IdentityDoubt.MERGED)
        self._note_gone(labels)
        single = self._single(labels, parts)
        doubtful = self._tell_apart(labels, single, bins)
        self._note_gone(labels)  # again: a hidden person may have been exchanged
        if doubtful:
            doubts.add(IdentityDoubt.CROSSED)
        if not self._recognise(labels, unclaimed, single, bins):
            doubts.add(IdentityDoubt.ALIKE)
        for x, y in pointed:
            doubtful -= self._believe(labels, x, y)
            doubts.discard(IdentityDoubt.ALIKE)
        self._note_gone(labels)
        self._learn(labels, self._single(labels, parts) - doubtful, bins, since_s)
        self._before = (seen.rgb.copy(), labels)
        kept = [n for n, one in self._people.items() if one.is_kept and n not in doubtful]
        mask = np.isin(labels, kept)
        doubt = next((kind for kind in IdentityDoubt if kind in doubts), None)
        return PeopleMasks(mask, (labels > 0) & ~mask, doubt)

    # -- from frame to frame

    def _begin_anew(self) -> None:
        """Another scene follows: only colours tell who is who."""
        self._before = None
        for one in self._people.values():
            one.is_seen, one.behind, one.mixed = False, set(), set()

    def _mix_near(self, reach: float | None) -> None:
        """Note who may have changed places: who stood within `reach` widths; None: everyone."""
        if self._before is None:
            return
        labels = self._before[1]
        spans: dict[int, tuple[float, float]] = {}
        for number in (n for n, one in self._people.items() if one.is_seen):
            columns = np.flatnonzero((labels == number).any(0)) / labels.shape[1]
            spans[number] = float(columns[0]), float(columns[-1])
        for one, other in combinations(spans, 2):
            between = max(spans[one][0], spans[other][0]) - min(spans[one][1], spans[other][1])
            if reach is None or between <= reach:
                self._mix([self._people[one], self._people[other]])

    def _moved(self, seen: Observation) -> tuple[Labels, Plane]:
        """The labels of the frame before where the motion brings them, and how sure that is."""
        height, width = seen.alpha.shape
        if self._before is None:
            return np.zeros((height, width), np.int32), np.zeros((height, width), np.float32)
        rgb, labels = self._before
        if labels.shape != (height, width):
            rgb = cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA)
            labels = cv2.resize(labels, (width, height), interpolation=cv2.INTER_NEAREST)
        now, before = (cv2.cvtColor(p, cv2.COLOR_RGB2GRAY) for p in (seen.rgb, rgb))
        flow = self._flow.calc(now, before, np.zeros((height, width, 2), np.float32))
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y = columns + flow[..., 0], rows + flow[..., 1]
        moved = cv2.remap(labels.astype(np.float32), x, y, cv2.INTER_NEAREST)
        change = cv2.absdiff(cv2.remap(rgb, x, y, cv2.INTER_LINEAR), seen.rgb).max(2)
        trust = np.exp(-((cv2.blur(change, (3, 3)) / np.float32(FOLLOWED)) ** 2))
        return moved.astype(np.int32), trust.astype(np.float32)

    def _claims(self, parts: Sequence[Mask], moved: Labels, bins: Bins) -> list[set[int]]:
        """Numbers of the people in each part, by where they move."""
        whole = np.bincount(moved.ravel())
        votes = np.array([np.bincount(moved[part], minlength=len(whole)) for part in parts])
        votes = votes.reshape(len(parts), len(whole))
        sizes = np.array([[np.count_nonzero(part)] for part in parts]).reshape(len(parts), 1)
        are_claimed = votes >= np.maximum(4, LEAST_CLAIM * np.minimum(sizes, whole))
        claims = [{int(n) for n in np.flatnonzero(row) if n > 0} for row in are_claimed]
        for number in {n for some in claims for n in some}:
            own = [n for n, some in enumerate(claims) if number in some]
            if len(own) == 1:
                continue
            # Two parts, each as large as a person, are two people, and the colours say which of
            # them it is; a smaller part may be an arm.
            person = self._people[number]
            as_large = [n for n in own if sizes[n, 0] >= APART * person.share * moved.size]
            if len(as_large) > 1:
                home = max(as_large, key=lambda n: self._fit(parts[n], bins, (number,))[0])
            else:
                home = max(own, key=lambda n: votes[n, number])
            for n in own:
                is_minor = 2 * votes[n, number] < votes[n, 1:].sum()
                if n == home or not (is_minor or n in as_large):
                    continue
                claims[n].discard(number)
                if not claims[n]:
                    hidden = self._hidden_behind({number})
                    if hidden:
                        fits = self._fit(parts[n], bins, sorted(hidden))
                        found = sorted(hidden)[int(np.argmax(fits))]
                        claims[n].add(found)
                        person.mixed.add(found)
                        self._people[found].mixed.add(number)
                        self._people[found].behind = set()
        return claims

    def _hidden_behind(self, numbers: set[int]) -> set[int]:
        return {n for n, one in self._people.items() if not one.is_seen and one.behind & numbers}

    def _divide(
        self,
        labels: Labels,
        part: Mask,
        ids: Sequence[int],
        bins: Bins,
        moved: Labels,
        trust: Plane,
    ) -> bool:
        """Draw the border between people who merge, into `labels`; False: it is not sure."""
        box = box_of(part)
        assert box is not None, "a part is not empty"
        part, bins, moved, trust = part[box], bins[box], moved[box], trust[box]
        height, width = labels.shape
        people = [self._people[number] for number in ids]
        self._mix(people)
        colours = np.stack(
            [
                one.look.log_likelihood(
                    bins, one.top * height - box[0].start, one.bottom * height - box[0].start
                )
                for one in people
            ]
        )
        scores = np.clip(colours - colours.mean(0), -MOST_NATS, MOST_NATS)
        for score, one in zip(scores, people, strict=True):
            score += MOTION_NATS * trust * (moved == one.number)
            if not one.is_seen:
                score -= HIDDEN_NATS
            if one.is_kept:
                score -= KEPT_NATS
        near = REACH * width
        weight = cv2.GaussianBlur(part.astype(np.float32), (0, 0), near)
        scores = np.stack([cv2.GaussianBlur(score * part, (0, 0), near) for score in scores])
        scores /= np.maximum(weight, 1e-6)
        in_sight = list(range(len(ids)))
        while True:
            winner = np.array(in_sight)[scores[in_sight].argmax(0)]
            counts = {n: np.count_nonzero((winner == n) & part) for n in in_sight}
            least = {
                n: (HIDDEN if one.is_seen else SEEN_AGAIN) * one.share * height * width
                for n, one in enumerate(people)
            }
            gone = [n for n in in_sight if counts[n] < least[n]]
            if not gone or len(in_sight) == 1:
                break
            in_sight.remove(min(gone, key=lambda n: counts[n] / max(least[n], 1e-6)))
        labels[box][part] = np.array(ids, np.int32)[winner[part]]
        return not any(
            people[a].is_kept != people[b].is_kept
            and self._alike(colours[a], colours[b], part & (winner == a), part & (winner == b))
            for a, b in combinations(in_sight, 2)
        )

    @staticmethod
    def _mix(people: Sequence[_Person]) -> None:
        """Note that these may be taken for each other from now on."""
        for one in people:
            one.mixed |= {other.number for other in people} - {one.number}

    @staticmethod
    def _alike(first: Plane, second: Plane, of_first: Mask, of_second: Mask) -> bool:
        """Whether the colours of two people hardly tell where each of them is."""
        apart = (first - second)[of_first].mean() + (second - first)[of_second].mean()
        return float(apart) / 2 < UNLIKE_NATS

    def _note_gone(self, labels: Labels) -> None:
        """Note who is seen, and who hides whom."""
        seen = {int(number) for number in np.unique(labels)}
        for number, one in self._people.items():
            if number in seen:
                one.is_seen, one.behind, one.hidden_s = True, set(), 0.0
            elif one.is_seen:
                one.is_seen = False
                one.behind = self._around(number, labels)
        for one in self._people.values():
            one.behind |= {n for other in one.behind for n in self._people[other].behind}

    def _around(self, number: int, labels: Labels) -> set[int]:
        """Numbers of those who now are where a person was in the frame before."""
        if self._before is None or self._before[1].shape != labels.shape:
            return set()
        side = 2 * round(REACH * labels.shape[1]) + 1
        place = cv2.dilate((self._before[1] == number).astype(np.uint8), np.ones((side, side)))
        return {int(n) for n in np.unique(labels[place > 0])} - {0, number}

    def _single(self, labels: Labels, parts: Iterable[Mask]) -> set[int]:
        """Numbers of those who share no part with others."""
        seen: set[int] = set()
        merged: set[int] = set()
        for part in parts:
            owners = {int(n) for n in np.unique(labels[part])} - {0}
            seen |= owners
            merged |= owners if len(owners) > 1 else set()
        return seen - merged

    # -- by their colours

    def _fit(self, mask: Mask, bins: Bins, looks: Sequence[int]) -> list[float]:
        """How well each of some people's colours fit a mask's pixels: means, in nats."""
        box = box_of(mask)
        assert box is not None, "a mask that people are fitted to has pixels"
        top, bottom = (row - box[0].start for row in span_of(mask))
        own, mask = bins[box], mask[box]
        fits = (self._people[n].look.log_likelihood(own, top, bottom)[mask] for n in looks)
        return [float(fit.mean()) for fit in fits]

    def _has_grown(self, part: Mask, number: int) -> bool:
        """Whether a part is larger than a kept person, so that another one may be in it."""
        one = self._people[number]
        return one.is_kept and _size(part) > GROWN * one.share

    @staticmethod
    def _carved(part: Mask, one: _Person, bins: Bins) -> tuple[Mask, Mask | None]:
        """A part, or what a person's colours fit of it and what is another person; None: none."""
        top, bottom = span_of(part)
        near = STRANGE_REACH * part.shape[1]
        fit = np.maximum(one.look.log_likelihood(bins, top, bottom), STRANGE_LEAST_NATS)
        weight = np.maximum(cv2.GaussianBlur(part.astype(np.float32), (0, 0), near), 1e-6)
        fits = cv2.GaussianBlur(fit * part, (0, 0), near) / weight > STRANGE_NATS
        own = _largest(part & np.asarray(fits))
        rest = _largest(part & ~own)
        if min(_size(own), _size(rest)) < LEAST_PERSON:
            return part, None
        gained = one.look.likeness(Appearance.of(bins, own))
        before = one.look.likeness(Appearance.of(bins, part))
        if gained < max(LEAST_LIKENESS, before + CLEARLY):
            return part, None
        return own, rest

    def _tell_apart(self, labels: Labels, single: set[int], bins: Bins) -> set[int]:
        """Exchange people who were mixed up while they were merged; returns who is not sure."""
        doubtful: set[int] = set()
        pairs = {
            (number, other)
            for number in single
            for other in self._people[number].mixed
            if other in single or not self._people[other].is_seen
        }
        for first, second in sorted({(min(p), max(p)) for p in pairs}):
            if not {first, second} & single:
                continue
            gain, count = 0.0, 0
            for one, other in ((first, second), (second, first)):
                if one in single:
                    own, others = self._fit(labels == one, bins, (one, other))
                    gain, count = gain + others - own, count + 1
            gain /= count
            if gain > SWAP_NATS:
                self._exchange(labels, first, second)
                single ^= {first, second} if count == 1 else set()
            if count == 2 and not -STAY_NATS < gain < SWAP_NATS:
                self._people[first].mixed.discard(second)
                self._people[second].mixed.discard(first)
            elif -STAY_NATS < gain <= SWAP_NATS:
                doubtful |= {first, second}
        return doubtful

    @staticmethod
    def _exchange(labels: Labels, first: int, second: int) -> None:
        of_first, of_second = labels == first, labels == second
        labels[of_first], labels[of_second] = second, first

    def _recognise(
        self, labels: Labels, unclaimed: Sequence[Mask], single: set[int], bins: Bins
    ) -> bool:
        """Say who comes in, and who it is that was new before; False: that is not sure."""
        absent = [one for one in self._people.values() if not one.is_seen]
        for one in absent:
            if one.is_kept:
                carved = [self._carved(part, one, bins) for part in unclaimed]
                unclaimed = [part for both in carved for part in both if part is not None]
        new = [n for n in single if self._people[n].is_new]
        looks = [Appearance.of(bins, part) for part in unclaimed]
        looks += [self._people[number].look for number in new]
        likeness = np.array([[one.look.likeness(look) for one in absent] for look in looks])
        likeness = likeness.reshape(len(looks), len(absent))
        for row, number in enumerate(new, start=len(unclaimed)):
            for column, one in enumerate(absent):
                if number in one.beside:
                    likeness[row, column] = 0.0
        is_sure = True
        found: dict[int, int] = {}
        left = likeness.copy()
        while left.size and left.max() >= LEAST_LIKENESS:
            row, column = (int(n) for n in np.unravel_index(left.argmax(), left.shape))
            left[row, :] = left[:, column] = 0.0
            rivals = np.concatenate(
                (np.delete(likeness[row], column), np.delete(likeness[:, column], row))
            )
            is_clear = likeness[row, column] >= rivals.max(initial=0.0) + CLEARLY
            if is_clear or not self._concerns_kept(absent, likeness[row], column):
                found[row] = absent[column].number
            else:
                is_sure = False
        for row, part in enumerate(unclaimed):
            number = found.get(row)
            if number is None:
                number = self._add(bins, part, is_kept=False, is_seen=True).number
                self._people[number].is_new = True
            labels[part] = number
        for row, number in enumerate(new, start=len(unclaimed)):
            if row in found:
                labels[labels == number] = found[row]
                self._forget(number)
        return is_sure

    def _forget(self, number: int) -> None:
        """A person who turned out to be another one."""
        del self._people[number]
        for one in self._people.values():
            for numbers in (one.beside, one.mixed, one.behind):
                numbers.discard(number)

    @staticmethod
    def _concerns_kept(absent: Sequence[_Person], row: Plane, column: int) -> bool:
        """Whether a mistake would show another person, or hide one who is meant."""
        near = np.flatnonzero(row >= row[column] - CLEARLY)
        return absent[column].is_kept or any(absent[int(n)].is_kept for n in near)

    def _believe(self, labels: Labels, x: float, y: float) -> set[int]:
        """Let the person at a point be one who is meant; returns who that makes sure."""
        height, width = labels.shape
        row, column = min(int(y * height), height - 1), min(int(x * width), width - 1)
        number = int(labels[row, column])
        kept = [one for one in self._people.values() if one.is_kept]
        if number == 0:
            return set()
        if not self._people[number].is_kept:
            look = self._people[number].look
            meant = max(kept, key=lambda one: one.look.likeness(look)).number
            self._exchange(labels, number, meant)
            if self._people[number].is_new:
                self._forget(number)
                labels[labels == number] = 0  # who was taken for the one who is meant
            number = meant
        self._people[number].mixed.clear()
        for one in self._people.values():
            one.mixed.discard(number)
        return {number}

    def _learn(self, labels: Labels, single: set[int], bins: Bins, since_s: float) -> None:
        """Remember how those look who stand apart from others and are surely who they are."""
        sure = [self._people[number] for number in single if not self._people[number].mixed]
        for one in sure:
            mask = labels == one.number
            share = _size(mask)
            one.share += (0.3 if share > one.share else LEARN) * (share - one.share)
            top, bottom = span_of(mask)
            one.top, one.bottom = top / len(mask), bottom / len(mask)
            one.look = one.look.mixed(Appearance.of(bins, mask), LEARN)
        _set_beside(sure)
        for one in self._people.values():
            one.hidden_s += 0.0 if one.is_seen else since_s
            if one.hidden_s > HIDDEN_S:
                one.behind = set()
        others = [one for one in self._people.values() if not (one.is_kept or one.is_seen)]
        others.sort(key=lambda one: one.hidden_s)
        for one in others[MOST_OTHERS:]:
            self._forget(one.number)

    def _add(self, bins: Bins, part: Mask, *, is_kept: bool, is_seen: bool) -> _Person:
        top, bottom = span_of(part)
        one = _Person(
            number=max(self._people, default=0) + 1,
            is_kept=is_kept,
            look=Appearance.of(bins, part),
            share=_size(part),
            top=top / len(part),
            bottom=bottom / len(part),
            is_seen=is_seen,
        )
        self._people[one.number] = one
        return one


def _parts(seen: Observation) -> list[Mask]:
    """Parts of a matte that may be people: connected, and by more than an arm."""
    solid = np.asarray(seen.alpha >= SOLID, np.uint8)
    count, labels, statistics, _ = cv2.connectedComponentsWithStats(solid)
    sizes = statistics[:, cv2.CC_STAT_AREA]
    return [
        part
        for n in range(1, count)
        if sizes[n] >= LEAST_PART * solid.size
        for part in _bodies(labels == n)
    ]


def _bodies(part: Mask) -> list[Mask]:
    """A connected part, cut where only something thin connects bodies side by side."""
    side = 2 * round(THIN * part.shape[1]) + 1
    core = cv2.erode(
        part.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    )
    count, labels, statistics, _ = cv2.connectedComponentsWithStats(core)
    least = LEAST_CORE * part.size
    cores = [n for n in range(1, count) if statistics[n, cv2.CC_STAT_AREA] >= least]
    # A head above its body has the same columns.
    bodies: list[tuple[int, int, list[int]]] = []
    for n in sorted(cores, key=lambda n: -statistics[n, cv2.CC_STAT_AREA]):
        left = int(statistics[n, cv2.CC_STAT_LEFT])
        right = left + int(statistics[n, cv2.CC_STAT_WIDTH])
        for at, (begin, end, own) in enumerate(bodies):
            if 2 * (min(end, right) - max(begin, left)) > min(end - begin, right - left):
                bodies[at] = (min(begin, left), max(end, right), [*own, n])
                break
        else:
            bodies.append((left, right, [n]))
    if len(bodies) < 2:
        return [part]
    far = [
        cv2.distanceTransform((~np.isin(labels, own)).astype(np.uint8), cv2.DIST_L2, 3)
        for _, _, own in bodies
    ]
    nearest = np.argmin(np.stack(far), axis=0)
    return [part & (nearest == n) for n in range(len(bodies))]


def _size(mask: Mask) -> float:
    """Share of the picture."""
    return np.count_nonzero(mask) / mask.size


def _largest(mask: Mask) -> Mask:
    """The largest connected part of a mask."""
    count, labels, statistics, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return mask
    return np.asarray(labels == 1 + int(statistics[1:, cv2.CC_STAT_AREA].argmax()))


def _part_at(parts: Sequence[Mask], x: float, y: float) -> Mask | None:
    """The part at a point, in shares of the picture."""
    for part in parts:
        height, width = part.shape
        if part[min(int(y * height), height - 1), min(int(x * width), width - 1)]:
            return part
    return None


def _set_beside(people: Iterable[_Person]) -> None:
    for first, second in combinations(people, 2):
        first.beside.add(second.number)
        second.beside.add(first.number)
