"""Thumbnails: small pictures of backgrounds, made on a thread of their own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QImage

from app.video.backgrounds.background import BackgroundError
from app.video.backgrounds.opening import open_background
from gpu_unet import FrameFormat
from gui.preview.view import to_image

# Twice a tile's size, for screens of 200 %.
HEIGHT_PX, WIDTH_PX = 116, 176


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """The thumbnail of one file, or the error.

    Attributes:
        path: The file.
        image: None if it cannot be used as a background.
        sentence: The error, in that case.
    """

    path: Path
    image: QImage | None
    sentence: str = ""


class ThumbnailLoader:
    """Opens backgrounds one at a time and makes their thumbnails.

    Args:
        on_thumbnail: Called on the loader's thread.
    """

    def __init__(self, on_thumbnail: Callable[[Thumbnail], None]) -> None:
        self._on_thumbnail = on_thumbnail
        # Bounded by the size of the gallery.
        self._paths: queue.SimpleQueue[Path | None] = queue.SimpleQueue()
        self._is_stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thumbnails", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def load(self, path: Path) -> None:
        """Request a thumbnail; returns at once."""
        self._paths.put(path)

    def stop(self) -> None:
        """Stop after the current file, and wait for it; may be called twice."""
        self._is_stopping.set()
        self._paths.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while (path := self._paths.get()) is not None and not self._is_stopping.is_set():
            self._on_thumbnail(make_thumbnail(path))


def make_thumbnail(path: Path) -> Thumbnail:
    """Open `path` as a background; blocks on the disk."""
    try:
        background = open_background(path, covers=(HEIGHT_PX, WIDTH_PX))
        try:
            pixels = background.image_at(0.0, FrameFormat(HEIGHT_PX, WIDTH_PX))
        finally:
            background.close()
    except BackgroundError as error:
        return Thumbnail(path, None, str(error))
    return Thumbnail(path, to_image(pixels))
