"""Room files: a picture or video of the empty room that a user provides; plates that are kept."""

from __future__ import annotations

import hashlib
import logging
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image as PillowImage

from app.video.files.inputs import open_source
from app.video.frame import Frame
from app.video.opencv import untyped_cv2 as cv2
from app.video.pixels.colour import FastRgb
from app.video.placing.unfinished import notes_folder
from app.video.source import SourceError, VideoSource
from gpu_unet import CleanPlate, Image, OwnFolder

# Larger than any network's input; a plate is scaled down once more.
MOST_WIDTH = 640
# Frames of a video: enough for the median to remove a person who walks by.
MOST_FRAMES = 25
SPREAD_S = 10.0
# A clean plate that the program kept: colours above, confidence as grey below.
KEPT_SUFFIX = ".room.png"


def read_room(path: Path) -> CleanPlate:
    """Read a clean plate from a picture, a video (its median), or a plate that was kept.

    Returns:
        In the file's shape, at most `MOST_WIDTH` wide.

    Raises:
        SourceError: The file cannot be read; one sentence says why.
    """
    with open_source(path) as source:
        pictures = _pictures(source)
        if not pictures:
            raise SourceError(
                "{name} has no frame; choose a picture of the empty room.", name=path.name
            )
        colour = pictures[0] if len(pictures) == 1 else np.median(pictures, axis=0)
        colour = colour.astype(np.uint8)
    if path.name.endswith(KEPT_SUFFIX):
        return _unstacked(colour)
    return CleanPlate(colour, np.full(colour.shape[:2], 255, np.uint8))


def stacked(plate: CleanPlate) -> Image:
    """A plate as one RGB picture: its colours above its confidence."""
    known = (plate.confidence > 0)[..., None]
    grey = np.repeat(plate.confidence[..., None], 3, axis=2)
    return np.concatenate([plate.rgb * known, grey])


def small_rgb(frame: Frame, converter: FastRgb, *, most_width: int) -> Image:
    """A frame as RGB, no wider than `most_width`: uint8 (height, width, 3)."""
    rgb = converter.rgb(frame.pixels, frame.format)
    if frame.width <= most_width:
        return rgb
    height = max(1, round(frame.height * most_width / frame.width))
    return cv2.resize(rgb, (most_width, height), interpolation=cv2.INTER_AREA)


def _pictures(source: VideoSource) -> list[Image]:
    step_s = min(SPREAD_S, source.duration_s or 0.0) / MOST_FRAMES
    converter, pictures = FastRgb(), []
    next_s: Fraction | None = None
    while len(pictures) < MOST_FRAMES and (frame := source.read()) is not None:
        if next_s is None:  # a film may begin late
            next_s = Fraction(frame.pts_s)
        if frame.pts_s >= next_s:
            next_s += Fraction(step_s)
            pictures.append(small_rgb(frame, converter, most_width=MOST_WIDTH))
    return pictures


def _unstacked(picture: Image) -> CleanPlate:
    height = picture.shape[0] // 2
    colour = np.ascontiguousarray(picture[:height])
    return CleanPlate(colour, np.ascontiguousarray(picture[height : 2 * height, :, 0]))


logger = logging.getLogger(__name__)


def rooms_folder() -> Path | None:
    """Where they are kept; None if the folder may not be the user's own."""
    notes = notes_folder()
    return None if notes is None else notes.with_name("rooms")


class KeptRooms:
    """Clean plates that users asked to keep, one per camera. Called from any thread, one at a time.

    Such a picture shows a home. Only this class writes it, only when the user asked for it, into a
    folder and a file that no other user can read; `forget` deletes it.

    Args:
        folder: Where the pictures are; made when the first is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def keep(self, camera: str, plate: CleanPlate) -> bool:
        """Write or replace the clean plate of a camera; returns whether that worked.

        Args:
            camera: The camera's name; only its hash is written.
        """
        path = self._path(camera)
        if path is None:
            return False
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder = OwnFolder.made(path.parent)
            if folder is None:
                logger.warning("no room is kept: its folder is a link or not the user's alone")
                return False
            picture = BytesIO()
            PillowImage.fromarray(stacked(plate)).save(picture, "PNG")
            folder.write(path.name, picture.getvalue(), is_synced=True)
        except OSError as error:
            logger.warning("the room could not be kept: %s", error.strerror)
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
