"""Placement: where the window was, on a screen that may be another one by now."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint
from PySide6.QtWidgets import QWidget


def restore_within_screen(window: QWidget, geometry: bytes) -> None:
    """Put `window` where it was and make it as large, but never beyond the screen.

    Args:
        window: Not shown yet.
        geometry: What Qt's `saveGeometry` gave; empty or from a much larger screen, Qt passes it
            over and the window keeps its size, which may be more than there is room for.
    """
    window.restoreGeometry(QByteArray(geometry))
    room = window.screen().availableGeometry()
    if room.contains(window.frameGeometry()):
        return
    window.resize(window.size().boundedTo(room.size()))
    frame = window.frameGeometry()
    frame.moveRight(min(frame.right(), room.right()))
    frame.moveBottom(min(frame.bottom(), room.bottom()))
    window.move(QPoint(max(frame.left(), room.left()), max(frame.top(), room.top())))
