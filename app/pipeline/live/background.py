"""LiveBackground: opens the requested background beside the live picture, then swaps."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction

from app.messages import sentence_of
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.events import Notice, PageTurned
from app.pipeline.live.source import EventCallback
from app.video.backgrounds.arrangement import Arranger
from app.video.backgrounds.backdrop import BackdropSettings
from app.video.backgrounds.background import Background, BackgroundError, ColourBackground
from gpu_unet import FrameFormat, Image

logger = logging.getLogger(__name__)

OpenBackground = Callable[[BackgroundSpec], Background | None]

# Shown where a background needs the frame (blur), where there is none, or where it failed.
NEUTRAL_COLOUR = (48, 48, 48)
NEUTRAL = BackgroundSpec("colour", colour=NEUTRAL_COLOUR)


class LiveBackground:
    """Opens backgrounds on a loader thread, so that a large picture costs no live frame.

    `want`, `turn` and `page` are for any thread, everything else for the worker only.

    Args:
        open_background: Never called for "blur", "transparent" and "room".
        on_event: Receives a notice when a background cannot be opened; the old one stays, but grey
            takes the place of the room.
    """

    def __init__(self, open_background: OpenBackground, on_event: EventCallback) -> None:
        self._open_background = open_background
        self._on_event = on_event
        self._arranger = Arranger()
        self.spec: BackgroundSpec | None = None  # in use; may be older than the one wanted
        self._background: Background | None = None
        self._wanted: BackgroundSpec | None = None
        self._loading: Future[Background | None] | None = None
        self._loading_spec = NEUTRAL
        self._lock = threading.Lock()
        self._loader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="background-loader")
        self._grey = ColourBackground(NEUTRAL_COLOUR)  # cannot fail
        self._page: tuple[int, int] | None = None  # the page that was reported last

    def arrange(self, backdrop: BackdropSettings) -> None:
        """Show the background as these settings say from now on."""
        self._arranger.backdrop = backdrop

    def turn(self, pages: int) -> None:
        """Turn this many slides forward, or back if negative; any thread."""
        background = self._background
        if background is not None:
            background.turn(pages)

    @property
    def page(self) -> tuple[int, int] | None:
        """The slide on turn, from 1 on, and the number of slides; None: there are none. Any thread.

        It is ahead of `PageTurned`, which tells what a frame has shown.
        """
        background = self._background
        return None if background is None else background.page

    def want(self, spec: BackgroundSpec) -> None:
        """Ask for a background; the newest request wins."""
        with self._lock:
            self._wanted = spec

    def update(self) -> bool:
        """Adopt a background that has been opened; True if the one in use changed."""
        changed = self._adopt()
        with self._lock:
            wanted = self._wanted
            if wanted is None or self._loading is not None:
                return changed
            self._wanted = None
        if wanted == self.spec:
            return changed
        if wanted.kind in ("blur", "transparent", "room"):
            self._replace(wanted, None)
            return True
        if self.spec is not None and self.spec.kind == "room":  # which the user has just left
            self._replace(NEUTRAL, self._grey)
            changed = True
        self._loading_spec = wanted
        self._loading = self._loader.submit(self._open_background, wanted)
        return changed

    def image_at(
        self, pts_s: float, frame_format: FrameFormat, pixel_aspect: Fraction = Fraction(1)
    ) -> Image | None:
        """The background's frame for a composite; None where the engine needs none.

        Args:
            pts_s: Seconds since the session began.
            pixel_aspect: Width of the composite's pixels divided by their height.
        """
        if self._background is None:
            return None
        try:
            image = self._arranger.image_at(self._background, pts_s, frame_format, pixel_aspect)
        except BackgroundError as error:
            # Grey rather than blur: blur would show the room to a user who chose a picture.
            self._on_event(_notice(NEUTRAL if self.spec is None else self.spec, error))
            self._replace(NEUTRAL, self._grey)
            return self.plain(frame_format)
        self._tell_page()
        return image

    def alone(
        self, pts_s: float, frame_format: FrameFormat, pixel_aspect: Fraction = Fraction(1)
    ) -> Image:
        """The picture without a matte: the background, or plain grey where there is none."""
        background = self.image_at(pts_s, frame_format, pixel_aspect)
        if background is not None:
            return background
        return self.plain(frame_format)

    def plain(self, frame_format: FrameFormat) -> Image:
        """Plain grey, which cannot fail."""
        return self._grey.image_at(0.0, frame_format)

    def close(self) -> None:
        """Release what is open; waits for a file that is being opened."""
        self._loader.shutdown(wait=True)
        try:
            self._adopt()
        finally:
            self._replace(None, None)

    def _adopt(self) -> bool:
        loading = self._loading
        if loading is None or not loading.done():
            return False
        self._loading = None
        error = loading.exception()
        if error is None:
            self._replace(self._loading_spec, loading.result())
            return True
        # Other than BackgroundError, and Pillow's for bad files.
        if not isinstance(error, OSError | ValueError):
            logger.error("%s could not be opened", self._loading_spec, exc_info=error)
        self._on_event(_notice(self._loading_spec, error))
        if self.spec is not None:
            return False
        self._replace(NEUTRAL, self._grey)  # there is no older one to keep
        return True

    def _replace(self, spec: BackgroundSpec | None, background: Background | None) -> None:
        old, self._background = self._background, background
        self.spec = spec
        if old is not None:
            old.close()
        if background is None or background.page is None:
            self._tell_page()

    def _tell_page(self) -> None:
        page = None if self._background is None else self._background.page
        if page != self._page:
            self._page = page
            self._on_event(PageTurned(page))


def _notice(spec: BackgroundSpec, error: BaseException) -> Notice:
    details = f"{spec}: {type(error).__name__}"
    return Notice("error", "background-unreadable", sentence_of(error), details)
