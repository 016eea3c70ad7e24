"""How long the frames of an animated picture (WebP, APNG, AVIF) stay, without decoding them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BufferedReader
from pathlib import Path

from app.video.files.decoder import demuxed, open_input
from app.video.files.decoding import DecodingError, decoding
from app.video.source import SourceError

_USUAL_MS = 100  # what browsers use for a frame without a duration


def in_ms(stated: float | None) -> int:
    """A frame's duration in milliseconds, at least 1, from what the file states in the same."""
    return max(1, round(stated)) if stated else _USUAL_MS


def durations_ms(path: Path, kind: str) -> list[int]:
    """The durations of all frames, as far as the file has them.

    Args:
        kind: "WEBP", "PNG" or "AVIF".
    """
    try:
        return [in_ms(stated) for stated in _STATED[kind](path)]
    except (OSError, SourceError, DecodingError):
        return []


def _webp(path: Path) -> Iterator[float]:
    with path.open("rb") as file:
        file.seek(12)
        while len(head := file.read(8)) == 8:
            size = int.from_bytes(head[4:], "little")
            begin = _read(file, 15, size + size % 2)
            if head[:4] == b"ANMF":
                yield int.from_bytes(begin[12:15], "little")


def _apng(path: Path) -> Iterator[float]:
    with path.open("rb") as file:
        file.seek(8)
        while len(head := file.read(8)) == 8:
            begin = _read(file, 24, int.from_bytes(head[:4], "big") + 4)
            if head[4:] == b"fcTL":
                parts = int.from_bytes(begin[22:24], "big") or 100  # of a second
                yield 1000 * int.from_bytes(begin[20:22], "big") / parts


def _read(file: BufferedReader, count: int, size: int) -> bytes:
    """The first bytes of a chunk; the file goes on after it."""
    after = file.tell() + size
    begin = file.read(min(count, size))
    file.seek(after)
    return begin


def _avif(path: Path) -> Iterator[float]:
    with open_input(path) as container, decoding():
        track = max(container.streams.video, key=lambda stream: stream.frames)
        for packet in demuxed(container, [track]):
            if packet.size:
                yield float((packet.duration or 0) * (track.time_base or Fraction(0)) * 1000)


_STATED: dict[str, Callable[[Path], Iterator[float]]] = {
    "WEBP": _webp,
    "PNG": _apng,
    "AVIF": _avif,
}
