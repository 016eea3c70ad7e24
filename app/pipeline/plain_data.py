"""Our values as plain data of JSON's types, and back: for storage, for sending, and in JSON files.

The data that is read can come from anywhere, so every value is checked against its annotation, and
a dataclass validates itself as if the program had made it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from app.video.limits import parse_rate
from gpu_unet import Area

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
            raise ValueError("a name cannot hold a zero byte")
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_texts(key)
            _check_texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            _check_texts(value)


def read_json(path: Path, *, most_bytes: int) -> Any:
    """What a JSON file holds.

    Raises:
        OSError: It cannot be read.
        ValueError: It is a pipe or a device, has more than `most_bytes`, or is not JSON.
        RecursionError: It is nested too deep.
    """
    # Opening a pipe would wait until something is written to it.
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError("it is no ordinary file")
    with path.open("rb") as file:
        text = file.read(most_bytes + 1)
    if len(text) > most_bytes:
        raise ValueError(f"it has more than {most_bytes:,} bytes")
    return json.loads(text)


def read_json_file(
    path: Path, read: Callable[[Any], T], *, what: str, example: str, most_bytes: int
) -> T:
    """The values of a file.

    Args:
        read: Makes values of its JSON; raises ValueError.
        what: The values' name in sentences, such as "areas".
        example: Such a file, in one line.
        most_bytes: Larger files are refused.

    Raises:
        OSError: It cannot be read.
        ValueError: It holds something else; the message says how such a file is written.
    """
    try:
        return read(read_json(path, most_bytes=most_bytes))
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"{path.name} holds no {what} ({error}); expected a list such as {example}"
        ) from error


MOST_BYTES = 1 << 20  # limit of a file; the most areas that are allowed take a tenth of it


def parse_area(kind: Area.Kind, text: str) -> Area:
    """Read an area from a line of text.

    Args:
        text: A box as left,top,right,bottom ("0.2,0,0.8,1"), or corners x,y with spaces between
            them; all in shares of the picture, 0 to 1.

    Raises:
        ValueError: It is neither.
    """
    try:
        corners = [tuple(float(number) for number in part.split(",")) for part in text.split()]
    except ValueError:
        corners = []
    if len(corners) == 1 and len(corners[0]) == 4:
        left, top, right, bottom = corners[0]
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    points = [(corner[0], corner[1]) for corner in corners if len(corner) == 2]
    if len(points) < 3 or len(points) != len(corners):
        raise ValueError(
            f"the area {text!r} is no area; write a box as left,top,right,bottom, such as "
            "0.2,0,0.8,1, or three corners or more as x,y with spaces between them, in shares of "
            "the picture"
        )
    return Area(kind, tuple(points))


def areas_of(data: Any) -> tuple[Area, ...]:
    """Areas from JSON values: a list as in their files.

    Raises:
        ValueError: It is something else, or has too many areas.
    """
    areas = read_as(tuple[Area, ...], data)
    Area.check_count(areas)
    return areas


def read_areas(path: Path) -> tuple[Area, ...]:
    """The areas in a file.

    Raises:
        OSError: It cannot be read.
        ValueError: It holds no areas; the message says how they are written.
    """
    return read_json_file(
        path,
        areas_of,
        what="areas",
        example='[{"kind": "keep", "points": [[0.1, 0.5], [0.3, 0.5], [0.2, 0.9]]}]',
        most_bytes=MOST_BYTES,
    )
