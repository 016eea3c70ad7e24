"""Background: what replaces the room, a frame for every moment; the simplest ones, and pages."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

from app.messages import SentenceError
from app.video.pixels.colour import filled
from gpu_unet import FrameFormat, Image


class BackgroundError(SentenceError, OSError):
    """A background cannot be opened or decoded; the message says which and what to do."""


class Background(ABC):
    """A picture for every moment. Blur is a setting of the engine instead: it needs the frame."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people about what is wrong with it, as far as it was shown."""
        return ()

    @property
    def aspect(self) -> float | None:
        """Width / height of the picture as it is shown; None: it adapts to any shape."""
        return None

    @abstractmethod
    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:
        """The frame at `pts_s` of the foreground's time, fitted to cover, never stretched.

        Deterministic in `pts_s`; videos loop. The very same array object is returned while the
        frame does not change, so that an engine can skip the upload.

        Returns:
            uint8 in `frame_format`, read-only.
        """

    @property
    def page(self) -> tuple[int, int] | None:
        """The shown page, from 1 on, and the number of pages; None: it has no pages."""
        return None

    def turn(self, pages: int) -> None:  # noqa: B027 - most have one page
        """Turn this many pages forward, or back if negative; any thread."""

    def turn_by_time(self, is_on: bool) -> None:  # noqa: B027 - most have one page
        """Whether time turns the pages, too; else only `turn` does."""

    def close(self) -> None:  # noqa: B027 - most backgrounds hold nothing open
        """Release what is open; may be called twice."""


class LastImage:
    """Keeps the image that was made last, so that what stays is the very same array."""

    def __init__(self) -> None:
        self._made_of: tuple[object, object] | None = None
        self._image: Image | None = None

    def of(self, source: object, key: object, make: Callable[[], Image]) -> Image:
        """The image of a source, which is compared by identity, and a key, by value; read-only."""
        known = self._made_of
        if self._image is None or known is None or known[0] is not source or known[1] != key:
            self._image, self._made_of = make(), (source, key)
            self._image.flags.writeable = False
        return self._image


SLIDE_S = 10.0  # for each slide, if time turns them


class PagedBackground(Background):
    """A background of several pages, turned by hand, or by time on request.

    `turn` may be called by any thread, the rest by one.

    Args:
        count: Number of pages; 1 or more.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._by_time = False
        self._tick = 0  # number of the page interval that was asked for last
        self._offset = 0  # from that number to the page
        self._lock = threading.Lock()

    @property
    def page(self) -> tuple[int, int]:  # noqa: D102
        with self._lock:
            return self._on_turn() + 1, self._count

    def turn(self, pages: int) -> None:
        """Turn this many pages forward, or back, from the shown one; stops at the ends."""
        with self._lock:
            now = self._on_turn()
            self._offset += min(max(0, now + pages), self._count - 1) - now

    def turn_by_time(self, is_on: bool) -> None:
        """Whether time turns the pages, too; the shown one stays until the next interval."""
        with self._lock:
            if is_on != self._by_time:
                now = self._on_turn()
                self._by_time = is_on
                self._offset = now - (self._tick if is_on else 0)

    def page_at(self, pts_s: float) -> int:
        """The page for this moment, from 0 on."""
        with self._lock:
            self._tick = int(max(0.0, pts_s) // SLIDE_S)
            return self._on_turn()

    def _on_turn(self) -> int:
        return ((self._tick if self._by_time else 0) + self._offset) % self._count


class ColourBackground(Background):
    """Frames of one colour.

    Args:
        colour: (red, green, blue), 0-255.
    """

    def __init__(self, colour: tuple[int, int, int]) -> None:
        self._colour = colour
        self._last = LastImage()

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        colour = self._colour
        return self._last.of(colour, frame_format, lambda: filled(colour, frame_format))
