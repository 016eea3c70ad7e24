"""WorkFolder: where an output is made, beside its place; what killed jobs left there goes.

A killed process cannot tidy up, so its successor does, and must not take a job that still runs for
a dead one. So each folder holds a file with a lock on it.
"""

from __future__ import annotations

import os
import platform
import re
import secrets
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from video.placing.placing import cut_to_bytes, place_first_free, place_new
from video.placing.unfinished import Note, lock_file

LOCK_NAME = ".backdrop-lock"
MOVING_NAME = ".backdrop-moving"  # all is done, and its files are on their way to their names
REMOVE_WAIT_S = 1.0  # a disk that hangs shall not keep the program from ending
NAME_BYTES = 60  # of the output's name in the folder's: room for the rest, in Windows' 260 too


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
        if adopted is not None:
            self._adopt(adopted, target)
            return
        _remove_left(target.parent, stem, is_ours)
        while True:
            self.path = target.with_name(f".{stem}.{secrets.token_hex(4)}.part")
            self.path.mkdir()
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
        """
        self.path = path
        self._lock = os.open(path / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            lock_file(self._lock)
        except BlockingIOError:
            self._unlock()
            raise
        except OSError:  # some network drives know no locks
            pass
        _at_work.add(self)
        self._note = Note("work", path, target)

    def _is_locked(self) -> bool:
        """Lock the new folder; False if another process took it for a left one meanwhile."""
        path = self.path / LOCK_NAME
        try:
            self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except FileNotFoundError:  # removed while it was empty
            return False
        os.write(self._lock, _machine())
        try:
            lock_file(self._lock)
        except BlockingIOError:
            self._unlock()
            return False
        except OSError:  # some network drives know no locks; so it is no machine's, and stays
            os.write(self._lock, b", without a lock")
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
        (self.path / MOVING_NAME).write_text("overwrite" if overwrite else "")

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
    """Whether a folder is named as one of ours, and is no link to another."""
    return (
        re.fullmatch(r"\..+\.[0-9a-f]{8}\.part", path.name) is not None
        and path.is_dir()
        and not path.is_symlink()
    )


def is_moving(path: Path) -> bool:
    """Whether all in a work folder was done, and only its move to its names was cut short."""
    return (path / MOVING_NAME).is_file()


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
        lock = os.open(lock_path, os.O_RDWR)
    except FileNotFoundError:  # killed between making the folder and its lock; else it is not empty
        with suppress(OSError):
            path.rmdir()
        return
    except OSError:
        return
    try:
        lock_file(lock)
        owner = os.read(lock, 1000)
        if owner not in (_machine(), b""):  # not every network drive carries locks over
            return
        files = [file for file in path.iterdir() if file.name not in (LOCK_NAME, MOVING_NAME)]
        if files and not owner:  # who is killed before saying who they are has written nothing yet
            return
        if not all(is_ours(file.name) and file.is_file() for file in files):
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
    overwrites = (folder / MOVING_NAME).read_text() == "overwrite"
    move = os.replace if overwrites else place_new
    for path in sorted(folder.iterdir()):
        if path.name not in (LOCK_NAME, MOVING_NAME):
            move(path, folder.parent / path.name)


def _remove_files(files: Iterable[Path]) -> None:
    for file in files:
        file.unlink()


def _machine() -> bytes:
    return platform.node().encode()
