"""Outputs: opens the sink for a file name."""

from __future__ import annotations

import os
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av.codec

from app.video.files import exr_file
from app.video.files.adapted_source import AdaptedSource
from app.video.files.exr_file import ExrEncoder, FilmMarks
from app.video.files.file_writer import FileWriter
from app.video.files.inputs import Source
from app.video.files.output_format import PICTURE_CODECS, OutputFormat, choose_output_format
from app.video.files.picture_sink import PictureEncoder, SequenceSink, StillSink
from app.video.files.sequence_source import SequenceSource, is_pattern, numbered, numbered_files
from app.video.placing.output_name import check_free, explained, taken
from app.video.reading import Compression
from app.video.sink import Content, OutputError, VideoSink

AnySource = Source | AdaptedSource


def _check_length(path: Path) -> None:
    """Raise OutputError for a name that is too long for the system."""
    with explained(path), suppress(FileNotFoundError):
        os.lstat(numbered(path, 1) if is_pattern(path) else path)


def check_output(path: Path, output_format: OutputFormat, *, overwrite: bool = False) -> None:
    """Check everything about an output that is known before a frame is read.

    Args:
        path: The output file, or a pattern like `frame_%04d.png`.
        overwrite: Whether existing files may be replaced.

    Raises:
        OutputError: It cannot be written in this way; one sentence says why and what to do.
    """
    if output_format.spec.encoder not in av.codec.codecs_available:
        raise OutputError(
            f"{path.name}: {output_format.spec.name} cannot be written, this libav has no encoder "
            f"{output_format.spec.encoder}; choose another codec."
        )
    if output_format.codec == "exr" and not exr_file.is_installed():
        raise OutputError(
            f"{path.name}: OpenEXR is not written without the package OpenEXR "
            f"({exr_file.INSTALL_LINE})."
        )
    folder = path.parent
    if not folder.is_dir():
        raise OutputError(
            "{path} cannot be written, there is no folder {folder}; make it first.",
            path=path,
            folder=folder,
        )
    if not os.access(folder, os.W_OK):
        raise OutputError(
            "{path} cannot be written: no permission to write to {folder}.",
            path=path,
            folder=folder,
        )
    _check_length(path)
    check_free(path, overwrite=overwrite or is_pattern(path))
    if is_pattern(path) and not overwrite and numbered_files(path):
        raise taken(path)


def open_sink(
    path: str | Path,
    source: AnySource,
    *,
    content: Content = "composite",
    codec: str | None = None,
    crf: int | None = None,
    overwrite: bool = False,
    keep_sound: bool = True,
    first_number: int | None = None,
    threads: int | None = None,
    on_card: bool = False,
    compression: Compression = "zip",
    squares_pixels: bool = True,
) -> VideoSink:
    """Open the output for the frames of `source`.

    Args:
        path: The output file, or a pattern like `frame_%04d.png`.
        source: Gives size, pixel format, rate, times and the other tracks. It is not read here.
        codec, crf: See `choose_output_format`.
        overwrite: Whether existing files may be replaced.
        keep_sound: Whether the input's audio tracks are carried over.
        first_number: First number of a sequence; None: the input's own, else 1.
        threads: For encoding; None for a sensible number.
        on_card: Let a graphics card encode a film, where it can.
        compression: Of OpenEXR files.
        squares_pixels: Scale PNG and JPEG files, which no program shows in another shape, where
            the pixels of `source` are not square.

    Raises:
        OutputError: It cannot be written in this way; one sentence says why and what to do.
    """
    path = Path(path)
    output_format = choose_output_format(path, content=content, codec=codec, crf=crf)
    check_output(path, output_format, overwrite=overwrite)
    if output_format.codec not in PICTURE_CODECS:
        return FileWriter(
            path,
            output_format,
            frame_format=source.format,
            frame_rate=source.frame_rate,
            media=source.media,
            overwrite=overwrite,
            keep_sound=keep_sound,
            threads=threads,
            on_card=on_card,
        )
    aspect = source.media.pixel_aspect if squares_pixels else Fraction(1)
    encoder = (
        ExrEncoder(compression, FilmMarks.of(source.media, source.frame_rate))
        if output_format.codec == "exr"
        else PictureEncoder(content, source.format, codec=output_format.codec, pixel_aspect=aspect)
    )
    if is_pattern(path):
        own = source.inner if isinstance(source, AdaptedSource) and not source.step else source
        is_sequence = isinstance(own, SequenceSource)
        if first_number is None:
            first_number = own.first_number if is_sequence else 1
        return SequenceSink(
            path,
            encoder,
            first_number=first_number,
            keeps_gaps=is_sequence,
            overwrite=overwrite,
        )
    if source.frame_count not in (1, None):
        raise OutputError(
            "{name} is one picture, but {input} has {count} frames; "
            "name the output {stem}_%04d{suffix} for a numbered sequence.",
            name=path.name,
            input=source.name,
            count=source.frame_count,
            stem=path.stem,
            suffix=path.suffix,
        )
    return StillSink(path, encoder, overwrite=overwrite)
