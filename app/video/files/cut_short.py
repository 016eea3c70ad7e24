"""Whether a file lacks its end, by the lengths that it states: a copy that is not complete."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

# The first box of a file of the MP4 family.
_BOXES = {b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"}
_INDEX = {b"moov", b"moof"}
_MOST_BOXES = 1_000_000  # a damaged file may have a box every eight bytes
_EBML = b"\x1a\x45\xdf\xa3"
_SEGMENT = b"\x18\x53\x80\x67"


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
            return _lacks_box(file, size)
        if head.startswith(_EBML):
            return _lacks_segment(file, size)
        if head.startswith(b"RIFF"):
            return _lacks_chunk(file, size)
    return False


def _lacks_box(file: BinaryIO, size: int) -> bool:
    place, has_index = 0, False
    for _ in range(_MOST_BOXES):
        file.seek(place)
        head = file.read(16)
        if len(head) < 8:
            return not has_index
        length, kind = int.from_bytes(head[:4]), head[4:8]
        has_index |= kind in _INDEX
        if length == 1:
            length = int.from_bytes(head[8:16])
        elif length == 0 and kind.strip(b"\0"):  # it reaches to the end
            return not has_index
        if length < 8:  # no box: zeros of a file that is made in its full size and then filled
            return not has_index
        place += length
        if place > size:
            return True
    return False


def _lacks_segment(file: BinaryIO, size: int) -> bool:
    file.seek(len(_EBML))
    header = _number(file)
    if header is None:
        return True
    file.seek(header, os.SEEK_CUR)
    if file.read(4) != _SEGMENT:
        return file.tell() >= size
    length = _number(file)
    return length is not None and file.tell() + length > size


def _number(file: BinaryIO) -> int | None:
    """A length of EBML; None: it is not known, as in a recording that was never finished."""
    first = file.read(1)
    if not first or not first[0]:
        return None
    extra = 8 - first[0].bit_length()
    rest = file.read(extra)
    value = int.from_bytes(bytes([first[0] & (0x7F >> extra)]) + rest)
    return None if len(rest) < extra or value == (1 << 7 * (extra + 1)) - 1 else value


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
