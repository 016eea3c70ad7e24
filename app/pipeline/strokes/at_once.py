"""Strokes that were just drawn, before they are followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.pipeline.strokes.brush import brush_mask
from app.pipeline.strokes.follow import WIDTH
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import Reach, StrokeTrack, Trail, packed


def track_at_once(
    strokes: Sequence[Stroke],
    known: StrokeTrack,
    film: Path,
    *,
    height: int,
    width: int,
    frame_s: float,
) -> StrokeTrack:
    """What is known of strokes now: where they led before, and new ones on their own frames.

    A stroke that was only trimmed leads where it did.

    Args:
        strokes: All of a film.
        known: What was followed of this film before; of another film or of none it is unused.
        film: Resolved path.
        height, width: Of the film's frames.
        frame_s: Seconds from frame to frame.
    """
    shape = (max(1, round(height * WIDTH / width)), WIDTH) if width > WIDTH else (height, width)
    is_same = known.film == film and known.shape == shape
    led = {
        _untrimmed(stroke): trail
        for stroke, trail in zip(known.strokes, known.trails, strict=True)
        if is_same
    }
    trails = tuple(
        led.get(_untrimmed(stroke)) or _own_frame(stroke, shape, frame_s) for stroke in strokes
    )
    return StrokeTrack(tuple(strokes), trails, shape, film)


def _untrimmed(stroke: Stroke) -> Stroke:
    return replace(stroke, start_s=None, end_s=None)


def _own_frame(stroke: Stroke, shape: tuple[int, int], frame_s: float) -> Trail:
    reach = Reach(stroke.time_s, stroke.time_s + frame_s, "end", "end")
    return Trail((stroke.time_s,), (packed(brush_mask(stroke, shape)),), reach)
