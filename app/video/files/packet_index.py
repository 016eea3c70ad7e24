"""PacketIndex: display times and key frames of a video, from its packets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from av.stream import Discard

from app.video.files.decoder import demuxed, open_input
from app.video.files.decoding import DecodingError, decoding
from app.video.files.file_source import FileSource
from app.video.files.timeline import Timeline
from app.video.source import SourceError


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

    def key_before(self, pts: int) -> int | None:
        """The newest key frame at or before `pts`; None: there is none."""
        place = bisect_right(self.key_pts, pts)
        return self.key_pts[place - 1] if place else None


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
        stream = container.streams[source.stream_index]
        for other in container.streams:
            if other.index != stream.index:
                other.discard = Discard.all
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
    return PacketIndex(
        source.media.time_base, tuple(pts for pts in ticks if source.has_part(pts)), tuple(keys)
    )
