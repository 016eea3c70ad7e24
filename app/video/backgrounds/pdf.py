"""PdfBackground: the pages of a PDF, one after the other, as slides of a lecture."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

from app.video.backgrounds.colour import ColourBackground
from app.video.backgrounds.page_turning import PagedBackground
from app.video.backgrounds.pdf_pages import PdfPages
from app.video.backgrounds.picture import fill_picture, rgb_to_format
from gpu_unet import FrameFormat, Image

FIRST_S = 0.2  # how long a live picture waits for a first page; most take 20 to 100 ms


class PdfBackground(PagedBackground):
    """Holds at most two pages in memory: the shown one, and the one being rendered.

    Args:
        path: The PDF.
        waits: Wait for a page to be rendered. Else show the page before until then, or black before
            the first, so that a live picture never stalls for a page that takes a second.

    Raises:
        BackgroundError: It is damaged, needs a password, or has no page.
    """

    def __init__(self, path: Path, *, waits: bool = True) -> None:
        self._pages = PdfPages(path)
        super().__init__(self._pages.page_count)
        self._maker = None if waits else ThreadPoolExecutor(1, thread_name_prefix="pdf")
        self._black = ColourBackground((0, 0, 0))
        self._making: Future[Image] | None = None
        self._making_for: tuple[int, FrameFormat] | None = None
        self._image: Image | None = None
        self._made_for: tuple[int, FrameFormat] | None = None

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return self._pages.page_count

    @property
    def aspect(self) -> float | None:
        """See `Background.aspect`; for the shown page."""
        return self._pages.aspect(0 if self._made_for is None else self._made_for[0])

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:
        """See `Background.image_at`."""
        wanted = (self._turning.page_at(pts_s), frame_format)
        if self._making is not None and self._making.done():
            self._adopt()
        if self._image is not None and self._made_for == wanted:
            return self._image
        if self._maker is None:
            self._take(self._make(*wanted), wanted)
        elif self._image is None or self._made_for is None or self._made_for[1] != frame_format:
            return self._first_of(wanted)
        elif self._making is None:
            self._start(wanted)
        assert self._image is not None
        return self._image

    def _first_of(self, wanted: tuple[int, FrameFormat]) -> Image:
        """The first page of this size: waits for a moment, then shows black."""
        if self._making is None:
            self._start(wanted)
        assert self._making is not None
        if wait([self._making], timeout=FIRST_S).done:
            self._adopt()
            if self._image is not None and self._made_for == wanted:
                return self._image
        return self._black.image_at(0.0, wanted[1])

    def _start(self, wanted: tuple[int, FrameFormat]) -> None:
        assert self._maker is not None
        self._making, self._making_for = self._maker.submit(self._make, *wanted), wanted

    def _adopt(self) -> None:
        assert self._making is not None
        assert self._making_for is not None
        making, self._making = self._making, None
        self._take(making.result(), self._making_for)

    def _take(self, image: Image, made_for: tuple[int, FrameFormat]) -> None:
        self._image, self._made_for = image, made_for

    def _make(self, index: int, frame_format: FrameFormat) -> Image:
        size = {"height": frame_format.height, "width": frame_format.width}
        image = rgb_to_format(fill_picture(self._pages.render(index, **size), **size), frame_format)
        image.flags.writeable = False
        return image

    def close(self) -> None:
        """See `Background.close`."""
        maker, self._maker = self._maker, None
        if maker is None:
            self._pages.close()
            return
        maker.submit(self._pages.close)  # after the page being rendered; nothing waits for it here
        maker.shutdown(wait=False)
