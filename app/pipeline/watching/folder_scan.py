"""Finds the films and pictures of a watched folder, and which of them have stopped changing."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from app.pipeline.watching.record import Version
from app.video.files.file_identity import FileIdentity
from app.video.files.inputs import VIDEO_SUFFIXES
from app.video.files.still import PICTURE_SUFFIXES

_SUFFIXES = VIDEO_SUFFIXES | PICTURE_SUFFIXES


def scan(folder: Path, *, with_subfolders: bool, without: set[FileIdentity]) -> dict[Path, Version]:
    """Films and pictures below `folder`; hidden ones and links to folders are left out.

    Args:
        folder: Where to look.
        with_subfolders: Look in its subfolders, too.
        without: Files and folders to leave out.

    Raises:
        OSError: The folder cannot be read.
    """
    found: dict[Path, Version] = {}
    with os.scandir(folder) as entries:
        _look(entries, found, with_subfolders=with_subfolders, without=without)
    return found


def _look(
    entries: Iterator[os.DirEntry[str]],
    found: dict[Path, Version],
    *,
    with_subfolders: bool,
    without: set[FileIdentity],
) -> None:
    for entry in entries:
        if entry.name.startswith("."):
            continue
        with suppress(OSError):  # it went away, or may not be read
            if entry.is_dir(follow_symlinks=False):
                status = os.stat(entry.path)
                if with_subfolders and (status.st_dev, status.st_ino) not in without:
                    with os.scandir(entry.path) as inner:
                        _look(inner, found, with_subfolders=True, without=without)
                continue
            if os.path.splitext(entry.name)[1].lower() not in _SUFFIXES:
                continue
            status = os.stat(entry.path)
            is_file = stat.S_ISREG(status.st_mode)
            if is_file and (status.st_dev, status.st_ino) not in without:
                found[Path(entry.path)] = Version(status.st_size, status.st_mtime_ns)


class Settling:
    """Knows since when each file has been as it is.

    Args:
        settle_s: Seconds for which size and time of change must stay.
    """

    def __init__(self, settle_s: float) -> None:
        self._settle_s = settle_s
        self._since_s: dict[Path, tuple[Version, float]] = {}

    def settled(self, found: dict[Path, Version], now_s: float) -> list[Path]:
        """The files of a scan that are not empty and have settled, the longest-settled first."""
        known = self._since_s
        self._since_s = {
            path: known[path] if path in known and known[path][0] == version else (version, now_s)
            for path, version in found.items()
        }
        still = [
            (since_s, path)
            for path, (version, since_s) in self._since_s.items()
            if version.size and now_s - since_s >= self._settle_s
        ]
        return [path for _, path in sorted(still)]
