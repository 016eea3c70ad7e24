"""Result: one finished frame of a live picture, as the window paints and the recorder keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class FrameTimings:
    """What a frame cost, in ms.

    Attributes:
        stage_ms: "read" (waiting for and decoding the frame) and the engine's own stages:
            "upload", "resize", "network", "refine", "composite", "download", as far as the device
            has them.
        latency_ms: From capture to hand-over.
    """

    stage_ms: Mapping[str, float] = field(default_factory=dict)
    latency_ms: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What the viewer sees.

    Attributes:
        pixels: uint8 RGB (H, W, 3), C-contiguous; the background alone if `has_valid_matte` is
            False; not premultiplied with `alpha` if `is_transparent`.
        frame_index: Index of the frame that it was made from.
        pts_s: That frame's position in the stream, in seconds.
        captured_s: `time.perf_counter()` when the source returned that frame.
        timings: What it cost.
        has_valid_matte: False: the matte was not valid, so `pixels` hold the background alone.
        alpha: uint8 (H, W), 255 = person; only on request, or if `is_transparent`.
        original: uint8 RGB (H, W, 3): the frame itself, only on request (before/after); never
            recorded and never sent anywhere.
        is_transparent: There is no background. Where `alpha` is not 0, `pixels` hold the frame at
            full strength; paint them with `alpha` only.
    """

    pixels: npt.NDArray[np.uint8]
    frame_index: int
    pts_s: float
    captured_s: float
    timings: FrameTimings
    has_valid_matte: bool = True
    alpha: npt.NDArray[np.uint8] | None = None
    original: npt.NDArray[np.uint8] | None = None
    is_transparent: bool = False
