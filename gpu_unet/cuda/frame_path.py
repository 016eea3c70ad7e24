"""FramePath: what happens to whole frames on the GPU, before and after the network."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frames.frame import FrameFormat
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda import parameters as at
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.kernels import areas, guided, layer, resize
from gpu_unet.cuda.kernels.blur import PLANES, blur_original, wrap_light
from gpu_unet.cuda.kernels.composite import composite
from gpu_unet.cuda.kernels.foreground import SHARES, estimate_colours
from gpu_unet.cuda.kernels.smooth import partial_count, smooth_over_time
from gpu_unet.cuda.kernels.specks import remove_specks
from gpu_unet.cuda.parameters import PARAM_COUNT
from gpu_unet.cuda.tables import FrameTables
from gpu_unet.edge_parameters import edge_parameters
from gpu_unet.kernels.full_size_pixel import BEHIND
from gpu_unet.layer_parameters import layer_parameters
from gpu_unet.settings import BackgroundKind, EngineSettings

__all__ = ["PARAM_COUNT", "BatchBuffers", "FramePath", "Structure"]

PREFIX = "path."


@dataclass(frozen=True, slots=True)
class BatchBuffers:
    """The device memory of one batch in flight.

    Attributes:
        params: float32 (PARAM_COUNT,), from `FramePath.pack`.
        frames: uint8 (B, *frame shape).
        background_index: int32 (B,): row of `backgrounds`, -1 for none.
        backgrounds: uint8 (2 * B, *frame shape), shared by all batches in flight.
        faults: int32 (1,), 1 if a frame's alpha is not wholly within [0, 1].
        out: uint8 (B, *frame shape).
        out_alpha: uint8 (B, height, width).
        observations: uint8 (B, h, w, 4): the network's R, G, B and its alpha.
        plate: uint8 (h, w, 4), the clean plate's R, G, B and confidence; None if the network
            reads none.
        areas: uint8 (2, h, w), from `small_areas`; read only where the settings have any.
    """

    params: DeviceArray
    frames: DeviceArray
    background_index: DeviceArray
    backgrounds: DeviceArray
    faults: DeviceArray
    out: DeviceArray
    out_alpha: DeviceArray
    observations: DeviceArray
    plate: DeviceArray | None
    areas: DeviceArray


class Structure(NamedTuple):
    """Everything about the settings that decides which kernels run, and their fixed arguments."""

    background: BackgroundKind
    is_guided: bool
    has_colours: bool
    has_wrap: bool
    largest_only: bool
    is_linear: bool
    is_mirrored: bool
    has_areas: bool
    has_layer: bool
    is_placed: bool
    has_light: bool
    has_shadow: bool


class FramePath:
    """Enqueues the kernels around the network; owns their device buffers.

    What frames leave to the next ones lives in four of them: `kept_alpha` and `kept_planes` for
    the smoothing, `chosen` for `largest_only`, `hole_age` for new holes. A batch that is packed as
    fresh uses none of it.
    """

    def __init__(
        self,
        frame_format: FrameFormat,
        architecture: UNetArchitecture,
        batch_size: int,
        input_dtype: np.dtype[Any],
    ) -> None:
        self._format = frame_format
        self._height, self._width = architecture.height, architecture.width
        self._batch_size = batch_size
        size = {"height": self._height, "width": self._width}
        self._tables = FrameTables(frame_format, **size, batch_size=batch_size)
        # Radii are fixed by the size, all but the blur's, whose largest is at full strength.
        self._fixed = edge_parameters(EngineSettings("blur", blur_strength=1.0), **size)
        self._sizes = {
            **size,
            "frame_height": frame_format.height,
            "frame_width": frame_format.width,
        }
        self._shadow_radius = layer_parameters(EngineSettings(), **self._sizes).shadow_radius
        self.has_layer_memory = False

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare device buffers; all are zero at the start."""
        b, h, w = self._batch_size, self._height, self._width
        self._tables.reserve(plan)
        for name, planes in (
            ("planes", 3), ("behind", 3), ("moments", guided.MOMENTS), ("raw", PLANES),
            ("lines", PLANES), ("coefficients", 4), ("sums", SHARES), ("colours", 7),
            ("blurred", PLANES), ("wrap", PLANES),
        ):  # fmt: skip
            plan.add(PREFIX + name, (b, planes, h, w), np.float32)
        for name in ("smoothed", "weight", "hole", "wide", "alpha", "ramped"):
            plan.add(PREFIX + name, (b, h, w), np.float32)
        for name in ("labels", "areas", "extents", "held", "touches", "oldest", "lasted", "rim"):
            plan.add(PREFIX + name, (b, h * w), np.int32)
        plan.add(PREFIX + "best", (b,), np.int64)
        plan.add(PREFIX + "reset", (b,), np.int32)
        plan.add(PREFIX + "change", (h, w), np.float32)
        plan.add(PREFIX + "partial", (partial_count(height=h, width=w),), np.float32)
        plan.add(PREFIX + "kept_alpha", (h, w), np.float32)
        plan.add(PREFIX + "kept_planes", (3, h, w), np.float32)
        for name in ("chosen", "hole_age"):
            plan.add(PREFIX + name, (h, w), np.uint8)

    def reserve_layer(self, plan: ArenaPlan) -> None:
        """Declare what is needed only where the person is a layer; all is zero at the start."""
        b, h, w = self._batch_size, self._height, self._width
        form, margin = self._format, 2 * self._shadow_radius
        plan.add(PREFIX + "person", (b, *form.shape), np.uint8)
        plan.add(PREFIX + "person_alpha", (b, form.height, form.width), np.uint8)
        plan.add(PREFIX + "shadow_lines", (b, h + margin, w), np.float32)
        plan.add(PREFIX + "shadow", (b, h + margin, w + margin), np.float32)
        plan.add(PREFIX + "light_sums", (b, layer.SUMS), np.float32)
        plan.add(PREFIX + "gains", (b, 3), np.float32)
        plan.add(PREFIX + "kept_gains", (4,), np.float32)

    def layer_kernels(self) -> list[Any]:
        """Those that run only where the person is a layer."""
        return layer.kernels(self._format.layout)

    def bind_layer(self, buffers: Mapping[str, DeviceArray]) -> None:
        """Take the buffers of `reserve_layer`, before a structure with a layer is enqueued."""
        self._buffers |= {
            name.removeprefix(PREFIX): array
            for name, array in buffers.items()
            if name.startswith(PREFIX)
        }
        self.has_layer_memory = True

    def bind(
        self,
        buffers: Mapping[str, DeviceArray],
        net_input: DeviceArray,
        net_alpha: DeviceArray,
    ) -> None:
        """Take the buffers of `reserve` and the network's ends; uploads the tables and waits."""
        self._net_input, self._net_alpha = net_input, net_alpha
        self._buffers = {
            name.removeprefix(PREFIX): array
            for name, array in buffers.items()
            if name.startswith(PREFIX)
        }
        self._tables.bind(buffers)

    def pack(
        self, settings: EngineSettings, frame_count: int, fresh: bool
    ) -> npt.NDArray[np.float32]:
        """Everything about `settings` that kernels read while they run: float32 (PARAM_COUNT,)."""
        p = edge_parameters(settings, height=self._height, width=self._width)
        params = np.zeros(PARAM_COUNT, np.float32)
        for place, value in (
            (at.FRAME_COUNT, frame_count),
            (at.FRESH, fresh),
            (at.RAMP_LOW, p.ramp_low),
            (at.RAMP_SLOPE, p.ramp_slope),
            (at.GUIDE_EPSILON, p.guide_epsilon),
            (at.WRAP_STRENGTH, p.wrap_strength),
            (at.KEEP_STILL, p.keep_still),
            (at.MOTION_LOW, p.motion_low),
            (at.MOTION_HIGH, p.motion_high),
            (at.SPECK_AREA, p.speck_area),
            (at.HOLE_AREA, p.hole_area),
        ):
            params[place] = value
        person = layer_parameters(settings, **self._sizes)
        params[at.WHERE : at.WHERE + 4] = person.left, person.top, person.step, person.reach
        cast = (person.shadow, person.shadow_across, person.shadow_down)
        params[at.CAST : at.CAST + 3] = cast
        params[at.MATCH] = person.match
        params[at.BLUR : at.BLUR + 3] = gaussian_values(p.blur_sigma)
        params[at.WRAP : at.WRAP + 3] = gaussian_values(p.wrap_sigma)
        return params

    def structure(self, settings: EngineSettings) -> Structure:
        """Everything about `settings` that decides which kernels run."""
        edges = settings.edges
        return Structure(
            settings.background,
            edges.guided,
            edges.foreground_colour,
            settings.has_light_wrap,
            edges.largest_only,
            edges.linear_light,
            settings.mirror,
            bool(settings.areas),
            settings.has_layer,
            settings.has_layer and settings.layer.is_placed,
            settings.matches_light,
            settings.has_shadow,
        )

    def enqueue_plate(self, batch: BatchBuffers, *, stream: Any) -> None:
        """The clean plate into the network's input, where it stays for later batches.

        For every picture of the batch, in channels that `enqueue_preprocess` leaves alone.
        """
        assert batch.plate is not None
        resize.write_plate(batch.plate, self._net_input, stream=stream)

    def enqueue_observations(self, batch: BatchBuffers, *, stream: Any) -> None:
        """What the network saw and said, in bytes; after the network, before the next batch."""
        resize.observe(self._net_input, self._net_alpha, batch.observations, stream=stream)

    def enqueue_preprocess(self, batch: BatchBuffers, structure: Structure, *, stream: Any) -> None:
        """Frames to small planes and the network's input."""
        planes = self._buffers["planes"]
        tables, form = self._tables, self._format
        rows = tables["every_frame"]
        resize.shrink(batch.frames, rows, tables, planes, frame_format=form, stream=stream)
        resize.normalise(planes, tables["matrices"], self._net_input, stream=stream)

    def enqueue_refine(self, batch: BatchBuffers, structure: Structure, *, stream: Any) -> None:
        """Network alpha to all that the composite needs at the network's size."""
        self._enqueue_alpha(batch, structure, stream=stream)
        self._enqueue_colours(batch, structure, stream=stream)

    def enqueue_composite(self, batch: BatchBuffers, structure: Structure, *, stream: Any) -> None:
        """Composites and alpha planes."""
        b = self._buffers
        if structure.has_layer:
            self._enqueue_layer(batch, structure, stream=stream)
            return
        composite(
            batch, b["blurred"], b["coefficients"], b["colours"], b["wrap"], self._tables,
            layout=self._format.layout, behind=BEHIND[structure.background],
            has_colours=structure.has_colours, has_wrap=structure.has_wrap,
            linear_light=structure.is_linear, mirror=structure.is_mirrored, stream=stream,
        )  # fmt: skip

    def _enqueue_layer(self, batch: BatchBuffers, structure: Structure, *, stream: Any) -> None:
        """The person cut out, then laid over the background."""
        b, form, radius = self._buffers, self._format, self._shadow_radius
        cut_out = replace(batch, out=b["person"], out_alpha=b["person_alpha"])
        composite(
            cut_out, b["blurred"], b["coefficients"], b["colours"], b["wrap"], self._tables,
            layout=form.layout, behind=BEHIND["transparent"], has_colours=structure.has_colours,
            has_wrap=structure.has_wrap, linear_light=structure.is_linear,
            mirror=structure.is_mirrored, stream=stream,
        )  # fmt: skip
        if structure.has_shadow:
            layer.cast_shadow(
                b["ramped"], b["shadow_lines"], b["shadow"], radius=radius, stream=stream
            )
        if structure.has_light:
            layer.follow_light(
                b["planes"], b["ramped"], b["behind"], self._tables["matrices"], batch.params,
                b["light_sums"], b["kept_gains"], b["gains"], layout=form.layout, stream=stream,
            )  # fmt: skip
        layer.lay(
            batch, b["person"], b["person_alpha"], b["shadow"], b["gains"], self._tables,
            layout=form.layout, small_size=(self._height, self._width), radius=radius,
            mirror=structure.is_mirrored, has_background=structure.background == "image",
            is_placed=structure.is_placed, has_light=structure.has_light,
            has_shadow=structure.has_shadow, linear_light=structure.is_linear, stream=stream,
        )  # fmt: skip

    def _enqueue_alpha(self, batch: BatchBuffers, structure: Structure, *, stream: Any) -> None:
        """Network alpha to the guided filter's coefficients."""
        b, params, fixed = self._buffers, batch.params, self._fixed
        smooth_over_time(
            self._net_alpha, b["planes"], params, b["change"], b["partial"], b["kept_alpha"],
            b["kept_planes"], b["smoothed"], b["reset"], batch.faults, stream=stream,
        )  # fmt: skip
        if structure.has_areas:
            areas.drop_garbage(b["smoothed"], batch.areas, stream=stream)
        remove_specks(
            b["smoothed"], params, b["labels"], b["areas"], b["extents"], b["held"],
            b["touches"], b["reset"], b["oldest"], b["lasted"], b["rim"], b["best"], b["chosen"],
            b["hole_age"], b["weight"], b["hole"], b["wide"], b["alpha"],
            reach=fixed.component_reach, largest_only=structure.largest_only, stream=stream,
        )  # fmt: skip
        if structure.is_guided:
            guided.guide(
                b["alpha"], b["planes"], b["moments"], b["raw"], b["lines"],
                b["coefficients"], b["ramped"], params, radius=fixed.guide_radius, stream=stream,
            )  # fmt: skip
        else:
            guided.plain(b["alpha"], b["coefficients"], b["ramped"], params, stream=stream)
        if structure.has_areas:
            areas.force_areas(
                b["planes"], b["ramped"], b["coefficients"], batch.areas, params, stream=stream
            )

    def _enqueue_colours(self, batch: BatchBuffers, structure: Structure, *, stream: Any) -> None:
        """The colours of the unknown region, the blurred background, the light wrap."""
        b, params, fixed = self._buffers, batch.params, self._fixed
        if structure.has_colours:
            estimate_colours(
                b["planes"], b["ramped"], self._tables["matrices"], b["sums"],
                b["colours"], wide_radius=fixed.wide_radius, near_radius=fixed.near_radius,
                stream=stream,
            )  # fmt: skip
        if structure.background == "blur":
            blur_original(
                b["planes"], b["ramped"], params, b["raw"], b["lines"], b["blurred"],
                most_radius=gaussian_radius(fixed.blur_sigma), stream=stream,
            )  # fmt: skip
        if structure.has_wrap or structure.has_light:
            resize.shrink(
                batch.backgrounds, batch.background_index, self._tables, b["behind"],
                frame_format=self._format, stream=stream,
            )  # fmt: skip
        if structure.has_wrap:
            wrap_light(
                b["behind"], b["ramped"], params, b["raw"], b["lines"], b["wrap"],
                mirror=structure.is_mirrored, most_radius=gaussian_radius(fixed.wrap_sigma),
                stream=stream,
            )  # fmt: skip


def gaussian_radius(sigma: float) -> int:
    """Of the window; as `reference.edges.gaussian_taps` has it."""
    return math.ceil(3.0 * sigma)


def gaussian_values(sigma: float) -> tuple[float, float, float]:
    """What `params` hold of a Gaussian: radius, exponent, scale."""
    radius = gaussian_radius(sigma)
    exponent = -0.5 / sigma**2
    return (
        radius,
        exponent,
        1.0 / sum(math.exp(exponent * k * k) for k in range(-radius, radius + 1)),
    )
