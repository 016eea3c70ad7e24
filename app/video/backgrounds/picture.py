"""PictureBackground: a still picture, fitted to cover; PushedBackground: the newest of several."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

import numpy as np
from av.video.reformatter import VideoReformatter
from PIL import Image as PillowImage

from app.video.backgrounds.background import Background, BackgroundError, LastImage
from app.video.files.still import StillError, picture_size, read_still
from app.video.pixels.aspect_fill import fill_size
from app.video.pixels.colour import formatted, picture_in_space
from app.video.pixels.planes import frame_from_pixels
from gpu_unet import FrameFormat, Image

# The picture is decoded once, large enough for frames up to this size; for larger frames it is
# decoded again if the file has more detail.
USUAL_SIZE = (2160, 3840)  # rows, columns
_BAND_ROWS = 256  # rows of a frame that are scaled at a time
_LANCZOS_REACH = 3  # rows to either side, of the smaller of the two pictures


class PictureBackground(Background):
    """Shows one picture all the time.

    Args:
        path: Any picture file; read at once, on the thread that opens it.
        covers: Rows and columns of frames for which the picture is decoded large enough. For
            larger frames it is decoded again if the file has more pixels.

    Raises:
        BackgroundError: It cannot be read.
    """

    def __init__(self, path: Path, *, covers: tuple[int, int] = USUAL_SIZE) -> None:
        self._path = path
        self._covers = covers
        try:
            read = read_still(path, height=covers[0], width=covers[1])
            self._picture = _just_covering(read, *covers)
            stored_height, stored_width = picture_size(path)
        except StillError as error:
            raise BackgroundError(
                "Background {name} {error}.", name=path.name, error=error
            ) from error
        self._is_reduced = self._picture.size < stored_height * stored_width * 3
        self._last = LastImage()

    @property
    def aspect(self) -> float | None:  # noqa: D102
        return self._picture.shape[1] / self._picture.shape[0]

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        def make() -> Image:
            return covering(self._picture_for(frame_format), frame_format)

        return self._last.of(self._picture, frame_format, make)

    def _picture_for(self, frame_format: FrameFormat) -> Image:
        """The picture, large enough for such frames if the file has that much detail."""
        height, width = frame_format.height, frame_format.width
        if self._is_reduced and (height > self._covers[0] or width > self._covers[1]):
            # If the file was moved, or is too large at this size, the less sharp picture stays.
            with suppress(StillError):
                return read_still(self._path, height=height, width=width)
        return self._picture


def fill_picture(picture: Image, *, height: int, width: int) -> Image:
    """uint8 (H, W, 3) scaled and cropped to cover (height, width), Lanczos; itself if it fits.

    Scaled in bands, because Pillow takes four bytes for each pixel that it reads or makes.
    """
    if picture.shape[:2] == (height, width):
        return picture
    size = fill_size(
        height=picture.shape[0],
        width=picture.shape[1],
        target_height=height,
        target_width=width,
    )
    rows, columns, _ = picture.shape
    scale_y, scale_x = rows / size.height, columns / size.width
    left, right = size.left * scale_x, min(columns, (size.left + width) * scale_x)
    reach = math.ceil(_LANCZOS_REACH * max(1.0, scale_y)) + 1
    covering = np.empty((height, width, 3), np.uint8)
    for begin in range(0, height, _BAND_ROWS):
        end = min(begin + _BAND_ROWS, height)
        top = (size.top + begin) * scale_y
        bottom = min(rows, (size.top + end) * scale_y)
        first = max(0, math.floor(top) - reach)
        band = PillowImage.fromarray(picture[first : math.ceil(bottom) + reach])
        # Pillow's sizes are (width, height). Only the visible part is scaled.
        scaled = band.resize(
            (width, end - begin),
            PillowImage.Resampling.LANCZOS,
            box=(left, top - first, right, bottom - first),
        )
        covering[begin:end] = np.asarray(scaled)
    return covering


def _just_covering(picture: Image, height: int, width: int) -> Image:
    """The picture, or a smaller one that just covers frames of this size."""
    rows, columns, _ = picture.shape
    scale = max(height / rows, width / columns)
    if scale >= 1:
        return picture
    return fill_picture(picture, height=round(rows * scale), width=round(columns * scale))


def covering(picture: Image | None, frame_format: FrameFormat) -> Image:
    """A picture as `fill_picture` takes it, in `frame_format`; None: black."""
    size = {"height": frame_format.height, "width": frame_format.width}
    if picture is None:
        picture = np.zeros((*size.values(), 3), np.uint8)
    return _in_format(fill_picture(picture, **size), frame_format)


def _in_format(picture: Image, frame_format: FrameFormat) -> Image:
    """An sRGB picture, uint8 (H, W, 3), in `frame_format`; a new array unless it is so already."""
    if frame_format.layout == "rgb" and frame_format.space == "sdr":
        return picture
    if frame_format.space != "sdr":
        frame = picture_in_space(picture, frame_format.space)
    else:
        frame = frame_from_pixels(picture, FrameFormat(*picture.shape[:2]))
    matrix = frame_format.matrix
    return formatted(frame, VideoReformatter(), frame_format, matrix=matrix, full_range=True)


class PushedBackground(Background):
    """Shows the newest picture that another part of the program pushed, such as of a screen.

    Black before the first.

    `push` may be called by any thread, the rest by one.
    """

    def __init__(self) -> None:
        self._newest: Image | None = None
        self._last = LastImage()

    def push(self, picture: Image | None) -> None:
        """Show this picture from now on.

        Args:
            picture: uint8 (H, W, 3) RGB that is not written to any more; None for none.
        """
        self._newest = picture

    @property
    def aspect(self) -> float | None:  # noqa: D102
        newest = self._newest
        return None if newest is None else newest.shape[1] / newest.shape[0]

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        newest = self._newest
        return self._last.of(newest, frame_format, lambda: covering(newest, frame_format))


# The window's thread pushes pictures of the screen here; backgrounds are opened on another thread.
# There is one, as there is one window.
SCREEN = PushedBackground()
