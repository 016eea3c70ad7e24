"""FrameFormat: what the bytes of a frame mean."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from gpu_unet.settings import check_choice

# Of any shape: a frame's pixels, a plane, an alpha. A frame of more than 8 bits is uint16.
Image = npt.NDArray[np.uint8]
Layout = Literal["rgb", "yuv420", "yuv420p10", "yuv422p10", "yuv444p12"]
Matrix = Literal["bt601", "bt709", "bt2020"]
# How light is coded; see `gpu_unet.transfer`. "sdr" is all of BT.709, BT.601, sRGB and their like.
Transfer = Literal[
    "sdr", "pq", "hlg", "slog3", "clog", "clog2", "clog3", "logc3", "logc4", "vlog"
]  # fmt: skip
# Primaries of SDR, and of PQ; "p3" is Display P3.
Gamut = Literal["bt709", "p3", "bt2020"]
# What colours are brought into: a row of `gpu_unet.transfer.SPACES`. "sdr" has BT.709's primaries,
# "pq" BT.2020's.
SpaceName = Literal[Transfer, "sdr p3", "sdr bt2020", "pq p3"]
HDR: tuple[Transfer, ...] = ("pq", "hlg")
LOG: tuple[Transfer, ...] = ("slog3", "clog", "clog2", "clog3", "logc3", "logc4", "vlog")

# (Kr, Kb), the weights of red and blue in luma: ITU-R BT.601-7, BT.709-6 and BT.2020-2
# (non-constant luminance).
LUMA_WEIGHTS: dict[Matrix, tuple[float, float]] = {
    "bt601": (0.299, 0.114),
    "bt709": (0.2126, 0.0722),
    "bt2020": (0.2627, 0.0593),
}


class LayoutRow(NamedTuple):
    """One layout; see `LAYOUTS`.

    Attributes:
        bits: Of a sample. More than 8 lie in the low bits of a uint16.
        down, across: Rows and columns of pixels that share a sample of the second and third plane.
    """

    bits: int
    down: int
    across: int

    @property
    def most(self) -> int:
        """The largest code."""
        return 2**self.bits - 1

    @property
    def step(self) -> int:
        """Codes per code of 8 bits."""
        return 2 ** (self.bits - 8)


# A new layout is one row here, and its name in `Layout`. "rgb" is interleaved, the others are the
# planes Y, U and V, one after the other.
LAYOUTS: dict[Layout, LayoutRow] = {
    "rgb": LayoutRow(8, 1, 1),
    "yuv420": LayoutRow(8, 2, 2),
    "yuv420p10": LayoutRow(10, 2, 2),
    "yuv422p10": LayoutRow(10, 1, 2),
    "yuv444p12": LayoutRow(12, 1, 1),
}

# Of other primaries than the transfer function's usual ones.
_SPACES: dict[tuple[Transfer, Gamut], SpaceName] = {
    ("sdr", "p3"): "sdr p3",
    ("sdr", "bt2020"): "sdr bt2020",
    ("pq", "p3"): "pq p3",
}


@dataclass(frozen=True, slots=True)
class FrameFormat:
    """Size, layout and colour coding: of a frame, of what goes behind it, and of its composite.

    Attributes:
        height: Rows of pixels. Even for 4:2:0.
        width: Columns of pixels. Even for 4:2:0 and 4:2:2.
        layout: "rgb": uint8 (height, width, 3), red first. "yuv420": uint8
            (height * 3 // 2, width): the Y plane, then U and V of (height/2, width/2) each,
            stored one after the other (I420), as decoders deliver and encoders take them.
            "yuv420p10": the same in uint16, 10 bits. "yuv422p10": uint16 (height * 2, width),
            U and V of (height, width/2). "yuv444p12": uint16 (height * 3, width), 12 bits.
        matrix: YUV coefficients; for "rgb" only how an encoder codes it.
        full_range: True if Y runs 0-255, False if 16-235, or the same at more bits; for "rgb" only
            how an encoder codes it.
        transfer: How light is coded. "pq" and "hlg" have more than 8 bits: mixtures are made in
            their light. With a log curve the network alone gets another
            picture, in SDR; composites keep the film's codes.
        gamut: Primaries, which count for pictures that are brought into this format. Engines mix
            the codes as they are. PQ has BT.2020's unless this is "p3", HLG always.

    Raises:
        TypeError: Height or width is no whole number, or `full_range` no bool.
        ValueError: One of the others is none of its choices, or does not go with the rest.
    """

    height: int
    width: int
    layout: Layout = "rgb"
    matrix: Matrix = "bt709"
    full_range: bool = False
    transfer: Transfer = "sdr"
    gamut: Gamut = "bt709"

    Matrix = Matrix  # for annotations of those who import `FrameFormat` alone
    Layout = Layout
    Transfer = Transfer
    Gamut = Gamut
    SpaceName = SpaceName

    def __post_init__(self) -> None:
        size = f"frame size {self.width}x{self.height}"
        for name in ("height", "width"):
            side = getattr(self, name)
            if isinstance(side, bool) or not isinstance(side, int | np.integer):
                raise TypeError(f"{size}: both must be whole numbers")
            object.__setattr__(self, name, int(side))  # a product of NumPy's small integers wraps
        if self.height < 1 or self.width < 1:
            raise ValueError(f"{size}: both must be at least 1")
        if not isinstance(self.full_range, bool):
            raise TypeError(f"full_range is {self.full_range!r:.80}, expected True or False")
        check_choice("layout", self.layout, tuple(LAYOUTS))
        check_choice("matrix", self.matrix, tuple(LUMA_WEIGHTS))
        check_choice("transfer", self.transfer, get_args(Transfer))
        check_choice("gamut", self.gamut, get_args(Gamut))
        if self.height % self.row.down or self.width % self.row.across:
            other = "rgb" if self.bits == 8 else "yuv444p12"
            raise ValueError(f"{size}: {self.layout} needs even sizes; use layout {other}")
        if self.is_hdr and self.bits == 8:
            raise ValueError(f"{self.transfer} in layout {self.layout}: HDR needs more than 8 bits")

    @property
    def row(self) -> LayoutRow:
        """Bits and chroma of the layout."""
        return LAYOUTS[self.layout]

    @property
    def bits(self) -> int:
        """Bits of a sample: 8, 10 or 12."""
        return self.row.bits

    @property
    def is_hdr(self) -> bool:
        """Whether light is coded as PQ or HLG."""
        return self.transfer in HDR

    @property
    def space(self) -> SpaceName:
        """What other pictures are brought into for this format: SDR for films in log."""
        return self.space_name(self.transfer if self.is_hdr else "sdr", self.gamut)

    @staticmethod
    def space_name(transfer: Transfer, gamut: Gamut) -> SpaceName:
        """A transfer function with these primaries, as far as it has several."""
        return _SPACES.get((transfer, gamut), transfer)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of a frame's array: uint8, or uint16 for more than 8 bits."""
        return np.dtype(np.uint8 if self.bits == 8 else np.uint16)

    @property
    def luma_weights(self) -> tuple[float, float]:
        """(Kr, Kb) of the matrix: the weights of red and blue in luma."""
        return LUMA_WEIGHTS[self.matrix]

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of one frame's array."""
        if self.layout == "rgb":
            return (self.height, self.width, 3)
        shared = self.row.down * self.row.across
        return (self.height + self.height * 2 // shared, self.width)

    @staticmethod
    def recoded(
        picture: npt.NDArray[np.uint16], source: SpaceName, target: SpaceName
    ) -> npt.NDArray[np.uint16]:
        """A whole picture in another space, with the same light; on the host, any thread.

        SDR's white becomes 203 nits; light that the target cannot show is clamped, and what
        becomes SDR goes through a tone curve. See `gpu_unet.transfer.recoded`.

        Args:
            picture: uint16 (height, width, 3), RGB, white is 65280 (255 * 256).
            source: SDR or HDR.
            target: Likewise.

        Returns:
            A new array, likewise.
        """
        from gpu_unet.transfer import recoded  # late: it reads this module

        return recoded(picture, source, target)

    def light(self, codes: npt.NDArray[np.uint16]) -> npt.NDArray[np.floating]:
        """Linear light of RGB in `primaries`; on the host, any thread.

        1.0 is SDR's white, with a log curve a reflectance of 1. See `gpu_unet.transfer.light_of`.

        Args:
            codes: uint16 (3, ...): red, green and blue as 16 bits, in the range of the format.

        Returns:
            float32, of the same shape.
        """
        from gpu_unet.transfer import light_of  # late: it reads this module

        return light_of(codes, self)

    @property
    def primaries(self) -> tuple[float, ...]:
        """CIE x and y of red, green, blue and white: eight numbers, by the transfer function."""
        from gpu_unet.transfer import D65, SPACES  # late: it reads this module

        name = self.space if self.is_hdr else self.transfer
        return (*(place for pair in SPACES[name].primaries for place in pair), *D65)

    @property
    def nbytes(self) -> int:
        """Bytes of one frame's array."""
        return math.prod(self.shape) * self.dtype.itemsize
