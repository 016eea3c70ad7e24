"""Reference of the edge stages: guided filter, unknown region's colours, blur, light wrap."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet import setting_parameters as numbers
from gpu_unet.setting_parameters import GREEN_HIGH, GREEN_LOW, EdgeParameters

Floats = npt.NDArray[np.floating]  # float32 throughout

TINY_WEIGHT = np.float32(numbers.TINY_WEIGHT)
GAP_WEIGHT = np.float32(numbers.GAP_WEIGHT)
GUIDE_RESIDUAL = np.float32(numbers.GUIDE_RESIDUAL)


def window_sum(planes: Floats, taps: Floats, axis: int) -> Floats:
    """Weighted window sum along one axis; pixels beyond the edge are 0. float32, as `planes`."""
    radius = len(taps) // 2
    pad = [(0, 0)] * planes.ndim
    pad[axis] = (radius, radius)
    padded = np.pad(planes, pad)
    size = planes.shape[axis]
    total = np.zeros_like(planes)
    for k, tap in enumerate(taps):
        total += tap * np.take(padded, np.arange(k, k + size), axis=axis)
    return total


def box_mean(planes: Floats, radius: int) -> Floats:
    """Mean over the part of a (2 radius + 1)^2 window that lies inside; float32 (..., h, w)."""
    taps = np.ones(2 * radius + 1, np.float32)
    total = window_sum(window_sum(planes, taps, -2), taps, -1)
    ones = np.ones(planes.shape[-2:], np.float32)
    return total / window_sum(window_sum(ones, taps, -2), taps, -1)


def gaussian_taps(sigma: float) -> Floats:
    """float32 (2 r + 1,) that sum to 1, r = ceil(3 sigma)."""
    radius = int(np.ceil(3.0 * sigma))
    taps = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    return (taps / taps.sum()).astype(np.float32)


def gaussian(planes: Floats, sigma: float) -> Floats:
    """Gaussian window sum; pixels beyond the edge are 0. float32 (..., h, w)."""
    taps = gaussian_taps(sigma)
    return window_sum(window_sum(planes, taps, -2), taps, -1)


def guided_coefficients(alpha: Floats, planes: Floats, parameters: EdgeParameters) -> Floats:
    """Fast guided filter with a three-plane guide: alpha as a linear function of the picture.

    A pixel's function is the mean of those of the windows around it, weighted by how well each
    explains alpha.

    Args:
        alpha: float32 (h, w) in [0, 1].
        planes: float32 (3, h, w), fractions.
        parameters: For guide_radius and guide_epsilon.

    Returns:
        float32 (4, h, w): alpha of a full-size pixel is c[0:3] . pixel + c[3], the coefficients
        enlarged to its place and the pixel in fractions.

    Source: He, Sun, Tang 2013, "Guided Image Filtering", section 3.4; He, Sun 2015, "Fast
    Guided Filter", https://arxiv.org/abs/1505.00996; weights: Chen, Wu 2020, "Weighted
    aggregation for guided image filtering", https://doi.org/10.1007/s11760-019-01579-1
    """
    radius = parameters.guide_radius
    means = box_mean(planes, radius)
    mean_alpha = box_mean(alpha, radius)
    i, j = [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]
    xx, xy, xz, yy, yz, zz = box_mean(planes[i] * planes[j], radius) - means[i] * means[j]
    px, py, pz = box_mean(planes * alpha, radius) - means * mean_alpha
    epsilon = np.float32(parameters.guide_epsilon)
    xx, yy, zz = xx + epsilon, yy + epsilon, zz + epsilon
    # The inverse of a symmetric 3x3 matrix by its cofactors; epsilon keeps it regular.
    ixx, ixy, ixz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    iyy, iyz, izz = xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy
    scale = np.float32(1.0) / (xx * ixx + xy * ixy + xz * ixz)
    slope = np.stack(
        [
            (ixx * px + ixy * py + ixz * pz) * scale,
            (ixy * px + iyy * py + iyz * pz) * scale,
            (ixz * px + iyz * py + izz * pz) * scale,
        ]
    )
    offset = mean_alpha - (slope * means).sum(axis=0)
    residual = box_mean(alpha * alpha, radius) - mean_alpha * mean_alpha
    residual -= (slope * np.stack([px, py, pz])).sum(axis=0)
    weight = GUIDE_RESIDUAL / (np.maximum(residual, 0.0) + GUIDE_RESIDUAL)
    windows = np.concatenate([slope * weight, [offset * weight], [weight]])
    total = box_mean(windows, radius)
    return total[:4] / total[4]


def plain_coefficients(alpha: Floats) -> Floats:
    """The same form without a guide: plain bilinear enlargement of alpha. float32 (4, h, w)."""
    return np.concatenate([np.zeros((3, *alpha.shape), np.float32), alpha[None]])


def ramp(alpha: Floats, parameters: EdgeParameters) -> Floats:
    """Threshold and softness: clamp((alpha - ramp_low) * ramp_slope)."""
    low, slope = np.float32(parameters.ramp_low), np.float32(parameters.ramp_slope)
    return np.clip((alpha - low) * slope, 0.0, 1.0).astype(np.float32)


def apply_coefficients(coefficients: Floats, planes: Floats, parameters: EdgeParameters) -> Floats:
    """Ramped alpha from coefficients and picture of the same size: float32 (h, w) in [0, 1]."""
    return ramp((coefficients[:3] * planes).sum(axis=0) + coefficients[3], parameters)


def unknown_colours(
    alpha: Floats, planes: Floats, parameters: EdgeParameters, to_rgb_matrix: Floats
) -> Floats:
    """Colours of person and original background in the unknown region, where both are mixed.

    Two passes of blur fusion: a wide window reaches across the region, a near one keeps the colour
    local. In each, the person's colour is the mean weighted by alpha, the background's the mean
    weighted by 1 - alpha. The residual of their mixture goes to the person (`unmix`): after the
    first pass here, after the second in the composite.

    Args:
        alpha: float32 (h, w), ramped, in [0, 1].
        planes: float32 (3, h, w), fractions.
        parameters: For wide_radius and near_radius.
        to_rgb_matrix: float32 (3, 4), of the frame's coding.

    Returns:
        float32 (7, h, w): person's colour, the background's (`unmix` applies them), and how much
        that is a green screen, in [0, 1].

    Source: Forte, Pitie 2021, "Approximate Fast Foreground Colour Estimation" (ICIP).
    """
    original_alpha = 1.0 - alpha
    person = weighted_mean(planes, alpha, parameters.wide_radius)
    original = weighted_mean(planes, original_alpha, parameters.wide_radius)
    person = unmix(planes, alpha, person, original)
    near_person = weighted_mean(person, alpha, parameters.near_radius, person)
    near_original = weighted_mean(original, original_alpha, parameters.near_radius, original)
    green = green_amount(near_original, to_rgb_matrix)
    return np.concatenate([near_person, near_original, green[None]])


def green_amount(original: Floats, to_rgb_matrix: Floats) -> Floats:
    """How much of a green screen a background's coded colour (3, h, w) is: float32 (h, w)."""
    red, green, blue = (
        np.tensordot(to_rgb_matrix[:, :3], original, 1) + to_rgb_matrix[:, 3, None, None]
    )
    excess = green - np.maximum(red, blue)
    amount = (excess - np.float32(GREEN_LOW)) * np.float32(1.0 / (GREEN_HIGH - GREEN_LOW))
    return np.clip(amount, 0.0, 1.0).astype(np.float32)


def weighted_mean(
    planes: Floats, weight: Floats, radius: int, otherwise: Floats | None = None
) -> Floats:
    """Weighted window mean of planes; without any weight in the window, `otherwise`."""
    if otherwise is None:
        otherwise = planes
    total = box_mean(planes * weight, radius) + TINY_WEIGHT * otherwise
    return total / (box_mean(weight, radius) + TINY_WEIGHT)


def unmix(pixel: Floats, alpha: Floats, person: Floats, original: Floats) -> Floats:
    """The person's own colour in a mixed pixel, in [0, 1]: float32; arguments broadcast."""
    rest = pixel - alpha * person - (1.0 - alpha) * original
    return np.clip(person + alpha * rest, 0.0, 1.0).astype(np.float32)


def blurred_original(alpha: Floats, planes: Floats, sigma: float) -> Floats:
    """The original background without the person, blurred: a normalised convolution.

    Args:
        alpha: float32 (h, w), ramped.
        planes: float32 (3, h, w).
        sigma: In network pixels.

    Returns:
        float32 (3, h, w).
    """
    # GAP_WEIGHT matters only where no pure background is within reach, as between arm and body.
    weight = np.maximum(1.0 - widened(widened(alpha)), GAP_WEIGHT * (1.0 - alpha))
    total = gaussian(planes * weight, sigma)
    return total / (gaussian(weight, sigma) + np.float32(1e-6))


def widened(alpha: Floats) -> Floats:
    """Largest value of 3x3 pixels."""
    padded = np.pad(alpha, 1, mode="edge")
    height, width = alpha.shape
    return np.max(
        [padded[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)], axis=0
    )


def light_wrap(alpha: Floats, background: Floats, parameters: EdgeParameters) -> Floats:
    """The light wrap: the new background's blurred light over the person's edge.

    Args:
        alpha: float32 (h, w), ramped.
        background: float32 (3, h, w), the background at the network's size.
        parameters: For wrap_sigma and wrap_strength.

    Returns:
        float32 (4, h, w): the blurred background, then its share, 0 deep inside the person.
    """
    sigma = parameters.wrap_sigma
    inside = gaussian(np.ones_like(alpha), sigma)
    share = gaussian(1.0 - alpha, sigma) / inside
    # Half of a straight edge's window is background: from there outwards the wrap has 0.96 to all
    # of its strength.
    share = np.clip(2.0 * share - 0.04, 0.0, 1.0) * np.float32(parameters.wrap_strength)
    return np.concatenate([gaussian(background, sigma) / inside, share[None]]).astype(np.float32)
