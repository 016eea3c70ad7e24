"""KeptRooms: clean plates that users asked to keep, one per camera.

Such a picture shows a home. Only this module writes it, only when the user asked for it, into a
folder and a file that no other user can read; `forget` deletes it.
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
from gpu_unet import CleanPlate, OwnFolder

logger = logging.getLogger(__name__)


def rooms_folder() -> Path | None:
    """Where they are kept; None if the folder may not be the user's own."""
    notes = notes_folder()
    return None if notes is None else notes.with_name("rooms")


class KeptRooms:
    """Called from any thread, one at a time.

    Args:
        folder: Where the pictures are; made when the first is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def keep(self, camera: str, plate: CleanPlate) -> bool:
        """Write or replace the clean plate of a camera; returns whether that worked.

        Args:
            camera: The camera's name; only its hash is written.
            plate: The clean plate.
        """
        path = self._path(camera)
        if path is None:
            return False
        draft = path.with_name(f".{secrets.token_hex(8)}{KEPT_SUFFIX}")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if OwnFolder.made(path.parent) is None:
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
        """The clean plate kept for a camera; None: there is none, or it cannot be read."""
        path = self._path(camera)
        if path is None or not path.is_file():
            return None
        try:
            return read_room(path)
        except SourceError as error:
            logger.warning("the room that was kept cannot be read: %s", error)
            return None

    def forget(self, camera: str) -> None:
        """Delete the clean plate of a camera."""
        path = self._path(camera)
        if path is not None:
            path.unlink(missing_ok=True)

    def forget_all(self) -> None:
        """Delete every clean plate, and drafts that a crash has left."""
        if self._folder is not None and self._folder.is_dir():
            for path in self._folder.iterdir():
                if path.name.endswith(KEPT_SUFFIX):
                    path.unlink(missing_ok=True)

    def _path(self, camera: str) -> Path | None:
        if self._folder is None or not camera:
            return None
        name = hashlib.sha256(camera.encode(errors="surrogateescape")).hexdigest()[:24]
        return self._folder / f"{name}{KEPT_SUFFIX}"
