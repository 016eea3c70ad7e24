"""PeopleFilter: keeps the people who are meant and removes all others, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.pipeline.person.kept_areas import kept_areas
from app.pipeline.person.pick import JOINED_S, PersonPick, Unsure, clock
from app.pipeline.person.tracker import Doubt, NobodyThereError, PeopleTracker
from app.pipeline.settings import Settings
from app.video.frame import SAME_FRAME_S, elapsed_s
from gpu_unet import Area, Observation

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
        self.unsure: list[Unsure] = []

    def point_out(
        self, pick: PersonPick, seen: Observation, time_s: float, *, height: int, width: int
    ) -> None:
        """Remember how the person of a pick looks.

        Args:
            pick: A point on one who is meant.
            seen: What the network saw of the frame of its time.
            time_s: Of that frame.
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
        try:
            self._tracker.point_out(seen, x, y)
        except NobodyThereError as error:
            raise ValueError(
                f"nobody stands at {pick}; give a point on the person, in pixels of the "
                "recording, and a time at which they are seen"
            ) from error
        self._pointed.append((time_s, (x, y)))

    def see(
        self, seen: Observation, time_s: float, drawn: Sequence[Area] = ()
    ) -> tuple[Observation, tuple[Area, ...]]:
        """What is left of the next frame.

        Args:
            seen: What the network saw of it.
            time_s: Its time.
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

    def _note(self, doubt: Doubt, time_s: float) -> None:
        last = self.unsure[-1] if self.unsure else None
        if (
            last is None
            or last.reason != doubt.value
            or not (last.end_s <= time_s <= last.end_s + JOINED_S)
        ):
            self.unsure.append(Unsure(time_s, time_s, doubt.value))
        else:
            self.unsure[-1] = replace(last, end_s=time_s)
