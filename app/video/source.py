"""VideoSource: where frames come from, and what a file states about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Self

from app.messages import SentenceError
from app.video.frame import Frame
from app.video.limits import sane_aspect
from app.video.reading import MOST_LEFT_OUT_S
from gpu_unet import FrameFormat


@dataclass(frozen=True, slots=True)
class MediaInfo:
    """What a file states about its picture beyond size and pixel format; writers pass it on.

    Attributes:
        path: The file, for its other tracks; None if there are none.
        time_base: Seconds per unit of every frame's `pts`.
        sample_aspect_ratio: Width of a pixel divided by its height, after rotation.
        primaries: H.273 code of the colour primaries; 2 is "unspecified".
        transfer: H.273 code of the transfer function; 2 is "unspecified".
        codec: libav's name of the codec.
        stored_format: libav's name of the pixel format in the file.
        start_s: Start of the part to read; None is the beginning.
        end_s: End of the part to read; None is the end.
        first_s: When the file's picture begins, as it states itself.
        origin: The file's own time, in seconds, of `pts` 0.
        matrix_code: H.273 code of the YUV matrix as the file states it; 2 is "unspecified".
        stream_index: Index of the picture's track in the file.
        bits: Of a sample in the file.
        transfer_name: How the file codes light: "sdr", "pq", "hlg", or the log curve that the user
            named.
        mastering: libav's AVMasteringDisplayMetadata of an HDR film that stays HDR; empty: none.
        light_level: Its AVContentLightMetadata, likewise.
        chroma: libav's name of the place of chroma in frames of 4:2:0; empty: as players expect.
    """

    path: Path | None
    time_base: Fraction
    sample_aspect_ratio: Fraction = Fraction(1)
    primaries: int = 2
    transfer: int = 2
    codec: str = ""
    stored_format: str = ""
    start_s: float | None = None
    end_s: float | None = None
    first_s: float = 0.0
    origin: Fraction = Fraction(0)
    matrix_code: int = 2
    stream_index: int = 0
    bits: int = 8
    transfer_name: FrameFormat.Transfer = "sdr"
    mastering: bytes = b""
    light_level: bytes = b""
    chroma: str = ""

    @property
    def pixel_aspect(self) -> Fraction:
        """`sample_aspect_ratio` to lay out by, 1/8 to 8: 1 where a damaged header states others."""
        return sane_aspect(self.sample_aspect_ratio)

    @property
    def begin_s(self) -> float:
        """Where `VideoSource.duration_s` counts from: `start_s`, or a later beginning."""
        return max(self.start_s or 0.0, self.first_s)

    @property
    def exact_end_s(self) -> Fraction | None:
        """`end_s` as typed: 0.1 means one tenth."""
        return None if self.end_s is None else Fraction(self.end_s).limit_denominator(1_000_000)

    def zero_of_output(self, first: Fraction) -> Fraction:
        """The moment, in seconds as frames count them, with which an output begins.

        Of a part that is its first frame, or its start where sound comes before the picture.

        Args:
            first: When the first frame is shown.
        """
        if not self.start_s:
            return Fraction(0)
        start = Fraction(self.start_s).limit_denominator(1_000_000)
        return start if first - start > MOST_LEFT_OUT_S else first


class SourceError(SentenceError, OSError):
    """A source cannot be opened or read; the message says what, with which values, what to do."""


class VideoSource(ABC):
    """Frames, one after the other. Used from one thread at a time.

    Attributes:
        name: For people: file name or camera name.
        format: Format of every frame, after rotation.
        frame_rate: Nominal; the timestamps are exact.
        frame_count: Expected number of frames, None if unknown (cameras).
        duration_s: Expected length, None if unknown.
        is_live: True for cameras: late frames are dropped, not waited for.
        repeats_pictures: A working camera may deliver the very same picture again.
        has_alpha: Frames have an alpha of their own.
        is_interlaced: Each frame holds two fields of different times.
        notes: Sentences for people about what was changed on the way in.
        losses: Likewise, about what of the input could not be kept.
        colour_losses: Likewise, of its colours, which a matte does not have.
        damaged_count: Frames that were skipped or incomplete, so far.
    """

    name: str
    format: FrameFormat
    frame_rate: Fraction
    frame_count: int | None
    duration_s: float | None
    is_live: bool = False
    repeats_pictures: bool = False
    has_alpha: bool = False
    is_interlaced: bool = False
    notes: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    colour_losses: tuple[str, ...] = ()
    damaged_count: int = 0

    @property
    def height(self) -> int:
        """Rows of every frame."""
        return self.format.height

    @property
    def width(self) -> int:
        """Columns of every frame."""
        return self.format.width

    @abstractmethod
    def read(self) -> Frame | None:
        """The next frame; None means only "ended".

        Raises:
            SourceError: Any trouble; it is never reported as an end.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the file or camera; may be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()
