"""Monitor: turns outputs into RGB results for the window; only the newest `Result` is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from app.pipeline.live.compositor import Composed
from app.pipeline.slot import LatestSlot
from app.video.frame import Frame
from app.video.output import Output
from app.video.pixels.colour import FastRgb
from gpu_unet import Image


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What the viewer sees.

    Attributes:
        pixels: uint8 RGB (H, W, 3), C-contiguous; the background alone if `has_valid_matte` is
            False; not premultiplied with `alpha` if `is_transparent`.
        frame_index: Index of the frame that it was made from.
        pts_s: That frame's position in the stream, in seconds.
        captured_s: `time.perf_counter()` when the source returned that frame.
        has_valid_matte: False: the matte was not valid, so `pixels` hold the background alone.
        alpha: uint8 (H, W), 255 = person; only on request, or if `is_transparent`.
        original: uint8 RGB (H, W, 3): the frame itself, only on request (before/after); never
            recorded and never sent anywhere.
        is_transparent: There is no background. Where `alpha` is not 0, `pixels` hold the frame at
            full strength; paint them with `alpha` only.
        stage_ms, latency_ms: As in `Composed`; of the background alone nothing.
        pixel_aspect: Width of a pixel divided by its height, in which it is to be shown.
    """

    pixels: npt.NDArray[np.uint8]
    frame_index: int
    pts_s: float
    captured_s: float
    has_valid_matte: bool = True
    alpha: npt.NDArray[np.uint8] | None = None
    original: npt.NDArray[np.uint8] | None = None
    is_transparent: bool = False
    stage_ms: Mapping[str, float] = field(default_factory=dict)
    latency_ms: float = 0.0
    shown_s: tuple[float, float] | None = None
    pixel_aspect: float = 1.0


class Monitor:
    """Used by the worker thread only; the window takes from `latest`.

    The arrays of a result are never written to afterwards.

    Args:
        on_ready: Called when `latest` was empty and now holds a result.

    Attributes:
        is_watched: Whether the preview is visible; if not, no RGB frames are made.
    """

    def __init__(self, on_ready: Callable[[], None] | None) -> None:
        self.latest: LatestSlot[Result] = LatestSlot()
        self.is_watched = True
        self._on_ready = on_ready
        self._converter = FastRgb()

    def show(self, composed: Composed, frame: Frame, *, wants_original: bool) -> None:
        """Show the composite of `frame`, with the frame itself only on request."""
        if not self.is_watched:
            return
        output = composed.output
        is_transparent = output.alpha is not None
        self._put(
            Result(
                pixels=self._rgb(output),
                frame_index=frame.index,
                pts_s=frame.pts_s,
                shown_s=frame.shown_s,
                captured_s=output.captured_s,
                # Without a background, painting needs the alpha.
                alpha=output.alpha if is_transparent else composed.alpha,
                is_transparent=is_transparent,
                original=self._original(frame, composed.is_mirrored) if wants_original else None,
                stage_ms=composed.stage_ms,
                latency_ms=composed.latency_ms,
                pixel_aspect=float(output.pixel_aspect),
            )
        )

    def show_alone(self, background: Output) -> None:
        """Show the background alone."""
        if self.is_watched:
            self._put(
                Result(
                    pixels=self._rgb(background),
                    frame_index=-1,
                    pts_s=0.0,
                    captured_s=background.captured_s,
                    has_valid_matte=False,
                    pixel_aspect=float(background.pixel_aspect),
                )
            )

    def _put(self, result: Result) -> None:
        if self.latest.put(result) and self._on_ready is not None:
            self._on_ready()

    def _original(self, frame: Frame, is_mirrored: bool) -> Image:
        """The frame, mirrored like composite and matte."""
        rgb = self._converter.rgb(frame.pixels, frame.format)
        return np.ascontiguousarray(rgb[:, ::-1]) if is_mirrored else rgb

    def _rgb(self, output: Output) -> Image:
        return self._converter.rgb(output.pixels, output.format)
