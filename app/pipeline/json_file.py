"""JSON files of values that a user wrote, or another program."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


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
        path: The file.
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
