"""SlidesBackground: the pictures of a folder, one after the other, as slides of a lecture."""

from __future__ import annotations

import re
from pathlib import Path

from app.video.backgrounds.background import BackgroundError, PagedBackground
from app.video.backgrounds.picture import PictureBackground
from app.video.files.still import PICTURE_SUFFIXES
from gpu_unet import FrameFormat, Image

MOST_SLIDES = 2000


class SlidesBackground(PagedBackground):
    """Shows each picture for ten seconds, in a loop; from the first `turn` on, by hand.

    Args:
        folder: Its pictures are shown in the order of their names: "slide 2" before "slide 10".

    Raises:
        BackgroundError: It holds no picture, or its first one cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        try:
            found = slides_in(folder)
        except OSError as error:
            raise BackgroundError(
                "Background {name} cannot be read ({reason}); choose another.",
                name=folder.name,
                reason=error.strerror,
            ) from error
        if not found:
            raise BackgroundError(
                "Background {name} is a folder without a picture in it; export the slides "
                "as pictures into it, or name a picture or a video.",
                name=folder.name,
            )
        self._paths = found[:MOST_SLIDES]
        super().__init__(len(self._paths))
        self._shown = 0
        self._picture = PictureBackground(self._paths[0])

    @property
    def aspect(self) -> float | None:  # noqa: D102
        return self._picture.aspect

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        index = self._turning.page_at(pts_s)
        if index != self._shown:
            self._picture = PictureBackground(self._paths[index])
            self._shown = index
        return self._picture.image_at(pts_s, frame_format)


def slides_in(folder: Path) -> list[Path]:
    """The pictures of a folder, in the order of their names.

    Raises:
        OSError: It is no folder, or cannot be read.
    """
    found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
    return sorted(found, key=_as_people_count)


def _as_people_count(path: Path) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
