"""Frame: one picture with its time; how live frames get theirs, and the seconds between frames."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from app.video.linear_picture import LinearPicture
from gpu_unet import FrameFormat, Image

SAME_FRAME_S = 1e-3  # times of one frame differ by less, from two readings of a file


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One video frame.

    Attributes:
        pixels: Laid out as `format` says, C-contiguous; made read-only.
        format: Size, layout and colour coding of `pixels`.
        index: Position in the stream, counted from 0; gaps mean dropped frames.
        pts_s: Position in the stream, in seconds.
        captured_s: `time.perf_counter()` when the source returned it; for latency only.
        pts: Exact presentation timestamp in units of `time_base`; None where a source has none.
        time_base: Seconds per unit of `pts`.
        duration: In units of `time_base`; None if unknown.
        alpha: uint8 (height, width), the file's own alpha, 255 is opaque; `pixels` are not
            premultiplied. None if the file has none. Read-only, too.
        has_valid_alpha: False where damage destroyed the alpha: then it is 0 throughout, and
            `pixels` must not be shown.
        shown_s: Of a film that is played: from and until which moment this picture is shown, in
            seconds of the stream; it begins later than `pts_s` where one seeks within the picture.
        linear: The scene-linear values that `pixels` are the 8-bit view of; None unless a source
            was asked for them and has them.
        pixel_aspect: Width of a pixel divided by its height.
    """

    pixels: Image
    format: FrameFormat
    index: int
    pts_s: float
    captured_s: float = field(default_factory=time.perf_counter)
    pts: int | None = None
    time_base: Fraction | None = None
    duration: int | None = None
    alpha: Image | None = None
    has_valid_alpha: bool = True
    shown_s: tuple[float, float] | None = None
    linear: LinearPicture | None = None
    pixel_aspect: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        self.pixels.flags.writeable = False
        if self.alpha is not None:
            self.alpha.flags.writeable = False
        if self.linear is not None:
            for plane in self.linear.planes.values():
                plane.flags.writeable = False

    @property
    def height(self) -> int:
        """Rows of pixels."""
        return self.format.height

    @property
    def width(self) -> int:
        """Columns of pixels."""
        return self.format.width


class Arrivals:
    """Gives a live source's frames their numbers and times; used by the thread that reads it."""

    def __init__(self, frame_format: FrameFormat) -> None:
        self._format = frame_format
        self._count = 0
        self._began_s: float | None = None

    def frame(self, pixels: Image, captured_s: float) -> Frame:
        """The next frame.

        Args:
            pixels: uint8 as the format says; the frame makes it read-only.
            captured_s: `time.perf_counter()` when the frame arrived.
        """
        if self._began_s is None:
            self._began_s = captured_s
        index = self._count
        self._count += 1
        return Frame(
            pixels=pixels,
            format=self._format,
            index=index,
            pts_s=captured_s - self._began_s,
            captured_s=captured_s,
        )


USUAL_S = 1 / 30  # where time goes back: after a seek, or in a damaged file


def elapsed_s(before_s: float | None, times_s: Sequence[float]) -> list[float]:
    """Seconds from the frame before to each of some frames, as engines take them.

    Args:
        before_s: Time of the frame before the first of them; None: there is none.
        times_s: Times of the frames, in seconds.
    """
    times = [*times_s[:1], *times_s] if before_s is None else [before_s, *times_s]
    return [late - early if late >= early else USUAL_S for early, late in pairwise(times)]
