"""The mutator: damages a file in one of many ways, the same way for the same seed."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from random import Random

from attack.parts import Part, parts_of, with_checksums

# Values at which arithmetic in parsers turns over.
TURNING = (0, 1, 2, 3, 7, 8, 15, 16, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF)
TURNING_WIDE = (*TURNING, 0x10000, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
MOST_JUNK = 4096
HEAD_BYTES = 512


def damaged(data: bytes, rng: Random, others: Sequence[bytes]) -> tuple[bytes, str]:
    """One file made of another.

    Args:
        data: A valid file.
        rng: Decides everything.
        others: Files of other kinds, to take pieces from.

    Returns:
        (bytes, what was done to them in words).
    """
    done = []
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        way = rng.choices(WAYS, WEIGHTS)[0]
        data = way(data, rng, others)
        done.append(way.__name__.lstrip("_").replace("_", " "))
    return data, ", ".join(done)


def _flipped_bits(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    return _with_flips(data, rng, 0, len(data))


def _flipped_bits_in_the_head(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    return _with_flips(data, rng, 0, min(len(data), HEAD_BYTES))


def _with_flips(data: bytes, rng: Random, start: int, end: int) -> bytes:
    end = min(end, len(data))  # damaged before, it may speak of more than there is
    if start >= end:
        return data
    changed = bytearray(data)
    for _ in range(1 << rng.randrange(8)):
        changed[rng.randrange(start, end)] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _truncated(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    kind = rng.randrange(6)
    if kind == 0:
        return data[: rng.randrange(min(64, len(data) + 1))]
    if kind == 1:
        return data[: -rng.randint(1, 16)]
    return data[: rng.randrange(len(data) + 1)]


def _block(data: bytes, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + (1 << rng.randrange(14)))


def _deleted_block(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    start, end = _block(data, rng)
    return data[:start] + data[end:]


def _repeated_block(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    start, end = _block(data, rng)
    return data[:end] + data[start:end] * rng.randint(1, 8) + data[end:]


def _moved_block(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    start, end = _block(data, rng)
    rest = data[:start] + data[end:]
    place = rng.randrange(len(rest) + 1)
    return rest[:place] + data[start:end] + rest[place:]


def _blanked_block(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    start, end = _block(data, rng)
    count = end - start
    fill = rng.choice((bytes(count), b"\xff" * count, rng.randbytes(count)))
    return data[:start] + fill + data[end:]


def _block_of_another_file(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    start, end = _block(other, rng)
    place = rng.randrange(len(data) + 1)
    return data[:place] + other[start:end] + data[place + (end - start) :]


def _junk_behind(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    return data + _junk(rng, others)


def _junk_before(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    return _junk(rng, others) + data


def _junk(rng: Random, others: Sequence[bytes]) -> bytes:
    if rng.random() < 0.3:
        return rng.choice(others)
    count = rng.randint(1, MOST_JUNK)
    return rng.choice((bytes(count), rng.randbytes(count), b"\n" * count))


def _changed_number(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    if len(data) < 8:
        return data
    place = rng.randrange(min(len(data), 8 * HEAD_BYTES) - 7)
    return _with_number(data, rng, place)


def _with_number(data: bytes, rng: Random, place: int) -> bytes:
    width = rng.choice((1, 2, 4, 4, 8))
    order = rng.choice(("big", "little"))
    old = int.from_bytes(data[place : place + width], order)
    new = rng.choice((*TURNING_WIDE, old + 1, old - 1, old * 2, len(data)))
    new %= 1 << 8 * width
    return data[:place] + new.to_bytes(width, order) + data[place + width :]


def _changed_size(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    part = _pick(data, rng, lambda part: part.size is not None)
    if part is None or part.size is None:
        return _changed_number(data, rng, others)
    place, width, order = part.size
    old = int.from_bytes(data[place : place + width], order)
    new = rng.choice((*TURNING_WIDE, old + 1, old - 1, old - 8, old * 2, old // 2, len(data)))
    new %= 1 << 8 * width
    return data[:place] + new.to_bytes(width, order) + data[place + width :]


def _changed_header_field(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """A number in a small part: the sizes, counts, depths and offsets that a decoder believes."""
    part = _pick(data, rng, lambda part: 1 <= part.end - part.payload <= 400)
    if part is None:
        return _changed_number(data, rng, others)
    place = rng.randrange(part.payload, min(part.end, part.payload + 100))
    return with_checksums(_with_number(data, rng, place))


def _changed_kind(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    part = _pick(data, rng, lambda part: part.kind is not None)
    if part is None or part.kind is None:
        return _flipped_bits_in_the_head(data, rng, others)
    place, width = part.kind
    other = _pick(data, rng, lambda part: part.kind is not None)
    assert other is not None
    assert other.kind is not None
    new = data[other.kind[0] :][:width] if rng.random() < 0.6 else rng.randbytes(width)
    return with_checksums(data[:place] + new + data[place + width :])


def _deleted_part(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    part = _pick(data, rng)
    return (
        _deleted_block(data, rng, others) if part is None else data[: part.start] + data[part.end :]
    )


def _repeated_part(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    part = _pick(data, rng)
    if part is None:
        return _repeated_block(data, rng, others)
    copy = data[part.start : part.end]
    count = rng.choice((1, 1, 2, 100))
    return data[: part.end] + copy * min(count, 1 + 2**20 // max(1, len(copy))) + data[part.end :]


def _swapped_parts(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    one, other = _pick(data, rng), _pick(data, rng)
    if one is None or other is None:
        return _moved_block(data, rng, others)
    if one.start > other.start:
        one, other = other, one
    if other.start < one.end:  # one lies in the other
        return data[: one.start] + data[other.start : other.end] + data[one.end :]
    return b"".join(
        (
            data[: one.start],
            data[other.start : other.end],
            data[one.end : other.start],
            data[one.start : one.end],
            data[other.end :],
        )
    )


def _changed_content(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    part = _pick(data, rng)
    if part is None:
        return _flipped_bits(data, rng, others)
    return with_checksums(_with_flips(data, rng, part.payload, part.end))


def _changed_pixels(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """The container stays valid; what is coded in its largest part does not."""
    parts = parts_of(data)
    parts = [part for part in parts if not any(_holds(part, other) for other in parts)]
    if not parts:
        return _with_flips(data, rng, len(data) // 2, len(data))
    part = max(parts, key=lambda part: part.end - part.payload)
    if not part.checksum:
        return _with_flips(data, rng, part.payload, part.end)
    try:
        plain = zlib.decompress(data[part.payload : part.end - 4])
    except zlib.error:
        return with_checksums(_with_flips(data, rng, part.payload, part.end - 4))
    way = rng.choice((_flipped_bits, _truncated, _blanked_block, _repeated_block))
    packed = zlib.compress(way(plain, rng, others))
    head = len(packed).to_bytes(4, "big") + data[part.start + 4 : part.payload]
    return with_checksums(data[: part.start] + head + packed + bytes(4) + data[part.end :])


def _holds(part: Part, other: Part) -> bool:
    return part is not other and part.start <= other.start and other.end <= part.end


def _nested_part(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """A box in a box in a box; only where sizes stand in front, as in MP4."""
    part = _pick(data, rng, lambda part: part.size == (part.start, 4, "big") and not part.checksum)
    if part is None:
        return _repeated_part(data, rng, others)
    kind = data[part.start + 4 : part.start + 8]
    depth = rng.choice((2, 10, 100, 1000))
    length = part.end - part.start
    heads = b"".join(
        (length + 8 * level).to_bytes(4, "big") + kind for level in range(depth, 0, -1)
    )
    return data[: part.start] + heads + data[part.start :]


def _pick(
    data: bytes, rng: Random, suits: Callable[[Part], bool] = lambda part: True
) -> Part | None:
    parts = [part for part in parts_of(data) if suits(part)]
    return rng.choice(parts) if parts else None


_WEIGHTED = {
    _flipped_bits: 2,
    _flipped_bits_in_the_head: 1,
    _truncated: 2,
    _deleted_block: 1,
    _repeated_block: 1,
    _moved_block: 1,
    _blanked_block: 1,
    _block_of_another_file: 1,
    _junk_behind: 1,
    _junk_before: 1,
    _changed_number: 2,
    _changed_size: 3,
    _changed_header_field: 5,
    _changed_kind: 2,
    _deleted_part: 2,
    _repeated_part: 1,
    _swapped_parts: 1,
    _changed_content: 4,
    _changed_pixels: 5,
    _nested_part: 1,
}
WAYS = tuple(_WEIGHTED)
WEIGHTS = tuple(_WEIGHTED.values())
