"""RecordingFile: encodes frames and sound into a fragmented MP4, made plain at the end."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from errno import ENOENT
from fractions import Fraction
from itertools import chain
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
from av.audio.stream import AudioStream
from av.error import FFmpegError
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream

from app.messages import Message
from app.video.output import Output
from app.video.pixels.colour import CODE_OF_MATRIX, convert, filled, sws_range
from app.video.pixels.planes import frame_from_pixels, plane_view
from app.video.placing.placing import free_names, partial_names, place_free
from app.video.placing.unfinished import Note
from app.video.recording.fragmented_mp4 import FRAGMENT_OPTIONS, FragmentFile, remux_to_plain
from gpu_unet import FrameFormat, available_cores

TIME_BASE = Fraction(1, 90_000)  # divides by every common frame rate
KEYFRAME_INTERVAL_S = 1.0


@dataclass(frozen=True, slots=True)
class Speed:
    """One step between quality and speed."""

    preset: str
    crf: int


# CPU per 1280x720 frame on one core of an AMD EPYC: 5.8, 2.4 and 2.0 ms. Slower presets (veryfast:
# 11 ms) would cost the engine time for a gain that is invisible in a camera's recording.
SPEEDS = (
    Speed("superfast", 20),
    Speed("ultrafast", 22),
    Speed("ultrafast", 30),
)

# Every speed must write the same sequence and picture headers, because an MP4 has them once:
# `stitchable` makes them independent of the content, and the other parameters are equal in all
# presets. Without B-frames and lookahead a frame leaves the encoder at once: a crash loses only the
# fragment being written.
_HEADER_PARAMS = (
    "stitchable=1:ref=1:bframes=0:weightp=0:cabac=1:8x8dct=1:rc-lookahead=0:sync-lookahead=0"
    ":mbtree=0:scenecut=0:keyint=infinite"
)
_GLOBAL_HEADER = 1 << 22  # AV_CODEC_FLAG_GLOBAL_HEADER
_BT2020_TRANSFER = 14  # by H.273, where 9 is another one; BT.601 and BT.709 have one number each


class LiveEncoder:
    """Encodes I420 frames at times that may be irregular. Used by one thread.

    Args:
        stream: A new libx264 stream of the file; its own encoder is the one for level 0, so that
            the container takes the headers from it.
        frame_format: Matrix and range, for the file's tags.
        pixel_aspect: Width of a pixel divided by its height, likewise.
        frame_rate: Approximate; only the encoder's rate control uses it.

    Attributes:
        level: Index into `SPEEDS`; 0 is the best quality.
        extradata: The headers, the same for every level.
    """

    def __init__(
        self,
        stream: VideoStream,
        *,
        frame_format: FrameFormat,
        pixel_aspect: Fraction = Fraction(1),
        frame_rate: Fraction,
    ) -> None:
        self._stream = stream
        self._frame_format = frame_format
        self._pixel_aspect = pixel_aspect
        self._frame_rate = frame_rate
        self._keyframe_due_s = 0.0
        self.level = 0
        self._context = self._open(stream.codec_context, 0)
        self.extradata = bytes(self._context.extradata or b"")

    def encode(self, frame: av.VideoFrame, time_s: float) -> list[av.Packet]:
        """The packets that are ready after `frame`, a yuv420p one, shown at `time_s`."""
        frame.pts = round(time_s / TIME_BASE)
        frame.time_base = TIME_BASE
        is_key = time_s >= self._keyframe_due_s
        frame.pict_type = PictureType.I if is_key else PictureType.NONE
        if is_key:
            self._keyframe_due_s = time_s + KEYFRAME_INTERVAL_S
        return self._addressed(self._context.encode(frame))

    def set_level(self, level: int) -> list[av.Packet]:
        """Encode at another speed from the next frame on, which becomes a keyframe.

        Returns:
            Packets that the encoder still held.
        """
        rest = self.flush()
        fresh = av.CodecContext.create("libx264", "w")
        assert isinstance(fresh, VideoCodecContext)
        context = self._open(fresh, level)
        assert bytes(context.extradata or b"") == self.extradata, "headers differ between speeds"
        self._context = context
        self.level = level
        self._keyframe_due_s = 0.0
        return rest

    def flush(self) -> list[av.Packet]:
        """Packets that the encoder still holds; this level cannot encode afterwards."""
        return self._addressed(self._context.encode(None))

    def _addressed(self, packets: list[av.Packet]) -> list[av.Packet]:
        for packet in packets:
            packet.stream = self._stream
        return packets

    def _open(self, context: VideoCodecContext, level: int) -> VideoCodecContext:
        context.width = self._frame_format.width
        context.height = self._frame_format.height
        if self._pixel_aspect != 1:
            context.sample_aspect_ratio = self._pixel_aspect
        context.pix_fmt = "yuv420p"
        context.time_base = TIME_BASE
        context.framerate = self._frame_rate
        context.thread_count = max(1, min(4, available_cores() // 2))
        matrix = CODE_OF_MATRIX[self._frame_format.matrix]
        context.colorspace = matrix
        context.color_primaries = matrix
        context.color_trc = _BT2020_TRANSFER if matrix == CODE_OF_MATRIX["bt2020"] else matrix
        context.color_range = int(sws_range(self._frame_format.full_range))
        context.flags |= _GLOBAL_HEADER
        context.options = {
            "preset": SPEEDS[level].preset,
            "crf": str(SPEEDS[level].crf),
            "x264-params": f"{_HEADER_PARAMS}:level={_h264_level(self._frame_format)}",
        }
        context.open()
        return context


def _h264_level(frame_format: FrameFormat) -> str:
    """A level that allows the size at up to 60 frames/s; x264's own choice differs by preset."""
    macroblocks = -(-frame_format.height // 16) * -(-frame_format.width // 16)
    for level, most in (("4.2", 8_704), ("5.2", 36_864)):
        if macroblocks <= most:
            return level
    return "6.2"


class FrameFit:
    """Makes yuv420p frames of one size, with bars where the shapes differ. Used by one thread.

    Args:
        first: The first frame; odd sizes lose a row or column, RGB is coded as BT.709. A full
            range, of MJPEG cameras, becomes the usual one: players and editing programs take it
            for granted in H.264.
    """

    def __init__(self, first: Output) -> None:
        frame_format, self.pixel_aspect = first.format, first.pixel_aspect
        is_rgb = frame_format.layout == "rgb"
        self.format = FrameFormat(
            frame_format.height - frame_format.height % 2,
            frame_format.width - frame_format.width % 2,
            "yuv420",
            "bt709" if is_rgb else frame_format.matrix,
        )
        self._reformatter = VideoReformatter()

    def frame(self, output: Output) -> av.VideoFrame:
        """A new yuv420p frame of the recording's size."""
        pixels, frame_format, pixel_aspect = output.pixels, output.format, output.pixel_aspect
        height, width = frame_format.height, frame_format.width
        if frame_format == self.format and pixel_aspect == self.pixel_aspect:
            return frame_from_pixels(pixels, frame_format)
        is_rgb = frame_format.layout == "rgb"
        if is_rgb:  # the layout of every odd size; scaled instead, the picture would get bars
            height, width = height - height % 2, width - width % 2
            pixels = np.ascontiguousarray(pixels[:height, :width])
            frame_format = replace(frame_format, height=height, width=width)
        shown_width = float(width * pixel_aspect / self.pixel_aspect)
        scale = min(self.format.height / height, self.format.width / shown_width)
        fitted_height = max(2, round(height * scale / 2) * 2)
        fitted_width = max(2, round(shown_width * scale / 2) * 2)
        fitted = convert(
            frame_from_pixels(pixels, frame_format),
            self._reformatter,
            to="yuv420p",
            matrix=frame_format.matrix,
            full_range=is_rgb or frame_format.full_range,
            to_matrix=self.format.matrix,
            to_full_range=self.format.full_range,
            height=fitted_height,
            width=fitted_width,
        )
        if (fitted_height, fitted_width) == (self.format.height, self.format.width):
            return fitted
        return self._on_bars(fitted)

    def _on_bars(self, fitted: av.VideoFrame) -> av.VideoFrame:
        height, width = self.format.height, self.format.width
        frame = frame_from_pixels(filled((0, 0, 0), self.format), self.format)
        top = (height - fitted.height) // 4 * 2
        left = (width - fitted.width) // 4 * 2
        for index, (target, source) in enumerate(zip(frame.planes, fitted.planes, strict=True)):
            half = 1 if index == 0 else 2
            rows, columns = fitted.height // half, fitted.width // half
            target_view = plane_view(target, row_bytes=width // half)
            target_view[top // half : top // half + rows, left // half : left // half + columns] = (
                plane_view(source, row_bytes=columns)[:rows]
            )
        return frame


logger = logging.getLogger(__name__)

GONE = Message("it no longer exists")
SOUND_BIT_RATE = 128_000


class RecordingFile:
    """Used by one thread.

    Args:
        target: Name of the finished file. The file grows there if the name is free, beside it if
            not, and plays from the first fragment on.
        first: The first frame, which is not written yet.
        frame_rate: Approximate.
        sample_rate: Rate of the sound in Hz; None: there is none.
        overwrite: Replace the file that has the name now, once the recording is whole. Only that
            file is ever replaced: a later one stays, and the recording gets a free name.

    Attributes:
        path: Where the recording is; its last name after `finish`.
        is_kept: False after `finish` or `abandon`: it was empty, and no file is left.
        duration_s: Time of the last frame.

    Raises:
        OSError: The file cannot be made.
    """

    def __init__(
        self,
        target: Path,
        first: Output,
        *,
        frame_rate: Fraction,
        sample_rate: int | None,
        overwrite: bool,
    ) -> None:
        self._target = target
        self._replaceable = _version(target) if overwrite else None
        self._frame_s = float(1 / frame_rate)
        self._is_hurried = False
        self.is_kept = True
        self.duration_s = 0.0
        self._fit = FrameFit(first)
        self.file = FragmentFile(_names(target) if overwrite else free_names(target))
        self.path = self.file.path
        self._note = Note("recording", self.path, target)
        if not overwrite:
            self._target = self.path  # its name from here on
        try:
            self._open(frame_rate, sample_rate)
        except BaseException:
            self.file.close()
            self.file.remove()
            self._note.remove()
            raise

    def _open(self, frame_rate: Fraction, sample_rate: int | None) -> None:
        self._container = av.open(self.file, "w", format="mp4", options=FRAGMENT_OPTIONS)
        stream = self._container.add_stream("libx264")
        assert isinstance(stream, VideoStream)
        self.encoder = LiveEncoder(
            stream,
            frame_format=self._fit.format,
            pixel_aspect=self._fit.pixel_aspect,
            frame_rate=frame_rate,
        )
        self._sound_stream: AudioStream | None = None
        self._samples_written = 0
        if sample_rate is not None:
            sound = self._container.add_stream("aac", rate=sample_rate, layout="mono")
            assert isinstance(sound, AudioStream)
            sound.bit_rate = SOUND_BIT_RATE
            self._sound_stream = sound

    def set_level(self, level: int) -> None:
        """Encode faster or better from the next frame on."""
        self._mux(self.encoder.set_level(level))

    def write(self, output: Output, time_s: float) -> None:
        """Add a frame, shown at `time_s` from the file's beginning.

        Raises:
            OSError: The disk is full or failed.
        """
        frame = self._fit.frame(output)
        self._mux(self.encoder.encode(frame, time_s))
        self.duration_s = time_s + self._frame_s

    def write_sound(self, samples: npt.NDArray[np.float32]) -> None:
        """Append samples: float32 (count,) in [-1, 1]."""
        if self._sound_stream is None or not len(samples):
            return
        frame = av.AudioFrame.from_ndarray(samples[None], format="fltp", layout="mono")
        frame.sample_rate = self._sound_stream.rate
        frame.pts = self._samples_written
        frame.time_base = Fraction(1, frame.sample_rate)
        self._samples_written += len(samples)
        # AAC begins with a packet from before the first sample. Without an edit list, which
        # fragments cannot rely on, it would be at 0 and shift all frames and sound after it.
        packets = self._sound_stream.encode(frame)
        self._mux([packet for packet in packets if packet.pts is not None and packet.pts >= 0])

    def check_place(self) -> None:
        """Raise `OSError` if the file is out of reach: its folder was removed, its disk is gone."""
        if not os.path.exists(self.path):
            raise FileNotFoundError(ENOENT, GONE, str(self.path))

    def hurry(self) -> None:
        """Leave the file in fragments, which play as well; callable from any thread."""
        self._is_hurried = True

    def finish(self) -> tuple[Exception | None, bool]:
        """Complete the file, make it a plain MP4 and give it its name.

        Returns:
            The error, if any, and whether the file is plain now. Either way it plays.
        """
        trouble, is_plain = self._finish()
        self._note.remove()
        if not is_plain and self.is_kept:  # a later start may make it whole
            Note("recording", self.path, self._target).release()
        return trouble, is_plain

    def _finish(self) -> tuple[Exception | None, bool]:
        try:
            self._mux(self.encoder.flush())
            if self._sound_stream is not None:
                self._mux(self._sound_stream.encode(None))
            self._container.close()
            self._raise_error_of_file()
        except (OSError, FFmpegError) as error:
            self.abandon()
            return error, False
        self.file.close()
        grown = self.path
        if self.file.error is not None or not self.file.has_its_name:
            return self.file.error or FileNotFoundError(ENOENT, GONE, str(grown)), False
        try:
            self.path = remux_to_plain(
                grown, self._place, beside=self._target, is_hurried=lambda: self._is_hurried
            )
        except (OSError, FFmpegError) as error:
            # No space for a second copy: the fragments play as well, so nothing is lost.
            logger.warning("%s stays fragmented: %s", grown, error)
            return self._place_fragments(), False
        self.file.remove()  # unless the plain one has taken its place
        return None, True

    def abandon(self) -> None:
        """After a failure: close, and keep every whole fragment.

        A file that was to be replaced stays: only a whole recording replaces it.
        """
        with suppress(FFmpegError, OSError):
            self._container.close()
        self.is_kept = self.file.cut_to_whole_fragments()
        self.file.close()
        if self.is_kept:
            self._note.release()
        else:
            self.file.remove()
            self._note.remove()

    def _place(self, finished: Path) -> Path:
        """Give a file the requested name, or a free one if another file has taken it."""
        is_ours = self.path == self._target and self.file.has_its_name
        if is_ours or (self._replaceable and _version(self._target) == self._replaceable):
            os.replace(finished, self._target)
            return self._target
        return place_free(finished, self._target)

    def _place_fragments(self) -> OSError | None:
        if self.path != self._target:
            try:
                self.path = self._place(self.path)
            except OSError as error:
                return error
        return None

    def _mux(self, packets: list[av.Packet]) -> None:
        for packet in packets:
            self._container.mux(packet)
        self._raise_error_of_file()

    def _raise_error_of_file(self) -> None:
        if self.file.error is not None:
            raise self.file.error


def _names(target: Path) -> Iterator[Path]:
    """Names for a recording that replaces: the name itself, if it is free, or one beside it."""
    return chain([target], partial_names(target.with_suffix(""), target.suffix))


def _version(path: Path) -> tuple[int, int, int, int] | None:
    """Identity and state of the file with this name; None: there is none."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
