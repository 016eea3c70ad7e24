"""FocusRing: marks the keyboard focus, but not after a mouse click."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget


class FocusRing(QObject):
    """Marks the widget that got the focus by a key with the property `ring`, for the style sheet.

    Uses Qt's focus signal: an event filter would route every event through Python.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._on_focus)

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            _mark(old, False)
        if new is not None:
            # While a button is down, the click it belongs to has moved the focus.
            _mark(new, QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton)


def has_ring(widget: QWidget) -> bool:
    """For widgets that paint themselves."""
    return widget.hasFocus() and bool(widget.property("ring"))


def _mark(widget: QWidget, has_ring: bool) -> None:
    try:
        if bool(widget.property("ring")) == has_ring:
            return
        widget.setProperty("ring", has_ring)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()
    except RuntimeError:  # Qt also reports widgets that are being destroyed
        pass
