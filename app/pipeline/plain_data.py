"""Values of ours as plain data, of the types that JSON has, and back: what is kept and sent.

Anybody can have written what is read, so nothing is taken for what it says it is: each value has to
be what its annotation says, and a dataclass checks itself as it does when the program makes one.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from app.video.files.frame_rates import parse_rate

T = TypeVar("T")


def plain_of(value: object) -> Any:
    """`value` with its parts as numbers, texts, lists and dictionaries; tuples stay tuples.

    Raises:
        TypeError: Something in it is neither a dataclass nor one of the types that `read_as` knows.
    """
    return msgspec.to_builtins(value, enc_hook=_written)


def read_as(kind: type[T], data: object) -> T:
    """What `plain_of` has written, also by a program that knew more fields or fewer.

    Args:
        kind: A dataclass, or any other annotation, of numbers, texts, bytes, paths, frame rates
            and containers of them.
        data: Of the types that JSON has.

    Raises:
        ValueError: It is something else; the sentence says what was expected where.
        RecursionError: It is nested deeper than anything of ours.
    """
    _check_texts(data)
    return msgspec.convert(data, kind, dec_hook=_read)


def _written(value: object) -> str | float:
    if isinstance(value, float):  # NumPy's
        return float(value)
    if isinstance(value, str):  # of a `Message` the English sentence
        return str.__str__(value)
    if isinstance(value, Path | Fraction):
        return str(value)
    raise TypeError(f"{value!r:.80} is no plain data")


def _read(kind: type[Any], data: object) -> Any:
    if not isinstance(data, str):
        raise ValueError(f"{data!r:.80} is no text")
    if kind is Path:
        return Path(data)
    if kind is Fraction:
        return parse_rate(data)
    raise TypeError(f"nobody reads a {kind}")


def _check_texts(data: object) -> None:
    if isinstance(data, str):
        os.fsencode(data)  # a name that is not UTF-8 is one, half a character is none
        if "\0" in data:
            raise ValueError("a zero byte is part of no name")
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_texts(key)
            _check_texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            _check_texts(value)
