"""SyntheticCamera: a camera for tests and demonstrations; the built-in sample as one."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from app.messages import Message
from app.video.files.adapted_source import AdaptedSource
from app.video.files.file_source import FileSource
from app.video.frame import Frame
from app.video.source import SourceError, VideoSource
from gpu_unet import FrameFormat, Image

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "sample.mp4"
Draw = Callable[[int], Image]
Wait = Callable[[float], None]


class SyntheticCamera(VideoSource):
    """Delivers frames by an exact frame clock, like a sensor: a late reader misses frames.

    Frame k is captured at start + k / frame rate, and its `captured_s` says exactly that. A late
    reader gets the newest frame; the gap in `index` shows what it missed.

    Args:
        draw: Makes the pixels of a frame index; uint8 in `frame_format`.
        name: For people.
        frame_format: Format of every frame.
        frame_rate: Exact.
        close: Called once at the end.
        clock: Monotonic seconds.
        wait: Sleeps for seconds.

    Attributes:
        draw: As given.
    """

    is_live = True
    frame_count = None
    duration_s = None

    def __init__(
        self,
        draw: Draw,
        *,
        name: str = "synthetic camera",
        frame_format: FrameFormat,
        frame_rate: Fraction = Fraction(30),
        close: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.perf_counter,
        wait: Wait = time.sleep,
    ) -> None:
        self.name = name
        self.format = frame_format
        self.frame_rate = frame_rate
        self.mode_sentence = Message(
            "{size}, {rate:g} frames/s, synthetic",
            size=f"{self.width}x{self.height}",
            rate=float(frame_rate),
        )
        self.draw = draw
        self._close = close
        self._clock = clock
        self._wait = wait
        self._is_open = True
        self._began_s: float | None = None
        self._index = -1

    @classmethod
    def with_sample(
        cls,
        *,
        height: int | None = None,
        width: int | None = None,
        frame_rate: float | None = None,
        sample: Path = SAMPLE,
    ) -> SyntheticCamera:
        """The built-in sample in a loop.

        Args:
            height, width: It is fitted within them, in its own shape; None: as it is, or as the
                other one asks.
            frame_rate: None takes the sample's.

        Raises:
            SourceError: The sample cannot be read, or not in this size.
        """
        rate = None if frame_rate is None else Fraction(frame_rate).limit_denominator(1001)
        source = FileSource(sample)
        try:
            loop = _SampleLoop(source, AdaptedSource(source, height=height, width=width))
        except SourceError:
            source.close()
            raise
        return cls(
            loop.draw,
            name="Built-in sample",
            frame_format=loop.adapted.format,
            frame_rate=rate or source.frame_rate,
            close=source.close,
        )

    def read(self) -> Frame | None:
        """The frame that is due now; if that was delivered, waits for the next one."""
        if not self._is_open:
            raise SourceError("{name} was closed; open it again to read on.", name=self.name)
        rate = float(self.frame_rate)
        if self._began_s is None:
            self._began_s = self._clock()
        index = max(self._index + 1, int((self._clock() - self._began_s) * rate))
        # Draw before the frame is due, as a sensor exposes between two frames.
        pixels = self.draw(index)
        due_s = self._began_s + index / rate
        while (left_s := due_s - self._clock()) > 0:
            self._wait(left_s)
        self._index = index
        return Frame(
            pixels=pixels,
            format=self.format,
            index=index,
            pts_s=index / rate,
            captured_s=max(due_s, self._clock() - 1 / rate),
        )

    def close(self) -> None:  # noqa: D102
        if self._is_open:
            self._is_open = False
            self._close()


class _SampleLoop:
    """The frames of a file, over and over; frames that a late reader missed are skipped."""

    def __init__(self, source: FileSource, adapted: AdaptedSource) -> None:
        self._source = source
        self.adapted = adapted
        self._next = 0

    def draw(self, index: int) -> Image:
        while self._next < index:
            self._read()
        frame = self._read()
        return (frame if self.adapted.resize is None else self.adapted.resize(frame)).pixels

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
