"""Light: scene-linear values, the 8-bit view of them for the network's eyes, and primaries."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from app.video.linear_picture import REC709, RGB, LinearPicture, Plane
from gpu_unet import Image

Floats = npt.NDArray[np.float32]
Deep = npt.NDArray[np.uint16]
# White in swscale's RGB of 16 bits, where YUV of limited range stands on the other side.
SWS_WHITE = 255 * 256
MOST_HALF = 65504.0  # the largest finite half
# Up to here the view is sRGB; above, highlights roll off towards white. Diffuse white (1.0) becomes
# code 238, a light of 2.4 code 255.
_KNEE = 0.6


class View:
    """How scene-linear values of Rec. 709 become codes of 8 bits, and back.

    Args:
        rolls_off: Roll off highlights from `_KNEE` on; False: sRGB, clipped at 1.
    """

    def __init__(self, *, rolls_off: bool) -> None:
        self._knee = _KNEE if rolls_off else 1.0
        with np.errstate(all="ignore"):
            halves = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)
            shown = srgb_of(self._rolled(np.nan_to_num(halves, nan=0.0, posinf=MOST_HALF)))
        self._codes = np.rint(shown * 255).astype(np.uint8)
        codes = np.arange(256, dtype=np.float32)
        codes[255] = 254.5 if rolls_off else 255  # white has no end in a rolled-off view
        self._values = self._unrolled(linear_of_srgb(codes / np.float32(255)))

    @staticmethod
    @functools.cache
    def of(*, rolls_off: bool) -> View:
        """The view, made once."""
        return View(rolls_off=rolls_off)

    def codes(self, values: Plane) -> Image:
        """uint8, of the same shape; a value that is no number is black."""
        if values.dtype != np.float16:
            values = np.clip(values, -MOST_HALF, MOST_HALF).astype(np.float16)
        return self._codes[np.ascontiguousarray(values).view(np.uint16)]

    def deep_codes(self, values: Floats) -> Deep:
        """uint16, of the same shape: codes of 16 bits, white is `SWS_WHITE`."""
        rolled = self._rolled(np.nan_to_num(values, nan=0.0, posinf=MOST_HALF))
        return np.rint(srgb_of(rolled) * SWS_WHITE).astype(np.uint16)

    def values(self, codes: npt.NDArray[np.unsignedinteger]) -> Floats:
        """Float32 of the same shape: the value in the middle of each code."""
        return self._values[codes]

    def _rolled(self, values: Floats) -> Floats:
        knee = self._knee
        values = np.maximum(values, 0)
        if knee == 1.0:
            return np.minimum(values, 1)
        rolled = knee + (1 - knee) * -np.expm1(-(values - knee) / (1 - knee))
        return np.where(values <= knee, values, rolled).astype(np.float32)

    def _unrolled(self, values: Floats) -> Floats:
        knee = self._knee
        if knee == 1.0:
            return values
        above = np.maximum(values, knee)
        unrolled = knee - (1 - knee) * np.log1p(-(above - knee) / (1 - knee))
        return np.where(values <= knee, values, unrolled).astype(np.float32)


def srgb_of(linear: Floats) -> Floats:
    """Linear light in [0, 1] as coded values in [0, 1] (IEC 61966-2-1)."""
    curved = 1.055 * np.power(np.maximum(linear, 0), np.float32(1 / 2.4)) - 0.055
    return np.where(linear <= 0.0031308, 12.92 * linear, curved).astype(np.float32)


def linear_of_srgb(coded: Floats) -> Floats:
    """The inverse of `srgb_of`."""
    curved = np.power((np.maximum(coded, 0) + 0.055) / 1.055, np.float32(2.4))
    return np.where(coded <= 0.04045, coded / 12.92, curved).astype(np.float32)


@functools.cache
def light_of_codes(most: int) -> Floats:
    """Linear light of each sRGB code from 0 to `most`, in [0, 1]; a table."""
    table = linear_of_srgb(np.arange(most + 1, dtype=np.float32) / np.float32(most))
    table.flags.writeable = False
    return table


def straight_rgb(picture: LinearPicture) -> list[Floats]:
    """R, G and B, float32, not multiplied by alpha; 0 where a premultiplied picture is clear."""
    planes = [picture.planes[name].astype(np.float32) for name in RGB]
    if not picture.is_premultiplied or "A" not in picture.planes:
        return planes
    alpha = picture.planes["A"].astype(np.float32)
    with np.errstate(all="ignore"):
        return [np.where(alpha > 0, plane / alpha, np.float32(0)) for plane in planes]


def seen(picture: LinearPicture) -> Image:
    """What the network sees: uint8 sRGB (height, width, 3)."""
    view = View.of(rolls_off=picture.rolls_off)
    is_rec709 = picture.primaries == REC709
    is_as_stored = not (picture.is_premultiplied and "A" in picture.planes)
    if is_rec709 and is_as_stored:
        return np.stack([view.codes(picture.planes[name]) for name in RGB], axis=2)
    planes = in_primaries(straight_rgb(picture), picture.primaries, REC709)
    return np.stack([view.codes(plane) for plane in planes], axis=2)


def seen_deep(picture: LinearPicture) -> Deep:
    """The same view with 16 bits: uint16 (height, width, 3), white is `SWS_WHITE`."""
    view = View.of(rolls_off=picture.rolls_off)
    planes = in_primaries(straight_rgb(picture), picture.primaries, REC709)
    return np.stack([view.deep_codes(plane) for plane in planes], axis=2)


def in_primaries(
    planes: Sequence[Floats], of: tuple[float, ...], to: tuple[float, ...]
) -> list[Floats]:
    """R, G and B of other primaries; white stays white (Bradford's adaptation)."""
    if of == to:
        return list(planes)
    matrix = matrix_of_primaries(of, to).astype(np.float32)
    with np.errstate(all="ignore"):
        return [row[0] * planes[0] + row[1] * planes[1] + row[2] * planes[2] for row in matrix]


def is_usable(primaries: tuple[float, ...]) -> bool:
    """Whether colours of these primaries can be converted: a file may state anything."""
    if len(primaries) != 8 or not np.isfinite(primaries).all() or min(primaries[1::2]) == 0:
        return False
    try:
        return bool(np.linalg.cond(_to_xyz(primaries)) < 1e4)
    except np.linalg.LinAlgError:
        return False


_BRADFORD = np.array(
    [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
)


@functools.cache
def matrix_of_primaries(of: tuple[float, ...], to: tuple[float, ...]) -> npt.NDArray[np.float64]:
    """The matrix (3, 3) from linear RGB of some primaries to others, by Bradford's adaptation."""
    cones = [_BRADFORD @ _xyz(*white[6:8]) for white in (of, to)]
    adapted = np.linalg.inv(_BRADFORD) @ np.diag(cones[1] / cones[0]) @ _BRADFORD
    return np.linalg.inv(_to_xyz(to)) @ adapted @ _to_xyz(of)


def primaries_of_matrix(
    matrix: npt.NDArray[np.float64], to: tuple[float, ...]
) -> tuple[float, ...]:
    """The primaries, and the white of `to`, whose matrix to the primaries `to` is given."""
    xyz = _to_xyz(to) @ matrix
    corners = [*xyz.T, xyz.sum(axis=1)]
    return tuple(float(value / corner.sum()) for corner in corners for value in corner[:2])


def _to_xyz(primaries: tuple[float, ...]) -> npt.NDArray[np.float64]:
    """The matrix from RGB to XYZ (SMPTE RP 177)."""
    columns = np.stack([_xyz(*primaries[n : n + 2]) for n in (0, 2, 4)], axis=1)
    return columns * np.linalg.solve(columns, _xyz(*primaries[6:8]))


def _xyz(x: float, y: float) -> npt.NDArray[np.float64]:
    return np.array([x / y, 1.0, (1 - x - y) / y])
