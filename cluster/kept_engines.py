"""KeptEngines: a worker's engine outlives its task, for the next one of the same kind.

Opening one takes from a part of a second to several; a segment takes some seconds on a GPU.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from frames.frame import FrameFormat
from gpu_unet.engine import Notify
from gpu_unet.errors import EngineError
from pipeline.background_tasks import report_unexpected
from pipeline.compute import compute_thread
from pipeline.engines import EngineFactory, OpenedEngine
from pipeline.settings import Settings


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    settings: Settings
    frame_format: FrameFormat
    batch_size: int
    opened: OpenedEngine

    def serves(self, settings: Settings, frame_format: FrameFormat, batch_size: int) -> bool:
        return (
            not self.settings.needs_other_engine(settings)
            and self.frame_format == frame_format
            and self.batch_size == batch_size
        )


class KeptEngines:
    """An `EngineFactory` that keeps the one engine that was given back last.

    Args:
        factory: Makes engines.
    """

    def __init__(self, factory: EngineFactory) -> None:
        self._factory = factory
        self._lock = threading.Lock()
        self._kept: _Kept | None = None

    def __call__(
        self, settings: Settings, frame_format: FrameFormat, *, batch_size: int, notify: Notify
    ) -> OpenedEngine:
        """See `EngineFactory`."""
        kept = self._take()
        if kept is not None and kept.serves(settings, frame_format, batch_size):
            return self._lend(kept)
        if kept is not None:
            _close(kept)
        opened = self._factory(settings, frame_format, batch_size=batch_size, notify=notify)
        return self._lend(_Kept(settings, frame_format, batch_size, opened))

    def drop(self) -> None:
        """Keep none: after a failure nobody knows what state it is in. Never waits."""
        kept = self._take()
        if kept is not None:
            _close(kept)

    def _take(self) -> _Kept | None:
        with self._lock:
            kept, self._kept = self._kept, None
        return kept

    def _lend(self, kept: _Kept) -> OpenedEngine:
        return replace(kept.opened, give_back=lambda: self._give_back(kept))

    def _give_back(self, kept: _Kept) -> None:
        """On the compute thread."""
        engine = kept.opened.engine
        if engine.in_flight:  # cancelled
            engine.close()
            return
        try:
            engine.reset()
            engine.set_clean_plate(None)
        except EngineError:
            engine.close()
            return
        with self._lock:
            before, self._kept = self._kept, kept
        if before is not None:
            before.opened.engine.close()


def _close(kept: _Kept) -> None:
    report_unexpected(compute_thread().submit(kept.opened.engine.close), "closing the engine")
