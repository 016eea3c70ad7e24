"""One label from six opinions: our two networks, three views by Robust Video Matting, MediaPipe.

Measured on 489 labels that a person had mended with polygons: of what was removed (seats, mostly)
*quality* alone takes 43 % for a person, the plain mean 21 %, the votes for seats 21 %, Robust Video
Matting 20 %; of what was added (hands, people behind) they lose 48, 56, 58 and 59 %.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from lab.evaluation.metrics import iou

MEMBERS = ("quality", "fast", "RVM at 512", "RVM at 512, mirrored", "RVM at 640", "MediaPipe")
_VIEWS = slice(2, 5)  # one mind, three times
EQUAL_VOTES = np.float32([1, 1, 1, 1, 1, 1]) / 6
SEAT_VOTES = np.float32([4, 1, 4, 4, 4, 3]) / 20  # our networks take chairs for people
SLOPE = 3.0  # of the mean about one half: where most agree it is decided
SURE = 0.2  # views below it, or above one minus it, and the label alike, are sure of themselves
CONFIDENCES = np.array([16, 64, 96, 128, 192, 255])  # few levels make small files
MASK_LEVELS = 31
LEAST_AREA, LEAST_VIEWS_IOU, LEAST_MIDDLE_IOU = 0.015, 0.8, 0.75

Plane = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What the committee says of one picture.

    Attributes:
        mask: uint8 (H, W), person 255.
        confidence: uint8 (H, W): 255 where all agree, low at edges and where they differ.
        area: Share of the picture that is a person.
        agreement: IoU of each member with the mask, by the order of `MEMBERS`.
    """

    mask: Plane
    confidence: Plane
    area: float
    agreement: tuple[float, ...]

    @property
    def is_agreed(self) -> bool:
        """Whether the committee agrees on a person; otherwise the picture is not used."""
        return (
            self.area >= LEAST_AREA
            and float(np.mean(self.agreement[_VIEWS])) >= LEAST_VIEWS_IOU
            and sorted(self.agreement)[2] >= LEAST_MIDDLE_IOU
        )


def verdict(opinions: Plane, *, has_seats: bool) -> Verdict:
    """The label of one picture.

    Args:
        opinions: uint8 (6, H, W), alpha by the order of `MEMBERS`.
        has_seats: Count the votes as for people who sit in furniture.
    """
    votes = SEAT_VOTES if has_seats else EQUAL_VOTES
    alphas = opinions.astype(np.float32) / 255
    mean = np.tensordot(votes, alphas, 1)
    mask = np.clip((mean - 0.5) * SLOPE + 0.5, 0, 1)
    trust = 1 - 2 * np.tensordot(votes, np.abs(alphas - mean), 1)
    if has_seats:
        views = alphas[_VIEWS]
        empty = (views < SURE).all(0) & (mask < SURE)
        person = (views > 1 - SURE).all(0) & (mask > 1 - SURE)
        trust = np.where(empty | person, np.maximum(trust, 0.5), trust)
    wanted = 255 * trust * np.where((mask > 0.1) & (mask < 0.9), 0.5, 1.0)
    nearest = np.abs(wanted[..., None] - CONFIDENCES).argmin(-1)
    return Verdict(
        mask=np.round(np.round(mask * MASK_LEVELS) * (255 / MASK_LEVELS)).astype(np.uint8),
        confidence=CONFIDENCES[nearest].astype(np.uint8),
        area=float((mask > 0.5).mean()),
        agreement=tuple(iou(alpha > 0.5, mask > 0.5) for alpha in alphas),
    )


def fitted(pixels: Plane, *, height: int, width: int) -> Plane:
    """A picture or plane at another size, averaged where it shrinks."""
    shrinks = height * width < pixels.shape[0] * pixels.shape[1]
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return cv2.resize(pixels, (width, height), interpolation=method)  # type: ignore[return-value]
