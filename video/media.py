"""MediaInfo: what a media file says about itself, for those who write it anew."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path


@dataclass(frozen=True, slots=True)
class MediaInfo:
    """What a file says about its picture beyond size and pixel format; writers pass it on.

    Attributes:
        path: The file, for its other tracks; None if there are none to look for.
        time_base: Seconds per unit of every frame's `pts`.
        sample_aspect_ratio: Width of a pixel divided by its height, after rotation.
        primaries: H.273 code of the colour primaries; 2 is "not said".
        transfer: H.273 code of the transfer function; 2 is "not said".
        codec: libav's name of the codec.
        stored_format: libav's name of the pixel format in the file.
        start_s: The part asked for; None is from the beginning.
        end_s: The part asked for; None is to the end.
        origin: The file's own time, in seconds, that `pts` 0 stands for.
        matrix_code: H.273 code of the YUV matrix as the file says it; 2 is "not said".
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
    origin: Fraction = Fraction(0)
    matrix_code: int = 2
