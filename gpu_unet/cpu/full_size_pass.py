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
from gpu_unet.cpu.kernels.blocks import BLOCK_COLUMNS, BLOCK_ROWS, classify_blocks
from gpu_unet.cpu.kernels.composite import COMPOSITE
from gpu_unet.cpu.kernels.small_planes import CHANNELS
from gpu_unet.edge_parameters import EdgeParameters
from gpu_unet.engine import Notify
from gpu_unet.kernels.full_size_pixel import BEHIND
from gpu_unet.kernels.layouts import SIDE, frame_planes, sample_size
from gpu_unet.resampling import axis_pairs
from gpu_unet.settings import EngineSettings

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

f32 = np.float32


class SmallPlanes(NamedTuple):
    """What the steps at the network's size have made; what the settings leave out is not read.

    Attributes:
        coefficients: float32 (4, h, w), of the guided filter.
        colours: float32 (7, h, w), of the unknown region.
        blurred: float32 (3, h, w), the original background alone.
        wrap: float32 (4, h, w), the light wrap.
    """

    coefficients: Floats
    colours: Floats
    blurred: Floats
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
        if notify is not None and not is_compiled(COMPOSITE[frame_format.layout]):
            notify("Compiling the edge kernels for this processor (once) ...")
        self._format = frame_format
        full_height, full_width = frame_format.height, frame_format.width
        sample_height, sample_width = sample_size(frame_format)
        mirrors = (False, True)
        self._row_pairs = axis_pairs(height, full_height)
        self._column_pairs = {m: axis_pairs(width, full_width, mirror=m) for m in mirrors}
        self._sample_row_pairs = axis_pairs(height, sample_height)
        self._sample_column_pairs = {m: axis_pairs(width, sample_width, mirror=m) for m in mirrors}
        self._tables = (tuple(coding_matrices(frame_format)), linear_light_table(), srgb_table())
        self._cells = np.zeros((height, width), np.uint8)
        self._kinds = np.zeros(
            (-(-full_height // BLOCK_ROWS), -(-full_width // BLOCK_COLUMNS)), np.uint8
        )
        side = SIDE[frame_format.layout]
        self._buffers = np.zeros((CHUNKS, side, CHANNELS, width), f32)
        self._alphas = np.zeros((CHUNKS, side, full_width), np.uint8)
        self._no_alpha = np.zeros((1, 1), np.uint8)
        self._black: Bytes | None = None

    def _nothing(self) -> Bytes:
        """Black, where the settings need no background: made when it is first asked for.

        Of RGB not a page of it is ever touched; of the largest pictures it would be 192 MiB.
        """
        if self._black is None:
            self._black = np.zeros(self._format.shape, np.uint8)
            planes = frame_planes(self._black, self._format)
            for plane, value in zip(planes, black(self._format), strict=True):
                if value:
                    plane[:] = value
            self._black.flags.writeable = False  # compiled code meets one type of background only
        return self._black

    def composite(
        self,
        frame: Bytes,
        background: Bytes | None,
        small: SmallPlanes,
        settings: EngineSettings,
        parameters: EdgeParameters,
        out: Bytes,
        out_alpha: Bytes | None,
        *,
        is_cut_out: bool = False,
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
            is_cut_out: Nothing stands behind, whatever the settings say.
        """
        ramp = (f32(parameters.ramp_low), f32(parameters.ramp_slope))
        has_wrap, mirror = settings.has_light_wrap, settings.mirror
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
        look = (
            BEHIND["transparent" if is_cut_out else settings.background],
            settings.edges.foreground_colour,
            has_wrap,
            settings.edges.linear_light,
            mirror,
            out_alpha is not None,
        )
        COMPOSITE[self._format.layout](
            self._picture(frame),
            self._picture(self._nothing() if background is None else background),
            small.blurred,
            (small.coefficients, small.colours, small.wrap),
            self._kinds,
            tuple(self._row_pairs),
            tuple(column_pairs),
            tuple(self._sample_row_pairs),
            tuple(self._sample_column_pairs[mirror]),
            ramp,
            look,
            *self._tables,
            self._buffers,
            self._alphas,
            self._picture(out),
            self._no_alpha if out_alpha is None else out_alpha,
        )

    def _picture(self, picture: Bytes) -> Bytes | tuple[Bytes, Bytes, Bytes]:
        """A picture as the kernel of its layout takes it."""
        return picture if self._format.layout == "rgb" else frame_planes(picture, self._format)
