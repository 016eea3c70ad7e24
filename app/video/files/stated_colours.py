"""What pictures state of their colours beside an ICC profile: PNG's chunks, HEIF's codes, EXIF."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import ExifTags
from PIL import Image as PillowImage

from app.video.files.decoding import DecodingError, decoding
from app.video.linear_picture import REC709
from app.video.pixels.colour import space_of_codes
from app.video.pixels.light import is_usable, linear_of_srgb, matrix_of_primaries
from gpu_unet import FrameFormat

# PNG's names for curves of SDR that are none: of sRGB, and of BT.709 as older FFmpeg writes it.
_SDR_GAMMAS = (0.45455, 0.50994)
_SAME_GAMMA, _SAME_PLACE = 0.01, 0.002
_INTEROPERABILITY = 1  # EXIF's tag of the name of a colour space
_ADOBE_RGB = (0.64, 0.33, 0.21, 0.71, 0.15, 0.06, *REC709[6:])
_ADOBE_GAMMA = 256 / 563
_CODES_AT = b"colrnclx"  # a box of AVIF with H.273's codes
_MOST_HEADER_BYTES = 1 << 16
# sRGB's red, green and blue as columns of CIE XYZ, adapted to D50, in which profiles are written.
_SRGB_IN_D50 = np.array(
    [[0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410]]
)


def coded_space(picture: PillowImage.Image) -> FrameFormat.SpaceName | None:
    """What the codes of H.273 say, in PNG's cICP and HEIF's and AVIF's nclx; None: there are none.

    PNG's count before its profile and other chunks, the others only where there is no profile.
    """
    if picture.format != "PNG" and picture.info.get("icc_profile"):
        return None
    path = Path(getattr(picture, "filename", ""))
    codes: tuple[int, int] | None = None
    if picture.format == "PNG":
        codes = _codes_of_png(path)
    elif picture.format == "AVIF":
        codes = _codes_of_avif(path)
    elif stated := picture.info.get("nclx_profile"):
        codes = stated["color_primaries"], stated["transfer_characteristics"]
    return None if codes is None else space_of_codes(*codes)


def stated_profile(picture: PillowImage.Image) -> bytes | None:
    """The picture's ICC profile, or one of what PNG's gAMA and cHRM or EXIF say; None: sRGB."""
    info = picture.info
    if info.get("icc_profile"):
        return bytes(info["icc_profile"])
    if _is_adobe_rgb(picture):
        return _profile(_ADOBE_RGB, _ADOBE_GAMMA)
    if picture.format != "PNG" or "srgb" in info:
        return None
    gamma = info.get("gamma") or _SDR_GAMMAS[0]
    primaries = REC709
    if len(places := info.get("chromaticity", ())) == 8:
        primaries = (*places[2:], *places[:2])  # PNG has the white first
    is_srgb_curve = any(abs(gamma / usual - 1) < _SAME_GAMMA for usual in _SDR_GAMMAS)
    if is_srgb_curve and np.abs(np.subtract(primaries, REC709)).max() < _SAME_PLACE:
        return None
    if not is_usable(primaries) or not 0.05 < gamma < 5:
        return None
    return _profile(primaries, 0.0 if is_srgb_curve else gamma)


def _is_adobe_rgb(picture: PillowImage.Image) -> bool:
    """Whether a camera says so in EXIF alone, by the name that DCF 2.0 has for it."""
    if picture.format not in ("JPEG", "MPO"):
        return False
    try:
        with decoding():
            stated = picture.getexif().get_ifd(ExifTags.IFD.Interop)
            return str(stated.get(_INTEROPERABILITY, "")).startswith("R03")
    except DecodingError:  # the metadata are damaged
        return False


@lru_cache(maxsize=16)
def _profile(primaries: tuple[float, ...], gamma: float) -> bytes:
    """An ICC profile of version 2 for RGB.

    Args:
        primaries: x and y of red, green, blue and white.
        gamma: As in gAMA; 0: sRGB's curve.
    """
    codes = np.linspace(0, 1, 1024)
    light = codes ** (1 / gamma) if gamma else linear_of_srgb(codes.astype(np.float32))
    curve = struct.pack(">4s4xI", b"curv", len(codes))
    curve += np.rint(light * 65535).astype(">u2").tobytes()
    red, green, blue = (_SRGB_IN_D50 @ matrix_of_primaries(primaries, REC709)).T
    tags = {b"wtpt": _xyz(_SRGB_IN_D50.sum(axis=1))}
    tags |= {b"rXYZ": _xyz(red), b"gXYZ": _xyz(green), b"bXYZ": _xyz(blue)}
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    at = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        table += struct.pack(">4sII", name, at + len(body), len(data))
        body += data
    size = at + len(body)
    head = struct.pack(">I4xI4s4s4s12x4s", size, 0x02400000, b"mntr", b"RGB ", b"XYZ ", b"acsp")
    illuminant = struct.pack(">3i", 63190, 65536, 54061)  # D50
    return (head + bytes(28) + illuminant).ljust(128, b"\0") + table + body


def _xyz(values: np.typing.NDArray[np.float64]) -> bytes:
    return struct.pack(">4s4x3i", b"XYZ ", *(round(65536 * value) for value in values))


def _codes_of_png(path: Path) -> tuple[int, int] | None:
    """H.273's codes of primaries and transfer function in a PNG's header."""
    with path.open("rb") as file:
        file.seek(8)  # behind the signature
        while len(head := file.read(8)) == 8:
            length, kind = struct.unpack(">I4s", head)
            if kind == b"IDAT":
                break
            if kind == b"cICP" and length == 4:
                primaries, transfer = file.read(2)
                return primaries, transfer
            file.seek(length + 4, 1)  # and its checksum
    return None


def _codes_of_avif(path: Path) -> tuple[int, int] | None:
    with path.open("rb") as file:
        header = file.read(_MOST_HEADER_BYTES)
    at = header.find(_CODES_AT)
    if not 0 <= at <= len(header) - len(_CODES_AT) - 4:
        return None
    primaries, transfer = struct.unpack_from(">HH", header, at + len(_CODES_AT))
    return primaries, transfer
