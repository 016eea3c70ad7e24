"""Reference of the full-size pass: final alpha, colours of the unknown region, composite."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.colour import black, from_rgb_matrix, light_tables, linear_steps, to_rgb_matrix
from gpu_unet.frame_format import FrameFormat
from gpu_unet.reference.edges import ramp, unmix
from gpu_unet.reference.frames import enlarge_to, frame_planes
from gpu_unet.setting_parameters import EdgeParameters

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout


class SmallMatte(NamedTuple):
    """Results of the stages at the network's size, input of the full-size pass.

    Attributes:
        coefficients: float32 (4, h, w), from `guided_coefficients` or `plain_coefficients`.
        colours: float32 (7, h, w), from `unknown_colours`; None leaves the frame's own colours.
        wrap: float32 (4, h, w), from `light_wrap`; None for none.
    """

    coefficients: Floats
    colours: Floats | None
    wrap: Floats | None


def to_byte(value: Floats) -> Bytes:
    """Round fractions of 255 to uint8, halves upwards, clamped."""
    return np.clip(np.floor(value * np.float32(255.0) + np.float32(0.5)), 0, 255).astype(np.uint8)


def to_samples(value: Floats, frame_format: FrameFormat) -> Bytes:
    """Round fractions of the largest code to samples, halves upwards, clamped."""
    most = frame_format.row.most
    rounded = np.floor(value * np.float32(most) + np.float32(0.5))
    return np.clip(rounded, 0, most).astype(frame_format.dtype)


def full_planes(frame: Bytes, frame_format: FrameFormat) -> Floats:
    """float32 (3, height, width), fractions; chroma repeated over the pixels that share it."""
    row = frame_format.row
    planes = [
        plane
        if plane.shape == (frame_format.height, frame_format.width)
        else plane.repeat(row.down, axis=0).repeat(row.across, axis=1)
        for plane in frame_planes(frame, frame_format)
    ]
    return np.stack(planes).astype(np.float32) / np.float32(row.most)


def to_rgb(planes: Floats, frame_format: FrameFormat) -> Floats:
    """float32 (3, ...) RGB clamped to [0, 1] from coded fractions (3, ...)."""
    matrix = to_rgb_matrix(frame_format)
    rgb = np.tensordot(matrix[:, :3], planes, 1) + matrix[:, 3].reshape(3, *[1] * (planes.ndim - 1))
    return np.clip(rgb, 0.0, 1.0).astype(np.float32)


def join_planes(planes: list[Bytes], frame_format: FrameFormat) -> Bytes:
    """A frame from its three planes of samples."""
    if frame_format.layout == "rgb":
        return np.stack(planes, axis=-1)
    return np.concatenate([p.reshape(-1) for p in planes]).reshape(frame_format.shape)


def black_frame(frame_format: FrameFormat) -> Bytes:
    """A frame of black."""
    shape = (frame_format.height, frame_format.width)
    shared = (shape[0] // frame_format.row.down, shape[1] // frame_format.row.across)
    shapes = (shape, shared, shared)
    return join_planes(
        [
            np.full(s, v, frame_format.dtype)
            for s, v in zip(shapes, black(frame_format), strict=True)
        ],
        frame_format,
    )


def enlarged_original(blurred: Floats, frame_format: FrameFormat, *, mirror: bool = False) -> Bytes:
    """The blurred background as a frame: float32 (3, h, w), each plane enlarged to its own size."""
    shapes = [p.shape for p in frame_planes(black_frame(frame_format), frame_format)]
    planes = [
        to_samples(enlarge_to(plane, height=shape[0], width=shape[1], mirror=mirror), frame_format)
        for plane, shape in zip(blurred, shapes, strict=True)
    ]
    return join_planes(planes, frame_format)


def mirrored(frame: Bytes, frame_format: FrameFormat) -> Bytes:
    """The frame reversed left to right."""
    planes = [p[:, ::-1] for p in frame_planes(frame, frame_format)]
    return join_planes(planes, frame_format)


def despill(person: Floats, green_amount: Floats, alpha: Floats) -> Floats:
    """Remove a green screen's spill from the person's RGB, float32 (3, ...)."""
    red, green, blue = person
    # Fades out towards alpha 1, where the neighbouring pixel is the frame's own.
    amount = green_amount * np.minimum(1.0, 4.0 * (1.0 - alpha))
    limit = np.minimum(green, np.maximum(red, blue))
    return np.stack([red, green + amount * (limit - green), blue]).astype(np.float32)


def mix(
    person: Floats,
    background: Floats,
    alpha: Floats,
    frame_format: FrameFormat,
    *,
    linear_light: bool,
) -> Floats:
    """Mix alpha * person + (1 - alpha) * background in coded values or in linear light.

    All float32 in [0, 1]; with `linear_light` both colours are first rounded to the layout's bits,
    and the result is a code of as many, by lookup tables.
    """
    if not linear_light:
        return alpha * person + (1.0 - alpha) * background
    front, back = (in_light(colour, frame_format) for colour in (person, background))
    return from_light(alpha * front + (1.0 - alpha) * back, frame_format)


def in_light(coded: Floats, frame_format: FrameFormat) -> Floats:
    """Linear light of a coded channel, both in [0, 1], rounded to a code on the way."""
    return light_tables(frame_format)[0][to_samples(coded, frame_format)]


def from_light(light: Floats, frame_format: FrameFormat) -> Floats:
    """The code of linear light: a fraction of the largest code."""
    steps = np.float32(linear_steps(frame_format.bits))
    place = np.sqrt(np.sqrt(light)) if frame_format.is_hdr else light
    code = light_tables(frame_format)[1][(place * steps + np.float32(0.5)).astype(np.int32)]
    return code.astype(np.float32) / np.float32(frame_format.row.most)


def scaled(coded: Floats, factor: Floats, frame_format: FrameFormat) -> Floats:
    """A coded channel times a factor; of HDR the light times its square, at most 1."""
    if not frame_format.is_hdr:
        return coded * factor
    light = np.minimum(in_light(coded, frame_format) * factor * factor, np.float32(1.0))
    return from_light(light, frame_format)


def composite(
    frame: Bytes,
    background: Bytes | None,
    small: SmallMatte,
    frame_format: FrameFormat,
    parameters: EdgeParameters,
    *,
    linear_light: bool = True,
    mirror: bool = False,
) -> tuple[Bytes, Bytes]:
    """The composite of one frame and its alpha.

    Where alpha is 255 the frame's own samples are returned, where it is 0 the background's; the
    same holds for chroma if it holds for all pixels that share it.

    Args:
        frame: Of `frame_format`.
        background: Likewise; None returns the person's own colour, not multiplied by alpha,
            over black.
        small: At the network's size.
        frame_format: Format of frame, background and result.
        parameters: For the ramp.
        mirror: Reverse the frame and its alpha, not the background.

    Returns:
        (frame, alpha): of `frame_format`, and uint8 (height, width).
    """
    height, width = frame_format.height, frame_format.width
    if mirror:
        frame = mirrored(frame, frame_format)

    def enlarged(planes: Floats) -> Floats:
        return enlarge_to(planes, height=height, width=width, mirror=mirror)

    pixel = full_planes(frame, frame_format)
    coefficients = enlarged(small.coefficients)
    alpha8 = to_byte(ramp((coefficients[:3] * pixel).sum(axis=0) + coefficients[3], parameters))
    alpha = alpha8.astype(np.float32) / np.float32(255.0)

    if small.colours is None:
        person = to_rgb(pixel, frame_format)
    else:
        colours = enlarged(small.colours)
        person = to_rgb(unmix(pixel, alpha, colours[:3], colours[3:6]), frame_format)
        person = despill(person, colours[6], alpha)
    is_person = alpha8 == 255
    if small.wrap is not None:
        wrap = enlarged(small.wrap)
        light = np.maximum(to_rgb(wrap[:3], frame_format) - person, 0.0)
        person = person + wrap[3] * light
        is_person &= wrap[3] == 0.0
    if background is None:
        behind = black_frame(frame_format)
        mixed, weight = person, alpha
    else:
        behind = background
        behind_rgb = to_rgb(full_planes(background, frame_format), frame_format)
        mixed = mix(person, behind_rgb, alpha, frame_format, linear_light=linear_light)
        weight = np.ones_like(alpha)
    coded = from_coded_rgb(mixed, weight, frame_format)
    planes = []
    for out, ours, theirs in zip(
        coded, frame_planes(frame, frame_format), frame_planes(behind, frame_format), strict=True
    ):
        step = (height // out.shape[0], width // out.shape[1])
        all_person = pooled(is_person, step).all(axis=(1, 3))
        all_background = pooled(alpha8 == 0, step).all(axis=(1, 3))
        planes.append(np.where(all_person, ours, np.where(all_background, theirs, out)))
    return join_planes(planes, frame_format), alpha8


def pooled(plane: npt.NDArray, step: tuple[int, int]) -> npt.NDArray:
    """(h / down, down, w / across, across) view of (h, w), for (down, across)."""
    height, width = plane.shape
    down, across = step
    return plane.reshape(height // down, down, width // across, across)


def from_coded_rgb(rgb: Floats, weight: Floats, frame_format: FrameFormat) -> list[Bytes]:
    """The planes of RGB float32 (3, h, w); chroma from the weighted mean of its pixels."""
    if frame_format.layout == "rgb":
        return [to_samples(plane, frame_format) for plane in rgb]
    step = (frame_format.row.down, frame_format.row.across)
    matrix = from_rgb_matrix(frame_format)
    total = pooled(weight, step).sum(axis=(1, 3))
    mean = np.stack([pooled(plane * weight, step).sum(axis=(1, 3)) for plane in rgb])
    mean = mean / np.maximum(total, np.float32(1e-3)) if step != (1, 1) else rgb
    luma = np.tensordot(matrix[0, :3], rgb, 1) + matrix[0, 3]
    chroma = np.tensordot(matrix[1:, :3], mean, 1) + matrix[1:, 3, None, None]
    return [to_samples(plane.astype(np.float32), frame_format) for plane in (luma, *chroma)]
