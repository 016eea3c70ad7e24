"""AuxiliaryStreams: carries sound, subtitles, chapters, time code and metadata to the output."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.codec import Codec
from av.container import InputContainer, OutputContainer
from av.error import FFmpegError
from av.packet import Packet
from av.stream import Discard, Disposition, Stream

from app.video.files.decoder import demuxed, open_input, skip_all_but
from app.video.files.decoding import DecodingError, decoding
from app.video.files.output_format import Container
from app.video.files.timecode import timecode_of
from app.video.files.timeline import Timeline
from app.video.sink import TrackAction, TrackReport
from app.video.source import MediaInfo

if TYPE_CHECKING:
    from av.container.core import Chapter  # exists in the stubs only

_LOG = logging.getLogger(__name__)

# Tags that a muxer writes itself, or that are wrong for a new picture.
_OWN_METADATA = {
    "major_brand",
    "minor_version",
    "compatible_brands",
    "encoder",
    "rotate",
    "duration",
    "timecode",
    "creation_time",
    "handler_name",
    "vendor_id",
    "number_of_bytes",
    "number_of_frames",
    "bps",
}
_LAYOUTS = {
    1: "mono",
    2: "stereo",
    3: "3.0",
    4: "4.0",
    5: "5.0",
    6: "5.1",
    7: "6.1(back)",
    8: "7.1",
}
_ROUNDING_S = Fraction(2, 1000)  # for containers that count in milliseconds
# How much of what an edit list leaves out is kept before the beginning: decoders start there.
_LEAD_IN_S = Fraction(50, 1000)
_AUDIO_NAMES = {"aac": "AAC", "libopus": "Opus"}


def _kept_metadata(metadata: dict[str, str]) -> dict[str, str]:
    return {
        key: value
        for key, value in metadata.items()
        if key.lower() not in _OWN_METADATA and not key.lower().startswith("_statistics")
    }


def _codec_of(stream: Stream) -> str:
    """The codec's own name rather than its decoder's: "mp3" for "mp3float"; a file's name."""
    if stream.codec_context is None:
        return getattr(stream, "name", None) or "unknown"
    return stream.codec_context.codec.canonical_name


def _kind_of(stream: Stream) -> str:
    """The kind of a track that is no sound; "" for what an output states in its own way."""
    if stream.disposition & Disposition.timed_thumbnails:
        return ""
    if stream.type == "video" and stream.disposition & Disposition.attached_pic:
        return "cover"
    # Time codes and chapters are tracks in .mov and .mp4; libav skips those of chapters.
    is_own = stream.discard is Discard.all or "timecode" in stream.metadata
    return "" if stream.type == "data" and is_own else stream.type


def _is_named(stream: Stream) -> bool:
    """Whether an attached file has what Matroska states of each."""
    return bool(stream.metadata.get("filename") and stream.metadata.get("mimetype"))


class _CopiedStream:
    """Copies packets unchanged; leaves out packets that a damaged file holds out of order."""

    def __init__(self, output: OutputContainer, source: Stream) -> None:
        self._output = output
        self._target = output.add_stream_from_template(source)
        self._target.metadata.update(_kept_metadata(source.metadata))
        self._target.disposition = source.disposition
        self._last_dts: int | None = None
        self._least_step = 0 if source.type == "subtitle" else 1  # two texts may begin together

    def take(self, packet: Packet, shift: Fraction) -> None:
        # AVI counts packets, of 32 ms perhaps: too coarse for the shift.
        parts = math.ceil(packet.time_base * 1000)
        unit = packet.time_base / parts
        ticks = round(shift / unit)
        try:
            if packet.pts is not None:
                packet.pts = packet.pts * parts - ticks
            packet.dts = packet.pts if packet.dts is None else packet.dts * parts - ticks
            packet.duration = (packet.duration or 0) * parts
        except OverflowError:  # a damaged time at the very end of 64 bits
            return
        packet.time_base = unit
        last = self._last_dts
        if packet.dts is None or (last is not None and packet.dts < last + self._least_step):
            return
        self._last_dts = packet.dts
        packet.stream = self._target
        self._output.mux(packet)

    def flush(self) -> None:
        pass


class _TranscodedStream:
    """Decodes audio and encodes it again.

    Attributes:
        mixed_channels: Channels of the source that are mixed to stereo; 0: all are kept.
    """

    def __init__(self, output: OutputContainer, source: AudioStream, encoder: str) -> None:
        self._output = output
        own = source.codec_context.sample_rate
        rates = Codec(encoder, "w").audio_rates or [own]
        rate = min((rate for rate in rates if rate >= own), default=max(rates))
        target = output.add_stream(encoder, rate=rate)
        assert isinstance(target, AudioStream)
        self._target: AudioStream = target
        channels = source.codec_context.layout.nb_channels
        # Opus beyond stereo needs a mapping that some files lack; a mix to stereo plays anywhere.
        self.mixed_channels = 0
        if channels > (2 if encoder == "libopus" else 8):
            self.mixed_channels, channels = channels, 2
        # By number rather than by name: some files state a channel count only.
        target.codec_context.layout = _LAYOUTS[channels]
        target.codec_context.bit_rate = 96_000 * channels
        self._target.metadata.update(_kept_metadata(source.metadata))
        self._resampler: AudioResampler | None = None
        self._shift = Fraction(0)
        self._end_s = Fraction(-(2**62))

    def take(self, packet: Packet, shift: Fraction) -> None:
        self._shift = shift
        try:
            frames = packet.decode()
        except FFmpegError as error:
            _LOG.debug("audio packet at %s: %s", packet.pts, error)
            return
        for frame in frames:
            if self._comes_next(frame):
                self._encode(frame)

    def _comes_next(self, frame: AudioFrame) -> bool:
        """Whether a frame begins where the one before ended, or later: encoders need that."""
        if frame.pts is None or frame.time_base is None:
            return True
        begin_s = frame.pts * frame.time_base
        if begin_s < self._end_s - _ROUNDING_S:
            return False
        self._end_s = begin_s + Fraction(frame.samples, frame.sample_rate)
        return True

    def _encode(self, frame: AudioFrame | None) -> None:
        context = self._target.codec_context
        if self._resampler is None:
            context.open(strict=False)
            self._resampler = AudioResampler(
                context.format.name, context.layout.name, context.sample_rate, context.frame_size
            )
        for resampled in self._resampler.resample(frame):
            if resampled.pts is not None and resampled.time_base is not None:
                try:
                    resampled.pts -= round(self._shift / resampled.time_base)
                except OverflowError:
                    continue
            self._output.mux(self._target.encode(resampled))

    def flush(self) -> None:
        if self._resampler is not None:
            self._encode(None)
        self._output.mux(self._target.encode(None))


class AuxiliaryStreams:
    """Reads the input a second time, for everything but the picture.

    Args:
        media: The input, which has a path.
        output: Without a header yet; one track is added for every track that is kept.
        container: What the output can hold, and how the rest is converted.
        keep_sound: False leaves all audio out.

    Attributes:
        reports: The outcome for each track.
    """

    def __init__(
        self,
        media: MediaInfo,
        output: OutputContainer,
        *,
        container: Container,
        keep_sound: bool,
    ) -> None:
        assert media.path is not None, "a file has a path"
        video_index = media.stream_index
        self._name = media.path.name
        self._input: InputContainer = open_input(media.path)
        self._output = output
        self._origin = media.origin
        self._end = media.exact_end_s
        self._is_part = bool(media.start_s)
        self._zero = Fraction(0)
        self._tracks: dict[int, _CopiedStream | _TranscodedStream] = {}
        self.reports: list[TrackReport] = []
        for stream in self._input.streams:
            if isinstance(stream, AudioStream):
                if keep_sound:
                    self._add_audio(stream, container)
            elif stream.index != video_index and (kind := _kind_of(stream)):
                self._add_other(stream, kind, container)
        output.metadata.update(_kept_metadata(self._input.metadata))
        self._timecode = timecode_of(self._input, video_index)
        kept = [self._input.streams[index] for index in self._tracks]
        self._timeline = Timeline(self._input, self._input.streams[video_index])
        read = [*kept, *(stream for stream in self._timeline.watched if stream not in kept)]
        skip_all_but(self._input, read)
        self._packets: Iterator[Packet] = self._kept_packets(read) if kept else iter(())
        self._pending: Packet | None = None

    def _kept_packets(self, read: list[Stream]) -> Iterator[Packet]:
        for packet in demuxed(self._input, read):
            self._timeline.join(packet)
            if packet.stream_index in self._tracks:
                yield packet

    def _add_other(self, stream: Stream, kind: str, container: Container) -> None:
        if kind == "subtitle" and self._add_copy(stream):
            return
        if kind == "attachment" and container.holds_attachments and _is_named(stream):
            self._output.add_stream_from_template(stream)
            self._report(stream, "copied")
            return
        self._report(stream, "dropped", kind=kind)

    def _add_copy(self, stream: Stream) -> bool:
        try:
            self._tracks[stream.index] = _CopiedStream(self._output, stream)
        except (ValueError, FFmpegError):
            return False
        self._report(stream, "copied")
        return True

    def _add_audio(self, stream: AudioStream, container: Container) -> None:
        known, codec = container.audio_codecs, _codec_of(stream)
        fits = known is None or stream.codec_context is None or codec in known
        if fits and codec not in container.refused_audio and self._add_copy(stream):
            return
        encoder = container.fallback_audio
        context = stream.codec_context
        if context is None or context.layout.nb_channels < 1 or context.sample_rate < 1:
            self._report(stream, "dropped")  # it cannot be decoded: damaged, or without a decoder
            return
        made = _TranscodedStream(self._output, stream, encoder)
        self._tracks[stream.index] = made
        name = _AUDIO_NAMES[encoder]
        self._report(stream, "transcoded", name, mixed_channels=made.mixed_channels)

    def _report(
        self,
        stream: Stream,
        action: TrackAction,
        new_codec: str = "",
        *,
        mixed_channels: int = 0,
        kind: str = "",
    ) -> None:
        codec = _codec_of(stream)
        report = TrackReport(kind or stream.type, codec, action, new_codec, mixed_channels)
        if kind != "data" or report not in self.reports:  # phones write several of a kind
            self.reports.append(report)

    def begin(self, zero: Fraction) -> None:
        """State time code and chapters of an output that begins `zero` seconds into the input.

        Call it once, before the first packet is written.
        """
        self._zero = zero
        if self._timecode is not None:
            rate = self._output.streams.video[0].average_rate or self._timecode.rate
            if text := self._timecode.later(zero, rate=rate):
                self._output.metadata["timecode"] = text
        self._carry_chapters()

    def _carry_chapters(self) -> None:
        """Copy the chapters that overlap the part, shifted as all times are."""
        start, end = self._zero, self._end
        kept: list[Chapter] = []
        for chapter in self._input.chapters():
            unit = chapter["time_base"] or Fraction(1, 1000)
            first = max(chapter["start"] * unit - self._origin, start)
            last = chapter["end"] * unit - self._origin
            last = last if end is None else min(last, end)
            if last > first:
                moved: Chapter = {
                    "id": chapter["id"],
                    "start": round((first - start) / unit),
                    "end": round((last - start) / unit),
                    "time_base": unit,
                    "metadata": chapter["metadata"],
                }
                kept.append(moved)
        if kept:
            self._output.set_chapters(kept)

    def advance(self, until: Fraction | None) -> None:
        """Write what begins before `until` and was not written yet.

        Of a part what lies before it is left out, and of a subtitle that lasts longer all but that.

        Args:
            until: In seconds, as frames count them; None is to the end.
        """
        start = self._zero if self._is_part else None
        while True:
            packet = self._pending if self._pending is not None else self._next()
            self._pending = None
            if packet is None:
                return
            ticks = packet.dts if packet.dts is not None else packet.pts
            if ticks is None or not packet.size:
                continue  # empty packets mark the end; `flush` flushes the tracks
            time = ticks * packet.time_base - self._origin
            if until is not None and time >= until:
                self._pending = packet
                return
            if packet.is_discard and time < -_LEAD_IN_S:
                continue
            if packet.stream.type == "subtitle":
                time = self._cut(packet, time, start)
            if start is None or time >= start:
                self._tracks[packet.stream_index].take(packet, self._zero + self._origin)

    def _cut(self, packet: Packet, time: Fraction, start: Fraction | None) -> Fraction:
        """Shorten a subtitle to what of it lies in the part; returns when it begins.

        One without a duration is shown until the next, and stays as it is.
        """
        if not packet.duration:
            return time
        begin, end = time, time + packet.duration * packet.time_base
        if start is not None and begin < start < end:
            begin = start
        if self._end is not None:
            end = min(end, self._end)
        packet.pts = packet.dts = round((begin + self._origin) / packet.time_base)
        packet.duration = max(1, round((end - begin) / packet.time_base))
        return begin

    def _next(self) -> Packet | None:
        try:
            with decoding():
                return next(self._packets, None)
        except DecodingError as error:
            # Damage: the sound ends here, the picture goes on.
            _LOG.warning("%s: reading sound stopped: %s", self._name, error.reason)
            return None

    def finish(self, until: Fraction | None) -> None:
        """Write what begins before `until`, and what encoders still hold."""
        self.advance(until)
        for track in self._tracks.values():
            track.flush()

    def close(self) -> None:
        """Release the input; may be called twice."""
        self._packets = iter(())
        self._input.close()
