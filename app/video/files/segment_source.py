"""SegmentSource: some frames of a video from its middle, as one who reads all of it sees them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.video.files.file_source import FileSource
from app.video.frame import Frame


@dataclass(frozen=True, slots=True)
class Segment:
    """Frames from `begin` up to `until`, times as `Frame.pts` counts them.

    Before and behind them lie frames that are shown to what remembers and to what looks ahead, and
    thrown away.

    Attributes:
        number: From 0 on, in the order of time.
        warm: Where reading begins, at or before `begin`.
        begin: Of the first frame that is kept.
        until: Of the first frame that is not; None: to the end.
        frame_count: That are kept, as the packets say.
        warm_count: Likewise, before those.
        ahead_count: How many frames behind them are read, too.
        ahead: Of the first frame that is not read, where there are such frames; None: to the end.
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
        path: The file.
        segment: Which frames; those before and behind them are delivered as well.
        start_s, end_s: The part that the whole job is about; see `FileSource`.
    """

    def __init__(
        self,
        path: str | Path,
        segment: Segment,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
    ) -> None:
        super().__init__(path, start_s=start_s, end_s=end_s)
        self.segment = segment
        self._damaged_before: int | None = None
        self._damaged_until: int | None = None
        self._reading_ends = segment.ahead if segment.ahead_count else segment.until
        self.frame_count = segment.warm_count + segment.frame_count + segment.ahead_count
        try:
            self.seek_pts(segment.warm)
        except BaseException:
            self.close()
            raise

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
        """Of the segment alone: another worker counts what is read around it."""
        until = super().damaged_count if self._damaged_until is None else self._damaged_until
        return max(0, until - (self._damaged_before or 0))
