"""ViewControl: the preview's view; shows the original while a key is held or an editor needs it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject

from gui.control import Control, Core
from gui.preview.view import ViewMode


class ViewControl(Control):
    """Connects the view buttons, the eye button, the preview and the session."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._mode = ViewMode.RESULT
        self._is_live = True
        self._is_key_held = False
        self._editors: set[QObject] = set()
        self._is_away = False  # another window has the focus
        self._holds_original = False
        core.window.view.chosen.connect(lambda key: self.choose(ViewMode(key)))
        core.window.original_held.connect(self._hold_key)
        core.window.installEventFilter(self)

    def choose(self, mode: ViewMode) -> None:
        """Set the view; before and after is for files only."""
        if mode is ViewMode.COMPARE and self._is_live:
            return
        self._mode = mode
        self._window.view.set_chosen(mode.value)
        self._window.preview.set_mode(mode)
        self._session.change_view(mode=mode)

    def choose_next(self) -> None:
        """Select the next view."""
        modes = [mode for mode in ViewMode if mode is not ViewMode.COMPARE or not self._is_live]
        self.choose(modes[(modes.index(self._mode) + 1) % len(modes)])

    def show_original_for(self, editor: QObject, shows: bool) -> None:
        """Show the original while an editor in the picture is open.

        It hides when the window loses the focus, and returns with it.
        """
        (self._editors.add if shows else self._editors.discard)(editor)
        self._is_away = self._is_away and not shows  # it was opened in this window
        self._apply()

    def begin(self, *, is_live: bool) -> None:
        """Another source opens: hide the original."""
        self._is_live = self._window.is_live = is_live
        self._is_key_held = False
        self._editors.clear()
        self._apply()
        self._window.preview.zoom_to_fit()
        if is_live and self._mode is ViewMode.COMPARE:
            self.choose(ViewMode.RESULT)
        self._window.view.button("compare").setEnabled(not is_live)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() in (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate):
            self._is_away = event.type() == QEvent.Type.WindowDeactivate
            self._apply()
        return super().eventFilter(watched, event)

    def _hold_key(self, is_held: bool) -> None:
        self._is_key_held = is_held
        self._is_away = self._is_away and not is_held
        self._apply()

    def _apply(self) -> None:
        holds = (self._is_key_held or bool(self._editors)) and not self._is_away
        if holds != self._holds_original:
            self._holds_original = holds
            self._window.preview.set_holds_original(holds)
            self._session.change_view(shows_original=holds)
