"""Drops: the local files in a drag."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def dropped_files(data: QMimeData) -> list[Path]:
    """Paths of the files that are dragged, in their order; links to the network are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
