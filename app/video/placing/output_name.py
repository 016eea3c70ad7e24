"""OutputName: a temporary name beside the target, renamed when the work is done."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from av.error import FFmpegError

from app.messages import Message, inner, marked
from app.video.placing.placing import partial_names, place_first_free, place_free, place_new
from app.video.placing.work_folder import WorkFolder
from app.video.sink import OutputError

NOT_ENCODED = marked("{path} could not be written: {reason}; choose another codec or size.")
NOT_WRITTEN = marked("{path} could not be written ({reason}); check the disk and the name.")
FULL = marked("{path} could not be written, the disk is full ({reason}); free some space.")
FORBIDDEN = marked("{path} could not be written ({reason}); choose a folder you may write to.")
NO_FOLDER = marked("{path} could not be written, there is no folder {folder}; make it first.")
SENTENCES: dict[int | None, str] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), FORBIDDEN),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), NO_FOLDER),
}


def words_of(error: Exception) -> str:
    """An error's text without Python's and libav's own decoration."""
    words = getattr(error, "strerror", None) or inner(str(error))
    if isinstance(error, FFmpegError) and not isinstance(error, OSError):
        # Not an error of the disk: libav's encoders say this of pictures that they do not accept.
        return Message("the encoder does not take these pictures ({words})", words=words)
    filename = getattr(error, "filename", None)
    return f"{filename}: {words}" if filename and isinstance(error, OSError) else words


def explain_os_error(path: Path, error: OSError | Exception) -> OutputError:
    """The sentence for an operating-system error while writing `path`."""
    reason = getattr(error, "strerror", None) or str(error)
    if isinstance(error, FFmpegError) and not isinstance(error, OSError):
        sentence, reason = NOT_ENCODED, words_of(error)
    else:
        sentence = SENTENCES.get(getattr(error, "errno", None), NOT_WRITTEN)
    return OutputError(sentence, path=path, reason=reason, folder=path.parent)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an error of system or libav, while `path` is written, into the sentence about it."""
    try:
        yield
    except OutputError:
        raise
    except (FFmpegError, OSError) as error:
        raise explain_os_error(path, error) from error


def check_free(path: Path, *, overwrite: bool) -> None:
    """Refuse a name that cannot become an output's.

    Raises:
        OutputError: It is taken and may not be replaced, or is no file's.
    """
    if path.is_dir():
        raise OutputError("{path} is a folder; name a file in it.", path=path)
    if os.path.lexists(path) and not overwrite:
        raise taken(path)
    if path.exists() and not path.is_file():
        raise OutputError("{path} is a pipe or a device; name an ordinary file.", path=path)


def taken(path: Path) -> OutputError:
    """The error for an output that exists and may not be replaced."""
    return OutputError(
        "{path} exists already; choose another name, or allow overwriting (--overwrite).", path=path
    )


class OutputName:
    """Reserves a place for an output file.

    Args:
        target: Name of the finished file.
        overwrite: Whether a file of that name may be replaced.
        takes_free: Accept the next free name as well, see `commit_free`.

    Attributes:
        temporary: Path to write to: it does not exist yet, in a hidden folder of its own.

    Raises:
        OutputError: The target exists, is a directory, or its folder cannot be written to.
    """

    def __init__(self, target: Path, *, overwrite: bool, takes_free: bool = False) -> None:
        self.target = target
        self._overwrite = overwrite
        if not takes_free:
            check_free(target, overwrite=overwrite)
        name = f"result{target.suffix}"
        with explained(target):
            self._folder = WorkFolder(target, is_ours=lambda other: other == name)
        self.temporary = self._folder.path / name

    def commit(self) -> Path:
        """Give the finished file its name; without `overwrite` nothing is ever replaced.

        Raises:
            OutputError: The name was taken meanwhile, or the system refuses. The work is kept:
                message and `kept` tell its name.
        """
        try:
            if self._overwrite:
                os.replace(self.temporary, self.target)
            else:
                place_new(self.temporary, self.target)
        except OSError as error:
            if isinstance(error, FileExistsError):
                sentence = Message(
                    "{path} appeared meanwhile and was not replaced", path=self.target
                )
            else:
                sentence = inner(str(explain_os_error(self.target, error)))
            kept = self.commit_free()
            raise OutputError(
                "{sentence}; the result is {name}.", sentence=sentence, name=kept.name, kept=kept
            ) from error
        self._folder.remove()
        return self.target

    def commit_free(self) -> Path:
        """Give the finished file its name or, if that is taken, the next free one."""
        with explained(self.target):
            path = place_free(self.temporary, self.target)
        self._folder.remove()
        return path

    def commit_partial(self) -> Path:
        """Give the file a free name that marks it as incomplete."""
        names = partial_names(self.target.with_suffix(""), self.target.suffix)
        with explained(self.target):
            path = place_first_free(self.temporary, names)
        self._folder.remove()
        return path

    def discard(self) -> None:
        """Remove the temporary file; may be called twice."""
        self._folder.remove()


class FolderName:
    """The counterpart of `OutputName` for our own folders; here the newest file replaces others.

    Several processes may write the same file at a time: each works under a name of its own.

    Args:
        target: Name of the finished file.
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
        with explained(target):
            sync(self.temporary)
            os.replace(self.temporary, target)
            sync(target.parent)
        return target


def write_safely(path: Path, content: bytes) -> None:
    """Write a small file in a folder of our own: complete and safe on the disk, or not at all.

    Raises:
        OutputError: The system refuses.
    """
    name = FolderName(path)
    try:
        with explained(path):
            name.temporary.write_bytes(content)
        name.commit()
    except OSError:
        name.discard()
        raise


def sync(path: Path) -> None:
    """Flush a file or folder to the disk, where the system supports that."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
