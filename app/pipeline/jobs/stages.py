"""Stages: a job's three threads, decode, compute and encode, and the channels between them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from itertools import count
from time import perf_counter
from typing import Generic, TypeVar

from app.pipeline.jobs.compute_stage import JobFrame, Made, Stage
from app.pipeline.jobs.thread_clock import ThreadClock, ThreadTimes
from app.video.backgrounds.background import Background
from app.video.frame import Frame
from app.video.linear_picture import LinearPicture
from app.video.sink import FrameTime, VideoSink
from app.video.source import VideoSource
from gpu_unet import FrameFormat, Image

WINDOW_S = 5.0  # long enough to be steady, short enough to follow a change of scene
REPORT_EVERY_S = 0.2


class Pace:
    """Counts finished frames and tells their rate; used by one thread.

    Args:
        frame_count: Number of frames of the job; None if unknown.
        frames: Those that were finished before.

    Attributes:
        began_s: `time.perf_counter()` when the counting began.
    """

    def __init__(self, frame_count: int | None, frames: int = 0) -> None:
        self.frame_count = frame_count
        self.frames = frames
        self.began_s = perf_counter()
        self._recent: deque[tuple[float, int]] = deque([(self.began_s, frames)])
        self._reported_s = self.began_s

    def count(self) -> bool:
        """Count one finished frame. True: long enough since the last True to report again."""
        return self.note(self.frames + 1)

    def note(self, frames: int) -> bool:
        """Note how many are finished by now, or fewer if work was lost; returns as `count`."""
        self.frames = frames
        now = perf_counter()
        self._recent.append((now, self.frames))
        while now - self._recent[0][0] > WINDOW_S:
            self._recent.popleft()
        is_due = now - self._reported_s >= REPORT_EVERY_S
        if is_due:
            self._reported_s = now
        return is_due

    @property
    def fps(self) -> float:
        """Frames per second over the last seconds."""
        (first_s, first), (last_s, last) = self._recent[0], self._recent[-1]
        return max(0.0, (last - first) / (last_s - first_s)) if last_s > first_s else 0.0

    @property
    def overall_fps(self) -> float:
        """Frames per second since the start."""
        elapsed_s = perf_counter() - self.began_s
        return self.frames / elapsed_s if elapsed_s > 0 else 0.0

    @property
    def eta_s(self) -> float | None:
        """Seconds left at the present rate; None if unknown."""
        if self.frame_count is None or self.fps <= 0:
            return None
        return max(0, self.frame_count - self.frames) / self.fps


T = TypeVar("T")


class Channel(Generic[T]):
    """First in, first out; loses nothing, and never holds more than `capacity` items.

    Args:
        capacity: `put` waits while this many items are inside.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"capacity is {capacity}, expected at least 1")
        self._capacity = capacity
        self._items: deque[T] = deque()
        self._is_closed = False
        self._changed = threading.Condition()

    def put(self, item: T) -> bool:
        """Add `item`, waiting for space. False: the channel is closed; produce no more."""
        with self._changed:
            while len(self._items) >= self._capacity and not self._is_closed:
                self._changed.wait()
            if self._is_closed:
                return False
            self._items.append(item)
            self._changed.notify_all()
            return True

    def take(self, count: int = 1) -> list[T]:
        """Remove the next `count` items, waiting for them.

        Returns fewer only at the end, and none once the channel is closed and empty.
        """
        if count > self._capacity:
            raise ValueError(f"{count} items from a channel of capacity {self._capacity}")
        with self._changed:
            while len(self._items) < count and not self._is_closed:
                self._changed.wait()
            taken = [self._items.popleft() for _ in range(min(count, len(self._items)))]
            self._changed.notify_all()
            return taken

    def close(self, *, discard: bool = False) -> None:
        """End the channel: nothing more goes in; what is inside can be taken unless discarded."""
        with self._changed:
            self._is_closed = True
            if discard:
                self._items.clear()
            self._changed.notify_all()

    def __iter__(self) -> Iterator[T]:
        while items := self.take():
            yield items.pop()  # pop, so that this frame keeps no reference


# What the threads do outside the engine; the engine reports its own stages.
_STAGES = frozenset({"start", "look", "decode", "background", "encode"})


Decoded = tuple[Frame, Image | None]  # a frame and its background; None for blur and transparent


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A finished frame and its time.

    Attributes:
        alpha: None unless the output carries it.
    """

    time: FrameTime
    pixels: Image | LinearPicture
    alpha: Image | None


@dataclass(eq=False)
class Stages:
    """Runs once: every frame of a source through an engine into a sink, in order.

    Args:
        source: Read on the decode thread.
        background: Read on the decode thread; None for blur and transparent.
        background_format: Format of its pictures; None: that of the frame.
        sink: Written on the encode thread; the caller finishes it.
        batch_size: Frames per batch; the channels hold two batches each.
        spares_memory: For very large frames: the channels hold one batch, and decoding waits for
            the engine, whose first run has frames of its own.
        has_pixels: False writes the alpha alone.
        on_progress: Called on the encode thread a few times a second and at the end.
        clock: Clock of the thread that calls `run`.

    Attributes:
        pace: Rate of the frames written; starts anew when the engine is ready.
        frames_carried: Frames that have their neighbours' mattes.
    """

    source: VideoSource
    background: Background | None
    sink: VideoSink
    _: KW_ONLY
    batch_size: int
    has_pixels: bool
    on_progress: Callable[[], None]
    spares_memory: bool = False
    background_format: FrameFormat | None = None
    step: Fraction | None = None
    clock: ThreadClock = field(default_factory=lambda: ThreadClock("compute"))

    def __post_init__(self) -> None:
        self._clocks = {"compute": self.clock}
        self._engine_s: dict[str, float] = {}
        self.pace = Pace(self.source.frame_count)
        self.frames_in = self.frames_carried = 0
        capacity = self.batch_size if self.spares_memory else 2 * self.batch_size
        self._decoded: Channel[Decoded] = Channel(capacity)
        self._composed: Channel[Composed] = Channel(capacity)

    def run(
        self,
        open_compute_stage: Callable[[], Stage],
        on_computed: Callable[[], None] = lambda: None,
    ) -> None:
        """Run all three to their end on this thread's engine; raises what any of them raised.

        Args:
            open_compute_stage: Called while the first frames are being decoded, or before.
            on_computed: Called when the stage has handed on every frame and is closed, while the
                last frames are being encoded.
        """
        with ThreadPoolExecutor(max_workers=2, thread_name_prefix="job") as executor:
            try:
                decoding = None if self.spares_memory else executor.submit(self._decode)
                with self.clock.measure("start"):
                    compute_stage = open_compute_stage()
                decoding = decoding or executor.submit(self._decode)
                self.pace = Pace(self.source.frame_count)
                with self.clock.measure("compute"), closing(compute_stage):
                    encoding = executor.submit(self._encode)
                    is_whole = self._compute(compute_stage)
                if is_whole:
                    on_computed()
            finally:
                # Free threads that wait at a channel, whatever has happened here.
                self._decoded.close(discard=True)
                self._composed.close()
            with self.clock.wait_for("decode"):
                decoding.result()
            with self.clock.wait_for("encode"):
                encoding.result()

    def threads(self) -> Mapping[str, ThreadTimes]:
        """Where each thread's time went, once `run` has ended."""
        return {name: clock.times() for name, clock in self._clocks.items()}

    def stage_s(self) -> dict[str, float]:
        """Busy seconds by stage, the engine's included, once `run` has ended."""
        busy = dict(self._engine_s)
        for times in self.threads().values():
            for stage, seconds in times.worked_s.items():
                if stage in _STAGES:
                    busy[stage] = busy.get(stage, 0.0) + seconds
        return busy

    def stop(self) -> None:
        """Make every stage end after its present frame; from any thread, never waits."""
        self._decoded.close(discard=True)
        self._composed.close(discard=True)

    def _decode(self) -> None:
        clock = self._clocks["decode"] = ThreadClock("decode")
        try:
            while True:
                frame = self.source.read()
                if frame is None:
                    return
                with clock.measure("background"):
                    background = self.background and self.background.image_at(
                        frame.pts_s, self.background_format or frame.format
                    )
                self.frames_in += 1
                item = frame, background
                del frame, background  # free this frame's memory before the next is decoded
                with clock.wait_for("compute"):
                    is_open = self._decoded.put(item)
                if not is_open:
                    return
                del item
        finally:
            self._decoded.close()
            clock.stop()

    def _compute(self, compute_stage: Stage) -> bool:
        """False: the encoder has stopped taking frames."""
        numbers = count()
        while batch := [self._numbered(*item) for item in zip(self._take(), numbers, strict=False)]:
            finished = compute_stage.push(batch)
            del batch  # the engine's call holds the frames and frees them
            if not self._hand_on(finished):
                return False
        return self._hand_on(compute_stage.drain())

    def _take(self) -> list[Decoded]:
        with self.clock.wait_for("decode"):
            return self._decoded.take(self.batch_size)

    def _numbered(self, decoded: Decoded, number: int) -> JobFrame:
        frame, background = decoded
        shown = FrameTime(
            pts=frame.index if frame.pts is None else frame.pts,
            time_base=frame.time_base or 1 / self.source.frame_rate,
            duration=frame.duration,
        )
        alpha = frame.alpha if frame.has_valid_alpha else None
        pixels, time_s = frame.pixels, frame.pts_s
        return JobFrame(pixels, background, shown, time_s, number, alpha, frame.linear)

    def _hand_on(self, finished: Made) -> bool:
        for batch, composites in finished:
            times = [(frame.shown, frame.linear) for frame in batch]
            del batch
            self.frames_carried += composites.carried
            for name, stage_ms in composites.stage_ms.items():
                self._engine_s[name] = self._engine_s.get(name, 0.0) + stage_ms / 1000
            alphas = composites.alphas or [None] * len(times)
            for (time, linear), pixels, alpha in zip(times, composites.frames, alphas, strict=True):
                with self.clock.wait_for("encode"):
                    is_open = self._composed.put(Composed(time, linear or pixels, alpha))
                if not is_open:
                    return False
        return True

    def _times(self, time: FrameTime) -> list[FrameTime]:
        """The times at which a frame is shown: once, or once per step of a constant rate."""
        if self.step is None or not time.duration:
            return [time]
        units = round(self.step / time.time_base)
        return [
            FrameTime(time.pts + begin, time.time_base, units)
            for begin in range(0, time.duration, units)
        ]

    def _encode(self) -> None:
        clock = self._clocks["encode"] = ThreadClock("encode")
        try:
            while True:
                with clock.wait_for("compute"):
                    items = self._composed.take()
                if not items:
                    break
                item = items.pop()
                for time in self._times(item.time):
                    pixels = item.pixels if self.has_pixels else None
                    self.sink.write(pixels, item.alpha, time=time)
                    if self.pace.count():
                        self.on_progress()
                del item  # free it while waiting for the next one
            self.on_progress()
        finally:
            self._composed.close(discard=True)
            clock.stop()
