"""VideoSource: where frames come from; files, stills, sequences, cameras share it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from video.frame import Frame, PixelFormat


class SourceError(OSError):
    """A source cannot be opened or read; the message says what, with which values, what to do."""


class VideoSource(ABC):
    """Frames, one after the other. Used from one thread at a time.

    Attributes:
        name: For people: file name or camera name.
        height: Rows of every frame, after rotation.
        width: Columns of every frame, after rotation.
        format: Of every frame.
        frame_rate: Nominal; timestamps are what counts.
        frame_count: Expected number of frames, None if unknown (cameras).
        duration_s: Expected length, None if unknown.
        is_live: True for cameras: late frames are dropped, not waited for.
        repeats_pictures: The very same picture may come again from a camera that is well.
        notes: Sentences for people about what was changed on the way in.
    """

    name: str
    height: int
    width: int
    format: PixelFormat
    frame_rate: Fraction
    frame_count: int | None
    duration_s: float | None
    is_live: bool = False
    repeats_pictures: bool = False
    notes: tuple[str, ...] = ()

    @property
    def damaged_count(self) -> int:
        """Frames that were skipped or came with holes, so far."""
        return 0

    @abstractmethod
    def read(self) -> Frame | None:
        """The next frame; None means only "ended".

        Raises:
            SourceError: Trouble, never an end in disguise.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the file or camera; may be called twice."""

    def __enter__(self) -> VideoSource:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()
