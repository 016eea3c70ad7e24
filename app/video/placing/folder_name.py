"""FolderName: writes a file in a folder of our own: complete on the disk, or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from app.video.placing.output_name import explain_os_error


class FolderName:
    """The counterpart of `OutputName` for our own folders; here the newest file replaces others.

    Several processes may write the same file at a time: each works under a name of its own.

    Args:
        target: Name of the finished file.

    Attributes:
        temporary: Path to write to.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.temporary = target.with_name(f"{target.stem}.{secrets.token_hex(4)}{target.suffix}")

    def commit(self) -> Path:
        """Give the finished file its name; from here on it survives a power cut.

        Raises:
            OutputError: The system refuses.
        """
        return self._place(self.target)

    def commit_partial(self) -> Path:
        """Give the file a name that marks it as incomplete."""
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
    """Write a small file in a folder of our own: complete and safe on the disk, or not at all.

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
    """Flush a file or folder to the disk, where the system supports that."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
