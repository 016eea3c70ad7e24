"""Things cut out of photographs on plain white, as catalogues have them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

WHITE = 236  # a level that shadows under a chair stay under, and grain of the paper does not
SOFT_LEVELS = 24.0  # from white: an edge pixel this much darker is all thing


def cut_from_white(pixels: Pixels) -> Pixels:
    """The thing with alpha: everything but the white that is joined to the picture's rim.

    Args:
        pixels: uint8 RGB (H, W, 3).

    Returns:
        uint8 RGBA (H, W, 4), cropped to the thing; colours without the white's share.
    """
    darkness = 255 - pixels.min(axis=2).astype(np.float32)
    is_white = (darkness <= 255 - WHITE).astype(np.uint8)
    count, labels = cv2.connectedComponents(is_white, connectivity=4)
    rim = np.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))
    is_rim = np.zeros(count, bool)
    is_rim[rim] = True
    is_rim[0] = False  # what is not white
    # Between the bars of a chair's back is room, too: white holes as large as a fingertip.
    sizes = np.bincount(labels.ravel(), minlength=count)
    is_hole = (sizes > labels.size / 1500) & (np.arange(count) > 0)
    outside = (is_rim | is_hole)[labels]
    near = cv2.dilate(outside.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    soft = np.clip(darkness / SOFT_LEVELS, 0, 1)
    alpha = np.where(outside, 0, np.where(near, soft, 1)).astype(np.float32)
    share = np.maximum(alpha, 1 / 16)[..., None]
    colour = np.clip((pixels - 255 * (1 - share)) / share, 0, 255)
    rgba = np.dstack((colour, 255 * alpha)).round().astype(np.uint8)
    rows, columns = np.flatnonzero(alpha.any(1)), np.flatnonzero(alpha.any(0))
    if not rows.size:
        return rgba
    return rgba[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
