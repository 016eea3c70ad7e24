"""LiveStatistics: rates, delays per stage and losses over the last seconds."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.pipeline.no_matte import NoMatte
from app.video.recording.summary import RecordingStatus

WINDOW_FRAMES = 300  # ten seconds at 30 frames/s: steady figures that still follow a change
RATE_WINDOW_S = 2.0
LEAST_SPAN_S = 0.1  # two frames that a busy computer brings at once are no rate


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Percentiles of delays over the window, in ms."""

    p50: float
    p95: float
    max: float
    count: int


@dataclass(frozen=True, slots=True)
class LiveStatistics:
    """A snapshot for the window and for `--stats`.

    Attributes:
        fps_in: Frames per second that the source delivered.
        fps_out: Composites per second that were handed to the sinks.
        frame_limit: The most of them that the user allows; infinite: all.
        latency_ms: Capture to composite in memory.
        stage_ms: Per stage: "wait" (capture to compute), the engine's own ("resize",
            "network", ...), "process" (all of the engine), "hand_over", and to the sinks,
            counted from capture: "to_preview", "to_recorder", and "to_" with a sender's name.
        dropped_frames: Frames of all sources so far that were replaced before the engine took them.
        alone_because: Why the newest frame shows the background alone; None: it is a composite.
        without_matte: Frames of the background alone, counted by reason.
        source_state: "opening", "live", "lost", "ended".
        pace_level: 0 is full quality, -1 the larger network input of a machine with time to spare.
        sending: Names of the senders that feed other programs.
        recording: None while nothing is recorded.
    """

    fps_in: float = 0.0
    fps_out: float = 0.0
    frame_limit: float = math.inf
    latency_ms: Percentiles | None = None
    stage_ms: Mapping[str, Percentiles] = field(default_factory=dict)
    dropped_frames: int = 0
    composite_frames: int = 0
    alone_because: NoMatte | None = None
    without_matte: Mapping[NoMatte, int] = field(default_factory=dict)
    source_state: str = "opening"
    pace_level: int = 0
    sending: tuple[str, ...] = ()
    recording: RecordingStatus | None = None


def percentiles(values: list[float]) -> Percentiles:
    """Nearest-rank percentiles of at least one value."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return Percentiles(
        p50=ordered[last // 2],
        p95=ordered[min(last, round(0.95 * last))],
        max=ordered[-1],
        count=len(ordered),
    )


class Rate:
    """Events per second over the last `RATE_WINDOW_S`; any thread."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=1000)
        self._lock = threading.Lock()

    def tick(self) -> None:
        """Count one event now."""
        with self._lock:
            self._times.append(self._clock())

    def per_second(self) -> float:
        """Events per second; 0 as long as those in the window took less than `LEAST_SPAN_S`."""
        now = self._clock()
        with self._lock:
            while self._times and now - self._times[0] > RATE_WINDOW_S:
                self._times.popleft()
            span_s = self._times[-1] - self._times[0] if self._times else 0.0
            if span_s < LEAST_SPAN_S:
                return 0.0
            # Let the rate of a stopped stream fall before the window is empty.
            idle_s = max(0.0, now - self._times[-1] - span_s / (len(self._times) - 1))
            return (len(self._times) - 1) / (span_s + idle_s)


class StageTimes:
    """Collects milliseconds per stage; bounded, any thread."""

    def __init__(self) -> None:
        self._stages: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def add(self, stage_ms: Mapping[str, float]) -> None:
        """Add one frame's stages."""
        with self._lock:
            for stage, value in stage_ms.items():
                self._stages.setdefault(stage, deque(maxlen=WINDOW_FRAMES)).append(value)

    def snapshot(self) -> dict[str, Percentiles]:
        """Percentiles per stage, in the order the stages were first seen."""
        with self._lock:
            copies = {stage: list(values) for stage, values in self._stages.items()}
        return {stage: percentiles(values) for stage, values in copies.items()}

    def clear(self) -> None:
        """Forget everything: another source or engine."""
        with self._lock:
            self._stages.clear()


class SessionFigures:
    """Counts what a session does; written by the worker, read by any thread."""

    def __init__(self) -> None:
        self.stages = StageTimes()
        self._alone_because: NoMatte | None = None
        self._without_matte: Counter[NoMatte] = Counter()
        self._composite_frames = 0
        self._composite_rate = Rate()

    def count_composite(self, stage_ms: Mapping[str, float], latency_ms: float) -> None:
        """One composite was made."""
        self.stages.add({**stage_ms, "latency": latency_ms})
        self._composite_rate.tick()
        self._composite_frames += 1
        self._alone_because = None

    def count_alone(self, reason: NoMatte) -> bool:
        """Count a frame of the background alone; True: the reason has changed."""
        is_new = reason is not self._alone_because
        self._alone_because = reason
        self._without_matte[reason] += 1
        return is_new

    def snapshot(self, **others: Any) -> LiveStatistics:
        """All figures; those of the source, the pace and the sinks are the caller's."""
        stages = self.stages.snapshot()
        return LiveStatistics(
            fps_out=self._composite_rate.per_second(),
            latency_ms=stages.pop("latency", None),
            stage_ms=stages,
            composite_frames=self._composite_frames,
            alone_because=self._alone_because,
            without_matte=dict(self._without_matte),
            **others,
        )
