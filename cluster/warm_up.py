"""How long what remembers earlier frames is shown them before a segment; docs/decisions/0028."""

from __future__ import annotations

import math

from gpu_unet.edge_parameters import HOLE_FRAMES, edge_parameters
from pipeline.settings import Settings

# The room counts seconds; and it learns from every picture that it sees, so that it is never done.
ROOM_S = 10.0


def warm_up(settings: Settings) -> tuple[float, int]:
    """At least so many seconds, and so many frames.

    Smoothing forgets by a share a frame: what is looked at here is how long a whole level of
    difference needs to become less than one of 255, in a picture that stands still. Measured are two
    thirds of that. A hole is believed after so many frames more.
    """
    kept = 1.0 - edge_parameters(settings.for_engine(), height=144, width=256).keep_still
    frames = HOLE_FRAMES + (math.ceil(math.log(1 / 255) / math.log(kept)) if kept > 0.0 else 0)
    return (ROOM_S if settings.learns_room else 0.0), frames
