"""Preview: turns outputs into the RGB results that a window paints."""

from __future__ import annotations

import numpy as np

from pipeline.live.output import Image, Output
from pipeline.result import FrameTimings, Result
from video.fast_rgb import FastRgb
from video.frame import Frame, PixelFormat


class Preview:
    """Used by the worker thread only."""

    def __init__(self) -> None:
        self._converter = FastRgb()

    def result(
        self,
        output: Output,
        *,
        frame_index: int,
        pts_s: float,
        timings: FrameTimings,
        alpha: Image | None = None,
        original: Frame | None = None,
        is_mirrored: bool = False,
    ) -> Result:
        """The result for `output`; `original` only if the viewer asked for it.

        Its arrays are new ones, or the engine's: nothing is written to them later. The original
        is mirrored like the composite and the matte, so that the three always agree.
        """
        return Result(
            pixels=self._rgb(output.pixels, output.height, output.width, output.format),
            frame_index=frame_index,
            pts_s=pts_s,
            timings=timings,
            has_valid_matte=output.has_valid_matte,
            captured_s=output.captured_s,
            alpha=alpha,
            original=None if original is None else self._original(original, is_mirrored),
        )

    def _original(self, frame: Frame, is_mirrored: bool) -> Image:
        rgb = self._rgb(frame.pixels, frame.height, frame.width, frame.format)
        return np.ascontiguousarray(rgb[:, ::-1]) if is_mirrored else rgb

    def _rgb(self, pixels: Image, height: int, width: int, pixel_format: PixelFormat) -> Image:
        return self._converter.rgb(pixels, height=height, width=width, pixel_format=pixel_format)
