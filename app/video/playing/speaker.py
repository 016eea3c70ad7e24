"""Speakers: play sound on the system's output, by any of its ways."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 48_000
CHANNELS = 2
WAITING_S = 0.08  # most sound in the buffer: longer than a busy machine delays, too short to notice

Samples = npt.NDArray[np.float32]


class SpeakerError(OSError):
    """No sound can be played; the message says why, and what to do."""


class Speaker(ABC):
    """Plays samples one after the other; used by one thread."""

    @abstractmethod
    def write(self, samples: Samples) -> None:
        """Play samples after those before; waits while more than `WAITING_S` is buffered.

        Args:
            samples: float32 (count, 2) in [-1, 1], at `SAMPLE_RATE`.

        Raises:
            SpeakerError: The device failed.
        """

    @abstractmethod
    def delay_s(self) -> float:
        """Seconds until samples that are written now are heard."""

    @abstractmethod
    def clear(self) -> None:
        """Drop samples that were written and not heard yet."""

    @abstractmethod
    def close(self) -> None:
        """Release the device; may be called twice."""


def open_speaker() -> Speaker:
    """Open the system's default output.

    Raises:
        SpeakerError: There is none, or it cannot be opened.
    """
    if sys.platform == "linux":
        from app.video.playing.pulse_speaker import PulseSpeaker

        return PulseSpeaker()
    from app.video.playing.system_speaker import SystemSpeaker

    return SystemSpeaker()
