"""What pictures state of their colours beside an ICC profile: PNG's chunks, HEIF's codes, EXIF."""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
from PIL import ExifTags, ImageCms
from PIL import Image as PillowImage

from app.video.files.decoding import DecodingError, decoding
from app.video.linear_picture import REC709
from app.video.pixels.colour import space_of_codes
from app.video.pixels.colour_spaces import P3_D65, REC2020
from app.video.pixels.light import (
    Floats,
    is_usable,
    light_of_codes,
    linear_of_srgb,
    matrix_of_primaries,
    primaries_of_matrix,
)
from gpu_unet import FrameFormat, Image

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
_WHOLE_NUMBER = 65536  # 1.0 in the numbers of profiles
_PARAMETERS = (1, 3, 4, 5, 7)  # of "para", by its function type


class StatedLight(NamedTuple):
    """What the codes of a picture mean.

    Attributes:
        planes: R, G and B in linear light, float32 (height, width); white is 1.
        primaries: CIE x and y of red, green, blue and white.
        is_hdr: Whether more than 1 occurs; white is 203 nits then.
    """

    planes: list[Floats]
    primaries: tuple[float, ...]
    is_hdr: bool = False


def stated_light(picture: PillowImage.Image, codes: Image) -> StatedLight | None:
    """The light of a picture's codes; None: a profile of tables states it.

    Args:
        picture: As it was opened.
        codes: uint16 (height, width, 3 or more), white is 65535.
    """
    rgb = np.moveaxis(codes[..., :3], 2, 0)
    srgb = light_of_codes(65535)
    if (space := coded_space(picture)) is not None:
        transfer, _, gamut = space.partition(" ")
        if transfer == "sdr":
            primaries = {"p3": P3_D65, "bt2020": REC2020}.get(gamut, REC709)
            return StatedLight(list(srgb[rgb]), primaries)
        named = cast("FrameFormat.Transfer", transfer)
        form = FrameFormat(1, 1, "yuv444p12", full_range=True, transfer=named)
        light = form.light((rgb - (rgb >> 12)).astype(np.uint16))  # its white is 65520
        return StatedLight(list(light), P3_D65 if gamut else REC2020, is_hdr=True)
    profile = stated_profile(picture)
    if profile is None or _is_plain(profile, picture):
        return StatedLight(list(srgb[rgb]), REC709)
    try:
        curves, primaries = _curves_of(profile)
    except (ArithmeticError, IndexError, LookupError, ValueError, struct.error):
        return None
    planes = [curve[plane] for curve, plane in zip(curves, rgb, strict=True)]
    return StatedLight(planes, primaries) if is_usable(primaries) else None


def _is_plain(profile: bytes, picture: PillowImage.Image) -> bool:
    """Whether it is sRGB's, or broken, or another kind of picture's: plain numbers are best."""
    is_grey = not picture.mode.startswith("RGB")
    for_grey = {b"RGB ": False, b"GRAY": True}.get(profile[16:20], is_grey)
    if for_grey != is_grey and picture.info.get("icc_profile"):
        return True
    try:
        return "srgb" in ImageCms.getProfileDescription(io.BytesIO(profile)).lower()  # type: ignore[arg-type]
    except ImageCms.PyCMSError:
        return True


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


def _curves_of(profile: bytes) -> tuple[list[Floats], tuple[float, ...]]:
    """Linear light of each code of 16 bits, for R, G and B, and the primaries.

    Raises:
        LookupError, ValueError, struct.error: It is no profile of curves and a matrix.
    """
    (count,) = struct.unpack_from(">I", profile, 128)
    entries = struct.iter_unpack(">4sII", profile[132 : 132 + 12 * count])
    tags = {name: profile[at : at + size] for name, at, size in entries}
    if b"A2B0" in tags:
        raise LookupError("tables of colours")
    if profile[16:20] == b"GRAY":
        return [_curve(tags[b"kTRC"])] * 3, REC709
    curves = [_curve(tags[name]) for name in (b"rTRC", b"gTRC", b"bTRC")]
    columns = [struct.unpack_from(">3i", tags[name], 8) for name in (b"rXYZ", b"gXYZ", b"bXYZ")]
    matrix = np.linalg.inv(_SRGB_IN_D50) @ np.transpose(columns) / _WHOLE_NUMBER
    return curves, primaries_of_matrix(matrix, REC709)


def _curve(tag: bytes) -> Floats:
    """A tag "curv" or "para" of a profile as a table of 65536 (ICC.1:2022, 10.6 and 10.18)."""
    codes = np.linspace(0, 1, 65536)
    if tag[:4] == b"para":
        light = _by_formula(tag, codes)
    elif tag[:4] != b"curv":
        raise LookupError(tag[:4])
    elif (count := struct.unpack_from(">I", tag, 8)[0]) > 1:
        places = np.linspace(0, 1, count)
        light = np.interp(codes, places, np.frombuffer(tag, ">u2", count, 12) / 65535)
    else:
        light = codes ** (struct.unpack_from(">H", tag, 12)[0] / 256 if count else 1)
    return light.clip(0, 1).astype(np.float32)


def _by_formula(tag: bytes, codes: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    count = _PARAMETERS[struct.unpack_from(">H", tag, 8)[0]]
    gamma, *others = (np.frombuffer(tag, ">i4", count, 12) / _WHOLE_NUMBER).tolist()
    scale, offset, slope, end, above, below = [
        *others,
        *(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)[count - 1 :],
    ]
    if count in (3, 4):  # the third of the others is what all are raised by
        slope, end, above, below = 0.0, -offset / scale, slope, slope
    powered = np.maximum(scale * codes + offset, 0) ** gamma + above
    return np.where(codes >= end, powered, slope * codes + below)


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
