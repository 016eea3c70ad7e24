"""StrokeEditor: a brush on the picture; StrokesControl: stores, follows and applies strokes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QTransform,
)

from app.messages import Message, marked, sentence_of
from app.pipeline.live import events
from app.pipeline.person.pick import clock
from app.pipeline.strokes.follow import FollowingCancelled, track_at_once
from app.pipeline.strokes.kept_tracks import follow_once
from app.pipeline.strokes.stroke import MOST_POINTS, Stroke, StrokeKind
from app.pipeline.strokes.track import StrokeTrack
from app.video.frame import SAME_FRAME_S
from app.video.reading import Reading
from app.video.source import SourceError
from gui.control import Control, Core
from gui.person.people import CUT_OUT, ONLY_FILMS
from gui.preview.picture_editor import (
    PictureCursor,
    PictureEditor,
    Point,
    paint_cross,
    simplified,
    within,
)
from gui.preview.playback_control import PlaybackControl
from gui.preview.preview import Preview
from gui.preview.status_control import StatusControl
from gui.preview.timeline import ROLES, TimelineMark
from gui.preview.view import ShownFrame
from gui.shared.background_tasks import Tasks
from gui.shared.language import percent, tr
from gui.shared.parts import Segments, held, icon_button, named, push_button, row
from gui.shared.sliders import JumpSlider
from gui.source.control import SourceControl

KINDS: list[tuple[StrokeKind, str, str, str]] = [
    ("keep", marked("Keep"), "check", marked("Paint over what is missing: it is kept")),
    ("remove", marked("Remove"), "close", marked("Paint over what should go: it is replaced")),
    ("soft", marked("Soften"), "blur", marked("Paint over hair or motion: its edge becomes soft")),
]
WORDS = marked(
    "Paint over what is wrong. It is mended before and after this frame, as far as it can be "
    "followed."
)
CHOSEN = marked("Delete removes this stroke; the marks below the seek bar trim its reach.")
LIMIT = marked("{count} strokes is the limit. Remove one to add another.")
THIN, THICK, USUAL = 0.004, 0.3, 0.04  # width of the brush, in shares of the picture's width
STEPS = 100
KEY_STEPS = 5
SIZE_PX = 110
LEAST_PX = 3.0  # a shorter stroke is a click
SMOOTH_PX = 0.7  # tolerance when simplifying a stroke
FILL_ALPHA, FAINT_ALPHA = 110, 60


class StrokeEditor(PictureEditor):
    """Covers the picture while the user paints strokes.

    A press and a drag paint a stroke; a click on a stroke of this frame chooses it, a click
    elsewhere paints a dot. A `PictureCursor` does the same by keys. The frame is the caller's
    business: it says which strokes are of it.

    Signals:
        begun: The user begins to paint, or is about to have painted by keys: the picture should
            stand still, and the frame that is seen is the stroke's.
        painted: Kind, width and points of a new stroke, as in `Stroke`.
        chosen: Number of a stroke; -1: none.
        removed: Number of the stroke to remove.
    """

    OWN_KEYS = (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Space)
    begun = Signal()
    painted = Signal(str, float, object)
    chosen = Signal(int)
    removed = Signal(int)

    def __init__(self, host: Preview) -> None:
        super().__init__(host, name=tr("Strokes in the picture"))
        self._here: dict[int, Stroke] = {}  # of the shown frame, by their numbers
        self._strokes: tuple[Stroke, ...] = ()
        self._chosen = -1
        self._line: list[QPointF] = []
        self._pointer: QPointF | None = None
        self._cursor = PictureCursor()
        self.kinds = Segments(KINDS, name=tr("What the brush does"))
        self.kinds.chosen.connect(lambda _: self.update())
        tip = tr("Size of the brush ([ and ])")
        self.size_slider = named(JumpSlider(), tr("Size of the brush"), tip)
        self.size_slider.setFixedWidth(SIZE_PX)
        self.size_slider.setRange(0, STEPS)
        self.size_slider.reset_asked.connect(lambda: self.set_width(USUAL))
        self.size_slider.valueChanged.connect(lambda _: self.update())
        self.set_width(USUAL)
        self.remove = icon_button("trash", tr("Remove the chosen stroke (Delete)"), kind="small")
        self.remove.clicked.connect(self._remove)
        self.clear = push_button(tr("Clear all"), tr("Remove all strokes of this video"))
        choices = held(row(self.kinds, self.size_slider))
        self.fill_bar(self.remove, self.clear, choices=choices)
        self._refresh()

    def open(self) -> None:
        """Open on top of the host."""
        self._line, self._pointer = [], None
        self._cursor.hide()
        self._refresh()
        self.begin()

    def show_strokes(self, strokes: Sequence[Stroke], here: Sequence[int]) -> None:
        """Show strokes without a signal.

        Args:
            strokes: All of the film.
            here: Numbers of those that were drawn on the shown frame.
        """
        if tuple(strokes) != self._strokes:
            self._strokes, self._chosen = tuple(strokes), -1
        self._here = {number: strokes[number] for number in here}
        self._refresh()

    def choose(self, number: int) -> None:
        """Choose a stroke without a signal; -1: none."""
        self._chosen = number
        self._refresh()

    @property
    def kind(self) -> StrokeKind:
        """What the brush does."""
        return cast(StrokeKind, self.kinds.current())

    @property
    def brush_width(self) -> float:
        """Width of the brush, in shares of the picture's width."""
        share = self.size_slider.value() / STEPS
        return round(THIN + (THICK - THIN) * share * share, 5)

    def set_width(self, width: float) -> None:
        """Set the width of the brush."""
        share = max(0.0, (width - THIN) / (THICK - THIN)) ** 0.5
        self.size_slider.setValue(round(share * STEPS))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self.picture().contains(event.position()):
            self._line = [event.position()]
            self._cursor.hide()
            self.begun.emit()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self._pointer = event.position()
        if self._line:
            self._line.append(event.position())
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        line, self._line = self._line, []
        if event.button() != Qt.MouseButton.LeftButton or not line:
            self._line = line
            return
        is_click = all((at - line[0]).manhattanLength() < LEAST_PX for at in line)
        self._paint_along(self._points_of(line[:1] if is_click else line))
        self.update()

    def _paint_along(self, points: tuple[Point, ...]) -> None:
        """A new stroke, or of one point the stroke that is there is chosen."""
        under = self._stroke_at(self.to_widget(points[0])) if len(points) == 1 else -1
        if under >= 0:
            self.choose(under)
            self.chosen.emit(under)
        elif len(self._strokes) >= Stroke.MOST:
            self.tell(tr(LIMIT, count=Stroke.MOST))
        else:
            self.painted.emit(self.kind, self.brush_width, points)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        self._pointer = None
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        steps = {"[": -KEY_STEPS, "]": KEY_STEPS}
        if event.text() in steps:
            self.size_slider.setValue(self.size_slider.value() + steps[event.text()])
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        elif act := self._cursor.press(event, is_mirrored=self._preview.is_mirrored):
            is_over = act == "finished" or len(self._cursor.points) == MOST_POINTS
            if is_over or (act == "put" and len(self._cursor.points) == 1):
                self.begun.emit()
            points = self._cursor.take() if is_over else ()
            self.tell(self._cursor.words())
            if points:
                self._paint_along(points)
            self.update()
        else:
            super().keyPressEvent(event)

    def _points_of(self, line: list[QPointF]) -> tuple[Point, ...]:
        """The line with as few points as its shape needs, in shares of the picture."""
        simple = simplified(line, SMOOTH_PX, is_closed=False, enough=MOST_POINTS)
        places = map(self.to_picture, simple[:MOST_POINTS])
        return tuple((within(x), within(y)) for x, y in places)

    def _stroke_at(self, at: QPointF) -> int:
        """Number of the thinnest stroke of this frame under the pointer; -1: none."""
        under = [
            (stroke.width, number)
            for number, stroke in self._here.items()
            if self._outline(self._path(stroke.points), stroke.width).contains(at)
        ]
        return min(under)[1] if under else -1

    def _remove(self) -> None:
        if self._chosen >= 0:
            number, self._chosen = self._chosen, -1
            self.removed.emit(number)

    def _refresh(self) -> None:
        self.remove.setEnabled(self._chosen >= 0)
        self.clear.setEnabled(bool(self._strokes))
        if self._cursor.at is None:
            self.tell(tr(WORDS) if self._chosen < 0 else tr(CHOSEN))
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.update()

    def _path(self, points: Sequence[Point]) -> QPainterPath:
        path = QPainterPath(self.to_widget(points[0]))
        for point in points[1:]:
            path.lineTo(self.to_widget(point))
        return path

    def _outline(self, path: QPainterPath, width: float) -> QPainterPath:
        """What a brush of a width, in shares of the picture's, touches along a path.

        It is round in the film's own pixels.
        """
        width_px = max(1.0, width * self.picture().width())
        if path.elementCount() < 2:
            at, dot = path.currentPosition(), QPainterPath()
            dot.addEllipse(at, width_px / 2, width_px / 2 / self.pixel_aspect())
            return dot
        brush = QPainterPathStroker()
        brush.setWidth(width_px)
        brush.setCapStyle(Qt.PenCapStyle.RoundCap)
        brush.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        to_round = QTransform.fromScale(1.0, self.pixel_aspect())
        touched = brush.createStroke(to_round.map(path)).simplified()
        return QTransform.fromScale(1.0, 1 / self.pixel_aspect()).map(touched)

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        painter.setClipRect(self.picture())
        for number, stroke in self._here.items():
            outline = self._outline(self._path(stroke.points), stroke.width)
            self._paint(painter, outline, stroke.kind, is_chosen=number == self._chosen)
        if self._line:
            path = QPainterPath(self._line[0])
            for at in self._line[1:]:
                path.lineTo(at)
            outline = self._outline(path, self.brush_width)
            self._paint(painter, outline, self.kind, is_chosen=True)
        elif self._cursor.at is not None:
            points = (*self._cursor.points, self._cursor.at)
            outline = self._outline(self._path(points), self.brush_width)
            self._paint(painter, outline, self.kind, is_chosen=bool(self._cursor.points))
            paint_cross(painter, self.to_widget(self._cursor.at))
        elif self._pointer is not None:
            radius = max(1.0, self.brush_width * self.picture().width() / 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, width in ((Qt.GlobalColor.black, 3), (Qt.GlobalColor.white, 1)):
                painter.setPen(QPen(colour, width))
                painter.drawEllipse(self._pointer, radius, radius / self.pixel_aspect())

    def _paint(
        self, painter: QPainter, outline: QPainterPath, kind: StrokeKind, *, is_chosen: bool
    ) -> None:
        colour = self.palette().color(ROLES[kind])
        fill = QColor(colour)
        fill.setAlpha(FILL_ALPHA if is_chosen else FAINT_ALPHA)
        painter.setBrush(fill)
        painter.setPen(QPen(colour, 2 if is_chosen else 1))
        painter.drawPath(outline)


PROGRESS_STEPS = 100  # of the progress that is told
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
        self._follower = Tasks("strokes", self)
        self._follower.failed.connect(self._on_failed)
        self._is_given_up = threading.Event()  # of what is followed
        self.editor = StrokeEditor(core.window.preview)
        self.editor.begun.connect(self._on_begun)
        self.editor.painted.connect(self._add)
        self.editor.removed.connect(self._remove)
        self.editor.clear.clicked.connect(lambda: self._put(()))
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
            self.editor.hide()
        elif not self._reason():
            self.editor.open()
            self._show_editor()

    def stop(self) -> None:
        """Stop following; may be called twice."""
        self._is_given_up.set()
        self._follower.stop()

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
        self.editor.hide()
        self._is_given_up.set()
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
        self._is_given_up.set()
        if self._known:
            self._follow(files[0])
        self._status.show_work(tr("Following the strokes\u2026") if self._known else "")
        self._show()

    def _follow(self, film: Path) -> None:
        """Follow all strokes, instead of what was followed before."""
        self._is_given_up = given_up = threading.Event()
        log, strokes = self._state.saved.logs.get(self._source.identity), self._known
        told = -1

        def take(then: Callable[[Any], None], found: object) -> None:
            if not given_up.is_set():
                then(found)

        def on_progress(done: int, count: int) -> None:
            nonlocal told
            if (step := done * PROGRESS_STEPS // max(1, count)) != told:
                told = step
                self._follower.tell(take, self._on_progress, step / PROGRESS_STEPS)

        def follow() -> tuple[Callable[[Any], None], StrokeTrack | str] | None:
            try:
                return self._on_followed, follow_once(
                    film,
                    strokes,
                    Reading(log=log),
                    cancelled=given_up.is_set,
                    on_progress=on_progress,
                )
            except FollowingCancelled:
                return None
            except (SourceError, ValueError) as error:
                return self._on_failed, sentence_of(error)

        self._follower.answer(Message("following strokes"), take, follow)

    def _on_progress(self, share: float) -> None:
        self._status.show_work(tr("Following the strokes: {share}", share=percent(share)))

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
                TimelineMark(
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
