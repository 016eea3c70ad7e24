"""Our values as plain data of JSON's types, and back: for storage and for sending.

The data that is read can come from anywhere, so every value is checked against its annotation, and
a dataclass validates itself as if the program had made it.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from app.video.limits import parse_rate

T = TypeVar("T")


def plain_of(value: object) -> Any:
    """`value` as numbers, texts, lists and dictionaries; tuples stay tuples.

    Raises:
        TypeError: It holds something other than dataclasses and the types that `read_as` knows.
    """
    return msgspec.to_builtins(value, enc_hook=_written)


def read_as(kind: type[T], data: object) -> T:
    """Read what `plain_of` wrote, also from a program with more fields or fewer.

    Args:
        kind: A dataclass, or any other annotation, of numbers, texts, bytes, paths, frame rates and
            containers of them.
        data: Values of the types that JSON has.

    Raises:
        ValueError: It is something else; the sentence says what was expected where.
        RecursionError: It is nested deeper than any of our values.
    """
    _check_texts(data)
    return msgspec.convert(data, kind, dec_hook=_read)


def _written(value: object) -> str | float:
    if isinstance(value, float):  # a NumPy float
        return float(value)
    if isinstance(value, str):  # a `Message` becomes its English sentence
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
    raise TypeError(f"plain data has no {kind}")


def _check_texts(data: object) -> None:
    if isinstance(data, str):
        os.fsencode(data)  # raises for half a surrogate pair; a path that is not UTF-8 passes
        if "\0" in data:
            raise ValueError("a zero byte is part of no name")
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_texts(key)
            _check_texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            _check_texts(value)
