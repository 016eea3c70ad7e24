"""CudaPlanes: the planes of `gpu_unet.frame_planes` in device memory, a batch's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gpu_unet.cuda.arena import DeviceArray
from gpu_unet.cuda.kernels.blur import PLANES
from gpu_unet.cuda.kernels.smooth import partial_count
from gpu_unet.cuda.tables import FrameTables
from gpu_unet.edge_parameters import EdgeParameters
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_planes import FramePlanes, Sizes, flat, numbers, plane
from gpu_unet.kernels.plane_numbers import MOMENTS, SHARES, SUMS


@dataclass(frozen=True, slots=True)
class BatchBuffers:
    """The device memory of one batch in flight, by the names that `CudaPlanes` has.

    Attributes:
        params: float32, from `FramePath.pack`.
        frames: (B, *frame shape), of the frame format.
        background_index: int32 (B,): row of `backgrounds`, -1 for none.
        backgrounds: (2 * B, *frame shape), shared by all batches in flight.
        faults: int32 (2,), 1 if an alpha is NaN or outside [0, 1]: of composited frames, of a
            film's incoming frames.
        out: (B, *frame shape).
        out_alpha: uint8 (B, height, width).
        observations: uint8 (B, h, w, 4): the network's R, G, B and its alpha.
        given: uint8 (h, w, channels), from `GivenInputs`; None for a network that reads the frame
            alone.
        areas: uint8 (3, h, w), from `small_areas`; read only where the settings have any.
    """

    params: DeviceArray
    frames: DeviceArray
    background_index: DeviceArray
    backgrounds: DeviceArray
    faults: DeviceArray
    out: DeviceArray
    out_alpha: DeviceArray
    observations: DeviceArray
    given: DeviceArray | None
    areas: DeviceArray


@dataclass(kw_only=True)
class CudaPlanes(FramePlanes):
    """Planes of a batch by name, the argument of every launcher; B is the first dimension.

    Attributes:
        frame_format: Format of frames, backgrounds and composites.
        tables: Tables for that format and the network's size.
        fixed: Parameters fixed by the network's size: radii, the blur's largest.
        sizes: Sizes of the planes.
        params, background_index, faults: Of the batch; see `BatchBuffers`.
        change ... light_sums: Scratch of the named stages.
    """

    frame_format: FrameFormat
    tables: FrameTables
    fixed: EdgeParameters
    sizes: Sizes
    params: DeviceArray
    background_index: DeviceArray
    faults: DeviceArray

    # One plane each: frames use them one after the other.
    change: Any = plane(is_per_frame=False, stages="smooth_over_time")
    partial: Any = plane(
        lambda s: (partial_count(height=s.height, width=s.width),),
        is_per_frame=False,
        stages="smooth_over_time",
    )
    labels: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    component_areas: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    extents: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    held: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    touches: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    oldest: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    lasted: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    rim: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    best: Any = plane(numbers(), dtype=np.int64, stages="remove_specks")
    weight: Any = plane(stages="remove_specks")
    hole: Any = plane(stages="remove_specks")
    wide: Any = plane(stages="remove_specks")
    moments: Any = plane(MOMENTS, stages="guide soften")
    window_coefficients: Any = plane(4, stages="guide soften")
    row_means: Any = plane(4, stages="guide soften")
    column_sums: Any = plane(SHARES, stages="estimate_colours")
    blur_sources: Any = plane(PLANES, stages="blur_original wrap_light")
    blur_columns: Any = plane(PLANES, stages="blur_original wrap_light")
    blurred: Any = plane(PLANES)  # three colours and the weight
    shadow_lines: Any = plane(
        lambda s: (s.height + 2 * s.shadow_radius, s.width), stages="cast_shadow"
    )
    light_sums: Any = plane(numbers(SUMS), stages="follow_light")
