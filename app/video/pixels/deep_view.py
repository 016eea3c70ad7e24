"""DeepView: pictures of more than 8 bits as frames of 12, for films that keep them."""

from __future__ import annotations

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from app.video.linear_picture import LinearPicture
from app.video.pixels.colour import convert
from app.video.pixels.light import SWS_WHITE, seen_deep
from app.video.pixels.planes import PIXEL_FORMATS, pixels_from_frame, plane_view
from gpu_unet import FrameFormat, Image


class DeepView:
    """Converts pictures of one size; for one thread.

    Args:
        height: Rows of every picture.
        width: Columns of every picture.

    Attributes:
        format: Of the frames: "yuv444p12".
    """

    def __init__(self, *, height: int, width: int) -> None:
        self.format = FrameFormat(height, width, "yuv444p12", "bt709")
        self._reformatter = VideoReformatter()

    def pixels(self, pixels: Image, linear: LinearPicture | None) -> Image:
        """A picture as a frame of `format`.

        Args:
            pixels: uint8 RGB (height, width, 3).
            linear: Its scene-linear values, which count in place of `pixels`; None: there are none.
        """
        codes = (
            pixels.astype(np.uint16) * (SWS_WHITE // 255) if linear is None else seen_deep(linear)
        )
        height, width, _ = codes.shape
        frame = av.VideoFrame(width, height, "rgb48le")
        plane = plane_view(frame.planes[0], row_bytes=width * 6)
        plane[:] = codes.astype("<u2").reshape(height, width * 3).view(np.uint8)
        deep = convert(
            frame,
            self._reformatter,
            to=PIXEL_FORMATS[self.format.layout],
            from_matrix=self.format.matrix,
            from_full_range=True,
            to_matrix=self.format.matrix,
            to_full_range=self.format.full_range,
        )
        return pixels_from_frame(deep, self.format)
