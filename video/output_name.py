"""OutputName: work under a temporary name beside the target, renamed when it is done."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from video.sink import OutputError
from video.work_folder import WorkFolder, cut_to_bytes


def explain_os_error(path: Path, error: OSError | Exception) -> OutputError:
    """The sentence for an operating-system error while writing `path`."""
    number = getattr(error, "errno", None)
    reason = getattr(error, "strerror", None) or str(error)
    if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        sentence = f"{path} could not be written, the disk is full ({reason}); free some space."
    elif number in (errno.EACCES, errno.EPERM, errno.EROFS):
        sentence = f"{path} could not be written ({reason}); choose a folder you may write to."
    elif number in (errno.ENOENT, errno.ENOTDIR):
        sentence = f"{path} could not be written, there is no folder {path.parent}; make it first."
    else:
        sentence = f"{path} could not be written ({reason}); check the disk and the name."
    return OutputError(sentence)


def partial_name(stem: Path, suffix: str = "") -> Path:
    """A name that nothing has yet, and that says that the work is not complete.

    Args:
        stem: Folder and name without the ending.
        suffix: The ending, with its dot; empty for a folder.
    """
    number = 0
    while True:
        mark = ".partial" if number == 0 else f".partial-{number}"
        path = stem.with_name(f"{cut_to_bytes(stem.name, 200)}{mark}{suffix}")
        if not path.exists():
            return path
        number += 1


class OutputName:
    """Reserves a place for an output file.

    Args:
        target: The name the finished file shall have.
        overwrite: Whether a file of that name may be replaced.

    Attributes:
        temporary: Work goes here: a file that does not exist yet, in a hidden folder of its own.

    Raises:
        OutputError: The target exists, is a directory, or its folder cannot be written to.
    """

    def __init__(self, target: Path, *, overwrite: bool) -> None:
        self.target = target
        self._overwrite = overwrite
        self._check_free()
        name = f"result{target.suffix}"
        try:
            self._folder = WorkFolder(target, is_ours=lambda other: other == name)
        except OSError as error:
            raise explain_os_error(target, error) from error
        self.temporary = self._folder.path / name

    def _check_free(self) -> None:
        if self.target.is_dir():
            raise OutputError(f"{self.target} is a folder; name a file in it.")
        if self.target.exists() and not self._overwrite:
            raise OutputError(
                f"{self.target} exists already; "
                "choose another name, or allow overwriting (--overwrite)."
            )

    def commit(self) -> Path:
        """Give the finished file its name.

        Raises:
            OutputError: The name was taken meanwhile, or the system refuses. The work is not
                lost: the message tells the name under which it was kept.
        """
        try:
            self._check_free()
            os.replace(self.temporary, self.target)
        except OSError as error:
            reason = error if isinstance(error, OutputError) else None
            kept = self.commit_partial()
            sentence = str(reason or explain_os_error(self.target, error)).removesuffix(".")
            raise OutputError(f"{sentence}; meanwhile the result is {kept.name}.") from error
        self._folder.remove()
        return self.target

    def commit_partial(self) -> Path:
        """Give the file a free name that says that it is not complete."""
        path = partial_name(self.target.with_suffix(""), self.target.suffix)
        try:
            os.replace(self.temporary, path)
        except OSError as error:
            raise explain_os_error(path, error) from error
        self._folder.remove()
        return path

    def discard(self) -> None:
        """Remove the temporary file; may be called twice."""
        self._folder.remove()
