"""RecordingSound: reads a microphone beside a recording and hands over samples in step with it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from video.microphone import Microphone, SoundBlock
from video.sound_clock import Samples, SoundClock
from video.source import SourceError

logger = logging.getLogger(__name__)

# Some five seconds of 10 ms blocks: the recorder looks at every picture, that is far sooner.
QUEUE_BLOCKS = 512
# A read that does not return is left to its daemon thread.
RELEASE_S = 2.0


class RecordingSound:
    """Owned by the recorder's thread; the microphone is read on a thread of its own.

    Args:
        open_microphone: Called on the recorder's thread by `begin`.

    Attributes:
        error: Why there is no more sound; the recorder takes it and tells.
        sample_rate: Of the samples; known after `begin`.
    """

    def __init__(self, open_microphone: Callable[[], Microphone]) -> None:
        self.error: SourceError | None = None
        self.sample_rate: int | None = None
        self._open_microphone = open_microphone
        self._microphone: Microphone | None = None
        self._clock: SoundClock | None = None
        self._blocks: deque[SoundBlock] = deque(maxlen=QUEUE_BLOCKS)
        self._began_s = 0.0
        self._paused_s = 0.0
        self._is_paused = False
        self._stop_event = threading.Event()
        self._thread = threading.Thread(target=self._run, name="microphone", daemon=True)

    def begin(self, began_s: float) -> None:
        """Open the microphone; sound from `began_s` on belongs to the recording."""
        self._began_s = began_s
        try:
            self._microphone = self._open_microphone()
        except SourceError as error:
            self.error = error
            return
        self.sample_rate = self._microphone.sample_rate
        self._clock = SoundClock(
            sample_rate=self._microphone.sample_rate, channels=self._microphone.channels
        )
        self._thread.start()

    def set_pause(self, *, is_paused: bool, paused_s: float) -> None:
        """Leave blocks out while paused; `paused_s` is the length of all pauses so far."""
        self._is_paused = is_paused
        self._paused_s = paused_s

    def take(self) -> list[Samples]:
        """Samples that came since the last call, float32 (count, channels), in step."""
        taken = []
        while self._blocks and self._clock is not None:
            block = self._blocks.popleft()
            end_s = block.captured_s - self._began_s
            if end_s > 0:
                taken.append(self._clock.add(block.samples, end_s))
        return taken

    def stop(self) -> None:
        """End the reading; what was read can still be taken."""
        self._stop_event.set()
        if self._thread.is_alive():
            self._thread.join(RELEASE_S)

    def _run(self) -> None:
        microphone = self._microphone
        assert microphone is not None, "started by begin"
        try:
            while not self._stop_event.is_set():
                block = microphone.read()
                if block is None:
                    return
                if not self._is_paused:
                    moved = SoundBlock(block.samples, block.captured_s - self._paused_s)
                    self._blocks.append(moved)
        except SourceError as error:
            self.error = error
        finally:
            microphone.close()
