"""FrameFit: brings frames of any size and format to that of a recording's first frame."""

from __future__ import annotations

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from app.video.pixels.coded import black
from app.video.pixels.colour import convert
from app.video.pixels.planes import frame_from_rgb, frame_from_yuv420, plane_view, split_yuv420
from gpu_unet import FrameFormat, Image


class FrameFit:
    """Makes yuv420p frames of one size, with bars where the shapes differ. Used by one thread.

    Args:
        frame_format: Format of the first frame; odd sizes lose a row or column, RGB is coded as
            BT.709. A full range, of MJPEG cameras, becomes the usual one: players and editing
            programs take it for granted in H.264.

    Attributes:
        format: Format of the resulting frames.
    """

    def __init__(self, frame_format: FrameFormat) -> None:
        is_rgb = frame_format.layout == "rgb"
        self.format = FrameFormat(
            frame_format.height - frame_format.height % 2,
            frame_format.width - frame_format.width % 2,
            "yuv420",
            "bt709" if is_rgb else frame_format.matrix,
        )
        self._reformatter = VideoReformatter()

    def frame(self, pixels: Image, frame_format: FrameFormat) -> av.VideoFrame:
        """A new yuv420p frame of the recording's size.

        Args:
            pixels: uint8 as `frame_format` says.
            frame_format: Format of `pixels`.
        """
        height, width = frame_format.height, frame_format.width
        if frame_format == self.format:
            return frame_from_yuv420(pixels, height=height, width=width)
        scale = min(self.format.height / height, self.format.width / width)
        fitted_height = max(2, round(height * scale / 2) * 2)
        fitted_width = max(2, round(width * scale / 2) * 2)
        is_rgb = frame_format.layout == "rgb"
        source = (
            frame_from_rgb(pixels)
            if is_rgb
            else frame_from_yuv420(pixels, height=height, width=width)
        )
        fitted = convert(
            source,
            self._reformatter,
            to="yuv420p",
            from_matrix=frame_format.matrix,
            from_full_range=is_rgb or frame_format.full_range,
            to_matrix=self.format.matrix,
            to_full_range=self.format.full_range,
            height=fitted_height,
            width=fitted_width,
        )
        if (fitted_height, fitted_width) == (self.format.height, self.format.width):
            return fitted
        return self._on_bars(fitted)

    def _on_bars(self, fitted: av.VideoFrame) -> av.VideoFrame:
        height, width = self.format.height, self.format.width
        canvas = np.empty(self.format.shape, np.uint8)
        for plane, value in zip(
            split_yuv420(canvas, height=height, width=width), black(self.format), strict=True
        ):
            plane.fill(value)
        frame = frame_from_yuv420(canvas, height=height, width=width)
        top = (height - fitted.height) // 4 * 2
        left = (width - fitted.width) // 4 * 2
        for index, (target, source) in enumerate(zip(frame.planes, fitted.planes, strict=True)):
            half = 1 if index == 0 else 2
            rows, columns = fitted.height // half, fitted.width // half
            target_view = plane_view(target, row_bytes=width // half)
            target_view[top // half : top // half + rows, left // half : left // half + columns] = (
                plane_view(source, row_bytes=columns)[:rows]
            )
        return frame
