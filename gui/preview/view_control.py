"""ViewControl: the preview's view; shows the original only while a key is held."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gui.main_window import MainWindow
from gui.preview.view import ViewMode
from gui.session import Session


class ViewControl(QObject):
    """Connects the view buttons, the eye button, the preview and the session."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._mode = ViewMode.RESULT
        self._is_live = True
        self._holds_original = False
        window.view.chosen.connect(lambda key: self.choose(ViewMode(key)))
        window.original_held.connect(self.hold_original)

    def choose(self, mode: ViewMode) -> None:
        """Set the view; before and after is for files only."""
        if mode is ViewMode.COMPARE and self._is_live:
            return
        self._mode = mode
        self._window.view.set_chosen(mode.value)
        self._window.preview.set_mode(mode)
        self._session.set_view(mode, shows_original=self._holds_original)

    def choose_next(self) -> None:
        """Select the next view."""
        modes = [mode for mode in ViewMode if mode is not ViewMode.COMPARE or not self._is_live]
        self.choose(modes[(modes.index(self._mode) + 1) % len(modes)])

    def hold_original(self, holds: bool) -> None:
        """Show the original while this is True."""
        if holds != self._holds_original:
            self._holds_original = holds
            self._window.preview.set_holds_original(holds)
            self._session.set_view(self._mode, shows_original=holds)

    def begin(self, *, is_live: bool) -> None:
        """Another source opens: hide the original."""
        self._is_live = self._window.is_live = is_live
        self.hold_original(False)
        self._window.preview.zoom_to_fit()
        if is_live and self._mode is ViewMode.COMPARE:
            self.choose(ViewMode.RESULT)
        self._window.view.button("compare").setEnabled(not is_live)
