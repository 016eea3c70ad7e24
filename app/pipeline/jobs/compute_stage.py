"""ComputeStage: the middle of a job, where frames become composites on the compute thread."""

from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import KW_ONLY, dataclass, field, replace
from time import perf_counter
from typing import TypeVar

from app.messages import Message
from app.pipeline.clean_plate.recording_room import RecordingRoom
from app.pipeline.compute import Steps, Urgency
from app.pipeline.engine_session import EngineSession
from app.pipeline.engines import EngineFactory, OpenedEngine
from app.pipeline.framing import WHOLE, AutoFraming, Crop
from app.pipeline.jobs.thread_clock import ThreadClock
from app.pipeline.person.people_filter import NOTHING, PeopleFilter, people_alone
from app.pipeline.settings import Settings
from app.video.frame import USUAL_S, elapsed_s
from app.video.linear_picture import LinearPicture
from app.video.sink import FrameTime
from gpu_unet import (
    Area,
    Batch,
    Composites,
    Engine,
    EngineError,
    EngineSettings,
    FrameFormat,
    Image,
    Observation,
)

T = TypeVar("T")

POLL_S = 0.05  # how soon a waiting job notices that it was cancelled
ABANDON_AFTER_S = 0.4  # a batch ends sooner; a compilation takes longer, and is left behind


class JobCancelled(Exception):  # noqa: N818 -- cancelling is no error
    """The job was cancelled while it waited; handled inside the job."""


@dataclass(frozen=True, slots=True, eq=False)
class JobFrame:
    """A frame, and what belongs to it.

    Attributes:
        pixels: uint8, in the frame format's shape.
        background: Likewise, what lies behind it; None for blur and transparent.
        shown: When it is shown.
        time_s: The same, in seconds of the input.
        number: Counted from 0 at the job's first.
        alpha: Its own, uint8 (height, width); None: the input has none, or damage lost it.
        linear: Its scene-linear values, and those of its composite when it comes back; None: there
            are none.
    """

    pixels: Image
    background: Image | None
    shown: FrameTime
    time_s: float
    number: int
    alpha: Image | None = None
    linear: LinearPicture | None = None


JobBatch = Sequence[JobFrame]  # in their order
Made = Iterator[tuple[JobBatch, Composites]]  # batches with what became of their frames


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """A call of the engine whose composites are not collected yet."""

    due: int  # number of frames that it composites
    number: int  # of the first frame that was handed in with it
    learnt_s: Sequence[float]  # times of those that the clean plate is learnt from


@dataclass(eq=False)
class ComputeStage:
    """A job's use of its engine; the CPU takes over from a failing GPU if the device is "auto".

    Every call runs on the process's compute thread, in steps between which a live picture has its
    turn; this stage waits for it. A cancelled job waits for one step at most and never for a
    compilation. An engine that overlaps batches gets the next one before the last is collected.

    A matte that is steadied with the frames ahead (`Engine.film_steps`; docs/decisions/0036) comes
    back later, and in other batches than its frames came in.

    Auto-framing places each frame by its own matte, so every call has one frame then, and is
    collected before the next: the result does not depend on batches. Without frames ahead it is
    the matte of the frame before, except where a scene begins: that frame is done twice. People who
    are not meant are removed in the same way (docs/decisions/0046), with frames ahead alone.

    What strokes want of a frame is known before, so it goes with single frames, too, but nothing
    is collected early (docs/decisions/0047).

    Args:
        batch_size: The most frames per batch.
        notify: Told in one sentence what a slow start waits for, or that the GPU was lost.
        cancelled: Set when the job is cancelled.
        room: Learns the clean plate; None: none is learnt.
        frames_ahead: Whether frames are consecutive, and later ones steady the matte.
        has_own_alpha: The frames bring alphas of their own.
        people: Removes people who are not meant; None: everyone stays. Without frames ahead no
            frame is seen before it is composited, so all of them show the background alone.
        stroke_areas: Areas that strokes want of the frame of a time; frames then have times.
            None: there are no strokes.

    Attributes:
        opened: The engine in use, and its model; `observe` takes as many frames as its batches.
    """

    settings: Settings
    frame_format: FrameFormat
    _: KW_ONLY
    want_alpha: bool
    batch_size: int
    engine_factory: EngineFactory
    notify: Callable[[str], None]
    cancelled: threading.Event
    room: RecordingRoom | None = None
    frames_ahead: bool = False
    has_own_alpha: bool = False
    people: PeopleFilter | None = None
    stroke_areas: Callable[[float], tuple[Area, ...]] | None = None
    clock: ThreadClock = field(default_factory=lambda: ThreadClock("compute"))

    def __post_init__(self) -> None:
        if self.people is not None:
            self.settings = people_alone(self.settings)
        self._before_s: float | None = None  # time of the last frame that the engine got
        # An input's own alpha stays in its place, and so must the person.
        is_framed = self.settings.frames_person and not self.has_own_alpha
        self._framing = AutoFraming() if is_framed else None
        # By number, of frames that were seen and not handed on.
        self._crops: dict[int, Crop] = {}
        self._areas: dict[int, tuple[Area, ...]] = {}
        if self._framing is not None:
            self._framing.reset()
        if self._goes_by_frames:
            self.batch_size = 1
        self._session = EngineSession(
            self.engine_factory, Urgency.FILE, batch_size=self.batch_size, notify=self.notify
        )
        self._held: deque[JobFrame] = deque()  # which were not handed on
        self._in_flight: deque[_Call] = deque()
        self.opened = self._open(self.settings)

    @property
    def _sees_frames(self) -> bool:
        """Whether what the network sees of a frame decides how it is composited."""
        return self._framing is not None or self.people is not None

    @property
    def _goes_by_frames(self) -> bool:
        """Whether each frame has settings of its own, so that a call has one frame."""
        return self._sees_frames or self.stroke_areas is not None

    @property
    def is_steady(self) -> bool:
        """Whether the frames ahead steady the matte."""
        return self.frames_ahead and self.opened.engine.takes_films

    def observe(self, frames: Sequence[Image]) -> Sequence[Observation]:
        """What the network sees of single frames, before the first batch.

        Raises:
            EngineError: The engine failed; `push` then tries the fallback.
            JobCancelled: The job was cancelled meanwhile.
        """

        def steps(engine: Engine) -> Steps[Sequence[Observation]]:
            settings = EngineSettings(background="transparent")
            for _ in engine.submit_steps(
                Batch(frames, None, settings, want_alpha=True, observe=range(len(frames)))
            ):
                if self.cancelled.is_set():
                    raise JobCancelled
                yield
            observations = engine.collect().observations
            engine.reset()  # the first frame must not depend on these
            if len(observations) != len(frames):
                raise EngineError("the engine did not tell what it saw")
            return observations

        if self.cancelled.is_set():
            raise JobCancelled
        return self._wait(self._session.call_steps(steps))

    def push(self, batch: JobBatch) -> Made:
        """Hand in the next batch; yields finished batches in order, which may be earlier frames.

        Raises:
            EngineError: The engine failed and there is no fallback, or it returned something that
                is no composite of these frames.
            JobCancelled: The job was cancelled meanwhile.
        """
        if not self._goes_by_frames:
            return self._push(batch)
        return itertools.chain.from_iterable(self._push([frame]) for frame in batch)

    def _push(self, batch: JobBatch) -> Made:
        self._follow_room(batch[0])
        self._held.extend(batch)
        return self._advance(lambda engine: self._steps(engine, batch))

    def drain(self) -> Made:
        """Yield what is still in flight; raises as `push` does."""
        while self._held:
            yield from self._advance(self._last_steps)

    def close(self) -> None:
        """Release the engine; does not wait for a busy compute thread."""
        self._session.close(wait_s=ABANDON_AFTER_S)
        if self.room is not None:
            self.room.close()

    def _follow_room(self, first: JobFrame) -> None:
        """Wait for the clean plate that is due at a batch, if it is still being learnt."""
        room = self.room
        if room is None:
            return
        if room.wants_first_frame:
            try:
                (seen,) = self.observe([first.pixels])
            except EngineError:  # the call for the batch will raise it again
                seen = None
            room.begin(seen, first.time_s)
        with self.clock.wait_for("room"):
            room.advance(first.number)

    def _steps(self, engine: Engine, batch: JobBatch) -> Steps[Composites | None]:
        """Hand in a batch (without frames at the end); returns composites if the engine is full."""
        times_s, room = [frame.time_s for frame in batch], self.room
        number = batch[0].number if batch else 0
        learnt = room.prepare(engine, times_s, number) if room and batch else ()
        settings = self.settings.for_engine()
        asked = Batch(
            [frame.pixels for frame in batch],
            [_behind(frame) for frame in batch] if settings.background == "image" else None,
            settings,
            want_alpha=self.want_alpha,
            observe=range(len(batch)) if self._sees_frames else learnt,
            elapsed_s=elapsed_s(self._before_s, times_s) or None,
        )
        self._before_s = times_s[-1] if times_s else self._before_s
        waited = engine.waiting
        if self._sees_frames:
            composites = yield from self._seen_steps(engine, asked, next(iter(batch), None))
        else:
            yield from self._submit(engine, self._with_strokes(asked))
            composites = engine.collect() if engine.in_flight >= engine.max_in_flight else None
        due = waited + len(batch) - engine.waiting
        self._in_flight.append(_Call(due, number, [times_s[n] for n in learnt]))
        return composites

    def _submit(self, engine: Engine, batch: Batch) -> Steps[None]:
        submit = engine.film_steps if self.is_steady else engine.submit_steps
        for _ in submit(batch):
            if self.cancelled.is_set():
                raise JobCancelled
            yield

    def _seen_steps(
        self, engine: Engine, batch: Batch, frame: JobFrame | None
    ) -> Steps[Composites]:
        """Hand in one frame, composite the frame that is due as its own matte wants it, collect.

        Args:
            batch: Of the frame; None: at the end, of none.
        """
        framing = self._framing
        due = self._held[0].number  # the oldest that was not handed on
        crop = self._crops.get(due, WHOLE if framing is None else framing.crop)
        yield from self._submit(engine, self._as_seen(batch, due, crop))
        composites = engine.collect()
        if frame is not None and frame.number not in self._crops:  # after a lost GPU it is known
            if not composites.observations:
                raise EngineError("the engine did not tell what it saw")
            self._see(composites.observations[0], batch, frame)
        is_other = frame is not None and due == frame.number and self._crops[due] != crop
        if framing is not None and composites.frames and is_other and framing.has_jumped:
            engine.reset()
            yield from self._submit(engine, self._as_seen(batch, due, self._crops[due]))
            composites = engine.collect()
        if composites.frames:
            del self._crops[due]
            self._areas.pop(due, None)
        return composites

    def _with_strokes(self, batch: Batch) -> Batch:
        """A batch with what strokes want of the frame that is due."""
        place = sum(call.due for call in self._in_flight)
        if self.stroke_areas is None or place == len(self._held):
            return batch
        areas = self._drawn(batch.settings.areas, self._held[place].time_s)
        return replace(batch, settings=replace(batch.settings, areas=areas))

    def _drawn(self, areas: tuple[Area, ...], time_s: float) -> tuple[Area, ...]:
        """The settings' areas, and those that strokes want of the frame of a time."""
        return areas if self.stroke_areas is None else (*areas, *self.stroke_areas(time_s))

    def _as_seen(self, batch: Batch, due: int, crop: Crop) -> Batch:
        """A batch with the settings of the frame that is due."""
        settings = batch.settings
        if self._framing is not None:
            settings = crop.framed(settings)
        if self.people is not None:  # a frame that was not seen yet is not due
            settings = replace(settings, areas=self._areas.get(due, (NOTHING,)))
        elif self.stroke_areas is not None:
            areas = self._drawn(settings.areas, self._held[0].time_s)
            settings = replace(settings, areas=areas)
        return replace(batch, settings=settings)

    def _see(self, seen: Observation, batch: Batch, frame: JobFrame) -> None:
        """Remember what a frame's own matte wants: its crop, and who is removed."""
        areas = self._drawn(self.settings.areas, frame.time_s)
        if self.people is not None:
            seen, self._areas[frame.number] = self.people.see(seen, frame.time_s, areas)
        since_s = batch.elapsed_s[0] if batch.elapsed_s else USUAL_S
        framing = self._framing
        self._crops[frame.number] = WHOLE if framing is None else framing.see(seen, since_s, areas)

    def _last_steps(self, engine: Engine) -> Steps[Composites | None]:
        """After the last batch: composite the waiting frames, or collect what is in flight."""
        return (yield from self._steps(engine, ())) if engine.waiting else engine.collect()

    def _advance(self, steps: Callable[[Engine], Steps[Composites | None]]) -> Made:
        future = self._session.call_steps(steps)
        del steps  # release the batch while its results are handed on
        try:
            composites = self._wait(future)
        except EngineError as error:
            self._fall_back(error)
            yield from self._repeat()
            return
        del future
        if composites is not None:
            yield from self._finish(composites)

    def _fall_back(self, error: EngineError) -> None:
        """Let the CPU take over from the GPU; raises `error` if there is no fallback."""
        if self._session.failed(error, self.settings.device) != "cpu":
            raise error
        self.notify(
            Message(
                "The GPU failed ({error}). Continuing on the CPU from the same frame.",
                error=error,
            )
        )
        self._session.release()
        self.settings = self._session.settings_for(self.settings)
        self.opened = self._open(self.settings)

    def _repeat(self) -> Made:
        """Process again, on the new engine, everything that was not handed on."""
        frames = [*self._held]
        if self.room is not None:
            self.room.observe_again()
        self._in_flight.clear()
        self._held.clear()
        for begin in range(0, len(frames), self.batch_size):
            yield from self.push(frames[begin : begin + self.batch_size])

    def _finish(self, composites: Composites) -> Made:
        call = self._in_flight.popleft()
        self._check(composites, call.due)
        if self.room is not None and call.learnt_s and composites.observations:
            self.room.learn(composites.observations, call.learnt_s, call.number)
        if call.due:
            yield [self._held.popleft() for _ in range(call.due)], composites

    def _open(self, settings: Settings) -> OpenedEngine:
        try:
            self._wait(self._session.begin(settings, self.frame_format))
        except JobCancelled:
            self._session.abandon()
            raise
        return self._session.finish_opening()

    def _wait(self, future: Future[T]) -> T:
        cancelled_s: float | None = None
        while not wait([future], timeout=POLL_S).done:
            if not self.cancelled.is_set():
                continue
            cancelled_s = cancelled_s or perf_counter()
            if perf_counter() - cancelled_s > ABANDON_AFTER_S:
                future.cancel()
                raise JobCancelled
        return future.result()

    def _check(self, composites: Composites, frame_count: int) -> None:
        # Fail closed: only composites of exactly these frames are written.
        device = self.opened.engine.device_name
        shapes = {frame.shape for frame in composites.frames}
        if len(composites.frames) != frame_count or shapes - {self.frame_format.shape}:
            raise EngineError(
                f"the engine on {device} returned {len(composites.frames)} frames of "
                f"shapes {sorted(shapes)} for {frame_count} of {self.frame_format.shape}; "
                "nothing of this batch was written: please report this"
            )
        alpha_count = len(composites.alphas or ())
        if self.want_alpha and alpha_count != frame_count:
            raise EngineError(
                f"the engine on {device} returned {alpha_count} mattes for {frame_count} "
                "frames; nothing of this batch was written: please report this"
            )


@dataclass(eq=False)
class StageAfter:
    """Takes the place of another stage, and changes what that made of each batch.

    Args:
        stage: The other one; None: batches come back at once, and nothing was made of them.
    """

    stage: ComputeStage | StageAfter | None = field(kw_only=True)

    def push(self, batch: JobBatch) -> Made:
        """See `ComputeStage.push`."""
        made = [(batch, None)] if self.stage is None else self.stage.push(batch)
        return itertools.starmap(self._changed, made)

    def drain(self) -> Made:
        """See `ComputeStage.drain`."""
        made = () if self.stage is None else self.stage.drain()
        return itertools.starmap(self._changed, made)

    def close(self) -> None:
        """See `ComputeStage.close`."""
        if self.stage is not None:
            self.stage.close()

    def _changed(self, batch: JobBatch, made: Composites | None) -> tuple[JobBatch, Composites]:
        raise NotImplementedError


Stage = ComputeStage | StageAfter


def _behind(frame: JobFrame) -> Image:
    assert frame.background is not None, "a frame has a picture where the settings name one"
    return frame.background
