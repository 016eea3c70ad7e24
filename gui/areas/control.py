"""AreasControl: the areas of the source that is shown, drawn, remembered and put into force."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject

from gpu_unet.areas import Area
from gui.areas.editor import AreaEditor
from gui.control import Control
from gui.main_window import MainWindow
from gui.preview.preview import picture_area
from gui.preview.view_control import ViewControl
from gui.session import Session
from gui.shared.store import State
from gui.source.control import SourceControl
from pipeline.live import events
from pipeline.settings import Settings


class AreasControl(Control):
    """Between the look panel's button, the editor, the source and what is remembered.

    What is to be kept of one source is in force only once that source delivers: over the last
    pictures of the one before it would show another part of a room.
    """

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        state: State,
        *,
        source: SourceControl,
        view: ViewControl,
    ) -> None:
        super().__init__(window, session, state)
        self._source, self._view = source, view
        self._asked: tuple[Area, ...] | None = None  # by the command line, for the first source
        self._is_opening = False
        self.editor = AreaEditor(window.preview, lambda: picture_area(window.preview))
        self.editor.changed.connect(self._change)
        self.editor.closed.connect(self.close)
        window.look.areas_asked.connect(self.toggle)
        window.installEventFilter(self)
        source.opening.connect(self._on_opening)
        session.live_event.connect(self._on_live_event)
        state.settings_changed.connect(self._on_settings)

    def ask(self, areas: tuple[Area, ...]) -> None:
        """Have these for the source that is opened next, in place of what is remembered of it."""
        self._asked = areas

    def toggle(self) -> None:
        """Draw, or be done with it."""
        if self.editor.isVisible():
            self.close()
        elif self._source.identity:
            settings = self._state.settings
            self.editor.open(settings.areas, is_mirrored=settings.mirror)
            self._view.hold_original(True)

    def close(self) -> None:
        """The picture alone again."""
        if self.editor.isVisible():
            self.editor.hide()
            self._view.hold_original(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        # The room goes when the window is left, and comes back with the person who draws in it.
        if event.type() == QEvent.Type.WindowActivate and self.editor.isVisible():
            self._view.hold_original(True)
        return super().eventFilter(watched, event)

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
