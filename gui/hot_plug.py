"""Hot plug: Qt's own signal that a camera or microphone came or went, where it is installed."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from PySide6.QtCore import QObject


def watch_hot_plug(on_change: Callable[[], None]) -> QObject | None:
    """Call `on_change` on this thread at each plug and unplug.

    QtMultimedia belongs to PySide6-Addons, which we do not require: the device watcher looks every
    few seconds anyway, and this only makes it look at once. See docs/decisions/0009.

    Returns:
        The object to keep alive; None where QtMultimedia is not installed.
    """
    try:
        multimedia = importlib.import_module("PySide6.QtMultimedia")
    except ImportError:
        return None
    devices = multimedia.QMediaDevices()
    devices.videoInputsChanged.connect(on_change)
    devices.audioInputsChanged.connect(on_change)
    return devices
