"""EngineSession: the engine of a job or a live picture: opened, called, replaced, closed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal, TypeVar

from app.messages import Notify
from app.pipeline.background_tasks import give_way, report_unexpected, start_thread
from app.pipeline.compute import Steps, Urgency, compute_thread
from app.pipeline.engines import EngineFactory, OpenedEngine
from app.pipeline.memory import give_back_memory
from app.pipeline.settings import Settings
from gpu_unet import CleanPlate, Engine, EngineError, FrameFormat, GpuLostError

logger = logging.getLogger(__name__)

T = TypeVar("T")

Verdict = Literal["again", "cpu", "give up"]


@dataclass(eq=False)
class EngineSession:
    """Opens engines beside the compute thread, calls and closes them on it; used by one thread.

    Opening takes from a part of a second to minutes (a first start compiles), so it has a thread of
    its own, and the present engine works on until the new one is ready.

    Args:
        urgency: Urgency of every call; a live picture's go before a file's.
        batch_size: The most frames per call.
        notify: Told in one sentence what a slow start waits for, on the opening thread.
        failures_allowed: Failed calls in a row until an engine is given up.
    """

    engine_factory: EngineFactory
    urgency: Urgency
    _: KW_ONLY
    batch_size: int
    notify: Notify
    failures_allowed: int = 1

    def __post_init__(self) -> None:
        self._failures = 0
        self._has_lost_gpu = False
        self._opening: Future[OpenedEngine] | None = None
        self.opened: OpenedEngine | None = None  # the engine in use; None while there is none

    def settings_for(self, settings: Settings) -> Settings:
        """`settings`, with the CPU if "auto" would open a GPU that has failed before."""
        if self._has_lost_gpu and settings.device == "auto":
            return replace(settings, device="cpu")
        return settings

    def failed(self, error: BaseException, device: str) -> Verdict:
        """Decide what to do after a failed call; the one rule for files and live pictures.

        A GPU that was lost, or that has failed `failures_allowed` times in a row, is given up: the
        CPU takes over where the device is "auto". `settings_for` then says so until `forget_gpu`.

        Returns:
            "again": the same engine may be called again; "cpu": open another one with
            `settings_for`; "give up": there is no engine to go on with.
        """
        self._failures += 1
        is_given_up = self._failures >= self.failures_allowed
        was_gpu = self.opened is not None and self.opened.engine.device != "cpu"
        if was_gpu and (is_given_up or isinstance(error, GpuLostError)):
            self._has_lost_gpu = True
            return "cpu" if device == "auto" else "give up"
        return "give up" if is_given_up else "again"

    def worked(self) -> None:
        """Note a successful call: the count of failures starts again."""
        self._failures = 0

    def forget_gpu(self) -> None:
        """Let "auto" open the GPU again."""
        self._has_lost_gpu = False

    def begin(self, settings: Settings, frame_format: FrameFormat) -> Future[OpenedEngine]:
        """Start another engine; call `finish_opening` when the future is done. Never waits."""
        self.abandon()
        self._failures = 0
        is_beside_another = self.opened is not None

        def open_engine() -> OpenedEngine:
            if is_beside_another:
                give_way()
            opened = self.engine_factory(
                settings, frame_format, batch_size=self.batch_size, notify=self.notify
            )
            give_back_memory()  # the weights before packing
            return opened

        self._opening = start_thread("engine-opening", open_engine)
        return self._opening

    def finish_opening(self) -> OpenedEngine:
        """Replace the engine in use by the one that was opened; waits for it.

        Raises:
            EngineError, OSError, ValueError, MemoryError: Raised by the factory; the engine in use
                works on.
        """
        opening, self._opening = self._opening, None
        assert opening is not None, "`begin` comes first"
        opened = opening.result()
        self.release()
        self.opened = opened
        return opened

    def abandon(self) -> None:
        """Stop waiting for the engine that is being opened; it is closed once it is open."""
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.add_done_callback(self._close_when_opened)

    def call(self, call: Callable[[Engine], T]) -> Future[T]:
        """Call the engine in one step."""
        engine = self._engine()
        return compute_thread().submit(lambda: call(engine), self.urgency)

    def call_steps(self, call: Callable[[Engine], Steps[T]]) -> Future[T]:
        """Call the engine in steps; more urgent work goes between them."""
        return compute_thread().submit_steps(call(self._engine()), self.urgency)

    def reset(self) -> None:
        """Have the engine forget earlier frames before the calls that follow."""
        if self.opened is not None:
            report_unexpected(self.call(lambda engine: engine.reset()), "resetting the engine")

    def release(self, *, wait_s: float = 0.0) -> None:
        """Close the engine in use, if any, after the calls in the queue.

        Args:
            wait_s: Longest wait for that; the compute thread may be busy.
        """
        opened, self.opened = self.opened, None
        if opened is not None:
            future = self._close(opened)
            if wait_s:
                wait([future], timeout=wait_s)

    def close(self, *, wait_s: float = 0.0) -> None:
        """Release everything; may be called twice."""
        self.abandon()
        self.release(wait_s=wait_s)

    def _engine(self) -> Engine:
        if self.opened is None:
            raise EngineError("no engine is open; open one first")
        return self.opened.engine

    def _close(self, opened: OpenedEngine) -> Future[None]:
        future = compute_thread().submit(lambda: _close_quietly(opened), self.urgency)
        report_unexpected(future, "closing the engine")
        return future

    def _close_when_opened(self, opening: Future[OpenedEngine]) -> None:
        error = opening.exception()
        if error is None:
            self._close(opening.result())
        else:
            logger.info("an engine that was given up before it opened: %s", error)


def _close_quietly(opened: OpenedEngine) -> None:
    try:
        opened.close()
    except EngineError as error:  # closing fails on a lost device
        logger.warning("engine did not close: %s", error)


class PlateHandOver:
    """Hands a clean plate to an engine whenever the plate or the engine changes.

    Used on the compute thread, by the code that calls the engine.
    """

    def __init__(self) -> None:
        self._told: tuple[Engine | None, CleanPlate | None] = (None, None)

    def tell(self, engine: Engine, plate: CleanPlate | None) -> None:
        """Have `engine` use `plate` from its next batch on.

        A plate of another size counts as None: it was learnt with the engine before, and the next
        observation makes one that fits.
        """
        size = (engine.architecture.height, engine.architecture.width)
        if plate is not None and (plate.height, plate.width) != size:
            plate = None
        told_engine, told_plate = self._told
        # A new engine has no plate.
        if plate is not (told_plate if told_engine is engine else None):
            engine.set_clean_plate(plate)
        self._told = (engine, plate)

    def forget(self) -> None:
        """Let go of the engine, which is about to be closed."""
        self._told = (None, None)
