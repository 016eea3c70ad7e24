"""NetworkCamera: a camera at an address (rtsp, or MJPEG over http), through libav."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, cast

import av
from av.container import InputContainer
from av.error import (
    ArgumentError,
    ExitError,
    FFmpegError,
    HTTPClientError,
    HTTPError,
    HTTPForbiddenError,
    HTTPUnauthorizedError,
    InvalidDataError,
)
from av.packet import Packet
from av.video.reformatter import Interpolation, VideoReformatter
from av.video.stream import VideoStream

from app.messages import Message
from app.video.files.decoder import skip_all_but
from app.video.files.decoding import DecodingError, decoding, limit_allocations
from app.video.frame import Arrivals, Frame
from app.video.limits import MOST_DECODED_PIXELS, MOST_FILM_PIXELS, too_large
from app.video.network.access import Access, LoginRefusedError
from app.video.network.address import CameraAddress
from app.video.network.camera_transport import CameraTransport, open_transport
from app.video.network.connection import Allowance, BrokenError, broken, reason_of, unanswered
from app.video.pixels.colour import is_full_range, matrix_of, sws_range, with_chroma
from app.video.pixels.planes import pixels_from_frame
from app.video.source import SourceError, VideoSource
from app.video.undo import or_undo
from gpu_unet import FrameFormat, Image

# libav rather than OpenCV, because it has timeouts: an OpenCV read of a dead address never returns.
# A read that takes this long fails, so that the capture thread ends.
OPEN_TIMEOUT_S = 9.0  # for everything, name look-up included
READ_TIMEOUT_S = 3.0
UNDECODABLE_S = 3.0  # this long without a decodable frame is a failure
# Show each frame at once: no queue against jitter, no long analysis of the stream before.
_OPTIONS = {
    "flags": "low_delay",
    "analyzeduration": "500000",
    "probesize": "1000000",
    "fpsprobesize": "0",
    "max_pixels": str(MOST_DECODED_PIXELS),
}
USUAL_RATE = Fraction(25)
# A longer gap is a jump in the camera's clock; time is counted anew from there.
_MOST_AHEAD_S = 1.0
# Later than this means a slow connection, so stay behind rather than stumble.
_MOST_BEHIND_S = 0.1


class NetworkCamera(VideoSource):
    """Decodes what an address sends, as it comes. Times are those of arrival.

    Only hosts that the address or the user names are reached: see `app.video.network`.

    Args:
        address: rtsp://, http:// ...; a user name and password in it are never shown.
        allowed_hosts: Other hosts that the camera may redirect to.
        open_timeout_s: Give up opening after this.
        read_timeout_s: Give up waiting for data after this.

    Attributes:
        mode_sentence: What is delivered, for people.

    Raises:
        SourceError: No answer, or no video there.
        HostRefusedError: It redirects to a host that is not allowed.
        LoginRefusedError: It refuses name and password.
    """

    is_live = True
    frame_count = None
    duration_s = None
    _is_closed = False

    def __init__(
        self,
        address: str,
        *,
        allowed_hosts: Iterable[str] = (),
        open_timeout_s: float = OPEN_TIMEOUT_S,
        read_timeout_s: float = READ_TIMEOUT_S,
    ) -> None:
        try:
            camera = CameraAddress.parse(address)
        except ValueError as error:
            raise SourceError("{error}.", error=error) from None
        self.name = camera.shown
        self._has_login = bool(camera.login)
        self._read_timeout_s = read_timeout_s
        self.damaged_count = 0  # packets that could not be decoded, so far
        self._allowance = Allowance(self.name)
        self._allowance.extend(open_timeout_s)
        access = Access(camera.host, allowed_hosts, self._allowance)
        try:
            self._transport, self._container = self._open(camera, access)
            with or_undo(self.close):
                self._begin()
        except BrokenError as error:
            raise unanswered(self.name, str(error)) from error

    def _open(
        self, camera: CameraAddress, access: Access
    ) -> tuple[CameraTransport, InputContainer]:
        transport = open_transport(camera, access, self._allowance)
        with or_undo(lambda: transport.close()):
            while True:
                try:
                    return transport, self._opened(transport)
                except SourceError:
                    if (onward := transport.moved_to()) is None:
                        raise
                    transport.close()
                    transport = open_transport(onward, access, self._allowance)

    def _opened(self, transport: CameraTransport) -> InputContainer:
        # libav applies the limit twice: to opening, and to the analysis of the streams.
        limits_s: Any = (self._allowance.left_s() / 2, self._read_timeout_s)
        began_s = time.monotonic()
        limit_allocations()
        try:
            opened = av.open(
                transport.target,
                "r",
                format=transport.format,
                # Frames from the analysis are old by now; in a file they are the beginning.
                options=_OPTIONS
                | transport.options
                | ({} if transport.comes_in_bursts else {"fflags": "nobuffer"}),
                io_open=transport.io_open,
                timeout=limits_s,
                metadata_errors="replace",
            )
            container = cast(InputContainer, opened)
        except (FFmpegError, OSError, ValueError) as error:
            self._allowance.check()  # raises the cause of this error, if there is one
            if time.monotonic() - began_s >= limits_s[0]:  # libav's name for a timeout varies
                raise BrokenError(Message("it did not answer in time")) from error
            # Otherwise we read the connection ourselves.
            has_answered = not isinstance(transport.target, str)
            raise _unopened(
                self.name, error, has_answered=has_answered, had_login=self._has_login
            ) from error
        with or_undo(container.close):
            self._allowance.check()
        return container

    def _begin(self) -> None:
        if not self._container.streams.video:
            raise SourceError("{name} sends no video; check the address.", name=self.name)
        stream: VideoStream = self._container.streams.video[0]
        if stream.codec_context is None:
            raise SourceError("{name} sends an unsupported kind of video.", name=self.name)
        refused = too_large(height=stream.height, width=stream.width, limit=MOST_FILM_PIXELS)
        if refused:
            raise SourceError("{name} {error}.", name=self.name, error=refused)
        skip_all_but(self._container, [stream])  # a playlist's tracks are downloaded separately
        stream.thread_type = "SLICE"  # decoding several frames at once would delay each of them
        stream.codec_context.options = {"max_pixels": str(MOST_DECODED_PIXELS)}
        self._pacer = Pacer() if self._transport.comes_in_bursts else None
        self._frames = self._decoded(stream)
        self._reformatter = VideoReformatter()
        first = self._next()
        if first is None:
            if self.damaged_count:  # or far too large: libav reports those without a size
                raise SourceError(
                    "{name} answers, but none of its pictures can be decoded; let it send "
                    "smaller or simpler ones.",
                    name=self.name,
                )
            raise SourceError("{name} sends no picture; check the camera.", name=self.name)
        if min(first.height, first.width) < 2:
            raise SourceError(
                "{name} sends {width}x{height} pixels, no picture.",
                name=self.name,
                width=first.width,
                height=first.height,
            )
        self._first: tuple[av.VideoFrame, float] | None = first, time.perf_counter()
        self.format = FrameFormat(
            first.height - first.height % 2,
            first.width - first.width % 2,
            "yuv420",
            # JPEG pictures are BT.601 by definition, whatever their size.
            "bt601"
            if stream.codec_context.name == "mjpeg"
            else matrix_of(first.colorspace, height=first.height, width=first.width),
            is_full_range(first),
        )
        # Other codecs send changes only: without motion, pictures are identical.
        self.repeats_pictures = stream.codec_context.name != "mjpeg"
        self.frame_rate = stream.average_rate or stream.guessed_rate or USUAL_RATE
        self.mode_sentence = f"{self.width}x{self.height}, {stream.codec_context.name}"
        self._arrivals = Arrivals(frame_format=self.format)

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
                    raise SourceError("{name} {error}.", name=self.name, error=error) from error
                # It decodes into no usable picture.
                frame, captured_s = self._next(), time.perf_counter()
                continue
            return self._arrivals.frame(pixels, captured_s)
        return None

    def close(self) -> None:  # noqa: D102
        self._is_closed = True
        self._container.close()
        self._transport.close()

    def _next(self) -> av.VideoFrame | None:
        if self._is_closed:  # libav would read freed memory
            raise SourceError("{name} was closed; open it again to read on.", name=self.name)
        try:
            frame = next(self._frames, None)
        except FFmpegError as error:
            self._allowance.check()
            if isinstance(error, ExitError):  # our own time limit
                raise BrokenError(Message("it did not answer in time")) from error
            raise broken(error) from error
        self._allowance.check()
        if self._pacer is not None and frame is not None and frame.time is not None:
            time.sleep(self._pacer.wait_s(frame.time, time.monotonic()))
        return frame

    def _decoded(self, stream: VideoStream) -> Iterator[av.VideoFrame]:
        """Pictures as they come; undecodable ones are left out, since cameras send some."""
        self._allowance.extend(self._read_timeout_s)
        given_up_s = time.monotonic() + UNDECODABLE_S
        for packet in self._packets(stream):
            frames: list[av.VideoFrame] = []
            try:
                with decoding():
                    frames = packet.decode()
            except DecodingError as error:
                if packet.size:  # one damaged frame; the next is whole again
                    self.damaged_count += 1
                if time.monotonic() > given_up_s:
                    raise SourceError(
                        "its pictures cannot be decoded ({reason}); restart the camera",
                        reason=error.reason,
                    ) from error
            for frame in frames:
                given_up_s = time.monotonic() + UNDECODABLE_S
                self._allowance.renew()
                yield frame
            self._allowance.extend(self._read_timeout_s)

    def _packets(self, stream: VideoStream) -> Iterator[Packet[VideoStream]]:
        try:
            yield from self._container.demux(stream)
        except IndexError:
            return  # PyAV raises this at the end of a stream that got more tracks on its way

    def _pixels(self, frame: av.VideoFrame) -> Image:
        is_plain = frame.format.name in ("yuv420p", "yuvj420p")
        if not is_plain or (frame.height, frame.width) != (self.height, self.width):
            # This also covers a stream that changes its size: the session stays at the first size.
            is_full = is_full_range(frame)
            frame = self._reformatter.reformat(
                frame if is_full else with_chroma(frame),
                width=self.width,
                height=self.height,
                format="yuv420p",
                src_color_range=sws_range(is_full),
                dst_color_range=sws_range(self.format.full_range),
                interpolation=Interpolation.FAST_BILINEAR,
                threads=1,
            )
        return pixels_from_frame(frame, self.format)


def _unopened(name: str, error: Exception, *, has_answered: bool, had_login: bool) -> SourceError:
    if isinstance(error, HTTPClientError | HTTPError):  # also for RTSP
        is_refused = isinstance(error, HTTPUnauthorizedError | HTTPForbiddenError)
        return (LoginRefusedError if is_refused and had_login else SourceError)(
            "{name} refuses ({reason}); check the address, and the name and password in it",
            name=name,
            reason=reason_of(error),
        )
    if has_answered or isinstance(error, InvalidDataError | ArgumentError):
        return SourceError("{name} answers, but not with a video; check the address", name=name)
    return unanswered(name, reason_of(error))


class Pacer:
    """Spreads pictures that come in bursts, as a playlist's segments do, by their own clock.

    Used from one thread.
    """

    def __init__(self) -> None:
        self._offset_s: float | None = None

    def wait_s(self, pts_s: float, now_s: float) -> float:
        """Seconds from now until the picture's time.

        Args:
            pts_s: The picture's time on the camera's clock.
            now_s: Any steady clock.
        """
        if self._offset_s is not None:
            ahead_s = pts_s + self._offset_s - now_s
            if -_MOST_BEHIND_S <= ahead_s <= _MOST_AHEAD_S:
                return max(0.0, ahead_s)
        self._offset_s = now_s - pts_s
        return 0.0
