"""RecordingFile: pictures and sound into a fragmented MP4, made plain at the end."""

from __future__ import annotations

import logging
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
from av.audio.stream import AudioStream
from av.error import FFmpegError
from av.video.stream import VideoStream

from video.fragmented_mp4 import (
    FRAGMENT_OPTIONS,
    FragmentFile,
    cut_to_whole_fragments,
    remux_to_plain,
)
from video.frame import PixelFormat
from video.live_encoder import LiveEncoder
from video.picture_fit import PictureFit
from video.planes import Image

logger = logging.getLogger(__name__)

SOUND_BIT_RATE = 128_000


class RecordingFile:
    """Used by one thread.

    Args:
        path: The file; playable from the first fragment on.
        height, width: Of the first picture; odd sizes lose a row or column.
        pixel_format: Of the first picture.
        frame_rate: About what to expect.
        sample_rate: Of the sound in Hz; None: there is none.
        overwrite: Replace a file that exists.

    Attributes:
        duration_s: Time of the last picture.

    Raises:
        OSError: The file cannot be made.
    """

    def __init__(
        self,
        path: Path,
        *,
        height: int,
        width: int,
        pixel_format: PixelFormat,
        frame_rate: Fraction,
        sample_rate: int | None,
        overwrite: bool,
    ) -> None:
        self._path = path
        self._frame_s = float(1 / frame_rate)
        self.duration_s = 0.0
        self._fit = PictureFit(
            height=height - height % 2, width=width - width % 2, pixel_format=pixel_format
        )
        self._file = FragmentFile(path, overwrite=overwrite)
        self._container = av.open(self._file, "w", format="mp4", options=FRAGMENT_OPTIONS)
        stream = self._container.add_stream("libx264")
        assert isinstance(stream, VideoStream)
        self._encoder = LiveEncoder(
            stream,
            height=self._fit.height,
            width=self._fit.width,
            pixel_format=self._fit.pixel_format,
            frame_rate=frame_rate,
        )
        self._sound_stream: AudioStream | None = None
        self._samples_written = 0
        if sample_rate is not None:
            sound = self._container.add_stream("aac", rate=sample_rate, layout="mono")
            assert isinstance(sound, AudioStream)
            sound.bit_rate = SOUND_BIT_RATE
            self._sound_stream = sound

    @property
    def size_bytes(self) -> int:
        """Written so far."""
        return self._file.size_bytes

    @property
    def level(self) -> int:
        """Of the encoder; 0 is the best quality."""
        return self._encoder.level

    def set_level(self, level: int) -> None:
        """Encode faster or better from the next picture on."""
        self._mux(self._encoder.set_level(level))

    def write(
        self,
        pixels: Image,
        *,
        height: int,
        width: int,
        pixel_format: PixelFormat,
        time_s: float,
    ) -> None:
        """Add a picture, shown at `time_s` from the file's beginning.

        Raises:
            OSError: The disk is full or failed.
        """
        frame = self._fit.frame(pixels, height=height, width=width, pixel_format=pixel_format)
        self._mux(self._encoder.encode(frame, time_s))
        self.duration_s = time_s + self._frame_s

    def write_sound(self, samples: npt.NDArray[np.float32]) -> None:
        """Add samples behind those before: float32 (count, channels) in [-1, 1]; one channel."""
        if self._sound_stream is None or not len(samples):
            return
        planes = np.ascontiguousarray(samples.mean(axis=1, dtype=np.float32)[None, :])
        frame = av.AudioFrame.from_ndarray(planes, format="fltp", layout="mono")
        frame.sample_rate = self._sound_stream.rate
        frame.pts = self._samples_written
        frame.time_base = Fraction(1, frame.sample_rate)
        self._samples_written += len(samples)
        # AAC begins with a packet from before the first sample. A file without edit lists, which
        # fragments cannot rely on, would put it at 0 and move every later picture and sound.
        packets = self._sound_stream.encode(frame)
        self._mux([packet for packet in packets if packet.pts is not None and packet.pts >= 0])

    def finish(self) -> tuple[Exception | None, bool]:
        """Complete the file and make it a plain MP4.

        Returns:
            What went wrong, if anything, and whether the file is plain now. Either way it plays.
        """
        try:
            self._mux(self._encoder.flush())
            if self._sound_stream is not None:
                self._mux(self._sound_stream.encode(None))
        except (OSError, FFmpegError) as error:
            self.abandon()
            return error, False
        self._close()
        if self._file.error is not None:
            cut_to_whole_fragments(self._path)
            return self._file.error, False
        try:
            remux_to_plain(self._path, self._path)
        except (OSError, FFmpegError) as error:
            # No room for a second copy: the fragments play as well, so nothing is lost.
            logger.warning("%s stays fragmented: %s", self._path, error)
            return None, False
        return None, True

    def abandon(self) -> bool:
        """After a failure: close, and keep every whole fragment; False: there is none."""
        self._close()
        return cut_to_whole_fragments(self._path)

    def _close(self) -> None:
        self._container.close()
        self._file.close()

    def _mux(self, packets: list[av.Packet]) -> None:
        for packet in packets:
            self._container.mux(packet)
        if self._file.error is not None:
            raise self._file.error
