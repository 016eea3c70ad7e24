"""NetworkCamera: a camera at an address (rtsp, or MJPEG over http), through libav."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

import av
from av.container import InputContainer
from av.error import ExitError, FFmpegError, HTTPClientError, HTTPError, InvalidDataError
from av.video.reformatter import Interpolation, VideoReformatter
from av.video.stream import VideoStream

from video.address import without_password
from video.arrivals import Arrivals
from video.colour import is_full_range, matrix_of, sws_range
from video.decoding import DecodingError, decoding
from video.frame import Frame, PixelFormat
from video.planes import Image, yuv420_from_frame
from video.source import SourceError, VideoSource

# libav is the way here because it can be told to give up: an OpenCV read of a dead address
# cannot. A read that waited this long fails, so that the capture thread ends and is not left over.
OPEN_TIMEOUT_S = 6.0
READ_TIMEOUT_S = 3.0
UNDECODABLE_S = 3.0  # so long without a picture that can be decoded is no accident
# Show what comes at once: no queue against jitter, no long look at the stream before it starts.
_OPTIONS = {
    "fflags": "nobuffer",
    "flags": "low_delay",
    "rtsp_transport": "tcp",
    "analyzeduration": "500000",
    "probesize": "1000000",
    "fpsprobesize": "0",
}
USUAL_RATE = Fraction(25)


class NetworkCamera(VideoSource):
    """Decodes what an address sends, as it comes. Times are those of arrival.

    Args:
        address: rtsp://, http:// ...; a user name and password in it are never shown.
        open_timeout_s: Give up opening after this.
        read_timeout_s: Give up waiting for data after this.

    Attributes:
        mode_sentence: What is delivered, for people.

    Raises:
        SourceError: No answer, or no video there.
    """

    is_live = True
    frame_count = None
    duration_s = None
    _is_closed = False

    def __init__(
        self,
        address: str,
        *,
        open_timeout_s: float = OPEN_TIMEOUT_S,
        read_timeout_s: float = READ_TIMEOUT_S,
    ) -> None:
        self.name = without_password(address)
        self._container = _open(address, self.name, open_timeout_s, read_timeout_s)
        try:
            self._begin()
        except BaseException:
            self._container.close()
            raise

    def _begin(self) -> None:
        if not self._container.streams.video:
            raise SourceError(f"{self.name} sends no video; check the address.")
        stream: VideoStream = self._container.streams.video[0]
        stream.thread_type = "SLICE"  # decoding several frames at once delays each of them
        self._frames = self._decode(stream)
        self._reformatter = VideoReformatter()
        first = self._next()
        if first is None:
            raise SourceError(f"{self.name} sends no picture; check the camera.")
        self._first: tuple[av.VideoFrame, float] | None = first, time.perf_counter()
        self.height = first.height - first.height % 2
        self.width = first.width - first.width % 2
        self.format = PixelFormat(
            "yuv420",
            # JPEG pictures are BT.601 by definition, whatever their size.
            "bt601"
            if stream.codec_context.name == "mjpeg"
            else matrix_of(first.colorspace, height=first.height, width=first.width),
            is_full_range(first),
        )
        # Other codings only send what changed: nothing moves, the picture stays to the last bit.
        self.repeats_pictures = stream.codec_context.name != "mjpeg"
        self.frame_rate = stream.average_rate or stream.guessed_rate or USUAL_RATE
        self.mode_sentence = f"{self.width}x{self.height}, {stream.codec_context.name}"
        self._arrivals = Arrivals(height=self.height, width=self.width, pixel_format=self.format)

    def read(self) -> Frame | None:
        """The next frame, waiting for it; None if the camera ended the stream.

        Raises:
            SourceError: Nothing came in time, the connection broke, or the picture changed size.
        """
        if self._first is not None:
            (frame, captured_s), self._first = self._first, None
        else:
            frame, captured_s = self._next(), time.perf_counter()
        while frame is not None:
            try:
                with decoding():
                    pixels = self._pixels(frame)
            except DecodingError as error:
                if error.lacks_memory:
                    raise SourceError(f"{self.name} {error}.") from error
                frame, captured_s = self._next(), time.perf_counter()  # decoded into no picture
                continue
            return self._arrivals.frame(pixels, captured_s)
        return None

    def close(self) -> None:
        """Close the connection; may be called twice."""
        self._is_closed = True
        self._container.close()

    def _decode(self, stream: VideoStream) -> Iterator[av.VideoFrame]:
        """Pictures as they come; one that cannot be decoded is left out, as cameras send some."""
        given_up_s = time.perf_counter() + UNDECODABLE_S
        for packet in self._container.demux(stream):
            try:
                with decoding():
                    frames = packet.decode()
            except DecodingError as error:
                if time.perf_counter() > given_up_s:
                    raise SourceError(
                        f"its pictures cannot be decoded ({error.reason}); restart the camera"
                    ) from error
                continue
            for frame in frames:
                given_up_s = time.perf_counter() + UNDECODABLE_S
                yield frame

    def _next(self) -> av.VideoFrame | None:
        if self._is_closed:  # libav would read freed memory
            raise SourceError(f"{self.name} was closed; open it again to read on.")
        try:
            return next(self._frames, None)
        except FFmpegError as error:
            reason = _reason(error)
            if not isinstance(error, ExitError):
                reason = f"the connection broke ({reason})"
            raise SourceError(reason) from error

    def _pixels(self, frame: av.VideoFrame) -> Image:
        is_plain = frame.format.name in ("yuv420p", "yuvj420p")
        if not is_plain or (frame.height, frame.width) != (self.height, self.width):
            # Also for a stream that changes its size: the session goes on at the first one.
            frame = self._reformatter.reformat(
                frame,
                width=self.width,
                height=self.height,
                format="yuv420p",
                src_color_range=sws_range(is_full_range(frame)),
                dst_color_range=sws_range(self.format.full_range),
                interpolation=Interpolation.FAST_BILINEAR,
                threads=1,
            )
        return yuv420_from_frame(frame)


def _open(address: str, name: str, open_timeout_s: float, read_timeout_s: float) -> InputContainer:
    try:
        return av.open(address, options=_OPTIONS, timeout=(open_timeout_s, read_timeout_s))
    except (HTTPClientError, HTTPError) as error:
        raise SourceError(
            f"{name} refuses ({_reason(error)}); check the address, and the name and password in it"
        ) from error
    except InvalidDataError as error:
        raise SourceError(f"{name} answers, but not with a video; check the address") from error
    except (FFmpegError, OSError, ValueError) as error:
        raise SourceError(
            f"{name} does not answer ({_reason(error)}); check the address and that the camera "
            "is switched on"
        ) from error


def _reason(error: Exception) -> str:
    """The reason of libav without the address that it appends, which may hold a password."""
    if isinstance(error, ExitError):  # our own time limit
        return "it did not answer in time"
    return getattr(error, "strerror", None) or type(error).__name__
