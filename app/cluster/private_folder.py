"""PrivateFolder: a folder of this process that no other user of the computer can enter or replace.

A user who can rename a folder can put another in its place, so the parent folder counts, too.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from app.video.placing.unfinished import lock_file

_PREFIX = "backdrop-workers-"
_LOCK_NAME = "lock"
# The path of a Unix socket has at most 104 bytes (macOS); ":" and a number follow.
_MOST_BYTES = 70


class PrivateFolder:
    """Made anew with mode 0700, and removed by `close`. Also removes those of killed processes.

    Attributes:
        path: Short enough for the Unix sockets in it.

    Raises:
        OSError: No place for it was found.
    """

    def __init__(self) -> None:
        base = _base()
        _remove_left(base)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
        self._lock = os.open(self.path / _LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with suppress(OSError):  # a disk without locks: left folders stay
            lock_file(self._lock)

    def close(self) -> None:
        """Remove it with its content; called once."""
        os.close(self._lock)
        shutil.rmtree(self.path, ignore_errors=True)


def _base() -> str:
    """The system's folder for temporary files, if other users cannot rename its content."""
    places = (tempfile.gettempdir(), "/tmp")
    for base in places:
        if len(os.fsencode(base)) + len(_PREFIX) <= _MOST_BYTES and ":" not in base[2:]:
            status = os.stat(base)
            is_ours = os.name == "nt" or status.st_uid in (0, os.geteuid())
            if is_ours and (not status.st_mode & 0o022 or status.st_mode & stat.S_ISVTX):
                return base
    raise OSError(
        f"other users can replace what is in {places[0]}, or its name is too long; set TMPDIR to a "
        "folder with a short name that only you can write to"
    )


def _remove_left(base: str) -> None:
    for path in Path(base).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            lock = os.open(path / _LOCK_NAME, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if os.name == "nt" or path.lstat().st_uid == os.geteuid():
                    lock_file(lock)
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)
