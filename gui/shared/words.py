"""Words: times, sizes and kinds of files as people read them, in the window's language."""

from __future__ import annotations

from app.video.files.inputs import VIDEO_SUFFIXES
from app.video.files.still import PICTURE_SUFFIXES
from gui.shared.language import number, tr


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
    digits = 3 if rest % 10 else 2
    words = number(rest / 1000, f".{digits}f").rjust(digits + 3, "0")
    return f"{hours}:{minutes:02}:{words}" if hours else f"{minutes}:{words}"


def milliseconds(time_ms: float, spec: str = ".0f") -> str:
    """`12 ms`."""
    return tr("{time} ms", time=number(time_ms, spec))


def size_words(size_bytes: float, spec: str = ".1f") -> str:
    """`12.3 MB`, in powers of ten as file managers count."""
    if size_bytes < 1000:
        return tr("{size} B", size=number(size_bytes, ".0f"))
    if size_bytes < 1e6:
        return tr("{size} kB", size=number(size_bytes / 1e3, ".0f"))
    if size_bytes < 1e9:
        return tr("{size} MB", size=number(size_bytes / 1e6, spec))
    return tr("{size} GB", size=number(size_bytes / 1e9, spec))


def about_size(size_bytes: int) -> str:
    """`about 12 MB`: an estimate has two digits."""
    step = 10 ** max(0, len(str(size_bytes)) - 2)
    return tr("about {size}", size=size_words(round(size_bytes / step) * step, ".3g"))


def duration_words(seconds: float) -> str:
    """`about 40 s`, `about 3 min`, `about 1.5 h`."""
    if seconds < 90:
        return tr("about {time} s", time=max(1, round(seconds)))
    if seconds < 90 * 60:
        return tr("about {time} min", time=round(seconds / 60))
    return tr("about {time:.1f} h", time=seconds / 3600)


def time_left_words(seconds: float | None) -> str:
    """`12 s left`, `3 min left`; empty if unknown."""
    if seconds is None:
        return ""
    if seconds < 90:
        return tr("{time} s left", time=max(1, round(seconds)))
    return tr("{time} min left", time=round(seconds / 60))


KNOWN_SUFFIXES = VIDEO_SUFFIXES | PICTURE_SUFFIXES


def file_filter(what: str, also: str = "") -> str:
    """What a file dialog shows: `what` by their names and `also` these, or all files."""
    # In both cases: some systems tell them apart.
    patterns = " ".join(f"*{s} *{s.upper()}" for s in sorted(KNOWN_SUFFIXES))
    return f"{what} ({patterns}{also});;{tr('All files')} (*)"
