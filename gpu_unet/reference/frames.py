"""Reference of the stages on whole frames: planes, resizing, colour, normalising."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.colour import INPUT_STEPS, to_rgb_matrix
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import NetworkInput, Observation, inputs_of
from gpu_unet.resampling import AxisPairs, AxisTaps, axis_pairs, axis_taps
from gpu_unet.transfer import view_table

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating]  # float32 throughout


def frame_planes(frame: Bytes, frame_format: FrameFormat) -> tuple[Bytes, Bytes, Bytes]:
    """Views of a frame's three planes: R, G, B or Y, U, V (U and V of the layout's size)."""
    if frame_format.layout == "rgb":
        return frame[..., 0], frame[..., 1], frame[..., 2]
    height, width = frame_format.height, frame_format.width
    flat = frame.reshape(-1)
    chroma_shape = (height // frame_format.row.down, width // frame_format.row.across)
    luma_size, chroma_size = height * width, chroma_shape[0] * chroma_shape[1]
    return (
        flat[:luma_size].reshape(height, width),
        flat[luma_size : luma_size + chroma_size].reshape(chroma_shape),
        flat[luma_size + chroma_size :].reshape(chroma_shape),
    )


def resample(plane: npt.NDArray, rows: AxisTaps, columns: AxisTaps) -> Floats:
    """float32 (out_height, out_width): `plane` resampled along both axes."""
    source = plane.astype(np.float32)
    row_index = rows.first[:, None] + np.arange(rows.weights.shape[1])
    source = (source[row_index] * rows.weights[..., None]).sum(axis=1, dtype=np.float32)
    column_index = columns.first[:, None] + np.arange(columns.weights.shape[1])
    return (source[:, column_index] * columns.weights).sum(axis=2, dtype=np.float32)


def shrink(frame: Bytes, frame_format: FrameFormat, *, height: int, width: int) -> Floats:
    """The frame's three planes at the network's size, in its own coding.

    Returns:
        float32 (3, height, width), fractions of the largest code. Each plane by exact area
        averaging where it is larger than the network's input, bilinear where it is smaller.
    """
    planes = [
        resample(plane, axis_taps(plane.shape[0], height), axis_taps(plane.shape[1], width))
        for plane in frame_planes(frame, frame_format)
    ]
    return np.stack(planes) / np.float32(frame_format.row.most)


def normalise(planes: Floats, frame_format: FrameFormat) -> Floats:
    """Network input: float32 (height, width, 3), RGB in [0, 1], from `shrink`'s planes.

    Rounded to `INPUT_STEPS`, so that it is the same in float16. HDR and log are looked up in
    `view_table`.
    """
    matrix = to_rgb_matrix(frame_format)
    rgb = np.einsum("ck,khw->hwc", matrix[:, :3], planes) + matrix[:, 3]
    table = view_table(frame_format)
    if table is not None:
        rgb = looked_up(table, np.clip(rgb, 0.0, 1.0).astype(np.float32))
    steps = np.float32(INPUT_STEPS)
    return np.floor(np.clip(rgb, 0.0, 1.0).astype(np.float32) * steps + np.float32(0.5)) / steps


def looked_up(table: Floats, rgb: Floats) -> Floats:
    """Colours (..., 3) in [0, 1], looked up in a table (n, n, n, 3), tetrahedral: float32."""
    last = table.shape[0] - 1
    place = rgb * np.float32(last)
    corner = np.minimum(place.astype(np.int32), last - 1)
    along = place - corner
    order = np.argsort(-along, axis=-1)
    shares = np.take_along_axis(along, order, axis=-1)
    # From the lowest corner to the highest, one index after the other, the farthest first.
    found = table[corner[..., 0], corner[..., 1], corner[..., 2]]
    before = found
    for step in range(3):
        corner = corner + (np.arange(3) == order[..., step : step + 1])
        at = table[corner[..., 0], corner[..., 1], corner[..., 2]]
        found = found + shares[..., step : step + 1] * (at - before)
        before = at
    return found


def given_channels(values: Bytes) -> Floats:
    """What a caller gives, as the network reads it: float32 of the same shape in [0, 1].

    Rounded to `INPUT_STEPS` like the frame: no byte lies half way between two steps, so every
    engine rounds alike.
    """
    steps = np.float32(INPUT_STEPS)
    codes = values.astype(np.float32)
    return np.floor(codes * (steps / np.float32(255.0)) + np.float32(0.5)) / steps


def network_input(
    frame: Bytes,
    frame_format: FrameFormat,
    given: Mapping[NetworkInput, Bytes],
    architecture: UNetArchitecture,
) -> Floats:
    """The network's whole input: float32 (height, width, in_channels) in [0, 1].

    Args:
        frame: Of `frame_format`.
        given: What the caller gives, uint8 (height, width, channels); the others are missing.
        architecture: At the network's size.
    """
    size = {"height": architecture.height, "width": architecture.width}
    parts = [normalise(shrink(frame, frame_format, **size), frame_format)]
    for which in inputs_of(architecture.in_channels):
        if which.source == "caller":
            missing = np.full((*size.values(), which.channels), which.missing, np.uint8)
            parts.append(given_channels(given.get(which, missing)))
    return np.concatenate(parts, axis=2)


def observation(network_rgb: Floats, network_alpha: Floats) -> Observation:
    """The network's input and output, rounded to bytes.

    Args:
        network_rgb: float32 (h, w, 3), from `normalise`.
        network_alpha: float32 (h, w) in [0, 1], as the network returned it.
    """

    def to_bytes(values: Floats) -> Bytes:
        return np.floor(values * np.float32(255.0) + np.float32(0.5)).astype(np.uint8)

    return Observation(to_bytes(network_rgb), to_bytes(network_alpha))


def enlarge(small: Floats, rows: AxisPairs, columns: AxisPairs) -> Floats:
    """Bilinear enlargement of float32 (..., h, w) to the sizes of the two tables."""
    upper = small[..., rows.low, :]
    enlarged_rows = upper + rows.fraction[:, None] * (small[..., rows.high, :] - upper)
    left = enlarged_rows[..., columns.low]
    return left + columns.fraction * (enlarged_rows[..., columns.high] - left)


def enlarge_to(small: Floats, *, height: int, width: int, mirror: bool = False) -> Floats:
    """`enlarge` to a size, reversed left to right if `mirror`."""
    return enlarge(
        small,
        axis_pairs(small.shape[-2], height),
        axis_pairs(small.shape[-1], width, mirror=mirror),
    )
