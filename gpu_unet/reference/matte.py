"""Reference of the matte stages: temporal smoothing, connected components, holes, drawn areas."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.setting_parameters import (
    CORE_ALPHA,
    DOUBTED_SHARE,
    HOLE_TICKS,
    OUTSIDE,
    RIM_DOUBT,
    SCENE_CUT,
    SNAP,
    SOLID_ALPHA,
    TRUSTED_SHARE,
    UNKNOWN_PAST,
    WAS_SOLID,
    EdgeParameters,
)
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout
Labels = npt.NDArray[np.int32]
Masks = npt.NDArray[np.bool_]


class Memory(NamedTuple):
    """State from one frame to the next.

    Attributes:
        alpha: float32 (h, w), the smoothed alpha.
        planes: float32 (3, h, w), the picture it belongs to, averaged in the same way.
        chosen: bool (h, w), where the component lies that `largest_only` kept; all False at first.
        hole_age: uint8 (h, w), each pixel's counter, see `age_holes`; UNKNOWN_PAST at first.
        gains: float32 (3,), from `light_gains`; None where light was never matched.
    """

    alpha: Floats
    planes: Floats
    chosen: Masks
    hole_age: Bytes
    gains: Floats | None = None


def unknown_past(*, height: int, width: int) -> Bytes:
    """`Memory.hole_age` at the start, after a reset and after a cut: uint8 (h, w)."""
    return np.full((height, width), UNKNOWN_PAST, np.uint8)


def neighbourhood(plane: Floats, radius: int) -> Floats:
    """All (2 radius + 1)^2 shifted copies of a plane, edges repeated: float32 (n, h, w)."""
    height, width = plane.shape
    padded = np.pad(plane, radius, mode="edge")
    side = range(2 * radius + 1)
    return np.stack([padded[dy : dy + height, dx : dx + width] for dy in side for dx in side])


def motion(planes: Floats, earlier: Floats) -> Floats:
    """Change of the picture around each pixel: float32 (h, w).

    The largest change of the three planes, averaged over 3x3 pixels to suppress noise, then the
    largest of 3x3 such averages, so that the rim of a moving object counts as moving.
    """
    change = np.abs(planes - earlier).max(axis=0)
    return neighbourhood(neighbourhood(change, 1).mean(axis=0, dtype=np.float32), 1).max(axis=0)


def goes_on(planes: Floats, memory: Memory | None, parameters: EdgeParameters) -> bool:
    """Whether a frame uses the memory of the one before it.

    False at the start, after a reset, at a scene cut, and with smoothing switched off.
    """
    if memory is None or parameters.keep_still >= 1.0:
        return False
    return bool(np.abs(planes - memory.planes).mean() <= SCENE_CUT)


def smooth_over_time(
    alpha: Floats, planes: Floats, memory: Memory | None, parameters: EdgeParameters
) -> tuple[Floats, Floats]:
    """Average alpha with its past where the picture is still; take the new alpha where it moves.

    The picture is compared with one that is averaged with the same weights as alpha. So a slow
    drift accumulates until it counts as motion, and no old alpha remains where the picture is new.

    Args:
        alpha: float32 (h, w), the network's, in [0, 1].
        planes: float32 (3, h, w), from `shrink`.
        memory: State from the frame before; None at the start and after a reset.
        parameters: For keep_still, motion_low and motion_high.

    Returns:
        (alpha, planes) for the next `Memory`; alpha is the result.
    """
    if memory is None or not goes_on(planes, memory, parameters):
        return alpha, planes
    low, high = np.float32(parameters.motion_low), np.float32(parameters.motion_high)
    share = np.clip((motion(planes, memory.planes) - low) / (high - low), 0.0, 1.0)
    share = share * share * (3.0 - 2.0 * share)
    share = np.float32(parameters.keep_still) * (1.0 - share) + share
    return (
        (memory.alpha + share * (alpha - memory.alpha)).astype(np.float32),
        (memory.planes + share * (planes - memory.planes)).astype(np.float32),
    )


def label_components(mask: Masks) -> Labels:
    """Connected components of a mask and of its complement together, int32 (h, w).

    A label is the smallest flat index of its component. True pixels are 8-connected, False ones
    4-connected, so that a diagonal line of True pixels separates its two sides.
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


def enclosed(labels: Labels) -> Masks:
    """Labels of components that do not touch the picture's border: bool (h * w,)."""
    inside = np.ones(labels.size, bool)
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        inside[edge] = False
    return inside


def age_holes(solid: Masks, labels: Labels, hole_age: Bytes, ticks: int) -> tuple[Labels, Bytes]:
    """Age of each hole in ticks: how long it has been there, or evidence that it is real.

    A real gap opens from outside: the background between arm and body was outside the person in
    the frame before. A false hole of the network appears in the middle of a person. So:

    1. A hole's age is `ticks` more than the largest age under it, at most HOLE_TICKS.
    2. A pixel that was outside counts with the largest age: the hole is accepted at once.
    3. That evidence needs a component that was there before. If too much of the hole's rim was not
       solid either (see RIM_DOUBT), the component is new, and only pixels in older holes count.

    Args:
        solid: bool (h, w).
        labels: int32 (h, w), from `label_components`.
        hole_age: uint8 (h, w), of the frame before; see WAS_SOLID in `setting_parameters`.
        ticks: Ticks since the frame before.

    Returns:
        (ages, hole_age): int32 (h * w,), at the labels of holes, 0 to HOLE_TICKS, HOLE_TICKS
        elsewhere; uint8 (h, w) for the next frame.
    """
    is_inside = enclosed(labels)[labels]
    is_hole = ~solid & is_inside
    past = (hole_age & (WAS_SOLID - 1)).astype(np.int32)
    lasting = np.where(hole_age <= HOLE_TICKS, past, 0)
    oldest, lasted, rim = np.zeros((3, labels.size), np.int32)
    np.maximum.at(oldest, labels[is_hole], past[is_hole])
    np.maximum.at(lasted, labels[is_hole], lasting[is_hole])
    for here, there in (
        (np.s_[1:], np.s_[:-1]),
        (np.s_[:-1], np.s_[1:]),
        (np.s_[:, 1:], np.s_[:, :-1]),
        (np.s_[:, :-1], np.s_[:, 1:]),
    ):
        is_side = is_hole[here] & solid[there]
        sides = np.where(hole_age[there] >= WAS_SOLID, 1, -RIM_DOUBT)
        np.add.at(rim, labels[here][is_side], sides[is_side])
    ages = np.full(labels.size, HOLE_TICKS, np.int32)
    found = np.unique(labels[is_hole])
    earned = np.where(rim >= 0, oldest, lasted)[found]
    ages[found] = np.minimum(earned + ticks, HOLE_TICKS)
    left = np.where(hole_age == UNKNOWN_PAST, 0, np.maximum(past - ticks, 0))
    after = np.where(is_inside, ages[labels], OUTSIDE)
    return ages, np.where(solid, WAS_SOLID + left, after).astype(np.uint8)


def remove_specks(
    alpha: Floats,
    chosen: Masks,
    hole_age: Bytes,
    parameters: EdgeParameters,
    *,
    largest_only: bool,
) -> tuple[Floats, Masks, Bytes]:
    """Remove specks, fill small and new holes, keep one component on request; all gradually.

    Area counts the solid core only: a component that is half transparent throughout, or has little
    core, is a false detection. A component fades with its core's area and share. With
    `largest_only`, pixels of the last choice count twice, so that two components of similar size do
    not take turns.

    A new hole, see `age_holes`, is filled with the weight of the component around it, and so are
    the specks in it, which are remains of that component.

    Args:
        alpha: float32 (h, w) in [0, 1].
        chosen: bool (h, w), from the frame before.
        hole_age: uint8 (h, w), from the frame before.
        parameters: For speck_area, hole_area, component_reach and ticks.
        largest_only: Keep one component alone.

    Returns:
        (alpha, chosen, hole_age): alpha, where up to SNAP is 0 and from 1 - SNAP on is 1.
    """
    solid = alpha > np.float32(SOLID_ALPHA)
    labels = label_components(solid)
    height, width = alpha.shape
    size = height * width
    counts = np.where(solid, alpha >= np.float32(CORE_ALPHA), True)
    area = np.bincount(labels.reshape(-1), weights=counts.reshape(-1), minlength=size)
    area = area.astype(np.float32)
    is_inside = enclosed(labels)

    weight = np.clip(2.0 * area / np.float32(parameters.speck_area) - 1.0, 0.0, 1.0)
    extent = np.maximum(np.bincount(labels.reshape(-1), minlength=size), 1).astype(np.float32)
    trust = (area / extent - np.float32(DOUBTED_SHARE)) / np.float32(TRUSTED_SHARE - DOUBTED_SHARE)
    weight = np.minimum(weight, np.clip(trust, 0.0, 1.0))
    if largest_only:
        held = np.bincount(labels.reshape(-1), weights=chosen.reshape(-1), minlength=size)
        is_solid = np.zeros(size, bool)
        is_solid[labels[solid]] = True
        score = np.where(is_solid, area + held, -1.0)
        keep = int(score.argmax())
        weight = np.where(np.arange(size) == keep, weight, 0.0)
        chosen = solid & (labels == keep)
    fill = np.clip(2.0 - 2.0 * area / np.float32(parameters.hole_area), 0.0, 1.0)
    fill = np.where(is_inside, fill, 0.0)
    ages, hole_age = age_holes(solid, labels, hole_age, parameters.ticks)
    newness = np.clip(2.0 - 2.0 * ages.astype(np.float32) / np.float32(HOLE_TICKS), 0.0, 1.0)

    # The component around one that touches no border lies left of its first pixel.
    around = np.where(is_inside, labels.reshape(-1)[np.arange(size) - 1], 0)
    hole_label = np.where(solid, around[labels], labels)  # for a speck, the hole around it
    new = np.where(is_inside[labels], newness[hole_label], 0.0).astype(np.float32)
    new_weight = new * weight[around[hole_label]].astype(np.float32)
    solid_weight = np.where(solid, weight[labels], 0.0).astype(np.float32)
    solid_weight = np.maximum(solid_weight, new_weight)
    hole = np.where(solid, 0.0, fill[labels]).astype(np.float32)
    hole = np.maximum(hole, new)
    filled = np.maximum(alpha, neighbourhood(hole, 1).max(axis=0))
    reach = neighbourhood(solid_weight, parameters.component_reach).max(axis=0)
    cleaned = filled * np.where(solid, solid_weight, reach)
    snap = np.float32(SNAP)
    alpha = np.clip((cleaned - snap) / (1 - 2 * snap), 0.0, 1.0).astype(np.float32)
    return alpha, chosen, hole_age


def without_garbage(alpha: Floats, areas: Bytes) -> Floats:
    """Remove alpha in garbage areas, before connected components are found.

    So a person in a garbage area cannot be the largest component, and soft alpha around them is
    removed as well.

    Args:
        alpha: float32 (h, w) in [0, 1].
        areas: uint8 (3, h, w), from `small_areas`.
    """
    share = areas[GARBAGE].astype(np.float32) / np.float32(255.0)
    return alpha * (np.float32(1.0) - share)


def softened(coefficients: Floats, wide: Floats, areas: Bytes) -> Floats:
    """Take the coefficients of wide windows in soft areas, so that edges are gradual there.

    Alpha then follows the picture from farther away: into hair that the network does not see, and
    over all of an edge that motion has blurred. Far from edges alpha stays as it is.

    Args:
        coefficients: float32 (4, h, w).
        wide: float32 (4, h, w), of a guided filter with `EdgeParameters.soft_radius`.
        areas: uint8 (3, h, w), from `small_areas`.
    """
    share = areas[SOFT].astype(np.float32) / np.float32(255.0)
    return coefficients * (np.float32(1.0) - share) + wide * share


def within_areas(coefficients: Floats, areas: Bytes, parameters: EdgeParameters) -> Floats:
    """Change the coefficients so that alpha is 0 in garbage, 1 in keep areas, and between at edges.

    The slopes go to 0 and the offset to the value at which the ramp begins or ends, for any
    threshold and softness. So the picture's edges shape alpha up to an area's outline only.

    Args:
        coefficients: float32 (4, h, w), of the guided filter.
        areas: uint8 (3, h, w), from `small_areas`.
        parameters: For the ramp.
    """
    one = np.float32(1.0)
    garbage = areas[GARBAGE].astype(np.float32) / np.float32(255.0)
    keep = areas[KEEP].astype(np.float32) / np.float32(255.0)
    low = np.float32(parameters.ramp_low)
    high = low + one / np.float32(parameters.ramp_slope)
    out = coefficients * (one - keep)
    out[3] += keep * high
    out = out * (one - garbage)
    out[3] += garbage * low
    return out.astype(np.float32)
