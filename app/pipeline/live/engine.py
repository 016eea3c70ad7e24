"""LiveEngine: the live session's engine: opens it, replaces it, and handles failures and delays."""

from __future__ import annotations

import logging
import time
from collections import deque
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace

from app.messages import Message, inner
from app.pipeline.compute import Urgency
from app.pipeline.engine_session import EngineSession, PlateHandOver
from app.pipeline.engines import EngineFactory, OpenedEngine, PreparingMessage
from app.pipeline.live.events import (
    EngineFailed,
    EngineOpening,
    EnginePreparing,
    EngineReady,
    Notice,
)
from app.pipeline.live.source import EventCallback
from app.pipeline.no_matte import NoMatte
from app.pipeline.settings import Settings
from gpu_unet import Batch, CleanPlate, Composites, Engine, EngineError, FrameFormat

logger = logging.getLogger(__name__)

# An answer that comes later than this belongs to a past moment and is dropped.
STALE_S = 1.0
# After this many failures in a row without a composite, the engine is given up.
FAILURES_ALLOWED = 3
CLOSE_WAIT_S = 1.0  # do not wait longer: it may be compiling another one


@dataclass(frozen=True, slots=True)
class EngineKey:
    """What an engine was made for; another key needs another engine."""

    model: str
    device: str
    precision: str
    input_pixels: int | None
    frame_format: FrameFormat


@dataclass(slots=True, eq=False)
class PendingFrame:
    """A frame that a card works on.

    Attributes:
        since_s: When it was begun, by `time.perf_counter`.
        found: Its outcome, if it was asked for already.
        is_dropped: Its engine was given up or replaced, or another answer came late.
    """

    batch: Batch
    since_s: float
    found: Composites | NoMatte | None = None
    is_dropped: bool = False


class LiveEngine:
    """Used by the worker thread only; nothing in it waits longer than `STALE_S`."""

    def __init__(self, engine_factory: EngineFactory, on_event: EventCallback) -> None:
        self._on_event = on_event
        self._session = EngineSession(
            engine_factory,
            Urgency.LIVE,
            batch_size=1,
            failures_allowed=FAILURES_ALLOWED,
            notify=self._tell_opening,
        )
        self._key: EngineKey | None = None
        self._opened_key: EngineKey | None = None
        self._opening: Future[OpenedEngine] | None = None
        self._late: Future[None] | None = None
        self._begun: deque[PendingFrame] = deque()  # the oldest first
        self._has_failed = False
        self._is_closed = False
        self._hand_over = PlateHandOver()

    @property
    def missing(self) -> NoMatte:
        """Why there is no engine: it is being made, or was given up."""
        return NoMatte.ENGINE_FAILED if self._has_failed else NoMatte.ENGINE_OPENING

    @property
    def opened(self) -> OpenedEngine | None:
        """The engine in use; None while there is none."""
        return self._session.opened

    def want(self, settings: Settings, frame_format: FrameFormat) -> bool:
        """Make sure of an engine for `settings` and frames of `frame_format`.

        Returns:
            True: it works now; False: it is being made or cannot be made.
        """
        settings = self._session.settings_for(settings)
        key = EngineKey(
            settings.model,
            settings.device,
            settings.precision,
            settings.input_pixels,
            frame_format,
        )
        if self._opening is not None and self._opening.done():
            self._finish_opening()
        if key != self._key and self._opening is None:
            # Flip-test averaging is for files: live, its time is better spent on a larger input.
            self._begin(key, replace(settings, look_twice="off", is_live=True))
        # While only the network's input size changes, the old engine goes on; any other engine
        # would be wrong, or cannot take these frames.
        return self.opened is not None and _differ_in_size_only(self._opened_key, key)

    def _tell_opening(self, sentence: str) -> None:
        """Pass on what the opening waits for; on its thread, which may outlive the session."""
        if self._is_closed:
            return
        if isinstance(sentence, PreparingMessage):
            self._on_event(EnginePreparing(sentence, **sentence.values))
        else:
            self._on_event(EngineOpening(sentence))

    def retry(self) -> None:
        """Try again what failed before: the user chose a model or device."""
        self._session.forget_gpu()
        if self._has_failed:
            self._key = None

    @property
    def takes_clean_plate(self) -> bool:
        """Whether the engine in use reads a clean plate."""
        return self.opened is not None and self.opened.engine.takes_clean_plate

    def begin(
        self, batch: Batch, plate: CleanPlate | None = None
    ) -> Composites | PendingFrame | NoMatte:
        """Start on one frame: its composite, or why there is none: a failure, or a late answer.

        Where a card leaves part of the work to the processor, the frame is begun: then `finish` has
        the outcome, and up to `most_begun` frames may be begun.

        Args:
            batch: One frame, in the format of the last `want`.
            plate: The learnt clean plate, or None. A plate of another size than the engine's
                counts as None.
        """
        if (reason := self._unusable()) is not None:
            return reason

        def call(engine: Engine) -> Composites | None:
            if engine.takes_clean_plate:
                self._hand_over.tell(engine, plate)
            engine.submit(batch)
            return engine.collect() if engine.in_flight == 1 and engine.is_ready else None

        found = self._outcome(self._session.call(call), batch)
        if found is not None:
            return found
        self._begun.append(PendingFrame(batch, time.perf_counter()))
        return self._begun[-1]

    def is_ready(self, begun: PendingFrame) -> bool:
        """Whether there is no more reason to wait with `finish` for the oldest begun frame."""
        return (
            begun.is_dropped
            or begun.found is not None
            or self.opened is None
            or self.opened.engine.is_ready
            or time.perf_counter() - begun.since_s > STALE_S
        )

    @property
    def most_begun(self) -> int:
        """How many frames may be begun and not finished."""
        return 1 if self.opened is None else self.opened.engine.max_in_flight

    def finish(self, begun: PendingFrame) -> Composites | NoMatte | None:
        """The outcome of the oldest begun frame, as from `begin`; None if it was dropped."""
        if begun.found is None and not begun.is_dropped:

            def collect(engine: Engine) -> Composites | None:
                return engine.collect()

            begun.found = self._outcome(self._session.call(collect), begun.batch)
            if not begun.is_dropped:
                self._begun.popleft()
        return begun.found

    def process(self, batch: Batch, plate: CleanPlate | None = None) -> Composites | NoMatte:
        """`begin` and `finish`, after the frames that are begun."""
        while self._begun:
            self.finish(self._begun[0])
        found = self.begin(batch, plate)
        if not isinstance(found, PendingFrame):
            return found
        return self.finish(found) or NoMatte.ENGINE_ERROR

    def see(self, batch: Batch, plate: CleanPlate | None = None) -> Composites | NoMatte:
        """What the network sees of one frame, which waits on the device for `composite`.

        Frames that are begun are finished first. A frame that waits already is given up, and with
        it what goes from frame to frame: its call failed or came late.

        Args:
            batch: One frame that is observed.
            plate: As for `begin`.

        Returns:
            Its observation without a composite.
        """
        while self._begun:
            self.finish(self._begun[0])
        if (reason := self._unusable()) is not None:
            return reason

        def call(engine: Engine) -> Composites | None:
            if engine.takes_clean_plate:
                self._hand_over.tell(engine, plate)
            if engine.waiting:
                engine.reset()
            for _ in engine.film_steps(batch):
                pass
            return engine.collect()

        return self._outcome(self._session.call(call), batch, count=0) or NoMatte.ENGINE_ERROR

    def composite(self, batch: Batch) -> Composites | NoMatte:
        """The composite of the frame that `see` left, with these settings, or why there is none.

        Its matte is its own: no frame before or after it has a say.

        Args:
            batch: As for `see`.
        """
        if (reason := self._unusable()) is not None:
            return reason
        backgrounds = None if batch.backgrounds is None else ()
        rest = replace(batch, frames=(), backgrounds=backgrounds, observe=(), elapsed_s=None)

        def call(engine: Engine) -> Composites | None:
            for _ in engine.film_steps(rest):
                pass
            return engine.collect()

        return self._outcome(self._session.call(call), batch) or NoMatte.ENGINE_ERROR

    def _unusable(self) -> NoMatte | None:
        """Why no frame can be given to the engine now; None: one can."""
        if self.is_stuck:
            return NoMatte.ENGINE_STUCK
        return self.missing if self.opened is None else None

    def _outcome(
        self, future: Future[Composites | None], batch: Batch, *, count: int = 1
    ) -> Composites | NoMatte | None:
        """What a call of the engine brought: `count` composites; None: the frame is begun."""
        if not wait([future], timeout=STALE_S).done:
            self._drop(future)
            return NoMatte.ENGINE_LATE
        # Any exception at all: then there is no composite.
        if (error := future.exception()) is not None:
            self._fail(error)
            return NoMatte.ENGINE_ERROR
        composites = future.result()
        if composites is None:
            return None
        shape = batch.frames[0].shape
        if [one.shape for one in composites.frames] != [shape] * count:
            self._fail(EngineError("the engine returned something that is no composite"))
            return NoMatte.NOT_A_COMPOSITE
        self._session.worked()
        return composites

    def _drop(self, late: Future[Composites | None]) -> None:
        """Drop a late answer, and all frames that are begun: they are of a past moment."""
        was_begun = bool(self._begun)
        is_cancelled = late.cancel()
        self._forget_begun()

        def drop(engine: Engine) -> None:
            if not is_cancelled:
                late.result()
            while engine.in_flight:
                engine.collect()

        if was_begun or not is_cancelled:
            self._late = self._session.call(drop)

    def _forget_begun(self) -> None:
        for begun in self._begun:
            begun.is_dropped = True
        self._begun.clear()

    @property
    def is_stuck(self) -> bool:
        """Whether a late call has not returned yet; its result will be dropped."""
        if self._late is not None and self._late.done():
            error = self._late.exception()
            self._late = None
            if error is not None:
                self._fail(error)
        return self._late is not None

    def reset(self) -> None:
        """Forget earlier frames: the picture jumps."""
        self._session.reset()

    def close(self) -> None:
        """Release the engine; waits for a busy compute thread, up to a limit."""
        self._is_closed = True
        self._opening = None
        self._opened_key = self._key = None
        self._session.close(wait_s=CLOSE_WAIT_S)

    def _begin(self, key: EngineKey, settings: Settings) -> None:
        self._key = key
        self._has_failed = False
        if not _differ_in_size_only(self._opened_key, key):
            # Close the old one first: two need twice the memory, which a GPU may not have.
            self._release()
            self._on_event(EngineOpening(Message("Starting the engine.")))
        self._opening = self._session.begin(settings, key.frame_format)

    def _finish_opening(self) -> None:
        opening, self._opening = self._opening, None
        if opening is None:
            return
        if (error := opening.exception()) is not None:
            self._session.abandon()
            if not isinstance(error, EngineError | ValueError | OSError | MemoryError):
                # Neither the model, the machine nor the device is to blame: this is a bug.
                logger.error("the engine could not be opened", exc_info=error)
            self._give_up(error)
            return
        self._forget_begun()
        opened = self._session.finish_opening()
        self._opened_key = self._key
        engine = opened.engine
        self._on_event(
            EngineReady(
                device=engine.device,
                device_name=engine.device_name,
                model=opened.model,
                input_height=engine.architecture.height,
                input_width=engine.architecture.width,
                takes_clean_plate=engine.takes_clean_plate,
            )
        )

    def _fail(self, error: BaseException) -> None:
        """After a failed call: reopen the engine, move from a lost GPU to the CPU, or give up."""
        logger.warning("engine failed: %s", error, exc_info=error)
        verdict = self._session.failed(error, "" if self._key is None else self._key.device)
        if verdict == "again":
            return
        if verdict == "give up":
            self._give_up(error)
            return
        self._release()
        self._key = None  # the next `want` opens on the CPU
        sentence = Message(
            "The GPU stopped working, so the CPU took over. Choose the GPU again to switch back."
        )
        self._on_event(Notice("warning", "gpu-lost", sentence, str(error)))

    def _give_up(self, error: BaseException) -> None:
        self._has_failed = True
        self._release()
        sentence = Message(
            "Only the background is shown: {sentence}. Choose another model or device.",
            sentence=inner(str(error)) or type(error).__name__,
        )
        self._on_event(EngineFailed(sentence, f"{type(error).__name__}: {error}"))

    def _release(self) -> None:
        self._opened_key = None
        self._forget_begun()
        self._hand_over.forget()
        self._session.release()


def _differ_in_size_only(one: EngineKey | None, other: EngineKey) -> bool:
    return one is not None and replace(one, input_pixels=other.input_pixels) == other
