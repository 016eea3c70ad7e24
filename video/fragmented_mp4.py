"""Fragmented MP4: a file that plays at any moment of its making, and its remux to a plain one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import av

from video.decoder import open_input
from video.work_folder import WorkFolder

# One fragment a second: what a crash costs at most.
FRAGMENT_OPTIONS = {
    "movflags": "frag_keyframe+empty_moov+default_base_moof",
    "flush_packets": "1",
}
_BOX_HEADER_BYTES = 8


class FragmentFile:
    """The file that libav writes fragments into; remembers the first error and ends there.

    libav writes a trailer even after a failed write; from the first error on, writes are
    swallowed, so that closing is orderly and the whole fragments stay as they are.

    Attributes:
        error: The first failure to write, e.g. a full disk.
        size_bytes: Written so far.
    """

    def __init__(self, path: Path, *, overwrite: bool) -> None:
        self.error: OSError | None = None
        self.size_bytes = 0
        mode = "wb" if overwrite else "xb"
        # Unbuffered: what was handed to the system survives the death of the program.
        self._file: BinaryIO = open(path, mode, buffering=0)  # noqa: SIM115 - lives with the object

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

    def close(self) -> None:
        """May be called twice."""
        self._file.close()


def cut_to_whole_fragments(path: Path) -> bool:
    """Remove what stands after the last complete fragment.

    Players shrug at half a fragment, but some editors refuse the whole file.

    Returns:
        Whether a fragment is left; without one there is nothing to play.
    """
    size = path.stat().st_size
    keep = 0
    has_fragment = False
    with path.open("r+b") as file:
        position = 0
        while position + _BOX_HEADER_BYTES <= size:
            file.seek(position)
            header = file.read(16)
            length, kind = int.from_bytes(header[:4], "big"), header[4:8]
            if length == 1:
                length = int.from_bytes(header[8:16], "big")
            if length < _BOX_HEADER_BYTES or position + length > size:
                break
            position += length
            # moof announces, mdat delivers: only both together are a fragment.
            if kind in (b"moov", b"mdat"):
                keep = position
                has_fragment |= kind == b"mdat"
        file.truncate(keep)
    return has_fragment


def remux_to_plain(fragmented: Path, plain: Path) -> None:
    """Copy every packet into an ordinary MP4 with its index in front.

    Args:
        fragmented: A whole file.
        plain: Replaced at the end in one step; may be `fragmented` itself.

    Raises:
        OSError: No room, or the file cannot be read; `fragmented` is untouched then.
    """
    # The name that other outputs have in there: the next job of whatever kind removes what is left.
    name = f"result{plain.suffix}"
    work = WorkFolder(plain, is_ours=lambda other: other == name)
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
                if packet.dts is None:
                    continue  # the empty packet that ends each stream
                packet.stream = streams[packet.stream_index]
                sink.mux(packet)
        os.replace(temporary, plain)
    finally:
        work.remove()
