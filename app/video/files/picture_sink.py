"""PictureSink: writes one PNG, JPEG or OpenEXR file, or a numbered sequence of them."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.video.codeccontext import VideoCodecContext
from av.video.reformatter import VideoReformatter
from PIL import Image as PillowImage

from app.messages import Message
from app.video.files.exr_file import ExrEncoder
from app.video.files.sequence_source import number_of, numbered, numbered_files, plain_name
from app.video.linear_picture import LinearPicture
from app.video.pixels.aspect_fill import square_format
from app.video.pixels.colour import convert
from app.video.pixels.planes import av_frame_of, check_shape
from app.video.placing.output_name import OutputName, explain_os_error, explained
from app.video.placing.placing import free_names, partial_names
from app.video.placing.work_folder import WorkFolder, move_all
from app.video.sink import (
    NO_FRAME,
    NOT_ONE_FRAME,
    Content,
    FrameTime,
    OutputError,
    VideoSink,
    WriteReport,
)
from gpu_unet import FrameFormat, Image

# libav's encoder takes 22 ms for a 720p frame, Pillow 38, at the same size.
_OPTIONS = {"pred": "mixed", "compression_level": "1"}
_JPEG_OPTIONS: dict[str, Any] = {"quality": 95, "subsampling": 0, "optimize": True}
_PIXEL_FORMATS: dict[Content, str] = {
    "composite": "rgb24",
    "transparent": "rgba",
    "matte": "gray",
}


class PictureEncoder:
    """Makes PNG files, 8 bits, not premultiplied; or JPEG files, which have no alpha.

    Args:
        codec: "png" or "jpeg".
        pixel_aspect: Width of a given pixel divided by its height; those in the files are square.
    """

    bits = 8

    def __init__(
        self,
        content: Content,
        frame_format: FrameFormat,
        *,
        codec: str = "png",
        pixel_aspect: Fraction = Fraction(1),
    ) -> None:
        self._codec = codec
        self._content: Content = content
        self._frame_format = frame_format
        self._reformatter = VideoReformatter()
        encoder = av.CodecContext.create("png", "w")
        assert isinstance(encoder, VideoCodecContext)
        self._encoder: VideoCodecContext = encoder
        shown = square_format(frame_format, pixel_aspect)
        encoder.height, encoder.width = shown.height, shown.width
        encoder.pix_fmt = _PIXEL_FORMATS[content]
        encoder.time_base = Fraction(1, 25)
        encoder.thread_count = 1
        encoder.options = dict(_OPTIONS)
        self._count = 0

    def write(
        self,
        path: Path,
        pixels: Image | LinearPicture | None,
        alpha: Image | None,
        time: FrameTime,
    ) -> None:
        """Make one file.

        Args:
            path: The file; an existing one is replaced.
            pixels, alpha, time: See `VideoSink.write`; a file states no time.

        Raises:
            OSError: It cannot be written.
        """
        assert not isinstance(pixels, LinearPicture)
        frame, is_full_range = self._frame_of(pixels, alpha)
        frame = convert(
            frame,
            self._reformatter,
            to=_PIXEL_FORMATS[self._content],
            matrix=self._frame_format.matrix,
            full_range=is_full_range,
            to_full_range=True,
            height=self._encoder.height,
            width=self._encoder.width,
        )
        if self._codec == "jpeg":
            # libav's encoder lacks quality in percent, and many programs misread its JPEG.
            PillowImage.fromarray(frame.to_ndarray()).save(path, "JPEG", **_JPEG_OPTIONS)
            return
        frame.pts, frame.time_base = self._count, Fraction(1, 25)
        self._count += 1
        with path.open("wb") as file:
            for packet in self._encoder.encode(frame):
                file.write(packet)  # without a copy: a picture may be large

    def _frame_of(self, pixels: Image | None, alpha: Image | None) -> tuple[av.VideoFrame, bool]:
        if self._content == "composite" and self._frame_format.layout == "rgb":
            check_shape(pixels, self._frame_format.shape, "pixels")
            assert pixels is not None
            # Without a copy, which would be the largest block in memory for a large picture.
            return av.VideoFrame.from_numpy_buffer(pixels, "rgb24"), True
        return av_frame_of(pixels, alpha, content=self._content, frame_format=self._frame_format)


class _PictureSink(VideoSink):
    """What both sinks of pictures share: the encoder makes each file, `_next` says where."""

    def __init__(self, path: Path, encoder: PictureEncoder | ExrEncoder) -> None:
        self.path = path
        self._encoder = encoder
        self._frame_count = 0

    def write(
        self, pixels: Image | LinearPicture | None, alpha: Image | None = None, *, time: FrameTime
    ) -> None:
        path = self._next(time)
        with explained(self.path):
            self._encoder.write(path, pixels, alpha, time)
        self._frame_count += 1

    @abstractmethod
    def _next(self, time: FrameTime) -> Path:
        """Path of the next file, which is made by another name or in another folder."""

    def _refuse_nothing(self, sentence: str) -> None:
        if not self._frame_count:
            self.abort()
            raise OutputError(sentence, path=self.path)


class StillSink(_PictureSink):
    """Writes one picture; a second frame is an error.

    Args:
        path: The finished file's name.
        overwrite: Whether an existing file may be replaced.

    Raises:
        OutputError: The file cannot be made.
    """

    def __init__(
        self, path: Path, encoder: PictureEncoder | ExrEncoder, *, overwrite: bool
    ) -> None:
        super().__init__(path, encoder)
        self._name = OutputName(path, overwrite=overwrite)

    def _next(self, time: FrameTime) -> Path:
        if self._frame_count:
            raise OutputError(
                "{name} is one picture, but the input has more frames; "
                "name the output {stem}_%04d{suffix} for a numbered sequence.",
                name=self.path.name,
                stem=self.path.stem,
                suffix=self.path.suffix,
            )
        return self._name.temporary

    def finish(self) -> WriteReport:  # noqa: D102
        self._refuse_nothing(NO_FRAME)
        return WriteReport(self._name.commit(), 1, bits=self._encoder.bits)

    def finish_partial(self) -> WriteReport:
        """See `VideoSink.finish_partial`; one picture is never partial."""
        return self.finish()

    def abort(self) -> None:  # noqa: D102
        self._name.discard()


class SequenceSink(_PictureSink):
    """Writes numbered pictures into a temporary folder, and moves them into place at the end.

    Args:
        pattern: A path with `%d` or `%04d` in its name.
        keeps_gaps: Numbers follow `pts`, which keeps gaps of an input sequence; otherwise they are
            consecutive.
        overwrite: Whether existing files of such names may be replaced.

    Raises:
        OutputError: Files of such names exist, or the folder cannot be written to.
    """

    def __init__(
        self,
        pattern: Path,
        encoder: PictureEncoder | ExrEncoder,
        *,
        first_number: int,
        keeps_gaps: bool,
        overwrite: bool,
    ) -> None:
        super().__init__(pattern, encoder)
        self._first_number = first_number
        self._keeps_gaps = keeps_gaps
        self._overwrite = overwrite
        self._files: list[Path] = []
        self._check_free()
        with explained(pattern):
            self._folder = WorkFolder(
                pattern, is_ours=lambda name: number_of(pattern, name) is not None
            )

    def _check_free(self) -> None:
        if self._overwrite:
            return
        existing = numbered_files(self.path)
        if existing:
            first = next(iter(existing.values()))
            raise OutputError(
                "{first} exists already, and {count} more of its kind; "
                "choose another name, or allow overwriting (--overwrite).",
                first=first,
                count=len(existing) - 1,
            )

    def _next(self, time: FrameTime) -> Path:
        self.written_bytes += sum(path.stat().st_size for path in self._files[-1:])
        number = self._first_number + (time.pts if self._keeps_gaps else self._frame_count)
        self._files.append(self._folder.path / numbered(self.path, number).name)
        return self._files[-1]

    def finish(self) -> WriteReport:  # noqa: D102
        self._refuse_nothing(NO_FRAME)
        try:
            self._check_free()
            self._move_all()
        except OSError as error:
            names = free_names(self.path.with_name(plain_name(self.path)))
            raise self._kept_elsewhere(error, self._keep(names)) from error
        self.abort()
        return WriteReport(self.path, self._frame_count, bits=self._encoder.bits)

    def _move_all(self) -> None:
        """Rename all files or none; files replaced before a failure stay replaced."""
        self._folder.begin_moving(overwrite=self._overwrite)
        try:
            move_all(self._folder.path)
        except OSError:
            if not self._overwrite:
                for path in self._files:
                    if not path.exists():
                        os.replace(self.path.with_name(path.name), path)
            self._folder.stop_moving()
            raise

    def _keep(self, names: Iterator[Path]) -> Path:
        with explained(self.path):
            return self._folder.keep_as(names)

    def _kept_elsewhere(self, error: OSError, folder: Path) -> OutputError:
        if isinstance(error, OutputError | FileExistsError):
            sentence = Message(
                "Files of the name {path} appeared meanwhile and were not replaced", path=self.path
            )
        else:
            sentence = str(explain_os_error(self.path, error)).removesuffix(".")
        return OutputError(
            "{sentence}; the result is in the folder {name}.",
            sentence=sentence,
            name=folder.name,
            kept=folder / self.path.name,
        )

    def finish_partial(self) -> WriteReport:
        """See `VideoSink.finish_partial`: the files go into a folder beside the pattern."""
        self._refuse_nothing(NOT_ONE_FRAME)
        folder = self._keep(partial_names(self.path.with_name(plain_name(self.path))))
        return WriteReport(
            folder / self.path.name, self._frame_count, is_partial=True, bits=self._encoder.bits
        )

    def abort(self) -> None:  # noqa: D102
        self._folder.remove()
