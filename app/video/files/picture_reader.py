"""PictureReader: reads the pictures of a still or a sequence, each kind of file in its own way.

Pictures of 10 to 16 bits (DPX, and PNG and TIFF of 16 bits) are read as scene-linear values.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import av
import numpy as np
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame

from app.messages import Message
from app.video.files.decoding import INVALID_DATA, DecodingError, decoding
from app.video.files.exr_file import read_exr, read_layer
from app.video.files.stated_colours import stated_light
from app.video.files.still import (
    NO_COLOURS,
    NO_PICTURE,
    StillError,
    check_size,
    damaged,
    picture_file,
    picture_size,
    read_cutout,
    sixteen_bits,
)
from app.video.limits import parse_rate, sane_aspect
from app.video.linear_picture import RGB, LinearPicture, Plane, TimeOfFrame, Window
from app.video.pixels.colour_spaces import AP0, ColourSpaceError, ColourSpaces
from app.video.pixels.light import Floats, light_of_codes, seen, straight_rgb
from app.video.reading import AS_IT_IS, ExrOptions
from gpu_unet import Image

# SMPTE ST 268: offsets of the fields that are read here.
_HEADER_BYTES = 2048
_SIZE_AT, _TRANSFER_AT, _BITS_AT, _ASPECT_AT = 772, 801, 803, 1628
_FILM_RATE_AT, _TIME_AT, _RATE_AT = 1724, 1920, 1940
_UNKNOWN = 0xFFFFFFFF
_LINEAR, _LOGARITHMIC = 2, (1, 3)  # transfer characteristics; 1 is printing density
# Kodak's Cineon: 0.002 of density a code of 10 bits, a gamma of 0.6, white at 685, black at 95.
_DENSITY, _GAMMA, _WHITE, _BLACK = 0.002, 0.6, 685, 95


@dataclass(frozen=True, slots=True)
class DpxHeader:
    """What a DPX file states.

    Attributes:
        height, width: In pixels.
        bits: Of a sample.
        transfer: Its transfer characteristic's number.
        time_code, frame_rate: Of the frame, if stated.
        pixel_aspect: Width of a pixel divided by its height.
    """

    height: int
    width: int
    bits: int
    transfer: int
    time_code: TimeOfFrame | None
    frame_rate: Fraction | None
    pixel_aspect: Fraction


def read_dpx_header(path: Path) -> DpxHeader:
    """Read the header alone.

    Raises:
        StillError: It is no DPX file; the second half of a sentence.
    """
    return _header_of(_bytes_of(path, _HEADER_BYTES))


def read_dpx(path: Path, *, is_coded: bool = False) -> LinearPicture:
    """Read a DPX picture: RGB of 8 to 16 bits, of a video curve, logarithmic or linear.

    An alpha is taken as not premultiplied: the format does not say.

    Args:
        is_coded: Leave the values coded, 0 to 1, whatever the header states.

    Raises:
        StillError: It cannot be read; the second half of a sentence.
    """
    header = read_dpx_header(path)
    check_size(header.height, header.width)
    data = _bytes_of(path)
    try:
        with decoding(StillError):
            decoder = av.CodecContext.create("dpx", "r")
            assert isinstance(decoder, VideoCodecContext)
            decoder.thread_count = 1
            (frame,) = [*decoder.decode(av.Packet(data)), *decoder.decode(None)]
            assert isinstance(frame, VideoFrame)
            if not frame.format.is_rgb:
                raise StillError(NO_COLOURS)
            codes: Any = frame.to_ndarray()
            if frame.format.name == "abgr":
                codes = codes[..., ::-1]
    except DecodingError as error:
        raise StillError(str(error)) from error
    if codes.shape[:2] != (header.height, header.width) or codes.ndim != 3:
        raise damaged(INVALID_DATA)
    most = 255 if codes.dtype == np.uint8 else 2 ** max(c.bits for c in frame.format.components) - 1
    transfer = _LINEAR if is_coded else header.transfer
    stated: dict[str, object] = {}
    if header.time_code is not None:
        stated["timeCode"] = header.time_code
    if header.frame_rate is not None:
        stated["framesPerSecond"] = header.frame_rate
    if header.pixel_aspect != 1:
        stated["pixelAspectRatio"] = float(header.pixel_aspect)
    rolls_off = transfer in (_LINEAR, *_LOGARITHMIC)
    picture = _picture(codes, most, _light(codes, transfer, most), rolls_off=rolls_off)
    return replace(picture, header=stated)


def read_sixteen_bits(path: Path, *, is_coded: bool = False) -> LinearPicture | None:
    """A PNG or TIFF of 16 bits; None: it has 8, or colours that are converted with 8 alone.

    Args:
        is_coded: Leave the values coded, 0 to 1, of whatever colour space.

    Raises:
        StillError: It cannot be read; the second half of a sentence.
    """
    found = sixteen_bits(path)
    if found is None:
        return None
    codes, opened = found
    if is_coded:
        return _picture(codes, 65535, _light(codes, _LINEAR, 65535), rolls_off=True)
    light = stated_light(opened, codes)
    if light is None:
        return None
    picture = _picture(codes, 65535, light.planes, rolls_off=light.is_hdr)
    return replace(picture, primaries=light.primaries)


def _picture(codes: Any, most: int, light: Sequence[Floats], *, rolls_off: bool) -> LinearPicture:
    """The picture of codes (height, width, 3 or 4), 0 to `most`, and the light of R, G and B."""
    planes: dict[str, Plane] = dict(zip(RGB, light, strict=True))
    if codes.shape[2] == 4:
        planes["A"] = codes[..., 3] * np.float32(1 / most)
    height, width = codes.shape[:2]
    whole = Window(0, 0, width - 1, height - 1)
    return LinearPicture(planes, whole, whole, whole, rolls_off=rolls_off)


def _light(codes: Any, transfer: int, most: int) -> list[Floats]:
    table = _table(transfer, most)
    return [table[codes[..., channel]] for channel in range(3)]


def _table(transfer: int, most: int) -> Floats:
    """Linear light of each code."""
    if transfer == _LINEAR:
        return np.arange(most + 1, dtype=np.float32) / np.float32(most)
    if transfer not in _LOGARITHMIC:
        return light_of_codes(most)
    codes = np.arange(most + 1) * (1023 / most)
    light = 10 ** ((codes - _WHITE) * _DENSITY / _GAMMA)
    black = 10 ** ((_BLACK - _WHITE) * _DENSITY / _GAMMA)
    return ((light - black) / (1 - black)).astype(np.float32)


def _header_of(data: bytes) -> DpxHeader:
    if data[:4] not in (b"SDPX", b"XPDS"):
        raise StillError(NO_PICTURE)
    if len(data) < _HEADER_BYTES:
        raise damaged(Message("it ends too early"))
    order = ">" if data[:4] == b"SDPX" else "<"
    width, height = struct.unpack_from(f"{order}II", data, _SIZE_AT)
    if not (0 < width < _UNKNOWN and 0 < height < _UNKNOWN):
        raise damaged(INVALID_DATA)
    (clock,) = struct.unpack_from(f"{order}I", data, _TIME_AT)
    across, down = struct.unpack_from(f"{order}II", data, _ASPECT_AT)
    is_stated = 0 < across < _UNKNOWN and 0 < down < _UNKNOWN
    rates = [struct.unpack_from(f"{order}f", data, at)[0] for at in (_RATE_AT, _FILM_RATE_AT)]
    return DpxHeader(
        height=height,
        width=width,
        bits=data[_BITS_AT],
        transfer=data[_TRANSFER_AT],
        time_code=_time_of(clock),
        frame_rate=next((rate for stated in rates if (rate := _rate(stated))), None),
        pixel_aspect=sane_aspect(Fraction(across, down) if is_stated else None),
    )


def _time_of(clock: int) -> TimeOfFrame | None:
    """A time code in binary coded decimals, hours first."""
    digits = f"{clock:08x}"
    if clock in (0, _UNKNOWN) or not digits.isdecimal():
        return None
    hours, minutes, seconds, frame = (int(digits[n : n + 2]) for n in (0, 2, 4, 6))
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    return TimeOfFrame(hours, minutes, seconds, frame)


def _rate(stated: float) -> Fraction | None:
    try:
        return parse_rate(f"{stated:.3f}")
    except ValueError:
        return None


def _bytes_of(path: Path, most: int = -1) -> bytes:
    with picture_file(path), path.open("rb") as file:
        return file.read(most)


class Picture(NamedTuple):
    """One picture.

    Attributes:
        pixels: uint8 (height, width, 3), sRGB, not premultiplied.
        alpha: uint8 (height, width); None if the file has none.
        linear: Its scene-linear values; None unless asked for.
    """

    pixels: Image
    alpha: Image | None
    linear: LinearPicture | None = None


class PictureReader:
    """Reads any picture with 8 bits.

    Args:
        options: For the files of other readers: the colour space, layer, and meaning of the alpha.
        keeps_linear: Whether the pictures' scene-linear values are wanted, where a file has them.

    Attributes:
        frame_rate: Pictures per second, if the files state it.
        bits: Bits of a sample in the files.
        pixel_aspect: Width of a pixel divided by its height.
    """

    frame_rate: Fraction | None = None
    pixel_aspect = Fraction(1)
    bits = 8

    def __init__(self, options: ExrOptions, *, keeps_linear: bool) -> None:
        self._options = options
        self._keeps_linear = keeps_linear

    def size(self, path: Path) -> tuple[int, int]:
        """(height, width) from the file's header.

        Raises:
            StillError: It cannot be read; the second half of a sentence.
        """
        return picture_size(path)

    def read(self, path: Path) -> Picture:
        """The picture.

        Raises:
            StillError: It cannot be read; the second half of a sentence.
        """
        return Picture(*read_cutout(path))

    def _seen(self, linear: LinearPicture) -> Picture:
        """The picture with 8 bits of scene-linear values in the file's colour space."""
        linear = in_named_space(linear, self._options)
        alpha = linear.planes.get("A")
        eight_bit = None if alpha is None else eight_bit_alpha(alpha.astype(np.float32))
        return Picture(seen(linear), eight_bit, linear if self._keeps_linear else None)


def in_named_space(picture: LinearPicture, options: ExrOptions) -> LinearPicture:
    """A picture whose values are in `options.input_space`: itself, if none is named.

    Raises:
        StillError: The space cannot be used; the second half of a sentence.
    """
    name = options.input_space
    if not name:
        return picture
    try:
        spaces = ColourSpaces.of(options.ocio)
        primaries = spaces.primaries(name)
        header = {key: value for key, value in picture.header.items() if key != "chromaticities"}
        if primaries is not None:
            return replace(picture, primaries=primaries, header=header)
        planes = dict(picture.planes)
        planes |= zip(RGB, spaces.to_linear(name, straight_rgb(picture)), strict=True)
    except ColourSpaceError as error:
        raise StillError(f"cannot be read: {error}") from error
    return replace(picture, planes=planes, primaries=AP0, is_premultiplied=False, header=header)


class DeepReader(PictureReader):
    """Reads DPX files, and the scene-linear values of PNG and TIFF files of 16 bits.

    Raises:
        StillError: The first file cannot be read.
    """

    def __init__(self, first: Path, options: ExrOptions, *, keeps_linear: bool) -> None:
        super().__init__(options, keeps_linear=keeps_linear)
        self._is_dpx = first.suffix.lower() == ".dpx"
        if self._is_dpx:
            header = read_dpx_header(first)
            self.bits, self.frame_rate = header.bits, header.frame_rate
            self.pixel_aspect = header.pixel_aspect

    def size(self, path: Path) -> tuple[int, int]:  # noqa: D102
        if not self._is_dpx:
            return picture_size(path)
        header = read_dpx_header(path)
        return header.height, header.width

    def read(self, path: Path) -> Picture:  # noqa: D102
        is_coded = bool(self._options.input_space)
        if self._is_dpx:
            return self._seen(read_dpx(path, is_coded=is_coded))
        pixels, alpha = read_cutout(path)
        linear = read_sixteen_bits(path, is_coded=is_coded)
        if linear is None:
            if is_coded:
                raise StillError(
                    Message("has 8 bits, for which no colour space can be named; leave it out")
                )
            return Picture(pixels, alpha)
        self.bits = 16
        if is_coded:
            return self._seen(linear)
        if "A" in linear.planes:
            alpha = eight_bit_alpha(linear.planes["A"])
        return Picture(pixels, alpha, linear if self._keeps_linear else None)


class ExrReader(PictureReader):
    """Reads OpenEXR files of one display window, all at the place that holds every data window.

    Args:
        files: All files; their headers are read at once.

    Raises:
        StillError: The first file cannot be read.
    """

    def __init__(self, files: Sequence[Path], options: ExrOptions, *, keeps_linear: bool) -> None:
        super().__init__(options, keeps_linear=keeps_linear)
        first = read_layer(files[0], options.layer)
        self._display = first.display
        self.frame_rate, self.pixel_aspect = first.frame_rate, first.pixel_aspect
        self.bits = 16
        self._canvas = first.canvas
        for path in files[1:]:
            try:
                layer = read_layer(path, options.layer)
            except StillError:  # reading it reports the error
                continue
            if layer.display == self._display:
                self._canvas = self._canvas.around(layer.data)

    def size(self, path: Path) -> tuple[int, int]:
        """See `PictureReader.size`: the same for all pictures."""
        window = self._window(path)
        return window.height, window.width

    def read(self, path: Path) -> Picture:  # noqa: D102
        return self._seen(read_exr(path, self._options, self._window(path)))

    def _window(self, path: Path) -> Window:
        if read_layer(path, self._options.layer).display != self._display:
            raise StillError(
                Message("has another display window than the first picture; render it anew")
            )
        return self._canvas


def eight_bit_alpha(alpha: np.ndarray) -> Image:
    """Float alpha as uint8, rounded; what is no number is 0."""
    return np.rint(np.nan_to_num(alpha, nan=0.0).clip(0, 1) * 255).astype(np.uint8)


def reader_for(
    files: Sequence[Path], exr: ExrOptions = AS_IT_IS.exr, *, keeps_linear: bool = False
) -> PictureReader:
    """The reader for files of one kind.

    Args:
        files: At least one, in order.
        keeps_linear: Whether scene-linear values are wanted, where a file has them.

    Raises:
        StillError: The first file cannot be read.
    """
    suffix = files[0].suffix.lower()
    if suffix == ".exr":
        return ExrReader(files, exr, keeps_linear=keeps_linear)
    if suffix == ".dpx" or keeps_linear or exr.input_space:
        return DeepReader(files[0], exr, keeps_linear=keeps_linear)
    return PictureReader(exr, keeps_linear=keeps_linear)
