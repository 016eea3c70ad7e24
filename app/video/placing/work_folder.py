"""WorkFolder: where an output is made, beside its place; what killed jobs left there goes.

A killed process cannot tidy up, so its successor does, and must not take a job that still runs for
a dead one. So each folder holds a file with a lock on it. In a folder that is shared any user may
plant one of such a name: it counts only if it is this user's alone, no link, and if its lock names
it and holds a token that what is moved has to show, too.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import secrets
import shutil
import stat
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from app.video.placing.placing import cut_to_bytes, place_first_free, place_new
from app.video.placing.unfinished import Note, lock_file

LOCK_NAME = ".backdrop-lock"
MOVING_NAME = ".backdrop-moving"  # all is done, and its files are on their way to their names
REMOVE_WAIT_S = 1.0  # a disk that hangs shall not keep the program from ending
NAME_BYTES = 60  # of the output's name in the folder's: room for the rest, in Windows' 260 too
_OVERWRITE = b" overwrite"
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class WorkFolder:
    """A hidden folder beside an output, on the same disk, so that a rename moves the result.

    Args:
        target: The name the finished file, or pattern of files, shall have.
        is_ours: Whether a file of this name could be of an earlier job for `target`; a folder with
            any other file in it is left alone.
        adopted: What a job left that nobody runs any more: work goes on in it.

    Attributes:
        path: The folder; new, and empty but for the lock, unless it was adopted.

    Raises:
        OSError: It cannot be made.
    """

    def __init__(
        self, target: Path, *, is_ours: Callable[[str], bool], adopted: Path | None = None
    ) -> None:
        stem = cut_to_bytes(target.name, NAME_BYTES)
        self._lock: int | None = None
        self._note: Note | None = None
        self._token = secrets.token_hex(16).encode()
        if adopted is not None:
            self._adopt(adopted, target)
            return
        _remove_left(target.parent, stem, is_ours)
        while True:
            self.path = target.with_name(f".{stem}.{secrets.token_hex(4)}.part")
            self.path.mkdir(mode=0o700)
            try:
                if self._is_locked():
                    _at_work.add(self)
                    self._note = Note("work", self.path, target)
                    return
            except BaseException:
                self.remove()
                raise

    def _adopt(self, path: Path, target: Path) -> None:
        """Take a left folder over.

        Raises:
            BlockingIOError: A job that runs holds its lock.
            OSError: It is not of a job of this user.
        """
        self.path = path
        self._lock = os.open(path / LOCK_NAME, os.O_RDWR | _NO_LINK)
        try:
            token = _token_of(path, _read(self._lock))
            if token is None:
                raise PermissionError(errno.EPERM, "it is not of a job of this user", str(path))
            self._token = token
            _lock_if_possible(self._lock)
        except OSError:
            self._unlock()
            raise
        _at_work.add(self)
        self._note = Note("work", path, target)

    def _is_locked(self) -> bool:
        """Lock the new folder; False if another process took it for a left one meanwhile."""
        path = self.path / LOCK_NAME
        try:
            self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except FileNotFoundError:  # removed while it was empty
            return False
        words = b"\n".join((_machine(), os.fsencode(self.path.name), self._token))
        os.write(self._lock, words)
        try:
            lock_file(self._lock)
        except BlockingIOError:
            self._unlock()
            return False
        except OSError:  # some network drives know no locks; so it is no machine's, and stays
            os.lseek(self._lock, 0, os.SEEK_SET)
            os.write(self._lock, b"without a lock: " + words)
            self._unlock()
        return self.path.exists()

    def _unlock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)

    def begin_moving(self, *, overwrite: bool) -> None:
        """From now on what is in the folder is moved beside it, by us or, if we are killed, later.

        Args:
            overwrite: Whether files of those names are replaced.

        Raises:
            OSError: It cannot be written down.
        """
        _at_work.discard(self)
        moving = self.path / MOVING_NAME
        file = os.open(moving, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, 0o600)
        try:
            os.write(file, self._token + (_OVERWRITE if overwrite else b""))
        finally:
            os.close(file)

    def stop_moving(self) -> None:
        """All is as it was before `begin_moving`."""
        (self.path / MOVING_NAME).unlink(missing_ok=True)
        _at_work.add(self)

    def keep_as(self, names: Iterator[Path]) -> Path:
        """Give the folder with all that is in it the first of `names` that is free; returns it.

        Raises:
            OSError: The system refuses.
        """
        self._unlock()  # Windows renames no folder with an open file in it
        (self.path / LOCK_NAME).unlink(missing_ok=True)
        with suppress(OSError):
            _give_usual_mode(self.path)
        path = place_first_free(self.path, names)
        self._forget()
        return path

    def leave(self) -> None:
        """Nobody works in it any more, but what is in it shall be found by a later job."""
        self._unlock()
        _at_work.discard(self)
        if self._note is not None:
            self._note.release()

    def remove(self) -> None:
        """Remove it with all that is in it, or leave it to the next job; may be called twice."""
        self._unlock()
        shutil.rmtree(self.path, ignore_errors=True)
        self._forget()

    def _forget(self) -> None:
        _at_work.discard(self)
        if self._note is not None and not self.path.exists():
            self._note.remove()
        elif self._note is not None:  # something holds on to it: for `doctor`, another day
            self._note.release()


_at_work: set[WorkFolder] = set()


def remove_unfinished() -> None:
    """Remove every folder in which this process works; for a process that ends this very moment.

    Their owners may be writing meanwhile. Waits, but not for a disk that does not answer.
    """

    def remove_all() -> None:
        while _at_work:
            for folder in list(_at_work):
                shutil.rmtree(folder.path, ignore_errors=True)
                if not folder.path.exists():
                    _at_work.discard(folder)

    remover = threading.Thread(target=remove_all, name="remove-unfinished", daemon=True)
    remover.start()
    remover.join(REMOVE_WAIT_S)


def _remove_left(folder: Path, stem: str, is_ours: Callable[[str], bool]) -> None:
    """Remove what jobs left that nobody runs any more; whatever is not certainly that, stays."""
    expression = re.compile(rf"\.{re.escape(stem)}\.[0-9a-f]{{8}}\.part")
    with suppress(OSError):
        left = [path for path in folder.iterdir() if expression.fullmatch(path.name)]
        for path in left:
            settle_left(path, is_ours)


def left_folders(target: Path) -> list[Path]:
    """Work folders of jobs for `target`, whether anybody still works in them or not."""
    stem = cut_to_bytes(target.name, NAME_BYTES)
    expression = re.compile(rf"\.{re.escape(stem)}\.[0-9a-f]{{8}}\.part")
    try:
        names = sorted(target.parent.iterdir())
    except OSError:
        return []
    return [path for path in names if expression.fullmatch(path.name) and is_work_folder(path)]


def is_work_folder(path: Path) -> bool:
    """Whether a folder is named as one of ours, is no link, and is this user's alone."""
    if re.fullmatch(r"\..+\.[0-9a-f]{8}\.part", path.name) is None:
        return False
    try:
        status = path.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    return os.name == "nt" or (status.st_uid == os.geteuid() and not _others_may(path, status))


def _others_may(path: Path, status: os.stat_result) -> bool:
    """Whether other users may enter a folder; where a disk keeps no modes, write into it."""
    try:
        keeps_modes = not (path / LOCK_NAME).lstat().st_mode & 0o077
    except OSError:
        keeps_modes = True
    return bool(status.st_mode & (0o077 if keeps_modes else 0o022))


def is_moving(path: Path) -> bool:
    """Whether all in a work folder was done, and only its move to its names was cut short."""
    token = _token_of(path, _content_of(path / LOCK_NAME))
    return token is not None and _moving_of(path) in (token, token + _OVERWRITE)


def _token_of(path: Path, lock_words: bytes) -> bytes | None:
    """What the lock of a work folder holds; None: no job of this user wrote it."""
    if not is_work_folder(path):
        return None
    parts = lock_words.split(b"\n")
    is_whole = len(parts) == 3 and re.fullmatch(rb"[0-9a-f]{32}", parts[2]) is not None
    return parts[2] if is_whole and parts[1] == os.fsencode(path.name) else None


def _moving_of(path: Path) -> bytes:
    return _content_of(path / MOVING_NAME)


def _content_of(path: Path) -> bytes:
    """Of a file that is no link and this user's; empty for every other."""
    try:
        file = os.open(path, os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
        try:
            return _read(file)
        finally:
            os.close(file)
    except OSError:
        return b""


def _read(file: int) -> bytes:
    status = os.fstat(file)
    is_ours = os.name == "nt" or (status.st_uid == os.geteuid() and status.st_nlink == 1)
    return os.read(file, 1000) if is_ours and stat.S_ISREG(status.st_mode) else b""


def _lock_if_possible(file: int) -> None:
    """Raises BlockingIOError if a job that runs holds it; some network drives know no locks."""
    try:
        lock_file(file)
    except BlockingIOError:
        raise
    except OSError:
        pass


def _give_usual_mode(folder: Path) -> None:
    """As the system makes folders for this process, by its umask."""
    usual = folder / ".mode"
    usual.mkdir()
    mode = usual.stat().st_mode
    usual.rmdir()
    folder.chmod(stat.S_IMODE(mode))


def settle_left(path: Path, is_ours: Callable[[str], bool] = lambda name: True) -> None:
    """Remove a work folder that nobody works in any more; what was being moved is moved first.

    Args:
        path: The folder.
        is_ours: Whether a file of this name could be ours; with any other in it, the folder stays.
    """
    if not is_work_folder(path):
        return
    with suppress(OSError):
        for nested in path.iterdir():  # of a job that wrote into a folder of its own
            settle_left(nested)
    lock_path = path / LOCK_NAME
    try:
        lock = os.open(lock_path, os.O_RDWR | _NO_LINK)
    except FileNotFoundError:  # killed between making the folder and its lock; else it is not empty
        with suppress(OSError):
            path.rmdir()
        return
    except OSError:
        return
    try:
        lock_file(lock)
        owner = _read(lock)
        if owner and (_token_of(path, owner) is None or owner.partition(b"\n")[0] != _machine()):
            return  # not every network drive carries locks over
        files = [file for file in path.iterdir() if file.name not in (LOCK_NAME, MOVING_NAME)]
        if files and not owner:  # who is killed before saying who they are has written nothing yet
            return
        if not all(is_ours(file.name) and stat.S_ISREG(file.lstat().st_mode) for file in files):
            return
        if is_moving(path):
            move_all(path)
            (path / MOVING_NAME).unlink()
        else:
            _remove_files(files)
    except OSError:  # a job that runs holds the lock, or the folder is not ours to change
        return
    finally:
        os.close(lock)
    with suppress(OSError):
        lock_path.unlink()
        path.rmdir()


def move_all(folder: Path) -> None:
    """Move what is in a folder beside it, as `begin_moving` wrote down; what moved before is fine.

    Raises:
        FileExistsError: A name was taken, and was not to be replaced; the rest stays.
        OSError: The system refuses.
    """
    overwrites = _moving_of(folder).endswith(_OVERWRITE)
    move = os.replace if overwrites else place_new
    for path in sorted(folder.iterdir()):
        if path.name not in (LOCK_NAME, MOVING_NAME):
            move(path, folder.parent / path.name)


def _remove_files(files: Iterable[Path]) -> None:
    for file in files:
        file.unlink()


def _machine() -> bytes:
    return platform.node().encode()
