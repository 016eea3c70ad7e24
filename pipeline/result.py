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
        read_ms: Waiting for and decoding the frame.
        upload_ms, network_ms, composite_ms, download_ms: Of the engine; network includes the
            resize, composite the refining of the matte. 0 where a device has no such stage.
        latency_ms: From capture to hand-over.
        stages_ms: The engine's own, finer stages by name.
    """

    read_ms: float = 0.0
    upload_ms: float = 0.0
    network_ms: float = 0.0
    composite_ms: float = 0.0
    download_ms: float = 0.0
    latency_ms: float = 0.0
    stages_ms: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def from_stages(
        cls, stages_ms: Mapping[str, float], *, frame_count: int, read_ms: float, latency_ms: float
    ) -> FrameTimings:
        """One frame's share of a batch's `Composites.stage_ms`."""
        share = {name: ms / frame_count for name, ms in stages_ms.items()}
        return cls(
            read_ms=read_ms,
            upload_ms=share.get("upload", 0.0),
            network_ms=share.get("resize", 0.0) + share.get("network", 0.0),
            composite_ms=share.get("refine", 0.0) + share.get("composite", 0.0),
            download_ms=share.get("download", 0.0),
            latency_ms=latency_ms,
            stages_ms=share,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Matte:
    """An alpha plane, tied to the frame that it was computed from.

    Attributes:
        alpha: float32 (H, W) in [0, 1], 1 = person.
        frame_index: Of the `Frame` it belongs to; applied to no other.
    """

    alpha: npt.NDArray[np.float32]
    frame_index: int

    @classmethod
    def from_bytes(cls, alpha: npt.NDArray[np.uint8], *, frame_index: int) -> Matte:
        """From an engine's uint8 (H, W) plane, 255 = person."""
        return cls(alpha.astype(np.float32) / np.float32(255), frame_index)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What the viewer sees.

    Attributes:
        pixels: uint8 RGB (H, W, 3), C-contiguous; the background alone if `has_valid_matte` is
            False.
        frame_index: Of the frame it was made from.
        pts_s: That frame's position in the stream, in seconds.
        timings: What it cost.
        has_valid_matte: False: there was no matte to trust, so nothing of the room is in `pixels`.
        matte: Only when asked for.
        original: uint8 RGB (H, W, 3): the frame itself, only when asked for (before/after); never
            recorded and never sent anywhere.
    """

    pixels: npt.NDArray[np.uint8]
    frame_index: int
    pts_s: float
    timings: FrameTimings
    has_valid_matte: bool = True
    matte: Matte | None = None
    original: npt.NDArray[np.uint8] | None = None
