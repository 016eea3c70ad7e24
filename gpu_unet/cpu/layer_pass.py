"""LayerPass: the person as a layer over the background, where the settings ask for it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frames.frame import FrameFormat
from gpu_unet.colour import coding_matrices, linear_light_table, srgb_table
from gpu_unet.cpu.kernels.layer import LAY, cast_shadow, light_sums
from gpu_unet.kernels.scalars import followed, light_gain, next_gain
from gpu_unet.layer_parameters import LEAST_PERSON, layer_parameters
from gpu_unet.settings import EngineSettings

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

f32 = np.float32


class LayerPass:
    """The buffers of one frame format and network size; made when they are first asked for.

    Attributes:
        person: uint8, of the frame format: the person cut out, to be written before `lay`.
        alpha: uint8 (height, width), likewise.
    """

    def __init__(self, frame_format: FrameFormat, *, height: int, width: int) -> None:
        self._format = frame_format
        self._size = {
            "frame_height": frame_format.height,
            "frame_width": frame_format.width,
            "height": height,
            "width": width,
        }
        radius = layer_parameters(EngineSettings(), **self._size).shadow_radius
        self._lines = np.zeros((height + 2 * radius, width), f32)
        self._shadow = np.zeros((height + 2 * radius, width + 2 * radius), f32)
        self._sums = np.zeros(7, f32)
        self._gains: Floats | None = None
        self._followed = np.ones(3, f32)
        self._tables = (tuple(coding_matrices(frame_format)), linear_light_table(), srgb_table())
        self.person = np.zeros(frame_format.shape, np.uint8)
        self.alpha = np.zeros((frame_format.height, frame_format.width), np.uint8)
        self._no_alpha = np.zeros_like(self.alpha)

    def forget(self) -> None:
        """Drop what earlier frames have left."""
        self._gains = None

    def refine(
        self, planes: Floats, ramped: Floats, behind: Floats, settings: EngineSettings
    ) -> None:
        """What has to be known at the network's size.

        Args:
            planes: float32 (3, h, w), the frame's.
            ramped: float32 (h, w), the final alpha at this size.
            behind: float32 (3, h, w), the background's; read only where light is matched.
            settings: Of the engine.
        """
        parameters = layer_parameters(settings, **self._size)
        if settings.has_shadow:
            cast_shadow(ramped, parameters.shadow_radius, self._lines, self._shadow)
        if settings.matches_light:
            is_rgb = self._format.layout == "rgb"
            light_sums(planes, ramped, behind, self._tables[0], is_rgb, self._sums)
            self._follow(f32(parameters.match), ramped.size)

    def _follow(self, match: np.float32, count: int) -> None:
        weight = self._sums[3]
        if weight >= LEAST_PERSON * count:
            person, behind = self._sums[:3] / weight, self._sums[4:] / f32(count)
            gains = np.array([light_gain(*pair) for pair in zip(person, behind, strict=True)], f32)
            before = gains if self._gains is None else self._gains
            self._gains = next_gain(gains, before).astype(f32)
        gains = np.ones(3, f32) if self._gains is None else self._gains
        self._followed[:] = followed(gains, match)

    def lay(
        self,
        background: Bytes | None,
        settings: EngineSettings,
        out: Bytes,
        out_alpha: Bytes | None,
    ) -> None:
        """Write the composite of `person`, and its alpha plane if somebody wants it.

        Args:
            background: uint8, of the frame format; None for "transparent".
            settings: Of the engine.
            out: uint8, of the frame format, written.
            out_alpha: uint8 (height, width), written; None if nobody wants it.
        """
        p = layer_parameters(settings, **self._size)
        where = (f32(p.left), f32(p.top), f32(p.step), f32(p.reach))
        cast = (
            f32(p.shadow),
            f32(p.shadow_across),
            f32(p.shadow_down),
            f32(self._size["width"] / self._format.width),
            f32(self._size["height"] / self._format.height),
            f32(p.shadow_radius),
            settings.mirror,
        )
        look = (
            background is not None,
            settings.layer.is_placed,
            settings.matches_light,
            settings.has_shadow,
            settings.edges.linear_light,
        )
        behind = self.person.view() if background is None else background
        behind = behind.reshape(-1)
        behind.flags.writeable = False  # compiled code meets one type of background only
        LAY[self._format.layout](
            self.person.reshape(-1),
            self.alpha,
            behind,
            self._shadow,
            self._followed,
            where,
            cast,
            look,
            *self._tables,
            out.reshape(-1),
            self._no_alpha if out_alpha is None else out_alpha,
        )
