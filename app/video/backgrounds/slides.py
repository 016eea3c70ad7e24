"""Slides of a lecture: the pictures of a folder, or the pages of a PDF, one after the other."""

from __future__ import annotations

import math
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np

from app.messages import Message
from app.video.backgrounds.background import BackgroundError, ColourBackground, PagedBackground
from app.video.backgrounds.picture import PictureBackground, covering
from app.video.files.inputs import natural_order
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
            raise _unreadable(folder, error) from error
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
        index = self.page_at(pts_s)
        if index != self._shown:
            self._picture = PictureBackground(self._paths[index])
            self._shown = index
        return self._picture.image_at(pts_s, frame_format)


def slides_in(folder: Path) -> list[Path]:
    """The pictures of a folder, in the order of their names; hidden ones are left out.

    Raises:
        OSError: It is no folder, or cannot be read.
    """
    found = (path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES)
    return sorted((path for path in found if not path.name.startswith(".")), key=natural_order)


def _unreadable(path: Path, error: OSError) -> BackgroundError:
    return BackgroundError(
        "Background {name} cannot be read ({reason}); choose another.",
        name=path.name,
        reason=error.strerror,
    )


MOST_PAGES = 2000
MOST_FILE_BYTES = 1 << 30
# A page much longer than the frame is rendered smaller: most of it would be cropped away.
_MOST_FRAMES = 4
_MOST_POINTS = 200 * 72  # longest side; the format's own limit
_PASSWORD, _SECURITY = 4, 5  # PDFium's error codes

# PDFium has process-wide state: one thread at a time, whatever the document.
_PDFIUM = threading.Lock()


class PdfPages:
    """An open PDF; any thread, one page at a time. PDFium runs none of its scripts.

    Raises:
        BackgroundError: It is damaged, needs a password, has no page, or is no PDF at all.
    """

    def __init__(self, path: Path) -> None:
        import pypdfium2  # late: few users have a PDF as background

        self._path = path
        try:
            size = path.stat().st_size
        except OSError as error:
            raise _unreadable(path, error) from error
        if size > MOST_FILE_BYTES:
            raise BackgroundError(
                "Background {name} has {size:.1f} GiB, and a PDF may have {most}; "
                "save it with smaller pictures.",
                name=path.name,
                size=size / 2**30,
                most=MOST_FILE_BYTES // 2**30,
            )
        with _PDFIUM:
            try:
                self._document = pypdfium2.PdfDocument(path)
            except (pypdfium2.PdfiumError, OSError, ValueError) as error:
                raise BackgroundError(self._why(error)) from error
            self.page_count = min(len(self._document), MOST_PAGES)
            if self.page_count == 0:
                self._document.close()
                raise BackgroundError(self._without_pages())

    def _why(self, error: Exception) -> str:
        if getattr(error, "err_code", None) in (_PASSWORD, _SECURITY):
            return Message(
                "Background {name} is locked by a password; save it without one, and choose that.",
                name=self._path.name,
            )
        return self._without_pages()

    def _without_pages(self) -> str:
        return Message(
            "Background {name} has no page that can be shown: it is damaged, empty, or no PDF; "
            "export the slides again.",
            name=self._path.name,
        )

    def aspect(self, index: int) -> float:
        """Width / height of a page as it is shown.

        Raises:
            BackgroundError: The page is broken.
        """
        with _PDFIUM:
            width, height = self._size(index)
        return width / height

    def _size(self, index: int) -> tuple[float, float]:
        import pypdfium2

        try:
            width, height = self._document.get_page_size(index)
        except pypdfium2.PdfiumError as error:
            raise self._broken(index, error) from error
        if not (0 < width <= _MOST_POINTS and 0 < height <= _MOST_POINTS):
            raise self._broken(
                index,
                Message("its size is {width:g} x {height:g} points", width=width, height=height),
            )
        return width, height

    def render(self, index: int, *, height: int, width: int) -> Image:
        """A page as uint8 (H, W, 3) RGB, large enough to cover a frame, on white.

        Args:
            index: Page number from 0.
            height, width: Of the frame, in pixels.

        Raises:
            BackgroundError: The page is broken, or there is not enough memory for it.
        """
        import pypdfium2

        with _PDFIUM:
            page_width, page_height = self._size(index)
            scale = max(width / page_width, height / page_height)
            most = math.sqrt(_MOST_FRAMES * height * width / (page_width * page_height))
            drawn: dict[str, Any] = {"scale": min(scale, most), "rev_byteorder": True}
            try:
                page = self._document[index]
                bitmap = page.render(**drawn)
                pixels = bitmap.to_numpy()[..., :3].copy()
                bitmap.close()
                page.close()
            except (pypdfium2.PdfiumError, ValueError, MemoryError) as error:
                raise self._broken(index, error) from error
        return np.ascontiguousarray(pixels)

    def _broken(self, index: int, why: object) -> BackgroundError:
        return BackgroundError(
            "Background {name}: page {page} cannot be shown ({why}); export the slides again.",
            name=self._path.name,
            page=index + 1,
            why=why,
        )

    def close(self) -> None:
        """Release the file; may be called twice."""
        with _PDFIUM:
            self._document.close()


FIRST_S = 0.2  # how long a live picture waits for a first page; most take 20 to 100 ms


class PdfBackground(PagedBackground):
    """Holds at most two pages in memory: the shown one, and the one being rendered.

    Args:
        waits: Wait for a page to be rendered. Else show the page before until then, or black before
            the first, so that a live picture never stalls for a page that takes a second.

    Raises:
        BackgroundError: It is damaged, needs a password, or has no page.
    """

    def __init__(self, path: Path, *, waits: bool = True) -> None:
        self._pages = PdfPages(path)
        super().__init__(self._pages.page_count)
        self._waits = waits
        self._maker: ThreadPoolExecutor | None = ThreadPoolExecutor(1, thread_name_prefix="pdf")
        self._black = ColourBackground((0, 0, 0))
        self._making: tuple[tuple[int, FrameFormat], Future[Image]] | None = None
        self._made: tuple[tuple[int, FrameFormat], Image] | None = None

    @property
    def aspect(self) -> float | None:
        """See `Background.aspect`; for the shown page."""
        return self._pages.aspect(0 if self._made is None else self._made[0][0])

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        wanted = (self.page_at(pts_s), frame_format)
        assert self._maker is not None, "it is open"
        while True:
            shown, image = self._made or (None, None)
            has_size = shown is not None and shown[1] == frame_format
            if image is not None and shown == wanted:
                return image
            if self._making is None:
                self._making = wanted, self._maker.submit(self._make, *wanted)
            made_for, making = self._making
            patience_s = None if self._waits else 0.0 if has_size else FIRST_S
            if not wait([making], timeout=patience_s).done:
                black = self._black.image_at(0.0, frame_format)
                return black if image is None or not has_size else image
            self._making = None
            self._made = made_for, making.result()

    def _make(self, index: int, frame_format: FrameFormat) -> Image:
        height, width = frame_format.height, frame_format.width
        image = covering(self._pages.render(index, height=height, width=width), frame_format)
        image.flags.writeable = False
        return image

    def close(self) -> None:  # noqa: D102
        maker, self._maker = self._maker, None
        if maker is not None:
            maker.submit(self._pages.close)  # after the page being rendered
            maker.shutdown(wait=self._waits)
