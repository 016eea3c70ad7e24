"""Timers of the window's thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def timer(owner: QObject, act: Callable[[], object], ms: int, *, is_once: bool = False) -> QTimer:
    """A timer that belongs to `owner`, not started: calls `act` every `ms`, or once after them."""
    made = QTimer(owner)
    made.setSingleShot(is_once)
    made.setInterval(ms)
    made.timeout.connect(act)
    return made
