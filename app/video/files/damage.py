"""What can be told about a damaged, foreign or incomplete file without decoding it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import BinaryIO

from av.stream import Stream
from av.video.stream import VideoStream

from app.video.files.decoding import INVALID_DATA
from app.video.source import SourceError

_EBML = bytes.fromhex("1A45DFA3")
_SEGMENT = bytes.fromhex("18538067")
_EBML_HEADER_BYTES = 16  # longest identifier and size of an element, and more
# First bytes of files that only name other files: HLS, libav's lists, DASH, SDP and others.
_LISTS = (b"#EXTM3U", b"ffconcat", b"<?xml", b"<MPD", b"v=0", b"[playlist]", b"[Reference]")
# The first box of a file of the MP4 family.
_BOXES = {b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"}
_INDEX = {b"moov", b"moof"}
_MOST_BOXES = 1_000_000  # a damaged file may have a box every eight bytes


class UnknownContentError(SourceError):
    """The file's content is that of no video, as far as can be told."""


def unreadable(path: Path, reason: str) -> SourceError:
    """The error for a file that libav refuses to open."""
    with path.open("rb") as file:
        is_list = file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_LISTS)
        kinds = [kind for kind, _, _ in islice(boxes(file), 64)]
    if is_list:
        return SourceError(
            "{name} is a playlist of other files or addresses, which Backdrop does not "
            "open. Choose the video itself.",
            name=path.name,
        )
    if kinds and kinds[0] in _BOXES and b"moov" not in kinds:
        return SourceError(
            "{name} is incomplete: its index (the moov box) is missing after {size} "
            "bytes. Copy it again, or repair it with its original recorder.",
            name=path.name,
            size=path.stat().st_size,
        )
    if reason == INVALID_DATA:
        return UnknownContentError(
            "{name} is not a video, or is damaged. Copy it again, or choose another file.",
            name=path.name,
        )
    return UnknownContentError(
        "{name} cannot be read as a video ({reason}). Copy it again, or choose another file.",
        name=path.name,
        reason=reason[:1].lower() + reason[1:],
    )


def boxes(file: BinaryIO, place: int = 0) -> Iterator[tuple[bytes, int, int]]:
    """Type, begin and end of the content of each box at the top of an MP4 or MOV, in bytes.

    The last box may end beyond the file, or before its content: then it is none, such as the zeros
    of a file that is made in its full size and then filled.

    Args:
        place: Where the first box begins.
    """
    size = os.fstat(file.fileno()).st_size
    while place + 8 <= size:
        file.seek(place)
        head = file.read(16)
        length, kind, header = int.from_bytes(head[:4]), head[4:8], 8
        if length == 1:
            length, header = int.from_bytes(head[8:16]), 16
        elif length == 0 and kind.strip(b"\0"):  # it reaches to the end
            length = size - place
        if len(head) < header:
            return
        yield kind, place + header, place + length
        if length < header:
            return
        place += length


def fragments_of(path: Path, streams: Iterable[Stream], video: Stream) -> tuple[int, bool] | None:
    """What a fragmented MP4 states that was read to its end; None: it is none.

    Returns:
        The number of frames of a track in its indices, and whether the indices cover all of its
        content. Else one of them is damaged, and a demuxer skips what it does not list.
    """
    try:
        with path.open("rb") as file:
            found = list(boxes(file))
    except OSError:  # moved after opening; what was read is valid
        return None
    if not any(kind == b"moof" for kind, _, _ in found):
        return None
    content = sum(max(end - begin, 0) for kind, begin, end in found if kind == b"mdat")
    named = sum(entry.size for stream in streams for entry in stream.index_entries)
    return len(video.index_entries), content == named and found[-1][0] != b"moof"


def cut_off_bytes(path: Path | None) -> tuple[int, int]:
    """Bytes that a Matroska or WebM file states itself and lacks, and bytes that it has."""
    if path is None:
        return 0, 0
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            is_ebml = file.read(len(_EBML)) == _EBML
            return (_lacking(file, size) if is_ebml else 0), size
    except OSError:  # moved after opening; what was read is valid
        return 0, 0


def _lacking(file: BinaryIO, size: int) -> int:
    """Bytes of a Matroska file's segment that it lacks; of one without a segment, one."""
    header = ebml_element(file, 0)
    if header is None or header[2] is None:
        return 1
    # The header may be padded to any length; the segment follows it.
    end = header[1] + header[2]
    segment = ebml_element(file, end)
    if segment is None:
        return int(end + len(_SEGMENT) >= size)
    name, begin, length = segment
    return max(0, begin + length - size) if name == _SEGMENT and length is not None else 0


def ebml_element(file: BinaryIO, position: int) -> tuple[bytes, int, int | None] | None:
    """(identifier, start of its content, length of its content) of the element at `position`.

    The length is None if the file leaves it open, as a recording that was never finished; None
    altogether if no element begins there.
    """
    file.seek(position)
    data = file.read(_EBML_HEADER_BYTES)
    if len(data) < 5:  # too short for the identifier: it has four bytes in both elements asked for
        return None
    count = 9 - data[4].bit_length()
    if count > 8 or len(data) < 4 + count:
        return None
    value = int.from_bytes(data[4 : 4 + count]) & ((1 << 7 * count) - 1)
    is_open = value == (1 << 7 * count) - 1
    return data[:4], position + 4 + count, None if is_open else value


def truncated_sample_count(path: Path, stream: VideoStream) -> int:
    """How many samples the file's index announces beyond the end of the file."""
    size = path.stat().st_size
    beyond = takewhile(
        lambda entry: entry.pos >= 0 and entry.pos + entry.size > size,
        reversed(stream.index_entries),
    )
    return sum(1 for _ in beyond)


def is_cut_short(path: Path) -> bool:
    """Whether a file is shorter than it states itself, or has no index yet.

    MP4, MOV, Matroska, WebM, AVI and WebP state lengths; False for files of other formats. Nothing
    is decoded.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        head = file.read(12)
        if head[4:8] in _BOXES:
            has_index, reached = False, 0
            for kind, _, end in islice(boxes(file), _MOST_BOXES):
                has_index, reached = has_index or kind in _INDEX, end
            return not has_index or reached > size
        if head.startswith(_EBML):
            return _lacking(file, size) > 0
        if head.startswith(b"RIFF"):
            return _lacks_chunk(file, size)
    return False


def _lacks_chunk(file: BinaryIO, size: int) -> bool:
    place = 0
    while place < size:
        file.seek(place)
        head = file.read(8)
        if not head.startswith(b"RIFF") or len(head) < 8:
            return False
        length = int.from_bytes(head[4:], "little")
        if length in (0, 0xFFFF_FFFF):  # the program that recorded it never filled it in
            return False
        if place + 8 + length > size:
            return True
        place += 8 + length + length % 2
    return False
