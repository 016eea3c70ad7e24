"""The definition of a whole frame's way around the network: what an engine must compute."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gpu_unet.colour import to_rgb_matrix
from gpu_unet.frame_format import FrameFormat
from gpu_unet.reference.composite import SmallMatte, composite, enlarged_original
from gpu_unet.reference.edges import (
    apply_coefficients,
    blurred_original,
    guided_coefficients,
    light_wrap,
    plain_coefficients,
    unknown_colours,
)
from gpu_unet.reference.frames import shrink
from gpu_unet.reference.layer import lay, light_gains, shade, shadow_plane
from gpu_unet.reference.matte import (
    Memory,
    goes_on,
    remove_specks,
    smooth_over_time,
    softened,
    unknown_past,
    within_areas,
    without_garbage,
)
from gpu_unet.setting_parameters import edge_parameters, layer_parameters
from gpu_unet.settings import EngineSettings
from gpu_unet.small_areas import small_areas
from gpu_unet.ticks import USUAL_TICKS

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout


def replace_background(
    frame: Bytes,
    background: Bytes | None,
    network_alpha: Floats,
    memory: Memory | None,
    frame_format: FrameFormat,
    settings: EngineSettings,
    *,
    ticks: int = USUAL_TICKS,
) -> tuple[Bytes, Bytes, Memory]:
    """One frame, from the network's alpha to the composite.

    Args:
        frame: Of `frame_format`.
        background: Likewise; None for "blur" and "transparent".
        network_alpha: float32 (h, w) in [0, 1].
        memory: State from the frame before; None at the start.
        ticks: Ticks since the frame before; see `gpu_unet.ticks`.

    Returns:
        (composite, alpha, memory): a frame, uint8 (height, width), for the next frame.
    """
    edges = settings.edges
    height, width = network_alpha.shape
    parameters = edge_parameters(settings, height=height, width=width, ticks=ticks)
    planes = shrink(frame, frame_format, height=height, width=width)

    smoothed, kept_planes = smooth_over_time(network_alpha, planes, memory, parameters)
    chosen = np.zeros((height, width), bool) if memory is None else memory.chosen
    hole_age = unknown_past(height=height, width=width)
    if memory is not None and goes_on(planes, memory, parameters):
        hole_age = memory.hole_age
    areas = None
    if settings.areas:
        areas = small_areas(settings.areas, height=height, width=width)
    alpha, chosen, hole_age = remove_specks(
        smoothed if areas is None else without_garbage(smoothed, areas),
        chosen,
        hole_age,
        parameters,
        largest_only=edges.largest_only,
    )
    gains = None if memory is None else memory.gains

    coefficients = (
        guided_coefficients(alpha, planes, parameters)
        if edges.guided
        else plain_coefficients(alpha)
    )
    if areas is not None:
        wide = replace(parameters, guide_radius=parameters.soft_radius)
        coefficients = softened(coefficients, guided_coefficients(alpha, planes, wide), areas)
        coefficients = within_areas(coefficients, areas, parameters)
    ramped = apply_coefficients(coefficients, planes, parameters)
    colours = None
    if edges.foreground_colour:
        colours = unknown_colours(ramped, planes, parameters, to_rgb_matrix(frame_format))
    wrap = behind = None
    if settings.has_light_wrap or settings.matches_light:
        assert background is not None
        behind = shrink(background, frame_format, height=height, width=width)
    if settings.background == "blur":
        blurred = blurred_original(ramped, planes, parameters.blur_sigma)
        background = enlarged_original(blurred, frame_format, mirror=settings.mirror)
    elif settings.has_light_wrap and behind is not None:
        # The wrap is enlarged mirrored, the background is not.
        wrap = light_wrap(ramped, behind[..., ::-1] if settings.mirror else behind, parameters)
    out, alpha8 = composite(
        frame,
        None if settings.has_layer else background,
        SmallMatte(coefficients, colours, wrap),
        frame_format,
        parameters,
        linear_light=edges.linear_light,
        mirror=settings.mirror,
    )
    if settings.has_layer:
        layer = layer_parameters(
            settings,
            frame_height=frame_format.height,
            frame_width=frame_format.width,
            height=height,
            width=width,
            ticks=ticks,
        )
        shades = None
        if settings.has_shadow:
            shadow = shadow_plane(ramped, layer.shadow_radius)
            shades = shade(shadow, frame_format, layer, mirror=settings.mirror)
        if settings.matches_light and behind is not None:
            gains = light_gains(planes, ramped, behind, frame_format, layer, gains)
        out, alpha8 = lay(
            out,
            alpha8,
            background,
            shades,
            gains if settings.matches_light else None,
            frame_format,
            layer,
            linear_light=edges.linear_light,
            is_placed=settings.layer.is_placed,
        )
    return out, alpha8, Memory(smoothed, kept_planes, chosen, hole_age, gains)
