"""Which frames around a segment what remembers and looks ahead is shown; docs/decisions/0028."""

from __future__ import annotations

import math

from app.pipeline.settings import Settings
from gpu_unet.edge_parameters import HOLE_TICKS, edge_parameters
from gpu_unet.frames_ahead import REACH
from gpu_unet.ticks import TICKS_PER_S, USUAL_TICKS


def warm_up_frames(settings: Settings, frame_rate: float) -> int:
    """So many frames before a segment, of a film of so many frames per second.

    Smoothing forgets by a share in 1/30 s, where the picture stands still: after these, less than
    one level is left of the largest difference that there can be. Measured are two thirds of
    that. Holes are believed after 0.4 s more. At less than 30 frames/s it is as many frames, which
    is more than is needed. The room is never done with learning: it
    begins with what the first look at the whole recording has found, in every segment. A steady
    matte is made of some more.
    """
    kept = 1.0 - edge_parameters(settings.for_engine(), height=144, width=256).keep_still
    smoothed = math.ceil(math.log(1 / 255) / math.log(kept)) if kept > 0.0 else 0
    remembered = HOLE_TICKS // USUAL_TICKS + smoothed
    per_usual_frame = max(1.0, frame_rate * USUAL_TICKS / TICKS_PER_S)
    return round(remembered * per_usual_frame) + ahead_frames(settings)


def ahead_frames(settings: Settings) -> int:
    """So many frames behind a segment have a say in its mattes, at most."""
    return 0 if settings.frames_ahead == "off" else REACH
