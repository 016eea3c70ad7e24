"""LivePeople keeps those who are meant in a film; PersonWatch tells if anyone is in the picture."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from app.pipeline.background_tasks import start_thread
from app.pipeline.live.events import Event, PeopleSeen, PersonSeen, PersonSought
from app.pipeline.live.source import EventCallback
from app.pipeline.person.people_filter import PeopleFilter
from app.pipeline.person.pick import PersonPick, UncertainRange, joined
from app.video.files.inputs import Source, open_source
from app.video.frame import SAME_FRAME_S, Frame
from app.video.reading import Log, Reading
from app.video.source import SourceError
from gpu_unet import Area, Image, Observation

logger = logging.getLogger(__name__)

MOST_SOUGHT = 4  # frames that are decoded ahead: each takes as much memory as the film's picture


class LivePeople:
    """Used by the worker thread only; frames of other times are decoded on a thread of its own.

    A pick counts once the network has seen the frame that it was made on. Until then the picks
    before it go on. Where there are none, because the film was just opened, no person is shown.

    Args:
        open_film: Opens a film, as the live picture does.
    """

    def __init__(
        self, on_event: EventCallback, *, open_film: Callable[..., Source] = open_source
    ) -> None:
        self._on_event = on_event
        self._open_film = open_film
        self._film: Path | None = None
        self._log: Log | None = None
        self._picks: tuple[PersonPick, ...] = ()
        # What the network saw of the frame of a pick, and its time; None: no person is there.
        self._looks: dict[PersonPick, tuple[Observation, float] | None] = {}
        self._size = {"height": 1, "width": 1}  # of the film's picture
        self._filter: PeopleFilter | None = None
        self._shows_everyone = True
        self._unsure: tuple[UncertainRange, ...] = ()
        self._lock = threading.Lock()
        self._sought: set[PersonPick] = set()  # on the thread
        self._decoded: list[tuple[PersonPick, Frame | None]] = []

    def want(
        self, film: Path | None, picks: Sequence[PersonPick], *, log: Log | None = None
    ) -> None:
        """Keep these people of a film from the next frame on; none: everyone.

        Args:
            film: Resolved path; None: it is a camera.
            log: As the film is shown; see `FileSource`.
        """
        if (film, log, tuple(picks)) == (self._film, self._log, self._picks):
            return
        if (film, log) != (self._film, self._log):
            self._looks.clear()
            self._filter, self._shows_everyone = None, False
            with self._lock:
                self._sought.clear()
                self._decoded.clear()
        self._film, self._log, self._picks, self._unsure = film, log, tuple(picks), ()
        self._looks = {pick: look for pick, look in self._looks.items() if pick in picks}
        if not picks:
            self._filter, self._shows_everyone = None, True
        self._try_to_begin()

    @property
    def is_on(self) -> bool:
        """Whether someone is meant."""
        return bool(self._picks)

    @property
    def has_decoded(self) -> bool:
        """Whether `decoded` has something, so that a frame that is held has to be drawn anew."""
        return bool(self._decoded)

    def see(
        self, seen: Observation, frame: Frame, drawn: tuple[Area, ...]
    ) -> tuple[Observation, tuple[Area, ...]] | None:
        """What is left of a frame, as from `PeopleFilter.see`; None: it is not known who is meant.

        Args:
            seen: What the network saw of it.
            drawn: Areas of the settings.
        """
        for pick in self._missing():
            if abs(pick.time_s - frame.pts_s) < SAME_FRAME_S:
                self.look(pick, frame, seen)
        self._seek_missing()
        if self._filter is None:
            return (seen, drawn) if self._shows_everyone else None
        alone, areas = self._filter.see(seen, frame.pts_s, drawn)
        self._unsure = joined((*self._unsure, *self._filter.unsure))
        self._on_event(PeopleSeen(frame.pts_s, areas, self._unsure))
        return alone, areas

    def decoded(self) -> tuple[PersonPick, Frame] | None:
        """A pick and its frame, which the network has to see for `look`; None: there is none."""
        while True:
            with self._lock:
                if not self._decoded:
                    return None
                pick, frame = self._decoded.pop(0)
                self._sought.discard(pick)
            if pick not in self._missing():
                continue
            if frame is not None:
                return pick, frame
            self.refuse(pick)

    def seek_again(self, pick: PersonPick) -> None:
        """The network did not see the frame of a pick: decode it again."""
        with self._lock:
            self._sought.discard(pick)
        self._seek_missing()

    def look(self, pick: PersonPick, frame: Frame, seen: Observation) -> None:
        """Remember what the network saw of the frame of a pick."""
        self._size = {"height": frame.format.height, "width": frame.format.width}
        try:
            PeopleFilter().point_out(pick, seen, frame.pts_s, **self._size)
        except ValueError:
            self.refuse(pick)
            return
        self._looks[pick] = seen.taken_apart(), frame.pts_s
        self._on_event(PersonSought(pick, is_found=True))
        self._try_to_begin()

    def reset(self) -> None:
        """Another moment of the film follows: only colours tell who is who."""
        if self._filter is not None:
            self._begin()

    def _missing(self) -> list[PersonPick]:
        return [pick for pick in self._picks if pick not in self._looks]

    def refuse(self, pick: PersonPick) -> None:
        """No person can be found by this pick."""
        self._looks[pick] = None
        self._on_event(PersonSought(pick, is_found=False))
        self._try_to_begin()

    def _try_to_begin(self) -> None:
        if self._picks and not self._missing() and any(self._looks.values()):
            self._begin()

    def _begin(self) -> None:
        """Tell people apart anew, by what was seen of them."""
        people = PeopleFilter()
        for pick in self._picks:
            if (look := self._looks.get(pick)) is not None:
                people.point_out(pick, *look, **self._size)
        self._filter, self._shows_everyone = people, False

    def _seek_missing(self) -> None:
        """Decode the frames of the picks that were not looked at, on a thread."""
        film, log = self._film, self._log
        with self._lock:
            sought = [pick for pick in self._missing() if pick not in self._sought]
            sought = sought[: MOST_SOUGHT - len(self._sought)]
            self._sought.update(sought)
        if sought and film is not None:
            start_thread(
                "people-decoding",
                lambda: self._decode(film, log, sought),
                doing="looking for a person",
            )

    def _decode(self, film: Path, log: Log | None, picks: Sequence[PersonPick]) -> None:
        frames: list[Frame | None] = [None] * len(picks)
        try:
            with self._open_film(film, Reading(log=log, keeps_gamut=False)) as source:
                for n, pick in enumerate(picks):
                    source.seek(pick.time_s)
                    frames[n] = source.read()
        except SourceError as error:
            logger.info("%s cannot be looked through: %s", film, error)
        with self._lock:
            if (film, log) == (self._film, self._log):
                self._decoded += zip(picks, frames, strict=True)


LOOK_EVERY_S = 1.0  # a matte leaves the graphics card only for this
GONE_AFTER_S = 2.5  # people step aside, and a matte may miss one for a moment
LEAST_SHARE = 0.001  # of the picture; the rest of a matte is noise


class PersonWatch:
    """Looks at one matte a second. Used by the worker thread.

    Args:
        on_event: Receives `PersonSeen` after each change.
        clock: Monotonic seconds.
    """

    def __init__(
        self, on_event: Callable[[Event], None], *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._on_event = on_event
        self._clock = clock
        self._due_s = 0.0
        self._is_told_gone = False
        self._gone_from_s: float | None = None

    def start_over(self) -> None:
        """Another source: its first frame is looked at."""
        self._due_s = 0.0
        self._gone_from_s = None
        self._tell(is_there=True)

    def is_due(self) -> bool:
        """Whether the next frame's matte is wanted."""
        return self._clock() >= self._due_s

    def look(self, alpha: Image, *, is_live: bool) -> None:
        """Look at a matte.

        Args:
            alpha: uint8 (height, width), 255 = person.
            is_live: Of a camera. A file is judged at once: a still has no second frame.
        """
        now = self._clock()
        self._due_s = now + LOOK_EVERY_S
        if np.count_nonzero(alpha >= 128) >= LEAST_SHARE * alpha.size:
            self._gone_from_s = None
            self._tell(is_there=True)
            return
        if self._gone_from_s is None:
            self._gone_from_s = now
        if not is_live or now - self._gone_from_s >= GONE_AFTER_S:
            self._tell(is_there=False)

    def _tell(self, *, is_there: bool) -> None:
        if self._is_told_gone == is_there:
            self._is_told_gone = not is_there
            self._on_event(PersonSeen(is_there))
