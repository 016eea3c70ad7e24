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

    @property
    def read_ms(self) -> float:
        """Waiting for and decoding the frame."""
        return self.stage_ms.get("read", 0.0)

    @property
    def upload_ms(self) -> float:
        """Host to device; 0 on a CPU."""
        return self.stage_ms.get("upload", 0.0)

    @property
    def network_ms(self) -> float:
        """Resize and the network itself."""
        return self.stage_ms.get("resize", 0.0) + self.stage_ms.get("network", 0.0)

    @property
    def composite_ms(self) -> float:
        """Refining the matte, and the composite."""
        return self.stage_ms.get("refine", 0.0) + self.stage_ms.get("composite", 0.0)

    @property
    def download_ms(self) -> float:
        """Device to host; 0 on a CPU."""
        return self.stage_ms.get("download", 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Matte:
    """An alpha plane, tied to the frame that it was computed from.

    Attributes:
        alpha: float32 (H, W) in [0, 1], 1 = person.
        frame_index: Of the `Frame` it belongs to; applied to no other.
    """

    alpha: npt.NDArray[np.float32]
    frame_index: int


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What the viewer sees.

    Attributes:
        pixels: uint8 RGB (H, W, 3), C-contiguous; the background alone if `has_valid_matte` is
            False; not multiplied with `alpha` if `is_transparent`.
        frame_index: Of the frame it was made from.
        pts_s: That frame's position in the stream, in seconds.
        captured_s: `time.perf_counter()` when the source returned that frame.
        timings: What it cost.
        has_valid_matte: False: there was no matte to trust, so nothing of the room is in `pixels`.
        alpha: uint8 (H, W), 255 = person; only when asked for, or if `is_transparent`.
        original: uint8 RGB (H, W, 3): the frame itself, only when asked for (before/after); never
            recorded and never sent anywhere.
        is_transparent: There is no background: wherever `alpha` is not 0, `pixels` hold what was
            there at full strength, and are painted with `alpha` only.
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

    @property
    def matte(self) -> Matte | None:
        """`alpha` as numbers in [0, 1], a new array; None if it was not asked for."""
        if self.alpha is None:
            return None
        return Matte(self.alpha.astype(np.float32) / np.float32(255), self.frame_index)
