"""What a file of a container or picture format is made of, far enough to damage it with purpose.

Each parser returns the parts that it can make out and stops at what it does not understand: files
that were damaged before are damaged again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MOST_PARTS = 400


@dataclass(frozen=True, slots=True)
class Part:
    """A box, chunk, segment, element, packet or table entry.

    Attributes:
        start, payload, end: Offsets in the file: of its header, of what is in it, behind it.
        size: Offset, length and byte order of the field that states its size; None: it has none.
        kind: Offset and length of what names it; None: nothing does.
        checksum: Whether the last four bytes are a CRC-32 of kind and payload, as in PNG.
    """

    start: int
    payload: int
    end: int
    size: tuple[int, int, str] | None = None
    kind: tuple[int, int] | None = None
    checksum: bool = False


def parts_of(data: bytes) -> list[Part]:
    """The parts of a file of whatever kind; empty if it is of none that is known here."""
    for is_one, parse in _PARSERS:
        if is_one(data):
            found = []
            for part in parse(data):
                found.append(part)
                if len(found) == MOST_PARTS:
                    break
            return found
    return []


def with_checksums(data: bytes) -> bytes:
    """A PNG whose chunks have the CRC that their content asks for; anything else as it is."""
    if not data.startswith(_PNG):
        return data
    mended = bytearray(data)
    for part in _png(data):
        crc = zlib.crc32(data[part.start + 4 : part.end - 4])
        mended[part.end - 4 : part.end] = crc.to_bytes(4, "big")
    return bytes(mended)


_PNG = b"\x89PNG\r\n\x1a\n"
_BOXES_OF_BOXES = frozenset(
    b"moov trak mdia minf stbl edts dinf udta moof traf mvex iprp ipco".split()
)
_EBML_OF_ELEMENTS = frozenset(
    bytes.fromhex(text)
    for text in [
        "18538067",
        "1F43B675",
        "1654AE6B",
        "AE",
        "1549A966",
        "1C53BB6B",
        "1A45DFA3",
        "A0",
        "E0",
        "E1",
        "BB",
        "B7",
    ]
)


def _boxes(data: bytes, start: int = 0, end: int | None = None) -> Iterator[Part]:
    end = len(data) if end is None else end
    while start + 8 <= end:
        length, kind, header = (
            int.from_bytes(data[start : start + 4], "big"),
            data[start + 4 :][:4],
            8,
        )
        size = (start, 4, "big")
        if length == 1:
            length, header = int.from_bytes(data[start + 8 : start + 16], "big"), 16
            size = (start + 8, 8, "big")
        length = length or end - start
        if length < header or start + length > end:
            return
        yield Part(start, start + header, start + length, size, (start + 4, 4))
        inner = {b"stsd": 8, b"meta": 4, b"iinf": 6, b"dref": 8}.get(kind, 0)
        if kind in _BOXES_OF_BOXES or inner:
            yield from _boxes(data, start + header + inner, start + length)
        start += length


def _png(data: bytes) -> Iterator[Part]:
    start = len(_PNG)
    while start + 12 <= len(data):
        length = int.from_bytes(data[start : start + 4], "big")
        end = start + 12 + length
        if end > len(data):
            return
        yield Part(start, start + 8, end, (start, 4, "big"), (start + 4, 4), checksum=True)
        start = end


def _riff(data: bytes, start: int = 0, end: int | None = None) -> Iterator[Part]:
    end = len(data) if end is None else end
    while start + 8 <= end:
        length = int.from_bytes(data[start + 4 : start + 8], "little")
        stop = min(start + 8 + length + length % 2, end)
        yield Part(start, start + 8, stop, (start + 4, 4, "little"), (start, 4))
        if data[start : start + 4] in (b"RIFF", b"LIST"):
            yield from _riff(data, start + 12, stop)
        start = stop


def _ebml(data: bytes, start: int = 0, end: int | None = None) -> Iterator[Part]:
    end = len(data) if end is None else end
    while start + 2 <= end:
        id_length = 9 - data[start].bit_length()
        position = start + id_length
        if position >= end or not data[position]:
            return
        size_length = 9 - data[position].bit_length()
        mask = (1 << 7 * size_length) - 1
        length = int.from_bytes(data[position : position + size_length], "big") & mask
        payload = position + size_length
        stop = end if length == mask else payload + length
        if stop > end:
            return
        yield Part(start, payload, stop, (position, size_length, "big"), (start, id_length))
        if data[start:position] in _EBML_OF_ELEMENTS:
            yield from _ebml(data, payload, stop)
        start = stop


def _jpeg(data: bytes) -> Iterator[Part]:
    start = 2
    while start + 4 <= len(data) and data[start] == 0xFF:
        stop = start + 2 + int.from_bytes(data[start + 2 : start + 4], "big")
        yield Part(start, start + 4, min(stop, len(data)), (start + 2, 2, "big"), (start, 2))
        if data[start + 1] == 0xDA:  # the scan has no size: it ends where a marker begins
            scan = stop
            while scan + 1 < len(data) and not (
                data[scan] == 0xFF and data[scan + 1] not in b"\x00"
            ):
                scan += 1
            yield Part(stop, stop, scan)
            stop = scan
        start = stop


def _gif(data: bytes) -> Iterator[Part]:
    def table(flags: int) -> int:
        return 3 << ((flags & 7) + 1) if flags & 0x80 else 0

    yield Part(0, 6, 13)
    start = 13 + table(data[10])
    while start + 2 < len(data) and data[start] in b"\x21\x2c":
        payload = start + 2
        stop = payload
        if data[start] == 0x2C:
            payload = start + 1
            stop = start + 10 + table(data[start + 9]) + 1
        while stop < len(data) and data[stop]:
            stop += 1 + data[stop]
        yield Part(start, payload, min(stop + 1, len(data)), kind=(start, 1))
        start = stop + 1


def _tiff(data: bytes) -> Iterator[Part]:
    order = "little" if data[:2] == b"II" else "big"
    yield Part(0, 4, 8)
    start, seen = int.from_bytes(data[4:8], order), set()
    while 0 < start < len(data) - 2 and start not in seen:
        seen.add(start)
        count = int.from_bytes(data[start : start + 2], order)
        yield Part(start, start + 2, min(start + 6 + 12 * count, len(data)))
        for entry in range(start + 2, min(start + 2 + 12 * count, len(data) - 12), 12):
            yield Part(entry, entry + 8, entry + 12, (entry + 4, 4, order), (entry, 2))
        start = int.from_bytes(data[start + 2 + 12 * count :][:4], order)


def _bmp(data: bytes) -> Iterator[Part]:
    yield Part(0, 2, 14, (2, 4, "little"), (0, 2))
    header = 14 + int.from_bytes(data[14:18], "little")
    yield Part(14, 18, min(header, len(data)), (14, 4, "little"))


def _exr(data: bytes) -> Iterator[Part]:
    """The attributes of the header: a name, a type, a size, a value."""
    yield Part(0, 4, 8, kind=(4, 1))
    start = 8
    while data[start : start + 1] not in (b"", b"\0"):
        kind = data.find(b"\0", start) + 1
        size = data.find(b"\0", kind) + 1
        if not kind or not size:
            return
        end = size + 4 + int.from_bytes(data[size : size + 4], "little")
        yield Part(
            start, size + 4, min(end, len(data)), (size, 4, "little"), (kind, size - 1 - kind)
        )
        start = end


def _dpx(data: bytes) -> Iterator[Part]:
    order = "little" if data[:4] == b"XPDS" else "big"
    yield Part(0, 4, 768, (24, 4, order))
    yield Part(768, 780, 1408, (772, 4, order), (770, 2))


def _packets(data: bytes) -> Iterator[Part]:
    for start in range(0, len(data) - 187, 188):
        yield Part(start, start + 4, start + 188, kind=(start + 1, 2))


_PARSERS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], Iterator[Part]]], ...] = (
    (lambda data: data.startswith(_PNG), _png),
    (lambda data: data[:4] == b"RIFF", _riff),
    (lambda data: data[:4] == bytes.fromhex("1A45DFA3"), _ebml),
    (lambda data: data[:2] == b"\xff\xd8", _jpeg),
    (lambda data: data[:4] == b"GIF8" and len(data) > 13, _gif),
    (lambda data: data[:4] in (b"II*\x00", b"MM\x00*"), _tiff),
    (lambda data: data[:4] == bytes.fromhex("762F3101"), _exr),
    (lambda data: data[:4] in (b"XPDS", b"SDPX") and len(data) > 1408, _dpx),
    (lambda data: data[:2] == b"BM" and len(data) > 18, _bmp),
    (lambda data: data[4:8] == b"ftyp", _boxes),
    (lambda data: data[:1] == b"G" and data[188:189] == b"G", _packets),
)
