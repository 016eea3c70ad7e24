"""LinearView: frames of any layout as scene-linear values, for outputs that are linear."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from av.video.reformatter import VideoReformatter

from app.video.linear_picture import REC709, RGB, LinearPicture, Plane, Window
from app.video.pixels.colour import convert, deep_frame, formatted
from app.video.pixels.colour_spaces import P3_D65, REC2020
from app.video.pixels.light import SWS_WHITE, Floats, light_of_codes, seen_deep
from app.video.pixels.planes import frame_from_pixels, plane_view, split_planes
from gpu_unet import FrameFormat, Image

Codes = Image | npt.NDArray[np.uint16]  # (3, height, width): R, G and B

WHITE_NITS = 203.0  # of 1.0 in PQ and HLG (ITU-R BT.2408)
# x and y of red, green and blue, and of the white, by H.273's number.
_D65 = REC709[6:]
_PRIMARIES = {
    5: (0.64, 0.33, 0.29, 0.6, 0.15, 0.06, *_D65),  # BT.601, 625 lines
    6: (0.63, 0.34, 0.31, 0.595, 0.155, 0.07, *_D65),  # BT.601, 525 lines
    7: (0.63, 0.34, 0.31, 0.595, 0.155, 0.07, *_D65),
    9: REC2020,
    11: (0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351),  # DCI-P3
    12: P3_D65,
}


def background_format(frame_format: FrameFormat) -> FrameFormat:
    """How a background is read that goes behind frames of this format in linear light.

    Its chroma is whole, and behind a film in log it is SDR.
    """
    if frame_format.layout == "rgb":
        return frame_format
    transfer = frame_format.transfer if frame_format.is_hdr else "sdr"
    return replace(frame_format, layout="yuv444p12", transfer=transfer)


class LinearView:
    """Converts frames of one format; for one thread.

    Of SDR, whose curve is taken for sRGB's, white is 1.0. Of PQ and HLG that is light of
    `WHITE_NITS`; of log it is a reflectance of 1.

    Args:
        primaries: H.273 number of the film's primaries. It counts where the transfer function
            leaves a choice, and where it is known.
    """

    def __init__(self, frame_format: FrameFormat, primaries: int = 0) -> None:
        self._format = frame_format
        self._reformatter = VideoReformatter()
        is_log = frame_format.transfer != "sdr" and not frame_format.is_hdr
        own = frame_format.primaries
        self.primaries = own if is_log else _PRIMARIES.get(primaries, own)

    def codes(self, pixels: Image) -> Codes:
        """R, G and B, uint8 of 8-bit RGB, else uint16 as `FrameFormat.light` takes them."""
        if self._format.layout == "rgb":
            return np.moveaxis(pixels, 2, 0)
        # swscale makes its RGB with 13 bits of the matrix: too few for the highlights of PQ.
        form, (red, blue) = self._format, self._format.luma_weights
        luma, chroma_blue, chroma_red = self._whole_planes(pixels)
        chroma_blue -= np.float32(2**15)
        chroma_red -= np.float32(2**15)
        across = 2.0 if form.full_range else 2.0 * 219 / 224
        reds = luma + np.float32(across * (1 - red)) * chroma_red
        blues = luma + np.float32(across * (1 - blue)) * chroma_blue
        luma -= np.float32(red) * reds + np.float32(blue) * blues
        greens = luma / np.float32(1 - red - blue)
        return np.rint([reds, greens, blues]).clip(0, 65535).astype(np.uint16)

    def light(self, codes: Codes) -> Floats:
        """Linear light of some codes: float32, of the same shape."""
        if self._format.layout == "rgb":
            return light_of_codes(255)[codes]
        return np.asarray(self._format.light(codes.astype(np.uint16, copy=False)), np.float32)

    def planes(self, pixels: Image) -> list[Floats]:
        """R, G and B, float32 (height, width), linear."""
        return list(self.light(self.codes(pixels)))

    def picture(self, codes: Codes, alpha: Image | None) -> LinearPicture:
        """A frame as a linear picture.

        Args:
            alpha: uint8 (height, width); None if the frame has none.
        """
        planes: dict[str, Plane] = dict(zip(RGB, self.light(codes), strict=True))
        if alpha is not None:
            planes["A"] = alpha * np.float32(1 / 255)
        whole = Window(0, 0, self._format.width - 1, self._format.height - 1)
        return LinearPicture(
            planes,
            whole,
            whole,
            whole,
            primaries=self.primaries,
            rolls_off=False,
            header={"whiteLuminance": WHITE_NITS} if self._format.is_hdr else {},
        )

    def _whole_planes(self, pixels: Image) -> list[Floats]:
        """Y, U and V of the frame's size, as codes of 16 bits."""
        form = self._format
        if form.row.across == 1:
            scale = np.float32(2 ** (16 - form.bits))
            return [plane * scale for plane in split_planes(pixels, form)]
        frame = convert(
            frame_from_pixels(pixels, form),
            self._reformatter,
            to="yuv444p16le",
            matrix=form.matrix,
            full_range=form.full_range,
        )
        rows = [plane_view(plane, row_bytes=2 * form.width) for plane in frame.planes]
        return [plane.view(np.uint16).astype(np.float32) for plane in rows]


class DeepView:
    """Converts pictures of one size; for one thread.

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
        deep, matrix = deep_frame(codes), self.format.matrix
        return formatted(deep, self._reformatter, self.format, matrix=matrix, full_range=True)
