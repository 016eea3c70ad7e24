"""Own backgrounds, copied into a folder of the app: they stay when the original moves or goes."""

from __future__ import annotations

import filecmp
import logging
import os
import shutil
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

log = logging.getLogger(__name__)

# Larger ones, long videos, stay where they are: a copy of each would fill the disk unasked.
MOST_BYTES = 300 * 10**6
FORGET_AFTER_S = 24 * 3600.0  # somebody may want back what was removed just now


def keep(path: Path, folder: Path) -> Path:
    """A copy of `path` in `folder`, or `path` itself where it is too large or cannot be copied.

    Never half a file under its name, and nothing is replaced. Waits for the disk.
    """
    try:
        if path.parent == folder or path.stat().st_size > MOST_BYTES:
            return path
        folder.mkdir(parents=True, exist_ok=True)
        for name in _names(path.name):
            target = folder / name
            if not target.exists():
                return _copied(path, target)
            if filecmp.cmp(path, target, shallow=False):
                return target
    except OSError as error:
        log.warning("%s is not copied: %s", path, error)
    return path


def forget_unused(folder: Path, used: Collection[Path], *, now_s: float | None = None) -> None:
    """Remove copies that nothing leads to any more and nobody asked back for a day."""
    now_s = time.time() if now_s is None else now_s
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        with suppress(OSError):  # another window may be at it
            if path not in used and now_s - path.stat().st_mtime > FORGET_AFTER_S:
                path.unlink()


def _copied(path: Path, target: Path) -> Path:
    part = target.with_name(f".{os.getpid()}-{target.name}")
    try:
        shutil.copyfile(path, part)
        os.utime(part)  # for `forget_unused` it is new, however old the original is
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


def _names(name: str) -> Iterator[str]:
    yield name
    stem, dot, suffix = name.rpartition(".")
    for number in count(2):
        yield f"{stem} ({number}){dot}{suffix}" if dot else f"{name} ({number})"
