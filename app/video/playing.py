"""The speaker of this computer, and the sound of a film for it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.error import FFmpegError

from app.messages import Message, SentenceError
from app.video.files.decoder import open_input, origin_of, skip_all_but
from app.video.files.decoding import DecodingError, decoding
from app.video.recording.pulse import PLAY, PulseError, PulseStream, RefusedError, may_be_there

SAMPLE_RATE = 48_000
CHANNELS = 2
WAITING_S = 0.08  # most sound in the buffer: longer than a busy machine delays, too short to notice

Samples = npt.NDArray[np.float32]


class SpeakerError(SentenceError, OSError):
    """No sound can be played; the message says why, and what to do."""


class Speaker(ABC):
    """Plays samples one after the other; used by one thread.

    Every method but `close` raises a SpeakerError if the device failed.
    """

    @abstractmethod
    def write(self, samples: Samples) -> None:
        """Play samples after those before; waits while more than `WAITING_S` is buffered.

        Args:
            samples: float32 (count, 2) in [-1, 1], at `SAMPLE_RATE`.
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
    return PulseSpeaker() if sys.platform == "linux" else SystemSpeaker()


ADVICE = Message("there is no sound until one does")


class PulseSpeaker(Speaker):
    """PulseAudio's default sink, or PipeWire's.

    Raises:
        SpeakerError: No server answers.
    """

    def __init__(self) -> None:
        if not may_be_there():
            raise SpeakerError("No sound server answers; {advice}.", advice=ADVICE)
        waiting = round(WAITING_S * SAMPLE_RATE) * CHANNELS * 4
        try:
            self._stream = PulseStream(PLAY, b"Film", CHANNELS, waiting=waiting)
        except RefusedError as error:
            raise SpeakerError(
                "No sound server answers ({error}); {advice}.", error=error, advice=ADVICE
            ) from error
        except PulseError as error:
            raise SpeakerError("The sound server cannot be used: {error}.", error=error) from error

    def write(self, samples: Samples) -> None:  # noqa: D102
        data = np.ascontiguousarray(samples, np.float32)
        self._call("write", data.ctypes.data, data.nbytes)

    def delay_s(self) -> float:  # noqa: D102
        return self._call("get_latency") / 1e6

    def clear(self) -> None:  # noqa: D102
        self._call("flush")

    def close(self) -> None:  # noqa: D102
        self._stream.close()

    def _call(self, name: str, *arguments: object) -> Any:
        try:
            return self._stream.call(name, *arguments)
        except RefusedError as error:
            raise SpeakerError("The sound server failed ({error}).", error=error) from error


class SystemSpeaker(Speaker):
    """The default output of Windows or macOS, through PortAudio.

    Raises:
        SpeakerError: There is none, or it is in use.
    """

    def __init__(self) -> None:
        try:
            import sounddevice  # pyright: ignore[reportMissingImports] -- late; Linux has none
        except (ImportError, OSError) as error:
            raise SpeakerError("Sound cannot be played here ({error}).", error=error) from error
        self._trouble = sounddevice.PortAudioError
        try:
            self._stream = sounddevice.OutputStream(
                samplerate=SAMPLE_RATE, channels=CHANNELS, dtype="float32", latency=WAITING_S
            )
            self._stream.start()
        except (self._trouble, ValueError) as error:
            raise SpeakerError(
                "No speaker can be opened ({error}); plug one in.", error=error
            ) from error
        self._room = self._stream.write_available

    def write(self, samples: Samples) -> None:  # noqa: D102
        try:
            self._stream.write(np.ascontiguousarray(samples, np.float32))
        except self._trouble as error:
            raise SpeakerError("The speaker failed ({error}).", error=error) from error

    def delay_s(self) -> float:  # noqa: D102
        # The samples that PortAudio still has, and the device's own latency.
        waiting = max(0, self._room - self._stream.write_available) / SAMPLE_RATE
        return waiting + float(self._stream.latency)

    def clear(self) -> None:  # noqa: D102
        try:
            self._stream.abort()
            self._stream.start()
        except self._trouble as error:
            raise SpeakerError("The speaker failed ({error}).", error=error) from error

    def close(self) -> None:  # noqa: D102
        self._stream.close()


class SoundTrack:
    """Decodes as `AuxiliaryStreams` reads: apart from the picture. Used from one thread.

    Attributes:
        has_sound: Whether there is a track that can be decoded.

    Raises:
        SourceError: The file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self._container = open_input(path)
        tracks = [
            stream
            for stream in self._container.streams
            if isinstance(stream, AudioStream)
            and stream.codec_context is not None
            and stream.codec_context.sample_rate > 0
        ]
        self.has_sound = bool(tracks)
        self._stream = tracks[0] if tracks else None
        skip_all_but(self._container, tracks[:1])
        self._origin = origin_of(self._container)
        self._blocks = self._decode()

    def seek(self, pts_s: float) -> None:
        """Let `read` go on a little before this moment of the film."""
        if self._stream is None:
            return
        at = max(Fraction(0), Fraction(pts_s).limit_denominator(1000) + self._origin)
        try:
            with decoding():
                self._container.seek(round(at * av.time_base), backward=True)
        except DecodingError:
            pass  # reading goes on from the present position
        self._blocks = self._decode()

    def read(self) -> tuple[float, Samples] | None:
        """The next samples, float32 (count, 2), and the time of the first; None: the end."""
        return next(self._blocks, None)

    def close(self) -> None:
        """Release the file; may be called twice."""
        self._blocks = iter(())
        self._container.close()

    def _decode(self) -> Iterator[tuple[float, Samples]]:
        if self._stream is None:
            return
        resampler = AudioResampler("flt", "stereo", SAMPLE_RATE)
        packets = self._container.demux(self._stream)
        while True:
            try:
                with decoding():
                    packet = next(packets, None)
            except DecodingError:
                return  # damaged: the picture may go on
            if packet is None:
                return
            try:
                frames = packet.decode()
            except FFmpegError:
                continue
            for frame in frames:
                yield from self._samples(frame, resampler)

    def _samples(
        self, frame: AudioFrame, resampler: AudioResampler
    ) -> Iterator[tuple[float, Samples]]:
        if frame.pts is None or frame.time_base is None:
            return
        for part in resampler.resample(frame):
            if part.pts is None or part.time_base is None or not part.samples:
                continue
            begin_s = float(part.pts * part.time_base - self._origin)
            array = part.to_ndarray().reshape(-1, CHANNELS)
            yield begin_s, np.ascontiguousarray(array, np.float32)
