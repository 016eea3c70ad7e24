"""SegmentSource: reads a segment of a video, its frames the same as in a whole read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.video.depth import Depth, Log
from app.video.files.card_decoder import CardDecoder
from app.video.files.file_source import FileSource
from app.video.frame import Frame


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
        path: The file.
        segment: The segment; frames before and after it are delivered as well.
        start_s, end_s, card, depth, log: The part that the whole job is about, what decodes, with
            how many bits, and the log curve; see `FileSource`.
    """

    def __init__(
        self,
        path: str | Path,
        segment: Segment,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        card: CardDecoder | None = None,
        depth: Depth = "8",
        log: Log | None = None,
    ) -> None:
        super().__init__(path, start_s=start_s, end_s=end_s, card=card, depth=depth, log=log)
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
        """Damaged frames of the segment alone: another worker counts those around it."""
        until = super().damaged_count if self._damaged_until is None else self._damaged_until
        return max(0, until - (self._damaged_before or 0))
