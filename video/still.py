"""Still: read a picture file of any kind as upright 8-bit RGB."""

from __future__ import annotations

import io
import os
import stat
import warnings
from pathlib import Path

import numpy as np
from PIL import Image as PillowImage
from PIL import ImageCms, ImageOps, UnidentifiedImageError

from video.planes import Image

# .gif is not here: it may move, so it is read as a video.
PICTURE_SUFFIXES = frozenset(
    {".avif", ".bmp", ".jfif", ".jpeg", ".jpg", ".png", ".ppm", ".tga", ".tif", ".tiff", ".webp"}
)


class StillError(OSError):
    """A picture file cannot be read; the message is the second half of a sentence."""


def read_still(path: Path) -> Image:
    """Read a picture: EXIF orientation applied, alpha laid over black, colours brought to sRGB.

    Returns:
        uint8 (height, width, 3), a new array.

    Raises:
        StillError: "does not exist", "is not a picture that can be read (...)" and the like.
    """
    if os.path.isdir(path):
        raise StillError("is a folder; name a file in it")
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise StillError("is a pipe or a device; save what it gives to a file")
        if status.st_size == 0:
            raise StillError("is empty (0 bytes); copy it again")
        with warnings.catch_warnings():
            # Pillow warns at 89 megapixels and refuses at 179: the refusal is enough.
            warnings.simplefilter("ignore", PillowImage.DecompressionBombWarning)
            with PillowImage.open(path) as picture:
                return _upright_rgb(picture)
    except StillError:
        raise
    except FileNotFoundError:
        raise StillError("does not exist; check the path") from None
    except PermissionError:
        raise StillError("may not be read; check its permissions") from None
    except UnidentifiedImageError:
        raise StillError("is not a picture that can be read; save it as PNG or JPEG") from None
    except PillowImage.DecompressionBombError:
        raise StillError("has more than 178 megapixels; make it smaller first") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        # Pillow's plug-ins raise all of these for damaged data.
        raise StillError(f"is damaged ({error}); copy it again") from error


def picture_count(path: Path) -> int:
    """How many pictures a file holds that `read_still` could read: pages, or an animation's."""
    with PillowImage.open(path) as picture:
        # In a photograph the others are previews and depth, which nobody misses.
        return 1 if picture.format == "MPO" else getattr(picture, "n_frames", 1)


def _upright_rgb(picture: PillowImage.Image) -> Image:
    picture.load()
    turned = ImageOps.exif_transpose(picture)
    if turned.mode.startswith("I") or turned.mode == "F":
        return _eight_bit(turned)
    profile = turned.info.get("icc_profile")
    has_alpha = turned.has_transparency_data
    plain = turned.convert("RGBA" if has_alpha else "RGB")
    if has_alpha:
        black = PillowImage.new("RGBA", plain.size, (0, 0, 0, 255))
        plain = PillowImage.alpha_composite(black, plain).convert("RGB")
    if profile and turned.mode in ("RGB", "RGBA"):
        plain = _to_srgb(plain, profile)
    return np.array(plain)


def _eight_bit(picture: PillowImage.Image) -> Image:
    """16-bit grey (and what Pillow makes 32-bit integers or floats of) as RGB."""
    values = np.asarray(picture).astype(np.float32)
    # 16-bit files arrive as "I;16" or "I"; floats are taken as 0-1 unless they go beyond.
    top = 65535.0
    if picture.mode == "F":
        top = 1.0 if float(values.max(initial=0.0)) <= 1.0 else 255.0
    grey = np.clip(values * (255.0 / top) + 0.5, 0, 255).astype(np.uint8)
    return np.repeat(grey[..., np.newaxis], 3, axis=2)


def _to_srgb(picture: PillowImage.Image, profile: bytes) -> PillowImage.Image:
    try:
        converted = ImageCms.profileToProfile(
            picture, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB"
        )
    except ImageCms.PyCMSError:
        return picture  # a broken profile: the plain numbers are the better guess
    return converted if converted is not None else picture
