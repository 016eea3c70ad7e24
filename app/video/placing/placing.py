"""Placing: gives a finished file its name in one step, and never replaces another's file.

Between checking that a name is free and using it, another program may take it. So the system itself
must refuse: by `rename` (Windows), or by a hard link, which takes a free name only. For folders,
and where a disk has no links (FAT, some network drives), a file or folder is created under the
name, which the system does for one program alone.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

NAME_BYTES = 200  # of the stem, where something is added: systems allow 255 for the whole name

# Errors of disks that have no links.
_UNKNOWN = {
    errno.EINVAL,
    errno.ENOSYS,
    errno.EPERM,
    errno.EACCES,
    errno.EMLINK,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
}


def place_new(source: Path, target: Path) -> None:
    """Give the file or folder `source` the name `target`, on the same disk.

    Raises:
        FileExistsError: The name is taken; both files are unchanged.
        OSError: The system refuses for another reason.
    """
    if sys.platform == "win32":
        os.rename(source, target)  # fails if the name is taken
        return
    if not source.is_dir() and _linked(source, target):
        os.unlink(source)
        return
    _reserve_and_replace(source, target)


def place_free(source: Path, wanted: Path) -> Path:
    """Give `source` the name `wanted`, or the next free one, "talk (2).mp4"; returns it.

    Raises:
        OSError: The system refuses, for another reason than a taken name.
    """
    return place_first_free(source, free_names(wanted))


def place_first_free(source: Path, names: Iterator[Path]) -> Path:
    """Give `source` the first free one of `names`; returns it."""
    for name in names:
        with suppress(FileExistsError):
            place_new(source, name)
            return name
    raise AssertionError("names never end")


def free_names(wanted: Path) -> Iterator[Path]:
    """`wanted` itself, "talk (2).mp4", "talk (3).mp4" and so on; endless."""
    yield wanted
    stem = cut_to_bytes(wanted.stem, NAME_BYTES)
    for number in count(2):
        yield wanted.with_name(f"{stem} ({number}){wanted.suffix}")


def partial_names(stem: Path, suffix: str = "") -> Iterator[Path]:
    """Names that mark work as incomplete: "talk.partial.mp4" and so on; endless.

    Args:
        stem: Folder and name without the suffix.
        suffix: The suffix, with its dot; empty for a folder.
    """
    name = cut_to_bytes(stem.name, NAME_BYTES)
    yield stem.with_name(f"{name}.partial{suffix}")
    for number in count(1):
        yield stem.with_name(f"{name}.partial-{number}{suffix}")


def cut_to_bytes(name: str, most: int) -> str:
    """Shorten a file's name; systems count bytes, and 60 characters may be 240 of them."""
    while len(os.fsencode(name)) > most:
        name = name[:-1]
    return name


def _linked(source: Path, target: Path) -> bool:
    """Add a hard link under the name, which never replaces; False: this disk has no links."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno in _UNKNOWN:
            return False
        raise
    return True


def _reserve_and_replace(source: Path, target: Path) -> None:
    """Create something under the name, which fails if it is taken, and replace that."""
    if source.is_dir():
        target.mkdir()
        release = target.rmdir
    else:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        release = target.unlink
    try:
        os.replace(source, target)  # of folders, only an empty one can be replaced
    except BaseException:
        with suppress(OSError):
            release()
        raise
