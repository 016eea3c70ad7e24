"""FullSizePass: from small planes to the composite, the only step at the frame's full size."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from gpu_unet.colour import coding_matrices, light_tables
from gpu_unet.cpu.compile import CHUNKS, is_compiled
from gpu_unet.cpu.kernels.blocks import BLOCK_COLUMNS, BLOCK_ROWS, classify_blocks
from gpu_unet.cpu.kernels.composite import COMPOSITE
from gpu_unet.cpu.kernels.small_planes import CHANNELS
from gpu_unet.engine import Notify
from gpu_unet.frame_format import FrameFormat
from gpu_unet.kernels.layouts import black_picture, frame_planes, sample_size
from gpu_unet.resampling import axis_pairs

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

f32 = np.float32


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
        self._tables = (tuple(coding_matrices(frame_format)), *light_tables(frame_format))
        self._cells = np.zeros((height, width), np.uint8)
        self._kinds = np.zeros(
            (-(-full_height // BLOCK_ROWS), -(-full_width // BLOCK_COLUMNS)), np.uint8
        )
        down = frame_format.row.down
        self._buffers = np.zeros((CHUNKS, down, CHANNELS, width), f32)
        self._alphas = np.zeros((CHUNKS, down, full_width), np.uint8)
        self._no_alpha = np.zeros((1, 1), np.uint8)

    @functools.cached_property
    def black(self) -> Bytes:
        """A black frame, for settings without a background; made at first use."""
        return black_picture(self._format)

    def write(
        self,
        frame: Bytes,
        background: Bytes | None,
        blurred: Floats,
        small: tuple[Floats, Floats, Floats],
        params: Floats,
        out: Bytes,
        out_alpha: Bytes | None,
        *,
        behind: int,
        mirror: bool,
    ) -> None:
        """Write the composite and, on request, the alpha plane.

        Args:
            frame: Of the frame format.
            background: Likewise, for PICTURE; None is black.
            blurred: float32 (3, h, w), for BLURRED_ORIGINAL.
            small: float32, the guided filter's coefficients (4, h, w), the unknown region's colours
                (7, h, w) and the light wrap (4, h, w).
            params: float32, see `gpu_unet.kernels.parameters`.
            out: Of the frame format, written.
            out_alpha: uint8 (height, width), written; None if it is not wanted.
            behind: PICTURE, BLURRED_ORIGINAL or NOTHING.
            mirror: Whether to mirror everything but the background.
        """
        coefficients, _, wrap = small
        column_pairs = self._column_pairs[mirror]
        classify_blocks(
            coefficients, wrap, params, self._row_pairs.low, self._row_pairs.high,
            column_pairs.low, column_pairs.high, self._cells, self._kinds,
        )  # fmt: skip
        has_alpha = out_alpha is not None
        COMPOSITE[self._format.layout](
            self._picture(frame),
            self._picture(self.black if background is None else background),
            blurred,
            small,
            self._kinds,
            tuple(self._row_pairs),
            tuple(column_pairs),
            tuple(self._sample_row_pairs),
            tuple(self._sample_column_pairs[mirror]),
            params,
            (behind, mirror, has_alpha),
            *self._tables,
            self._buffers,
            self._alphas,
            self._picture(out),
            self._no_alpha if out_alpha is None else out_alpha,
        )

    def _picture(self, picture: Bytes) -> Bytes | tuple[Bytes, Bytes, Bytes]:
        """The argument of the layout's kernel: the array, or a tuple of its three planes."""
        return picture if self._format.layout == "rgb" else frame_planes(picture, self._format)
