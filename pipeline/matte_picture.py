"""The matte as a picture of its own: white where the person is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import FrameFormat

NEUTRAL_CHROMA = 128


def matte_picture(alpha: npt.NDArray[np.uint8], frame_format: FrameFormat) -> npt.NDArray[np.uint8]:
    """Grey picture of an alpha plane.

    Args:
        alpha: uint8 (H, W), 255 = person.
        frame_format: What the picture shall look like.

    Returns:
        uint8 of `frame_format.shape`, a new array. Limited range maps 0-255 to 16-235, so a
        player shows alpha 0 as black and 255 as white.
    """
    if frame_format.layout == "rgb":
        return np.repeat(alpha[:, :, None], 3, axis=2)
    picture = np.full(frame_format.shape, NEUTRAL_CHROMA, np.uint8)
    height = frame_format.height
    picture[:height] = alpha if frame_format.full_range else LIMITED_RANGE[alpha]
    return picture


LIMITED_RANGE = np.round(16 + np.arange(256) * (219 / 255)).astype(np.uint8)
