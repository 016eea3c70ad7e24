"""Microphone: the base of all; RecordingSound: reads one beside a recording, samples in step."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.video.source import SourceError


@dataclass(frozen=True, slots=True, eq=False)
class SoundBlock:
    """Consecutive samples.

    Attributes:
        samples: float32 (count,) in [-1, 1].
        captured_s: `time.perf_counter()` when the last of them was captured.
    """

    samples: npt.NDArray[np.float32]
    captured_s: float


class Microphone(ABC):
    """A source of sound, in mono blocks with the times of their capture; read by one thread.

    Attributes:
        name: For people.
        sample_rate: Nominal, in Hz.
    """

    name: str
    sample_rate: int

    @abstractmethod
    def read(self) -> SoundBlock | None:
        """The next block; waits for it. None: it has ended.

        Raises:
            SourceError: The device failed.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the device; may be called twice."""


Samples = npt.NDArray[np.float32]

# The error is averaged over this long: arrival times jitter by tens of ms, drift is slow.
AVERAGING_S = 4.0
# A constant drift d leaves a constant error of d times this: 1000 ppm leave 10 ms.
CORRECTING_S = 10.0
# 0.5 % is a twelfth of a semitone: inaudible.
LARGEST_CORRECTION = 0.005
# Beyond this, samples were lost or doubled: correct at once, with silence or a cut.
JUMP_S = 0.12


class SoundClock:
    """Stretches sound by up to half a percent so that it ends where the clock says.

    A sound card's second of 48000 samples differs from the computer's: 100 ppm is common, and means
    180 ms in half an hour. Used by one thread.

    Args:
        sample_rate: Nominal, in Hz.
    """

    def __init__(self, sample_rate: int) -> None:
        self._rate = sample_rate
        self.written = 0  # samples returned so far
        self._error_s: float | None = None
        self._position = 0.0
        self._tail = np.zeros(3, np.float32)

    def add(self, samples: Samples, end_s: float) -> Samples:
        """The samples to write for a block.

        Args:
            samples: float32 (count,) in [-1, 1].
            end_s: When its last sample was captured, in seconds of the recording.

        Returns:
            float32 (any count,).
        """
        duration_s = len(samples) / self._rate
        error_s = end_s - duration_s - self.written / self._rate
        padding = np.zeros(0, np.float32)
        reference_s = error_s if self._error_s is None else self._error_s
        if self._error_s is None or abs(error_s - reference_s) > JUMP_S:
            # A start, or a gap. A block from before the recording is cut at the front.
            missing = round(error_s * self._rate)
            padding = np.zeros(max(0, missing), np.float32)
            samples = samples[max(0, -missing) :]
            self.written += len(padding)
            self._error_s = error_s = 0.0
        weight = 1.0 - math.exp(-duration_s / AVERAGING_S)
        self._error_s += weight * (error_s - self._error_s)
        correction = self._error_s / CORRECTING_S
        correction = max(-LARGEST_CORRECTION, min(LARGEST_CORRECTION, correction))
        stretched = self._stretch(samples, 1.0 / (1.0 + correction))
        self.written += len(stretched)
        return np.concatenate([padding, stretched])

    def _stretch(self, samples: Samples, step: float) -> Samples:
        """Sample `samples` at every `step`-th position, by a cubic through four neighbours."""
        if not len(samples):
            return samples
        known = np.concatenate([self._tail, samples])
        # Positions count from known[1]; the cubic needs one sample before and two after.
        count = max(0, math.ceil((len(known) - 3 - self._position) / step))
        at = self._position + step * np.arange(count)
        whole = np.floor(at).astype(np.int64)
        part = (at - whole).astype(np.float32)
        before, left, right, behind = (known[whole + offset] for offset in range(4))
        slope_left, slope_right = (right - before) * 0.5, (behind - left) * 0.5
        rise = left - right
        cubic = 2 * rise + slope_left + slope_right
        square = -3 * rise - 2 * slope_left - slope_right
        self._position = self._position + step * count - (len(known) - 3)
        self._tail = known[-3:].copy()
        return (((cubic * part + square) * part + slope_left) * part + left).astype(np.float32)


# Some five seconds of 10 ms blocks: the recorder takes them at every frame, far sooner.
QUEUE_BLOCKS = 512
# A read that does not return is left to its daemon thread.
RELEASE_S = 2.0


class RecordingSound:
    """Owned by the recorder's thread; the microphone is read on a thread of its own.

    Args:
        open_microphone: Called on the recorder's thread by `begin`.

    Attributes:
        peak: The loudest sample of the newest blocks, 0 to 1.
        error: Why the sound has ended; the recorder takes and reports it.
        sample_rate: Rate of the samples; known after `begin`.
    """

    def __init__(self, open_microphone: Callable[[], Microphone]) -> None:
        self.error: SourceError | None = None
        self.peak = 0.0
        self.sample_rate: int | None = None
        self._open_microphone = open_microphone
        self._microphone: Microphone | None = None
        self._clock: SoundClock | None = None
        self._blocks: deque[SoundBlock] = deque(maxlen=QUEUE_BLOCKS)
        self._began_s = 0.0
        self._pause = (False, 0.0)  # as in `set_pause`; replaced as a whole, for the other thread
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
        self._clock = SoundClock(self._microphone.sample_rate)
        self._thread.start()

    def set_pause(self, *, is_paused: bool, paused_s: float) -> None:
        """Leave blocks out while paused; `paused_s` is the length of all pauses so far."""
        self._pause = (is_paused, paused_s)

    def take(self) -> list[Samples]:
        """Samples that came since the last call, float32 (count,), in step."""
        taken = []
        if self._blocks:
            blocks = list(self._blocks)
            loudest = max(float(np.abs(block.samples).max(initial=0.0)) for block in blocks)
            self.peak = min(1.0, loudest)
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
                is_paused, paused_s = self._pause
                if not is_paused:
                    moved = SoundBlock(block.samples, block.captured_s - paused_s)
                    self._blocks.append(moved)
        except SourceError as error:
            self.error = error
        finally:
            microphone.close()
