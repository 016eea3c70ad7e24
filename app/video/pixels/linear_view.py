"""LinearView: frames of any layout as scene-linear values, for outputs that are linear."""

from __future__ import annotations

import numpy as np
from av.video.reformatter import VideoReformatter

from app.video.linear_picture import RGB, LinearPicture, Plane, Window
from app.video.pixels.colour import convert
from app.video.pixels.light import SWS_WHITE, Floats, light_of_codes
from app.video.pixels.planes import frame_from_pixels, plane_view
from gpu_unet import FrameFormat, Image


class LinearView:
    """Converts frames of one format, whose curve is taken for sRGB's; for one thread.

    Args:
        frame_format: Format of every frame.
    """

    def __init__(self, frame_format: FrameFormat) -> None:
        self._format = frame_format
        self._to_8, self._to_16 = VideoReformatter(), VideoReformatter()

    def rgb(self, pixels: Image) -> Image:
        """uint8 (height, width, 3): `pixels` itself if they are RGB already."""
        if self._format.layout == "rgb":
            return pixels
        return self._converted(pixels, self._to_8, "rgb24", np.dtype(np.uint8))

    def planes(self, pixels: Image) -> list[Floats]:
        """R, G and B, float32 (height, width), linear."""
        if self._format.layout == "rgb":
            table, codes = light_of_codes(255), pixels
        else:
            row = self._format.row
            # Full range comes shifted: 1023 of 10 bits becomes 65472.
            white = row.most << (16 - row.bits) if self._format.full_range else SWS_WHITE
            codes = self._converted(pixels, self._to_16, "rgb48le", np.dtype(np.uint16))
            table, codes = light_of_codes(white), np.minimum(codes, white)
        return [table[codes[..., channel]] for channel in range(3)]

    def picture(self, pixels: Image, alpha: Image | None) -> LinearPicture:
        """A frame as a linear picture.

        Args:
            pixels: As the format says.
            alpha: uint8 (height, width); None if the frame has none.
        """
        planes: dict[str, Plane] = dict(zip(RGB, self.planes(pixels), strict=True))
        if alpha is not None:
            planes["A"] = alpha * np.float32(1 / 255)
        whole = Window(0, 0, self._format.width - 1, self._format.height - 1)
        return LinearPicture(planes, whole, whole, whole, rolls_off=False)

    def _converted(
        self,
        pixels: Image,
        reformatter: VideoReformatter,
        to: str,
        dtype: np.dtype[np.unsignedinteger],
    ) -> Image:
        form = self._format
        frame = convert(
            frame_from_pixels(pixels, form),
            reformatter,
            to=to,
            from_matrix=form.matrix,
            from_full_range=form.full_range,
            to_matrix=form.matrix,
            to_full_range=True,
        )
        rows = plane_view(frame.planes[0], row_bytes=form.width * 3 * dtype.itemsize)
        return np.ascontiguousarray(rows).view(dtype).reshape(form.height, form.width, 3)
