"""Copies of the user's backgrounds, which survive a moved original."""

from __future__ import annotations

import filecmp
import logging
import os
import shutil
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from app.video.placing.placing import free_names

log = logging.getLogger(__name__)

# Larger files, such as long videos, are not copied: they would fill the disk.
MOST_BYTES = 300 * 10**6
FORGET_AFTER_S = 24 * 3600.0  # undo may restore a background that was just removed


def keep(path: Path, folder: Path) -> Path:
    """A copy of `path` in `folder`, or `path` itself where it is too large or cannot be copied.

    A copy appears complete or not at all, and replaces nothing. Blocks on the disk.
    """
    try:
        if path.parent == folder or path.stat().st_size > MOST_BYTES:
            return path
        folder.mkdir(parents=True, exist_ok=True)
        for target in free_names(folder / path.name):
            if not target.exists():
                return _copied(path, target)
            if filecmp.cmp(path, target, shallow=False):
                return target
    except OSError as error:
        log.warning("%s is not copied: %s", path, error)
    return path


def forget_unused(folder: Path, used: Collection[Path], *, now_s: float | None = None) -> None:
    """Remove copies that have been unused for a day."""
    now_s = time.time() if now_s is None else now_s
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        with suppress(OSError):  # another window may remove it at the same time
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
