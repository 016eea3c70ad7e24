"""How many frames are composed, and in how much detail: asked for, and possible."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from messages.message import Message

# Share of an interval by which a frame may be early: cameras do not keep to the microsecond, and
# one that comes a little early is the one meant.
EARLY = 0.3


class FrameLimit:
    """Used by the worker thread; `set` by anyone."""

    def __init__(self, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._interval_s = 0.0
        self._due_s = 0.0

    def set(self, frames_per_second: float | None) -> None:
        """Let through so many at most; None: all."""
        if frames_per_second is not None and frames_per_second <= 0:
            raise ValueError(f"frame limit is {frames_per_second}, expected more than 0")
        self._interval_s = 0.0 if frames_per_second is None else 1.0 / frames_per_second

    def is_due(self, *, at_least_s: float = 0.0) -> bool:
        """Whether the frame of this moment is let through.

        Args:
            at_least_s: Between two frames, whatever the limit.
        """
        interval_s = max(self._interval_s, at_least_s)
        now = self._clock()
        if now < self._due_s - EARLY * interval_s:
            return False
        # The next is due an interval after this one was, not after it happened to come.
        self._due_s = max(self._due_s, now - interval_s) + interval_s
        return True


# Share of the network's own input size per level, and of the frames that are composed. The size
# goes first: a coarser matte is smoothed by the guided upsampling, a halved rate is plain to see.
# Frames that are left out are left out whole. A matte is never moved on to another frame: see
# docs/decisions for the measurement.
LEVELS = ((1.0, 1), (0.6, 1), (0.36, 1), (0.36, 2))
SENTENCES = (
    Message("The machine keeps up again: full detail."),
    Message("The machine is busy: the outline is computed a little coarser."),
    Message("The machine is very busy: the outline is computed coarser."),
    Message("The machine cannot keep up: every second frame is left out."),
)
# Never two levels within a second; longer on the way down so that the new level can show itself.
DOWN_AFTER_S = 2.0
UP_AFTER_S = 10.0
LONGEST_UP_AFTER_S = 160.0
# Busy for more than this share of the time between two frames: there is no reserve left.
OVERLOAD = 0.95
# The level above must be expected to leave this much air, or it would be given up again at once.
COMFORT = 0.7
SMALLEST_INPUT_PIXELS = 128 * 80
# Without a frame for this long (a lost camera, an engine being made) what was seen is over.
GAP_S = 1.0


@dataclass(frozen=True, slots=True)
class PaceChange:
    """A new level, and what to tell people."""

    level: int
    sentence: str


class PaceControl:
    """Decides from how long each frame kept the machine busy. Used by the worker thread.

    Attributes:
        is_on: False keeps level 0.
        level: 0 is full detail.
    """

    def __init__(self, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self.is_on = True
        self.level = 0
        self._clock = clock
        self._full_pixels: int | None = None
        self.start_over()

    def start_over(self) -> None:
        """Another source, model or device: back to full detail, nothing learnt."""
        self.level = 0
        self._full_pixels = None
        self._load: float | None = None
        self._network_share = 1.0
        self._seen_from_s = self._seen_to_s = self._clock()
        self._up_after_s = UP_AFTER_S
        self._went_up_s = float("-inf")

    @property
    def frame_step(self) -> int:
        """Compose every so many frames."""
        return LEVELS[self.level][1]

    def input_pixels(self, wanted: int | None) -> int | None:
        """The pixel budget for the network at this level; None: the model's own."""
        if self.level == 0 or self._full_pixels is None:
            return wanted
        smaller = max(SMALLEST_INPUT_PIXELS, round(self._full_pixels * LEVELS[self.level][0]))
        return min(smaller, self._full_pixels)

    def observe(
        self, *, busy_s: float, network_s: float, fps_in: float, input_pixels: int
    ) -> PaceChange | None:
        """One frame was composed; returns the change, if it is time for one.

        Args:
            busy_s: From taking the frame to having its composite.
            network_s: The part of it that grows with the network's input.
            fps_in: Frames per second that the source delivers.
            input_pixels: Of the network, as it is now.
        """
        if not self.is_on or fps_in <= 0:
            return None
        if self.level == 0:
            self._full_pixels = input_pixels
        load = busy_s * fps_in / self.frame_step
        # One slow frame is no trend: about a second's worth of frames decides.
        weight = min(1.0, 1.0 / max(1.0, fps_in / self.frame_step))
        now = self._clock()
        if self._load is None or now - busy_s - self._seen_to_s > GAP_S:
            self._load = load
            self._seen_from_s = now
        self._seen_to_s = now
        self._load += weight * (load - self._load)
        share = min(1.0, network_s / busy_s) if busy_s > 0 else 1.0
        self._network_share += weight * (share - self._network_share)
        since_s = now - self._seen_from_s  # watched without a gap, at this level
        if self._load > OVERLOAD and self.level < len(LEVELS) - 1 and since_s >= DOWN_AFTER_S:
            # Taken back too early last time? Then wait twice as long before the next try.
            if now - self._went_up_s < UP_AFTER_S:
                self._up_after_s = min(2 * self._up_after_s, LONGEST_UP_AFTER_S)
            return self._change(self.level + 1)
        if self.level > 0 and since_s >= self._up_after_s and self._expected_load_above() < COMFORT:
            self._went_up_s = now
            return self._change(self.level - 1)
        return None

    def _expected_load_above(self) -> float:
        assert self._load is not None, "only asked after a frame"
        share, step = LEVELS[self.level]
        share_above, step_above = LEVELS[self.level - 1]
        network = self._load * self._network_share
        rest = self._load - network
        return (rest + network * share_above / share) * (step / step_above)

    def _change(self, level: int) -> PaceChange:
        is_better = level < self.level
        self.level = level
        self._load = None
        sentence = SENTENCES[level]
        if is_better and level > 0:
            sentence = Message("The machine has time again: more detail.")
        return PaceChange(level, sentence)
