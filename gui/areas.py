"""AreaEditor: draws areas on the picture, in fractions of it; AreasControl: stores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPalette, QPen, QPolygonF

from app.messages import Message, marked
from app.pipeline.live import events
from app.pipeline.settings import Settings
from app.pipeline.thing_outline import Points, outlines_at
from gpu_unet import Area
from gui.control import Control, Core
from gui.preview.picture_editor import PictureCursor, PictureEditor, Point, paint_cross, simplified
from gui.preview.preview import Preview
from gui.preview.view import to_pixels
from gui.preview.view_control import ViewControl
from gui.shared.keys import ARROWS
from gui.shared.language import tr
from gui.shared.parts import Segments, icon_button, push_button
from gui.source.control import SourceControl

KINDS = [
    (
        "person",
        marked("Person area"),
        "person",
        marked("Drag a box: everything outside it is replaced"),
    ),
    (
        "garbage",
        marked("Always replace"),
        "close",
        marked("Draw around an area: everything in it is replaced"),
    ),
    (
        "keep",
        marked("Always keep"),
        "check",
        marked(
            "Click an object such as a microphone or a chair, or draw around it: it is always kept"
        ),
    ),
    (
        "soft",
        marked("Soft edge"),
        "blur",
        marked("Draw around hair or fast hands: edges in it become gradual"),
    ),
]
WORDS = {
    "person": marked("Drag a box around yourself. Everything outside it is replaced."),
    "garbage": marked("Draw around anything that should always be replaced."),
    "keep": marked(
        "Click an object to keep it, such as a microphone or a chair, or draw around it."
    ),
    "soft": marked("Draw around hair or fast hands whose edge is too hard."),
}
LOOKING = marked("Finding its outline…")
FOUND = marked("Always kept. Drag the corners to adjust the outline.")
FOUND_SEVERAL = marked("Always kept. Wrong object? Click it again.")
TOO_FEW = marked("An area needs three points or more.")
NOT_FOUND = marked("No object found there. Draw around it instead.")
HANDLE_PX = 5  # half the side of a corner's mark
REACH_PX = 12  # reach of a corner
LEAST_PX = 8  # a shorter stroke is a click
SMOOTH_PX = 1.5  # tolerance when simplifying a stroke
STEP = 0.01  # of the picture, an arrow key's
FILL_ALPHA = 60


class AreaEditor(PictureEditor):
    """Covers `host`, a widget with a picture, while the user draws areas.

    A press and a drag draw a new area of the kind that is chosen; a click chooses one that is
    there, whose corners can then be dragged, and which Delete removes. Where none is, a click
    asks for the outline of what is seen there, if it is to be kept; another click on what was
    found takes the next of the outlines that may be meant.

    Arrow keys move the chosen area, or else a `PictureCursor`, by whose points keys draw.

    Signals:
        changed: The areas, a tuple, after each change by a person.
        outline_asked: A place (x, y) in shares of the picture, for `show_outlines`.
    """

    OWN_KEYS = (Qt.Key.Key_Space,)
    changed = Signal(object)
    outline_asked = Signal(float, float)

    def __init__(self, host: Preview) -> None:
        super().__init__(host, name=tr("Areas of the picture"))
        self._areas: list[Area] = []
        self._chosen = -1
        self._corner = -1
        self._stroke: list[QPointF] = []
        self._cursor = PictureCursor()
        self._outlines: list[tuple[Point, ...]] = []  # of the thing clicked on last; first: shown
        self._asked: Point | None = None
        self.kinds = Segments(KINDS, name=tr("What to draw"))
        self.kinds.chosen.connect(self._show_words)
        self.remove = icon_button("trash", tr("Remove the chosen area (Delete)"), kind="small")
        self.remove.clicked.connect(self._remove)
        self.clear = push_button(tr("Clear all"), tr("Remove all areas of this source"))
        self.clear.clicked.connect(self._clear)
        self.fill_bar(self.remove, self.clear, choices=self.kinds)
        self._show_words()

    @property
    def areas(self) -> tuple[Area, ...]:
        """As drawn."""
        return tuple(self._areas)

    def open(self, areas: Sequence[Area]) -> None:
        """Open on top of the host with `areas`."""
        self._cursor.hide()
        self._show_words()
        self.show_areas(areas)
        self.begin()

    def show_areas(self, areas: Sequence[Area]) -> None:
        """Show these areas without a signal."""
        if tuple(areas) != self.areas:
            self._areas, self._chosen, self._corner = list(areas), -1, -1
        self._refresh()

    def show_outlines(self, place: Point, outlines: Sequence[Sequence[Point]]) -> None:
        """Add an area with the first of the outlines found at a place.

        Args:
            place: As in `outline_asked`; an outdated place is ignored.
            outlines: As the source shows the picture, not mirrored; none if nothing was found.
        """
        if place != self._asked or not self.isVisible():
            return
        self._asked = None
        if not outlines:
            self.tell(tr(NOT_FOUND))
            return
        self._add(outlines[0], kind="keep")
        if self._areas and self._areas[-1].points == tuple(outlines[0]):
            self._outlines = [tuple(outline) for outline in outlines]
            self.tell(tr(FOUND_SEVERAL) if len(outlines) > 1 else tr(FOUND))

    @property
    def _kind(self) -> Area.Kind:
        return cast(Area.Kind, self.kinds.current())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._cursor.hide()
        self._corner = self._corner_at(event.position())
        self._stroke = [] if self._corner >= 0 else [event.position()]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self._corner >= 0:
            self._move_corner(self._within(event.position()))
        elif self._stroke:
            self._stroke.append(self._within(event.position()))
        is_over = self._corner >= 0 or self._corner_at(event.position()) >= 0
        self.setCursor(Qt.CursorShape.SizeAllCursor if is_over else Qt.CursorShape.CrossCursor)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        stroke, self._stroke = self._stroke, []
        if self._corner >= 0:
            self._corner = -1
            self._tell()
        elif stroke:
            bounds = QPolygonF(stroke).boundingRect()
            if max(bounds.width(), bounds.height()) < LEAST_PX:
                self._choose_at(event.position())
            else:
                self._add(self._points_of(stroke))
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        key = event.key()
        moves_area = key in ARROWS and self._chosen >= 0 and not self._cursor.points
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        elif moves_area:
            across, down = ARROWS[Qt.Key(key)]
            across = -across if self._preview.is_mirrored else across
            area = self._areas[self._chosen]
            moved = tuple((x + across * STEP, y + down * STEP) for x, y in area.points)
            if all(-1 < number < 2 for point in moved for number in point):
                self._areas[self._chosen] = replace(area, points=moved)
                self._tell()
        elif act := self._cursor.press(event, is_mirrored=self._preview.is_mirrored):
            points = self._cursor.take() if act == "finished" else ()
            self.tell(self._cursor.words())
            if points:
                self._finish(points)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Insert):
            self._add(((0.35, 0.3), (0.65, 0.3), (0.65, 0.7), (0.35, 0.7)))
        elif key == Qt.Key.Key_Escape and self._cursor.at is not None and self._chosen >= 0:
            self._chosen = -1  # arrow keys move the cursor again
            self.tell(self._cursor.words())
            self._refresh()
        else:
            super().keyPressEvent(event)

    def _finish(self, points: tuple[Point, ...]) -> None:
        """An area by the points that keys have put; one alone is a click."""
        if len(points) == 1:
            self._choose_at(self.to_widget(points[0]))
            self._refresh()
        elif self._kind == "person":
            (left, top), (right, bottom) = np.min(points, axis=0), np.max(points, axis=0)
            corners = (left, top), (right, top), (right, bottom), (left, bottom)
            self._add([(float(x), float(y)) for x, y in corners])
        elif len(points) == 2:
            self._cursor.points = list(points)
            self.tell(tr(TOO_FEW))
        else:
            self._add(points)

    def _within(self, at: QPointF) -> QPointF:
        """The place, clamped to the picture's edge."""
        rect = self.picture()
        return QPointF(
            _snapped(at.x(), rect.left(), rect.right()), _snapped(at.y(), rect.top(), rect.bottom())
        )

    def _points_of(self, stroke: list[QPointF]) -> tuple[Point, ...]:
        """A box for a person area; a simplified outline for the others."""
        if self._kind == "person":
            box = QPolygonF([self._within(stroke[0]), stroke[-1]]).boundingRect()
            corners = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]
            return tuple(self.to_picture(corner) for corner in corners)
        drawn = list(map(self._within, stroke))
        followed = simplified(drawn, SMOOTH_PX, is_closed=True, enough=100)
        return tuple(map(self.to_picture, followed[:256]))

    def _add(self, points: Sequence[Point], *, kind: Area.Kind | None = None) -> None:
        if len(points) < 3:
            return
        if len(self._areas) >= Area.MOST:
            self.tell(tr("{count} areas is the limit. Remove one to add another.", count=Area.MOST))
            return
        self._areas.append(Area(kind or self._kind, tuple(points)))
        self._chosen = len(self._areas) - 1
        self._tell()

    def _corner_at(self, at: QPointF) -> int:
        """Index of the selected area's corner under the pointer; -1: none."""
        if self._chosen < 0:
            return -1
        away = [
            (self.to_widget(point) - at).manhattanLength()
            for point in self._areas[self._chosen].points
        ]
        nearest = int(np.argmin(away))
        return nearest if away[nearest] <= REACH_PX else -1

    def _move_corner(self, at: QPointF) -> None:
        area = self._areas[self._chosen]
        points = list(area.points)
        points[self._corner] = self.to_picture(at)
        self._areas[self._chosen] = replace(area, points=tuple(points))

    def _choose_at(self, at: QPointF) -> None:
        """Select the smallest area under the pointer: a large one may contain others."""
        under = [
            (outline.boundingRect().width() * outline.boundingRect().height(), index)
            for index, outline in enumerate(self.outline(area.points) for area in self._areas)
            if outline.contains(at)
        ]
        before, self._chosen = self._chosen, min(under)[1] if under else -1
        place = self.to_picture(at)
        is_within = all(0 <= share <= 1 for share in place)
        if self._chosen >= 0 and self._chosen == before:
            self._take_next_outline()
        elif self._chosen < 0 and self._kind == "keep" and is_within:
            self._asked, self._outlines = place, []
            self.tell(tr(LOOKING))
            self.outline_asked.emit(*place)

    def _take_next_outline(self) -> None:
        """Replace the selected outline with the next candidate, if it is unchanged."""
        area = self._areas[self._chosen]
        if len(self._outlines) > 1 and area.points == self._outlines[0]:
            self._outlines = [*self._outlines[1:], self._outlines[0]]
            self._areas[self._chosen] = replace(area, points=self._outlines[0])
            self._tell()

    def _remove(self) -> None:
        if self._chosen >= 0:
            del self._areas[self._chosen]
            self._chosen = -1
            self._tell()

    def _clear(self) -> None:
        self._areas, self._chosen = [], -1
        self._tell()

    def _tell(self) -> None:
        self._refresh()
        self.changed.emit(self.areas)

    def _refresh(self) -> None:
        self.remove.setEnabled(self._chosen >= 0)
        self.clear.setEnabled(bool(self._areas))
        self.update()

    def _show_words(self) -> None:
        self.tell(tr(WORDS[self._kind]))

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        painter.setClipRect(self.picture())
        people = [area for area in self._areas if area.kind == "person"]
        if people:
            self.paint_outside(painter, [self.outline(area.points) for area in people])
        for index, area in enumerate(self._areas):
            colour = self._colour(area.kind)
            if area.kind != "person":
                fill = QColor(colour)
                fill.setAlpha(FILL_ALPHA)
                painter.setBrush(fill)
            else:
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, 3 if index == self._chosen else 2))
            painter.drawPath(self.outline(area.points))
            if index == self._chosen:
                painter.setBrush(Qt.GlobalColor.white)
                for point in area.points:
                    at, side = self.to_widget(point), 2.0 * HANDLE_PX
                    painter.drawRect(QRectF(at.x() - HANDLE_PX, at.y() - HANDLE_PX, side, side))
        if self._cursor.at is not None:
            at = self.to_widget(self._cursor.at)
            self._paint_begun(painter, [*map(self.to_widget, self._cursor.points), at])
            paint_cross(painter, at)
        if len(self._stroke) > 1:
            is_box, (first, *_, last) = self._kind == "person", self._stroke
            self._paint_begun(painter, [first, last] if is_box else self._stroke)

    def _paint_begun(self, painter: QPainter, places: list[QPointF]) -> None:
        """The area that is being drawn, by places in this widget."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._colour(self._kind), 2))
        if self._kind == "person":
            painter.drawRect(QPolygonF(places).boundingRect())
        else:
            painter.drawPolyline(QPolygonF(places))

    def _colour(self, kind: Area.Kind) -> QColor:
        roles = {
            "person": QPalette.ColorRole.Highlight,
            "garbage": QPalette.ColorRole.BrightText,
            "keep": QPalette.ColorRole.Link,
            "soft": QPalette.ColorRole.LinkVisited,
        }
        return self.palette().color(roles[kind])


def _snapped(place: float, low: float, high: float) -> float:
    if place < low + REACH_PX:
        return low
    return high if place > high - REACH_PX else place


class AreasControl(Control):
    """Connects the style panel's button, the editor, the source and the store.

    A source's areas apply once it delivers: over the last frames of the previous source they would
    show part of its room.
    """

    def __init__(self, core: Core, *, source: SourceControl, view: ViewControl) -> None:
        super().__init__(core)
        self._source = source
        self._asked: tuple[Area, ...] | None = None  # by the command line, for the first source
        self._is_opening = False
        self.editor = AreaEditor(core.window.preview)
        self.editor.outline_asked.connect(self._look_for_outlines)
        self.editor.changed.connect(lambda areas: core.state.change_settings(areas=areas))
        self.editor.shown.connect(partial(view.show_original_for, self.editor))
        core.window.look.areas.clicked.connect(self.toggle)
        source.opening.connect(self._on_opening)

    def ask(self, areas: tuple[Area, ...]) -> None:
        """Set the areas of the next source, instead of its stored ones."""
        self._asked = areas

    def toggle(self) -> None:
        """Open or close the editor."""
        if self.editor.isVisible():
            self.editor.hide()
        elif self._source.identity:
            self.editor.open(self._state.settings.areas)

    def _look_for_outlines(self, x: float, y: float) -> None:
        frame = self._window.preview.frame
        if frame is None or not frame.shows_original:  # not there yet, or gone
            self.editor.show_outlines((x, y), [])
            return
        part, is_mirrored = frame.part, self._state.settings.mirror
        left, top = part.left / frame.frame_width, part.top / frame.frame_height
        width, height = part.width / frame.frame_width, part.height / frame.frame_height
        across = 1 - x if is_mirrored else x

        def show(outlines: list[Points]) -> None:  # in shares of what is seen
            places = [[(left + u * width, top + v * height) for u, v in o] for o in outlines]
            found = [[(1 - u if is_mirrored else u, v) for u, v in outline] for outline in places]
            self.editor.show_outlines((x, y), found)

        seen = (across - left) / width, (y - top) / height
        pixels, doing = to_pixels(frame.image), Message("looking for an outline")
        self._session.tasks.answer(
            doing, show, lambda: (outlines_at(pixels, *seen),), otherwise=([],)
        )

    def _on_opening(self) -> None:
        self.editor.hide()
        self._is_opening = True
        remembered = self._state.saved.areas.get(self._source.identity, ())
        areas = remembered if self._asked is None else self._asked
        self._state.change_settings(areas=tuple(a for a in areas if a.kind != "keep"))

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.SourceOpened) and self._is_opening:
            self._is_opening = False
            areas = self._state.saved.areas.get(self._source.identity, ())
            if self._asked is not None:
                areas, self._asked = self._asked, None
            self._state.change_settings(areas=areas)

    def _on_settings(self, settings: Settings) -> None:
        self.editor.show_areas(settings.areas)
        self._window.look.show_areas(len(settings.areas))
        if not self._is_opening and self._source.identity:
            saved = self._state.saved
            self._state.put(saved.with_values(self._source.identity, areas=settings.areas))
