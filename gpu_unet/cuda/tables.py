"""FrameTables: resampling tables, colour matrices and transfer curves in device memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.colour import (
    black,
    coding_matrices,
    light_tables,
)
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.frame_format import FrameFormat
from gpu_unet.kernels.layouts import sample_size
from gpu_unet.resampling import axis_pairs, axis_taps
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
