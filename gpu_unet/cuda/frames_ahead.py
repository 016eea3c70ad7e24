"""CudaFramesAhead: a film's stored frames on the GPU, their motion, and alpha along it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray, named_after
from gpu_unet.cuda.kernels import ahead
from gpu_unet.cuda.kernels.small_planes import in_bytes
from gpu_unet.cuda.planes import BatchBuffers
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frames_ahead import (
    BORDER,
    REACH,
    cut_limit,
    grey_sizes,
    patch_count,
    slot_count,
    whole_count,
)

PREFIX = "ahead."


class CudaFramesAhead:
    """The stages of films between the network and the frame path; see `reference.frames_ahead`.

    Use: `reserve` and `bind` its memory; then per batch `enqueue_came` after the network stores
    the incoming frames, and `enqueue_due` puts the frames that are due in their place.

    Args:
        architecture: Architecture at the network's size.
    """

    def __init__(
        self, frame_format: FrameFormat, architecture: UNetArchitecture, batch_size: int
    ) -> None:
        self._frame_bytes = frame_format.nbytes
        self._size = (architecture.height, architecture.width)
        self._batch_size = batch_size
        self._sizes = grey_sizes(height=architecture.height, width=architecture.width)
        self._limit = cut_limit(height=architecture.height, width=architecture.width)
        self._arrays: dict[str, DeviceArray] = {}

    @property
    def has_memory(self) -> bool:
        """Whether `bind` was called."""
        return bool(self._arrays)

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare device memory; it is zero at the start."""
        slots, whole = slot_count(self._batch_size), whole_count(self._batch_size)
        plan.add(f"{PREFIX}frames", (whole, self._frame_bytes), np.uint8)
        plan.add(f"{PREFIX}planes", (whole, 3, *self._size), np.float32)
        plan.add(f"{PREFIX}seen", (slots, *self._size), np.uint32)
        plan.add(f"{PREFIX}change", (slots,), np.int32)
        for n, (height, width) in enumerate(self._sizes):
            bordered = (slots, height + 2 * BORDER, width + 2 * BORDER)
            patches = (slots, 2, 2, patch_count(height), patch_count(width))
            plan.add(f"{PREFIX}pictures{n}", bordered, np.float32)
            plan.add(f"{PREFIX}patches{n}", patches, np.float32)
            plan.add(f"{PREFIX}flows{n}", (slots, 2, 2, height, width), np.float32)
        moved = (2 * self._batch_size, REACH, 2, *self._sizes[0])
        plan.add(f"{PREFIX}moved", moved, np.float32)

    def bind(self, buffers: Mapping[str, DeviceArray]) -> None:
        """Take the buffers of `reserve`."""
        self._arrays = named_after(PREFIX, buffers)

    def enqueue_came(
        self, batch: BatchBuffers, x: DeviceArray, alpha: DeviceArray, planes: DeviceArray, *,
        stream: Any,
    ) -> None:  # fmt: skip
        """Enqueue storing the batch's incoming frames and estimating their motion.

        Args:
            batch: The batch; its `params` are from `pack_turn`.
            x, alpha: The network's input and output.
            planes: The frame path's small planes of the frames.
            stream: CUDA stream; the call returns at once.
        """
        a = self._arrays
        ahead.keep_frames(in_bytes(batch.frames), batch.params, a["frames"], stream=stream)
        ahead.remember(
            x, alpha, planes, batch.params, a["seen"], a["planes"], a["change"],
            batch.observations, batch.faults, stream=stream,
        )  # fmt: skip
        pictures, patches, flows = (
            [a[f"{name}{n}"] for n in range(len(self._sizes))]
            for name in ("pictures", "patches", "flows")
        )
        ahead.find_motion(
            a["seen"], batch.params, a["change"], self._limit, pictures, patches, flows,
            batch_size=self._batch_size, stream=stream,
        )  # fmt: skip

    def enqueue_due(
        self, batch: BatchBuffers, alpha: DeviceArray, planes: DeviceArray, *, stream: Any
    ) -> None:
        """Enqueue writing frames, planes and averaged alpha of the due frames; arrays as above."""
        a = self._arrays
        ahead.recall_frames(a["frames"], batch.params, in_bytes(batch.frames), stream=stream)
        ahead.steady(
            a["seen"], a["flows0"], a["moved"], batch.params, a["change"], self._limit, a["planes"],
            planes, alpha, stream=stream,
        )  # fmt: skip
