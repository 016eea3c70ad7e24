"""Reference of the person as a layer: placed, in the background's light, with a shadow."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import FrameFormat
from gpu_unet.reference.composite import (
    black_frame,
    from_coded_rgb,
    full_planes,
    join_planes,
    mix,
    pooled,
    scaled,
    to_byte,
    to_rgb,
)
from gpu_unet.reference.frames import frame_planes
from gpu_unet.setting_parameters import (
    LEAST_GAIN,
    LEAST_MEAN,
    LEAST_PERSON,
    MOST_GAIN,
    LayerParameters,
)

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout


def axis_weights(out_size: int, source_size: int, *, start: float, step: float, reach: float):
    """Tent filter of one axis: float32 (out_size, source_size), weight of each source pixel.

    A tent of half width `reach` averages a person that is scaled down and interpolates one that is
    scaled up. Pixels beyond the source are transparent and count in the sum of weights.
    """
    centre = (np.arange(out_size) + 0.5 - start) * step - 0.5
    beyond = int(np.ceil(reach)) + 1
    # Include as many places outside the source as any window with a source pixel reaches.
    place = np.arange(-2 * beyond, source_size + 2 * beyond)
    weights = np.maximum(0.0, 1.0 - np.abs(place - centre[:, None]) / reach)
    total = weights.sum(axis=1, keepdims=True)
    inside = weights[:, 2 * beyond : 2 * beyond + source_size]
    return (inside / np.maximum(total, 1e-6)).astype(np.float32)


def placed(
    person: Bytes, alpha: Bytes, frame_format: FrameFormat, parameters: LayerParameters
) -> tuple[Floats, Floats]:
    """The person's frame where it stands.

    Args:
        person: Of `frame_format`, not multiplied with alpha.
        alpha: uint8 (height, width).
        frame_format: Format of both and of the result.
        parameters: For the place.

    Returns:
        (coded colours, alpha): float32 (3, H, W), fractions, weighted by alpha where pixels
        are averaged, and float32 (H, W).
    """
    p = parameters
    height, width = alpha.shape
    rows = axis_weights(height, height, start=p.top, step=p.step, reach=p.reach)
    columns = axis_weights(width, width, start=p.left, step=p.step, reach=p.reach)
    share = alpha.astype(np.float32) / np.float32(255.0)
    total = rows @ share @ columns.T
    sums = rows @ (full_planes(person, frame_format) * share) @ columns.T
    return (sums / np.maximum(total, np.float32(1e-6))).astype(np.float32), total


def shadow_plane(ramped: Floats, radius: int) -> Floats:
    """The person's shadow at the network's size, with a margin of `radius` on all sides.

    Alpha, filtered by a separable triangle of `radius`. Below the frame the last row repeats, since
    frames cut people there; beyond the other sides alpha is 0.

    Args:
        ramped: float32 (h, w) in [0, 1], the final alpha at the network's size.
        radius: In network pixels.

    Returns:
        float32 (h + 2 radius, w + 2 radius) in [0, 1].
    """
    height, width = ramped.shape
    extended = np.pad(ramped, ((2 * radius, 0), (2 * radius, 2 * radius)))
    extended = np.pad(extended, ((0, 2 * radius), (0, 0)), mode="edge")
    taps = radius + 1.0 - np.abs(np.arange(-radius, radius + 1))
    taps = (taps / (radius + 1) ** 2).astype(np.float32)
    rows = np.zeros((height + 2 * radius, width + 4 * radius), np.float32)
    for k, tap in enumerate(taps):
        rows += tap * extended[k : k + height + 2 * radius]
    out = np.zeros((height + 2 * radius, width + 2 * radius), np.float32)
    for k, tap in enumerate(taps):
        out += tap * rows[:, k : k + width + 2 * radius]
    return out


def shade(
    shadow: Floats, frame_format: FrameFormat, parameters: LayerParameters, *, mirror: bool
) -> Floats:
    """Share of the background's light that the shadow takes: float32 (H, W) in [0, 1].

    Args:
        shadow: From `shadow_plane`.
        frame_format: Format of the composite.
        parameters: For the place and the strength.
        mirror: Whether the person is mirrored; the shadow falls to the same side either way.
    """
    p = parameters
    radius = p.shadow_radius
    height, width = shadow.shape[0] - 2 * radius, shadow.shape[1] - 2 * radius
    y = (np.arange(frame_format.height) + 0.5 - p.top) * p.step - p.shadow_down
    x = (np.arange(frame_format.width) + 0.5 - p.left) * p.step - p.shadow_across
    if mirror:
        x = frame_format.width - x
    v = y * (height / frame_format.height) - 0.5 + radius
    u = x * (width / frame_format.width) - 0.5 + radius
    rows, columns = (
        np.maximum(0.0, 1.0 - np.abs(np.arange(size) - at[:, None])).astype(np.float32)
        for size, at in zip(shadow.shape, (v, u), strict=True)
    )
    return np.float32(p.shadow) * (rows @ shadow @ columns.T)


def light_gains(
    planes: Floats,
    ramped: Floats,
    behind: Floats,
    frame_format: FrameFormat,
    parameters: LayerParameters,
    before: Floats | None,
) -> Floats:
    """Factors of the person's R, G and B that make them as bright as the background.

    Args:
        planes: float32 (3, h, w), the frame's.
        ramped: float32 (h, w), the final alpha at this size.
        behind: float32 (3, h, w), the background's.
        frame_format: Format of both.
        parameters: For gain_step.
        before: float32 (3,), of the frame before; None at the start.

    Returns:
        float32 (3,): `gain_step` of the way from `before` to this frame's own gains; `before`, or
        ones, if the frame shows too little of a person.
    """
    person = (to_rgb(planes, frame_format) * ramped).sum(axis=(1, 2))
    weight = ramped.sum()
    if weight < LEAST_PERSON * ramped.size:
        return np.ones(3, np.float32) if before is None else before
    wanted = to_rgb(behind, frame_format).mean(axis=(1, 2))
    least = np.float32(LEAST_MEAN)
    gains = np.maximum(wanted, least) / np.maximum(person / weight, least)
    gains = np.clip(gains, LEAST_GAIN, MOST_GAIN).astype(np.float32)
    return gains if before is None else before + np.float32(parameters.gain_step) * (gains - before)


def lay(
    person: Bytes,
    alpha: Bytes,
    background: Bytes | None,
    shades: Floats | None,
    gains: Floats | None,
    frame_format: FrameFormat,
    parameters: LayerParameters,
    *,
    linear_light: bool,
    is_placed: bool,
) -> tuple[Bytes, Bytes]:
    """The person over the background.

    Args:
        person: Of `frame_format`, from `composite` over nothing; mirrored already.
        alpha: uint8 (height, width), likewise.
        background: Of `frame_format`; None: the person's colour over black.
        shades: From `shade`; None for none.
        gains: float32 (3,), from `light_gains`; None for ones.
        frame_format: Format of all pictures.
        parameters: For the place and how far gains are followed.
        is_placed: Whether the person stands elsewhere than in the frame.

    Returns:
        (frame, alpha): of `frame_format`, and uint8 (height, width).
    """
    if is_placed:
        coded, share = placed(person, alpha, frame_format, parameters)
        alpha8 = to_byte(share)
    else:
        coded, alpha8 = full_planes(person, frame_format), alpha
    rgb = to_rgb(coded, frame_format)
    if gains is not None:
        follow = np.float32(1.0) + np.float32(parameters.match) * (gains - np.float32(1.0))
        rgb = np.clip(scaled(rgb, follow[:, None, None], frame_format), 0.0, 1.0)
    share = alpha8.astype(np.float32) / np.float32(255.0)
    if background is None:
        behind, mixed, weight = black_frame(frame_format), rgb, share
    else:
        behind = background
        behind_rgb = to_rgb(full_planes(background, frame_format), frame_format)
        if shades is not None:
            behind_rgb = scaled(behind_rgb, np.float32(1.0) - shades, frame_format)
        mixed = mix(rgb, behind_rgb, share, frame_format, linear_light=linear_light)
        weight = np.ones_like(share)
    is_empty = alpha8 == 0
    if shades is not None:
        is_empty &= shades == 0.0
    is_whole = (alpha8 == 255) & (not is_placed and gains is None)
    planes = []
    for out, ours, theirs in zip(
        from_coded_rgb(mixed, weight, frame_format),
        frame_planes(person, frame_format),
        frame_planes(behind, frame_format),
        strict=True,
    ):
        side = (alpha.shape[0] // out.shape[0], alpha.shape[1] // out.shape[1])
        all_whole = pooled(is_whole, side).all(axis=(1, 3))
        all_empty = pooled(is_empty, side).all(axis=(1, 3))
        planes.append(np.where(all_whole, ours, np.where(all_empty, theirs, out)))
    return join_planes(planes, frame_format), alpha8
