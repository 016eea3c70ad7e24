"""What files are called that can be opened: for the filters of dialogs, and for drops."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from app.video.files.inputs import VIDEO_SUFFIXES
from app.video.files.still import PICTURE_SUFFIXES
from gui.shared.language import tr

KNOWN_SUFFIXES = VIDEO_SUFFIXES | PICTURE_SUFFIXES
# What is certainly none of them; of all else the file itself is asked.
_OTHERS = frozenset(
    {".txt", ".md", ".csv", ".json", ".xml", ".html", ".htm", ".pdf", ".doc", ".docx", ".odt"}
    | {".rtf", ".xls", ".xlsx", ".ods", ".ppt", ".pptx", ".zip", ".7z", ".rar", ".gz", ".py"}
    | {".srt", ".vtt", ".ass", ".log", ".ini", ".exe", ".dll", ".so", ".sh", ".bat"}
)


def name_patterns() -> str:
    """`*.mp4 *.png ...`, in both cases: some systems tell them apart."""
    return " ".join(f"*{s} *{s.upper()}" for s in sorted(KNOWN_SUFFIXES))


def file_filter(what: str, also: str = "") -> str:
    """What a file dialog shows: `what` by their names and `also` these, or all files."""
    return f"{what} ({name_patterns()}{also});;{tr('All files')} (*)"


def may_be_media(paths: Iterable[Path]) -> bool:
    """Whether any of these may be opened, by their names alone; folders and unknown names may."""
    return any(path.suffix.lower() not in _OTHERS for path in paths)
