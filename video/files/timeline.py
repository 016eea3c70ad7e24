"""Timeline: times that jump within a file go on from where they were, for picture and sound alike.

Two recordings that were joined byte by byte, or a broadcast whose clock was set anew: the times of
all tracks begin again, or far away. Every reader of such a file sees the same packets of picture
and sound in the same order, and so moves them by the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from av.container import InputContainer
from av.packet import Packet
from av.stream import Stream

# Containers whose packets state times of their own. Others count from an index.
_CAN_JUMP = ("mpegts", "mpeg", "matroska,webm")
# Of these only a broadcast's clock is set forward: a film may stand still for long.
_HAS_CLOCK = ("mpegts", "mpeg")
_FORWARD_S = Fraction(10)  # farther than any pause of both picture and sound, as FFmpeg has it
# Backward: decoding times rise, but for what rounding costs; where a track has none, frames come
# in the order of decoding, up to sixteen before their turn.
_BACK_S = Fraction(1, 10)
_BACK_UNORDERED_S = Fraction(1)
_MOST_TICKS = 2**62


class Timeline:
    """Of one reader of a file, from its beginning or from where it was sought.

    Args:
        container: The file.
        video: Its track of pictures: the first frame behind a jump follows the last one before.

    Attributes:
        jump_count: How often times jumped so far.
        watched: Every track whose packets have to come here.
    """

    def __init__(self, container: InputContainer, video: Stream) -> None:
        name = container.format.name
        self._video = video
        self._has_clock = name in _HAS_CLOCK
        self.watched: Sequence[Stream] = (video,)
        if name in _CAN_JUMP:
            self.watched = (video, *container.streams.audio)
        self._can_jump = name in _CAN_JUMP
        self._indices = {stream.index for stream in self.watched}
        self.restart()

    def restart(self) -> None:
        """The next packet comes from another place: times count as they stand."""
        self.jump_count = 0
        self._offset = self._offset_before = Fraction(0)
        self._begin: int | None = None  # the place in the file of the newest jump
        self._last: dict[int, tuple[Fraction, bool]] = {}
        self._newest: tuple[Fraction, int | None] | None = None  # time and place in the file
        self._end: dict[int, Fraction] = {}  # of each track, as it was told, without offset

    def join(self, packet: Packet) -> None:
        """Give a packet of any track the time that it has after all jumps before it."""
        if not self._can_jump or packet.time_base is None:
            return
        is_ordered = packet.dts is not None
        ticks = packet.dts if is_ordered else packet.pts
        if ticks is None:
            return
        time_s = ticks * packet.time_base
        is_late = self._begin is not None and packet.pos is not None and packet.pos < self._begin
        if not is_late and packet.stream_index in self._indices:
            if self._has_jumped(packet, time_s, is_ordered=is_ordered):
                self._jump(packet)
            self._last[packet.stream_index] = time_s, is_ordered
            if self._newest is None or time_s > self._newest[0]:
                self._newest = time_s, packet.pos
            shown_s = (ticks if packet.pts is None else packet.pts) * packet.time_base
            span_s = (packet.duration or 0) * packet.time_base
            index = packet.stream_index
            self._end[index] = max(shown_s + span_s, self._end.get(index, shown_s))
        offset = self._offset_before if is_late else self._offset
        if offset:
            _move(packet, round(offset / packet.time_base))

    def _has_jumped(self, packet: Packet, time_s: Fraction, *, is_ordered: bool) -> bool:
        if self._has_clock and self._newest is not None:
            newest_s, place = self._newest
            # A demuxer hands a picture over once the next one begins, however long that takes.
            is_held = place is not None and packet.pos is not None and packet.pos < place
            if not is_held and abs(time_s - newest_s) > _FORWARD_S:
                return True
        last = self._last.get(packet.stream_index)
        if last is None:
            return False
        last_s, was_ordered = last
        least = _BACK_S if is_ordered and was_ordered else _BACK_UNORDERED_S
        return time_s < last_s - least

    def _jump(self, packet: Packet) -> None:
        """The first packet behind a jump begins where its track, or the picture, ended."""
        assert packet.time_base is not None
        index = self._video.index if self._video.index in self._end else packet.stream_index
        end_s = self._end.get(index, Fraction(0)) + self._offset
        ticks = packet.dts if packet.pts is None else packet.pts
        assert ticks is not None
        self._offset_before, self._offset = self._offset, end_s - ticks * packet.time_base
        self._begin = packet.pos
        self._last.clear()
        self._end.clear()
        self._newest = None
        self.jump_count += 1


def _move(packet: Packet, ticks: int) -> None:
    """Damaged files state times at the very end of 64 bits: those stay."""
    for name in ("pts", "dts"):
        value = getattr(packet, name)
        if value is not None and abs(value + ticks) < _MOST_TICKS:
            setattr(packet, name, value + ticks)
