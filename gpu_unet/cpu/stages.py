"""The stages of `gpu_unet.frame_plan` on the CPU: which kernels each one runs, on which planes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import get_num_threads

from gpu_unet.colour import coding_matrices, light_tables
from gpu_unet.cpu.compile import CHUNKS
from gpu_unet.cpu.full_size_pass import FullSizePass
from gpu_unet.cpu.kernels import (
    areas,
    blur,
    components,
    foreground,
    guided,
    layer,
    resize,
    smooth,
    specks,
)
from gpu_unet.cpu.kernels.strips import most_strips, unknown_strips, widest_strip
from gpu_unet.cpu.kernels.trimap import trimap_of_alpha, trimap_of_coefficients
from gpu_unet.cpu.kernels.window import LINES, gaussian_taps, inside_scale, weighted_sum
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_planes import FramePlanes, Sizes, flat, given, numbers, plane
from gpu_unet.kernels.full_size_pixel import BEHIND
from gpu_unet.kernels.layouts import frame_planes, sample_size
from gpu_unet.kernels.parameters import HAS_PICTURE
from gpu_unet.kernels.plane_numbers import (
    BEHIND_COLOUR,
    GREEN,
    HAS_GAINS,
    MOMENTS,
    OFFSET,
    PERSON_ALPHA,
    SHARES,
    SUMS,
    WINDOWS,
)
from gpu_unet.kernels.scalars import followed, light_gain, next_gain
from gpu_unet.resampling import axis_taps
from gpu_unet.setting_parameters import (
    LEAST_PERSON,
    UNKNOWN_PAST,
    EdgeParameters,
    LayerParameters,
    edge_parameters,
)
from gpu_unet.settings import BackgroundKind, EngineSettings
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT
from gpu_unet.transfer import view_table

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

f32 = np.float32

_AT_EDGES = "remove_specks guide soften estimate_colours"  # the stages that work on strips


class Tables:
    """What stages look up: made once for a frame format and size of the network."""

    def __init__(self, frame_format: FrameFormat, *, height: int, width: int) -> None:
        self.format = frame_format
        self.height, self.width = height, width
        self.is_rgb = frame_format.layout == "rgb"
        full = (frame_format.height, frame_format.width)
        channels = 3 if self.is_rgb else 1
        self.taps = tuple(
            (*_taps(h, height), *_taps(w, width, step=channels))
            for h, w in (full, sample_size(frame_format))
        )
        self.matrices = tuple(coding_matrices(frame_format))
        self.light, self.code = light_tables(frame_format)
        self.view = view_table(frame_format)
        self.scale = f32(1.0 / frame_format.row.most)
        self.source_lines = np.zeros((CHUNKS, frame_format.width * channels), f32)
        self.input_lines = np.zeros((CHUNKS, 3, width), f32)
        self.taken = np.zeros(1, np.int64)
        self.lines = np.zeros((2, width), f32)
        self.ones = (np.ones(height, f32), np.ones(width, f32))
        self._windows: dict[int, tuple[Floats, Floats]] = {}

    def inside(self, taps: Floats) -> tuple[Floats, Floats]:
        """One over the taps' sum within the picture, for its rows and columns."""
        return inside_scale(taps, self.height), inside_scale(taps, self.width)

    def window(self, radius: int) -> tuple[Floats, Floats]:
        """`inside` for means over windows of 2 radius + 1 pixels."""
        if radius not in self._windows:
            self._windows[radius] = self.inside(np.ones(2 * radius + 1, f32))
        return self._windows[radius]


def _taps(source_size: int, out_size: int, *, step: int = 1) -> tuple[Any, Floats]:
    """`axis_taps` as `resize.shrink` reads them, for values that lie `step` apart."""
    first, weights = axis_taps(source_size, out_size)
    used = 1 + int(np.flatnonzero(weights.any(axis=0))[-1])
    return (first * step).astype(np.uint32), np.ascontiguousarray(weights[:, :used].T)


def _ring(s: Sizes, radius: int, planes: int, margin: int) -> tuple[int, int, int]:
    """Shape of scratch for box sums of rows of planes, `margin` columns more on each side."""
    return (CHUNKS, 2 * radius + 1 + LINES, planes * (widest_strip(s.width) + 2 * margin))


def _fixed(s: Sizes) -> EdgeParameters:
    """Parameters whose radii hold for all settings."""
    return edge_parameters(EngineSettings(), height=s.height, width=s.width)


def _moment_ring(s: Sizes) -> tuple[int, int, int]:
    radius = _fixed(s).soft_radius  # the larger of the guided filter's
    return _ring(s, radius, MOMENTS, 2 * radius)


def _window_ring(s: Sizes) -> tuple[int, int, int]:
    radius = _fixed(s).soft_radius
    return _ring(s, radius, WINDOWS, radius)


def _wide_ring(s: Sizes) -> tuple[int, int, int]:
    fixed = _fixed(s)
    return _ring(s, fixed.wide_radius, SHARES, fixed.wide_radius + fixed.near_radius)


def _near_ring(s: Sizes) -> tuple[int, int, int]:
    radius = _fixed(s).near_radius
    return _ring(s, radius, SHARES, radius)


def _estimates(s: Sizes) -> tuple[int, int, int, int]:
    radius = _fixed(s).near_radius
    return (CHUNKS, 2 * radius + 1, GREEN, widest_strip(s.width) + 2 * radius)


def _scales(s: Sizes) -> tuple[int, int]:
    return (CHUNKS, widest_strip(s.width) + 2 * _fixed(s).soft_radius)


@dataclass(kw_only=True)
class CpuPlanes(FramePlanes):
    """The planes on the CPU, one frame's.

    Attributes:
        tables, full_size: Made once.
        edges, layer: What the settings say, in numbers.
        params: float32, the same for kernels at the frame's size; see `kernels.parameters`.
        is_fresh: Whether nothing of earlier frames may be used.
        change ... laid_alpha: Scratch of the stages that are named.
    """

    tables: Tables
    full_size: FullSizePass
    edges: EdgeParameters = given()
    layer: LayerParameters = given()
    params: Any = given()
    is_fresh: bool = True

    change: Any = plane(2, stages="smooth_over_time")
    labels: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    component_areas: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    extents: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    held: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    oldest: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    rim: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    ages: Any = plane(flat, dtype=np.int32, stages="remove_specks")
    weight: Any = plane(stages="remove_specks")
    hole: Any = plane(stages="remove_specks")
    lines: Any = plane(
        lambda s: (2, s.width + 2 * _fixed(s).component_reach), stages="remove_specks"
    )
    wide: Any = plane(stages="remove_specks")
    trimap: Any = plane(dtype=np.uint8, stages=_AT_EDGES)
    edge_marks: Any = plane(lambda s: (s.width,), dtype=np.uint8, stages=_AT_EDGES)
    strips: Any = plane(
        lambda s: (most_strips(s.height, s.width), 4),
        dtype=np.int32,
        stages=_AT_EDGES,
    )
    scales: Any = plane(_scales, stages="guide soften")
    moments: Any = plane(_moment_ring, stages="guide soften")
    windows: Any = plane(_window_ring, stages="guide soften")
    soft_coefficients: Any = plane(4, stages="soften")
    wide_shares: Any = plane(_wide_ring, stages="estimate_colours")
    near_shares: Any = plane(_near_ring, stages="estimate_colours")
    estimates: Any = plane(_estimates, stages="estimate_colours")
    blur_sources: Any = plane(4, stages="blur_original wrap_light")
    blur_sums: Any = plane(4, stages="blur_original")
    light_sums: Any = plane(numbers(SUMS), stages="follow_light")
    shadow_lines: Any = plane(
        lambda s: (s.height + 2 * s.shadow_radius, s.width), stages="cast_shadow"
    )
    laid_alpha: Any = plane(lambda s: (s.frame_height, s.frame_width), dtype=np.uint8, stages="lay")

    @property
    def ramp(self) -> tuple[np.float32, np.float32]:
        """Low end and slope of the final alpha's ramp."""
        return f32(self.edges.ramp_low), f32(self.edges.ramp_slope)


def shrink_frames(p: CpuPlanes) -> None:
    """The frame to the network's size."""
    _shrink(p.frames, p.tables, p.planes)


def shrink_backgrounds(p: CpuPlanes) -> None:
    """The new background to the network's size."""
    _shrink(p.backgrounds, p.tables, p.behind)


def _shrink(picture: Bytes, tables: Tables, out: Floats) -> None:
    if tables.is_rgb:
        sources: tuple[Bytes, ...] = (picture.reshape(picture.shape[0], -1),)
    else:
        sources = frame_planes(picture, tables.format)
    resize.shrink(
        get_num_threads(),
        sources,
        tables.scale,
        *tables.taps,
        tables.taken,
        tables.source_lines,
        out,
    )


def normalise(p: CpuPlanes) -> None:
    """What the network reads of the frame."""
    tables = p.tables
    if tables.view is None:
        resize.normalise(
            get_num_threads(),
            p.planes,
            tables.matrices,
            tables.taken,
            tables.input_lines,
            p.network_input,
        )
    else:
        resize.normalise_by_table(p.planes, tables.matrices, tables.view, p.network_input)


def smooth_over_time(p: CpuPlanes) -> None:
    """The alpha averaged with its past where the picture stands still."""
    if p.is_fresh or p.edges.keep_still >= 1.0:
        p.kept_alpha[:] = p.network_alpha
        p.kept_planes[:] = p.planes
        p.reset[...] = 1
    else:
        motion = (f32(p.edges.motion_low), f32(p.edges.motion_high))
        smooth.smooth_over_time(
            p.network_alpha, p.planes, f32(p.edges.keep_still), *motion, p.change, p.kept_alpha,
            p.kept_planes, p.reset,
        )  # fmt: skip
    p.smoothed[:] = p.kept_alpha


def drop_garbage(p: CpuPlanes) -> None:
    """Nothing of the garbage areas."""
    areas.drop_garbage(p.smoothed, p.areas[GARBAGE], p.smoothed)


def remove_specks(p: CpuPlanes, *, largest_only: bool) -> None:
    """Specks fade, small and new holes are filled, one component is kept if asked."""
    if p.reset:
        p.hole_age[:] = UNKNOWN_PAST
    counts = (p.labels, p.component_areas, p.extents, p.held)
    components.label_components(p.smoothed, p.chosen, *counts)
    specks.age_holes(
        p.smoothed, p.labels, p.held, p.edges.ticks, p.oldest, p.rim, p.ages, p.hole_age
    )
    specks.weigh_components(
        p.smoothed, f32(p.edges.speck_area), f32(p.edges.hole_area), largest_only, *counts,
        p.ages, p.chosen, p.weight, p.hole,
    )  # fmt: skip
    specks.trimap_of_soft(p.smoothed, p.hole, p.trimap)
    specks.remove_specks(
        p.smoothed, p.weight, p.hole, p.edges.component_reach, _strips(p, 1), p.lines, p.wide,
        p.alpha,
    )  # fmt: skip


def _strips(p: CpuPlanes, margin: int) -> npt.NDArray[np.int32]:
    """The strips with all that lies within `margin` of an edge of the trimap."""
    count = unknown_strips(p.trimap, margin, p.edge_marks, p.strips)
    return p.strips[:count]  # where kernels are collected, and none runs, all


def guide(p: CpuPlanes) -> None:
    """The alpha as a local linear function of the picture."""
    _guide(p, p.edges.guide_radius, p.coefficients)


def _guide(p: CpuPlanes, radius: int, out: Floats) -> None:
    trimap_of_alpha(p.alpha, p.trimap)
    guided.guide_strips(
        get_num_threads(), p.alpha, p.planes, _strips(p, 2 * radius), radius,
        f32(p.edges.guide_epsilon),
        *p.tables.window(radius), p.ramp, p.tables.taken, p.scales, p.moments, p.windows, out,
        p.ramped,
    )  # fmt: skip


def plain_coefficients(p: CpuPlanes) -> None:
    """The same form without a guide."""
    p.coefficients[:OFFSET] = 0.0
    p.coefficients[OFFSET] = p.alpha
    _ramp(p)


def soften(p: CpuPlanes) -> None:
    """The coefficients of wide windows in soft areas."""
    _guide(p, p.edges.soft_radius, p.soft_coefficients)
    areas.soften(p.areas[SOFT], p.soft_coefficients, p.coefficients)
    _ramp(p)


def force_areas(p: CpuPlanes) -> None:
    """The coefficients as the areas have them."""
    areas.force_areas(p.areas[GARBAGE], p.areas[KEEP], *p.ramp, p.coefficients)
    _ramp(p)


def _ramp(p: CpuPlanes) -> None:
    guided.apply_coefficients(p.coefficients, p.planes, *p.ramp, p.ramped)


def estimate_colours(p: CpuPlanes) -> None:
    """The colours of person and original background in the unknown region."""
    wide, near = p.edges.wide_radius, p.edges.near_radius
    trimap_of_coefficients(p.coefficients, *p.ramp, p.trimap)
    strips = _strips(p, 1)  # enlarging reads the neighbours
    foreground.estimate_strips(
        get_num_threads(), p.planes, p.ramped, strips, wide, near, p.tables.window(wide),
        p.tables.window(near), p.tables.matrices, p.tables.taken, p.wide_shares, p.near_shares,
        p.estimates, p.colours,
    )  # fmt: skip


def blur_original(p: CpuPlanes) -> None:
    """The original background without the person, blurred."""
    blur.original_shares(p.planes, p.ramped, p.blur_sources)
    taps = gaussian_taps(p.edges.blur_sigma)
    weighted_sum(p.blur_sources, taps, *p.tables.ones, p.tables.lines, p.blur_sums)
    blur.normalise_blur(p.blur_sums, p.blurred)


def wrap_light(p: CpuPlanes, *, mirror: bool) -> None:
    """The new background's light over the edge."""
    blur.wrap_sources(p.behind, p.ramped, mirror, p.blur_sources)
    taps = gaussian_taps(p.edges.wrap_sigma)
    weighted_sum(p.blur_sources, taps, *p.tables.inside(taps), p.tables.lines, p.wrap)
    blur.share_wrap(f32(p.edges.wrap_strength), p.wrap)


def composite(p: CpuPlanes, *, background: BackgroundKind, mirror: bool) -> None:
    """The frame over its new background."""
    small = (p.coefficients, p.colours, p.wrap)
    p.full_size.write(
        p.frames, p.backgrounds, p.blurred, small, p.params, p.out, p.out_alpha,
        behind=BEHIND[background], mirror=mirror,
    )  # fmt: skip


def cut_out(p: CpuPlanes, *, mirror: bool) -> None:
    """The person over nothing, to be laid over the background."""
    unread = p.colours  # some planes, in the place of what stands behind
    small = (p.coefficients, p.colours, p.wrap)
    p.full_size.write(
        p.frames, None, unread, small, p.params, p.person, p.person_alpha,
        behind=BEHIND["transparent"], mirror=mirror,
    )  # fmt: skip


def cast_shadow(p: CpuPlanes) -> None:
    """The person's soft shadow."""
    layer.cast_shadow(p.ramped, p.layer.shadow_radius, p.shadow_lines, p.shadow)


def follow_light(p: CpuPlanes) -> None:
    """What the person's colours are multiplied by, to be as bright as the background."""
    tables, count = p.tables, p.ramped.size
    layer.light_sums(p.planes, p.ramped, p.behind, tables.matrices, tables.is_rgb, p.light_sums)
    weight = p.light_sums[PERSON_ALPHA]
    if weight >= LEAST_PERSON * count:
        pairs = zip(
            p.light_sums[:PERSON_ALPHA] / weight,
            p.light_sums[BEHIND_COLOUR:] / f32(count),
            strict=True,
        )
        gains = np.array([light_gain(*pair) for pair in pairs], f32)
        before = p.kept_gains[:HAS_GAINS] if p.kept_gains[HAS_GAINS] else gains
        p.kept_gains[:HAS_GAINS] = next_gain(gains, before, f32(p.layer.gain_step))
        p.kept_gains[HAS_GAINS] = 1.0
    gains = p.kept_gains[:HAS_GAINS] if p.kept_gains[HAS_GAINS] else np.ones(3, f32)
    p.gains[:] = followed(gains, f32(p.layer.match))


def lay(p: CpuPlanes) -> None:
    """The person as a layer over the background."""
    tables = p.tables
    behind = (p.backgrounds if p.params[HAS_PICTURE] else p.person).reshape(-1).view()
    behind.flags.writeable = False  # compiled code meets one type of background only
    layer.LAY[tables.format.layout](
        p.person.reshape(-1), p.person_alpha, behind, p.shadow, p.gains, p.params,
        tables.matrices, tables.light, tables.code, p.out.reshape(-1),
        p.laid_alpha if p.out_alpha is None else p.out_alpha,
    )  # fmt: skip


LAUNCHERS: dict[str, Callable[..., None]] = {
    launcher.__name__: launcher
    for launcher in (
        shrink_frames,
        normalise,
        smooth_over_time,
        drop_garbage,
        remove_specks,
        guide,
        plain_coefficients,
        soften,
        force_areas,
        estimate_colours,
        blur_original,
        shrink_backgrounds,
        wrap_light,
        composite,
        cut_out,
        cast_shadow,
        follow_light,
        lay,
    )
}
