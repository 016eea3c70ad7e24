"""FullSizePass: from small planes to the composite, the one step that touches every pixel."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frames.frame import FrameFormat
from gpu_unet.colour import (
    black,
    coding_matrices,
    linear_light_table,
    srgb_table,
)
from gpu_unet.cpu.compile import CHUNKS, is_compiled
from gpu_unet.cpu.kernels.blocks import (
    BLOCK_COLUMNS,
    BLOCK_ROWS,
    classify_blocks,
)
from gpu_unet.cpu.kernels.composite_rgb import composite_rgb
from gpu_unet.cpu.kernels.composite_yuv420 import composite_yuv420
from gpu_unet.cpu.kernels.small_planes import CHANNELS
from gpu_unet.edge_parameters import EdgeParameters
from gpu_unet.engine import Notify
from gpu_unet.kernels.full_size_pixel import BEHIND
from gpu_unet.reference.frames import frame_planes
from gpu_unet.resampling import axis_pairs
from gpu_unet.settings import EngineSettings

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

f32 = np.float32


class SmallPlanes(NamedTuple):
    """What the steps at the network's size have made; what the settings leave out is not read.

    Attributes:
        coefficients: float32 (4, h, w), of the guided filter.
        colours: float32 (7, h, w), of the mixed band.
        room: float32 (3, h, w), blurred.
        wrap: float32 (4, h, w), the light wrap.
    """

    coefficients: Floats
    colours: Floats
    room: Floats
    wrap: Floats


class FullSizePass:
    """The tables and scratch lines of one frame format and network size."""

    def __init__(
        self,
        frame_format: FrameFormat,
        *,
        height: int,
        width: int,
        notify: Notify | None = None,
    ) -> None:
        kernel = composite_rgb if frame_format.layout == "rgb" else composite_yuv420
        if notify is not None and not is_compiled(kernel):
            notify("Compiling the edge kernels for this processor (once) ...")
        self._format = frame_format
        full_height, full_width = frame_format.height, frame_format.width
        is_rgb = frame_format.layout == "rgb"
        chroma = (full_height, full_width) if is_rgb else (full_height // 2, full_width // 2)
        self._row_pairs = axis_pairs(height, full_height)
        self._chroma_row_pairs = axis_pairs(height, chroma[0])
        self._column_pairs = {m: axis_pairs(width, full_width, mirror=m) for m in (False, True)}
        self._chroma_column_pairs = {
            m: axis_pairs(width, chroma[1], mirror=m) for m in (False, True)
        }
        self._matrices = tuple(coding_matrices(frame_format))
        self._black = tuple(np.uint8(v) for v in black(frame_format))
        self._light, self._code = linear_light_table(), srgb_table()
        self._cells = np.zeros((height, width), np.uint8)
        self._kinds = np.zeros(
            (-(-full_height // BLOCK_ROWS), -(-full_width // BLOCK_COLUMNS)), np.uint8
        )
        self._tall = np.zeros((CHUNKS, 2, CHANNELS, width), f32)
        self._alpha_lines = np.zeros((CHUNKS, 2, full_width), np.uint8)
        self._no_alpha = np.zeros((1, 1), np.uint8)
        self._no_picture = np.zeros(frame_format.shape, np.uint8)

    def composite(
        self,
        frame: Bytes,
        background: Bytes | None,
        small: SmallPlanes,
        settings: EngineSettings,
        parameters: EdgeParameters,
        out: Bytes,
        out_alpha: Bytes | None,
    ) -> None:
        """Write the composite, and the alpha plane if somebody wants it.

        Args:
            frame: uint8, of the frame format.
            background: Likewise; for "image".
            small: At the network's size.
            settings: Of the engine.
            parameters: Derived from them.
            out: uint8, of the frame format, written.
            out_alpha: uint8 (height, width), written; None if nobody wants it.
        """
        ramp = (f32(parameters.ramp_low), f32(parameters.ramp_slope))
        has_wrap, mirror = has_light_wrap(settings), settings.mirror
        column_pairs = self._column_pairs[mirror]
        classify_blocks(
            small.coefficients,
            small.wrap,
            has_wrap,
            *ramp,
            self._row_pairs.low,
            self._row_pairs.high,
            column_pairs.low,
            column_pairs.high,
            self._cells,
            self._kinds,
        )
        if background is None:
            background = self._no_picture
        planes = (
            BEHIND[settings.background],
            small.room,
            small.coefficients,
            small.colours,
            settings.edges.foreground_colour,
            small.wrap,
            has_wrap,
            self._kinds,
            tuple(self._row_pairs),
            tuple(column_pairs),
        )
        linear = (settings.edges.linear_light, self._light, self._code, mirror, self._tall)
        alpha = (
            out_alpha is not None,
            self._no_alpha if out_alpha is None else out_alpha,
        )
        if self._format.layout == "rgb":
            composite_rgb(frame, background, *planes, *ramp, self._matrices, *linear, out, *alpha)
            return
        composite_yuv420(
            frame_planes(frame, self._format),
            frame_planes(background, self._format),
            *planes,
            tuple(self._chroma_row_pairs),
            tuple(self._chroma_column_pairs[mirror]),
            *ramp,
            self._matrices,
            self._black,
            *linear,
            self._alpha_lines,
            frame_planes(out, self._format),
            *alpha,
        )


def has_light_wrap(settings: EngineSettings) -> bool:
    """Whether the background's light falls over the edge."""
    return settings.background == "image" and settings.edges.light_wrap > 0.0
