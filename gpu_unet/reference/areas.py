"""Reference of drawn areas: how they change the matte."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.edge_parameters import EdgeParameters
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout


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
