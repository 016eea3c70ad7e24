"""PersonFrame: the person's place in the picture, with handles to drag; PersonControl beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen

from app.pipeline.framing import Placement
from app.pipeline.settings import Settings
from gpu_unet import LayerSettings
from gui.control import Control, Core
from gui.person.panel import CORNER, WHOLE
from gui.preview.preview import Preview, picture_area, whole_frame_area
from gui.shared.floating import Overlay
from gui.shared.keys import ARROWS
from gui.shared.language import tr
from gui.shared.parts import ROLE, Painted, SelfPainted
from gui.shared.sliders import GESTURES
from gui.shared.theme import has_ring

LINES = (0.0, 1 / 3, 1 / 2, 2 / 3, 1.0)  # what edges and centres snap to, in both directions
CENTRE = 0.5


def nearest_line(places: Iterable[float], *, reach: float) -> tuple[float, float] | None:
    """The line of `LINES` that is nearest to one of several places.

    Args:
        places: Shares of the composite's width, or of its height.
        reach: How far a line attracts, in the same unit.

    Returns:
        (line, how far the place must move to lie on it); None if every line is farther than
        `reach`.
    """
    ways = [(abs(line - place), line, line - place) for place in places for line in LINES]
    distance, line, way = min(ways)
    return (line, way) if distance <= reach else None


def snapped_move(
    placement: Placement, *, reach: tuple[float, float]
) -> tuple[Placement, list[float], list[float]]:
    """A moved picture whose edges and centre are drawn to the nearest lines.

    Args:
        placement: Where the pointer would put it.
        reach: Across and down, see `nearest_line`.

    Returns:
        (placement, lines across, lines down) with at most one line each.
    """
    found = [
        nearest_line([start, start + placement.size / 2, start + placement.size], reach=near)
        for start, near in zip((placement.left, placement.top), reach, strict=True)
    ]
    across, down = (0.0 if line is None else line[1] for line in found)
    lines = [[] if line is None else [line[0]] for line in found]
    return placement.moved(across, down), lines[0], lines[1]


def snapped_size(
    placement: Placement, handle: tuple[float, float], *, reach: Sequence[float]
) -> tuple[Placement, list[float], list[float]]:
    """A scaled picture whose dragged edge is drawn to the nearest line.

    Args:
        placement: The size that the pointer asks for.
        handle: The dragged point, as u and v of `Placement.point`; the opposite point stays.
        reach: As in `snapped_move`.

    Returns:
        As `snapped_move`; the proportions leave one line at most.
    """
    anchor = opposite(handle)
    ways: list[tuple[float, int, float, float]] = []
    for axis, place in enumerate(placement.point(*handle)):
        if handle[axis] == CENTRE:
            continue
        near = nearest_line([place], reach=reach[axis])
        if near is not None:
            line, way = near
            size = placement.size + way / (handle[axis] - anchor[axis])
            ways.append((abs(way) / reach[axis], axis, line, size))
    if not ways:
        return placement, [], []
    _, axis, line, size = min(ways)
    found = placement.scaled(size, anchor=anchor)
    if abs(found.point(*handle)[axis] - line) > 1e-6:  # beyond the settings' range
        return placement, [], []
    return (found, [line], []) if axis == 0 else (found, [], [line])


def opposite(handle: tuple[float, float]) -> tuple[float, float]:
    """The point that stays while `handle` is dragged."""
    return 1 - handle[0], 1 - handle[1]


HANDLE_PX = 5  # half the side of a handle's mark
REACH_PX = 12  # reach of a handle
SNAP_PX = 10  # reach of a snapping line
LEAST_PX = 3  # a shorter drag is a click
STEP, LONG_STEP = 0.01, 0.1  # of the picture, an arrow key's without and with Shift
HALO_ALPHA = 110

Handle = tuple[float, float]  # u and v of `Placement.point`
BODY: Handle = (0.5, 0.5)
CURSORS: dict[Handle, Qt.CursorShape] = {
    (0.0, 0.0): Qt.CursorShape.SizeFDiagCursor,
    (1.0, 1.0): Qt.CursorShape.SizeFDiagCursor,
    (1.0, 0.0): Qt.CursorShape.SizeBDiagCursor,
    (0.0, 1.0): Qt.CursorShape.SizeBDiagCursor,
    (0.5, 0.0): Qt.CursorShape.SizeVerCursor,
    (0.5, 1.0): Qt.CursorShape.SizeVerCursor,
    (0.0, 0.5): Qt.CursorShape.SizeHorCursor,
    (1.0, 0.5): Qt.CursorShape.SizeHorCursor,
    BODY: Qt.CursorShape.SizeAllCursor,
}
HANDLES = tuple(handle for handle in CURSORS if handle != BODY)  # corners first
FREE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@dataclass(slots=True)
class Drag:
    """One drag.

    Attributes:
        handle: What is dragged.
        pressed: Where the pointer was pressed, in pixels of the widget.
        before: The placement then.
        has_moved: The pointer has left the place of the press.
    """

    handle: Handle
    pressed: QPointF
    before: Placement
    has_moved: bool = False


class PersonFrame(SelfPainted, Overlay):
    """Lies on the preview while the person is moved there.

    Dragging inside the frame moves the person; a corner or an edge scales it, and the opposite one
    stays. Everything else (wheel, wipe, presses outside the frame or with the middle button) is
    the preview's.

    Signals:
        changed: Values of `LayerSettings` by name, at each step of a drag or key.
        reset_asked: A double click: the person goes back to the camera picture's place.
        closed: Escape was pressed outside a drag.
    """

    changed = Signal(dict)
    reset_asked = Signal()
    closed = Signal()
    layer = Painted(LayerSettings())  # the person's place

    def __init__(self, preview: Preview) -> None:
        super().__init__(preview)
        self.setAccessibleName(tr("Place of the person"))
        self.setAccessibleDescription(tr("Arrow keys move the person, with Shift farther."))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._preview = preview
        self._drag: Drag | None = None
        self._lines: tuple[list[float], list[float]] = ([], [])
        preview.zoom_changed.connect(self.update)
        self.lower()  # the preview's own buttons and messages stay in front
        self.hide()

    def open(self) -> None:
        """Show it and take the focus."""
        self.setGeometry(self._preview.rect())
        self.show()
        self.setFocus()

    def put_away(self) -> None:
        """Hide it; a drag ends where it is."""
        self._end()
        self.hide()

    def rect_of_person(self) -> QRectF:
        """The frame, in pixels of the widget."""
        whole = whole_frame_area(self._preview)
        placement = Placement.of(self.layer)
        return QRectF(
            whole.left() + placement.left * whole.width(),
            whole.top() + placement.top * whole.height(),
            placement.size * whole.width(),
            placement.size * whole.height(),
        )

    def place_of(self, handle: Handle) -> QPointF:
        """Where a handle is painted and taken, in pixels of the widget.

        Handles of a frame that is larger than the visible picture stand at the picture's edge.
        """
        shown = self._visible_part(HANDLE_PX + 1)
        return QPointF(
            shown.left() + handle[0] * shown.width(), shown.top() + handle[1] * shown.height()
        )

    def _visible_part(self, margin: float) -> QRectF:
        """The frame within the picture, at least `margin` from the picture's edge."""
        rect, seen = self.rect_of_person(), QRectF(picture_area(self._preview))
        shown = rect.intersected(seen.adjusted(margin, margin, -margin, -margin))
        return rect if shown.isEmpty() else shown

    @property
    def _is_usable(self) -> bool:
        """Whether there is a composite to place the person in."""
        return self._preview.frame is not None and not self._preview.holds_original

    def handle_at(self, at: QPointF) -> Handle | None:
        """What a press there drags; None: the press is the preview's."""
        if not self._is_usable:
            return None
        for handle in HANDLES:
            away = self.place_of(handle) - at
            if max(abs(away.x()), abs(away.y())) <= REACH_PX:
                return handle
        if self._preview.moves_wipe(at) or not picture_area(self._preview).contains(at.toPoint()):
            return None
        return BODY if self.rect_of_person().contains(at) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        handle = self.handle_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or handle is None:
            event.ignore()
            return
        self._drag = Drag(handle, event.position(), Placement.of(self.layer))
        GESTURES.begin()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self._drag is not None:
            self._drag_to(event.position(), is_free=bool(event.modifiers() & FREE))
            return
        handle = self.handle_at(event.position())
        if handle is None or event.buttons() != Qt.MouseButton.NoButton:
            self.unsetCursor()
            event.ignore()
        else:
            self.setCursor(CURSORS[handle])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() != Qt.MouseButton.LeftButton or self._drag is None:
            event.ignore()
        self._end()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self.handle_at(event.position()) is None:
            event.ignore()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.reset_asked.emit()

    def _drag_to(self, at: QPointF, *, is_free: bool) -> None:
        drag = self._drag
        assert drag is not None, "the caller has looked"
        moved = at - drag.pressed
        if not drag.has_moved and moved.manhattanLength() < LEAST_PX:
            return
        drag.has_moved = True
        whole = whole_frame_area(self._preview)
        reach = SNAP_PX / whole.width(), SNAP_PX / whole.height()
        across, down = moved.x() / whole.width(), moved.y() / whole.height()
        self._lines = ([], [])
        if drag.handle == BODY:
            placement = drag.before.moved(across, down)
            snapped = snapped_move(placement, reach=reach)
        else:
            anchor = opposite(drag.handle)
            # The sides' directions in pixels; the pointer is projected onto them.
            side = (
                (drag.handle[0] - anchor[0]) * whole.width(),
                (drag.handle[1] - anchor[1]) * whole.height(),
            )
            along = moved.x() * side[0] + moved.y() * side[1]
            grown = along / (side[0] ** 2 + side[1] ** 2)
            placement = drag.before.scaled(drag.before.size + grown, anchor=anchor)
            snapped = snapped_size(placement, drag.handle, reach=reach)
        if not is_free:
            placement, *lines = snapped
            self._lines = lines[0], lines[1]
        self.changed.emit(placement.values())
        self.update()

    def _end(self) -> None:
        if self._drag is not None:
            self._drag = None
            self._lines = ([], [])
            GESTURES.end()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            if self._drag is None:
                self.closed.emit()
            else:
                self.changed.emit(self._drag.before.values())
                self._end()
        elif key in ARROWS and self._is_usable and self._drag is None:
            is_long = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            step = LONG_STEP if is_long else STEP
            across, down = ARROWS[key]
            before = Placement.of(self.layer)
            values, after = before.values(), before.moved(across * step, down * step).values()
            self.changed.emit({name: after[name] for name in after if after[name] != values[name]})
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102, N802
        super().focusOutEvent(event)
        self._end()

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        if not self._is_usable:
            return
        accent = self.palette().color(ROLE.Highlight)
        halo = QColor(0, 0, 0, HALO_ALPHA)
        picture = QRectF(picture_area(self._preview))
        painter.setClipRect(picture)
        self._paint_lines(painter, halo)
        box = self._visible_part(1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        width = 2.5 if has_ring(self) else 1.5
        for colour, more in ((halo, 2.0), (accent, 0.0)):
            painter.setPen(QPen(colour, width + more))
            painter.drawRect(box)
        painter.setBrush(Qt.GlobalColor.white)
        painter.setPen(QPen(accent, 1.5))
        for handle in HANDLES:
            at = self.place_of(handle)
            mark = QRectF(0, 0, 2 * HANDLE_PX, 2 * HANDLE_PX)
            mark.moveCenter(at)
            painter.drawRoundedRect(mark, 2, 2)

    def _paint_lines(self, painter: QPainter, halo: QColor) -> None:
        """The lines on which the person has snapped."""
        whole = whole_frame_area(self._preview)
        for colour, width in ((halo, 3.0), (self.palette().color(ROLE.Link), 1.5)):
            painter.setPen(QPen(colour, width))
            for share in self._lines[0]:
                x = whole.left() + share * whole.width()
                painter.drawLine(QPointF(x, whole.top()), QPointF(x, whole.bottom()))
            for share in self._lines[1]:
                y = whole.top() + share * whole.height()
                painter.drawLine(QPointF(whole.left(), y), QPointF(whole.right(), y))


class PersonControl(Control):
    """Writes the values of the person panel, and of the frame in the picture, to the settings."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        panel, change = core.window.person, core.state.change_settings
        panel.framing.clicked.connect(lambda is_framed: change(auto_frame=is_framed))
        panel.whole.clicked.connect(lambda: change(**WHOLE))
        panel.corner.clicked.connect(lambda: change(**CORNER))
        panel.reset.clicked.connect(lambda: change(layer=LayerSettings(), auto_frame=False))
        panel.sliders.changed.connect(core.state.change)
        panel.drag.toggled.connect(self._show_frame)
        self.frame = PersonFrame(core.window.preview)
        self.frame.changed.connect(lambda values: change(**values))
        self.frame.reset_asked.connect(lambda: change(**WHOLE))
        self.frame.closed.connect(lambda: panel.drag.setChecked(False))

    def _show_frame(self, is_shown: bool) -> None:
        if is_shown:
            self.frame.open()
        else:
            self.frame.put_away()

    def _on_settings(self, settings: Settings) -> None:
        self._window.person.show_settings(settings)
        self.frame.layer = settings.layer
