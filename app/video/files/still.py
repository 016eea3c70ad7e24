"""Still: reads any picture file as upright 8-bit RGB, at the size that is needed."""

from __future__ import annotations

import io
import math
import os
import stat
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
from PIL import Image as PillowImage
from PIL import ImageCms, UnidentifiedImageError

from app.messages import Message, SentenceError
from app.video.files.decoding import DecodingError, decoding
from app.video.files.stated_colours import coded_space, stated_profile
from app.video.limits import MEGAPIXEL, MOST_PICTURE_PIXELS, too_large
from gpu_unet import FrameFormat, Image

# .gif is read as a video, because it may be animated.
PICTURE_SUFFIXES = frozenset(
    {".avif", ".bmp", ".dpx", ".exr", ".heic", ".heif", ".jfif", ".jpeg", ".jpg", ".png", ".ppm"}
    | {".tga", ".tif", ".tiff", ".webp"}
)
_HEIF_SUFFIXES = (".heic", ".heif")  # phones' formats; libav shows one tile of theirs

# The formats that may be read, whatever the suffix. Others of Pillow's plug-ins start programs
# (EPS: Ghostscript) or leave the work to the system (WMF), and damaged bytes may look like theirs.
_FORMATS = (
    *("AVIF", "BMP", "DDS", "DIB", "GIF", "ICNS", "ICO", "JPEG", "JPEG2000", "PCX", "PNG"),
    *("PPM", "PSD", "QOI", "SGI", "TGA", "TIFF", "WEBP", "XBM"),
)
# Their decoders hold a picture four times while Pillow gets its own: 15 bytes a pixel, others 4.
_HUNGRY = ("AVIF", "HEIF", "JPEG2000", "WEBP")
_ORIENTATION_TAG = 0x0112
_TIFF_BITS, _TIFF_PHOTOMETRIC, _TIFF_EXTRA, _TIFF_SAMPLE_FORMAT = 258, 262, 338, 339
_PREMULTIPLIED = 1  # of `_TIFF_EXTRA`: associated alpha
_TRANSPOSED = (5, 6, 7, 8)
# A picture that will be shown smaller is kept at this many times the covering size or more, so that
# the final scaling has detail to choose from.
_SPARE = 1.5
_BAND_ROWS = 256  # converted at a time; the whole picture is in memory as decoded, and as RGB

# Pillow refuses at twice this, in every plug-in, even for a JPEG that is decoded smaller.
PillowImage.MAX_IMAGE_PIXELS = MOST_PICTURE_PIXELS
# Pillow's default blocks have 16 MB: the C library keeps such blocks when they are freed, 240 MB
# after a picture of 67 megapixels. Blocks above 32 MB go back to the system at once.
PillowImage.core.set_block_size(64 * 2**20)


class StillError(SentenceError, OSError):
    """A picture file cannot be read; the message is the second half of a sentence."""


NO_COLOURS = Message("holds no layer with the colours R, G and B; save them in it")
NO_PICTURE = Message("is not a picture that can be read; save it as PNG or JPEG")


def damaged(reason: str) -> StillError:
    """The error of a file that does not hold what it announces."""
    return StillError("is damaged ({reason}); copy it again", reason=reason)


def check_size(height: int, width: int, *, is_hungry: bool = False) -> None:
    """Raise a `StillError` if a picture is too large; a hungry decoder takes half the pixels."""
    limit = MOST_PICTURE_PIXELS // (2 if is_hungry else 1)
    if refused := too_large(height=height, width=width, limit=limit):
        raise StillError(refused)


def read_still(path: Path, *, height: int | None = None, width: int | None = None) -> Image:
    """Read a picture: EXIF orientation applied, composited on black, colours converted to sRGB.

    Args:
        height: Rows that the picture must cover, in upright pixels; None: full size.
        width: Columns; likewise. A picture several times as large is returned smaller, but still
            larger than that; a JPEG is also decoded smaller.

    Returns:
        uint8 (height, width, 3), a new array.

    Raises:
        StillError: "does not exist", "is not a picture that can be read (...)" and the like.
    """
    if is_linear(path):
        pixels, alpha = read_cutout(path)
        share = 1.0 if alpha is None else alpha[..., None] / np.float32(255)
        return np.rint(pixels * share).astype(np.uint8)
    with opened_picture(path) as picture:
        wanted = None if height is None or width is None else (height, width)
        if wanted is not None:
            rows, columns = _as_stored(wanted, _orientation_of(picture))
            # Only JPEG supports this. Pillow's sizes are (width, height).
            picture.draft(None, (math.ceil(columns * _SPARE), math.ceil(rows * _SPARE)))
        check_size(picture.height, picture.width, is_hungry=picture.format in _HUNGRY)
        picture.load()
        # Read again: some plug-ins rotate pictures themselves.
        orientation = _orientation_of(picture)
        factor = 1
        if wanted is not None:
            rows, columns = _as_stored(wanted, orientation)
            factor = max(1, int(min(picture.height / rows, picture.width / columns) / _SPARE))
        return _upright(_rgb(picture, factor), orientation)


def read_cutout(path: Path) -> tuple[Image, Image | None]:
    """Read a picture with its alpha: as `read_still`, but without black behind it.

    Returns:
        uint8 (height, width, 3), not premultiplied, and uint8 (height, width), 255 is opaque; None
        if the picture has no alpha.

    Raises:
        StillError: As `read_still`.
    """
    if is_linear(path):
        from app.video.files.picture_reader import reader_for  # late: it imports this module

        pixels, alpha, _ = reader_for([path]).read(path)
        return pixels, alpha
    with opened_picture(path) as picture:
        check_size(picture.height, picture.width, is_hungry=picture.format in _HUNGRY)
        picture.load()
        return cutout_of(picture)


def cutout_of(picture: PillowImage.Image) -> tuple[Image, Image | None]:
    """The result of `read_cutout` for a picture that has been loaded."""
    orientation = _orientation_of(picture)
    if not picture.has_transparency_data or _top_value(picture) is not None:
        return _upright(_rgb(picture, 1), orientation), None
    with_alpha = picture if picture.mode == "RGBA" else picture.convert("RGBA")
    alpha = _upright(np.asarray(with_alpha.getchannel("A")), orientation)
    colours = with_alpha.convert("RGB")
    colours.info = {}
    return _upright(_rgb(colours, 1, stated_by=picture), orientation), alpha


def is_linear(path: Path) -> bool:
    """Whether it is a film maker's picture, OpenEXR or DPX, by its suffix; Pillow reads neither."""
    return path.suffix.lower() in (".exr", ".dpx")


def sixteen_bits(path: Path) -> tuple[Image, PillowImage.Image] | None:
    """A PNG or TIFF of 16 bits, upright, its colours as they are stored; None: it has other bits.

    Returns:
        uint16 (height, width, 3), or 4 with an alpha that is not premultiplied; and the picture,
        closed, for what it states of its colours.

    Raises:
        StillError: As `read_still`.
    """
    with opened_picture(path) as picture:
        if not _has_sixteen_bits(path, picture):
            return None
        check_size(picture.height, picture.width)
        from app.video.opencv import cv2  # late: it takes a while to load

        # Pillow makes 8 bits of it.
        data = np.frombuffer(path.read_bytes(), np.uint8)
        decoded = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
        size = (picture.height, picture.width)
        if decoded is None or decoded.dtype != np.uint16 or decoded.shape[:2] != size:
            return None
        if decoded.ndim == 2:
            grey = 65535 - decoded if _is_zero_white(picture) else decoded
            decoded = grey[..., None].repeat(3, axis=2)
        if decoded.shape[2] not in (3, 4):
            return None
        channels = [2, 1, 0, 3][: decoded.shape[2]]  # OpenCV's order is B, G, R
        pixels = cast("Image", decoded[..., channels])
        if picture.format != "TIFF":
            return _upright(pixels, _orientation_of(picture)), picture
        # OpenCV has turned a TIFF upright, and leaves an associated alpha multiplied.
        tags = getattr(picture, "tag_v2", {})
        if pixels.shape[2] == 4 and tags.get(_TIFF_EXTRA, (0,))[0] == _PREMULTIPLIED:
            pixels = _not_premultiplied(pixels)
        return np.ascontiguousarray(pixels), picture


def _not_premultiplied(pixels: Image) -> Image:
    """uint16 (height, width, 4), colours divided by alpha; 0 where alpha is 0."""
    share = np.maximum(pixels[..., 3:], 1) / np.float32(65535)
    straight = np.minimum(np.rint(pixels[..., :3] / share), 65535).astype(np.uint16)
    straight[pixels[..., 3] == 0] = 0
    return cast("Image", np.concatenate([straight, pixels[..., 3:]], axis=2))


def _has_sixteen_bits(path: Path, picture: PillowImage.Image) -> bool:
    if picture.format == "PNG":
        with path.open("rb") as file:
            return file.read(25)[24:] == b"\x10"  # the header's depth
    if picture.format != "TIFF":
        return False
    tags = getattr(picture, "tag_v2", {})
    kinds = tags.get(_TIFF_SAMPLE_FORMAT, (1,))
    return {*tags.get(_TIFF_BITS, ())} == {16} and {*kinds} == {1}


def _is_zero_white(picture: PillowImage.Image) -> bool:
    """Of a grey TIFF; Pillow inverts only those of 8 bits, and OpenCV likewise."""
    return getattr(picture, "tag_v2", {}).get(_TIFF_PHOTOMETRIC) == 0


def declares_alpha(path: Path) -> bool:
    """Whether a picture's header declares transparency; False if it cannot be read."""
    try:
        with opened_picture(path) as picture:
            return picture.has_transparency_data
    except StillError:
        return False


def picture_count(path: Path) -> int:
    """How many pictures a file holds that `read_still` could read: pages, or an animation's.

    Raises:
        StillError: As `read_still`.
    """
    if is_linear(path):
        return 1
    with opened_picture(path) as picture:
        # In a photograph the others are previews and depth maps.
        return 1 if picture.format == "MPO" else getattr(picture, "n_frames", 1)


def picture_size(path: Path) -> tuple[int, int]:
    """(height, width) from the file's header, before it is turned upright.

    Raises:
        StillError: As `read_still`.
    """
    if is_linear(path):
        from app.video.files.picture_reader import reader_for  # late: it imports this module

        return reader_for([path]).size(path)
    with opened_picture(path) as picture:
        return picture.height, picture.width


def upright_size(path: Path) -> tuple[int, int]:
    """(height, width) of what `read_still` returns at full size, from the file's header.

    Raises:
        StillError: As `read_still`.
    """
    if is_linear(path):
        return picture_size(path)
    with opened_picture(path) as picture:
        size = picture.height, picture.width
        # Pillow's TIFF plug-in turns the size before the picture.
        return size if picture.format == "TIFF" else _as_stored(size, _orientation_of(picture))


@contextmanager
def picture_file(path: Path) -> Iterator[os.stat_result]:
    """Check that it is a regular file; what the system refuses becomes a StillError."""
    if os.path.isdir(path):
        raise StillError(Message("is a folder; name a file in it"))
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise StillError(Message("is a pipe or a device; save its output to a file"))
        yield status
    except FileNotFoundError:
        raise StillError(Message("does not exist; check the path")) from None
    except PermissionError:
        raise StillError(Message("may not be read; check its permissions")) from None


@contextmanager
def opened_picture(path: Path) -> Iterator[PillowImage.Image]:
    """Open the file with Pillow; any error while it is used becomes a StillError."""
    try:
        with picture_file(path) as status, warnings.catch_warnings():
            if status.st_size == 0:
                raise StillError(Message("is empty (0 bytes); copy it again"))
            formats = _FORMATS
            if path.suffix.lower() in _HEIF_SUFFIXES:
                _learn_heif()
                formats = (*_FORMATS, "HEIF")  # Pillow knows it only after the plug-in is loaded
            # Pillow warns of sizes, broken EXIF data and more; we raise or stay silent.
            warnings.simplefilter("ignore")
            with (
                decoding(StillError, FileNotFoundError, PermissionError),
                PillowImage.open(path, formats=formats) as picture,
            ):
                yield picture
    except DecodingError as error:
        if isinstance(error.__cause__, UnidentifiedImageError):
            raise StillError(NO_PICTURE) from None
        if isinstance(error.__cause__, PillowImage.DecompressionBombError):
            most = MOST_PICTURE_PIXELS / MEGAPIXEL
            raise StillError(
                "has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; "
                "make it smaller first",
                most=2 * most,
                limit=most,
            ) from None
        raise StillError(str(error)) from error


@cache
def _learn_heif() -> None:
    """Load the plug-in that reads HEIC, which takes half a second."""
    import pi_heif

    pi_heif.register_heif_opener(thumbnails=False)


def _orientation_of(picture: PillowImage.Image) -> int:
    """The EXIF code of the picture's orientation; 1 is upright."""
    try:
        with decoding():
            return int(picture.getexif().get(_ORIENTATION_TAG, 1))
    except DecodingError:  # the metadata are damaged, but perhaps the picture is not
        return 1


def _as_stored(size: tuple[int, int], orientation: int) -> tuple[int, int]:
    """(height, width) before the picture is turned upright; or after, which is the same swap."""
    height, width = size
    return (width, height) if orientation in _TRANSPOSED else (height, width)


def _upright(pixels: Image, orientation: int) -> Image:
    """`pixels` turned as EXIF says; C-contiguous."""
    if orientation in _TRANSPOSED:
        pixels = pixels.swapaxes(0, 1)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def _rgb(
    picture: PillowImage.Image, factor: int, *, stated_by: PillowImage.Image | None = None
) -> Image:
    """The picture as it is stored, uint8 sRGB, every `factor` rows and columns averaged.

    Args:
        stated_by: As it was opened, if it has changed since: says what its colours mean.
    """
    width, height = picture.size
    out = np.empty((-(-height // factor), -(-width // factor), 3), np.uint8)
    opened = stated_by or picture
    space = coded_space(opened)
    own, to_srgb = ("RGB", None) if space else _srgb_transform(picture.mode, opened)
    has_alpha = picture.has_transparency_data
    top_value = _top_value(picture)
    band_rows = max(1, _BAND_ROWS // factor) * factor
    for top in range(0, height, band_rows):
        band = picture.crop((0, top, width, min(top + band_rows, height)))
        if top_value is not None:
            is_negative = picture.mode != "F" and _is_zero_white(picture)
            band = _eight_bit(band, top_value, is_negative=is_negative)
        elif has_alpha:
            band = band.convert("RGBA")
            black = PillowImage.new("RGBA", band.size, (0, 0, 0, 255))
            band = PillowImage.alpha_composite(black, band).convert("RGB")
        elif own != "CMYK":
            band = band.convert("RGB")
        if factor > 1:
            band = band.reduce(factor)
        if to_srgb is not None:
            band = band.getchannel(0) if own == "L" else band
            band = ImageCms.applyTransform(band, to_srgb) or band
        begin = top // factor
        rows = out[begin : begin + band.height]
        rows[:] = np.asarray(band)
        if space not in (None, "sdr"):
            deep = FrameFormat.recoded(rows.astype(np.uint16) * 256, space, "sdr")
            rows[:] = (deep + 128) // 256
    return out


def _top_value(picture: PillowImage.Image) -> float | None:
    """The value of white in 16-bit grey and in floats; None for 8 bits."""
    if picture.mode == "F":
        # Floats are 0-1 unless they go beyond.
        _, highest = cast("tuple[float, float]", picture.getextrema())
        return 255.0 if highest > 1.0 else 1.0
    # 16-bit files arrive as "I;16" or "I".
    return 65535.0 if picture.mode.startswith("I") else None


def _eight_bit(
    picture: PillowImage.Image, top_value: float, *, is_negative: bool
) -> PillowImage.Image:
    values = np.nan_to_num(np.asarray(picture).astype(np.float32))
    if is_negative:
        values = top_value - values
    grey = np.clip(values * (255.0 / top_value) + 0.5, 0, 255).astype(np.uint8)
    return PillowImage.fromarray(grey).convert("RGB")


# Modes of pictures that a profile of a colour space is for, and the mode that is converted.
_PROFILED = {
    b"RGB ": (("RGB", "RGBA", "P", "PA"), "RGB"),
    b"GRAY": (("L", "LA", "I", "I;16", "I;16B"), "L"),
    b"CMYK": (("CMYK",), "CMYK"),
}


def _srgb_transform(
    mode: str, opened: PillowImage.Image
) -> tuple[str, ImageCms.ImageCmsTransform | None]:
    """The way from a picture's profile to sRGB, and the mode that it takes; None: there is none.

    A broken profile is none, and one of another kind of picture: the plain numbers are the better
    guess.
    """
    data = stated_profile(opened)
    if data is None:
        return "RGB", None
    modes, own = _PROFILED.get(data[16:20], ((), "RGB"))  # the colour space in its header
    # A profile that was made of a PNG's chunks goes for grey as well, as RGB.
    if mode not in modes and opened.info.get("icc_profile"):
        return "RGB", None
    try:
        return own, ImageCms.buildTransform(
            io.BytesIO(data), ImageCms.createProfile("sRGB"), own, "RGB"
        )
    except ImageCms.PyCMSError:
        return "RGB", None
