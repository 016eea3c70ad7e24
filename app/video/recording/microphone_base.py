"""The base of every microphone: blocks of sound, each with the time of its capture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class SoundBlock:
    """Consecutive samples.

    Attributes:
        samples: float32 (count, channels) in [-1, 1].
        captured_s: `time.perf_counter()` when the last of them was captured.
    """

    samples: npt.NDArray[np.float32]
    captured_s: float


class Microphone(ABC):
    """A source of sound, read by one thread.

    Attributes:
        name: For people.
        sample_rate: Nominal, in Hz.
        channels: Channels of every block.
    """

    name: str
    sample_rate: int
    channels: int

    @abstractmethod
    def read(self) -> SoundBlock | None:
        """The next block; waits for it. None: it has ended.

        Raises:
            SourceError: The device failed.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the device; may be called twice."""
