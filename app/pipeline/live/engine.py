"""LiveEngine: the live session's engine: opens it, replaces it, and handles failures and delays."""

from __future__ import annotations

import logging
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace

from app.messages.message import Message, inner
from app.pipeline.clean_plate.hand_over import PlateHandOver
from app.pipeline.compute import Urgency
from app.pipeline.engine_session import EngineSession
from app.pipeline.engines import EngineFactory, OpenedEngine
from app.pipeline.live.events import (
    EngineFailed,
    EngineOpening,
    EnginePreparing,
    EngineReady,
    Notice,
)
from app.pipeline.live.source import EventCallback
from app.pipeline.no_matte import NoMatte
from app.pipeline.preparing import PreparingMessage
from app.pipeline.settings import Settings
from gpu_unet import (
    Batch,
    CleanPlate,
    Composites,
    Engine,
    EngineError,
    FrameFormat,
)

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


class LiveEngine:
    """Used by the worker thread only; nothing in it waits longer than `STALE_S`.

    Args:
        engine_factory: Makes the engine.
        on_event: Receives events.
    """

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
        self._late: Future[Composites] | None = None
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
            self._begin(key, replace(settings, look_twice="off"))
        # While only the network's input size changes, the old engine goes on; any other engine
        # would be wrong, or cannot take these frames.
        return self.opened is not None and _differ_in_size_only(self._opened_key, key)

    def _tell_opening(self, sentence: str) -> None:
        """Pass on what the opening waits for; on its thread, which may outlive the session."""
        if self._is_closed:
            return
        if isinstance(sentence, PreparingMessage):
            self._on_event(EnginePreparing(sentence, sentence.ready, sentence.total))
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

    def process(self, batch: Batch, plate: CleanPlate | None = None) -> Composites | NoMatte:
        """The composite of one frame, or why there is none: a failure, or a late answer.

        Args:
            batch: One frame, in the format of the last `want`.
            plate: The learnt clean plate, or None. A plate of another size than the engine's
                counts as None.
        """
        if self.is_stuck:
            return NoMatte.ENGINE_STUCK
        if self.opened is None:
            return self.missing

        def call(engine: Engine) -> Composites:
            if engine.takes_clean_plate:
                self._hand_over.tell(engine, plate)
            return engine.process(batch)

        future = self._session.call(call)
        if not wait([future], timeout=STALE_S).done:
            if not future.cancel():
                self._late = future
            return NoMatte.ENGINE_LATE
        # Any exception at all: then there is no composite.
        if (error := future.exception()) is not None:
            self._fail(error)
            return NoMatte.ENGINE_ERROR
        composites = future.result()
        if len(composites.frames) != 1 or composites.frames[0].shape != batch.frames[0].shape:
            self._fail(EngineError("the engine returned something that is no composite"))
            return NoMatte.NOT_A_COMPOSITE
        self._session.worked()
        return composites

    @property
    def is_stuck(self) -> bool:
        """Whether the last call has not returned yet; its result will be dropped."""
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
        self._on_event(
            Notice(
                "warning",
                "gpu-lost",
                Message(
                    "The GPU stopped working, so the CPU took over. Choose the "
                    "GPU again to switch back."
                ),
                str(error),
            )
        )

    def _give_up(self, error: BaseException) -> None:
        self._has_failed = True
        self._release()
        sentence = inner(str(error)) or type(error).__name__
        self._on_event(
            EngineFailed(
                Message(
                    "Only the background is shown: {sentence}. Choose another model or device.",
                    sentence=sentence,
                ),
                f"{type(error).__name__}: {error}",
            )
        )

    def _release(self) -> None:
        self._opened_key = None
        self._hand_over.forget()
        self._session.release()


def _differ_in_size_only(one: EngineKey | None, other: EngineKey) -> bool:
    return one is not None and replace(one, input_pixels=other.input_pixels) == other
