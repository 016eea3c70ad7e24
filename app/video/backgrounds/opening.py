"""open_background: opens a colour, a picture, a video or slides as a Background."""

from __future__ import annotations

from pathlib import Path

from app.video.backgrounds.background import Background, BackgroundError, ColourBackground
from app.video.backgrounds.picture import USUAL_SIZE, PictureBackground
from app.video.backgrounds.slides import PdfBackground, SlidesBackground
from app.video.backgrounds.video import VideoBackground
from app.video.files.still import PICTURE_SUFFIXES
from app.video.typed_path import typed_path

PDF_SUFFIX = ".pdf"


def open_background(
    wanted: str | Path | tuple[int, int, int],
    *,
    waits: bool = True,
    covers: tuple[int, int] = USUAL_SIZE,
) -> Background:
    """Open a background.

    Args:
        wanted: The path of a picture, a video, a PDF or a folder of slides, or a colour as (red,
            green, blue), 0-255.
        waits: Wait for a page that takes a moment to render, as jobs need it; else show the page
            before until it is ready.

    Raises:
        BackgroundError: The file cannot be used; one sentence says why and what to do.
    """
    if isinstance(wanted, tuple):
        return ColourBackground(wanted)
    path = typed_path(wanted)
    if path.is_dir():
        return SlidesBackground(path)
    if path.suffix.lower() == PDF_SUFFIX:
        return PdfBackground(path, waits=waits)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PictureBackground(path, covers=covers)
    try:
        return VideoBackground(path)
    except BackgroundError as video_error:
        # A file with an unusual suffix may still be a picture; if not, report the video's error.
        try:
            return PictureBackground(path, covers=covers)
        except BackgroundError:
            raise video_error from None
