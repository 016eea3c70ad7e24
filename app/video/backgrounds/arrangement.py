"""Arranger: how a background fills the frame, how sharp and bright it is, what turns pages.

Computed once for a still picture, and once per frame of a video, outside the composite.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from app.video.backgrounds.backdrop import BackdropSettings
from app.video.backgrounds.background import Background, LastImage
from app.video.files.adapted_source import Resizer
from app.video.pixels.aspect_fill import square_format
from app.video.pixels.colour import coded, filled
from app.video.pixels.planes import planes_of
from gpu_unet import FrameFormat, Image

AS_IT_IS = BackdropSettings()
_MOST_STRETCH = 4.0  # a narrow picture is enlarged to at most this many frames' size
_BLUR_SHARE = 0.03  # sigma of the strongest blur, as a share of the frame's height
_SHRUNK_SIGMA = 4.0  # a wider blur is made from a smaller picture, which looks the same


class Arranger:
    """Arranges the frames of a background; keeps the last one, as backgrounds do.

    Attributes:
        backdrop: The present settings; may be replaced at any time.
    """

    def __init__(self, backdrop: BackdropSettings = AS_IT_IS) -> None:
        self.backdrop = backdrop
        self._last, self._last_squeezed = LastImage(), LastImage()

    def image_at(
        self,
        background: Background,
        pts_s: float,
        frame_format: FrameFormat,
        pixel_aspect: Fraction = Fraction(1),
    ) -> Image:
        """The background's frame in this arrangement; see `Background.image_at`.

        Args:
            pixel_aspect: Width of the frame's pixels divided by their height, 1/8 to 8: players
                widen or narrow them, so that the background is shown in its own shape.
        """
        square = square_format(frame_format, pixel_aspect)
        image = self._arranged(background, pts_s, square)
        if square == frame_format:
            return image
        resizer = _resizer(square, frame_format)
        return self._last_squeezed.of(image, frame_format, lambda: resizer.pixels(image))

    def _arranged(self, background: Background, pts_s: float, frame_format: FrameFormat) -> Image:
        wanted = self.backdrop
        background.turn_by_time(wanted.slides_by_time)
        if wanted == AS_IT_IS:
            return background.image_at(pts_s, frame_format)
        size = None
        if wanted.is_placed:
            size = _placed_size(wanted, frame_format, background.aspect)
        whole_format = frame_format
        if size is not None:
            whole_format = replace(frame_format, height=size[0], width=size[1])
        whole = background.image_at(pts_s, whole_format)

        def make() -> Image:
            image = whole
            if size is not None:
                image = _placed(whole, whole_format, frame_format, wanted)
            if wanted.background_blur > 0.0:
                image = _blurred(image, frame_format, wanted.background_blur)
            if wanted.background_brightness != 0.0:
                image = _brightened(image, frame_format, wanted.background_brightness / 100)
            return image

        return self._last.of(whole, (frame_format, wanted), make)


_resizer = lru_cache(maxsize=4)(Resizer)


class ArrangedBackground(Background):
    """Another background, which it owns, in a fixed arrangement and for frames of one pixel shape.

    Args:
        pixel_aspect: See `Arranger.image_at`.
    """

    def __init__(
        self,
        background: Background,
        backdrop: BackdropSettings = AS_IT_IS,
        pixel_aspect: Fraction = Fraction(1),
    ) -> None:
        self._background = background
        self._arranger = Arranger(backdrop)
        self._pixel_aspect = pixel_aspect

    @property
    def notes(self) -> tuple[str, ...]:  # noqa: D102
        return self._background.notes

    @property
    def aspect(self) -> float | None:  # noqa: D102
        return self._background.aspect

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        aspect = self._pixel_aspect
        return self._arranger.image_at(self._background, pts_s, frame_format, aspect)

    def close(self) -> None:  # noqa: D102
        self._background.close()


def _placed_size(
    wanted: BackdropSettings, frame_format: FrameFormat, aspect: float | None
) -> tuple[int, int] | None:
    """Height and width of the whole picture before it is cropped or framed; None: unchanged."""
    if aspect is None:
        return None
    height, width = frame_format.height, frame_format.width
    ratio = aspect / (width / height)
    if not 1 / _MOST_STRETCH <= ratio <= _MOST_STRETCH:
        return None
    step = max(frame_format.row.down, frame_format.row.across)
    is_wide = (ratio > 1) != (wanted.background_fit == "fit")
    if is_wide:  # its height is the frame's
        return height, max(step, round(height * aspect / step) * step)
    return max(step, round(width / aspect / step) * step), width


def _placed(
    whole: Image, whole_format: FrameFormat, frame_format: FrameFormat, wanted: BackdropSettings
) -> Image:
    out = filled((0, 0, 0), frame_format)
    row = frame_format.row
    step = max(row.down, row.across)
    spare = (frame_format.height - whole_format.height, frame_format.width - whole_format.width)
    # A smaller picture leaves a margin; a larger one is cropped.
    top, left = (
        round(room * (1 + percent / 100) / 2 / step) * step
        for room, percent in zip(
            spare, (wanted.background_down, wanted.background_across), strict=True
        )
    )
    for index, (source, target) in enumerate(
        zip(planes_of(whole, whole_format), planes_of(out, frame_format), strict=True)
    ):
        rows = _span(top // (row.down if index else 1), source.shape[0], target.shape[0])
        columns = _span(left // (row.across if index else 1), source.shape[1], target.shape[1])
        target[rows[1], columns[1]] = source[rows[0], columns[0]]
    return out


def _span(at: int, source: int, target: int) -> tuple[slice, slice]:
    """The visible part of a line that begins at `at`: slices of the source and of the target."""
    begin, end = max(0, at), min(target, at + source)
    return slice(begin - at, end - at), slice(begin, end)


def _blurred(picture: Image, frame_format: FrameFormat, strength: float) -> Image:
    from app.video.opencv import cv2  # late: it takes a while to load

    out = np.empty_like(picture)
    for source, target in zip(
        planes_of(picture, frame_format), planes_of(out, frame_format), strict=True
    ):
        height, width = source.shape[:2]
        # Chroma of 4:2:2 has half of the columns, and all rows.
        shares = (width / frame_format.width, height / frame_format.height)
        across, down = (
            max(0.5, strength * _BLUR_SHARE * frame_format.height * share) for share in shares
        )
        scales = max(1.0, across / _SHRUNK_SIGMA), max(1.0, down / _SHRUNK_SIGMA)
        # OpenCV takes width before height.
        small = (max(1, round(width / scales[0])), max(1, round(height / scales[1])))
        least = cv2.resize(source, small, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(least, (0, 0), sigmaX=across / scales[0], sigmaY=down / scales[1])
        target[:] = cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
    return out


def _brightened(picture: Image, frame_format: FrameFormat, brightness: float) -> Image:
    """Towards black or white, by as much of the way."""
    end = coded((255, 255, 255) if brightness > 0 else (0, 0, 0), frame_format)
    out = np.empty_like(picture)
    planes = zip(planes_of(picture, frame_format), planes_of(out, frame_format), strict=True)
    for index, (source, target) in enumerate(planes):
        codes = np.arange(frame_format.row.most + 1, dtype=np.float32)
        moved = codes + abs(brightness) * (end[index] - codes)
        target[:] = np.floor(moved + 0.5).astype(out.dtype)[source]
    return out
