"""SoundTrack: decodes the first sound track of a file; each block has its time in the film."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.error import FFmpegError
from av.stream import Discard

from app.video.files.decoder import open_input
from app.video.files.decoding import DecodingError, decoding
from app.video.playing.speaker import CHANNELS, SAMPLE_RATE, Samples


class SoundTrack:
    """Decodes as `AuxiliaryStreams` reads: apart from the picture. Used from one thread.

    Args:
        path: The file.

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
        for stream in self._container.streams:
            if stream is not self._stream:
                stream.discard = Discard.all
        # The same zero as the picture's, see `FileSource`.
        is_clocked = "mpeg" in self._container.format.name
        start = self._container.start_time if is_clocked else None
        self._origin = Fraction(start or 0, av.time_base)
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
