"""Training losses: edge-weighted cross-entropy, soft IoU, alpha, its slope, consistency.

The sum that is minimised:

    total = cross_entropy + region * (1 - soft IoU) + alpha * |error| + slope * |slope error|
          + steady * |difference of twins| + distil * cross_entropy(teacher)
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass(frozen=True, slots=True)
class LossWeights:
    """Weights of the terms.

    Attributes:
        edge: Extra weight of the cross-entropy inside the band along the person's edge.
        region: Soft intersection over union, per picture.
        alpha: Mean absolute error inside the band; half as much where alpha is not exact.
        slope: Absolute error of alpha's differences between neighbours, at three scales, against
            the length of the true edges. Where a net is unsure, the picture's texture shows
            through its alpha as islands, holes and tendrils, which this term penalises.
        steady: Difference between a picture and its slightly moved, differently noisy twin.
        distil: Cross-entropy against a teacher's alpha.
    """

    edge: float = 6.0
    region: float = 0.5
    alpha: float = 0.5
    slope: float = 0.4
    steady: float = 0.2
    distil: float = 0.0


def edge_band(alpha: torch.Tensor, *, radius_px: int) -> torch.Tensor:
    """1 within `radius_px` of where alpha crosses from person to room, else 0: (N, 1, H, W)."""
    size = 2 * radius_px + 1
    highest = F.max_pool2d(alpha, size, stride=1, padding=radius_px)
    lowest = -F.max_pool2d(-alpha, size, stride=1, padding=radius_px)
    return ((highest > 0.5) & (lowest < 0.5)).float()


def matte_losses(
    logits: torch.Tensor,
    alpha: torch.Tensor,
    confidence: torch.Tensor,
    is_exact: torch.Tensor,
    weights: LossWeights,
    *,
    teacher: torch.Tensor | None = None,
) -> dict[str, torch.Tensor]:
    """The terms of the loss, each already weighted; their sum is what to minimise.

    Args:
        logits: float32 (N, 1, H, W).
        alpha: Truth in [0, 1].
        confidence: In [0, 1]; 0 leaves a pixel out.
        is_exact: bool (N,): alpha is exact to fractions.
        weights: Weights of the terms.
        teacher: A larger net's alpha for the same pictures, or None.
    """
    # Three pixels at 256: in proportion, so that the band means the same at every size.
    radius = max(1, round(3 * (alpha.shape[-1] * alpha.shape[-2]) ** 0.5 / 256))
    band = edge_band(alpha, radius_px=radius)
    pixel_weight = confidence * (1 + weights.edge * band)
    total = pixel_weight.sum().clamp_min(1.0)
    terms = {}
    crossed = F.binary_cross_entropy_with_logits(logits, alpha, reduction="none")
    terms["cross_entropy"] = (crossed * pixel_weight).sum() / total

    predicted = torch.sigmoid(logits)
    both = (predicted * alpha * confidence).sum((1, 2, 3))
    either = ((predicted + alpha - predicted * alpha) * confidence).sum((1, 2, 3))
    # A hundredth of the picture is added to both areas: in an empty room the term is then steep for
    # the first per cent of false foreground, and the division is stable.
    slack = alpha[0].numel() / 100
    terms["region"] = weights.region * (1 - (both + slack) / (either + slack)).mean()

    # Photos' masks are soft at hair, too, but seldom right to the last fraction.
    exact = band * confidence * (0.5 + 0.5 * is_exact.view(-1, 1, 1, 1))
    error = (predicted - alpha).abs() * exact
    terms["alpha"] = weights.alpha * error.sum() / exact.sum().clamp_min(1.0)

    if weights.slope > 0:
        terms["slope"] = weights.slope * slope_loss(predicted, alpha, confidence)

    if teacher is not None and weights.distil > 0:
        told = F.binary_cross_entropy_with_logits(logits, teacher, reduction="none")
        # Everywhere, also where the truth is doubtful: there the teacher knows best.
        weight = 1 + weights.edge * edge_band(teacher, radius_px=radius)
        terms["distil"] = weights.distil * (told * weight).sum() / weight.sum()
    return terms


def slope_loss(
    predicted: torch.Tensor, alpha: torch.Tensor, confidence: torch.Tensor, *, scales: int = 3
) -> torch.Tensor:
    """How far alpha's slopes are from the true ones, as a share of all true slopes of the batch.

    Each scale halves the planes. A batch of empty rooms is charged for every edge it shows.

    Args:
        predicted: float32 (N, 1, H, W) in [0, 1].
        alpha: Truth, likewise.
        confidence: 0 leaves a pixel out.
        scales: At which to compare, the first being the planes' own.
    """
    losses = []
    for scale in range(scales):
        if scale:
            predicted, alpha, confidence = (
                F.avg_pool2d(plane, 2) for plane in (predicted, alpha, confidence)
            )
        wrong = true = torch.zeros((), device=alpha.device)
        for axis in (2, 3):
            last = alpha.shape[axis] - 1
            trusted = torch.minimum(
                confidence.narrow(axis, 0, last), confidence.narrow(axis, 1, last)
            )
            steps = alpha.diff(dim=axis)
            wrong = wrong + ((predicted.diff(dim=axis) - steps).abs() * trusted).sum()
            true = true + (steps.abs() * trusted).sum()
        # Hardly an edge in the batch: one side's length an eighth of the pictures stands in.
        least = alpha.shape[0] * alpha.shape[-1] / 8
        losses.append(wrong / true.clamp_min(least))
    return torch.stack(losses).mean()


def steadiness_loss(
    logits: torch.Tensor,
    moved: torch.Tensor,
    *,
    shift_y: int | torch.Tensor,
    shift_x: int | torch.Tensor,
    mirrored: int | torch.Tensor = 0,
) -> torch.Tensor:
    """Mean difference of alpha between pictures and their twins moved by whole pixels.

    Args:
        logits: float32 (N, 1, H, W).
        moved: Alpha of the same pictures rolled by (shift_y, shift_x), with other noise.
        shift_y: Rows; on the device, int64 (), where a captured step is to take any.
        shift_x: Columns, likewise.
        mirrored: 1 where the twins were flipped left to right after that, else 0; likewise.
    """
    back = torch.sigmoid(moved)
    for axis, shift, flipped in ((2, shift_y, 0), (3, shift_x, mirrored)):
        side = back.shape[axis]
        place = torch.arange(side, device=back.device) + shift
        # Arithmetic, no branch: a captured step takes either.
        place = flipped * (side - 1) + (1 - 2 * flipped) * place
        back = back.index_select(axis, place % side)
    margin = 8
    difference = (torch.sigmoid(logits) - back).abs()
    return difference[..., margin:-margin, margin:-margin].mean()
