"""Packet sizes of a short film, from which the size of a longer one is estimated."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import av

# Distance between key frames that encoders use by default.
KEY_EVERY = 250


@dataclass(frozen=True, slots=True)
class PacketSizes:
    """The sizes in one file.

    Attributes:
        keys, others: Bytes of each key frame, and of each other one.
        rest_bytes: Bytes of sound and subtitles.
    """

    keys: tuple[int, ...]
    others: tuple[int, ...]
    rest_bytes: int

    @classmethod
    def of_film(cls, path: Path) -> PacketSizes:
        """Read them from a film that this program wrote."""
        keys: list[int] = []
        others: list[int] = []
        rest = 0
        with av.open(f"file:{path}") as container:
            for packet in container.demux():
                if packet.stream.type != "video":
                    rest += packet.size
                elif packet.size:
                    (keys if packet.is_keyframe else others).append(packet.size)
        return cls(tuple(keys), tuple(others), rest)

    @classmethod
    def of_pictures(cls, paths: list[Path]) -> PacketSizes:
        """The sizes of numbered pictures, each of which is a key frame."""
        return cls(tuple(path.stat().st_size for path in paths), (), 0)


def expected_bytes(sizes: list[PacketSizes], *, frame_count: int) -> int:
    """Expected size of a film with this many frames, from parts of it.

    A short part begins with a key frame, of which a long film has few: the two are counted apart.
    """
    keys = [size for part in sizes for size in part.keys]
    others = [size for part in sizes for size in part.others]
    tried = len(keys) + len(others)
    if not tried:
        return 0
    key = sum(keys) / max(1, len(keys))
    other = sum(others) / max(1, len(others))
    key_count = frame_count
    if others:
        # More than one key frame per part: the encoder wants them that often.
        own_share = max(0, len(keys) - len(sizes)) / tried
        key_count = max(frame_count / KEY_EVERY, frame_count * own_share, 1)
    picture = key * key_count + other * (frame_count - key_count)
    rest = sum(part.rest_bytes for part in sizes) / tried * frame_count
    return round(picture + rest)
