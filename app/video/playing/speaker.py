"""Speakers: where sound goes, whatever the system has for it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 48_000
CHANNELS = 2
WAITING_S = 0.08  # so much lies ready at most: a busy machine is late by less, and nobody waits

Samples = npt.NDArray[np.float32]


class SpeakerError(OSError):
    """Nothing can be heard; the message says why, and what to do."""


class Speaker(ABC):
    """Plays samples one after the other; used by one thread."""

    @abstractmethod
    def write(self, samples: Samples) -> None:
        """Hand over what comes next; waits while more than `WAITING_S` lies ready.

        Args:
            samples: float32 (count, 2) in [-1, 1], at `SAMPLE_RATE`.

        Raises:
            SpeakerError: The device failed.
        """

    @abstractmethod
    def delay_s(self) -> float:
        """How long it takes until what is written now is heard."""

    @abstractmethod
    def clear(self) -> None:
        """Forget what was written and not heard yet."""

    @abstractmethod
    def close(self) -> None:
        """Release the device; may be called twice."""


def open_speaker() -> Speaker:
    """The system's usual one.

    Raises:
        SpeakerError: There is none, or it cannot be opened.
    """
    if sys.platform == "linux":
        from app.video.playing.pulse_speaker import PulseSpeaker

        return PulseSpeaker()
    from app.video.playing.system_speaker import SystemSpeaker

    return SystemSpeaker()
