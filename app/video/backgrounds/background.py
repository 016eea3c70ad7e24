"""Background: what replaces the room, a frame for every moment."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from gpu_unet import FrameFormat


class BackgroundError(OSError):
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
    def image_at(self, pts_s: float, frame_format: FrameFormat) -> npt.NDArray[np.uint8]:
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
