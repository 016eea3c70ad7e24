"""CudaPlanes: the planes of `gpu_unet.frame_planes` in device memory; FrameTables beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from gpu_unet.colour import black, coding_matrices, light_tables
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray, named_after
from gpu_unet.cuda.kernels.blur import PLANES
from gpu_unet.cuda.kernels.smooth import partial_count
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_planes import FramePlanes, Sizes, flat, numbers, plane
from gpu_unet.kernels.layouts import sample_size
from gpu_unet.kernels.plane_numbers import MOMENTS, SHARES, SUMS, WINDOWS
from gpu_unet.resampling import axis_pairs, axis_taps
from gpu_unet.setting_parameters import EdgeParameters
from gpu_unet.transfer import view_table

PREFIX = "tables."


class FrameTables:
    """Lookup tables on the device, uploaded once per frame format and network size.

    For a frame's first plane and, with the prefix `sample_`, for the second and third:
        row_first, column_first: int32 (size,); row_weights, column_weights: float32 (size, taps):
            taps for shrinking, from `axis_taps`.
        row_ends: int32 (2, H), low then high; row_fraction: float32 (H,): for enlarging, from
            `axis_pairs`.
        column_ends, column_fraction: the same of columns; with the suffix `_mirrored` reversed.

    matrices: float32 (24,), from `coding_matrices`.
    light: float32; code: uint8 or uint16: from `light_tables`. black: int32 (3,).
    view: float32 (n, n, n, 3), from `view_table`; of HDR and log.
    every_frame: int32 (batch_size,), 0, 1, ...: the rows of a batch's own frames.
    """

    def __init__(
        self, frame_format: FrameFormat, *, height: int, width: int, batch_size: int
    ) -> None:
        full = (frame_format.height, frame_format.width)
        values: dict[str, npt.NDArray[Any]] = {}
        for prefix, (rows, columns) in (("", full), ("sample_", sample_size(frame_format))):
            for axis, source, small in (("row", rows, height), ("column", columns, width)):
                taps = axis_taps(source, small)
                values[f"{prefix}{axis}_first"] = taps.first
                values[f"{prefix}{axis}_weights"] = taps.weights
                for suffix in ("",) if axis == "row" else ("", "_mirrored"):
                    pairs = axis_pairs(small, source, mirror=bool(suffix))
                    ends = np.stack([pairs.low, pairs.high]).astype(np.int32)
                    values[f"{prefix}{axis}_ends{suffix}"] = ends
                    values[f"{prefix}{axis}_fraction{suffix}"] = pairs.fraction
        values["matrices"] = coding_matrices(frame_format)
        values["light"], values["code"] = light_tables(frame_format)
        if (view := view_table(frame_format)) is not None:
            values["view"] = view
        values["black"] = np.array(black(frame_format), np.int32)
        values["every_frame"] = np.arange(batch_size, dtype=np.int32)
        self._values = values
        self._arrays: Mapping[str, DeviceArray] = {}

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare the tables."""
        for name, values in self._values.items():
            plan.add(PREFIX + name, values.shape, values.dtype)

    def bind(self, arrays: Mapping[str, DeviceArray]) -> None:
        """Upload the tables."""
        self._arrays = {name: arrays[PREFIX + name] for name in self._values}
        for name, values in self._values.items():
            self._arrays[name].upload(values)

    def __getitem__(self, name: str) -> DeviceArray:
        return self._arrays[name]


A = TypeVar("A", DeviceArray, npt.NDArray[Any])


@dataclass(slots=True)
class BatchBuffers(Generic[A]):
    """The memory of one batch in flight, pinned or on the device, by the names of `CudaPlanes`.

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

    params: A
    frames: A
    background_index: A
    backgrounds: A
    faults: A
    out: A
    out_alpha: A
    observations: A
    given: A | None
    areas: A

    @staticmethod
    def arrays_of(number: int, arrays: Mapping[str, A]) -> dict[str, Any]:
        """Those of batch `number`, in arenas that hold `plan_copies`."""
        own = named_after(f"batch{number}.", arrays)
        return {"given": None, "backgrounds": arrays["backgrounds"], **own}


@dataclass(kw_only=True)
class CudaPlanes(FramePlanes):
    """Planes of a batch by name, the argument of every launcher; B is the first dimension.

    Attributes:
        tables: Tables for `frame_format` and the network's size.
        fixed: Parameters fixed by the network's size: radii, the blur's largest.
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
    windows: Any = plane(WINDOWS, stages="guide soften")
    column_means: Any = plane(WINDOWS, stages="guide soften")
    column_sums: Any = plane(SHARES, stages="estimate_colours")
    blur_sources: Any = plane(PLANES, stages="blur_original wrap_light")
    blur_columns: Any = plane(PLANES, stages="blur_original wrap_light")
    blurred: Any = plane(PLANES)  # three colours and the weight
    shadow_lines: Any = plane(
        lambda s: (s.height + 2 * s.shadow_radius, s.width), stages="cast_shadow"
    )
    light_sums: Any = plane(numbers(SUMS), stages="follow_light")
