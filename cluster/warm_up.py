"""Which frames around a segment what remembers and looks ahead is shown; docs/decisions/0028."""

from __future__ import annotations

import math

from gpu_unet.edge_parameters import HOLE_FRAMES, edge_parameters
from pipeline.jobs.temporal_filter import REACH
from pipeline.settings import Settings


def warm_up_frames(settings: Settings) -> int:
    """So many frames before a segment.

    Smoothing forgets by a share a frame, where the picture stands still: after these, less than
    one level is left of the largest difference that there can be. Measured are two thirds of
    that. Holes are believed after so many frames more. The room is never done with learning: it
    begins with what the first look at the whole recording has found, in every segment. A steady
    matte is made of some more.
    """
    kept = 1.0 - edge_parameters(settings.for_engine(), height=144, width=256).keep_still
    smoothed = math.ceil(math.log(1 / 255) / math.log(kept)) if kept > 0.0 else 0
    return HOLE_FRAMES + smoothed + ahead_frames(settings)


def ahead_frames(settings: Settings) -> int:
    """So many frames behind a segment have a say in its mattes, at most."""
    return 0 if settings.frames_ahead == "off" else REACH
