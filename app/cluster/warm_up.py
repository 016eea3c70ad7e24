"""How many frames around a segment are processed for stages with memory; docs/decisions/0028."""

from __future__ import annotations

from app.pipeline.settings import Settings
from gpu_unet import Engine


def warm_up_frames(settings: Settings, frame_rate: float) -> int:
    """Number of frames before a segment, for a film with this frame rate.

    What an engine remembers of frames, and some more of which a steady matte is made. The room is
    never done with learning: it begins with what the first look at the whole recording has found,
    in every segment.
    """
    return settings.for_engine().frames_remembered(frame_rate) + ahead_frames(settings)


def ahead_frames(settings: Settings) -> int:
    """So many frames behind a segment have a say in its mattes, at most."""
    return 0 if settings.frames_ahead == "off" else Engine.FRAMES_AHEAD
