"""The status line in people's words: how it goes, what is shown, and what draws the outline."""

from __future__ import annotations

from app.pipeline.live.statistics import LiveStatistics
from gui.shared.language import tr

SMOOTH_SHARE, USABLE_SHARE = 0.9, 0.6  # of the frames that the source delivers
LATE_MS = 120.0  # from here on people notice it in a conversation


def pace_words(statistics: LiveStatistics) -> str:
    """How it goes."""
    out = statistics.fps_out
    if out < 0.5:
        return tr("Waiting for a picture")
    share = out / statistics.fps_in if statistics.fps_in > 0 else 1.0
    if statistics.pace_level:
        words = tr("Reduced quality, {rate:.0f} pictures a second", rate=out)
    elif share >= SMOOTH_SHARE:
        words = tr("Runs smoothly, {rate:.0f} pictures a second", rate=out)
    elif share >= USABLE_SHARE:
        words = tr("Runs a little unevenly, {rate:.0f} pictures a second", rate=out)
    else:
        words = tr("Too much for this computer, {rate:.0f} pictures a second", rate=out)
    delay = statistics.latency_ms
    if delay is not None and delay.p50 >= LATE_MS:
        words = tr("{pace}, {time:.1f} s behind", pace=words, time=delay.p50 / 1000)
    return words


def engine_words(model: str, device: str) -> str:
    """What draws the outline, and where."""
    if device == "cuda":
        known = {
            "fast": tr("fast outline on the graphics card"),
            "quality": tr("best outline on the graphics card"),
        }
        return known.get(model) or tr("own model on the graphics card")
    known = {
        "fast": tr("fast outline on the processor"),
        "quality": tr("best outline on the processor"),
    }
    return known.get(model) or tr("own model on the processor")
