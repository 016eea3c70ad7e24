"""RecordingQueue: bounded queue of frames for a recording's encoder, without pauses."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gpu_unet import FrameFormat, Image

# Half a second at 30 frames/s, 22 MB at 1280x720.
QUEUE_FRAMES = 16


@dataclass(frozen=True, slots=True, eq=False)
class RecordedFrame:
    """A frame in the queue.

    Attributes:
        pixels: uint8 as `frame_format` says.
        frame_format: Format of `pixels`.
        captured_s: When it was captured, on the caller's clock.
        time_s: The same on a clock that stands still during pauses.
    """

    pixels: Image
    frame_format: FrameFormat
    captured_s: float
    time_s: float


class RecordingQueue:
    """Any thread offers and pauses; the recorder's thread takes.

    Args:
        clock: The clock of `captured_s`.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._frames_waiting: deque[RecordedFrame] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        self._paused_since_s: float | None = None
        self._paused_s = 0.0
        self._last_s = float("-inf")
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """Frames that did not fit."""
        return self._dropped

    @property
    def waiting(self) -> int:
        """Frames that have not been taken yet."""
        return len(self._frames_waiting)

    @property
    def is_paused(self) -> bool:
        """Whether offered frames are left out."""
        return self._paused_since_s is not None

    @property
    def now_s(self) -> float:
        """The present moment on the clock of `RecordedFrame.time_s`."""
        with self._changed:
            since_s = self._paused_since_s
            return (self._clock() if since_s is None else since_s) - self._paused_s

    def offer(
        self,
        pixels: Image,
        frame_format: FrameFormat,
        *,
        captured_s: float,
    ) -> None:
        """Add a frame, or count it as dropped. Never waits.

        A frame older than the one before is left out, as is everything while paused.
        """
        with self._changed:
            if self._is_closed or self.is_paused or captured_s <= self._last_s:
                return
            self._last_s = captured_s
            if len(self._frames_waiting) >= QUEUE_FRAMES:
                self._dropped += 1
                return
            self._frames_waiting.append(
                RecordedFrame(pixels, frame_format, captured_s, captured_s - self._paused_s)
            )
            self._changed.notify_all()

    def take(self) -> RecordedFrame | None:
        """The oldest frame; waits for one. None: closed, and all are taken."""
        with self._changed:
            while not self._frames_waiting and not self._is_closed:
                self._changed.wait()
            return self._frames_waiting.popleft() if self._frames_waiting else None

    def set_paused(self, is_paused: bool) -> float:
        """Hold or resume the clock; returns the length of all pauses that are over, in seconds."""
        with self._changed:
            now = self._clock()
            if is_paused and self._paused_since_s is None:
                self._paused_since_s = now
            elif not is_paused and self._paused_since_s is not None:
                self._paused_s += now - self._paused_since_s
                self._paused_since_s = None
            return self._paused_s

    def close(self, *, forget: bool = False) -> None:
        """Take no more frames; `forget` those that wait, too."""
        with self._changed:
            self._is_closed = True
            if forget:
                self._frames_waiting.clear()
            self._changed.notify_all()
