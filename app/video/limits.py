"""Limits: how large a picture may be, so that no file takes more memory than a machine has.

Also the limits of a pixel's shape, and of a frame rate, and how people type one.

A single picture is held in memory a handful of times while it is processed. The frames of a film
are held by the dozen (decoder, queues, encoder), so films have the lower limit.
"""

from __future__ import annotations

import re
from fractions import Fraction

from app.messages import Message

MEGAPIXEL = 1_000_000

# 8192 x 8192: a job fits into a GiB of memory (measured: 0.95, with a background of 61 megapixels).
# Large cameras have 61 megapixels. Formats whose decoders need several copies of a picture are
# allowed half.
MOST_PICTURE_PIXELS = 2**26
# 8192 x 4352: the largest size of level 6.2, the limit of H.264, HEVC, VP9 and AV1; 8K is 7680 x
# 4320.
MOST_FILM_PIXELS = 8192 * 4352
# The limit of libx264 and AV1. Longer sides come from damaged headers.
LONGEST_FILM_SIDE = 16384
# 4K, the cinema format included. libvpx takes 74 bytes a pixel for VP9, twice that with alpha,
# whatever its settings; 36 for VP8.
MOST_VP9_PIXELS = 4096 * 2304
# Of times in a film, in seconds: 31 years. With larger ones counts of frames have no end.
LATEST_S = 1e9
# The limit given to libav, which checks it before it allocates. It pads rows, so a little more.
MOST_DECODED_PIXELS = MOST_FILM_PIXELS * 9 // 8


def too_large(*, height: int, width: int, limit: int) -> str:
    """Why a picture is refused, as the second half of a sentence; empty if it is accepted.

    Args:
        height, width: In pixels.
        limit: The most pixels; one of the constants above.
    """
    is_film = limit == MOST_FILM_PIXELS
    if is_film and max(height, width) > LONGEST_FILM_SIDE:
        return Message(
            "measures {width}x{height}, and the longer side of a film's frame may have "
            "{most} pixels; make it smaller first",
            width=width,
            height=height,
            most=LONGEST_FILM_SIDE,
        )
    if height * width <= limit:
        return ""
    kind = Message("a film's frame") if is_film else Message("a picture of its kind")
    return Message(
        "has {size} megapixels ({width}x{height}), and {kind} may have "
        "{limit}; make it smaller first",
        size=_megapixels(height * width),
        width=width,
        height=height,
        kind=kind,
        limit=_megapixels(limit),
    )


def sane_aspect(aspect: Fraction | None) -> Fraction:
    """A pixel's width / height, limited: damaged headers state any, and sizes follow it."""
    return aspect if aspect and Fraction(1, 8) <= aspect <= 8 else Fraction(1)


def _megapixels(pixels: int) -> str:
    return f"{pixels / MEGAPIXEL:.4g}"


SMALLEST_SIDE = 16  # pixels of an output: encoders accept no less
SLOWEST_RATE, FASTEST_RATE = 1, 240  # frames per second of an output


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
