"""PictureEncoder: what an engine hands over, as PNG files."""

from __future__ import annotations

from fractions import Fraction

import av
from av.video.codeccontext import VideoCodecContext
from av.video.reformatter import VideoReformatter

from video.colour import convert
from video.frame import PixelFormat
from video.picture import av_frame_of
from video.planes import Image
from video.sink import Content

# libav's encoder takes 22 ms for a 720p frame that Pillow takes 38 ms for, at the same size.
_OPTIONS = {"pred": "mixed", "compression_level": "1"}
_PIXEL_FORMATS: dict[Content, str] = {
    "composite": "rgb24",
    "transparent": "rgba",
    "matte": "gray",
}


class PictureEncoder:
    """Makes PNG files, 8 bits, colour and alpha not multiplied.

    Args:
        content: What is written.
        pixel_format: Of the pictures that come in.
        height: Of every picture.
        width: Of every picture.
    """

    def __init__(
        self, content: Content, pixel_format: PixelFormat, *, height: int, width: int
    ) -> None:
        self._content: Content = content
        self._pixel_format = pixel_format
        self._height, self._width = height, width
        self._reformatter = VideoReformatter()
        encoder = av.CodecContext.create("png", "w")
        assert isinstance(encoder, VideoCodecContext)
        self._encoder: VideoCodecContext = encoder
        encoder.height, encoder.width = height, width
        encoder.pix_fmt = _PIXEL_FORMATS[content]
        encoder.time_base = Fraction(1, 25)
        encoder.thread_count = 1
        encoder.options = dict(_OPTIONS)
        self._count = 0

    def encode(self, pixels: Image | None, alpha: Image | None) -> bytes:
        """The contents of one PNG file.

        Args:
            pixels: See `VideoSink.write`.
            alpha: Likewise.
        """
        frame, is_full_range = av_frame_of(
            pixels,
            alpha,
            content=self._content,
            pixel_format=self._pixel_format,
            height=self._height,
            width=self._width,
        )
        wanted = _PIXEL_FORMATS[self._content]
        if frame.format.name != wanted:
            frame = convert(
                frame,
                self._reformatter,
                to=wanted,
                from_matrix=self._pixel_format.matrix,
                from_full_range=is_full_range,
                to_matrix=self._pixel_format.matrix,
                to_full_range=True,
            )
        frame.pts, frame.time_base = self._count, Fraction(1, 25)
        self._count += 1
        return b"".join(bytes(packet) for packet in self._encoder.encode(frame))
