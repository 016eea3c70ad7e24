"""FramePath: the stages of whole frames on the GPU, before and after the network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray, named_after
from gpu_unet.cuda.kernels import (
    areas,
    blur,
    composite,
    foreground,
    guided,
    layer,
    resize,
    smooth,
    specks,
)
from gpu_unet.cuda.planes import BatchBuffers, CudaPlanes, FrameTables
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import Steps
from gpu_unet.frame_planes import Sizes, lay_out
from gpu_unet.kernels import parameters
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EngineSettings

PREFIX = "path."

LAUNCHERS: dict[str, Callable[..., None]] = {
    launcher.__name__: launcher
    for launcher in (
        resize.shrink_frames,
        resize.normalise,
        smooth.smooth_over_time,
        areas.drop_garbage,
        specks.remove_specks,
        guided.guide,
        guided.plain_coefficients,
        areas.soften,
        areas.force_areas,
        foreground.estimate_colours,
        blur.blur_original,
        resize.shrink_backgrounds,
        blur.wrap_light,
        composite.composite,
        composite.cut_out,
        layer.cast_shadow,
        layer.follow_light,
        layer.lay,
    )
}


class FramePath:
    """Enqueues the stages around the network and owns their planes.

    State from frame to frame lies in the planes that `frame_planes` marks as carried. A batch that
    is packed as fresh ignores it.

    Args:
        architecture: Architecture at the network's size.
        batch_size: Frames of a batch.
        shares: Whether planes that are never needed at the same time share memory.
    """

    def __init__(
        self,
        frame_format: FrameFormat,
        architecture: UNetArchitecture,
        batch_size: int,
        *,
        shares: bool = True,
    ) -> None:
        size = {"height": architecture.height, "width": architecture.width}
        self._format = frame_format
        self._batch_size = batch_size
        self._shares = shares
        self._sizes = Sizes.of(frame_format, **size)
        self._tables = FrameTables(frame_format, **size, batch_size=batch_size)
        # Radii depend on the size alone, except the blur's: take the largest, at full strength.
        self._fixed = edge_parameters(EngineSettings("blur", blur_strength=1.0), **size)
        self._planes: dict[str, Any] = {}
        self.has_late_memory = False

    def reserve(self, plan: ArenaPlan, *, is_late: bool = False) -> None:
        """Declare device memory, or that of rarely used stages; it is zero at the start."""
        if not is_late:
            self._tables.reserve(plan)
        batch = {"batch_size": self._batch_size, "shares": self._shares}
        places, nbytes = lay_out(CudaPlanes, self._sizes, is_late=is_late, **batch)
        plan.add_places({PREFIX + name: place for name, place in places.items()}, nbytes)

    def bind(
        self, buffers: Mapping[str, DeviceArray], net_input: DeviceArray, net_alpha: DeviceArray
    ) -> None:
        """Take the buffers of `reserve`, the network's input and output; upload tables and wait."""
        self._planes = named_after(PREFIX, buffers)
        self._planes |= {"network_input": net_input, "network_alpha": net_alpha}
        self._tables.bind(buffers)

    def bind_late(self, buffers: Mapping[str, DeviceArray]) -> None:
        """Take the buffers that were reserved late, before the first stage that needs them."""
        self._planes |= named_after(PREFIX, buffers)
        self.has_late_memory = True

    def pack(
        self, settings: EngineSettings, ticks: Sequence[int], fresh: bool
    ) -> npt.NDArray[np.float32]:
        """The batch's parameters from settings and time; see `parameters.pack`."""
        return parameters.pack(
            settings, self._sizes, ticks=ticks, batch_size=self._batch_size, is_fresh=fresh
        )

    def enqueue(self, batch: BatchBuffers, steps: Steps, part: str, *, stream: Any) -> None:
        """Enqueue the stages of one part of a batch; see `frame_plan.PARTS`."""
        planes = CudaPlanes(
            frame_format=self._format,
            tables=self._tables,
            fixed=self._fixed,
            sizes=self._sizes,
            params=batch.params,
            frames=batch.frames,
            background_index=batch.background_index,
            backgrounds=batch.backgrounds,
            areas=batch.areas,
            faults=batch.faults,
            out=batch.out,
            out_alpha=batch.out_alpha,
            **self._planes,
        )
        for stage, options in steps:
            if stage.part == part:
                LAUNCHERS[stage.name](planes, **dict(options), stream=stream)

    def enqueue_given(self, batch: BatchBuffers, *, stream: Any) -> None:
        """Enqueue writing what the caller gave into the network's input, where it stays.

        It goes to every picture of the batch, in channels that `normalise` leaves alone.
        """
        assert batch.given is not None
        resize.write_given(batch.given, self._planes["network_input"], stream=stream)

    def enqueue_observations(self, batch: BatchBuffers, *, stream: Any) -> None:
        """Enqueue rounding the network's input and output to bytes, after the network."""
        ends = (self._planes["network_input"], self._planes["network_alpha"])
        resize.observe(*ends, batch.observations, stream=stream)

    @property
    def small_planes(self) -> DeviceArray:
        """float32 (B, 3, h, w): the frames at the network's size."""
        return self._planes["planes"]

    def late_kernels(self) -> list[Any]:
        """Kernels of the rarely used stages."""
        return layer.kernels(self._format.layout)
