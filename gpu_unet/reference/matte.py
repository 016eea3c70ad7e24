"""The definition of what happens to the network's alpha before edges: time, figures, holes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.edge_parameters import (
    CORE_ALPHA,
    DOUBTED_SHARE,
    SCENE_CUT,
    SNAP,
    SOLID_ALPHA,
    TRUSTED_SHARE,
    EdgeParameters,
)

Floats = npt.NDArray[np.floating]  # float32 throughout
Masks = npt.NDArray[np.bool_]


class Memory(NamedTuple):
    """What one frame leaves to the next.

    Attributes:
        alpha: float32 (h, w), the smoothed alpha.
        planes: float32 (3, h, w), the picture it belongs to, averaged in the same way.
        chosen: bool (h, w), where the figure lies that `largest_only` kept; all False at first.
    """

    alpha: Floats
    planes: Floats
    chosen: Masks


def neighbourhood(plane: Floats, radius: int) -> Floats:
    """All (2 radius + 1)^2 shifted copies of a plane, edges repeated: float32 (n, h, w)."""
    height, width = plane.shape
    padded = np.pad(plane, radius, mode="edge")
    side = range(2 * radius + 1)
    return np.stack([padded[dy : dy + height, dx : dx + width] for dy in side for dx in side])


def motion(planes: Floats, earlier: Floats) -> Floats:
    """How much the picture has changed around each pixel, float32 (h, w).

    The largest change of the three planes, averaged over 3x3 pixels against noise, then the
    largest of 3x3 such averages, so that the rim of a moving thing counts as moving.
    """
    change = np.abs(planes - earlier).max(axis=0)
    return neighbourhood(neighbourhood(change, 1).mean(axis=0, dtype=np.float32), 1).max(axis=0)


def smooth_over_time(
    alpha: Floats, planes: Floats, memory: Memory | None, parameters: EdgeParameters
) -> tuple[Floats, Floats]:
    """Average alpha with its past where the picture stands still; follow at once where it moves.

    The picture is compared with one that is averaged by the same shares as the alpha: a slow
    drift adds up until it counts as motion, and nothing old is kept where the picture is new.

    Args:
        alpha: float32 (h, w), the network's, in [0, 1].
        planes: float32 (3, h, w), from `shrink`.
        memory: Of the frame before; None at the start and after a reset.
        parameters: For keep_still, motion_low and motion_high.

    Returns:
        (alpha, planes) for the next `Memory`; alpha is the result.
    """
    if memory is None or parameters.keep_still >= 1.0:
        return alpha, planes
    if np.abs(planes - memory.planes).mean() > SCENE_CUT:
        return alpha, planes
    low, high = np.float32(parameters.motion_low), np.float32(parameters.motion_high)
    share = np.clip((motion(planes, memory.planes) - low) / (high - low), 0.0, 1.0)
    share = share * share * (3.0 - 2.0 * share)
    share = np.float32(parameters.keep_still) * (1.0 - share) + share
    return (
        (memory.alpha + share * (alpha - memory.alpha)).astype(np.float32),
        (memory.planes + share * (planes - memory.planes)).astype(np.float32),
    )


def label_components(mask: Masks) -> npt.NDArray[np.int32]:
    """Connected components of a mask and of its complement together, int32 (h, w).

    A label is the smallest flat index of its component. True pixels connect to their eight
    neighbours, False ones to four, so that a diagonal line parts what lies on its two sides.
    """
    height, width = mask.shape
    labels = np.arange(height * width, dtype=np.int32).reshape(height, width)
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    while True:
        before = labels.copy()
        for dy, dx in steps:
            here = np.s_[: height - dy, max(0, -dx) : width - max(0, dx)]
            there = np.s_[dy:, max(0, dx) : width + min(0, dx)]
            joined = mask[here] == mask[there]
            if dx and dy:
                joined &= mask[here]
            least = np.minimum(labels[here], labels[there])
            labels[here] = np.where(joined, least, labels[here])
            least = np.minimum(labels[here], labels[there])
            labels[there] = np.where(joined, least, labels[there])
        if np.array_equal(before, labels):
            return labels


def clean_figures(
    alpha: Floats, chosen: Masks, parameters: EdgeParameters, *, largest_only: bool
) -> tuple[Floats, Masks]:
    """Remove speckles, fill small holes, and keep one figure if asked; without sudden steps.

    A figure's area is that of its solid core: what is half transparent throughout is a doubt of
    the network, not a person; so is what has a core only here and there. It fades with the core's
    area and share instead of vanishing at a limit. The one
    that was chosen before counts twice where it was, so two figures of like size do not
    take turns.

    Args:
        alpha: float32 (h, w) in [0, 1].
        chosen: bool (h, w), from the frame before.
        parameters: For speckle_area, hole_area and figure_reach.
        largest_only: Keep one figure alone.

    Returns:
        (alpha, chosen): alpha stretched so that up to SNAP is 0 and from 1 - SNAP on is 1.
    """
    solid = alpha > np.float32(SOLID_ALPHA)
    labels = label_components(solid)
    height, width = alpha.shape
    size = height * width
    counts = np.where(solid, alpha >= np.float32(CORE_ALPHA), True)
    area = np.bincount(labels.reshape(-1), weights=counts.reshape(-1), minlength=size)
    area = area.astype(np.float32)
    border = np.zeros(size, bool)
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        border[edge] = True

    weight = np.clip(2.0 * area / np.float32(parameters.speckle_area) - 1.0, 0.0, 1.0)
    extent = np.maximum(np.bincount(labels.reshape(-1), minlength=size), 1).astype(np.float32)
    trust = (area / extent - np.float32(DOUBTED_SHARE)) / np.float32(TRUSTED_SHARE - DOUBTED_SHARE)
    weight = np.minimum(weight, np.clip(trust, 0.0, 1.0))
    if largest_only:
        held = np.bincount(labels.reshape(-1), weights=chosen.reshape(-1), minlength=size)
        is_figure = np.zeros(size, bool)
        is_figure[labels[solid]] = True
        score = np.where(is_figure, area + held, -1.0)
        keep = int(score.argmax())
        weight = np.where(np.arange(size) == keep, weight, 0.0)
        chosen = solid & (labels == keep)
    fill = np.clip(2.0 - 2.0 * area / np.float32(parameters.hole_area), 0.0, 1.0)
    fill[border] = 0.0

    figure_weight = np.where(solid, weight[labels], 0.0).astype(np.float32)
    hole = np.where(solid, 0.0, fill[labels]).astype(np.float32)
    filled = np.maximum(alpha, neighbourhood(hole, 1).max(axis=0))
    reach = neighbourhood(figure_weight, parameters.figure_reach).max(axis=0)
    cleaned = filled * np.where(solid, figure_weight, reach)
    snap = np.float32(SNAP)
    return np.clip((cleaned - snap) / (1 - 2 * snap), 0.0, 1.0).astype(np.float32), chosen
