"""What files are called that can be opened, for the filters of dialogs."""

from __future__ import annotations

from app.pipeline.project import SUFFIX
from app.video.files.inputs import VIDEO_SUFFIXES
from app.video.files.still import PICTURE_SUFFIXES
from gui.shared.language import tr

KNOWN_SUFFIXES = VIDEO_SUFFIXES | PICTURE_SUFFIXES


def name_patterns() -> str:
    """`*.mp4 *.png ...`, in both cases: some systems tell them apart."""
    return " ".join(f"*{s} *{s.upper()}" for s in sorted(KNOWN_SUFFIXES))


def project_filter() -> str:
    """What a dialog for projects shows."""
    return f"{tr('Projects')} (*{SUFFIX})"


def file_filter(what: str, also: str = "") -> str:
    """What a file dialog shows: `what` by their names and `also` these, or all files."""
    return f"{what} ({name_patterns()}{also});;{tr('All files')} (*)"
