"""StrokeFollower: follows strokes through a film in the background."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.messages.message import sentence_of
from app.pipeline.background_tasks import TaskThread
from app.pipeline.strokes.follow import FollowingCancelled
from app.pipeline.strokes.kept_tracks import follow_once
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import StrokeTrack
from app.video.depth import Log
from app.video.source import SourceError

STOP_WAIT_S = 1.0
STEPS = 100  # of the progress that is told


class StrokeFollower(QObject):
    """Follows one set of strokes at a time, the newest; used from the window's thread.

    Signals:
        progressed: How much of the film was looked at, 0 to 1.
        followed: The `StrokeTrack`.
        failed: Why the strokes cannot be followed.
    """

    progressed = Signal(float)
    followed = Signal(object)
    failed = Signal(str)

    _arrived = Signal(object, object)  # the request, and a share, a track or a sentence

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = TaskThread("strokes", self.failed.emit)
        self._request = threading.Event()  # set: it is needed no more
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    def ask(self, film: Path, strokes: Sequence[Stroke], *, log: Log | None = None) -> None:
        """Follow these strokes instead of any earlier ones; `log` as for `open_source`."""
        self.stop_following()
        self._request = request = threading.Event()
        self._thread.run("following strokes", self._follow, request, film, tuple(strokes), log)

    def stop_following(self) -> None:
        """Give up what is under way; no signal about it follows."""
        self._request.set()

    def stop(self) -> None:
        """End the thread; waits a moment. May be called twice."""
        self.stop_following()
        self._thread.close(wait_s=STOP_WAIT_S)

    def _follow(
        self,
        request: threading.Event,
        film: Path,
        strokes: tuple[Stroke, ...],
        log: Log | None,
    ) -> None:
        told = -1

        def tell(done: int, count: int) -> None:
            nonlocal told
            if (step := done * STEPS // max(1, count)) != told:
                told = step
                self._arrived.emit(request, step / STEPS)

        try:
            track = follow_once(film, strokes, log=log, cancelled=request.is_set, on_progress=tell)
        except FollowingCancelled:
            return
        except (SourceError, ValueError) as error:
            self._arrived.emit(request, sentence_of(error))
        else:
            self._arrived.emit(request, track)

    def _on_arrived(self, request: threading.Event, found: float | StrokeTrack | str) -> None:
        if request is not self._request or request.is_set():
            return
        if isinstance(found, StrokeTrack):
            self.followed.emit(found)
        elif isinstance(found, str):
            self.failed.emit(found)
        else:
            self.progressed.emit(found)
