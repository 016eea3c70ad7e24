"""What can be said about a damaged or foreign file without decoding it."""

from __future__ import annotations

import os
from pathlib import Path

from av.video.stream import VideoStream

_EBML = bytes.fromhex("1A45DFA3")
_SEGMENT = bytes.fromhex("18538067")
_MOV_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"wide", b"skip")


def explain_unreadable(path: Path, reason: str) -> str:
    """One sentence about a file that libav refuses to open."""
    boxes = _mov_boxes(path)
    if boxes and b"moov" not in boxes:
        return (
            f"{path.name} is truncated: its index (the moov box) is missing after "
            f"{path.stat().st_size} bytes; copy it again, or repair it with its original recorder."
        )
    return (
        f"{path.name} is not a video that can be read ({reason.lower()}); "
        "check the file, or convert it to MP4 first."
    )


def _mov_boxes(path: Path) -> list[bytes]:
    """Types of the top-level boxes of an MP4 or MOV file; empty if it is something else."""
    boxes: list[bytes] = []
    size = path.stat().st_size
    with path.open("rb") as file:
        position = 0
        while position + 8 <= size and len(boxes) < 64:
            file.seek(position)
            header = file.read(16)
            length, kind = int.from_bytes(header[:4]), header[4:8]
            if not boxes and kind not in _MOV_BOXES:
                return []
            boxes.append(kind)
            if length == 1:
                length = int.from_bytes(header[8:16])
            elif length == 0:
                break
            position += max(length, 8)
    return boxes


def is_cut_off(path: Path | None) -> bool:
    """True if a Matroska or WebM file ends before the length that it states itself."""
    if path is None:
        return False
    try:
        with path.open("rb") as file:
            head, size = file.read(4096), os.fstat(file.fileno()).st_size
    except OSError:  # moved away since it was opened, which spoils nothing that was read
        return False
    if head[:4] != _EBML:
        return False
    length, position = _ebml_size(head, 4)
    segment = position + (length or 0)
    if head[segment : segment + 4] != _SEGMENT:
        return False
    length, position = _ebml_size(head, segment + 4)
    return length is not None and position + length > size


def _ebml_size(data: bytes, position: int) -> tuple[int | None, int]:
    """(size, position after it) of an EBML element's variable-length size; None is "unknown"."""
    first = data[position]
    count = 9 - first.bit_length()
    if count > 8:
        return None, position + 1
    value = int.from_bytes(data[position : position + count]) & ((1 << 7 * count) - 1)
    is_unknown = value == (1 << 7 * count) - 1
    return (None if is_unknown else value), position + count


def truncated_sample_count(path: Path, stream: VideoStream) -> int:
    """How many samples the file's index promises beyond the end of the file."""
    size = path.stat().st_size
    entries = stream.index_entries
    count = 0
    for i in range(len(entries) - 1, -1, -1):
        entry = entries[i]
        if entry.pos < 0 or entry.pos + entry.size <= size:
            break
        count += 1
    return count
