"""Labels made by networks together: our own and a peer, and how far they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from lab.evaluation.nets import Alpha, Net, NetworkNet, Pixels
from lab.evaluation.peers import RvmNet

Plane = npt.NDArray[np.uint8]

OUR_WEIGHT, PEER_WEIGHT = 3.0, 2.0
OBJECTION_IOU = 0.88  # below this with the mean, a network objects ...
OBJECTION_WEIGHT = 0.25  # ... and counts so much
MASK_STEP, CONFIDENCE_LEVELS = 8, (64, 96, 128, 192, 255)  # few levels make small files
GUIDE_RADIUS_SHARE, GUIDE_EPSILON = 1 / 64, 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """What the networks say of one picture.

    Attributes:
        mask: uint8 (H, W), person 255, in steps of 8.
        confidence: uint8 (H, W): 255 where all agree, 64 at the least.
        agreement: The mean over the networks of their IoU with the mask, in [0, 1].
        objections: How many of them have an IoU under `OBJECTION_IOU`.
    """

    mask: Plane
    confidence: Plane
    agreement: float
    objections: int


class Labeller:
    """The committee: our own networks and Robust Video Matting, each also mirrored.

    Measured on 107 held-out pictures with masks by hand or of composites, as IoU of the label:
    our *quality* alone .937, with Robust Video Matting as three to two .942; with the four peers
    that voted until the fourth data set .933 (one half theirs), and .941 with all.

    Args:
        peers_folder: Where Robust Video Matting lies.
        ours: Weights files of our own.
        threads: Threads of the peer's runtime.

    Raises:
        ValueError: Robust Video Matting is missing.
    """

    def __init__(self, peers_folder: Path, ours: Sequence[Path], *, threads: int = 1) -> None:
        try:
            peer = RvmNet(peers_folder, threads)
        except (ImportError, OSError) as error:
            raise ValueError(
                f"{peers_folder}: Robust Video Matting cannot be run ({error}); install "
                "lab/benchmarks/requirements.txt and put rvm_mobilenetv3_fp32.onnx there"
            ) from error
        self._nets: list[tuple[Net, float]] = [(peer, PEER_WEIGHT)]
        self._nets += [(NetworkNet(path), OUR_WEIGHT / len(ours)) for path in ours]

    def label(self, pixels: Pixels) -> Label:
        """The label of one picture, uint8 RGB (H, W, 3)."""
        alphas = [_both_ways(net, pixels) for net, _ in self._nets]
        return combine(pixels, alphas, [weight for _, weight in self._nets])


def combine(pixels: Pixels, alphas: Sequence[Alpha], weights: Sequence[float]) -> Label:
    """One label from several opinions.

    Args:
        pixels: uint8 RGB (H, W, 3); the label's edge is fitted to it.
        alphas: Each float32 (H, W) in [0, 1].
        weights: One for each.
    """
    stack, weight = np.stack(alphas), np.float32(weights)
    mean = np.average(stack, axis=0, weights=weight)
    overlaps = [_iou(alpha, mean) for alpha in stack]
    weight = weight * [OBJECTION_WEIGHT if iou < OBJECTION_IOU else 1.0 for iou in overlaps]
    mean = np.average(stack, axis=0, weights=weight).astype(np.float32)
    differ = np.average(np.abs(stack - mean), axis=0, weights=weight)
    fitted = _contrast(guided(mean, pixels))
    mask = np.clip(np.round(fitted * 255 / MASK_STEP) * MASK_STEP, 0, 255).astype(np.uint8)
    levels = np.array(CONFIDENCE_LEVELS)
    wanted = 255 * (1 - 2 * differ) * np.where((fitted > 0.1) & (fitted < 0.9), 0.5, 1.0)
    nearest = np.abs(wanted[..., None] - levels).argmin(axis=-1)
    final = [_iou(alpha, fitted) for alpha in stack]
    return Label(
        mask=mask,
        confidence=levels[nearest].astype(np.uint8),
        agreement=float(np.mean(final)),
        objections=int(sum(iou < OBJECTION_IOU for iou in final)),
    )


def guided(alpha: Alpha, pixels: Pixels) -> Alpha:
    """Alpha fitted to the picture's own edges: a guided filter by all three colours.

    Args:
        alpha: float32 (H, W) in [0, 1].
        pixels: uint8 RGB (H, W, 3).

    Returns:
        float32 (H, W) in [0, 1].

    Source: He, Sun & Tang 2013, "Guided Image Filtering".
    """
    radius = max(2, round(max(alpha.shape) * GUIDE_RADIUS_SHARE))

    def box(plane: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        side = (2 * radius + 1, 2 * radius + 1)
        return cv2.blur(plane, side, borderType=cv2.BORDER_REFLECT)

    guide = pixels.astype(np.float32) / 255
    mean_guide, mean_alpha = box(guide), box(alpha)
    covariance = np.empty((*alpha.shape, 3, 3), np.float32)
    for i in range(3):
        for j in range(3):
            product = box(guide[..., i] * guide[..., j])
            covariance[..., i, j] = product - mean_guide[..., i] * mean_guide[..., j]
    covariance += GUIDE_EPSILON * np.eye(3, dtype=np.float32)
    both = box(guide * alpha[..., None]) - mean_guide * mean_alpha[..., None]
    slope = np.linalg.solve(covariance, both[..., None])[..., 0]
    offset = mean_alpha - (slope * mean_guide).sum(-1)
    fitted = (box(slope.astype(np.float32)) * guide).sum(-1) + box(offset.astype(np.float32))
    return np.clip(fitted, 0, 1).astype(np.float32)


def _both_ways(net: Net, pixels: Pixels) -> Alpha:
    mirrored = net.alpha(np.ascontiguousarray(pixels[:, ::-1]))[:, ::-1]
    return (net.alpha(pixels) + mirrored) / 2


def _contrast(alpha: Alpha) -> Alpha:
    return np.clip((alpha - 0.5) * 1.4 + 0.5, 0, 1)


def _iou(a: Alpha, b: Alpha) -> float:
    first, second = a > 0.5, b > 0.5
    union = np.count_nonzero(first | second)
    return np.count_nonzero(first & second) / union if union else 1.0
