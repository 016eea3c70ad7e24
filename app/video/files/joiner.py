"""Joiner: joins segments that were encoded apart into one file, packet by packet.

Each segment begins with a frame that needs no other, so packets are copied without encoding. They
keep the segments' order, but decoding times are computed anew for the whole: those of two segments
overlap where frames are held for long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from av.container import OutputContainer
from av.packet import Packet
from av.video.stream import VideoStream

from app.video.files.auxiliary_streams import AuxiliaryStreams
from app.video.files.decoder import demuxed, open_input
from app.video.files.display_size import set_pixel_aspect, write_display
from app.video.files.file_writer import discard, finest_time_base, lengthen_last, open_output
from app.video.files.output_format import OutputFormat
from app.video.placing.output_name import OutputName, explained
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
    if not segments:
        raise OutputError(NOT_ONE_FRAME, path=path)
    kind, time_base = output_format.container, finest_time_base(media.time_base)
    name = OutputName(path, overwrite=overwrite)
    with explained(path), ExitStack() as stack:
        stack.callback(name.discard)
        # Times of all packets, before the first is written.
        shown, last_end = _shown(segments, path, time_base)
        container = open_output(name, kind, time_base)
        stack.callback(discard, name, container)
        with open_input(segments[0].path) as first:
            track = _add_track(container, first.streams.video[0], time_base)
        display = set_pixel_aspect(track, kind, media.sample_aspect_ratio)
        companions = AuxiliaryStreams(media, container, container=kind, keep_sound=keep_sound)
        stack.callback(companions.close)
        zero_pts = round(media.zero_of_output(min(shown) * time_base) / time_base)
        companions.begin(zero_pts * time_base)
        decoded, reached = decoding_times(shown), Fraction(0)
        ends = dict(pairwise(sorted(shown)))  # a frame lasts until the next one
        if last_end > max(shown):  # WebM states no length of a track, but each frame's own
            ends[max(shown)] = last_end
        timed = zip(shown, decoded, _packets(segments), strict=True)
        for count, (pts, dts, packet) in enumerate(timed, 1):
            assert packet.time_base is not None
            span = round((packet.duration or 0) * packet.time_base / time_base)
            if pts in ends:  # a segment in MP4 has steps between decoding times for durations
                span = ends[pts] - pts
            packet.pts, packet.dts = pts - zero_pts, dts - zero_pts
            packet.duration, packet.time_base = span, time_base
            if count == len(shown):
                delay, last = min(shown) - decoded[0], last_end - zero_pts
                lengthen_last(packet, kind, delay=delay, end=last)
            packet.stream = track
            container.mux(packet)
            reached = max(reached, (pts + span) * time_base)
            companions.advance(pts * time_base)
        companions.finish(reached if is_partial else media.exact_end_s)
        container.close()
        write_display(name.temporary, display)
        placed = name.commit_partial() if is_partial else name.commit()
    rounds = any(kind.rounds(pts * time_base) for pts in shown)
    notes = (output_format.rounding_note,) if rounds else ()
    return WriteReport(placed, len(shown), tuple(companions.reports), notes, is_partial)


def _add_track(
    container: OutputContainer, template: VideoStream, time_base: Fraction
) -> VideoStream:
    track = container.add_stream_from_template(template)
    assert isinstance(track, VideoStream)
    track.time_base = time_base
    if not track.codec_context.framerate and template.average_rate:
        track.codec_context.framerate = template.average_rate  # a time code needs it
    return track


def _packets(segments: Sequence[EncodedSegment]) -> Iterator[Packet[VideoStream]]:
    for segment in segments:
        with open_input(segment.path) as container:
            stream = container.streams.video[0]
            yield from (packet for packet in demuxed(container, [stream]) if packet.size)


def _shown(
    segments: Sequence[EncodedSegment], path: Path, time_base: Fraction
) -> tuple[list[int], int]:
    """Display times of all packets, in decoding order, and when the last frame ends.

    All in units of `Frame.pts`; the end is what the last segment states.
    """
    pts: list[int] = []
    end = 0
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
                    path=path,
                    name=segment.path.name,
                )
            header = own
            lasts = (stream.start_time or 0) + (stream.duration or 0)
            end = segment.begin + round(lasts * (stream.time_base or 0) / time_base)
            before = len(pts)
            for packet in demuxed(container, [stream]):
                if packet.size:
                    assert packet.pts is not None
                    assert packet.time_base is not None
                    ticks = packet.pts * packet.time_base / time_base
                    pts.append(segment.begin + round(ticks))
            if len(pts) - before != segment.frame_count:
                raise OutputError(
                    "{path} cannot be joined: {name} holds "
                    "{found} frames, expected {expected}; start anew",
                    path=path,
                    name=segment.path.name,
                    found=len(pts) - before,
                    expected=segment.frame_count,
                )
    return pts, end


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
