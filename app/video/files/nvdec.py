"""Nvdec: NVIDIA's decoder through libav; its frames have software's layout."""

from __future__ import annotations

from pathlib import Path

import av
from av.codec.hwaccel import HWAccel
from av.container import InputContainer
from av.packet import Packet
from av.video.reformatter import ColorRange, Colorspace, VideoReformatter
from av.video.stream import VideoStream

from app.video.files.decoder import CardDecoder, CardError, open_input
from app.video.pixels.colour import is_full_range
from app.video.source import SourceError

# Software's pixel formats, and NVIDIA's for the same samples: Cb and Cr alternate, and 10-bit
# samples lie in the upper bits of 16.
_LAYOUTS = {"yuv420p": "nv12", "yuvj420p": "nv12", "yuv420p10le": "p010le"}
_CODECS = ("h264", "hevc", "vp9")


class Nvdec(CardDecoder):
    """NVIDIA's decoder through libav's "cuda" device.

    It has a context of its own, apart from the one that computes; its frames come back to system
    memory, where every later stage expects them.
    """

    name = "NVDEC"

    def __init__(self) -> None:
        self._format = ""
        self._size = (0, 0)
        self._reformatter = VideoReformatter()

    def refusal(self, stream: VideoStream) -> str:  # noqa: D102
        context = stream.codec_context
        self._format = context.pix_fmt or ""
        self._size = (context.width, context.height)
        if context.name not in _CODECS:
            return f"it is not used for {context.name}"
        if self._format not in _LAYOUTS:
            return f"it is not used for {self._format}"
        return ""

    def open(self, path: Path) -> InputContainer:  # noqa: D102
        try:
            # No silent fallback to software: what decodes is reported, and measured.
            return open_input(path, hwaccel=HWAccel("cuda", allow_software_fallback=False))
        except SourceError as error:
            reason = getattr(error.__cause__, "reason", "no reason given")
            raise CardError(f"it does not open: {reason}") from error

    def frames(self, packet: Packet[VideoStream]) -> list[av.VideoFrame]:  # noqa: D102
        return [self.as_software_has_it(frame) for frame in packet.decode()]

    def as_software_has_it(self, frame: av.VideoFrame) -> av.VideoFrame:
        """The same samples, times and tags in software's layout; no value changes.

        Raises:
            CardError: The frame's layout or size differs from the one expected for this file.
        """
        if frame.format.name != _LAYOUTS[self._format]:
            raise CardError(f"its frames are {frame.format.name}")
        # libav crops a card's frame at the right and at the bottom only.
        if (frame.width, frame.height) != self._size:
            raise CardError(f"its frames are {frame.width}x{frame.height}")
        is_full = is_full_range(frame) or self._format.startswith("yuvj")
        kept_range = ColorRange.JPEG if is_full else ColorRange.MPEG
        moved = self._reformatter.reformat(
            frame,
            format=self._format,
            src_colorspace=Colorspace.ITU709,  # the same on both sides, so no value changes
            dst_colorspace=Colorspace.ITU709,
            src_color_range=kept_range,
            dst_color_range=kept_range,
            threads=1,
        )
        moved.colorspace, moved.color_range = frame.colorspace, frame.color_range
        return moved
