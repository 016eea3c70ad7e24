"""PeoplePicker: clicks on the people who stay, in a film's picture; PeopleControl: keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPalette, QPen

from app.messages import marked
from app.pipeline.jobs import events as jobs
from app.pipeline.live import events
from app.pipeline.person.pick import PersonPick, UncertainRange, joined
from app.pipeline.settings import Settings
from app.video.frame import SAME_FRAME_S
from gpu_unet import Area
from gui.control import Control, Core
from gui.preview.picture_editor import PictureEditor, Point
from gui.preview.playback_control import PlaybackControl
from gui.preview.preview import Preview
from gui.preview.timeline import TimelineMark
from gui.preview.view import ShownFrame
from gui.preview.view_control import ViewControl
from gui.shared.keys import ARROWS
from gui.shared.language import tr
from gui.shared.parts import Painted, push_button
from gui.shared.theme import has_ring
from gui.shared.words import exact_clock
from gui.source.control import SourceControl

ASK = marked("Click everyone who stays. All others are removed.")
MORE = marked("Click others who stay, or a mark to take it back.")
LOOKING = marked("Looking for the person\u2026")
NOT_FOUND = marked("No person was found there. Click a person.")
MARK_PX, REACH_PX = 9, 14  # half of a mark, and a click's reach
STEP = 0.02  # of the picture, an arrow key's
MIDDLE: Point = (0.5, 0.5)


class PeoplePicker(PictureEditor):
    """Covers the picture while the user clicks on people.

    A click on somebody asks for them to be kept; a click on a mark takes that back. Arrow keys
    move a cross, and Enter clicks there.

    Attributes:
        marks: The clicks of the present frame, in shares of the picture.
        kept: What stays of the present frame; all else is darkened. None: it is not known.

    Signals:
        picked: A place in shares of the picture.
        taken_back: Number of the mark.
    """

    picked = Signal(float, float)
    taken_back = Signal(int)
    marks = Painted[list[Point]]([])
    kept = Painted[tuple[Area, ...] | None](None)

    def __init__(self, host: Preview) -> None:
        super().__init__(host, name=tr("People in the picture"))
        self._cross: Point | None = None
        self.everyone = push_button(tr("Everyone"), tr("Keep all people in the picture"))
        self.fill_bar(self.everyone)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def open(self) -> None:
        """Open on top of the host."""
        self._cross = None
        self.begin()

    def show_count(self, count: int) -> None:
        """Show how many clicks this film has."""
        self.everyone.setEnabled(count > 0)
        self.words.setText(tr(ASK) if count == 0 else tr(MORE))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() == Qt.MouseButton.LeftButton:
            self._cross = None
            self._click(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        key = Qt.Key(event.key())
        if key in ARROWS:
            across, down = ARROWS[key]
            x, y = self._cross or MIDDLE
            x += -across * STEP if self._preview.is_mirrored else across * STEP
            self._cross = min(1.0, max(0.0, x)), min(1.0, max(0.0, y + down * STEP))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click(self.to_widget(self._cross or MIDDLE))
        else:
            super().keyPressEvent(event)

    def _click(self, at: QPointF) -> None:
        away = [(self.to_widget(mark) - at).manhattanLength() for mark in self.marks]
        if away and min(away) <= REACH_PX:
            self.taken_back.emit(away.index(min(away)))
            return
        x, y = self.to_picture(at)
        if 0 <= x < 1 and 0 <= y < 1:
            self.picked.emit(x, y)

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        painter.setClipRect(self.picture())
        colour = self.palette().color(QPalette.ColorRole.Highlight)
        if self.kept is not None:
            self._paint_removed(painter, self.kept, colour)
        for mark in self.marks:
            self._paint_mark(painter, self.to_widget(mark), colour)
        if self._cross is not None or has_ring(self):
            at = self.to_widget(self._cross or MIDDLE)
            painter.setPen(QPen(Qt.GlobalColor.white, 2))
            for x, y in ((MARK_PX, 0), (0, MARK_PX)):
                painter.drawLine(at - QPointF(x, y), at + QPointF(x, y))

    def _paint_removed(self, painter: QPainter, kept: Sequence[Area], colour: QColor) -> None:
        stays, goes = QPainterPath(), QPainterPath()
        for area in kept:
            if area.kind == "garbage":
                goes = goes.united(self.outline(area.points))
            else:
                stays = stays.united(self.outline(area.points))
        stays = stays.subtracted(goes)
        self.paint_outside(painter, [stays])
        painter.setPen(QPen(colour, 2))
        painter.drawPath(stays)

    def _paint_mark(self, painter: QPainter, at: QPointF, colour: QColor) -> None:
        painter.setPen(QPen(Qt.GlobalColor.white, 2))
        painter.setBrush(colour)
        painter.drawEllipse(at, MARK_PX, MARK_PX)
        painter.drawPolyline([at + QPointF(-4, 0), at + QPointF(-1, 3.5), at + QPointF(4.5, -3.5)])
        painter.setBrush(Qt.BrushStyle.NoBrush)


ONLY_FILMS = marked("Only in videos.")
CUT_OUT = marked("This video has transparency of its own.")
NO_FRAMES_AHEAD = marked("It needs the frames ahead, which are switched off.")
OWNER = "people"  # of marks in the lane


class PeopleControl(Control):
    """Connects the look panel, the picker, the lane of marks, the source and the store.

    A click counts once the live picture has found a person there; only then it is remembered, with
    the source, as areas are.
    """

    def __init__(
        self, core: Core, *, source: SourceControl, view: ViewControl, playback: PlaybackControl
    ) -> None:
        super().__init__(core)
        self._source, self._playback = source, playback
        self._trial: tuple[PersonPick, ...] = ()  # clicks where no person was found so far
        self._known: tuple[PersonPick, ...] = ()  # that all parts were told of
        self._unsure: tuple[UncertainRange, ...] = ()
        self._shown_s = 0.0
        self.picker = PeoplePicker(core.window.preview)
        self.picker.picked.connect(self._pick)
        self.picker.taken_back.connect(self._take_back)
        self.picker.everyone.clicked.connect(self.keep_everyone)
        self.picker.shown.connect(partial(view.show_original_for, self.picker))
        self.picker.shown.connect(self._show)
        core.window.look.people.chosen.connect(self._choose)
        source.opening.connect(self._on_opening)
        playback.changed.connect(self._show_panel)
        core.session.about_to_start.connect(self._tell_worker)
        core.session.exports.happened.connect(self._on_export)
        core.state.changed.connect(self._on_changed)
        self._show()

    @property
    def picks(self) -> tuple[PersonPick, ...]:
        """Those of the shown source; none: everyone is kept."""
        return self._state.saved.people.get(self._source.identity, ())

    def toggle(self) -> None:
        """Open or close the picker."""
        if self.picker.isVisible():
            self.picker.hide()
        elif not self._reason():
            self.picker.open()

    def _choose(self, who: str) -> None:
        if who == "chosen":
            self.toggle()
        else:
            self.picker.hide()
            self.keep_everyone()
        self._show_panel()  # a click alone chooses nobody

    def keep_everyone(self) -> None:
        """Forget all picks of this film."""
        self._trial = ()
        self._put(())

    def _pick(self, x: float, y: float) -> None:
        frame = self._window.preview.frame
        film = self._playback.film
        if frame is None or not frame.has_valid_matte or film is None:
            return
        if len(self.picks) + len(self._trial) >= PersonPick.MOST:
            most = PersonPick.MOST
            words = tr("{count} clicks is the limit. Take one back to add another.", count=most)
            self.picker.words.setText(words)
            return
        pick = PersonPick(round(x * film.width, 2), round(y * film.height, 2), frame.pts_s)
        self._trial = (*self._trial, pick)
        self.picker.words.setText(tr(LOOKING))
        self._tell_worker()

    def _take_back(self, number: int) -> None:
        here = self._picks_here()
        if number < len(here):
            self._put(tuple(pick for pick in self.picks if pick != here[number]))

    def _picks_here(self) -> list[PersonPick]:
        """Those of the shown frame."""
        return [p for p in self.picks if abs(p.time_s - self._shown_s) < SAME_FRAME_S]

    def _on_frame(self, frame: ShownFrame) -> None:
        if frame.has_valid_matte:
            self._shown_s = frame.pts_s
            self._show_marks()

    def _put(self, picks: tuple[PersonPick, ...]) -> None:
        self._state.put(self._state.saved.with_values(self._source.identity, people=picks))
        self._tell_worker()

    def _on_changed(self) -> None:
        if self.picks != self._known:  # by undo, too
            self._known = self.picks
            self._unsure = ()
            self._tell_worker()
            self._show()

    def _on_settings(self, settings: Settings) -> None:
        self._show_panel()

    def _tell_worker(self) -> None:
        worker, files = self._session.worker, self._source.shown_files
        if worker is not None and files:
            worker.set_people(files[0].resolve(), (*self.picks, *self._trial))

    def _on_opening(self) -> None:
        self.picker.hide()
        self._trial, self._unsure = (), ()
        self._known = self.picks
        self._tell_worker()
        self._show()

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.SourceOpened):
            self._show()
        elif isinstance(event, events.PersonSought) and not event.is_found:
            self._on_not_found(event.pick)
        elif isinstance(event, events.PersonSought) and event.pick in self._trial:
            self._trial = tuple(pick for pick in self._trial if pick != event.pick)
            self._put((*self.picks, event.pick))
        elif isinstance(event, events.PeopleSeen) and self.picks:
            self.picker.kept = event.areas
            self._add_unsure(event.unsure)

    def _on_not_found(self, pick: PersonPick) -> None:
        if pick in self._trial:
            self._trial = tuple(other for other in self._trial if other != pick)
            self._tell_worker()
            self.picker.words.setText(tr(NOT_FOUND))
        elif pick in self.picks:
            at = exact_clock(pick.time_s)
            self._notify(
                "warning",
                tr("The person chosen at {time} is not there. Choose again.", time=at),
                action=(tr("Everyone"), self.keep_everyone),
                code="people",
            )

    def _on_export(self, number: int, event: jobs.Event) -> None:
        shown = self._source.shown_files
        if isinstance(event, jobs.Done) and shown == [event.report.input] and self.picks:
            self._add_unsure(event.report.unsure)

    def _add_unsure(self, unsure: tuple[UncertainRange, ...]) -> None:
        together = joined((*self._unsure, *unsure))
        if together != self._unsure:
            self._unsure = together
            self._show_lane()

    def _reason(self) -> str:
        """Why no person can be chosen; empty if one can."""
        if self._playback.film is None:
            return tr(ONLY_FILMS)
        if self._playback.film.has_alpha:
            return tr(CUT_OUT)
        if self._state.settings.frames_ahead == "off":
            return tr(NO_FRAMES_AHEAD)
        return ""

    def _show(self) -> None:
        self._show_panel()
        self._show_marks()
        self._show_lane()
        self.picker.show_count(len(self.picks))
        if not self.picks:
            self.picker.kept = None

    def _show_panel(self) -> None:
        is_chosen = bool(self.picks) or self.picker.isVisible()
        self._window.look.show_picks(is_chosen=is_chosen, reason=self._reason())

    def _show_marks(self) -> None:
        if (film := self._playback.film) is not None:
            here = self._picks_here()
            self.picker.marks = [(p.x / film.width, p.y / film.height) for p in here]

    def _show_lane(self) -> None:
        kept = tr("Chosen person")
        marks = [
            TimelineMark(pick.time_s, pick.time_s, "pick", kept, f"pick {n}")
            for n, pick in enumerate(self.picks)
        ]
        marks += [
            TimelineMark(
                one.start_s,
                one.end_s,
                "unsure",
                tr("Unsure: {reason}", reason=tr(one.reason)),
                f"unsure {n}",
            )
            for n, one in enumerate(self._unsure)
        ]
        self._window.transport.lane.show_marks(OWNER, marks)
