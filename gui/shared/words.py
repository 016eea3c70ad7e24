"""Words: times and sizes as people read them."""

from __future__ import annotations


def clock(seconds: float) -> str:
    """`1:02:03` or `2:03`."""
    whole = max(0, int(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def exact_clock(seconds: float) -> str:
    """`1:02:03.45` or `2:03.45`; with thousandths where there are some."""
    milliseconds = round(max(0.0, seconds) * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    words = f"{rest / 1000:06.3f}" if rest % 10 else f"{rest / 1000:05.2f}"
    return f"{hours}:{minutes:02}:{words}" if hours else f"{minutes}:{words}"


def size_words(size_bytes: float) -> str:
    """`12.3 MB`, in powers of ten as file managers count."""
    for unit in ("B", "kB"):
        if size_bytes < 1000:
            return f"{size_bytes:.0f} {unit}"
        size_bytes /= 1000
    if size_bytes < 1000:
        return f"{size_bytes:.1f} MB"
    return f"{size_bytes / 1000:.1f} GB"


def about_size(size_bytes: int) -> str:
    """`about 12 MB`: two digits are all that anybody knows."""
    step = 10 ** max(0, len(str(size_bytes)) - 2)
    return f"about {size_words(round(size_bytes / step) * step).replace('.0 ', ' ')}"


def duration_words(seconds: float) -> str:
    """`about 40 s`, `about 3 min`, `about 1.5 h`."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"


def time_left_words(seconds: float | None) -> str:
    """`12 s left`, `3 min left`; empty if unknown."""
    if seconds is None:
        return ""
    if seconds < 90:
        return f"{max(1, round(seconds))} s left"
    return f"{round(seconds / 60)} min left"
