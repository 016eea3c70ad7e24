"""Compare two video files: frames, presentation times, audio packets.

    python -m lab.benchmarks.compare_files IN OUT

Reads both with PyAV alone, nothing of Backdrop, so that it can judge what Backdrop wrote. Exit
status 0: as many frames, at the same times, and the same packets of sound.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from dataclasses import dataclass
from fractions import Fraction

import av
from av.error import FFmpegError

MKV_ROUNDING = Fraction(1, 2000)  # Matroska counts in whole milliseconds


@dataclass(frozen=True, slots=True)
class AudioTrack:
    """One audio track, packet by packet.

    Attributes:
        codec: libav's name.
        digests: SHA-256 of every packet.
        times: In seconds, exact; None where a packet has none.
    """

    codec: str
    digests: list[bytes]
    times: list[Fraction | None]


@dataclass(frozen=True, slots=True)
class FileContents:
    """What a file holds.

    Attributes:
        path: As given.
        size: "width x height" of the shown picture.
        times: Presentation time of every decoded frame, in seconds, exact.
        damaged_count: Packets of the picture that could not be decoded.
        audio: In the order of the file.
    """

    path: str
    size: str
    times: list[Fraction]
    damaged_count: int
    audio: list[AudioTrack]


def read_contents(path: str) -> FileContents:
    """Decode the picture and hash the sound of a file."""
    times: list[Fraction] = []
    damaged_count = 0
    size = "no picture"
    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        assert stream.time_base is not None
        for packet in container.demux(stream):
            try:
                frames = packet.decode()
            except FFmpegError:
                damaged_count += 1
                continue
            for frame in frames:
                lying = abs(frame.rotation) in (90, 270)
                height, width = frame.height, frame.width
                size = f"{height}x{width}" if lying else f"{width}x{height}"
                times.append((frame.pts or 0) * stream.time_base)
    return FileContents(path, size, times, damaged_count, _read_audio(path))


def _read_audio(path: str) -> list[AudioTrack]:
    with av.open(path) as container:
        tracks = {
            stream.index: AudioTrack(stream.codec_context.name, [], [])
            for stream in container.streams.audio
        }
        if tracks:
            for packet in container.demux(list(container.streams.audio)):
                if packet.size:
                    track = tracks[packet.stream_index]
                    track.digests.append(hashlib.sha256(packet).digest())
                    track.times.append(
                        None if packet.pts is None else packet.pts * packet.time_base
                    )
    return list(tracks.values())


def compare(before: FileContents, after: FileContents) -> list[tuple[str, str, bool]]:
    """Every comparison as (what, found, is_same)."""
    rows = [
        (
            "frames",
            f"{len(before.times)} -> {len(after.times)}",
            len(before.times) == len(after.times),
        ),
        ("size", f"{before.size} -> {after.size}", before.size == after.size),
    ]
    if before.damaged_count or after.damaged_count:
        found = f"{before.damaged_count} -> {after.damaged_count}"
        rows.append(("undecodable packets", found, after.damaged_count == 0))
    worst = max(
        (abs(x - y) for x, y in zip(before.times, after.times, strict=False)), default=Fraction(0)
    )
    counts_milliseconds = after.path.endswith((".mkv", ".webm"))
    tolerance = MKV_ROUNDING if counts_milliseconds else Fraction(0)
    rows.append(("largest difference in time", f"{float(worst) * 1e3:.3f} ms", worst <= tolerance))
    rows.append(
        (
            "audio tracks",
            f"{len(before.audio)} -> {len(after.audio)}",
            len(before.audio) == len(after.audio),
        )
    )
    for number, (old, new) in enumerate(zip(before.audio, after.audio, strict=False)):
        is_same = old.digests == new.digests
        found = (
            f"{old.codec}, {len(old.digests)} packets, bit for bit"
            if is_same
            else f"{old.codec} {len(old.digests)} packets -> {new.codec} {len(new.digests)}"
        )
        rows.append((f"audio {number}", found, is_same))
        if is_same:
            shift = max(
                (
                    abs(x - y)
                    for x, y in zip(old.times, new.times, strict=True)
                    if x is not None and y is not None
                ),
                default=Fraction(0),
            )
            rows.append(
                (
                    f"audio {number}, largest difference in time",
                    f"{float(shift) * 1e3:.3f} ms",
                    shift <= max(tolerance, Fraction(1, 1000)),
                )
            )
    return rows


def main() -> int:
    """Print the comparison; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", metavar="IN")
    parser.add_argument("after", metavar="OUT")
    arguments = parser.parse_args()
    rows = compare(read_contents(arguments.before), read_contents(arguments.after))
    for what, found, is_same in rows:
        print(f"{'same' if is_same else 'DIFFERS':8} {what}: {found}")
    return 0 if all(is_same for _, _, is_same in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
