"""Joiner: joins segments that were encoded apart into one file, packet by packet.

Each segment begins with a frame that needs no other, so packets are copied without encoding. They
keep the segments' order, but decoding times are computed anew for the whole: those of two segments
overlap where frames are held for long.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
from av.container import OutputContainer
from av.error import FFmpegError
from av.packet import Packet
from av.video.stream import VideoStream

from app.video.files.auxiliary_streams import AuxiliaryStreams
from app.video.files.decoder import demuxed, open_input
from app.video.files.file_writer import finest_time_base, lengthen_last, muxer_options
from app.video.files.output_format import OutputFormat
from app.video.placing.output_name import OutputName, explain_os_error
from app.video.sink import NOT_ONE_FRAME, OutputError, WriteReport
from app.video.source import MediaInfo


@dataclass(frozen=True, slots=True)
class EncodedSegment:
    """A file that `SegmentSink` wrote.

    Attributes:
        begin: Zero of its times, as `Frame.pts` counts; 0: they are those of the whole.
        frame_count: From its sidecar; another number of packets is refused.
    """

    path: Path
    begin: int
    frame_count: int


def join(
    segments: Sequence[EncodedSegment],
    path: Path,
    output_format: OutputFormat,
    *,
    media: MediaInfo,
    overwrite: bool = False,
    keep_sound: bool = True,
    is_partial: bool = False,
    notes: tuple[str, ...] = (),
) -> WriteReport:
    """Write the whole file.

    Args:
        segments: In order of time, without gaps.
        path: The finished file's name.
        media: The input's; its sound, subtitles, chapters, tags and part are carried over.
        overwrite: Whether an existing file may be replaced, at the end.
        keep_sound: Whether audio tracks are carried over.
        is_partial: Segments are missing at the end, and the name will say so.

    Raises:
        OutputError: It cannot be written, or a segment has changed.
    """
    writer = _Joiner(path, output_format, media, overwrite=overwrite, keep_sound=keep_sound)
    try:
        return writer.join(segments, is_partial=is_partial, notes=notes)
    except (FFmpegError, OSError) as error:
        if isinstance(error, OutputError):
            raise
        raise explain_os_error(path, error) from error
    finally:
        writer.close()


class _Joiner:
    def __init__(
        self,
        path: Path,
        output_format: OutputFormat,
        media: MediaInfo,
        *,
        overwrite: bool,
        keep_sound: bool,
    ) -> None:
        self._path, self._format, self._media = path, output_format, media
        self._keep_sound = keep_sound
        self._time_base = finest_time_base(media.time_base)
        self._end = 0  # of the last frame, as the newest segment states it
        self._container: OutputContainer | None = None
        self._companions: AuxiliaryStreams | None = None
        self._name = OutputName(path, overwrite=overwrite)

    def join(
        self, segments: Sequence[EncodedSegment], *, is_partial: bool, notes: tuple[str, ...]
    ) -> WriteReport:
        if not segments:
            raise OutputError(NOT_ONE_FRAME, path=self._path)
        shown = self._shown(segments)  # times of all packets, before the first is written
        decoded = decoding_times(shown)
        with open_input(segments[0].path) as first:
            self._open(first.streams.video[0])
        container, companions = self._container, self._companions
        assert container is not None
        assert companions is not None
        zero = self._media.zero_of_output(min(shown) * self._time_base)
        zero_pts = round(zero / self._time_base)
        shift = zero_pts * self._time_base
        end = self._media.exact_end_s
        start = shift if self._media.start_s else None
        companions.carry_timecode(shift)
        companions.carry_chapters(shift, end)
        reached = Fraction(0)
        ends = dict(pairwise(sorted(shown)))  # a frame lasts until the next one
        if self._end > max(shown):  # WebM states no length of a track, but each frame's own
            ends[max(shown)] = self._end
        timed = zip(shown, decoded, self._packets(segments), strict=True)
        for count, (pts, dts, packet) in enumerate(timed, 1):
            assert packet.time_base is not None
            span = round((packet.duration or 0) * packet.time_base / self._time_base)
            if pts in ends:  # a segment in MP4 has steps between decoding times for durations
                span = ends[pts] - pts
            packet.pts, packet.dts = pts - zero_pts, dts - zero_pts
            packet.duration, packet.time_base = span, self._time_base
            if count == len(shown):
                delay, last = min(shown) - decoded[0], self._end - zero_pts
                lengthen_last(packet, self._format.container, delay=delay, end=last)
            packet.stream = self._track
            container.mux(packet)
            reached = max(reached, (pts + span) * self._time_base)
            companions.advance(pts * self._time_base, start=start, shift=shift)
        companions.advance(reached if is_partial else end, start=start, shift=shift)
        companions.flush()
        container.close()
        self._container = None
        placed = self._name.commit_partial() if is_partial else self._name.commit()
        if any(self._format.container.rounds(pts * self._time_base) for pts in shown):
            notes = (*notes, self._format.rounding_note)
        return WriteReport(placed, len(shown), tuple(companions.reports), notes, is_partial)

    def _open(self, template: VideoStream) -> None:
        container_spec = self._format.container
        self._container = av.open(
            f"file:{self._name.temporary}",
            "w",
            format=container_spec.muxer,
            container_options=muxer_options(container_spec, self._time_base),
        )
        track = self._container.add_stream_from_template(template)
        assert isinstance(track, VideoStream)
        track.time_base = self._time_base
        if not track.codec_context.framerate and template.average_rate:
            track.codec_context.framerate = template.average_rate  # a time code needs it
        self._track = track
        self._companions = AuxiliaryStreams(
            self._media,
            self._container,
            container=container_spec,
            keep_sound=self._keep_sound,
        )

    def _packets(self, segments: Sequence[EncodedSegment]) -> Iterator[Packet[VideoStream]]:
        for segment in segments:
            with open_input(segment.path) as container:
                stream = container.streams.video[0]
                yield from (packet for packet in demuxed(container, [stream]) if packet.size)

    def _shown(self, segments: Sequence[EncodedSegment]) -> list[int]:
        """Display times of all packets, in units of `Frame.pts`, in decoding order."""
        pts: list[int] = []
        header: bytes | None = None
        for segment in segments:
            with open_input(segment.path) as container:
                stream = container.streams.video[0]
                own = bytes(stream.codec_context.extradata or b"")
                if header is not None and own != header:
                    raise OutputError(
                        "{path} cannot be joined: {name} was encoded by "
                        "another build of the encoder than the segments before it; install the "
                        "same packages on every computer, and start anew",
                        path=self._path,
                        name=segment.path.name,
                    )
                header = own
                lasts = (stream.start_time or 0) + (stream.duration or 0)
                self._end = segment.begin + round(lasts * (stream.time_base or 0) / self._time_base)
                before = len(pts)
                for packet in demuxed(container, [stream]):
                    if packet.size:
                        assert packet.pts is not None
                        assert packet.time_base is not None
                        ticks = packet.pts * packet.time_base / self._time_base
                        pts.append(segment.begin + round(ticks))
                if len(pts) - before != segment.frame_count:
                    raise OutputError(
                        "{path} cannot be joined: {name} holds "
                        "{found} frames, expected {expected}; start anew",
                        path=self._path,
                        name=segment.path.name,
                        found=len(pts) - before,
                        expected=segment.frame_count,
                    )
        return pts

    def close(self) -> None:
        if self._companions is not None:
            self._companions.close()
        if self._container is not None:
            # Removed first: the trailer that close() writes would copy a long file again.
            self._name.discard()
            with contextlib.suppress(FFmpegError, OSError):
                self._container.close()
        self._name.discard()


def decoding_times(pts: Sequence[int]) -> list[int]:
    """Decoding time of each packet: as late as the display order allows.

    Args:
        pts: Display times of all packets, in decoding order; no two are equal.

    Returns:
        As many times, rising, never after the packet's own `pts`. As encoders do it: each is the
        display time of the frame as many places earlier as the deepest reordering needs; the first
        ones keep that distance from the first frame.
    """
    shown = sorted(pts)
    place = {time: index for index, time in enumerate(shown)}
    depth = max((index - place[time] for index, time in enumerate(pts)), default=0)
    if depth == 0:
        return shown
    if len(shown) > depth:
        delay = shown[depth] - shown[0]
        return [
            shown[index] - delay if index < depth else shown[index - depth]
            for index in range(len(shown))
        ]
    return [shown[0] - len(shown) + index for index in range(len(shown))]
