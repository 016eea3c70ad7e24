"""SoundClock: keeps a microphone's samples in step with the clock that stamps the pictures."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]

# The error is averaged over this long: arrival times jitter by tens of ms, drift is slow.
AVERAGING_S = 4.0
# A constant drift d leaves a constant error of d times this: 1000 ppm leave 10 ms.
CORRECTING_S = 10.0
# 0.5 % is a twelfth of a semitone: not heard.
LARGEST_CORRECTION = 0.005
# Beyond this, samples were lost or doubled: corrected at once, with silence or a cut.
JUMP_S = 0.12


class SoundClock:
    """Stretches sound by up to half a percent so that it ends where the clock says.

    A sound card's 48000 samples a second are not exactly that many of the computer's seconds:
    100 ppm apart is common, and 180 ms in half an hour. Used by one thread.

    Args:
        sample_rate: Nominal, in Hz.
        channels: Of every block.
    """

    def __init__(self, *, sample_rate: int, channels: int) -> None:
        self._rate = sample_rate
        self._channels = channels
        self._written = 0
        self._error_s: float | None = None
        self._position = 0.0
        self._tail = np.zeros((3, channels), np.float32)

    @property
    def written(self) -> int:
        """Samples returned so far."""
        return self._written

    def add(self, samples: Samples, end_s: float) -> Samples:
        """The samples to write for a block.

        Args:
            samples: float32 (count, channels) in [-1, 1].
            end_s: When its last sample was captured, in seconds of the recording.

        Returns:
            float32 (any count, channels).
        """
        duration_s = len(samples) / self._rate
        error_s = end_s - duration_s - self._written / self._rate
        padding = None
        reference_s = error_s if self._error_s is None else self._error_s
        if self._error_s is None or abs(error_s - reference_s) > JUMP_S:
            # A start, or a hole. A block too early for the recording is cut from the front.
            missing = round(error_s * self._rate)
            padding = np.zeros((max(0, missing), self._channels), np.float32)
            samples = samples[max(0, -missing) :]
            self._written += len(padding)
            self._error_s = error_s = 0.0
        weight = 1.0 - math.exp(-duration_s / AVERAGING_S)
        self._error_s += weight * (error_s - self._error_s)
        correction = self._error_s / CORRECTING_S
        correction = max(-LARGEST_CORRECTION, min(LARGEST_CORRECTION, correction))
        stretched = self._stretch(samples, 1.0 / (1.0 + correction))
        self._written += len(stretched)
        return stretched if padding is None else np.concatenate([padding, stretched])

    def _stretch(self, samples: Samples, step: float) -> Samples:
        """Read `samples` at every `step`-th position, between them by a cubic through four."""
        if not len(samples):
            return samples
        known = np.concatenate([self._tail, samples])
        # Positions count from known[1]; the cubic needs one sample before and two behind.
        count = max(0, math.ceil((len(known) - 3 - self._position) / step))
        at = self._position + step * np.arange(count)
        whole = np.floor(at).astype(np.int64)
        part = (at - whole).astype(np.float32)[:, None]
        before, left, right, behind = (known[whole + offset] for offset in range(4))
        slope_left, slope_right = (right - before) * 0.5, (behind - left) * 0.5
        rise = left - right
        cubic = 2 * rise + slope_left + slope_right
        square = -3 * rise - 2 * slope_left - slope_right
        self._position = self._position + step * count - (len(known) - 3)
        self._tail = known[-3:].copy()
        return (((cubic * part + square) * part + slope_left) * part + left).astype(np.float32)
