"""OwnAlpha: how the alpha channel of an input is used, in files and live.

An engine with a given matte does not replace this, for two reasons. An engine's matte has the size
of the network's input and is enlarged along the picture's edges, while an input's alpha has the
frame's own size: hair would differ far more than by rounding. Without an engine, a cut-out needs
neither a model nor compiled kernels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from app.messages import marked
from app.pipeline.settings import Settings
from app.video.pixels.colour import black, blended, on_black
from app.video.pixels.planes import planes_of, shared_size, split_planes
from gpu_unet import Area, FrameFormat, Image

Use = Literal["replaces", "multiplies"]

# A cut-out has pixels below the first value (clearly absent) and above the second (solid).
_CLEAR, _SOLID = 32, 224
_LEAST_CLEAR, _LEAST_SOLID = 0.01, 0.001
_AREA_ROWS = 288  # areas are drawn at the resolution of a network's input
BLUR_ROWS = 90  # a blurred picture has no detail beyond this many rows

SENTENCES: dict[Use, str] = {
    "replaces": marked("{name}: its own alpha channel is used instead of the model."),
    "multiplies": marked(
        "{name}: its own alpha channel does not cut the person out, so it is "
        "multiplied with the model's matte."
    ),
}


# The same for a live session, where the file is obvious and its name left out.
LIVE_SENTENCES: dict[Use, str] = {
    "replaces": marked("This file's own alpha channel is used instead of the model."),
    "multiplies": marked(
        "This file's own alpha channel does not cut the person out, so it is "
        "multiplied with the model's matte."
    ),
}


def is_cutout(alpha: Image) -> bool:
    """Whether this frame's alpha cuts something out.

    Many editing programs write an alpha that is opaque everywhere. Used as a matte, it would show
    the whole room.

    Args:
        alpha: uint8 (height, width).
    """
    total = alpha.size
    clear = np.count_nonzero(alpha < _CLEAR) / total
    solid = np.count_nonzero(alpha > _SOLID) / total
    return bool(clear >= _LEAST_CLEAR and solid >= _LEAST_SOLID)


def without_engine(
    pixels: Image, alpha: Image, picture: Image | None, settings: Settings, layout: FrameFormat
) -> tuple[Image, Image]:
    """The composite by the frame's own alpha, and that alpha as it is shown.

    Args:
        pixels: As `layout` says, not premultiplied; only read.
        alpha: uint8 (height, width).
        picture: The background in the same format; None for blur and transparent.
        settings: Background, mirror and areas are used.
        layout: Format of `pixels`.
    """
    alpha, behind = _prepared(pixels, alpha, picture, settings, layout)
    if settings.mirror:
        pixels, alpha = mirrored(pixels, layout), np.ascontiguousarray(alpha[:, ::-1])
    if behind is None:
        return without_what_is_not_there(pixels, alpha, layout), alpha
    return laid_over(pixels, alpha, behind, layout), alpha


def with_engine(
    composite: Image,
    matte: Image | None,
    frame: Image,
    alpha: Image,
    picture: Image | None,
    settings: Settings,
    layout: FrameFormat,
) -> tuple[Image, Image | None]:
    """An engine's composite and matte, limited by the frame's own alpha.

    Args:
        composite: As `layout` says.
        matte: uint8 (height, width), or None.
        frame: The frame that the composite was made from.
        alpha: That frame's own alpha.
        picture, settings, layout: As for `without_engine`.
    """
    alpha, behind = _prepared(frame, alpha, picture, settings, layout)
    if settings.mirror:
        alpha = np.ascontiguousarray(alpha[:, ::-1])
    if behind is not None:
        # own (a F + (1 - a) B) + (1 - own) B: as if both alphas had been multiplied first.
        composite = laid_over(composite, alpha, behind, layout)
    else:
        composite = without_what_is_not_there(composite, alpha, layout)
    return composite, None if matte is None else _times(matte, alpha)


def _prepared(
    pixels: Image, alpha: Image, picture: Image | None, settings: Settings, layout: FrameFormat
) -> tuple[Image, Image | None]:
    """A frame's own alpha within the areas, and what is shown behind it, blurred or given.

    What is blurred is mirrored with the frame; the alpha is not yet.
    """
    if settings.areas:
        garbage, keep = _full_areas(settings.areas, *alpha.shape)
        alpha = _times(np.maximum(alpha, keep), 255 - garbage)
    if picture is None and settings.background.kind == "blur":
        picture = _blurred(on_black(pixels, alpha, layout), settings, layout)
        if settings.mirror:
            picture = mirrored(picture, layout)
    return alpha, picture


def laid_over(pixels: Image, alpha: Image, behind: Image, layout: FrameFormat) -> Image:
    """`pixels` over `behind`: a new array in the same layout."""
    from app.video.opencv import cv2  # late: it takes a while to load

    share = np.float32(1 / 255)
    weight = alpha.astype(np.float32) * share
    if layout.layout == "rgb":
        return blended(pixels, behind, weight)
    out = np.empty_like(behind)
    rows, columns = shared_size(layout)
    # OpenCV takes width before height.
    half = cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_AREA)
    halved = half.astype(np.float32) * share
    planes = (split_planes(part, layout) for part in (pixels, behind, out))
    for index, (front, back, target) in enumerate(zip(*planes, strict=True)):
        target[:] = blended(front, back, weight if index == 0 else halved)
    return out


def without_what_is_not_there(pixels: Image, alpha: Image, layout: FrameFormat) -> Image:
    """A new array that is black where alpha is 0: a file may hold the whole room there."""
    if layout.layout == "rgb":
        return np.where((alpha > 0)[..., None], pixels, np.uint8(0))
    out = pixels.copy()
    luma, *chroma = split_planes(out, layout)
    luma[alpha == 0] = black(layout)[0]
    (rows, columns), row = shared_size(layout), layout.row
    is_there = alpha.reshape(rows, row.down, columns, row.across).max(axis=(1, 3)) > 0
    for plane in chroma:
        plane[~is_there] = black(layout)[1]
    return out


def mirrored(pixels: Image, layout: FrameFormat) -> Image:
    """Flipped left to right: a new array of the same layout."""
    out = np.empty_like(pixels)
    for source, target in zip(planes_of(pixels, layout), planes_of(out, layout), strict=True):
        target[:] = source[:, ::-1]
    return out


def _blurred(pixels: Image, settings: Settings, layout: FrameFormat) -> Image:
    from app.video.opencv import cv2  # late: it takes a while to load

    rows = max(4, round(BLUR_ROWS * (1.05 - settings.background.blur_strength)))

    def blur(plane: Image) -> Image:
        height, width = plane.shape[:2]
        small = (max(4, rows * width // height), rows)
        least = cv2.resize(plane, small, interpolation=cv2.INTER_AREA)
        # Chroma of 4:2:2 has half of the columns, and all rows.
        across = width / layout.width * layout.height / height
        soft = cv2.GaussianBlur(least, (0, 0), sigmaX=2.0 * across, sigmaY=2.0)
        whole = cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
        return np.clip(whole, 0, layout.row.most).astype(plane.dtype)

    out = np.empty_like(pixels)
    for source, target in zip(planes_of(pixels, layout), planes_of(out, layout), strict=True):
        target[:] = blur(source)
    return out


@lru_cache(maxsize=2)
def _full_areas(areas: tuple[Area, ...], height: int, width: int) -> tuple[Image, Image]:
    from app.video.opencv import cv2  # late: it takes a while to load

    scale = min(1.0, _AREA_ROWS / height)
    rows, columns = max(1, round(height * scale)), max(1, round(width * scale))
    planes = Area.planes(areas, height=rows, width=columns)
    size = (width, height)  # OpenCV takes width before height.
    garbage, keep = (  # an input's own edges are as soft as they should be
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        for plane in planes[:2]
    )
    return garbage, keep


def _times(matte: Image, alpha: Image) -> Image:
    product = matte.astype(np.uint16) * alpha
    return ((product + 127) // 255).astype(np.uint8)
