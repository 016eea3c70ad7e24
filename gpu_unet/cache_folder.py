"""The folder for compiled code and other files that can be made again: private to this user.

Its files are executed. So only this user may be able to write there, and it must never be the
current folder.
"""

from __future__ import annotations

import functools
import json
import logging
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

log = logging.getLogger(__name__)

# Variables by which the user chooses the folder; Numba's counts, since most of the code is Numba's.
WISHES = ("BACKDROP_CACHE", "NUMBA_CACHE_DIR")
TEMPORARY = ("TMPDIR", "TEMP", "TMP")
MOST_JSON_BYTES = 1 << 20


@functools.cache
def cache_folder() -> Path | None:
    """An absolute folder owned by this user and closed to others, not a link; created if missing.

    The first usable of: below the folder that BACKDROP_CACHE or NUMBA_CACHE_DIR names, the
    platform's cache folder, the temporary folder. Variables that are empty or hold a relative path
    count as unset.

    Returns:
        None if none is usable: then nothing is cached, and every start compiles again.
    """
    for base, name in _places():
        path = base / name
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            if OwnFolder.made(path) is not None:
                os.utime(path)  # fails where nothing could be written either
                return path
            log.warning("%s is a link or is not yours alone: no code is kept there", path)
        except OSError as error:
            log.info("no code can be kept in %s (%s)", path, error)
    log.warning(
        "there is no folder for compiled code: every start compiles again; "
        "let BACKDROP_CACHE name a folder that you can write"
    )
    return None


class OwnFolder:
    """A folder private to this user, and files in it that can be made again.

    Args:
        path: A folder that `made` or `for_caches` has checked.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def for_caches(cls) -> OwnFolder | None:
        """The cache folder of the program; None if there is no usable place."""
        path = cache_folder()
        return None if path is None else cls(path)

    @classmethod
    def made(cls, path: Path) -> OwnFolder | None:
        """Create the folder `path`, closed to others; None if it is a link or another user's.

        Its parent must exist.

        Raises:
            OSError: It can neither be created nor opened, or is no folder.
        """
        return cls(path) if _is_made_private(path) else None

    def read(self, name: str, *, most_bytes: int = -1, is_secret: bool = False) -> bytes | None:
        """Content of a regular file that only this user can write; None for any other file.

        The folder may have been open to others before it was closed, so a file may be theirs.

        Args:
            name: Name of the file; links are not followed, and a pipe does not block.
            most_bytes: Read at most this many bytes; -1: all.
            is_secret: Nor may another user be able to read it.

        Raises:
            OSError: It does not exist or cannot be read.
        """
        path = self.path / name
        with open(path, "rb", opener=_open_plainly) as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and _is_own(status, is_secret):
                return file.read(most_bytes)
        log.warning("%s is not yours alone and is not used", path)
        return None

    @classmethod
    def recall(cls, name: str) -> Any:
        """JSON values that `remember` wrote; None if there are none, or not of this user."""
        folder = cls.for_caches()
        try:
            content = None if folder is None else folder.read(name, most_bytes=MOST_JSON_BYTES)
            return None if content is None else json.loads(content)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            log.info("%s is not used: %s", name, error)
            return None

    @classmethod
    def remember(cls, name: str, data: Any) -> None:
        """Keep JSON values in the cache folder, for `recall`; a refusal is logged alone."""
        folder = cls.for_caches()
        try:
            if folder is not None:
                folder.write(name, json.dumps(data, indent=1).encode())
        except OSError as error:
            log.info("%s cannot be kept: %s", name, error)

    def write(self, name: str, content: bytes, *, is_synced: bool = False) -> None:
        """Write a file atomically, readable by this user alone.

        Args:
            is_synced: It is safe on the disk. Else it may be empty after a power cut, so readers
                must check it.

        Raises:
            OSError: The system refuses.
        """
        unfinished = None
        try:
            with tempfile.NamedTemporaryFile(dir=self.path, suffix=".part", delete=False) as file:
                unfinished = file.name
                file.write(content)
                if is_synced:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(unfinished, self.path / name)
        except OSError:
            if unfinished is not None:
                with suppress(OSError):
                    os.unlink(unfinished)
            raise


def _is_made_private(path: Path) -> bool:
    path.mkdir(mode=0o700, exist_ok=True)
    if sys.platform == "win32":  # a user's folders are closed to others by what they inherit
        return path.lstat().st_reparse_tag == 0  # no link, no junction
    if path.is_symlink():
        return False
    # By a handle, so that the folder that is checked is the one that is changed, even if another
    # process renames folders meanwhile (no race between check and use).
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        status = os.fstat(handle)
        if status.st_uid != os.geteuid():
            return False
        if status.st_mode & 0o077:
            os.fchmod(handle, 0o700)
            status = os.fstat(handle)  # some file systems know no modes
        return not status.st_mode & 0o077
    finally:
        os.close(handle)


def _is_own(status: os.stat_result, is_secret: bool) -> bool:
    if sys.platform == "win32":  # the user's folder has the rights there
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (0o077 if is_secret else 0o022)


def _open_plainly(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _places() -> Iterator[tuple[Path, str]]:
    """Candidates, best first: (a folder that may be shared, the name of ours in it)."""
    shared_name = "backdrop" if sys.platform == "win32" else f"backdrop-{os.geteuid()}"
    for variable in WISHES:
        if (base := _absolute(variable)) is not None:
            yield base, shared_name
        elif os.environ.get(variable):
            log.warning("%s is no absolute path and is ignored", variable)
    if (base := _users_caches()) is not None:
        yield base, "backdrop"
    for base in (
        *(_absolute(variable) for variable in TEMPORARY),
        *(() if sys.platform == "win32" else (Path("/tmp"), Path("/var/tmp"))),
    ):
        if base is not None and base.is_dir():
            yield base, shared_name


def _users_caches() -> Path | None:
    """The platform's cache folder; None for an unknown user without HOME (some containers)."""
    try:
        return platformdirs.user_cache_path()
    except (RuntimeError, OSError):
        return None


def _absolute(variable: str) -> Path | None:
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None
