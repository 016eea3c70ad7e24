"""SyntheticCamera: the built-in sample as a camera, for tests and demonstrations."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

from app.messages import Message
from app.video.files.adapted_source import AdaptedSource
from app.video.files.file_source import FileSource
from app.video.frame import Frame
from app.video.source import SourceError, VideoSource
from app.video.undo import or_undo
from gpu_unet import Image

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "sample.mp4"


class SyntheticCamera(VideoSource):
    """Delivers the sample in a loop by an exact frame clock, like a sensor.

    Frame k is captured at start + k / frame rate, and its `captured_s` says exactly that. A late
    reader gets the newest frame; the gap in `index` shows what it missed.

    Args:
        height, width: The sample is fitted within them, in its own shape; None: as it is, or as the
            other one asks.
        frame_rate: None takes the sample's.

    Raises:
        SourceError: The sample cannot be read, or not in this size.
    """

    is_live = True
    frame_count = None
    duration_s = None

    def __init__(
        self,
        *,
        height: int | None = None,
        width: int | None = None,
        frame_rate: float | None = None,
        sample: Path = SAMPLE,
    ) -> None:
        self.name = "Built-in sample"
        self._source = FileSource(sample)
        with or_undo(self._source.close):
            self._adapted = AdaptedSource(self._source, height=height, width=width)
        self.format = self._adapted.format
        self.frame_rate = self._source.frame_rate
        if frame_rate is not None:
            self.frame_rate = Fraction(frame_rate).limit_denominator(1001)
        self._is_open = True
        self._began_s: float | None = None
        self._index = -1
        self._next = 0  # frame of the sample

    @property
    def mode_sentence(self) -> str:
        """What is delivered, for people."""
        return Message(
            "{size}, {rate:g} frames/s, synthetic",
            size=f"{self.width}x{self.height}",
            rate=float(self.frame_rate),
        )

    def read(self) -> Frame | None:
        """The frame that is due now; if that was delivered, waits for the next one."""
        if not self._is_open:
            raise SourceError("{name} was closed; open it again to read on.", name=self.name)
        rate = float(self.frame_rate)
        if self._began_s is None:
            self._began_s = time.perf_counter()
        index = max(self._index + 1, int((time.perf_counter() - self._began_s) * rate))
        # Draw before the frame is due, as a sensor exposes between two frames.
        pixels = self.draw(index)
        due_s = self._began_s + index / rate
        while (left_s := due_s - time.perf_counter()) > 0:
            time.sleep(left_s)
        self._index = index
        return Frame(
            pixels=pixels,
            format=self.format,
            index=index,
            pts_s=index / rate,
            captured_s=max(due_s, time.perf_counter() - 1 / rate),
        )

    def close(self) -> None:  # noqa: D102
        self._is_open = False
        self._source.close()

    def draw(self, index: int) -> Image:
        """The pixels of a frame; those that a late reader missed are skipped."""
        while self._next < index:
            self._read()
        frame = self._read()
        return (frame if self._adapted.resize is None else self._adapted.resize(frame)).pixels

    def _read(self) -> Frame:
        self._next += 1
        frame = self._source.read()
        if frame is None:
            # Seek rather than reopen: decoders are large, and live until they are
            # garbage-collected.
            self._source.seek(0.0)
            frame = self._source.read()
        if frame is None:
            raise SourceError(
                "{name} has no frames; restore it from the repository.", name=self._source.name
            )
        return frame
