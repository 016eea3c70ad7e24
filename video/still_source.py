"""StillSource: one picture as a video of one frame."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

from video.frame import Frame, PixelFormat
from video.media import MediaInfo
from video.source import SourceError, VideoSource
from video.still import StillError, picture_count, read_still

STILL_RATE = Fraction(25)


class StillSource(VideoSource):
    """A picture file: upright, alpha over black, 8-bit RGB.

    Args:
        path: Any picture file; read at once.

    Raises:
        SourceError: It cannot be read.
    """

    def __init__(self, path: str | Path) -> None:
        path = Path(path)
        self.name = path.name
        try:
            pixels = read_still(path)
        except StillError as error:
            raise SourceError(f"{path.name} {error}.") from error
        count = picture_count(path)
        if count > 1:
            self.notes = (
                f"{path.name} holds {count} pictures, only the first was taken; "
                "convert it to a video or to numbered pictures to keep them all.",
            )
        self._pixels = pixels
        self._is_read = False
        self.height, self.width, _ = pixels.shape
        # An encoder codes RGB the way that the picture's size suggests to players.
        self.format = PixelFormat("rgb", matrix="bt709")
        self.frame_rate = STILL_RATE
        self.frame_count = 1
        self.duration_s = float(1 / STILL_RATE)
        self.media = MediaInfo(path=None, time_base=1 / STILL_RATE, stored_format="rgb24")

    def read(self) -> Frame | None:
        """The picture; the second time None."""
        if self._is_read:
            return None
        self._is_read = True
        return Frame(
            pixels=self._pixels,
            height=self.height,
            width=self.width,
            format=self.format,
            index=0,
            pts_s=0.0,
            captured_s=time.perf_counter(),
            pts=0,
            time_base=1 / STILL_RATE,
            duration=1,
        )

    def seek(self, pts_s: float) -> None:
        """Make `read` return the picture again, unless `pts_s` lies after it."""
        self._is_read = pts_s > 0

    def close(self) -> None:
        """Nothing is held open."""
