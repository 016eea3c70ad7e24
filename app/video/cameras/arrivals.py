"""Arrivals: gives the frames of a live source their numbers and times as they come."""

from __future__ import annotations

from app.video.frame import Frame
from gpu_unet import FrameFormat, Image


class Arrivals:
    """Used by the thread that reads the source.

    Args:
        frame_format: Format of every frame.
    """

    def __init__(self, frame_format: FrameFormat) -> None:
        self._format = frame_format
        self._count = 0
        self._began_s: float | None = None

    def frame(self, pixels: Image, captured_s: float) -> Frame:
        """The next frame.

        Args:
            pixels: uint8 as the format says; the frame makes it read-only.
            captured_s: `time.perf_counter()` when the frame arrived.
        """
        if self._began_s is None:
            self._began_s = captured_s
        index = self._count
        self._count += 1
        return Frame(
            pixels=pixels,
            format=self._format,
            index=index,
            pts_s=captured_s - self._began_s,
            captured_s=captured_s,
        )
