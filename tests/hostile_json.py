"""Settings files as accidents and curious hands leave them; everything from one seed."""

from __future__ import annotations

import json
import random
from typing import Any

HOSTILE = [
    None, True, False, 0, -1, 10**400, -(10**400), 1e308, float("inf"), float("-inf"), float("nan"),
    "", "x", "\0", "\ud800", "\U0001f3a5" * 200, "../" * 500, "/dev/zero", "blur:1e999", "#ff",
    [], {}, [[]], {"": None}, [None], "x" * 20_000,
]  # fmt: skip


def with_damaged_bytes(content: bytes, chance: random.Random) -> bytes:
    """A few bytes changed, cut out, doubled; or the end lost."""
    damaged = bytearray(content)
    for _ in range(1 + chance.randrange(8)):
        at = chance.randrange(len(damaged) + 1)
        match chance.randrange(5):
            case 0:
                damaged[at : at + 1] = chance.randbytes(1)
            case 1:
                del damaged[at : at + chance.randrange(40)]
            case 2:
                damaged[at:at] = damaged[at : at + chance.randrange(400)]
            case 3:
                damaged[at:at] = chance.choice([b'"', b"\\", b"@", b"[", b"\n", b"=", b"%", b"\0"])
            case _ if chance.random() < 0.2:
                del damaged[at:]
    return bytes(damaged)


def with_damaged_value(value: Any, chance: random.Random) -> Any:
    """`value`, which is what JSON can hold, with something else somewhere inside."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        if chance.random() < 0.1:
            return {other: part for other, part in value.items() if other != key}
        return {**value, key: with_damaged_value(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], with_damaged_value(value[at], chance), *value[at + 1 :]]
    return chance.choice(HOSTILE)


def damaged_text(text: str, chance: random.Random) -> str:
    """One entry's JSON with another value in it, or nested too deep, or with a number too long."""
    match chance.randrange(8):
        case 0:
            return chance.choice(["[" * 50_000, '{"a":' * 50_000, "1" * 10_000, "1e999", "-", ""])
        case 1:
            deep = 60_000
            return "[" * deep + "]" * deep
        case _:
            return json.dumps(with_damaged_value(json.loads(text), chance))
