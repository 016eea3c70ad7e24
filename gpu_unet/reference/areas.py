"""The definition of what drawn areas do to the matte."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.edge_parameters import EdgeParameters
from gpu_unet.small_areas import GARBAGE, KEEP

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout


def without_garbage(alpha: Floats, areas: Bytes) -> Floats:
    """Smoothed alpha without what lies in a garbage area, before components are told apart.

    What is not there can be no largest figure, and holds no soft alpha of its neighbour.

    Args:
        alpha: float32 (h, w) in [0, 1].
        areas: uint8 (2, h, w), from `small_areas`.
    """
    share = areas[GARBAGE].astype(np.float32) / np.float32(255.0)
    return alpha * (np.float32(1.0) - share)


def within_areas(coefficients: Floats, areas: Bytes, parameters: EdgeParameters) -> Floats:
    """Coefficients whose alpha is 0 in garbage, 1 in what is kept, and between along their edges.

    The offset goes to where the ramp begins and ends, whatever threshold and softness are: so the
    frame's own edges are followed up to an area and nowhere across it.

    Args:
        coefficients: float32 (4, h, w), of the guided filter.
        areas: uint8 (2, h, w), from `small_areas`.
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
