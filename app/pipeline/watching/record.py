"""Record: which files of a watched folder are done, in a small JSON file among the results."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.pipeline.plain_data import plain_of, read_as, read_json
from app.video.placing.output_name import write_safely
from app.video.placing.unfinished import lock_if_possible
from app.video.sink import OutputError

NAME = ".backdrop-watch.json"
LOCK_NAME = ".backdrop-watch.lock"
MOST_BYTES = 64 << 20  # a file takes 250

State = Literal["begun", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Version:
    """What tells one version of a file from another: size in bytes, and when it was changed."""

    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the watched folder.

    Attributes:
        version: The file's, as it was processed.
        state: What became of it.
        output: Where its result is, or was to be.
        reason: Why it failed.
    """

    version: Version
    state: State
    output: Path
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Content:
    files: dict[str, Entry] = field(default_factory=dict)
    format: int = 1


class Record:
    """Reads the record of the folder `out`, and holds its lock until `close`.

    Args:
        out: The folder of the results; it exists.

    Raises:
        OutputError: Another process watches for the same folder, or the record is damaged or cannot
            be read.
    """

    def __init__(self, out: Path) -> None:
        self.path = out / NAME
        self._lock: int | None = _locked(out / LOCK_NAME)
        try:
            self._files = _read(self.path)
        except BaseException:
            self.close()
            raise

    def entry(self, source: Path) -> Entry | None:
        """What is known of a file; None: nothing."""
        return self._files.get(_key(source))

    def failed(self) -> list[str]:
        """Paths of the files that failed and are left alone."""
        return [path for path, entry in self._files.items() if entry.state == "failed"]

    def note(self, source: Path, entry: Entry) -> None:
        """Note a file; `save` writes it down."""
        self._files[_key(source)] = entry

    def forget(self, source: Path) -> None:
        """Take back what was noted of a file."""
        self._files.pop(_key(source), None)

    def save(self) -> None:
        """Write the record: complete on the disk, or not at all.

        Raises:
            OutputError: The system refuses.
        """
        write_safely(self.path, json.dumps(plain_of(_Content(self._files)), indent=1).encode())

    def close(self) -> None:
        """Release the lock; may be called twice."""
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)


def _key(source: Path) -> str:
    return os.path.abspath(source)


def _locked(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OutputError(
                f"{path} is a link, and the lock must be a file; delete the link"
            ) from error
        raise OutputError(
            f"{path.parent} could not be written ({error.strerror}); choose a folder you may "
            "write to"
        ) from error
    try:
        lock_if_possible(file)
    except BlockingIOError:
        os.close(file)
        raise OutputError(
            f"another process watches a folder and writes to {path.parent}; end it, or choose "
            "another folder for the results"
        ) from None
    return file


def _read(path: Path) -> dict[str, Entry]:
    try:
        return dict(read_as(_Content, read_json(path, most_bytes=MOST_BYTES)).files)
    except FileNotFoundError:
        if path.is_symlink():  # to a disk that is not there now, perhaps
            raise OutputError(
                f"{path} says which files are done, and is a link to a file that is not there; "
                "bring that back, or delete the link: then all files are done again"
            ) from None
        return {}
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OutputError(
            f"{path} says which files are done, and could not be read ({reason}); mend it, or "
            "rename it: then all files are done again"
        ) from error
