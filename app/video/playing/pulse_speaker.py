"""A speaker on Linux desktops' sound server, through four functions of its library."""

from __future__ import annotations

import ctypes

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
from app.video.recording.pulse import (
    NO_LIMIT,
    BufferAttributes,
    PulseError,
    float32_spec,
    load_library,
    may_be_there,
)

_PLAYBACK = 1  # PA_STREAM_PLAYBACK
ADVICE = Message("there is no sound until one does")


class PulseSpeaker(Speaker):
    """PulseAudio's default sink, or PipeWire's.

    Raises:
        SpeakerError: No server answers.
    """

    def __init__(self) -> None:
        self._stream: int | None = None
        if not may_be_there():
            raise SpeakerError(Message("No sound server answers; {advice}.", advice=ADVICE))
        try:
            self._library, self._strerror = load_library()
        except PulseError as error:
            raise SpeakerError(
                Message("The sound server cannot be used: {error}.", error=error)
            ) from error
        waiting = round(WAITING_S * SAMPLE_RATE) * CHANNELS * 4
        wanted = BufferAttributes(NO_LIMIT, waiting, NO_LIMIT, NO_LIMIT, NO_LIMIT)
        spec = float32_spec(SAMPLE_RATE, CHANNELS)
        error = ctypes.c_int(0)
        self._stream = self._library.pa_simple_new(
            *(None, b"Backdrop", _PLAYBACK, None, b"Film"),
            *(ctypes.byref(spec), None, ctypes.byref(wanted), ctypes.byref(error)),
        )
        if not self._stream:
            raise SpeakerError(
                Message(
                    "No sound server answers ({error}); {advice}.",
                    error=self._said(error),
                    advice=ADVICE,
                )
            )

    def write(self, samples: Samples) -> None:  # noqa: D102
        data = np.ascontiguousarray(samples, np.float32)
        error = ctypes.c_int(0)
        pointer = data.ctypes.data_as(ctypes.c_void_p)
        if self._library.pa_simple_write(self._stream, pointer, data.nbytes, ctypes.byref(error)):
            raise SpeakerError(
                Message("The sound server failed ({error}).", error=self._said(error))
            )

    def delay_s(self) -> float:  # noqa: D102
        error = ctypes.c_int(0)
        return self._library.pa_simple_get_latency(self._stream, ctypes.byref(error)) / 1e6

    def clear(self) -> None:  # noqa: D102
        error = ctypes.c_int(0)
        self._library.pa_simple_flush(self._stream, ctypes.byref(error))

    def close(self) -> None:  # noqa: D102
        stream, self._stream = self._stream, None
        if stream is not None:
            self._library.pa_simple_free(stream)

    def _said(self, error: ctypes.c_int) -> str:
        return self._strerror(error).decode(errors="replace")
