"""How many frames are composed, and at which detail: the limit asked for, and the pace."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.messages import Message
from app.pipeline.live.events import PaceChanged

# Share of an interval by which a frame may be early: cameras are not exact, and a frame that comes
# a little early is the one that is due.
EARLY = 0.3


class FrameLimit:
    """Used by the worker thread; `set` by any.

    Attributes:
        rate: The most frames per second; infinite: all.
    """

    def __init__(self, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.rate = math.inf
        self._due_s = 0.0

    def set(self, frames_per_second: float | None) -> None:
        """Let through at most this many frames per second; None: all."""
        if frames_per_second is not None and frames_per_second <= 0:
            raise ValueError(f"frame limit is {frames_per_second}, expected more than 0")
        self.rate = math.inf if frames_per_second is None else frames_per_second

    def is_due(self, *, at_least_s: float = 0.0) -> bool:
        """Whether a frame that comes now is let through.

        Args:
            at_least_s: Least time between two frames, whatever the limit.
        """
        interval_s = max(1.0 / self.rate, at_least_s)
        now = self._clock()
        if now < self._due_s - EARLY * interval_s:
            return False
        # Count from the due time: counting from the arrival would add up delays.
        self._due_s = max(self._due_s, now - interval_s) + interval_s
        return True


@dataclass(frozen=True, slots=True)
class Level:
    """How much is composed, and at which load; loads are shares of the time between two frames."""

    rate: float  # the most frames per second
    share: float | None  # of the network's own input size; None: the larger one for stills, films
    comfort: float = 0.9  # it is tried from below with less: else it would be given up at once
    overload: float = 0.95  # it is given up with more: there is no reserve


# The frame rate goes first: a smaller input takes wall for hair for seconds, and the edge shows it;
# docs/decisions/0004 has the measurement. A frame is composed in full or left out. The larger input
# leaves half of the time to a call and whatever else runs, and is given up below a quarter.
FULL_LEVEL, LARGER_INPUT = 0, -1
LEVELS = {
    LARGER_INPUT: Level(math.inf, None, comfort=0.5, overload=0.75),
    FULL_LEVEL: Level(math.inf, 1.0),
    1: Level(30.0, 1.0),
    2: Level(15.0, 1.0),
    3: Level(15.0, 0.6),
    4: Level(15.0, 0.36),
}
# The model "fast" keeps its outline down to this size (224x128 of 16:9).
LEAST_INPUT_PIXELS = 25_000
# A level that costs more than this share of the one before is skipped: it saves too little.
NOTHING_WON = 0.9
REDUCED = Message("This machine is busy: reduced quality.")
FULL = Message("Full quality again.")
# Seconds of overload or of reserve before a change: never two levels within a second.
DOWN_AFTER_S = 2.0
UP_AFTER_S = 3.0
# A level that was left again sooner is tried next after twice the time, up to the longest.
HELD_S = 30.0
LONGEST_UP_AFTER_S = 160.0
# The level above is tried while the delay is below this share of the time between two frames.
PROMPT = 0.5
# Without a frame for this long (a lost camera, an engine being made), measurements expire.
GAP_S = 1.0


class PaceControl:
    """Decides from how long each frame kept the machine busy. Used by the worker thread.

    Attributes:
        is_on: False keeps level 0.
        level: 0 is full quality, `LARGER_INPUT` what a machine with time to spare adds.
    """

    def __init__(self, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self.is_on = True
        self._clock = clock
        self.start_over()

    def start_over(self) -> None:
        """Another source, model or device: back to full quality, without measurements."""
        self.level = FULL_LEVEL
        self._full_pixels: int | None = None
        self._larger_pixels = 0
        self._load: float | None = None
        self._network_load = self._delay_s = 0.0
        self._seen_from_s = self._seen_to_s = self._late_s = self._clock()
        self._up_after_s = UP_AFTER_S
        self._went_up_s = -math.inf

    def interval_s(self, fps_due: float) -> float:
        """The least time between two frames that are composed; 0: every frame."""
        rate = self._rate(self.level, fps_due)
        return 1.0 / rate if rate < fps_due else 0.0

    def input_pixels(self, wanted: int | None) -> int | None:
        """The pixel budget for the network at this level; None: the model's own."""
        if self._full_pixels is None or self._has_own_input:
            return wanted
        return round(self._pixels(self.level))

    def observe(
        self,
        *,
        busy_s: float,
        network_s: float,
        delay_s: float,
        fps_due: float,
        input_pixels: int,
        larger_pixels: int = 0,
    ) -> PaceChanged | None:
        """Note the cost of one composed frame; returns a change of quality, if there is one.

        Args:
            busy_s: From taking the frame to having its composite.
            network_s: How much of it the network took.
            delay_s: From capturing the frame to having its composite.
            fps_due: Frames per second that are to be composed.
            input_pixels: Size of the network's input now.
            larger_pixels: The budget that the model has for stills and films; 0: none.
        """
        if not self.is_on or fps_due <= 0:
            return None
        if self._has_own_input:
            self._full_pixels, self._larger_pixels = input_pixels, larger_pixels
        rate = self._rate(self.level, fps_due)
        network_s = min(network_s, busy_s)  # a card may work longer than the processor beside it
        now = self._clock()
        if self._load is None or now - busy_s - self._seen_to_s > GAP_S:
            self._load, self._network_load = busy_s * rate, network_s * rate
            self._delay_s = delay_s
            self._seen_from_s = self._late_s = now
        self._seen_to_s = now
        # One slow frame is no trend: about a second's worth of frames decides, and half a second's
        # worth for a delay that shrinks.
        weight = min(1.0, 1.0 / rate)
        self._load += weight * (busy_s * rate - self._load)
        self._network_load += weight * (network_s * rate - self._network_load)
        self._delay_s += min(1.0, 2 * weight) * (delay_s - self._delay_s)
        if self._delay_s * rate >= PROMPT:
            self._late_s = now
        ladder = self._ladder(fps_due)
        below = next((level for level in ladder if level > self.level), self.level)
        above = max((level for level in ladder if level < self.level), default=self.level)
        # Of a larger input the network's share alone takes longer; of a higher rate, all does.
        load_above = (self._rate(above, fps_due) / rate) * (
            self._load + self._network_load * (self._pixels(above) / self._pixels(self.level) - 1)
        )
        seen_s, prompt_s = now - self._seen_from_s, now - self._late_s
        is_overloaded = self._load > LEVELS[self.level].overload
        if is_overloaded and below != self.level and seen_s >= DOWN_AFTER_S:
            is_early = now - self._went_up_s < HELD_S
            wait_s = min(2 * self._up_after_s, LONGEST_UP_AFTER_S) if is_early else UP_AFTER_S
            self._up_after_s = wait_s
            return self._change(below)
        has_reserve = load_above < LEVELS[above].comfort
        if has_reserve and above != self.level and prompt_s >= self._up_after_s:
            self._went_up_s = now
            return self._change(above)
        return None

    @property
    def _has_own_input(self) -> bool:
        return LEVELS[self.level].share == 1.0

    def _rate(self, level: int, fps_due: float) -> float:
        most = LEVELS[level].rate
        return most if most < NOTHING_WON * fps_due else fps_due

    def _pixels(self, level: int) -> float:
        assert self._full_pixels is not None, "only asked after a frame"
        share = LEVELS[level].share
        if share is None:
            return self._larger_pixels
        least = min(self._full_pixels, LEAST_INPUT_PIXELS)
        return max(least, self._full_pixels * share)

    def _cost(self, level: int, fps_due: float) -> float:
        """The network's cost at a level, in pixels per second."""
        return self._rate(level, fps_due) * self._pixels(level)

    def _ladder(self, fps_due: float) -> list[int]:
        """The levels that each cost less than the one before; the first of equals."""
        assert self._full_pixels is not None, "only asked after a frame"
        has_larger = NOTHING_WON * self._larger_pixels > self._full_pixels
        ladder = [LARGER_INPUT, FULL_LEVEL] if has_larger else [FULL_LEVEL]
        for level in LEVELS:
            if level > FULL_LEVEL and self._cost(level, fps_due) < NOTHING_WON * self._cost(
                ladder[-1], fps_due
            ):
                ladder.append(level)
        return ladder

    def _change(self, level: int) -> PaceChanged | None:
        was_full, self.level = self.level <= FULL_LEVEL, level
        is_full = level <= FULL_LEVEL
        self._load = None
        if was_full == is_full:
            return None
        return PaceChanged(level, FULL if is_full else REDUCED)
