"""VideoTrack: encodes an engine's arrays into packets of a file."""

from __future__ import annotations

import io
import os
import struct
from collections import deque
from dataclasses import dataclass, replace
from fractions import Fraction

import av
import numpy as np
from av.codec.context import ThreadType
from av.container import InputContainer, OutputContainer
from av.error import FFmpegError
from av.packet import Packet
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream

from app.messages import Message
from app.video.files.display_size import set_pixel_aspect
from app.video.files.output_format import CODECS, X265_DELAY, CardStoppedError, OutputFormat
from app.video.pixels.colour import (
    BT709,
    CODE_OF_MATRIX,
    RGB,
    UNSPECIFIED,
    convert,
    matrix_of,
    sws_range,
)
from app.video.pixels.planes import av_frame_of, split_planes
from app.video.source import MediaInfo
from gpu_unet import FrameFormat, Image, available_cores

_IN_MOV = {"prores_aw": b"apch", "dnxhd": b"AVdh", "ffv1": b"FFV1"}  # by libav's encoder
_SIDE = 64  # of a frame in the header, in pixels
# Units of SMPTE ST 2086 and of HEVC's message.
_PLACES_PER_UNIT = 50_000
_STEPS_PER_NIT = 10_000


@dataclass(frozen=True, slots=True)
class HdrMetadata:
    """A film's mastering display and light level, as encoders and files take them; empty: none.

    libav knows both as structures. An encoder with a message of its own for them takes a text. For
    the others the file states them, in a part of its header that PyAV has no setter for: the stream
    is made like one of a film that states them, a header of QuickTime without a single frame.

    Attributes:
        mastering: libav's AVMasteringDisplayMetadata, 22 int32: numerators and denominators of x
            and y of red, green, blue and white, the least and the most light in cd/m2; whether it
            has colours, and light.
        light_level: libav's AVContentLightMetadata, 2 uint32: the most light of a pixel, and of a
            frame's mean, in cd/m2.
    """

    mastering: bytes = b""
    light_level: bytes = b""

    def __bool__(self) -> bool:
        return bool(self._places or self._levels)

    @property
    def _places(self) -> tuple[Fraction, ...]:
        """Red, green, blue and white, x and y each, then the least and the most light."""
        if len(self.mastering) < struct.calcsize("22i"):
            return ()
        numbers = struct.unpack_from("22i", self.mastering)
        if not all(numbers[20:]) or not all(numbers[1:20:2]) or min(numbers) < 0:
            return ()
        return tuple(Fraction(*pair) for pair in zip(numbers[:20:2], numbers[1:20:2], strict=True))

    @property
    def _levels(self) -> tuple[int, ...]:
        """The most light of a pixel, and of a frame's mean."""
        size = struct.calcsize("2I")
        levels = struct.unpack_from("2I", self.light_level) if len(self.light_level) >= size else ()
        return levels if levels and max(levels) < 2**16 else ()

    def options(self, encoder: str) -> tuple[str, str]:
        """(name, text) of the option with which libav's encoder states them; empty: it has none."""
        places, levels = self._places, self._levels
        if encoder == "libx265":
            option, mastering, light_level = "x265-params", "master-display", "max-cll"
            words = [str(round(place * _PLACES_PER_UNIT)) for place in places[:8]]
            words += [str(round(light * _STEPS_PER_NIT)) for light in places[8:]]
        elif encoder == "libsvtav1":
            option, mastering, light_level = "svtav1-params", "mastering-display", "content-light"
            words = [f"{float(place):.7g}" for place in places]
        else:
            return "", ""
        parts = [f"{mastering}={_display(words)}"] if places else []
        parts += [f"{light_level}={levels[0]},{levels[1]}"] if levels else []
        return option, ":".join(parts)

    def add_stream(self, container: OutputContainer, encoder: str) -> VideoStream | None:
        """A stream whose header states them; None: this encoder does so itself, or cannot."""
        tag = _IN_MOV.get(encoder)
        if tag is None or not self:
            return None
        with av.open(io.BytesIO(self._header(tag)), format="mov") as header:
            assert isinstance(header, InputContainer)
            stream = container.add_stream_from_template(header.streams.video[0])
        assert isinstance(stream, VideoStream)
        return stream

    def _header(self, tag: bytes) -> bytes:
        """What libav reads of a QuickTime film: its only track, of codec `tag`, states them."""
        places, levels = self._places, self._levels
        stated = b""
        if places:
            red, green, blue, white = (places[at : at + 2] for at in range(0, 8, 2))
            units = [round(place * _PLACES_PER_UNIT) for place in (*green, *blue, *red, *white)]
            light = [round(light * _STEPS_PER_NIT) for light in (places[9], places[8])]
            stated += _box(b"mdcv", struct.pack(">8H2I", *units, *light))
        if levels:
            stated += _box(b"clli", struct.pack(">2H", *levels))
        size = struct.pack(">HH", _SIDE, _SIDE)  # FFV1's decoder asks for one
        entry = _box(tag, bytes(24) + size + bytes(50) + stated)
        samples = _box(b"stbl", _box(b"stsd", struct.pack(">II", 0, 1) + entry))
        handler = _box(b"hdlr", bytes(8) + b"vide" + bytes(13))
        return _box(b"moov", _box(b"trak", _box(b"mdia", handler, _box(b"minf", samples))))


def _display(words: list[str]) -> str:
    """A mastering display in the words of x265 and SVT-AV1, from those of `_places`."""
    *places, least, most = words
    red, green, blue, white = (f"({places[at]},{places[at + 1]})" for at in range(0, 8, 2))
    return f"G{green}B{blue}R{red}WP{white}L({most},{least})"


def _box(name: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), name) + content


# Encoders look ahead over a dozen frames, and hold each of them several times. In MiB, for 4K and
# 8K: libx264 575 and 2200, with few frames 290 and 1030, with the fewest 540 for 8K; libx265 1000
# for 4K, with few 490. On real footage few frames cost libx264 nothing, the fewest a fifth of the
# size, at the same PSNR. Threads that encode a frame each add theirs: libx264 with 16 takes 240
# MiB for 720p and 490 for 1080p, with 8 680 for 4K and 1600 for 8K.
_LARGE_PIXELS = 2560 * 1440
_MOST_THREADS = 16
_MOST_THREADS_LARGE = 8
_FEW_FRAMES = {
    "x264-params": ":rc-lookahead=2:bframes=1:sync-lookahead=0",
    "x265-params": ":rc-lookahead=1:bframes=0:b-pyramid=0",
}
_HUGE_PIXELS = 4096 * 2304
_FEWEST_FRAMES = _FEW_FRAMES | {
    "x264-params": ":rc-lookahead=1:bframes=0:sync-lookahead=0:subme=0",
}


# Other codes of BT.709's curve, for which a frame of ProRes has no number.
_PRORES_TRANSFER = {6: 1, 14: 1, 15: 1}


def encoding_threads(*, computes_on_card: bool = False, pixels: int = 0) -> int:
    """Threads for one encoder: half the cores; the others decode and compute.

    libx264 needs 5 % more processor time a frame with two threads than with one.

    Args:
        computes_on_card: The network runs on a graphics card: the encoder may use every core.
        pixels: Size of a frame. Each thread holds frames, so large ones get half the cores.
    """
    cores = available_cores()
    is_large = pixels > _LARGE_PIXELS
    has_every_core = computes_on_card and not is_large
    most = _MOST_THREADS_LARGE if is_large else _MOST_THREADS
    return max(1, min(most, cores if has_every_core else cores // 2))


def lookahead_threads(threads: int) -> int:
    """How many threads libx264 looks ahead with, of an encoder with `threads`.

    By itself it takes a sixth of them, and then looking ahead is what a 720p film waits for. On 16
    cores, with 16 threads that shared each frame: 209 frames/s with two that look ahead, 290 with
    four, 328 with eight, at the same processor time and size.
    """
    return max(1, threads // 2)


class VideoTrack:
    """A video stream of an output container, with its encoder.

    Args:
        container: Without a header yet; the stream is added to it.
        frame_format: Format of the given frames; its matrix and range are kept in the file.
        frame_rate: Nominal, for rate control.
        time_base: Seconds per unit of `pts`.
        media: Colour tags and pixel aspect to carry over; None for none.
        threads: For the encoder; None for a sensible number.

    Attributes:
        notes: Sentences for people about what could not be kept.
        bits: Of a sample in the file.
        display: For `write_display` once the file is finished.

    Raises:
        FFmpegError: libav refuses this combination, or the card that encodes it.
    """

    def __init__(
        self,
        container: OutputContainer,
        output_format: OutputFormat,
        *,
        frame_format: FrameFormat,
        frame_rate: Fraction,
        time_base: Fraction,
        media: MediaInfo | None = None,
        threads: int | None = None,
    ) -> None:
        if output_format.content == "matte" and frame_format.is_hdr:
            # A matte is no light: players and editing programs would convert its greys.
            frame_format = FrameFormat(frame_format.height, frame_format.width)
            if media is not None:
                codes = {"primaries": BT709, "transfer": BT709, "matrix_code": BT709}
                media = replace(media, **codes)
        # Some files state 30000 frames/s; libvpx refuses rates finer than the time base.
        frame_rate = min(frame_rate, 1 / time_base)
        self._output_format = output_format
        self._frame_format = frame_format
        self._time_base = time_base
        self._frame_step = max(1, round(1 / (frame_rate * time_base)))
        self._full_range = frame_format.full_range and output_format.spec.has_full_range
        if output_format.content == "matte":
            self._full_range = False
        self._reformatter = VideoReformatter()
        self._chroma = "" if media is None else media.chroma
        self._primaries: int | None = None
        self._transfer = UNSPECIFIED
        self._waiting_pts: deque[int] = deque()
        self._packet_count = 0
        self.notes: list[str] = []
        spec = output_format.spec
        # Codecs with subsampled chroma get an odd edge doubled rather than cropped.
        height, width = frame_format.height, frame_format.width
        self._pad = (height % 2, width % 2) if spec.needs_even_size else (0, 0)
        if any(self._pad):
            self.notes.append(
                Message(
                    "{name} needs even sizes: {width}x{height} was written as "
                    "{new_width}x{new_height}, its last row or column repeated.",
                    name=spec.name,
                    width=width,
                    height=height,
                    new_width=width + self._pad[1],
                    new_height=height + self._pad[0],
                )
            )
        self._hdr = HdrMetadata()
        aspect = Fraction(1) if media is None else media.sample_aspect_ratio
        if media is not None and frame_format.is_hdr:
            self._hdr = HdrMetadata(media.mastering, media.light_level)
        stream = self._hdr.add_stream(container, spec.encoder)
        if stream is None:
            stream = container.add_stream(spec.encoder, rate=frame_rate, time_base=time_base)
        else:
            context = stream.codec_context
            context.framerate, context.time_base = frame_rate, time_base
            stream.time_base = time_base
        assert isinstance(stream, VideoStream)
        self._stream: VideoStream = stream
        stream.height, stream.width = height + self._pad[0], width + self._pad[1]
        self.display = set_pixel_aspect(stream, output_format.container, aspect)
        self._coded_format = replace(frame_format, height=stream.height, width=stream.width)
        stream.pix_fmt = self._pixel_format = output_format.pixel_format(frame_format.layout)
        self._matrix: FrameFormat.Matrix = spec.only_matrix or frame_format.matrix
        written = av.VideoFormat(self._pixel_format)
        self.bits = max(part.bits for part in written.components)
        self._full_range |= written.is_rgb
        self._matrix_code = RGB if written.is_rgb else CODE_OF_MATRIX[self._matrix]
        self._set_up_encoder(encoding_threads() if threads is None else threads)
        self._tag_colours(media)
        if output_format.is_on_card:  # open it now: it may be busy, and later there is no fallback
            stream.codec_context.open()

    def _set_up_encoder(self, threads: int) -> None:
        wanted, context = self._output_format, self._stream.codec_context
        options = dict(wanted.spec.options)
        if wanted.crf is not None and not wanted.is_on_card:
            options["crf"] = str(wanted.crf)
        if "x264-params" in options:
            options["x264-params"] += f":lookahead-threads={lookahead_threads(threads)}"
        if any(side % 4 == 3 for side in (self._stream.height, self._stream.width)):
            # FFV1 cuts subsampled chroma of these sizes into another number of slices, not four.
            options.pop("slices", None)
        if wanted.spec.encoder == "libsvtav1":
            os.environ.setdefault("SVT_LOG", "1")  # errors alone; it would write on the terminal
        if wanted.spec.encoder == "libx265":  # it has a thread pool of its own
            options["x265-params"] += f":pools={threads}"
        if self._chroma and "420" in self._pixel_format:
            options["chroma_sample_location"] = self._chroma
        name, text = self._hdr.options(wanted.spec.encoder)
        if text:
            options[name] = f"{options[name]}:{text}" if name in options else text
        pixels = self._stream.height * self._stream.width
        if pixels > _LARGE_PIXELS:
            for name, value in (_FEWEST_FRAMES if pixels > _HUGE_PIXELS else _FEW_FRAMES).items():
                if name in options:
                    options[name] += value
        if (tag := CODECS[wanted.codec].tags.get(wanted.suffix)) is not None:
            context.codec_tag = tag
        context.options = options
        context.thread_count = threads
        # PyAV's default shares each frame among the threads: they wait for the slowest of them,
        # and libx264's files are 7 % larger. A frame each, except where frames are huge.
        is_huge = pixels > _HUGE_PIXELS
        context.thread_type = ThreadType.SLICE if is_huge else ThreadType.AUTO

    def _tag_colours(self, media: MediaInfo | None) -> None:
        context = self._stream.codec_context
        matrix = self._matrix
        context.colorspace = self._matrix_code
        context.color_range = sws_range(self._full_range)
        if media is None:
            return
        # Several codes name the same coefficients; keep the file's own one.
        is_named = media.matrix_code not in (RGB, UNSPECIFIED) and self._matrix_code != RGB
        size = {"height": self._stream.height, "width": self._stream.width}
        if is_named and matrix_of(media.matrix_code, **size) == matrix:
            context.colorspace = media.matrix_code
        context.color_primaries = self._primaries = media.primaries
        context.color_trc = self._transfer = media.transfer

    def encode(
        self, pixels: Image | None, alpha: Image | None, *, pts: int, duration: int
    ) -> list[Packet[VideoStream]]:
        """Encode one frame.

        Args:
            pixels, alpha: See `VideoSink.write`.
            pts: In units of the time base, rising.
            duration: Likewise; 0 if unknown.

        Returns:
            The packets that are ready; an encoder holds frames back.

        Raises:
            CardStoppedError: The card that encodes gave up.
            FFmpegError: Another encoder did.
        """
        frame = self._encodable(pixels, alpha)
        frame.pts, frame.time_base, frame.duration = pts, self._time_base, duration
        # ProRes states its colours in each frame, which decoders trust more than the track.
        frame.colorspace = self._matrix_code
        if self._primaries is not None:
            frame.color_primaries, frame.color_trc = self._primaries, self._transfer
            if self._output_format.spec.encoder == "prores_aw":
                frame.color_trc = _PRORES_TRANSFER.get(self._transfer, self._transfer)
        self._waiting_pts.append(pts)
        return self._with_times(self._encoded(frame))

    def flush(self) -> list[Packet[VideoStream]]:
        """The packets that the encoder still holds; nothing can be encoded afterwards."""
        return self._with_times(self._encoded(None))

    def _encoded(self, frame: av.VideoFrame | None) -> list[Packet[VideoStream]]:
        try:
            return self._stream.encode(frame)
        except FFmpegError as error:
            if not self._output_format.is_on_card:
                raise
            raise CardStoppedError(error.strerror or str(error)) from error

    def _with_times(self, packets: list[Packet[VideoStream]]) -> list[Packet[VideoStream]]:
        if self._output_format.spec.encoder != "libx265":
            self._waiting_pts.clear()
            return packets
        # libx265 invents decoding times for clips shorter than its reordering: state ours.
        for packet in packets:
            lead = X265_DELAY - self._packet_count
            if lead > 0:
                packet.dts = self._waiting_pts[0] - lead * self._frame_step
            else:
                packet.dts = self._waiting_pts.popleft()
            self._packet_count += 1
        return packets

    def _encodable(self, pixels: Image | None, alpha: Image | None) -> av.VideoFrame:
        if any(self._pad):
            pixels = None if pixels is None else self._padded(pixels)
            alpha = None if alpha is None else self._padded_plane(alpha)
        frame, is_full_range = av_frame_of(
            pixels,
            alpha,
            content=self._output_format.content,
            frame_format=self._coded_format,
            chroma=self._chroma,
        )
        return convert(
            frame,
            self._reformatter,
            to=self._pixel_format,
            matrix=self._frame_format.matrix,
            to_matrix=self._matrix,
            full_range=is_full_range,
            to_full_range=self._full_range,
        )

    def _padded(self, pixels: Image) -> Image:
        """A frame of an odd size with its last row or column repeated: RGB, or whole planes."""
        if self._frame_format.layout == "rgb":
            return self._padded_plane(pixels)
        planes = split_planes(pixels, self._frame_format)
        return np.concatenate([self._padded_plane(plane) for plane in planes])

    def _padded_plane(self, plane: Image) -> Image:
        colours = [(0, 0)] * (plane.ndim - 2)
        return np.pad(plane, [(0, self._pad[0]), (0, self._pad[1]), *colours], mode="edge")
