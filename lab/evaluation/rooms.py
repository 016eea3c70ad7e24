"""Which of the background pictures train, and which are held out for the empty-room test."""

from __future__ import annotations

import hashlib
from pathlib import Path

HELD_OUT_ONE_IN = 10


def is_held_out(name: str) -> bool:
    """True for one background in ten, chosen by a hash of its file name and so for ever."""
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "big") % HELD_OUT_ONE_IN == 0


def rooms_with_people() -> frozenset[str]:
    """File names of backgrounds that still hold a person: neither trained on nor measured.

    Found by running two published person networks over all of them and looking at what
    both or either of them marked.
    """
    listing = Path(__file__).with_name("rooms_with_people.txt")
    lines = listing.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))
