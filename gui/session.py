"""Session: starts and stops the workers, and turns their callbacks into signals."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.messages import Message
from app.pipeline.engines import EngineFactory, open_engine_for
from app.pipeline.live import events
from app.pipeline.live.file_sound import FileSound
from app.pipeline.live.microphone_level import MicrophoneLevel
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Device, Settings
from app.video.playing import Speaker, open_speaker
from app.video.recording.microphone import open_microphone
from app.video.recording.sound import Microphone
from gui.background.tiles import make_thumbnail
from gui.export.queue import Estimates, Exports
from gui.preview.view import Presenter, ViewRequest
from gui.shared.background_tasks import BackgroundTasks, Tasks
from gui.shared.timers import timer
from gui.source.devices import DeviceWatcher, Inventory

SETTLED_MS = 2000  # the longest that thumbnails wait for the first composite
STATISTICS_MS = 500


class Session(QObject):
    """Owns the live worker, thumbnails, device watcher, exports and background tasks.

    Used from the window's thread; only `stop` blocks. All signals arrive on the window's thread.

    Signals:
        frame_ready: The newest `ShownFrame`.
        statistics_ready: `LiveStatistics`, twice a second.
        live_event: One of `app.pipeline.live.events`.
        finished: The live session ended by itself: the error or None.
        inventory_changed: `Inventory`.
        thumbnail_ready: Path of a background, its picture or None, and why there is none.
        sound_troubled: A sentence about the sound of a film.
        settled: The first composite is shown, or takes long: what competes with it may begin.
        about_to_start: A source is open; requests made now act from its first composite on.

    Attributes:
        exports: The files that are being written.
        estimates: What an export would cost.
        file_sound: Of the film that plays.
    """

    frame_ready = Signal(object)
    statistics_ready = Signal(object)
    live_event = Signal(object)
    finished = Signal(object)
    inventory_changed = Signal(object)
    thumbnail_ready = Signal(object, object, object)
    sound_troubled = Signal(object)
    settled = Signal()
    about_to_start = Signal()

    def __init__(
        self,
        *,
        engine_factory: EngineFactory = open_engine_for,
        make_worker: Callable[..., LiveWorker] = LiveWorker,
        look: Callable[[Inventory | None], Inventory] | None = None,
        open_microphone: Callable[[str], Microphone] = open_microphone,
        open_speaker: Callable[[], Speaker] = open_speaker,
    ) -> None:
        super().__init__()
        self._engine_factory = engine_factory
        self._make_worker = make_worker
        self.worker: LiveWorker | None = None  # the live worker, for direct calls to its parts
        self.settings = Settings()  # the settings in force
        self.engine: events.EngineReady | None = None  # in use, or the last that was
        self.has_engine = False  # not while another one opens
        self._view = ViewRequest()
        self._frame_limit: float | None = None
        self._has_automatic_pace = True
        self.exports = Exports(engine_factory, self)
        self.estimates = Estimates(engine_factory, self)
        self.tasks = BackgroundTasks(self)
        self._tell = tell = self.tasks.tell
        self.microphone_level = MicrophoneLevel(open_microphone)
        self.file_sound = FileSound(
            open_speaker=open_speaker, on_trouble=partial(tell, self.sound_troubled.emit)
        )
        # It brings no frame along: at most one waits in Qt's queue.
        self._presenter = Presenter(partial(tell, self._on_frame_waits))
        self._thumbnails = Tasks("thumbnails", self)
        self._thumbnails.failed.connect(self.tasks.failed)
        self._is_settled = threading.Event()  # thumbnails wait for it
        self.devices = DeviceWatcher(partial(tell, self.inventory_changed.emit), look)
        self._timer = timer(self, self._on_timer, STATISTICS_MS)
        self._settling = timer(self, self._settle, SETTLED_MS, is_once=True)

    def start(self) -> None:
        """Start the parts that need no source."""
        self._thumbnails.run(Message("looking through the backgrounds"), self._is_settled.wait)
        self._presenter.start()
        self.devices.start()
        self._timer.start()
        self._settling.start()

    def stop(self) -> None:
        """Stop everything and wait; recordings are finished. May be called twice."""
        self._is_settled.set()
        self._thumbnails.stop()
        self._timer.stop()
        self._settling.stop()
        self.devices.stop()
        self.microphone_level.close()
        self.file_sound.close()
        if self.worker is not None:
            self.worker.stop()
        self.estimates.stop()
        self.exports.close()
        self._presenter.stop()
        self.tasks.stop()

    def load_thumbnail(self, path: Path) -> None:
        """Open a background; `thumbnail_ready` follows, not before the first composite."""
        doing = Message("looking through the backgrounds")

        def look() -> tuple[Path, QImage | None, str] | None:
            return None if self._thumbnails.is_stopped else make_thumbnail(path)

        self._thumbnails.answer(doing, self.thumbnail_ready.emit, look)

    def hurry(self) -> None:
        """Leave a recording in fragments, which also play, instead of finishing it; any thread."""
        if self.worker is not None:
            self.worker.recordings.hurry()

    def open_source(
        self,
        request: SourceRequest,
        *,
        range_s: tuple[float, float] | None = None,
        at_s: float = 0.0,
        is_paused: bool = False,
    ) -> None:
        """Open another camera or file; shows the background alone until it delivers.

        Args:
            range_s: The part of a file to play, from its first frame on; None: all of it.
            at_s: Where a file begins to play.
            is_paused: It stays there.
        """
        self._presenter.forget()
        self.tasks.give_back_memory_soon()
        if self.worker is not None and self.worker.is_running:
            self.worker.source.want(request, range_s=range_s, at_s=at_s, is_paused=is_paused)
            return
        worker = self._make_worker(
            request,
            self.settings,
            on_ready=self._presenter.wake,
            on_event=lambda event: self._tell(
                self._on_live_event, event, worker, worker.source.count
            ),
            on_finished=lambda error: self._tell(self._on_finish, worker, error),
            engine_factory=self._engine_factory,
        )
        worker.source.wanted.set_range(range_s)
        worker.source.wanted.set_paused(is_paused)
        worker.source.wanted.seek(at_s)
        worker.frame_limit.set(self._frame_limit)
        worker.pace.is_on = self._has_automatic_pace
        self.worker = worker
        self._presenter.attach(worker.latest)
        self.change_view()
        self.about_to_start.emit()
        worker.start()

    @property
    def device(self) -> Device:
        """The device in use; else the last one, or the one that would be."""
        if self.settings.device != "auto":
            return self.settings.device
        return "cpu" if self.engine is None else cast(Device, self.engine.device)

    @property
    def model(self) -> str:
        """Name of the model in use, or of the last one; empty: none was."""
        return "" if self.engine is None else self.engine.model

    def set_settings(self, settings: Settings) -> None:
        """Apply other settings from the next frame on."""
        self.settings = settings
        if self.worker is not None:
            self.worker.set_settings(settings)

    def set_pace(self, *, frame_limit: float | None, is_automatic: bool) -> None:
        """Limit the frame rate, and allow or forbid reduced detail."""
        self._frame_limit, self._has_automatic_pace = frame_limit, is_automatic
        if self.worker is not None:
            self.worker.frame_limit.set(frame_limit)
            self.worker.pace.is_on = is_automatic

    def change_view(self, **changes: Any) -> None:
        """Replace fields of the preview's `ViewRequest`; the worker delivers what it needs."""
        self._view = replace(self._view, **changes)
        if self.worker is not None:
            self.worker.want(alpha=self._view.wants_alpha, original=self._view.wants_original)
        self._presenter.request(self._view)

    def _on_frame_waits(self) -> None:
        frame = self._presenter.frames.take()
        if frame is not None:
            self.frame_ready.emit(frame)
            if frame.has_valid_matte and self._settling.isActive():
                self._settling.start(0)

    def _settle(self) -> None:
        self._is_settled.set()
        self.settled.emit()

    def _on_timer(self) -> None:
        if self.worker is not None and self.worker.is_running:
            self.statistics_ready.emit(self.worker.statistics())

    def _on_live_event(self, event: events.Event, worker: LiveWorker, source_count: int) -> None:
        if isinstance(event, events.EngineReady | events.EngineOpening | events.EngineFailed):
            self.has_engine = isinstance(event, events.EngineReady)
        if isinstance(event, events.EngineReady):
            self.engine = event
        # What waited in Qt's queue may be about the source before.
        is_present = worker is self.worker and source_count == worker.source.count
        if is_present or not events.is_of_source(event):
            self.live_event.emit(event)

    def _on_finish(self, worker: LiveWorker, error: object) -> None:
        if worker is not self.worker:  # the user has opened a source meanwhile
            return
        self._presenter.detach()  # a last frame may still be queued
        self.finished.emit(error)
