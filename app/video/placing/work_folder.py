"""WorkFolder: a folder beside an output in which it is made; also removes those of killed jobs.

A killed process cannot tidy up, so the next one does, and must tell a dead job from a running one.
So each folder holds a locked file. In a shared folder another user may plant a fake: a folder
counts only if it belongs to this user alone and is no link, and if its lock file names it and holds
the token that its move list must repeat.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import re
import secrets
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from app.video.placing.placing import cut_to_bytes, place_first_free, place_new
from app.video.placing.unfinished import Note, lock_file, lock_if_possible
from app.video.undo import or_undo

LOCK_NAME = ".backdrop-lock"
MOVING_NAME = ".backdrop-moving"  # all is done, and the files are being moved to their names
REMOVE_WAIT_S = 10.0  # a disk that hangs must not keep the program from ending for ever
NAME_BYTES = 60  # of the output's name within the folder's: space for the rest, in Windows' 260 too
_DIGEST_LETTERS = 8  # of a longer name, in hexadecimal
_OVERWRITE = b" overwrite"
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class WorkFolder:
    """A hidden folder beside an output, on the same disk, so that a rename moves the result.

    Args:
        target: Name of the finished file, or pattern of files.
        is_ours: Whether a file of this name could be of an earlier job for `target`; a folder with
            any other file in it is left alone.
        adopted: The folder of a job that has ended, in which work goes on.

    Attributes:
        path: The folder; empty except for the lock, unless it was adopted.

    Raises:
        OSError: It cannot be made.
    """

    def __init__(
        self, target: Path, *, is_ours: Callable[[str], bool], adopted: Path | None = None
    ) -> None:
        stem = _stem_of(target)
        self._lock: int | None = None
        self._note: Note | None = None
        self._token = secrets.token_hex(16).encode()
        if adopted is not None:
            self._adopt(adopted, target)
            return
        for left in left_folders(target):
            settle_left(left, is_ours)
        while True:
            self.path = target.with_name(f".{stem}.{secrets.token_hex(4)}.part")
            self.path.mkdir(mode=0o700)
            with or_undo(self.remove):
                if self._is_locked():
                    _at_work.add(self)
                    self._note = Note("work", self.path, target)
                    return

    def _adopt(self, path: Path, target: Path) -> None:
        """Take over a folder that was left; BlockingIOError: a running job holds its lock."""
        self.path = path
        self._lock = os.open(path / LOCK_NAME, os.O_RDWR | _NO_LINK)
        try:
            token = _token_of(path, _read(self._lock))
            if token is None:
                raise PermissionError(errno.EPERM, "it is not of a job of this user", str(path))
            self._token = token
            lock_if_possible(self._lock)
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
        except FileNotFoundError:  # it was removed while it was empty
            return False
        words = b"\n".join((_machine(), os.fsencode(self.path.name), self._token))
        os.write(self._lock, words)
        try:
            lock_file(self._lock)
        except BlockingIOError:
            self._unlock()
            return False
        # Some network drives have no locks; the folder then belongs to no machine, and stays.
        except OSError:
            os.lseek(self._lock, 0, os.SEEK_SET)
            os.write(self._lock, b"without a lock: " + words)
            self._unlock()
        return self.path.exists()

    def _unlock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)

    def begin_moving(self, *, overwrite: bool) -> None:
        """Note that the folder's content is moved beside it from now on, also after a kill.

        Args:
            overwrite: Whether files of those names are replaced.

        Raises:
            OSError: The note cannot be written.
        """
        _at_work.discard(self)
        moving = self.path / MOVING_NAME
        file = os.open(moving, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, 0o600)
        try:
            os.write(file, self._token + (_OVERWRITE if overwrite else b""))
        finally:
            os.close(file)

    def stop_moving(self) -> None:
        """Undo `begin_moving`."""
        (self.path / MOVING_NAME).unlink(missing_ok=True)
        _at_work.add(self)

    def keep_as(self, names: Iterator[Path]) -> Path:
        """Give the folder with its content the first free one of `names`; returns it.

        Raises:
            OSError: The system refuses.
        """
        self._unlock()  # Windows cannot rename a folder with an open file in it
        (self.path / LOCK_NAME).unlink(missing_ok=True)
        with suppress(OSError):
            _give_usual_mode(self.path)
        path = place_first_free(self.path, names)
        self._forget()
        return path

    def leave(self) -> None:
        """Stop working in it, and leave its content for a later job."""
        self._unlock()
        _at_work.discard(self)
        if self._note is not None:
            self._note.release()

    def remove(self) -> None:
        """Remove it with its content, or leave it to the next job; may be called twice."""
        self._unlock()
        _remove_tree(self.path)
        self._forget()

    def _forget(self) -> None:
        _at_work.discard(self)
        if self._note is not None and not self.path.exists():
            self._note.remove()
        elif self._note is not None:  # a file in it is held open: leave it for `doctor`
            self._note.release()


_at_work: set[WorkFolder] = set()


def _remove_tree(path: Path) -> None:
    """Remove a folder with its content, or leave what cannot be removed."""
    shutil.rmtree(path, ignore_errors=True)
    if os.unlink not in os.supports_dir_fd:
        return
    # That wants two descriptors. Where one is left, files go by their names; through no link.
    with suppress(OSError):
        names = os.listdir(path)
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK)
        try:
            for name in names:
                os.unlink(name, dir_fd=folder)
        finally:
            os.close(folder)
        path.rmdir()


def remove_unfinished() -> None:
    """Remove every folder in which this process works; for a process that ends at once.

    Their owners may still be writing. Waits, but gives up on a disk that does not answer.
    """

    def remove_all() -> None:
        while _at_work:
            for folder in list(_at_work):
                _remove_tree(folder.path)
                if not folder.path.exists():
                    _at_work.discard(folder)

    remover = threading.Thread(target=remove_all, name="remove-unfinished", daemon=True)
    remover.start()
    remover.join(REMOVE_WAIT_S)


def left_folders(target: Path) -> list[Path]:
    """Work folders of jobs for `target`, in use or not."""
    stem = _stem_of(target)
    expression = re.compile(rf"\.{re.escape(stem)}\.[0-9a-f]{{8}}\.part")
    try:
        names = sorted(target.parent.iterdir())
    except OSError:
        return []
    return [path for path in names if expression.fullmatch(path.name) and is_work_folder(path)]


def _stem_of(target: Path) -> str:
    """What the folders of an output are called: its name, or another for each longer one."""
    name = target.name
    whole = os.fsencode(name)
    if len(whole) <= NAME_BYTES:
        return name
    digest = hashlib.sha256(whole).hexdigest()[:_DIGEST_LETTERS]
    return f"{cut_to_bytes(name, NAME_BYTES - _DIGEST_LETTERS - 1)}-{digest}"


def is_work_folder(path: Path) -> bool:
    """Whether a folder has a name of ours, is no link, and belongs to this user alone."""
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
    """Whether other users may enter a folder; where a disk has no modes, write into it."""
    try:
        keeps_modes = not (path / LOCK_NAME).lstat().st_mode & 0o077
    except OSError:
        keeps_modes = True
    return bool(status.st_mode & (0o077 if keeps_modes else 0o022))


def is_moving(path: Path) -> bool:
    """Whether a work folder's files were complete, and only their move was interrupted."""
    token = _token_of(path, _content_of(path / LOCK_NAME))
    return token is not None and _moving_of(path) in (token, token + _OVERWRITE)


def _token_of(path: Path, lock_words: bytes) -> bytes | None:
    """The token in the lock of a work folder; None: it is not of a job of this user."""
    if not is_work_folder(path):
        return None
    parts = lock_words.split(b"\n")
    is_whole = len(parts) == 3 and re.fullmatch(rb"[0-9a-f]{32}", parts[2]) is not None
    return parts[2] if is_whole and parts[1] == os.fsencode(path.name) else None


def _moving_of(path: Path) -> bytes:
    return _content_of(path / MOVING_NAME)


def _content_of(path: Path) -> bytes:
    """Content of a file that is no link and this user's; empty for any other."""
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


def _give_usual_mode(folder: Path) -> None:
    """Set the mode that the system gives new folders of this process, by its umask."""
    usual = folder / ".mode"
    usual.mkdir()
    mode = usual.stat().st_mode
    usual.rmdir()
    folder.chmod(stat.S_IMODE(mode))


def settle_left(path: Path, is_ours: Callable[[str], bool] = lambda name: True) -> None:
    """Remove a work folder that is no longer in use; finish an interrupted move first.

    Args:
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
    # Killed before the lock was made; otherwise it is not empty, and rmdir fails.
    except FileNotFoundError:
        with suppress(OSError):
            path.rmdir()
        return
    except OSError:
        return
    try:
        lock_file(lock)
        owner = _read(lock)
        if owner and (_token_of(path, owner) is None or owner.partition(b"\n")[0] != _machine()):
            return  # some network drives do not share locks
        files = [file for file in path.iterdir() if file.name not in (LOCK_NAME, MOVING_NAME)]
        if files and not owner:  # a process killed before it noted its owner has written nothing
            return
        if not all(is_ours(file.name) and stat.S_ISREG(file.lstat().st_mode) for file in files):
            return
        if is_moving(path):
            move_all(path)
            (path / MOVING_NAME).unlink()
        else:
            for file in files:
                file.unlink()
    except OSError:  # a running job holds the lock, or the folder is not ours to change
        return
    finally:
        os.close(lock)
    with suppress(OSError):
        lock_path.unlink()
        path.rmdir()


def move_all(folder: Path) -> None:
    """Move the content of a folder beside it, as `begin_moving` noted; repeating it is safe.

    Raises:
        FileExistsError: A name was taken, and overwriting was not allowed; the rest stays.
        OSError: The system refuses.
    """
    overwrites = _moving_of(folder).endswith(_OVERWRITE)
    move = os.replace if overwrites else place_new
    for path in sorted(folder.iterdir()):
        if path.name not in (LOCK_NAME, MOVING_NAME):
            move(path, folder.parent / path.name)


def _machine() -> bytes:
    return platform.node().encode()
