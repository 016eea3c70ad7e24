"""Reading: how a file is read, as far as the user has a say; ExrOptions: how it is written, too."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, get_args

# A part may begin so much after its start, at the next frame, so that even times stay even.
MOST_LEFT_OUT_S = Fraction(1, 20)

# The file's own, at most 12; 8; or at least 10.
Depth = Literal["auto", "8", "10"]
DEPTHS: tuple[Depth, ...] = get_args(Depth)

# A camera's log curve, which no film says: Sony, Canon, ARRI, Panasonic.
Log = Literal["slog3", "clog", "clog2", "clog3", "logc3", "logc4", "vlog"]
LOGS: tuple[Log, ...] = get_args(Log)


AlphaKind = Literal["straight", "premultiplied"]
ALPHA_KINDS: tuple[AlphaKind, ...] = get_args(AlphaKind)
InputAlpha = Literal["straight", "premultiplied", "none"]
INPUT_ALPHAS: tuple[InputAlpha, ...] = get_args(InputAlpha)
Compression = Literal["zip", "zips", "piz", "dwaa", "dwab", "none"]
COMPRESSIONS: tuple[Compression, ...] = get_args(Compression)


@dataclass(frozen=True, slots=True)
class ExrOptions:
    """Options of OpenEXR files.

    Attributes:
        layer: The part or layer to read; empty: the first with R, G and B.
        input_alpha: Whether the input's colours are multiplied by its alpha; OpenEXR's own
            convention is "premultiplied", unless the file says otherwise. "none": it is not read.
        alpha: Whether the output's are.
        compression: Of the output. "dwaa" and "dwab" lose detail, the others nothing; "zip" is the
            smallest of these, and the quickest to read.
        ocio: An OpenColorIO config: a file, or `ocio://` and a name; empty: that of `$OCIO`.
        input_space: Colour space of the input, of DPX and 16-bit pictures too; empty: as the file
            says.
        output_space: Linear colour space of the output; empty: the input's, or the linear ACES
            (AP0) where that is not linear.
    """

    layer: str = ""
    input_alpha: InputAlpha | None = None
    alpha: AlphaKind = "straight"
    compression: Compression = "zip"
    ocio: str = ""
    input_space: str = ""
    output_space: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Which part of a file is read, and how; each kind of file takes of it what it has.

    Attributes:
        start_s: Where the part begins, in seconds; None: where the file does. The first frame is
            the first at or after it, or what is shown there if the next comes much later.
        end_s: Frames at or after this time are not delivered.
        deinterlaces: Make whole frames of interlaced ones, as many as there are.
        depth: Bits of the frames; single pictures and animations have 8. Numbered pictures of more
            become "yuv444p12", unless they keep scene-linear values.
        log: The log curve of a film's camera, if it is not HDR by its tags; None: none.
        exr: Layer, alpha and colour space of OpenEXR, DPX and 16-bit pictures.
        keeps_linear: Frames of pictures have scene-linear values, where the files have them.
        keeps_gamut: A film in SDR keeps its primaries; False: it is brought to BT.709's, for what
            states none. Log stays as it is.
    """

    start_s: float | None = None
    end_s: float | None = None
    deinterlaces: bool = False
    depth: Depth = "8"
    log: Log | None = None
    exr: ExrOptions = field(default_factory=ExrOptions)
    keeps_linear: bool = False
    keeps_gamut: bool = True


AS_IT_IS = Reading()
