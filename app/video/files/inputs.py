"""Inputs: what a path names: a video, a still, a numbered sequence, or a folder of them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.messages import Message
from app.video.files.damage import UnknownContentError
from app.video.files.decoder import Nvdec
from app.video.files.file_source import FileSource
from app.video.files.picture_source import AnimationSource, is_animation
from app.video.files.sequence_source import (
    SequenceSource,
    StillSource,
    are_times,
    names_sequence,
    number_of,
    numbered_files,
)
from app.video.files.still import PICTURE_SUFFIXES, StillError, is_linear, upright_size
from app.video.reading import AS_IT_IS, Reading
from app.video.source import SourceError

VIDEO_SUFFIXES = frozenset(
    {".3gp", ".avi", ".flv", ".gif", ".m2ts", ".m4v", ".mkv", ".mov", ".mp4"}
    | {".mpeg", ".mpg", ".mts", ".mxf", ".ogv", ".ts", ".webm", ".wmv"}
)
# What is read, for people.
_KINDS = {
    "videos": ", ".join(sorted(suffix[1:] for suffix in VIDEO_SUFFIXES)),
    "pictures": ", ".join(sorted(suffix[1:] for suffix in PICTURE_SUFFIXES)),
}
# Fewer pictures in a row are more likely single photographs. Either way the outputs have the same
# names; only smoothing over time differs.
_SHORTEST_SEQUENCE = 10

Source = FileSource | StillSource | SequenceSource | AnimationSource

_NUMBERED = re.compile(r"(.*?)(\d+)")


@dataclass(frozen=True, slots=True)
class InputListing:
    """The inputs that one INPUT stands for.

    Attributes:
        members: Videos, stills and patterns for `open_source`, in natural order of their names: 2
            before 10.
        unsupported: Files of a folder that are none of these.
        is_folder: True if INPUT is a folder, so that the output must be one.
    """

    members: list[Path]
    unsupported: list[Path] = field(default_factory=list)
    is_folder: bool = False


def expand_input(path: str | Path) -> InputListing:
    """Find the inputs at `path`; subfolders of a folder are skipped.

    Raises:
        SourceError: It does not exist, or is a folder with nothing to process.
    """
    path = Path(path)
    if not os.path.isdir(path):
        return InputListing([path])
    try:
        files = sorted(
            entry for entry in path.iterdir() if entry.is_file() and not entry.name.startswith(".")
        )
    except PermissionError:
        raise SourceError("{path} may not be read; check its permissions.", path=path) from None
    pictures = [file for file in files if file.suffix.lower() in PICTURE_SUFFIXES]
    videos = [file for file in files if file.suffix.lower() in VIDEO_SUFFIXES]
    members = sorted([*videos, *_with_sequences(pictures)], key=natural_order)
    if not members:
        raise nothing_to_process(str(path), len(files))
    known = {*pictures, *videos}
    return InputListing(members, [file for file in files if file not in known], is_folder=True)


def nothing_to_process(folder: str, file_count: int) -> SourceError:
    """The error for a folder without a video or picture, but with other files perhaps."""
    if not file_count:
        return SourceError(
            "{path} holds no video and no picture; choose a folder with some.", path=folder
        )
    return SourceError(
        Message.counted(
            "{path} holds no video and no picture, only 1 other file; choose a folder with "
            "videos ({videos}) or pictures ({pictures}).",
            "{path} holds no video and no picture, only {n} other files; choose a folder with "
            "videos ({videos}) or pictures ({pictures}).",
            n=file_count,
            path=folder,
            **_KINDS,
        )
    )


def numbered_kin(path: Path) -> tuple[Path, int] | None:
    """The pattern of the sequence that a picture belongs to, and its number of pictures."""
    pattern = _pattern_of(path)
    if pattern is None or path.suffix.lower() not in PICTURE_SUFFIXES:
        return None
    try:
        run = numbered_files(pattern)
    except OSError:
        return None
    return (pattern, len(run)) if _is_sequence(run) else None


def _pattern_of(picture: Path) -> Path | None:
    """The pattern of numbered pictures that a name belongs to, if it ends in a number."""
    match = _NUMBERED.fullmatch(picture.stem)
    if match is None or "%" in picture.name:
        return None
    return picture.with_name(f"{match[1]}%0{len(match[2])}d{picture.suffix}")


def natural_order(path: Path) -> tuple[list[str | int], Path]:
    """A key by which "slide 2" comes before "slide 10"."""
    parts = re.split(r"(\d+)", path.name.casefold())  # every second part is a number
    return [int(part) if index % 2 else part for index, part in enumerate(parts)], path


def _with_sequences(pictures: list[Path]) -> list[Path]:
    """`pictures` with every long run of numbers of one size replaced by its pattern."""
    runs: dict[Path, dict[int, Path]] = {}
    single: list[Path] = []
    for picture in pictures:
        pattern = _pattern_of(picture)
        number = None if pattern is None else number_of(pattern, picture.name)
        if pattern is None or number is None:
            single.append(picture)
        else:
            runs.setdefault(pattern, {})[number] = picture
    for pattern, run in runs.items():
        if _is_sequence(run):
            single.append(pattern)
        else:
            single.extend(run.values())
    return single


def _is_sequence(run: Mapping[int, Path]) -> bool:
    """Whether numbered pictures are a film's frames: a film leaves out those of another size.

    Every header is read, 0.2 ms each: among photographs only some stand upright. Renders in OpenEXR
    and DPX have no orientation, and three of them tell.
    """
    if len(run) < _SHORTEST_SEQUENCE or not are_times(run):
        return False
    files = list(run.values())
    first = files[0]
    if is_linear(first):
        files = [first, files[len(files) // 2], files[-1]]
    sizes: set[tuple[int, int]] = set()
    for picture in files:
        try:
            sizes.add(upright_size(picture))
        except StillError:
            if picture == first:  # a film would not open; any other is counted as damaged
                return False
        if len(sizes) > 1:
            return False
    return True


def is_still(path: Path) -> bool:
    """Whether it is one picture: by its suffix, and by its header if such files may be animated."""
    is_picture = path.suffix.lower() in PICTURE_SUFFIXES and not names_sequence(path)
    return is_picture and not is_animation(path)


def open_source(
    path: str | Path, reading: Reading = AS_IT_IS, *, card: Nvdec | None = None
) -> Source:
    """Open a video, a still, an animated picture, or a numbered sequence.

    Args:
        path: A member of an `InputListing`.
        reading: Its part, which a still ignores, and the rest.
        card: Decodes a video in place of software, where it can.

    Raises:
        SourceError: It cannot be read; one sentence says why and what to do.
    """
    path = Path(path)
    if names_sequence(path):
        return SequenceSource(path, reading)
    if is_animation(path):
        return AnimationSource(path, reading)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return StillSource(path, reading)
    try:
        return FileSource(path, reading, card=card)
    except SourceError as video_error:
        if path.suffix.lower() in VIDEO_SUFFIXES or not os.path.isfile(path):
            raise
        # A file with an unusual suffix may be a picture.
        try:
            return StillSource(path)
        except SourceError:
            if not isinstance(video_error, UnknownContentError):
                raise video_error from None
            raise SourceError(
                "{name} is no video or picture that Backdrop reads; choose a video ({videos}) or "
                "a picture ({pictures}).",
                name=path.name,
                **_KINDS,
            ) from None
