"""Packet sizes: what the frames and the sound of a short film take, to tell of a longer one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import av

# Frames from one key frame to the next, as the encoders have it when nothing else asks for one.
KEY_EVERY = 250


@dataclass(frozen=True, slots=True)
class PacketSizes:
    """Of one file.

    Attributes:
        keys, others: Bytes of each key frame, and of each other one.
        rest_bytes: Of sound and subtitles.
    """

    keys: tuple[int, ...]
    others: tuple[int, ...]
    rest_bytes: int

    @classmethod
    def of_film(cls, path: Path) -> PacketSizes:
        """Read them from a film that this program has written."""
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
        """Of numbered pictures, each of which stands alone."""
        return cls(tuple(path.stat().st_size for path in paths), (), 0)


def expected_bytes(sizes: list[PacketSizes], *, frame_count: int) -> int:
    """How large a film of so many frames will be, by parts of it that lie apart.

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
        # Where there are more than one a part, the encoder wants them so often.
        own_share = max(0, len(keys) - len(sizes)) / tried
        key_count = max(frame_count / KEY_EVERY, frame_count * own_share, 1)
    picture = key * key_count + other * (frame_count - key_count)
    rest = sum(part.rest_bytes for part in sizes) / tried * frame_count
    return round(picture + rest)
