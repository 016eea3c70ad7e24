"""The time code of a film's first frame: read, and moved along for a part or another rate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from av.container import InputContainer

_TEXT = re.compile(r"(\d\d):(\d\d):(\d\d)([:;.])(\d{2,3})")


@dataclass(frozen=True, slots=True)
class TimeCode:
    """A time code.

    Attributes:
        text: As files state it: 10:00:00:12, or 10:00:00;12 where frame numbers are dropped.
        rate: Frames per second of the film.
    """

    text: str
    rate: Fraction

    def later(self, seconds: Fraction, *, rate: Fraction) -> str:
        """The time code of the frame `seconds` later, counted in frames of `rate`.

        The text itself, where nothing changes; empty if it is no time code.
        """
        found = _TEXT.fullmatch(self.text)
        fps = _whole(rate)
        if found is None or fps < 1:
            return ""
        if not seconds and _whole(self.rate) == fps:
            return self.text
        hours, minutes, secs, frames = (int(found[index]) for index in (1, 2, 3, 5))
        own = max(_whole(self.rate), frames + 1)
        drops = found[4] != ":"
        total = (hours * 60 + minutes) * 60 * own + secs * own + frames
        if drops:
            total -= _dropped(own) * (hours * 60 + minutes - (hours * 60 + minutes) // 10)
        # Time codes count frames, not seconds: 23.976 has 24 in each of its seconds.
        total = round((Fraction(total, own) * _pace(self.rate) + seconds) / _pace(rate) * fps)
        return _text(total, fps, drops=drops and fps % 30 == 0)


def timecode_of(container: InputContainer, video_index: int) -> TimeCode | None:
    """The time code that a film states for its first frame, if any.

    Args:
        video_index: Index of the picture's track.
    """
    video = container.streams[video_index]
    rate = getattr(video, "average_rate", None)
    tracks = (video, *(stream for stream in container.streams if stream.type == "data"))
    for words in (*(track.metadata for track in tracks), container.metadata):
        for key, text in words.items():
            if key.lower() == "timecode" and rate and _TEXT.fullmatch(text):
                return TimeCode(text, Fraction(rate))
    return None


def _whole(rate: Fraction) -> int:
    """Frames in a second of the time code."""
    return int(rate + Fraction(1, 2))


def _pace(rate: Fraction) -> Fraction:
    """Real seconds in a second of the time code: 1.001 at 29.97."""
    return _whole(rate) / rate


def _dropped(fps: int) -> int:
    """Frame numbers that each minute leaves out, except every tenth."""
    return fps // 30 * 2


def _text(total: int, fps: int, *, drops: bool) -> str:
    if drops:
        left, ten_minutes = _dropped(fps), fps * 600 - 9 * _dropped(fps)
        tens, rest = divmod(total, ten_minutes)
        total += 9 * left * tens
        if rest >= fps * 60:
            total += left * (1 + (rest - fps * 60) // (fps * 60 - left))
    seconds, frames = divmod(total, fps)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    mark = ";" if drops else ":"
    return f"{hours % 24:02d}:{minutes:02d}:{seconds:02d}{mark}{frames:02d}"
