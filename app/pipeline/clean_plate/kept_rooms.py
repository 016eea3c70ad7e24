"""KeptRooms: the pictures of rooms that people have asked to be remembered, one per camera.

Such a picture shows somebody's home. It is written here alone, only when they have said so, into a
folder and a file that nobody else can read; `forget` deletes it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
from contextlib import suppress
from pathlib import Path

from PIL import Image as PillowImage

from app.pipeline.clean_plate.room_file import KEPT_SUFFIX, read_room, stacked
from app.video.placing.unfinished import notes_folder
from app.video.source import SourceError
from gpu_unet.cache_folder import make_private
from gpu_unet.clean_plate import CleanPlate

logger = logging.getLogger(__name__)


def rooms_folder() -> Path | None:
    """Where they are; None if it is not certain that the place is the user's own."""
    notes = notes_folder()
    return None if notes is None else notes.with_name("rooms")


class KeptRooms:
    """Any thread, one at a time.

    Args:
        folder: Of the pictures; made when the first is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def keep(self, camera: str, plate: CleanPlate) -> bool:
        """Write or replace the picture of a camera's room; whether that was possible.

        Args:
            camera: Its name, of which no more than a hash is written.
            plate: What is known.
        """
        path = self._path(camera)
        if path is None:
            return False
        draft = path.with_name(f".{secrets.token_hex(8)}{KEPT_SUFFIX}")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not make_private(path.parent):
                logger.warning("no room is kept: its folder is a link or not the user's alone")
                return False
            file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(file, "wb") as out:
                PillowImage.fromarray(stacked(plate)).save(out, "PNG")
                out.flush()
                os.fsync(out.fileno())
            os.replace(draft, path)
        except OSError as error:
            logger.warning("the room could not be kept: %s", error.strerror)
            with suppress(OSError):
                draft.unlink()
            return False
        return True

    def load(self, camera: str) -> CleanPlate | None:
        """What was kept of a camera's room; None where nothing was, or it cannot be read."""
        path = self._path(camera)
        if path is None or not path.is_file():
            return None
        try:
            return read_room(path)
        except SourceError as error:
            logger.warning("the room that was kept cannot be read: %s", error)
            return None

    def forget(self, camera: str) -> None:
        """Delete the picture of a camera's room."""
        path = self._path(camera)
        if path is not None:
            path.unlink(missing_ok=True)

    def forget_all(self) -> None:
        """Delete every picture, and drafts that a crash has left."""
        if self._folder is not None and self._folder.is_dir():
            for path in self._folder.iterdir():
                if path.name.endswith(KEPT_SUFFIX):
                    path.unlink(missing_ok=True)

    def _path(self, camera: str) -> Path | None:
        if self._folder is None or not camera:
            return None
        name = hashlib.sha256(camera.encode(errors="surrogateescape")).hexdigest()[:24]
        return self._folder / f"{name}{KEPT_SUFFIX}"
