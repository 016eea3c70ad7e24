"""Figures of merit of one matte against its truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

BOUNDARY_SIDE_PX = 256
BOUNDARY_TOLERANCE_PX = 2

Alpha = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class MatteFigures:
    """How well one matte fits.

    Attributes:
        iou: Intersection over union of the two masks at alpha 0.5; 1 where both are empty.
        boundary_f: F-score of the masks' edges, see `boundary_f`.
        mae: Mean absolute difference of alpha.
    """

    iou: float
    boundary_f: float
    mae: float


def matte_figures(alpha: Alpha, truth: Alpha) -> MatteFigures:
    """Compare two alpha planes, float32 (H, W) in [0, 1] of one shape."""
    if alpha.shape != truth.shape:
        raise ValueError(f"alpha is {alpha.shape}, the truth {truth.shape}; resize one first")
    return MatteFigures(
        iou=iou(alpha > 0.5, truth > 0.5),
        boundary_f=boundary_f(alpha, truth),
        mae=float(np.abs(alpha - truth).mean()),
    )


def iou(mask: npt.NDArray[np.bool_], truth: npt.NDArray[np.bool_]) -> float:
    """Intersection over union of two masks; 1 where both are empty."""
    union = int(np.count_nonzero(mask | truth))
    return int(np.count_nonzero(mask & truth)) / union if union else 1.0


def boundary_f(alpha: Alpha, truth: Alpha) -> float:
    """F-score of the edges: harmonic mean of how much of each edge lies near the other.

    Both planes are brought to 256x256, so that the tolerance of 2 px means the same share of
    every picture. An edge is where a mask at 0.5 meets its complement; the frame's own border
    is no edge. 1 where neither has an edge, 0 where only one has.

    Source: Perazzi et al. 2016, "A Benchmark Dataset and Evaluation Methodology for Video
    Object Segmentation", section 5.1.
    """
    side = (BOUNDARY_SIDE_PX, BOUNDARY_SIDE_PX)
    edges = [_edge(cv2.resize(a, side, interpolation=cv2.INTER_AREA) > 0.5) for a in (alpha, truth)]
    found, wanted = edges
    if not found.any() or not wanted.any():
        return float(found.any() == wanted.any())
    precision = float(_near(wanted)[found].mean())
    recall = float(_near(found)[wanted].mean())
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _edge(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    inner = cv2.erode(
        mask.astype(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    return mask & (inner == 0)


def _near(edge: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Pixels within the tolerance of an edge, by Euclidean distance."""
    distance = cv2.distanceTransform((~edge).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    return distance <= BOUNDARY_TOLERANCE_PX
