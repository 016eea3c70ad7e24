"""Frame rates as people type them."""

from __future__ import annotations

import re
from fractions import Fraction

from app.video.limits import FASTEST_RATE, SLOWEST_RATE

_RATE = re.compile(r"\s*(\d{1,6}(?:[.,]\d{1,6})?|\d{1,6}/\d{1,4})\s*", re.ASCII)
_BROADCAST = tuple(Fraction(base * 1000, 1001) for base in (24, 30, 48, 60, 120))


def parse_rate(text: str) -> Fraction:
    """Read `25`, `30000/1001`, or `29.97`, which means 30000/1001.

    Raises:
        ValueError: It is no rate that can be written; half a sentence.
    """
    match = _RATE.fullmatch(text)
    rate = Fraction(0)
    if match is not None and not match[1].endswith("/0"):
        top, _, bottom = match[1].replace(",", ".").partition("/")
        rate = Fraction(top) / (Fraction(bottom or 1) or 1)
    for broadcast in _BROADCAST:
        if abs(rate - broadcast) < Fraction(1, 100):
            rate = broadcast
    if not SLOWEST_RATE <= rate <= FASTEST_RATE:
        raise ValueError(
            f"{text!r:.40} is no frame rate; write {SLOWEST_RATE} to {FASTEST_RATE}, as in 25, "
            "29.97 or 30000/1001"
        )
    return rate.limit_denominator(1001)
