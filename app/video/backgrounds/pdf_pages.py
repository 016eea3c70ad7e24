"""PdfPages: renders the pages of a PDF by PDFium, which runs none of its scripts."""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import Any

import numpy as np

from app.messages.message import Message
from app.video.backgrounds.background import BackgroundError
from gpu_unet import Image

MOST_PAGES = 2000
MOST_FILE_BYTES = 1 << 30
# A page much longer than the frame is rendered smaller: most of it would be cropped away.
_MOST_FRAMES = 4
_MOST_POINTS = 200 * 72  # longest side; the format's own limit
_PASSWORD, _SECURITY = 4, 5  # PDFium's error codes

# PDFium has process-wide state: one thread at a time, whatever the document.
_PDFIUM = threading.Lock()


class PdfPages:
    """An open PDF; any thread, one page at a time.

    Args:
        path: The file.

    Raises:
        BackgroundError: It is damaged, needs a password, has no page, or is no PDF at all.
    """

    def __init__(self, path: Path) -> None:
        import pypdfium2  # late: few users have a PDF as background

        self._path = path
        try:
            size = path.stat().st_size
        except OSError as error:
            raise BackgroundError(
                Message(
                    "Background {name} cannot be read ({reason}); choose another.",
                    name=path.name,
                    reason=error.strerror,
                )
            ) from error
        if size > MOST_FILE_BYTES:
            raise BackgroundError(
                Message(
                    "Background {name} has {size:.1f} GiB, and a PDF may have {most}; "
                    "save it with smaller pictures.",
                    name=path.name,
                    size=size / 2**30,
                    most=MOST_FILE_BYTES // 2**30,
                )
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
            height: Height of the frame, in pixels.
            width: Width of the frame, in pixels.

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
            Message(
                "Background {name}: page {page} cannot be shown ({why}); export the slides again.",
                name=self._path.name,
                page=index + 1,
                why=why,
            )
        )

    def close(self) -> None:
        """Release the file; may be called twice."""
        with _PDFIUM:
            self._document.close()
