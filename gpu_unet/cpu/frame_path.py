"""CpuFramePath: what happens to a frame before and after the network, all buffers made once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from frames.frame import FrameFormat
from gpu_unet.clean_plate import Observation
from gpu_unet.colour import coding_matrices
from gpu_unet.cpu.full_size_pass import FullSizePass, SmallPlanes
from gpu_unet.cpu.kernels.areas import drop_garbage, force_areas
from gpu_unet.cpu.kernels.blur import normalise_blur, original_shares, share_wrap, wrap_sources
from gpu_unet.cpu.kernels.components import label_components
from gpu_unet.cpu.kernels.foreground import SHARES, colour_shares, near_colours, wide_colours
from gpu_unet.cpu.kernels.guided import (
    MOMENTS,
    apply_coefficients,
    guide_moments,
    guided_coefficients,
)
from gpu_unet.cpu.kernels.holes import age_holes
from gpu_unet.cpu.kernels.resize import normalise, observe, resample_rows, write_plate
from gpu_unet.cpu.kernels.smooth import smooth_over_time
from gpu_unet.cpu.kernels.specks import remove_specks, weigh_components
from gpu_unet.cpu.kernels.window import box_mean, gaussian_taps, inside_scale, weighted_sum
from gpu_unet.cpu.layer_pass import LayerPass
from gpu_unet.edge_parameters import (
    UNKNOWN_PAST,
    EdgeParameters,
)
from gpu_unet.engine import Notify
from gpu_unet.kernels.layouts import frame_planes, sample_size
from gpu_unet.resampling import axis_taps
from gpu_unet.settings import EngineSettings
from gpu_unet.small_areas import GARBAGE, KEEP

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

f32 = np.float32


class CpuFramePath:
    """The steps of one frame format and network size; one thread, nothing allocated per frame.

    Call in this order for each frame: `preprocess`, (the network), `refine`, `composite`; before
    the first one that a plate is for `preprocess_plate`, and `observe` any time after the network.

    Attributes:
        areas: uint8 (2, h, w), from `small_areas`, for the frames to come; None for none.
    """

    def __init__(
        self,
        frame_format: FrameFormat,
        *,
        height: int,
        width: int,
        notify: Notify | None = None,
    ) -> None:
        self._full_size = FullSizePass(frame_format, height=height, width=width, notify=notify)
        self.areas: Bytes | None = None
        self._layer_pass: LayerPass | None = None
        self._format = frame_format
        self._height, self._width = height, width
        full_height, full_width = frame_format.height, frame_format.width
        is_rgb = frame_format.layout == "rgb"
        self._taps = [
            (*axis_taps(h, height), *axis_taps(w, width))
            for h, w in ((full_height, full_width), sample_size(frame_format))
        ]
        self._matrices = tuple(coding_matrices(frame_format))

        def planes(count: int) -> Floats:
            return np.zeros((count, height, width), f32)

        self._planes = planes(3)
        self._behind = planes(3)
        self._kept_alpha, self._kept_planes = planes(1)[0], planes(3)
        self._has_memory = False
        self._chosen = np.zeros((height, width), np.uint8)
        self._hole_age = np.full((height, width), UNKNOWN_PAST, np.uint8)
        self._labels = [np.zeros(height * width, np.int32) for _ in range(4)]
        self._oldest, self._rim, self._ages = np.zeros((3, height * width), np.int32)
        self._weight, self._hole, self._reach = planes(3)
        self._alpha, self._ramped = planes(2)
        self._change = planes(2)
        self._moments, self._means = planes(MOMENTS), planes(MOMENTS)
        self._coefficients, self._raw_coefficients = planes(4), planes(4)
        self._colours = planes(7)
        self._blurred, self._wrap = planes(3), planes(4)
        self._source_line = np.zeros(full_width * (3 if is_rgb else 1), f32)
        self._boxes: dict[int, tuple[Floats, Floats, Floats]] = {}
        self._lines = np.zeros((2, width), f32)
        self._ones = (np.ones(height, f32), np.ones(width, f32))

    def forget(self) -> None:
        """Drop what earlier frames have left."""
        self._has_memory = False
        self._chosen[:] = 0
        if self._layer_pass is not None:
            self._layer_pass.forget()

    def preprocess(self, frame: Bytes, network_input: Floats) -> None:
        """Shrink a frame and write the network's input.

        Args:
            frame: uint8, of the frame format.
            network_input: float32 (h, w, 3 or more), whose first three channels are written.
        """
        self._shrink(frame, self._planes)
        normalise(self._planes, self._matrices, network_input)

    def preprocess_plate(self, plate: Bytes, network_input: Floats) -> None:
        """Write a clean plate, which stays there for all frames to come.

        Args:
            plate: uint8 (h, w, 4), colours and confidence.
            network_input: float32 (h, w, 7), whose last four channels are written.
        """
        write_plate(plate, network_input[..., 3:])

    def observe(self, network_input: Floats, network_alpha: Floats) -> Observation:
        """What the network saw and said, in new arrays.

        Args:
            network_input: float32 (h, w, 3 or more), as `preprocess` left it.
            network_alpha: float32 (h, w) in [0, 1].
        """
        rgb = np.empty((self._height, self._width, 3), np.uint8)
        alpha = np.empty((self._height, self._width), np.uint8)
        observe(network_input, network_alpha, rgb, alpha)
        return Observation(rgb, alpha)

    def _shrink(self, frame: Bytes, out: Floats) -> None:
        if self._format.layout == "rgb":
            height, width = self._format.height, self._format.width
            resample_rows(frame.reshape(height, width * 3), *self._taps[0], self._source_line, out)
            return
        for index, plane in enumerate(frame_planes(frame, self._format)):
            resample_rows(
                plane, *self._taps[min(index, 1)], self._source_line, out[index : index + 1]
            )

    def refine(
        self,
        network_alpha: Floats,
        background: Bytes | None,
        settings: EngineSettings,
        parameters: EdgeParameters,
    ) -> None:
        """All steps at the network's size.

        Args:
            network_alpha: float32 (h, w) in [0, 1].
            background: For the light wrap.
            settings: Of the engine.
            parameters: Derived from them.
        """
        for _ in self.refine_steps(network_alpha, background, settings, parameters):
            pass

    def refine_steps(
        self,
        network_alpha: Floats,
        background: Bytes | None,
        settings: EngineSettings,
        parameters: EdgeParameters,
    ) -> Iterator[None]:
        """`refine`, with a pause after every step; the last one as well."""
        edges = settings.edges
        alpha = self._smooth(network_alpha, parameters)
        yield
        if self.areas is not None:
            drop_garbage(alpha, self.areas[GARBAGE], self._ramped)
            alpha = self._ramped
        self._clean(alpha, parameters, largest_only=edges.largest_only)
        yield
        if edges.guided:
            self._guide(parameters)
        else:
            self._coefficients[:3] = 0.0
            self._coefficients[3] = self._alpha
        yield
        ramp = (f32(parameters.ramp_low), f32(parameters.ramp_slope))
        if self.areas is not None:
            force_areas(self.areas[GARBAGE], self.areas[KEEP], *ramp, self._coefficients)
        apply_coefficients(self._coefficients, self._planes, *ramp, self._ramped)
        if edges.foreground_colour:
            self._estimate_colours(parameters)
        yield
        if settings.background == "blur":
            self._blur(parameters)
        if settings.has_light_wrap or settings.matches_light:
            assert background is not None
            self._shrink(background, self._behind)
        if settings.has_light_wrap:
            self._wrap_light(parameters, mirror=settings.mirror)
        if settings.has_layer:
            self._layer().refine(self._planes, self._ramped, self._behind, settings)
        yield

    def _smooth(self, network_alpha: Floats, parameters: EdgeParameters) -> Floats:
        if not self._has_memory or parameters.keep_still >= 1.0:
            self._kept_alpha[:] = network_alpha
            self._kept_planes[:] = self._planes
            self._hole_age[:] = UNKNOWN_PAST
            self._has_memory = True
            return self._kept_alpha
        smooth_over_time(
            network_alpha,
            self._planes,
            f32(parameters.keep_still),
            f32(parameters.motion_low),
            f32(parameters.motion_high),
            self._change,
            self._kept_alpha,
            self._kept_planes,
            self._hole_age,
        )
        return self._kept_alpha

    def _clean(self, alpha: Floats, parameters: EdgeParameters, *, largest_only: bool) -> None:
        labels, _, _, held = self._labels
        label_components(alpha, self._chosen, *self._labels)
        age_holes(alpha, labels, held, self._oldest, self._rim, self._ages, self._hole_age)
        weigh_components(
            alpha,
            f32(parameters.speck_area),
            f32(parameters.hole_area),
            largest_only,
            *self._labels,
            self._ages,
            self._chosen,
            self._weight,
            self._hole,
        )
        reach = parameters.component_reach
        remove_specks(alpha, self._weight, self._hole, reach, self._reach, self._alpha)

    def _guide(self, parameters: EdgeParameters) -> None:
        guide_moments(self._alpha, self._planes, self._moments)
        self._box_mean(self._moments, parameters.guide_radius, self._means)
        guided_coefficients(self._means, f32(parameters.guide_epsilon), self._raw_coefficients)
        self._box_mean(self._raw_coefficients, parameters.guide_radius, self._coefficients)

    def _box_mean(self, planes: Floats, radius: int, out: Floats) -> None:
        if radius not in self._boxes:
            taps = np.ones(2 * radius + 1, f32)
            scales = (inside_scale(taps, self._height), inside_scale(taps, self._width))
            self._boxes[radius] = (*scales, np.zeros((3, self._width + 2 * radius), f32))
        row_scale, column_scale, lines = self._boxes[radius]
        box_mean(planes, radius, row_scale, column_scale, lines, out)

    def _estimate_colours(self, parameters: EdgeParameters) -> None:
        shares, means, colours = self._moments[:SHARES], self._means[:SHARES], self._colours
        colour_shares(self._planes, self._planes, self._ramped, shares)
        self._box_mean(shares, parameters.wide_radius, means)
        wide_colours(means, self._planes, self._ramped, colours)
        colour_shares(colours[:3], colours[3:6], self._ramped, shares)
        self._box_mean(shares, parameters.near_radius, means)
        near_colours(means, self._matrices, colours)

    def _blur(self, parameters: EdgeParameters) -> None:
        shares, sums = self._moments[:4], self._means[:4]
        original_shares(self._planes, self._ramped, shares)
        taps = gaussian_taps(parameters.blur_sigma)
        rows, columns = self._ones
        weighted_sum(shares, taps, rows, columns, self._lines, sums)
        normalise_blur(sums, self._blurred)

    def _wrap_light(self, parameters: EdgeParameters, *, mirror: bool) -> None:
        wrap_sources(self._behind, self._ramped, mirror, self._moments[:4])
        taps = gaussian_taps(parameters.wrap_sigma)
        rows, columns = inside_scale(taps, self._height), inside_scale(taps, self._width)
        weighted_sum(self._moments[:4], taps, rows, columns, self._lines, self._wrap)
        share_wrap(f32(parameters.wrap_strength), self._wrap)

    def composite(
        self,
        frame: Bytes,
        background: Bytes | None,
        settings: EngineSettings,
        parameters: EdgeParameters,
        out: Bytes,
        out_alpha: Bytes | None,
    ) -> None:
        """The full-size pass; see `FullSizePass.composite`."""
        small = SmallPlanes(self._coefficients, self._colours, self._blurred, self._wrap)
        write = self._full_size.composite
        if not settings.has_layer:
            write(frame, background, small, settings, parameters, out, out_alpha)
            return
        layer = self._layer()
        person, alpha = layer.person, layer.alpha
        write(frame, None, small, settings, parameters, person, alpha, is_cut_out=True)
        layer.lay(background, settings, out, out_alpha)

    def release_layer(self) -> None:
        """Let go of what only a person as a layer needs, until it is asked for."""
        self._layer_pass = None

    def _layer(self) -> LayerPass:
        """Made when it is first asked for: it has a picture of its own."""
        if self._layer_pass is None:
            size = {"height": self._height, "width": self._width}
            self._layer_pass = LayerPass(self._format, **size)
        return self._layer_pass
