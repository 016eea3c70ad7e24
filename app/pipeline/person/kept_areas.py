"""Areas that remove everyone but the people who are meant, for one frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from app.pipeline.mask_outlines import LEAST_PX, simplified
from app.pipeline.person.appearance import Mask
from app.video.opencv import cv2
from gpu_unet import Area

AROUND = 0.03  # of the width: soft edges, hair and hands this far from a kept person stay
# Areas lose two pixels of the network at their outline (`gpu_unet.small_areas`).
LOST_PX = 2
MOST_OUTLINES, MOST_HOLES = 6, 10  # of a picture
MOST_AREAS = MOST_OUTLINES + MOST_HOLES
SOFT = 128  # of an area's plane: half of a pixel
NOTHING = Area("garbage", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))


def kept_areas(kept: Mask, others: Mask, drawn: Sequence[Area] = ()) -> tuple[Area, ...]:
    """Outlines of what stays of a frame, beside the areas that the user drew.

    A pixel stays if it is near a kept person and no nearer to another one.

    Args:
        kept: bool (h, w): the people who are meant, at the network's size.
        others: bool (h, w): all others.
        drawn: Areas of the settings. What is always kept stays; a person's area has no effect
            outside of itself.
    """
    height, width = kept.shape
    near = _near(kept)
    stays = (near <= np.float32(AROUND * width)) & (near <= _near(others))
    if drawn:
        garbage, keep, _ = Area.planes(drawn, height=height, width=width)
        stays = (stays & (garbage < SOFT)) | (keep >= SOFT)
    rest = tuple(area for area in drawn if area.kind != "person")
    if not stays.any():
        return (NOTHING,)
    # The outlines follow the areas that do not fit in.
    return (*_outlines(stays), *rest)[: Area.MOST]


def _near(mask: Mask) -> npt.NDArray[np.float32]:
    """Pixels from each pixel to the next one of a mask; infinite where there is none."""
    if not mask.any():
        return np.full(mask.shape, np.inf, np.float32)
    near = cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5)
    return near.astype(np.float32, copy=False)


def _outlines(stays: Mask) -> list[Area]:
    """Areas outside of which, and in whose holes, everything is removed; the largest ones."""
    height, width = stays.shape
    grown = cv2.dilate(stays.astype(np.uint8), np.ones((2 * LOST_PX + 1,) * 2, np.uint8))
    # Beyond the picture, so that its edge is within.
    side = 2 * LOST_PX
    grown = cv2.copyMakeBorder(grown, side, side, side, side, cv2.BORDER_REPLICATE)
    found, hierarchy = cv2.findContours(grown, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    areas: list[Area] = []
    limits: dict[Area.Kind, int] = {"person": MOST_OUTLINES, "garbage": MOST_HOLES}
    for kind, most in limits.items():
        own = [
            contour
            for contour, (*_, parent) in zip(found, hierarchy[0], strict=True)
            if (parent < 0) == (kind == "person") and cv2.contourArea(contour) >= LEAST_PX
        ]
        for contour in sorted(own, key=cv2.contourArea, reverse=True)[:most]:
            (corners,) = simplified([contour.reshape(-1, 2).astype(np.float64) - side + 0.5])
            if len(corners) < 3:
                continue
            points = corners / (width, height)
            areas.append(Area(kind, tuple((float(x), float(y)) for x, y in points)))
    return areas
