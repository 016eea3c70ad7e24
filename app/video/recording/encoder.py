"""LiveEncoder: encodes H.264 at a speed that can change in the middle of a file."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import av
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType
from av.video.stream import VideoStream

from app.video.pixels.colour import CODE_OF_MATRIX, sws_range
from gpu_unet import FrameFormat, available_cores

TIME_BASE = Fraction(1, 90_000)  # divides by every common frame rate
KEYFRAME_INTERVAL_S = 1.0


@dataclass(frozen=True, slots=True)
class Speed:
    """One step between quality and speed."""

    preset: str
    crf: int


# CPU per 1280x720 frame on one core of an AMD EPYC: 5.8, 2.4 and 2.0 ms. Slower presets (veryfast:
# 11 ms) would cost the engine time for a gain that is invisible in a camera's recording.
SPEEDS = (
    Speed("superfast", 20),
    Speed("ultrafast", 22),
    Speed("ultrafast", 30),
)

# Every speed must write the same sequence and picture headers, because an MP4 has them once:
# `stitchable` makes them independent of the content, and the other parameters are equal in all
# presets. Without B-frames and lookahead a frame leaves the encoder at once: a crash loses only the
# fragment being written.
_HEADER_PARAMS = (
    "stitchable=1:ref=1:bframes=0:weightp=0:cabac=1:8x8dct=1:rc-lookahead=0:sync-lookahead=0"
    ":mbtree=0:scenecut=0:keyint=infinite"
)
_GLOBAL_HEADER = 1 << 22  # AV_CODEC_FLAG_GLOBAL_HEADER


class LiveEncoder:
    """Encodes I420 frames at times that may be irregular. Used by one thread.

    Args:
        stream: A new libx264 stream of the file; its own encoder is the one for level 0, so that
            the container takes the headers from it.
        frame_format: Matrix and range, for the file's tags.
        frame_rate: Approximate; only the encoder's rate control uses it.

    Attributes:
        level: Index into `SPEEDS`; 0 is the best quality.
        extradata: The headers, the same for every level.
    """

    def __init__(
        self,
        stream: VideoStream,
        *,
        frame_format: FrameFormat,
        frame_rate: Fraction,
    ) -> None:
        self._stream = stream
        self._frame_format = frame_format
        self._frame_rate = frame_rate
        self._keyframe_due_s = 0.0
        self.level = 0
        self._context = self._open(stream.codec_context, 0)
        self.extradata = bytes(self._context.extradata or b"")

    def encode(self, frame: av.VideoFrame, time_s: float) -> list[av.Packet]:
        """The packets that are ready after `frame`, a yuv420p one, shown at `time_s`."""
        frame.pts = round(time_s / TIME_BASE)
        frame.time_base = TIME_BASE
        is_key = time_s >= self._keyframe_due_s
        frame.pict_type = PictureType.I if is_key else PictureType.NONE
        if is_key:
            self._keyframe_due_s = time_s + KEYFRAME_INTERVAL_S
        return self._addressed(self._context.encode(frame))

    def set_level(self, level: int) -> list[av.Packet]:
        """Encode at another speed from the next frame on, which becomes a keyframe.

        Returns:
            Packets that the encoder still held.
        """
        rest = self.flush()
        fresh = av.CodecContext.create("libx264", "w")
        assert isinstance(fresh, VideoCodecContext)
        context = self._open(fresh, level)
        assert bytes(context.extradata or b"") == self.extradata, "headers differ between speeds"
        self._context = context
        self.level = level
        self._keyframe_due_s = 0.0
        return rest

    def flush(self) -> list[av.Packet]:
        """Packets that the encoder still holds; this level cannot encode afterwards."""
        return self._addressed(self._context.encode(None))

    def _addressed(self, packets: list[av.Packet]) -> list[av.Packet]:
        for packet in packets:
            packet.stream = self._stream
        return packets

    def _open(self, context: VideoCodecContext, level: int) -> VideoCodecContext:
        context.width = self._frame_format.width
        context.height = self._frame_format.height
        context.pix_fmt = "yuv420p"
        context.time_base = TIME_BASE
        context.framerate = self._frame_rate
        context.thread_count = max(1, min(4, available_cores() // 2))
        matrix = CODE_OF_MATRIX[self._frame_format.matrix]
        context.colorspace = matrix
        context.color_primaries = matrix
        context.color_trc = matrix
        context.color_range = int(sws_range(self._frame_format.full_range))
        context.flags |= _GLOBAL_HEADER
        context.options = {
            "preset": SPEEDS[level].preset,
            "crf": str(SPEEDS[level].crf),
            "x264-params": f"{_HEADER_PARAMS}:level={_h264_level(self._frame_format)}",
        }
        context.open()
        return context


def _h264_level(frame_format: FrameFormat) -> str:
    """A level that allows the size at up to 60 frames/s; x264's own choice differs by preset."""
    macroblocks = -(-frame_format.height // 16) * -(-frame_format.width // 16)
    for level, most in (("4.2", 8_704), ("5.2", 36_864)):
        if macroblocks <= most:
            return level
    return "6.2"
