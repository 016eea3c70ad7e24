"""Timeline: makes times that jump within a file continuous, for picture and sound alike.

In two recordings joined byte by byte, or a broadcast whose clock was reset, the times of all tracks
start again or jump far away. Every reader of such a file sees the same packets of picture and sound
in the same order, and so shifts them by the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from av.container import InputContainer
from av.packet import Packet
from av.stream import Stream
from av.video.stream import VideoStream

# Containers whose packets state their own times. Others count from an index.
_CAN_JUMP = ("mpegts", "mpeg", "matroska,webm")
# Only a broadcast's clock is set forward; in other films a long gap is a still picture.
_HAS_CLOCK = ("mpegts", "mpeg")
_FORWARD_S = Fraction(10)  # farther than any pause of both picture and sound, as in FFmpeg
# Backward: decoding times rise, except for rounding; a track without them has frames in decoding
# order, up to sixteen before their display time.
_BACK_S = Fraction(1, 10)
_BACK_UNORDERED_S = Fraction(1)
_MOST_TICKS = 2**62


@dataclass(slots=True, eq=False)
class _Stretch:
    """The packets between two jumps; times as the file states them, in seconds.

    Attributes:
        offset: Added to each of them.
        last: Per track, the newest packet's time, and whether that is a decoding time.
        newest: The newest time of all tracks, and its position in the file.
        ends: Per track, the end of what was seen.
    """

    offset: Fraction = Fraction(0)
    last: dict[int, tuple[Fraction, bool]] = field(default_factory=dict)
    newest: tuple[Fraction, int | None] | None = None
    ends: dict[int, Fraction] = field(default_factory=dict)

    def see(
        self, packet: Packet, time_s: Fraction, end_s: Fraction, *, is_ordered: bool
    ) -> Fraction:
        """Note a packet; returns how much its track has grown."""
        index = packet.stream_index
        self.last[index] = time_s, is_ordered
        if self.newest is None or time_s > self.newest[0]:
            self.newest = time_s, packet.pos
        was_s = self.ends.get(index, end_s)
        self.ends[index] = max(end_s, was_s)
        return self.ends[index] - was_s


class Timeline:
    """Used by one reader of a file, from its beginning or from a seek.

    Args:
        video: The picture's track: the first frame after a jump follows the last one before.

    Attributes:
        jump_count: How often times jumped so far.
        watched: Every track whose packets must pass through `join`.
    """

    def __init__(self, container: InputContainer, video: Stream) -> None:
        name = container.format.name
        self._video = video
        self._has_clock = name in _HAS_CLOCK
        self.watched: Sequence[Stream] = (video,)
        if name in _CAN_JUMP:
            self.watched = (video, *container.streams.audio)
        self._can_jump = name in _CAN_JUMP
        # H.264 in a broadcast may say of no frame how long it is shown.
        rate = video.average_rate if isinstance(video, VideoStream) else None
        self._frame_s = 1 / rate if rate else Fraction(0)
        self._indices = {stream.index for stream in self.watched}
        self.restart()

    def restart(self) -> None:
        """Note a seek: times count as stated."""
        self.jump_count = 0
        self._begin: int | None = None  # the position in the file of the newest jump
        self._since = self._before = _Stretch()

    def join(self, packet: Packet) -> None:
        """Give a packet of any track its time after all jumps before it."""
        if not self._can_jump or packet.time_base is None:
            return
        if self._has_clock and packet.pts is not None and packet.dts is not None:
            # A demuxer that computes decoding times has not noticed yet that the clock was reset.
            is_apart = abs(packet.pts - packet.dts) * packet.time_base > _FORWARD_S
            packet.dts = None if is_apart else packet.dts
        is_ordered = packet.dts is not None
        ticks = packet.dts if is_ordered else packet.pts
        if ticks is None:
            return
        time_s = ticks * packet.time_base
        stretch = self._since
        if packet.stream_index in self._indices:
            # A demuxer delivers a picture once the next one begins, perhaps after a jump.
            place, begin = packet.pos, self._begin
            is_late = place is not None and begin is not None and place < begin
            if is_late and self._follows(self._before, packet, time_s, is_ordered=is_ordered):
                stretch = self._before
            elif self._has_jumped(packet, time_s, is_ordered=is_ordered):
                stretch = self._jump(packet)
            shown_s = (ticks if packet.pts is None else packet.pts) * packet.time_base
            end_s = shown_s + (packet.duration or 0) * packet.time_base
            if not packet.duration and packet.stream_index == self._video.index:
                end_s += self._frame_s
            grown_s = stretch.see(packet, time_s, end_s, is_ordered=is_ordered)
            if stretch is not self._since and packet.stream_index == self._video.index:
                self._since.offset += grown_s  # the packets that follow move by as much
        if stretch.offset:
            _move(packet, round(stretch.offset / packet.time_base))

    def _follows(
        self, stretch: _Stretch, packet: Packet, time_s: Fraction, *, is_ordered: bool
    ) -> bool:
        """Whether a packet's time comes after those of its track in a stretch."""
        last = stretch.last.get(packet.stream_index)
        if last is None or (self._has_clock and time_s > last[0] + _FORWARD_S):
            return False
        return not _goes_back(last, time_s, is_ordered=is_ordered)

    def _has_jumped(self, packet: Packet, time_s: Fraction, *, is_ordered: bool) -> bool:
        since = self._since
        if self._has_clock and since.newest is not None:
            newest_s, place = since.newest
            is_held = place is not None and packet.pos is not None and packet.pos < place
            if not is_held and abs(time_s - newest_s) > _FORWARD_S:
                return True
        last = since.last.get(packet.stream_index)
        return last is not None and _goes_back(last, time_s, is_ordered=is_ordered)

    def _jump(self, packet: Packet) -> _Stretch:
        """Start a stretch: its first packet begins where the picture, or its track, ended."""
        assert packet.time_base is not None
        before = self._since
        index = self._video.index if self._video.index in before.ends else packet.stream_index
        end_s = before.ends.get(index, Fraction(0)) + before.offset
        ticks = packet.dts if packet.pts is None else packet.pts
        assert ticks is not None
        self._before, self._since = before, _Stretch(end_s - ticks * packet.time_base)
        self._begin = packet.pos
        self.jump_count += 1
        return self._since


def _goes_back(last: tuple[Fraction, bool], time_s: Fraction, *, is_ordered: bool) -> bool:
    last_s, was_ordered = last
    return time_s < last_s - (_BACK_S if is_ordered and was_ordered else _BACK_UNORDERED_S)


def _move(packet: Packet, ticks: int) -> None:
    """Shift a packet's times; damaged times at the very end of 64 bits stay."""
    for name in ("pts", "dts"):
        value = getattr(packet, name)
        if value is not None and abs(value + ticks) < _MOST_TICKS:
            setattr(packet, name, value + ticks)
