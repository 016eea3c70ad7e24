"""Texts of the status line: pace, and the model with its device."""

from __future__ import annotations

from app.pipeline.live.statistics import LiveStatistics
from gui.shared.language import tr

SMOOTH_SHARE, USABLE_SHARE = 0.9, 0.6  # of the frames that the source delivers
LATE_MS = 120.0  # a noticeable delay in a conversation


def pace_words(statistics: LiveStatistics) -> str:
    """Frame rate and delay, in words."""
    out = statistics.fps_out
    if out < 0.5:
        # A still, or a paused or ended film, shows its frame; no other is due.
        is_at_rest = statistics.source_state in ("ended", "paused")
        return "" if is_at_rest else tr("Waiting for a picture")
    share = out / statistics.fps_in if statistics.fps_in > 0 else 1.0
    if statistics.pace_level:
        words = tr("Reduced quality, {rate:.0f} frames/s", rate=out)
    elif share >= SMOOTH_SHARE:
        words = tr("Running smoothly, {rate:.0f} frames/s", rate=out)
    elif share >= USABLE_SHARE:
        words = tr("Slightly uneven, {rate:.0f} frames/s", rate=out)
    else:
        words = tr("This computer is too slow, {rate:.0f} frames/s", rate=out)
    delay = statistics.latency_ms
    if delay is not None and delay.p50 >= LATE_MS:
        words = tr("{pace}, {time:.1f} s delay", pace=words, time=delay.p50 / 1000)
    return words


def engine_words(model: str, device: str) -> str:
    """The model and its device."""
    if device != "cpu":
        known = {
            "fast": tr("fast model on the graphics card"),
            "quality": tr("quality model on the graphics card"),
        }
        return known.get(model) or tr("own model on the graphics card")
    known = {
        "fast": tr("fast model on the processor"),
        "quality": tr("quality model on the processor"),
    }
    return known.get(model) or tr("own model on the processor")
