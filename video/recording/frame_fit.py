"""PictureFit: brings pictures of any size and format to the one that a recording began with."""

from __future__ import annotations

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from frames.frame import Image, PixelFormat
from video.pixels.colour import convert
from video.pixels.planes import frame_from_rgb, frame_from_yuv420, plane_view


class PictureFit:
    """Makes yuv420p frames of one size, with bars where the shapes differ. Used by one thread.

    Args:
        height: Even.
        width: Even.
        pixel_format: Of the first picture; RGB is coded as BT.709.
    """

    def __init__(self, *, height: int, width: int, pixel_format: PixelFormat) -> None:
        self.height = height
        self.width = width
        is_rgb = pixel_format.layout == "rgb"
        self.pixel_format = PixelFormat("yuv420", "bt709", False) if is_rgb else pixel_format
        self._reformatter = VideoReformatter()

    def frame(
        self, pixels: Image, *, height: int, width: int, pixel_format: PixelFormat
    ) -> av.VideoFrame:
        """A new yuv420p frame of the recording's size.

        Args:
            pixels: uint8 as `pixel_format` says.
            height: Of the picture.
            width: Of the picture.
            pixel_format: Of `pixels`.
        """
        if pixel_format == self.pixel_format and (height, width) == (self.height, self.width):
            return frame_from_yuv420(pixels, height=height, width=width)
        scale = min(self.height / height, self.width / width)
        fitted_height = max(2, round(height * scale / 2) * 2)
        fitted_width = max(2, round(width * scale / 2) * 2)
        is_rgb = pixel_format.layout == "rgb"
        source = (
            frame_from_rgb(pixels)
            if is_rgb
            else frame_from_yuv420(pixels, height=height, width=width)
        )
        fitted = convert(
            source,
            self._reformatter,
            to="yuv420p",
            from_matrix=pixel_format.matrix,
            from_full_range=is_rgb or pixel_format.full_range,
            to_matrix=self.pixel_format.matrix,
            to_full_range=self.pixel_format.full_range,
            height=fitted_height,
            width=fitted_width,
        )
        if (fitted_height, fitted_width) == (self.height, self.width):
            return fitted
        return self._on_bars(fitted)

    def _on_bars(self, fitted: av.VideoFrame) -> av.VideoFrame:
        black = 0 if self.pixel_format.full_range else 16
        canvas = np.full((self.height * 3 // 2, self.width), 128, np.uint8)
        canvas[: self.height] = black
        frame = frame_from_yuv420(canvas, height=self.height, width=self.width)
        top = (self.height - fitted.height) // 4 * 2
        left = (self.width - fitted.width) // 4 * 2
        for index, (target, source) in enumerate(zip(frame.planes, fitted.planes, strict=True)):
            half = 1 if index == 0 else 2
            rows, columns = fitted.height // half, fitted.width // half
            target_view = plane_view(target, row_bytes=self.width // half)
            target_view[top // half : top // half + rows, left // half : left // half + columns] = (
                plane_view(source, row_bytes=columns)[:rows]
            )
        return frame
