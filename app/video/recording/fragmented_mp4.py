"""Fragmented MP4: a file that plays while it is written, and its remux to a plain one."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import av

from app.video.files.damage import boxes
from app.video.files.decoder import open_input
from app.video.placing.work_folder import WorkFolder

logger = logging.getLogger(__name__)

_HEAD_BYTES = 8  # of a box: its length and its kind
_PART_BYTES = 2**20  # of a damaged file, searched at once

# One fragment a second: the most that a crash costs.
FRAGMENT_OPTIONS = {
    "movflags": "frag_keyframe+empty_moov+default_base_moof",
    "flush_packets": "1",
}


class FragmentFile:
    """The file that libav writes fragments into; remembers the first error and stops there.

    It is new, and stays the same file if its name changes: a later file of that name, in a folder
    that was moved say, is never cut or removed in its place.

    libav writes a trailer even after a failed write. From the first error on, writes are ignored,
    so that the file can be closed and the whole fragments stay as they are.

    Args:
        names: Endless; the file gets the first free one.

    Attributes:
        error: The first failure to write, e.g. a full disk.
        size_bytes: Written so far.

    Raises:
        OSError: It cannot be made.
    """

    def __init__(self, names: Iterator[Path]) -> None:
        self.error: OSError | None = None
        self.size_bytes = 0
        self.path, self._file = _create(names)
        self._identity = _identity(os.fstat(self._file.fileno()))

    def write(self, data: bytes) -> int:
        """Called by libav, which has no use for a partial write."""
        view = memoryview(data)
        while view and self.error is None:
            try:
                written = self._file.write(view) or 0
            except OSError as error:
                self.error = error
                break
            self.size_bytes += written
            view = view[written:]
        return len(data)

    @property
    def has_its_name(self) -> bool:
        """Whether `path` is still this file; False also if that is unknown."""
        try:
            return _identity(os.stat(self.path)) == self._identity
        except OSError:
            return False

    def cut_to_whole_fragments(self) -> bool:
        """See the function of this name; False also if the disk cannot be read any more."""
        try:
            return cut_to_whole_fragments(self._file)
        except OSError as error:
            logger.warning("%s cannot be read: %s", self.path, error)
            return False

    def close(self) -> None:
        """Close; may be called twice. An error of the system at the end is an `error` as well."""
        try:
            self._file.close()
        except OSError as error:  # network drives may report a failed write only here
            self.error = self.error or error

    def remove(self) -> None:
        """Remove the closed file, unless its name is another file's by now."""
        if self.has_its_name:
            with suppress(OSError):
                self.path.unlink()


def _create(names: Iterator[Path]) -> tuple[Path, BinaryIO]:
    for path in names:
        with suppress(FileExistsError):
            # Unbuffered: what the system has received survives the death of the program.
            return path, open(path, "x+b", buffering=0)
    raise AssertionError("names never end")


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def cut_to_whole_fragments(file: BinaryIO) -> bool:
    """Remove an incomplete fragment at the end, if the disk allows it, and hide damaged ones.

    Players ignore half a fragment, but some editors refuse the whole file. A damaged length would
    hide all that follows; what lies before the next whole fragment becomes a box that is skipped.

    Args:
        file: Open for reading and writing.

    Returns:
        Whether a fragment is left; without one the file cannot be played.

    Raises:
        OSError: It cannot be read.
    """
    size = file.seek(0, os.SEEK_END)
    keep, has_fragment = 0, False
    damaged: list[tuple[int, int]] = []
    place: int | None = 0
    while place is not None:
        if place > keep:
            damaged.append((keep, place))
        for kind, begin, end in boxes(file, place):
            # moof announces, mdat delivers: a fragment needs both.
            if kind in (b"moov", b"mdat") and begin <= end <= size:
                keep = end
                has_fragment |= kind == b"mdat"
        place = _next_fragment(file, keep, size) if keep else None
    try:
        for begin, end in damaged:
            file.seek(begin)
            file.write(_skipped_box(end - begin))
        if keep < size:
            file.truncate(keep)
    except OSError as error:  # a disk that has turned read-only: the file plays as it is
        logger.warning("half a fragment stays, at the end or within: %s", error)
    return has_fragment


def _next_fragment(file: BinaryIO, place: int, size: int) -> int | None:
    """Where the next whole fragment begins, with room for the head of a box before it."""
    place += _HEAD_BYTES + 4  # a head ends with the word
    while place < size:
        file.seek(place)
        part = file.read(_PART_BYTES)
        at = part.find(b"moof")
        while at >= 0:
            begin = place + at - 4
            found = list(islice(boxes(file, begin), 2))
            is_whole = all(first <= end <= size for _, first, end in found)
            if [kind for kind, _, _ in found] == [b"moof", b"mdat"] and is_whole:
                return begin
            at = part.find(b"moof", at + 1)
        place += max(1, len(part) - 3)  # the word may lie across two parts
    return None


def _skipped_box(length: int) -> bytes:
    """The head of a box without a meaning."""
    if length < 2**32:
        return length.to_bytes(4) + b"free"
    return (1).to_bytes(4) + b"free" + length.to_bytes(8)


def remux_to_plain(
    fragmented: Path,
    place: Callable[[Path], Path],
    *,
    beside: Path,
    is_hurried: Callable[[], bool] = lambda: False,
) -> Path:
    """Copy every packet into an ordinary MP4 with its index at the front.

    Args:
        fragmented: A whole file.
        place: Gives the finished file its name and returns that.
        beside: A name in the folder where the work is done, on the disk of the result.
        is_hurried: Checked again and again; True: give up.

    Returns:
        What `place` returned.

    Raises:
        OSError: The disk is full, time is short, or the file cannot be read; `fragmented` is then
            unchanged.
    """
    # A name that other outputs use, too, so that the next job of any kind removes what is left.
    name = f"result{beside.suffix}"
    work = WorkFolder(beside, is_ours=lambda other: other == name)
    temporary = work.path / name
    try:
        with (
            open_input(fragmented) as source,
            av.open(
                f"file:{temporary}", "w", format="mp4", options={"movflags": "faststart"}
            ) as sink,
        ):
            streams = {
                stream.index: sink.add_stream_from_template(stream) for stream in source.streams
            }
            for packet in source.demux():
                if is_hurried():
                    raise OSError("there was no time")
                if packet.dts is None:
                    continue  # the empty packet that ends each stream
                packet.stream = streams[packet.stream_index]
                sink.mux(packet)
        return place(temporary)
    finally:
        work.remove()
