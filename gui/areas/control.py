"""AreasControl: edits, stores and applies the areas of the shown source."""

from __future__ import annotations

from app.pipeline.live import events
from app.pipeline.settings import Settings
from app.pipeline.thing_outline import Point, Points
from gpu_unet import Area
from gui.areas.editor import AreaEditor
from gui.control import Control, Core
from gui.preview.view import ShownFrame, to_pixels
from gui.preview.view_control import ViewControl
from gui.source.control import SourceControl


class AreasControl(Control):
    """Connects the style panel's button, the editor, the source and the store.

    A source's areas apply once it delivers: over the last frames of the previous source they would
    show part of its room.
    """

    def __init__(self, core: Core, *, source: SourceControl, view: ViewControl) -> None:
        super().__init__(core)
        self._source, self._view = source, view
        self._asked: tuple[Area, ...] | None = None  # by the command line, for the first source
        self._is_opening = False
        self.editor = AreaEditor(core.window.preview)
        self.editor.outline_asked.connect(self._look_for_outlines)
        core.session.tasks.things_outlined.connect(self._show_outlines)
        core.window.preview.zoom_changed.connect(self.editor.update)
        self._sight: _Sight | None = None  # pixels in which to find an outline
        self.editor.changed.connect(self._change)
        self.editor.closed.connect(self.close)
        core.window.look.areas.clicked.connect(self.toggle)
        source.opening.connect(self._on_opening)
        core.session.live_event.connect(self._on_live_event)
        core.state.settings_changed.connect(self._on_settings)

    def ask(self, areas: tuple[Area, ...]) -> None:
        """Set the areas of the next source, instead of its stored ones."""
        self._asked = areas

    def toggle(self) -> None:
        """Open or close the editor."""
        if self.editor.isVisible():
            self.close()
        elif self._source.identity:
            settings = self._state.settings
            self.editor.open(settings.areas, is_mirrored=settings.mirror)
            self._view.show_original_for(self.editor, True)

    def close(self) -> None:
        """Close the editor."""
        if self.editor.isVisible():
            self.editor.hide()
            self._view.show_original_for(self.editor, False)

    def _look_for_outlines(self, x: float, y: float) -> None:
        frame = self._window.preview.frame
        if frame is None or not frame.shows_original:  # not there yet, or gone
            self.editor.show_outlines((x, y), [])
            return
        self._sight = _Sight((x, y), frame, is_mirrored=self._state.settings.mirror)
        self._session.tasks.outline_thing(to_pixels(frame.image), *self._sight.place)

    def _show_outlines(self, place: Point, outlines: list[Points]) -> None:
        if self._sight is not None and place == self._sight.place:
            found = [self._sight.to_source(outline) for outline in outlines]
            self.editor.show_outlines(self._sight.asked, found)

    def _change(self, areas: tuple[Area, ...]) -> None:
        self._state.change_settings(areas=areas)

    def _on_opening(self) -> None:
        self.close()
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
        self.editor.show_areas(settings.areas, is_mirrored=settings.mirror)
        self._window.look.show_areas(len(settings.areas))
        if not self._is_opening and self._source.identity:
            self._state.put(self._state.saved.with_areas(self._source.identity, settings.areas))


class _Sight:
    """The visible part of a source, and a place in it.

    Attributes:
        asked: The place in shares of the source's picture.
        place: The same in shares of what is seen.
    """

    def __init__(self, asked: Point, frame: ShownFrame, *, is_mirrored: bool) -> None:
        self.asked = asked
        self._is_mirrored = is_mirrored
        part, height, width = frame.part, frame.frame_height, frame.frame_width
        self._left, self._top = part.left / width, part.top / height
        self._width, self._height = part.width / width, part.height / height
        across = 1 - asked[0] if is_mirrored else asked[0]
        self.place = (across - self._left) / self._width, (asked[1] - self._top) / self._height

    def to_source(self, points: Points) -> Points:
        """Corners in what is seen, as corners in the source's picture."""
        across = [self._left + x * self._width for x, _ in points]
        down = [self._top + y * self._height for _, y in points]
        if self._is_mirrored:
            across = [1 - x for x in across]
        return tuple(zip(across, down, strict=True))
