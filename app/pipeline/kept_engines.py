"""KeptEngines: an engine stays open for the next file or segment of the same kind.

Opening one takes from a part of a second to several; a short file takes less on a GPU.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, replace

from app.messages.message import Notify
from app.pipeline.background_tasks import report_unexpected
from app.pipeline.compute import compute_thread
from app.pipeline.engines import EngineFactory, OpenedEngine
from app.pipeline.settings import Settings
from gpu_unet import EngineError, FrameFormat


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
    """An `EngineFactory` that keeps the engine that was given back last. Any thread.

    Args:
        factory: Makes engines.
        is_open: Whether engines are kept from the start.
    """

    def __init__(self, factory: EngineFactory, *, is_open: bool = True) -> None:
        self._factory = factory
        self._lock = threading.Lock()
        self._kept: _Kept | None = None
        self._is_open = is_open

    def __call__(
        self, settings: Settings, frame_format: FrameFormat, *, batch_size: int, notify: Notify
    ) -> OpenedEngine:
        """See `EngineFactory`."""
        kept = self._take()
        if kept is not None and kept.serves(settings, frame_format, batch_size):
            return self._lend(kept)
        if kept is not None:
            # The next engine reuses its buffers and packed weights.
            with suppress(EngineError):  # closing fails on a lost device
                compute_thread().submit(kept.opened.close).result()
        opened = self._factory(settings, frame_format, batch_size=batch_size, notify=notify)
        return self._lend(_Kept(settings, frame_format, batch_size, opened))

    def open(self) -> None:
        """Keep engines from now on."""
        self._is_open = True

    def close(self) -> None:
        """Stop keeping engines, and close the kept one. Never waits."""
        self._is_open = False
        self.drop()

    def drop(self) -> None:
        """Close the kept engine: after a failure its state is unknown. Never waits."""
        kept = self._take()
        if kept is not None:
            future = compute_thread().submit(kept.opened.close)
            report_unexpected(future, "closing the engine")

    def _take(self) -> _Kept | None:
        with self._lock:
            kept, self._kept = self._kept, None
        return kept

    def _lend(self, kept: _Kept) -> OpenedEngine:
        return replace(kept.opened, give_back=lambda: self._give_back(kept))

    def _give_back(self, kept: _Kept) -> None:
        """Runs on the compute thread."""
        engine = kept.opened.engine
        if not self._is_open or engine.in_flight:  # cancelled
            kept.opened.close()
            return
        try:
            engine.reset()
            engine.set_clean_plate(None)
        except EngineError:
            kept.opened.close()
            return
        with self._lock:
            before, self._kept = self._kept, kept
        if before is not None:
            before.opened.close()
        if not self._is_open:  # closed meanwhile
            self.drop()
