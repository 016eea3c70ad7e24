"""Notes about unfinished work, so that a start after a crash knows what was left, and where.

A killed process cannot tidy up, and users do not see hidden folders. So each work folder and each
recording has a note in a folder of the user's, which its process locks while it works; both go when
the work is done. A note without a lock belongs to work that was left. Without such a folder, or on
a disk without locks, there are no notes, and everything else works.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import platformdirs

logger = logging.getLogger(__name__)

Kind = Literal["work", "recording"]

# A disk that is unplugged now may come back; after this long, forget it.
FORGET_AFTER_S = 30 * 86_400.0
_NEW_S = 60.0  # an empty note may belong to a process that is just starting


@dataclass(frozen=True, slots=True)
class UnfinishedWork:
    """Unfinished work of a process that has ended.

    Attributes:
        kind: "work": a `WorkFolder`; "recording": a fragmented MP4.
        note: The file that describes it.
    """

    kind: Kind
    path: Path
    target: Path
    note: Path


class Note:
    """Describes `path` until `remove`; if that is never called, the next start finds it.

    Args:
        kind: See `UnfinishedWork`.
        path: Exists already.
        target: See `UnfinishedWork`.
    """

    def __init__(self, kind: Kind, path: Path, target: Path) -> None:
        self._path: Path | None = None
        self._file: int | None = None
        folder = notes_folder()
        if folder is None:
            return
        words = {"kind": kind, "path": os.path.abspath(path), "target": os.path.abspath(target)}
        note = folder / f"{secrets.token_hex(8)}.json"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(folder.stat()):
                raise PermissionError(errno.EPERM, "the folder of notes is of another user")
            self._file = os.open(note, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            self._path = note
            lock_file(self._file)  # lock before writing: without a lock it would count as left
            os.write(self._file, json.dumps(words).encode(errors="surrogateescape"))
        except OSError as error:  # a full or read-only disk; the work itself may be elsewhere
            logger.info("no note of %s: %s", path, error)
            self.remove()

    def release(self) -> None:
        """Leave the note to be found: the work stops unfinished."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def remove(self) -> None:
        """Remove the note: the work is done; may be called twice."""
        self.release()
        path, self._path = self._path, None
        if path is not None:
            with suppress(OSError):
                path.unlink()


def left_behind() -> list[UnfinishedWork]:
    """Unfinished work of processes that have ended, oldest first; removes notes without any."""
    folder = notes_folder()
    found: list[tuple[float, UnfinishedWork]] = []
    try:
        is_own = folder is not None and folder.is_dir() and _is_own(folder.stat())
        notes = list(folder.glob("*.json")) if folder is not None and is_own else []
    except OSError:
        return []
    for note in notes:
        with suppress(OSError), claimed(note) as file:
            left = _read(note, file)
            age_s = time.time() - os.fstat(file).st_mtime
            if left is not None and os.path.lexists(left.path):
                found.append((-age_s, left))
            elif age_s > (_NEW_S if left is None else _patience_s(left)):
                note.unlink()
    return [left for _, left in sorted(found, key=lambda pair: pair[0])]


def forget(left: UnfinishedWork) -> None:
    """Remove the note: the work has been settled."""
    with suppress(OSError):
        left.note.unlink()


def notes_folder() -> Path | None:
    """The folder of the notes; None if it may not be the user's own."""
    try:
        return platformdirs.user_state_path() / "backdrop" / "unfinished"
    except (RuntimeError, OSError):  # a user without HOME whom the system does not know
        return None


@contextmanager
def claimed(note: Path) -> Iterator[int]:
    """Claim what a note is about for this process; yields the note's descriptor.

    Raises:
        BlockingIOError: Another process has claimed it, or is still writing it.
        OSError: The note is gone: another process has settled it.
    """
    file = os.open(note, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        if not _is_own(os.fstat(file)):
            raise PermissionError(errno.EPERM, "the note is of another user", str(note))
        lock_file(file)
        yield file
    finally:
        os.close(file)


def _is_own(status: os.stat_result) -> bool:
    """Whether only this user could write it; root may have another user's HOME."""
    return os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _read(note: Path, file: int) -> UnfinishedWork | None:
    try:
        words = json.loads(os.read(file, 100_000).decode(errors="surrogateescape"))
        kind, path, target = words["kind"], Path(words["path"]), Path(words["target"])
    except (ValueError, TypeError, KeyError):
        return None
    return UnfinishedWork(kind, path, target, note) if kind in ("work", "recording") else None


def _patience_s(left: UnfinishedWork) -> float:
    """How long a note outlives its file: the whole disk may have been unplugged."""
    return 0.0 if left.path.parent.is_dir() else FORGET_AFTER_S


def lock_file(file: int) -> None:
    """Lock an open file until it is closed, so that other processes know that it is in use.

    Process numbers are reused and mean nothing in another container; a lock is released by the
    system, however a process ends.

    Raises:
        BlockingIOError: Another process, or another descriptor of this one, has locked it.
        OSError: This disk has no locks, as some network drives.
    """
    from filelock import lock_descriptor  # late: --help locks nothing

    if not lock_descriptor(file, blocking=False):
        raise BlockingIOError(errno.EWOULDBLOCK, "another process works on it")


def lock_if_possible(file: int) -> None:
    """`lock_file`, but on a disk without locks it stays unlocked.

    Raises:
        BlockingIOError: Another process, or another descriptor of this one, has locked it.
    """
    try:
        lock_file(file)
    except BlockingIOError:
        raise
    except OSError:
        pass
