"""ExrEncoder: makes OpenEXR files of half floats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from app.video.files.decoder import open_input
from app.video.files.exr_file import exr_bytes
from app.video.files.exr_options import Compression
from app.video.files.timecode import TimeCode, timecode_of
from app.video.linear_picture import LinearPicture, TimeOfFrame
from app.video.sink import FrameTime
from app.video.source import MediaInfo


@dataclass(frozen=True, slots=True)
class FilmClock:
    """What each picture states about its place in a film.

    Attributes:
        rate: Frames per second.
        timecode: Of the film's first frame; None if it states none.
    """

    rate: Fraction
    timecode: TimeCode | None

    @classmethod
    def of(cls, media: MediaInfo, rate: Fraction) -> FilmClock | None:
        """The clock of a film; None for pictures, which state their own.

        Raises:
            SourceError: The film cannot be read any more.
        """
        if media.path is None:
            return None
        with open_input(media.path) as container:
            return cls(rate, timecode_of(container, media.stream_index))

    def attributes(self, time: FrameTime) -> dict[str, object]:
        """Attributes of the picture that is shown at a time."""
        stated: dict[str, object] = {"framesPerSecond": self.rate}
        if self.timecode is not None:
            text = self.timecode.later(time.pts * time.time_base, rate=self.rate)
            if text:
                numbers = (int(text[begin : begin + 2]) for begin in (0, 3, 6, 9))
                stated["timeCode"] = TimeOfFrame(*numbers, drops_frames=";" in text)
        return stated


class ExrEncoder:
    """Makes OpenEXR files.

    Args:
        compression: See `ExrOptions`.
        clock: Of the film that the pictures come from; None: they state their own times.

    Attributes:
        bits: Bits of a sample.
    """

    bits = 16

    def __init__(self, compression: Compression, clock: FilmClock | None = None) -> None:
        self._compression: Compression = compression
        self._clock = clock

    def write(self, path: Path, picture: LinearPicture, time: FrameTime) -> None:
        """Make one file.

        Args:
            path: The file; an existing one is replaced.
            picture: What it holds.
            time: When it is shown.

        Raises:
            OSError: It cannot be written.
        """
        if self._clock is not None:
            stated = {**self._clock.attributes(time), **picture.header}
            picture = replace(picture, header=stated)
        path.write_bytes(exr_bytes(picture, self._compression))
