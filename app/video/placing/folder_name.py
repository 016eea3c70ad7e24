"""FolderName: a file of a folder that is ours already: whole and safe on the disk, or not there."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from app.video.placing.output_name import explain_os_error


class FolderName:
    """What `OutputName` is beside other people's files; here the newest of a name replaces others.

    Several processes may make the same file at a time: each works under a name of its own.

    Args:
        target: The name that the finished file shall have.

    Attributes:
        temporary: Work goes here.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.temporary = target.with_name(f"{target.stem}.{secrets.token_hex(4)}{target.suffix}")

    def commit(self) -> Path:
        """Give the finished file its name; it outlasts a power cut from here on.

        Raises:
            OutputError: The system refuses.
        """
        return self._place(self.target)

    def commit_partial(self) -> Path:
        """Give the file the name that says that it is not complete."""
        return self._place(self.target.with_name(f"{self.target.stem}.partial{self.target.suffix}"))

    def discard(self) -> None:
        """Remove the temporary file; may be called twice."""
        with suppress(OSError):
            self.temporary.unlink(missing_ok=True)

    def _place(self, target: Path) -> Path:
        try:
            sync(self.temporary)
            os.replace(self.temporary, target)
            sync(target.parent)
        except OSError as error:
            raise explain_os_error(target, error) from error
        return target


def write_safely(path: Path, content: bytes) -> None:
    """Write a small file of a folder that is ours: whole and safe on the disk, or not at all.

    Raises:
        OutputError: The system refuses.
    """
    name = FolderName(path)
    try:
        name.temporary.write_bytes(content)
        name.commit()
    except OSError as error:
        name.discard()
        raise explain_os_error(path, error) from error


def sync(path: Path) -> None:
    """Have the disk keep what was written to a file or folder; where it knows how to."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
