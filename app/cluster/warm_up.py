"""How many frames around a segment are processed for stages with memory; docs/decisions/0028."""

from __future__ import annotations

import math

from app.pipeline.settings import Settings
from gpu_unet.edge_parameters import HOLE_TICKS, edge_parameters
from gpu_unet.frames_ahead import REACH
from gpu_unet.ticks import TICKS_PER_S, USUAL_TICKS


def warm_up_frames(settings: Settings, frame_rate: float) -> int:
    """Number of frames before a segment, for a film with this frame rate.

    Smoothing forgets a share per 1/30 s where the picture stands still: after these frames, the
    largest possible difference has fallen below one level (two thirds of one, measured). Filling
    holes needs 0.4 s more. Below 30 frames/s the same number is more than enough. Learning the
    clean plate never ends; in every segment it starts with the plates of the first pass over the
    whole recording. A steady matte needs a few more.
    """
    kept = 1.0 - edge_parameters(settings.for_engine(), height=144, width=256).keep_still
    smoothed = math.ceil(math.log(1 / 255) / math.log(kept)) if kept > 0.0 else 0
    remembered = HOLE_TICKS // USUAL_TICKS + smoothed
    per_usual_frame = max(1.0, frame_rate * USUAL_TICKS / TICKS_PER_S)
    return round(remembered * per_usual_frame) + ahead_frames(settings)


def ahead_frames(settings: Settings) -> int:
    """Most frames after a segment that affect its mattes."""
    return 0 if settings.frames_ahead == "off" else REACH
