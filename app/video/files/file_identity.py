"""The identity that all names of a file share, so that no output replaces an input."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from app.video.files.sequence_source import numbered_files

FileIdentity = tuple[int, int]


def file_identities(*paths: Path | None) -> set[FileIdentity]:
    """Identities of the files that these paths, or patterns of numbered files, name.

    Paths with an identity in common are one file: links to it, relative paths, and other cases
    where the disk ignores case. A missing file has none: it cannot be lost. None stands for no
    path.
    """
    found: set[FileIdentity] = set()
    for path in paths:
        if path is None:
            continue
        identity = _identity(path)
        if identity is not None:
            found.add(identity)
            continue
        with suppress(OSError):  # an unreadable folder cannot be written to either
            members = map(_identity, numbered_files(path).values())
            found.update(member for member in members if member is not None)
    return found


def _identity(path: Path) -> FileIdentity | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # missing, out of reach, or no valid name for a file
        return None
    return status.st_dev, status.st_ino
