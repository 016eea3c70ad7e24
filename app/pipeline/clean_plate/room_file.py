"""Room files: a picture or video of the empty room that a user provides."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np

from app.messages.message import Message
from app.video.files.inputs import open_source
from app.video.frame import Frame
from app.video.opencv import untyped_cv2 as cv2
from app.video.pixels.colour import FastRgb
from app.video.source import SourceError, VideoSource
from gpu_unet import CleanPlate, Image

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
                Message("{name} has no frame; choose a picture of the empty room.", name=path.name)
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
    converter, pictures, next_s = FastRgb(), [], Fraction(0)
    while len(pictures) < MOST_FRAMES and (frame := source.read()) is not None:
        if frame.pts_s >= next_s:
            next_s += Fraction(step_s)
            pictures.append(small_rgb(frame, converter, most_width=MOST_WIDTH))
    return pictures


def _unstacked(picture: Image) -> CleanPlate:
    height = picture.shape[0] // 2
    colour = np.ascontiguousarray(picture[:height])
    return CleanPlate(colour, np.ascontiguousarray(picture[height : 2 * height, :, 0]))
