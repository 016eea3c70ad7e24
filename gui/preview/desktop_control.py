"""DesktopControl: opens and closes the cut-out on the desktop."""

from __future__ import annotations

from gui.control import Control
from gui.main_window import MainWindow
from gui.preview.desktop import DesktopCutOut
from gui.preview.view import ShownFrame
from gui.session import Session
from gui.shared.store import State


class DesktopControl(Control):
    """Connects the menu, the session and the cut-out, which exists while it is shown."""

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window, session, state)
        self.cut_out: DesktopCutOut | None = None
        window.desktop.triggered.connect(self.set_open)
        window.click_through.triggered.connect(self._set_click_through)
        window.click_through.setEnabled(False)
        window.closed.connect(lambda: self.set_open(False))
        session.frame_ready.connect(self._on_frame)

    def toggle(self) -> None:
        """Open the cut-out, or close it."""
        self.set_open(self.cut_out is None)

    def set_open(self, is_open: bool) -> None:
        """Open the cut-out, or close it."""
        if is_open and self.cut_out is None:
            cut_out = self.cut_out = DesktopCutOut()
            cut_out.resized.connect(self._session.set_desktop)
            cut_out.click_through_asked.connect(self._set_click_through)
            cut_out.closed.connect(self._on_closed)
            cut_out.show()  # which tells its size
        elif not is_open and self.cut_out is not None:
            self.cut_out.close()
        self._show()

    def _on_closed(self) -> None:
        if self.cut_out is not None:
            self.cut_out.deleteLater()
            self.cut_out = None
            self._session.set_desktop(0, 0)
            self._show()

    def _on_frame(self, frame: ShownFrame) -> None:
        if self.cut_out is not None:
            self.cut_out.show_frame(frame)

    def _set_click_through(self, is_on: bool) -> None:
        if self.cut_out is not None:
            self.cut_out.set_click_through(is_on)
        self._show()

    def _show(self) -> None:
        is_open = self.cut_out is not None
        self._window.desktop.setChecked(is_open)
        self._window.click_through.setEnabled(is_open)
        self._window.click_through.setChecked(
            self.cut_out is not None and self.cut_out.is_click_through
        )
