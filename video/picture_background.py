"""PictureBackground: a still picture, fitted to cover."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from av.video.reformatter import VideoReformatter
from PIL import Image as PillowImage

from video.background import Background, BackgroundError
from video.colour import convert
from video.cover import cover_size
from video.frame import PixelFormat
from video.planes import Image, frame_from_rgb, yuv420_from_frame
from video.still import StillError, read_still


class PictureBackground(Background):
    """Shows one picture all the time.

    Args:
        path: Any picture file; read whole at once.

    Raises:
        BackgroundError: It cannot be read.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._picture = read_still(path)
        except StillError as error:
            raise BackgroundError(f"Background {path.name} {error}.") from error
        self._made_for: tuple[int, int, PixelFormat] | None = None
        self._image: Image | None = None

    def image_at(
        self, pts_s: float, *, height: int, width: int, pixel_format: PixelFormat
    ) -> Image:
        """See `Background.image_at`."""
        wanted = (height, width, pixel_format)
        if self._image is None or self._made_for != wanted:
            fitted = cover_picture(self._picture, height=height, width=width)
            self._image = rgb_to_format(fitted, pixel_format)
            self._image.flags.writeable = False
            self._made_for = wanted
        return self._image


def cover_picture(picture: Image, *, height: int, width: int) -> Image:
    """uint8 (H, W, 3) scaled and cropped to cover (height, width), Lanczos."""
    if picture.shape[:2] == (height, width):
        return picture.copy()
    size = cover_size(
        height=picture.shape[0],
        width=picture.shape[1],
        target_height=height,
        target_width=width,
    )
    scale_y, scale_x = picture.shape[0] / size.height, picture.shape[1] / size.width
    box = (
        size.left * scale_x,
        size.top * scale_y,
        min(picture.shape[1], (size.left + width) * scale_x),
        min(picture.shape[0], (size.top + height) * scale_y),
    )
    # Pillow's sizes are (width, height). Only the part that is seen is scaled.
    scaled = PillowImage.fromarray(picture).resize(
        (width, height), PillowImage.Resampling.LANCZOS, box=box
    )
    return np.array(scaled)


def rgb_to_format(picture: Image, pixel_format: PixelFormat) -> Image:
    """An RGB picture, uint8 (H, W, 3), in `pixel_format`; a new array unless it is RGB."""
    if pixel_format.layout == "rgb":
        return picture
    converted = convert(
        frame_from_rgb(picture),
        VideoReformatter(),
        to="yuv420p",
        from_matrix=pixel_format.matrix,
        from_full_range=True,
        to_matrix=pixel_format.matrix,
        to_full_range=pixel_format.full_range,
    )
    return yuv420_from_frame(converted)
