"""How many frames around a segment are processed for stages with memory; docs/decisions/0028."""

from __future__ import annotations

from app.pipeline.settings import Settings
from gpu_unet import Engine


def warm_up_frames(settings: Settings, frame_rate: float) -> int:
    """Number of frames before a segment, for a film with this frame rate.

    As many as the engine remembers, and some more for a steady matte. Learning the clean plate
    never ends; in every segment it starts with the plates of the first pass over the whole
    recording.
    """
    return settings.for_engine().frames_remembered(frame_rate) + ahead_frames(settings)


def ahead_frames(settings: Settings) -> int:
    """Most frames after a segment that affect its mattes."""
    return 0 if settings.frames_ahead == "off" else Engine.FRAMES_AHEAD
