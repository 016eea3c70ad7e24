"""StrokesControl: paints, stores, follows and applies the strokes of the shown film."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.messages import Message, marked, sentence_of
from app.pipeline.background_tasks import TaskThread
from app.pipeline.live import events
from app.pipeline.person.pick import clock
from app.pipeline.strokes.follow import FollowingCancelled, track_at_once
from app.pipeline.strokes.kept_tracks import follow_once
from app.pipeline.strokes.stroke import Stroke, StrokeKind
from app.pipeline.strokes.track import StrokeTrack
from app.video.frame import SAME_FRAME_S
from app.video.reading import Log, Reading
from app.video.source import SourceError
from gui.control import Control, Core
from gui.person.people import CUT_OUT, ONLY_FILMS
from gui.preview.playback_control import PlaybackControl
from gui.preview.status_control import StatusControl
from gui.preview.timeline import LaneMark
from gui.preview.view import ShownFrame
from gui.shared.language import percent, tr
from gui.source.control import SourceControl
from gui.strokes.editor import StrokeEditor

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
        self._thread.run(
            Message("following strokes"), self._follow, request, film, tuple(strokes), log
        )

    def stop_following(self) -> None:
        """Give up what is under way; no signal about it follows."""
        self._request.set()

    def stop(self) -> None:
        """End the thread; waits a moment. May be called twice."""
        self.stop_following()
        self._thread.close(wait_s=STOP_WAIT_S)

    def _follow(
        self, request: threading.Event, film: Path, strokes: tuple[Stroke, ...], log: Log | None
    ) -> None:
        told = -1

        def tell(done: int, count: int) -> None:
            nonlocal told
            if (step := done * STEPS // max(1, count)) != told:
                told = step
                self._arrived.emit(request, step / STEPS)

        try:
            track = follow_once(
                film, strokes, Reading(log=log), cancelled=request.is_set, on_progress=tell
            )
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


MARKS: dict[StrokeKind, str] = {
    "keep": marked("Kept by a stroke"),
    "remove": marked("Removed by a stroke"),
    "soft": marked("Softened by a stroke"),
}
ABSENT = marked("Strokes were left out: this video has no frame at their time ({times}).")
OWNER = "strokes"  # of marks in the lane


class StrokesControl(Control):
    """Connects the look panel, the editor, the lane of marks, the live session and the store.

    A new stroke acts on its own frame at once. Meanwhile all of them are followed in the
    background; the result replaces what was known before.
    """

    def __init__(
        self, core: Core, *, source: SourceControl, playback: PlaybackControl, status: StatusControl
    ) -> None:
        super().__init__(core)
        self._source, self._playback, self._status = source, playback, status
        self._known: tuple[Stroke, ...] = ()  # that all parts were told of
        self._track = StrokeTrack()
        self._begun_s: float | None = None  # time of the frame that is painted on
        self._shown_s = -1.0
        self.follower = StrokeFollower(self)
        self.follower.followed.connect(self._on_followed)
        self.follower.progressed.connect(
            lambda share: status.show_work(
                tr("Following the strokes: {share}", share=percent(share))
            )
        )
        self.follower.failed.connect(self._on_failed)
        self.editor = StrokeEditor(core.window.preview)
        self.editor.begun.connect(self._on_begun)
        self.editor.painted.connect(self._add)
        self.editor.removed.connect(self._remove)
        self.editor.clear.clicked.connect(lambda: self._put(()))
        self.editor.closed.connect(self.close)
        lane = core.window.transport.lane
        self.editor.chosen.connect(lambda number: lane.choose(_id(number)))
        lane.chosen.connect(self._on_mark_chosen)
        lane.trimmed.connect(self._on_trimmed)
        core.window.look.strokes.clicked.connect(self.toggle)
        source.opening.connect(self._on_opening)
        playback.changed.connect(self._show_panel)
        core.session.about_to_start.connect(self._tell_worker)
        core.state.changed.connect(self._on_changed)
        self._show()

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """Those of the shown film."""
        return self._state.saved.strokes.get(self._source.identity, ())

    def toggle(self) -> None:
        """Open or close the editor."""
        if self.editor.isVisible():
            self.close()
        elif not self._reason():
            self.editor.open()
            self._show_editor()

    def close(self) -> None:
        """Close the editor."""
        self.editor.hide()

    def stop(self) -> None:
        """Stop following; may be called twice."""
        self.follower.stop()

    def _on_begun(self) -> None:
        """Stand still at the frame that the user sees; it may have gone on meanwhile."""
        frame = self._window.preview.frame
        self._begun_s = None if frame is None else frame.pts_s
        if self._begun_s is not None and not self._playback.is_paused:
            self._playback.pause_at(self._begun_s)

    def _add(self, kind: StrokeKind, width: float, points: tuple[tuple[float, float], ...]) -> None:
        if self._begun_s is not None:
            self._put((*self.strokes, Stroke(kind, self._begun_s, width, points)))
            self._choose(len(self.strokes) - 1)

    def _remove(self, number: int) -> None:
        self._put(tuple(s for n, s in enumerate(self.strokes) if n != number))

    def _choose(self, number: int) -> None:
        self.editor.choose(number)
        self._window.transport.lane.choose(_id(number))

    def _on_mark_chosen(self, mark: str) -> None:
        numbers = [n for n in range(len(self.strokes)) if _id(n) == mark]
        self.editor.choose(numbers[0] if numbers else -1)

    def _on_trimmed(self, mark: str, start_s: float, end_s: float) -> None:
        strokes, film = list(self.strokes), self._playback.film
        for number, stroke in enumerate(strokes):
            if _id(number) == mark and film is not None:
                frame_s, duration_s = 1 / film.frame_rate, self._playback.duration_s or 0.0
                start_s = min(start_s, stroke.time_s)
                end_s = max(end_s, stroke.time_s + frame_s)
                strokes[number] = replace(
                    stroke,
                    start_s=start_s if start_s > 0 else None,
                    end_s=end_s if end_s < duration_s else None,
                )
                self._put(tuple(strokes))
                self._choose(number)

    def _put(self, strokes: tuple[Stroke, ...]) -> None:
        self._state.put(self._state.saved.with_values(self._source.identity, strokes=strokes))

    def _on_opening(self) -> None:
        self.close()
        self.follower.stop_following()
        self._status.show_work("")
        self._shown_s = -1.0
        self._track = StrokeTrack()
        self._known = ()
        self._tell_worker()
        self._show()

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.SourceOpened):
            self._known = ()  # the film's size and rate are known now
            self._on_changed()
            self._show_panel()

    def _on_changed(self) -> None:
        """By a stroke, by undo, or by another film."""
        film, files = self._playback.film, self._source.shown_files
        if self.strokes == self._known or film is None or not files:
            return
        self._known = self.strokes
        self._track = track_at_once(
            self._known,
            self._track,
            files[0].resolve(),
            height=film.height,
            width=film.width,
            frame_s=1 / film.frame_rate,
        )
        self._tell_worker()
        if self._known:
            log = self._state.saved.logs.get(self._source.identity)
            self.follower.ask(files[0], self._known, log=log)
        else:
            self.follower.stop_following()
        self._status.show_work(tr("Following the strokes\u2026") if self._known else "")
        self._show()

    def _on_followed(self, track: StrokeTrack) -> None:
        self._status.show_work("")
        self._track = track
        self._tell_worker()
        self._show_lane()
        absent = [clock(stroke.time_s) for stroke in track.absent]
        if absent:
            sentence = tr(ABSENT, times=", ".join(absent))
            self._notify("warning", sentence, code="strokes")

    def _on_failed(self, sentence: str) -> None:
        self._status.show_work("")
        words = tr("The strokes act on their own frames alone: {reason}", reason=sentence)
        self._notify("warning", words, code="strokes")

    def _tell_worker(self) -> None:
        if (worker := self._session.worker) is not None:
            worker.set_strokes(self._track if self._track.strokes else None)

    def _on_frame(self, frame: ShownFrame) -> None:
        if frame.has_valid_matte and frame.pts_s != self._shown_s:
            self._shown_s = frame.pts_s
            self._show_editor()

    def _reason(self) -> str:
        """Why there can be no strokes; empty if there can."""
        film = self._playback.film
        if film is None:
            return tr(ONLY_FILMS)
        return tr(CUT_OUT) if film.has_alpha else ""

    def _show(self) -> None:
        self._show_panel()
        self._show_editor()
        self._show_lane()

    def _show_panel(self) -> None:
        self._window.look.show_strokes(len(self.strokes), reason=self._reason())

    def _show_editor(self) -> None:
        here = [
            number
            for number, stroke in enumerate(self.strokes)
            if abs(stroke.time_s - self._shown_s) < SAME_FRAME_S
        ]
        self.editor.show_strokes(self.strokes, here)

    def _show_lane(self) -> None:
        marks = []
        for number, (stroke, reach) in enumerate(
            zip(self._track.strokes, self._track.reaches, strict=True)
        ):
            if reach.end_reason == "absent":
                continue
            start_s = max(reach.start_s, stroke.start_s or 0.0)
            end_s = reach.end_s if stroke.end_s is None else min(reach.end_s, stroke.end_s)
            marks.append(
                LaneMark(
                    start_s,
                    end_s,
                    stroke.kind,
                    tr(MARKS[stroke.kind]),
                    _id(number),
                    trimmable=True,
                    at_s=stroke.time_s,
                )
            )
        self._window.transport.lane.show_marks(OWNER, marks)


def _id(number: int) -> str:
    """Name of a stroke in the lane of marks."""
    return f"stroke {number}"
