"""A speaker on Windows and macOS, through PortAudio (`sounddevice`)."""

from __future__ import annotations

import numpy as np

from app.messages.message import Message
from app.video.playing.speaker import (
    CHANNELS,
    SAMPLE_RATE,
    WAITING_S,
    Samples,
    Speaker,
    SpeakerError,
)


class SystemSpeaker(Speaker):
    """The system's default output.

    Raises:
        SpeakerError: There is none, or it is in use.
    """

    def __init__(self) -> None:
        try:
            import sounddevice  # pyright: ignore[reportMissingImports] -- late; Linux has none
        except (ImportError, OSError) as error:
            raise SpeakerError(
                Message("Sound cannot be played here ({error}).", error=error)
            ) from error
        self._trouble = sounddevice.PortAudioError
        try:
            self._stream = sounddevice.OutputStream(
                samplerate=SAMPLE_RATE, channels=CHANNELS, dtype="float32", latency=WAITING_S
            )
            self._stream.start()
        except (self._trouble, ValueError) as error:
            raise SpeakerError(
                Message("No speaker can be opened ({error}); plug one in.", error=error)
            ) from error
        self._room = self._stream.write_available

    def write(self, samples: Samples) -> None:  # noqa: D102
        try:
            self._stream.write(np.ascontiguousarray(samples, np.float32))
        except self._trouble as error:
            raise SpeakerError(Message("The speaker failed ({error}).", error=error)) from error

    def delay_s(self) -> float:  # noqa: D102
        # The samples that PortAudio still has, and the device's own latency.
        waiting = max(0, self._room - self._stream.write_available) / SAMPLE_RATE
        return waiting + float(self._stream.latency)

    def clear(self) -> None:  # noqa: D102
        try:
            self._stream.abort()
            self._stream.start()
        except self._trouble as error:
            raise SpeakerError(Message("The speaker failed ({error}).", error=error)) from error

    def close(self) -> None:  # noqa: D102
        self._stream.close()
