"""Figures of merit of the mattes of a moving picture against its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from lab.evaluation.metrics import boundary_f, iou

GRADIENT_SIGMA_PX = 1.4
CONNECTED_STEPS = 10  # thresholds of alpha at which connection is asked
CONNECTED_SLACK = 0.15  # alpha by which a pixel may be unconnected at no cost
# What a viewer notices: a piece of a person gone, or of the room kept, of this share of a frame.
DROPOUT_SHARE, BLOB_SHARE = 0.004, 0.002
EDGE_PX = 9  # as far from the true edge nothing counts as a hole or a blob

Plane = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SequenceFigures:
    """How well the mattes of one sequence fit; lower is better but for `iou*` and `boundary_f`.

    Attributes:
        iou: Intersection over union at alpha 0.5, mean over frames.
        iou_worst: IoU of the worst frame.
        boundary_f: F-score of the edges, mean over frames.
        mad: Mean absolute difference of alpha, thousandths.
        mse: Mean square difference, thousandths.
        gradient: Sum of square differences of alpha's slopes, in thousands, mean over frames.
        connectivity: Sum of differences of how firmly pixels hang together with what both call
            person, in thousands, mean over frames.
        dtssd: Root of the mean square difference of alpha's changes from frame to frame,
            hundredths: what flickers although the truth does not, or stands although it moves.
        dropouts_percent: Frames in which a piece of a person is gone.
        blobs_percent: Frames in which a piece of the room is kept.
        heal_frames: How long such a fault lasts, the longest of the sequence.
    """

    iou: float
    iou_worst: float
    boundary_f: float
    mad: float
    mse: float
    gradient: float
    connectivity: float
    dtssd: float
    dropouts_percent: float
    blobs_percent: float
    heal_frames: float


def sequence_figures(alphas: Sequence[Plane], truths: Sequence[Plane]) -> SequenceFigures:
    """Compare alpha planes with true ones, frame by frame: float32 (H, W) in [0, 1] each.

    Sources: Rhemann et al. 2009, "A perceptually motivated online benchmark for image matting"
    (gradient, connectivity); Erofeev et al. 2015, "Perceptually motivated benchmark for video
    matting" (dtSSD).
    """
    if len(alphas) != len(truths) or len(alphas) < 2:
        raise ValueError(f"{len(alphas)} mattes and {len(truths)} truths: both must be 2 or more")
    pairs = list(zip(alphas, truths, strict=True))
    overlaps = [iou(a > 0.5, t > 0.5) for a, t in pairs]
    gone = [_has_piece(_gone(a, t), DROPOUT_SHARE) for a, t in pairs]
    kept = [_has_piece(_kept(a, t), BLOB_SHARE) for a, t in pairs]
    changes = [
        float(np.sqrt(np.mean(((a1 - a0) - (t1 - t0)) ** 2)))
        for (a0, t0), (a1, t1) in pairwise(pairs)
    ]
    return SequenceFigures(
        iou=float(np.mean(overlaps)),
        iou_worst=min(overlaps),
        boundary_f=float(np.mean([boundary_f(a, t) for a, t in pairs])),
        mad=1e3 * float(np.mean([np.abs(a - t).mean() for a, t in pairs])),
        mse=1e3 * float(np.mean([((a - t) ** 2).mean() for a, t in pairs])),
        gradient=float(np.mean([gradient_error(a, t) for a, t in pairs])),
        connectivity=float(np.mean([connectivity_error(a, t) for a, t in pairs])),
        dtssd=100 * float(np.mean(changes)),
        dropouts_percent=100 * float(np.mean(gone)),
        blobs_percent=100 * float(np.mean(kept)),
        heal_frames=float(_longest([g or k for g, k in zip(gone, kept, strict=True)])),
    )


def mean_figures(found: Sequence[SequenceFigures]) -> SequenceFigures:
    """Means over sequences; of the worst frame and the longest fault the worst of all."""
    means = {
        field.name: float(np.mean([getattr(f, field.name) for f in found]))
        for field in fields(SequenceFigures)
    }
    means["iou_worst"] = min(f.iou_worst for f in found)
    means["heal_frames"] = max(f.heal_frames for f in found)
    return SequenceFigures(**means)


def gradient_error(alpha: Plane, truth: Plane) -> float:
    """Sum of square differences of the lengths of both planes' smoothed gradients, thousands."""
    return float(((_slopes(alpha) - _slopes(truth)) ** 2).sum()) / 1e3


def connectivity_error(alpha: Plane, truth: Plane) -> float:
    """Sum of differences of both planes' connectedness, thousands.

    A pixel is connected up to the largest threshold at which it still hangs together with the
    largest region that both planes have there; how far its alpha is above that counts.
    """
    level = np.full(alpha.shape, -1.0, np.float32)
    for step in range(1, CONNECTED_STEPS + 1):
        threshold = step / CONNECTED_STEPS
        both = ((alpha >= threshold) & (truth >= threshold)).astype(np.uint8)
        count, labels, statistics, _ = cv2.connectedComponentsWithStats(both, connectivity=4)
        if count > 1:
            largest = 1 + int(np.argmax(statistics[1:, cv2.CC_STAT_AREA]))
            apart = labels != largest
        else:
            apart = np.ones(alpha.shape, bool)
        level[(level < 0) & apart] = (step - 1) / CONNECTED_STEPS
    level[level < 0] = 1.0
    return float(np.abs(_firm(alpha, level) - _firm(truth, level)).sum()) / 1e3


def _firm(alpha: Plane, level: Plane) -> Plane:
    away = alpha - level
    return 1 - away * (away >= CONNECTED_SLACK)


def _slopes(alpha: Plane) -> Plane:
    radius = 4
    at = np.arange(-radius, radius + 1, dtype=np.float32)
    smooth = np.exp(-(at**2) / (2 * GRADIENT_SIGMA_PX**2))
    slope = -at * smooth / GRADIENT_SIGMA_PX**2
    # Each kernel of unit energy, as the source has it.
    kernel = np.outer(smooth, slope)
    kernel = (kernel / np.sqrt((kernel**2).sum())).astype(np.float32)
    across = cv2.filter2D(alpha, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
    down = cv2.filter2D(alpha, cv2.CV_32F, kernel.T.copy(), borderType=cv2.BORDER_REPLICATE)
    return np.sqrt(across**2 + down**2)


def _gone(alpha: Plane, truth: Plane) -> npt.NDArray[np.bool_]:
    inside = cv2.erode((truth > 0.9).astype(np.uint8), np.ones((EDGE_PX, EDGE_PX))) > 0
    return inside & (alpha < 0.5)


def _kept(alpha: Plane, truth: Plane) -> npt.NDArray[np.bool_]:
    near = cv2.dilate((truth > 0.05).astype(np.uint8), np.ones((EDGE_PX, EDGE_PX))) > 0
    return ~near & (alpha > 0.5)


def _has_piece(mask: npt.NDArray[np.bool_], share: float) -> bool:
    count, _, statistics, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return count > 1 and int(statistics[1:, cv2.CC_STAT_AREA].max()) > share * mask.size


def _longest(faulty: Sequence[bool]) -> int:
    longest = run = 0
    for is_faulty in faulty:
        run = run + 1 if is_faulty else 0
        longest = max(longest, run)
    return longest
