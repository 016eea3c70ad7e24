"""SyntheticCamera: a camera for tests and demonstrations, from the sample or a drawn figure."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.messages import Message
from app.video.files.file_source import FileSource
from app.video.frame import Frame
from app.video.pixels.planes import split_planes
from app.video.source import SourceError, VideoSource
from gpu_unet import FrameFormat, Image

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "sample.mp4"
USUAL_HEIGHT, USUAL_WIDTH, USUAL_RATE = 720, 1280, Fraction(30)
USUAL_FORMAT = FrameFormat(USUAL_HEIGHT, USUAL_WIDTH, "yuv420")
SMALLEST_SIDE = 16  # below this, the figure vanishes

# Y, U, V in limited range.
SKIN = (190, 110, 150)
CLOTHES = (95, 150, 112)

Mask = npt.NDArray[np.bool_]
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
        frame_format: FrameFormat = USUAL_FORMAT,
        frame_rate: Fraction = USUAL_RATE,
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
        """The built-in sample in a loop; a drawn figure without it or for another size.

        Args:
            height, width: None takes the sample's; rounded to even numbers, as all its modes are.
            frame_rate: None takes the sample's.

        Raises:
            SourceError: The sample exists but cannot be read.
        """
        rate = None if frame_rate is None else Fraction(frame_rate).limit_denominator(1001)
        if sample.is_file():
            loop = _SampleLoop(sample)
            first = loop.source
            if (height or first.height, width or first.width) == (first.height, first.width):
                return cls(
                    loop.draw,
                    name="Built-in sample",
                    frame_format=first.format,
                    frame_rate=rate or first.frame_rate,
                    close=loop.close,
                )
            loop.close()
        height, width = _even(height or USUAL_HEIGHT), _even(width or USUAL_WIDTH)
        return cls(
            MovingFigure(height=height, width=width).draw,
            name="Drawn figure",
            frame_format=FrameFormat(height, width, "yuv420"),
            frame_rate=rate or USUAL_RATE,
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

    def __init__(self, path: Path) -> None:
        self._path = path
        self.source = FileSource(path)
        self._next = 0

    def draw(self, index: int) -> Image:
        while self._next < index:
            self._read()
        return self._read()

    def _read(self) -> Image:
        self._next += 1
        frame = self.source.read()
        if frame is None:
            # Seek rather than reopen: decoders are large, and live until they are
            # garbage-collected.
            self.source.seek(0.0)
            frame = self.source.read()
        if frame is None:
            raise SourceError(
                "{name} has no frames; restore it from the repository.", name=self._path.name
            )
        return frame.pixels

    def close(self) -> None:
        self.source.close()


class MovingFigure:
    """A person of two ellipses who sways before a room; every frame differs from the last.

    Args:
        height, width: Even.
    """

    def __init__(self, *, height: int, width: int) -> None:
        self._height, self._width = height, width
        self._format = FrameFormat(height, width, "yuv420")
        self._room = _room(height=height, width=width)
        rows, columns = height * 7 // 10 // 2 * 2, height * 6 // 10 // 2 * 2
        self._head, self._clothes = _figure(height=rows, width=columns)

    def draw(self, index: int) -> Image:
        """The pixels of a frame: uint8 I420 (height * 3 // 2, width)."""
        pixels = self._room.copy()
        luma, u, v = split_planes(pixels, self._format)
        rows, columns = self._head.shape
        sway = 0.5 + 0.3 * np.sin(index / 17.0) + 0.02 * np.sin(index * 1.7)
        left = int((self._width - columns) * sway) // 2 * 2
        top = self._height - rows
        whole = np.s_[top:, left : left + columns]
        half = np.s_[top // 2 :, left // 2 : (left + columns) // 2]
        for part, (y, cb, cr) in ((self._clothes, CLOTHES), (self._head, SKIN)):
            luma[whole][part] = y
            u[half][part[::2, ::2]] = cb
            v[half][part[::2, ::2]] = cr
        # Sensor noise: one row that always changes tells a live frame from a frozen one.
        luma[index % self._height, ::16] ^= 1
        return pixels


def _even(size: int) -> int:
    return max(SMALLEST_SIDE, size - size % 2)


def _room(*, height: int, width: int) -> Image:
    rows = np.linspace(60, 120, height, dtype=np.float32)[:, None]
    columns = 20 * np.sin(np.linspace(0, 12, width, dtype=np.float32))[None, :]
    pixels = np.full((height * 3 // 2, width), 128, np.uint8)
    luma, u, v = split_planes(pixels, FrameFormat(height, width, "yuv420"))
    luma[:] = np.clip(rows + columns, 16, 235).astype(np.uint8)
    luma[:: max(2, height // 8)] = 40
    u[:], v[:] = 140, 118
    return pixels


def _figure(*, height: int, width: int) -> tuple[Mask, Mask]:
    """Head and clothes as bool (height, width); the neck belongs to the head."""
    row, column = np.mgrid[0:height, 0:width].astype(np.float32)
    middle = width / 2
    head = ((row - height * 0.24) / (height * 0.24)) ** 2 + (
        (column - middle) / (width * 0.17)
    ) ** 2 < 1
    neck = (np.abs(column - middle) < width * 0.08) & (row > height * 0.3) & (row < height * 0.56)
    shoulders = ((row - height) / (height * 0.5)) ** 2 + ((column - middle) / (middle * 0.95)) ** 2
    return head | neck, shoulders < 1
