"""The status line in people's words: how it goes, what is shown, and what draws the outline."""

from __future__ import annotations

from pipeline.live.statistics import LiveStatistics

SMOOTH_SHARE, USABLE_SHARE = 0.9, 0.6  # of the frames that the source delivers
LATE_MS = 120.0  # from here on people notice it in a conversation


def pace_words(statistics: LiveStatistics) -> str:
    """How it goes."""
    out = statistics.fps_out
    if out < 0.5:
        return "Waiting for a picture"
    share = out / statistics.fps_in if statistics.fps_in > 0 else 1.0
    if share >= SMOOTH_SHARE:
        how = "Runs smoothly"
    elif share >= USABLE_SHARE:
        how = "Runs a little unevenly"
    else:
        how = "Too much for this computer"
    words = f"{how}, {out:.0f} pictures a second"
    delay = statistics.latency_ms
    if delay is not None and delay.p50 >= LATE_MS:
        words += f", {delay.p50 / 1000:.1f} s behind"
    return words


def engine_words(model: str, device: str) -> str:
    """What draws the outline, and where."""
    where = "on the graphics card" if device == "cuda" else "on the processor"
    names = {"fast": "fast outline", "quality": "best outline"}
    return f"{names.get(model, 'own model')} {where}"
