"""FramePath: what happens to whole frames on the GPU, before and after the network."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.kernels import composite, resize
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EngineSettings

PARAM_COUNT = 64  # float32 values that travel in front of the frames


@dataclass(frozen=True, slots=True)
class Slot:
    """The device memory of one batch in flight.

    Attributes:
        params: float32 (PARAM_COUNT,), from `FramePath.pack`.
        frames: uint8 (B, *frame shape).
        background_index: int32 (B,): row of `backgrounds`, -1 for none.
        backgrounds: uint8 (2 * B, *frame shape), shared by all slots.
        out: uint8 (B, *frame shape).
        out_alpha: uint8 (B, height, width).
    """

    params: DeviceArray
    frames: DeviceArray
    background_index: DeviceArray
    backgrounds: DeviceArray
    out: DeviceArray
    out_alpha: DeviceArray


class FramePath:
    """Enqueues the kernels around the network; owns their device buffers."""

    def __init__(
        self,
        frame_format: FrameFormat,
        architecture: UNetArchitecture,
        batch_size: int,
        input_dtype: np.dtype[Any],
    ) -> None:
        self._format = frame_format
        self._architecture = architecture
        self._batch_size = batch_size

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare device buffers; all are zero at the start."""

    def bind(
        self,
        buffers: Mapping[str, DeviceArray],
        net_input: DeviceArray,
        net_alpha: DeviceArray,
    ) -> None:
        """Take the buffers of `reserve`, and the network's ends."""
        self._net_input, self._net_alpha = net_input, net_alpha

    def pack(
        self, settings: EngineSettings, frame_count: int, fresh: bool
    ) -> npt.NDArray[np.float32]:
        """Everything about `settings` that kernels read while they run."""
        params = np.zeros(PARAM_COUNT, np.float32)
        params[:2] = frame_count, fresh
        return params

    def structure(self, settings: EngineSettings, want_alpha: bool) -> Hashable:
        """Everything about `settings` that decides which kernels run."""
        return settings.background, want_alpha

    def enqueue_before(self, slot: Slot, structure: Hashable, *, stream: Any) -> None:
        """Frames to network input."""
        a = self._architecture
        grid = -(-self._batch_size * a.height * a.width // resize.THREADS)
        resize.resize_rgb_kernel[grid, resize.THREADS, stream](
            slot.frames, self._net_input, a.height, a.width
        )

    def enqueue_after(self, slot: Slot, structure: Hashable, *, stream: Any) -> None:
        """Network alpha to composites and alpha planes."""
        pixels = self._batch_size * self._format.height * self._format.width
        grid = -(-pixels // composite.THREADS)
        composite.composite_rgb_kernel[grid, composite.THREADS, stream](
            slot.frames, self._net_alpha, slot.backgrounds, slot.background_index, slot.out,
            slot.out_alpha,
        )  # fmt: skip
