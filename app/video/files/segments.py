"""Segments of a video: read with the frames of a whole read, and encoded to files of their own."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from app.video.files.decoder import Nvdec, demuxed, open_input, skip_all_but
from app.video.files.decoding import DecodingError, decoding
from app.video.files.file_source import FileSource
from app.video.files.file_writer import FileWriter
from app.video.files.output_format import CODECS, CONTAINERS, OutputFormat
from app.video.files.timeline import Timeline
from app.video.frame import Frame
from app.video.linear_picture import LinearPicture
from app.video.placing.output_name import FolderName
from app.video.reading import AS_IT_IS, Reading
from app.video.sink import FrameTime
from app.video.source import SourceError
from app.video.undo import or_undo
from gpu_unet import Image


@dataclass(frozen=True, slots=True)
class PacketIndex:
    """Made in one pass over the packets, without decoding.

    Attributes:
        time_base: Seconds per unit of every time.
        pts: Times of all frames of the requested part, rising; as `Frame.pts` counts.
        key_pts: Times of the whole file's key frames, rising; some may lie before the part.
    """

    time_base: Fraction
    pts: tuple[int, ...]
    key_pts: tuple[int, ...]

    @property
    def frame_rate(self) -> float:
        """Mean rate of all frames, of which there are two or more."""
        return float((len(self.pts) - 1) / ((self.pts[-1] - self.pts[0]) * self.time_base))

    def position(self, pts: int) -> int:
        """Number of frames of the part before `pts`."""
        return bisect_left(self.pts, pts)


def index_packets(source: FileSource) -> PacketIndex | None:
    """Read every packet of the video track of an open source; the source's position stays.

    Returns:
        None for a file whose packets lack display times (no times, two at one time, times that
        jump): its frames can only be counted by decoding all of it.

    Raises:
        SourceError: The file cannot be read any more.
    """
    path = source.media.path
    assert path is not None, "a file has a path"
    ticks: list[int] = []
    keys: list[int] = []
    shift = source.first_tick
    with open_input(path) as container:
        stream = container.streams[source.media.stream_index]
        skip_all_but(container, [stream])
        timeline = Timeline(container, stream)
        try:
            with decoding():
                for packet in demuxed(container, [stream]):
                    timeline.join(packet)
                    if timeline.jump_count:
                        return None
                    if not packet.size or packet.is_discard:  # an edit list leaves it out
                        continue
                    if packet.pts is None or packet.is_corrupt:
                        return None
                    ticks.append(packet.pts - shift)
                    if packet.is_keyframe:
                        keys.append(packet.pts - shift)
        except DecodingError as error:
            if error.lacks_memory:
                raise SourceError("{name} {error}.", name=path.name, error=error) from error
            return None  # damaged: only decoding can tell its frames
    ticks.sort()
    keys.sort()
    if not keys or any(one == other for one, other in pairwise(ticks)):
        return None
    own = [pts for pts in ticks if source.has_part(pts)]
    if source.cut_pts is not None:
        own.insert(0, source.cut_pts)
    return PacketIndex(source.media.time_base, tuple(own), tuple(keys))


@dataclass(frozen=True, slots=True)
class Segment:
    """Frames from `begin` up to `until`, times as `Frame.pts` counts them.

    Frames before and after are processed for stages that remember or look ahead, and dropped.

    Attributes:
        number: From 0 on, in order of time.
        warm: Where reading begins, at or before `begin`.
        begin: Time of the first frame that is kept.
        until: Time of the first frame that is not; None: to the end.
        frame_count: Number of frames that are kept, from the packets.
        warm_count: Number of frames before those, likewise.
        ahead_count: Number of frames after them that are read, too.
        ahead: Time of the first frame that is not read, if any; None: to the end.
    """

    number: int
    warm: int
    begin: int
    until: int | None
    frame_count: int
    warm_count: int = 0
    ahead_count: int = 0
    ahead: int | None = None


class SegmentSource(FileSource):
    """Format, origin and sentences are those of the whole part, which is opened first.

    Args:
        segment: The segment; frames before and after it are delivered as well.
        reading: With the part that the whole job is about.
        card: See `FileSource`.
    """

    def __init__(
        self,
        path: str | Path,
        segment: Segment,
        reading: Reading = AS_IT_IS,
        *,
        card: Nvdec | None = None,
    ) -> None:
        super().__init__(path, reading, card=card)
        self.segment = segment
        self._damaged_before: int | None = None
        self._damaged_until: int | None = None
        self._reading_ends = segment.ahead if segment.ahead_count else segment.until
        self.frame_count = segment.warm_count + segment.frame_count + segment.ahead_count
        with or_undo(self.close):
            self.seek_pts(segment.warm)

    def read(self) -> Frame | None:
        """The next frame, of the segment or around it; None at its end."""
        while True:
            damaged = super().damaged_count
            frame = super().read()
            if frame is None or frame.pts is None:
                return frame
            until = self.segment.until
            if until is not None and frame.pts >= until and self._damaged_until is None:
                self._damaged_until = damaged
            if self._reading_ends is not None and frame.pts >= self._reading_ends:
                return None
            if frame.pts >= self.segment.begin and self._damaged_before is None:
                self._damaged_before = damaged
            if frame.pts >= self.segment.warm:
                return frame

    @property
    def damaged_count(self) -> int:
        """Damaged frames of the segment alone: another worker counts those around it."""
        until = super().damaged_count if self._damaged_until is None else self._damaged_until
        return max(0, until - (self._damaged_before or 0))


def segment_format(output_format: OutputFormat) -> OutputFormat:
    """The same codec in a container that keeps its times to the tick, if there is one.

    Only WebM holds the alpha of VP9 and of its substitute for large frames. It counts in
    milliseconds, as every container of VP9 does.
    """
    suffix = CODECS[output_format.codec].segment_suffix
    # The network options are useless in a work file.
    container = replace(CONTAINERS[suffix], options={})
    return replace(output_format, suffix=suffix, container=container)


def keeps_ticks(output_format: OutputFormat) -> bool:
    """Whether a segment's times are ticks from its begin; else they are those of the whole."""
    return not segment_format(output_format).container.counts_milliseconds


class SegmentSink(FileWriter):
    """Leaves out frames around the segment; its own encoder makes the first frame a key frame.

    Args:
        path: In the job's work folder, with the suffix of `segment_format`.
        output_format: Format of the whole file.
        threads: For encoding; None for a sensible number.
    """

    def __init__(
        self,
        path: Path,
        source: SegmentSource,
        output_format: OutputFormat,
        *,
        threads: int | None = None,
    ) -> None:
        self._begin, self._until = source.segment.begin, source.segment.until
        self._shift = self._begin if keeps_ticks(output_format) else 0
        self.pts: list[int] = []
        super().__init__(
            path,
            segment_format(output_format),
            frame_format=source.format,
            frame_rate=source.frame_rate,
            media=replace(source.media, path=None, start_s=None, end_s=None),
            threads=threads,
            name=FolderName(path),
        )

    def write(  # noqa: D102
        self, pixels: Image | LinearPicture | None, alpha: Image | None = None, *, time: FrameTime
    ) -> None:
        pts = time.pts
        if pts < self._begin or (self._until is not None and pts >= self._until):
            return
        self.pts.append(pts)
        super().write(pixels, alpha, time=replace(time, pts=pts - self._shift))
