"""Recovery: what a crash, a kill or a power cut left behind, and how to finish or remove it."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from av.error import FFmpegError

from app.video.placing.placing import place_free
from app.video.placing.unfinished import UnfinishedWork, claimed, forget, left_behind
from app.video.placing.work_folder import is_moving, is_work_folder, settle_left
from app.video.recording.fragmented_mp4 import cut_to_whole_fragments, remux_to_plain
from app.video.recording.summary import RecordingError

KEPT_S = 86_400.0  # a day: time for the user to look at what a killed job had done


@dataclass(frozen=True, slots=True)
class LeftoverFolder:
    """A hidden folder of a killed job.

    Attributes:
        target: The output that it was made for.
        is_removed: It was old enough to remove, and was removed.
    """

    path: Path
    target: Path
    size_bytes: int
    is_removed: bool


def finish_sequences() -> list[Path]:
    """Finish the interrupted move of numbered pictures; returns their patterns.

    All pictures were complete: only the last step is made up for, with the permissions of its job.
    """
    finished = []
    for left in _left_work():
        if is_moving(left.path):
            with suppress(OSError), claimed(left.note):
                settle_left(left.path)
            if not left.path.exists():
                finished.append(left.target)
                forget(left)
    return finished


def tidy_leftovers(*, now_s: float | None = None) -> list[LeftoverFolder]:
    """Find what killed jobs left, wherever they wrote; remove what is older than a day.

    Args:
        now_s: As `time.time`, for tests.
    """
    finish_sequences()
    now_s = time.time() if now_s is None else now_s
    found = []
    for left in _left_work():
        files = _files_of(left.path)
        changed_s = max((status.st_mtime for status in files), default=0.0)
        if now_s - changed_s > KEPT_S:
            with suppress(OSError), claimed(left.note):
                settle_left(left.path)
        is_removed = not left.path.exists()
        if is_removed:
            forget(left)
        size_bytes = sum(status.st_size for status in files)
        found.append(LeftoverFolder(left.path, left.target, size_bytes, is_removed))
    return found


def left_recordings() -> list[Path]:
    """Recordings that were cut short: they play, and `finish_recording` makes them whole."""
    found = []
    for left in left_behind():
        if left.kind == "recording":
            if _is_own_file(left.path) and _is_fragmented(left.path):
                found.append(left.path)
            else:  # whole already, or another file by now
                forget(left)
    return found


def finish_recording(path: Path) -> Path:
    """Make an ordinary MP4 of a recording that was cut short; returns its new name.

    That is the requested name, or the next free one. Only the fragments themselves are replaced,
    and only by the whole file.

    Raises:
        RecordingError: It cannot be done; one sentence says why. The fragments are unchanged.
    """
    noted = [left for left in left_behind() if _is_same(left.path, path)]
    if not os.path.isfile(path):
        raise RecordingError("there is no file {path}; check the path", path=path)
    if not _is_fragmented(path):
        raise RecordingError(
            "{path} is not an interrupted recording; there is nothing to do", path=path
        )
    if not noted:
        return _finish(path, path)
    try:
        with claimed(noted[0].note):
            finished = _finish(path, noted[0].target)
    except BlockingIOError:
        raise RecordingError(
            "{path} is being finished by another program; wait for it", path=path
        ) from None
    forget(noted[0])
    return finished


def _finish(path: Path, target: Path) -> Path:
    def place(finished: Path) -> Path:
        if _is_same(path, target):
            os.replace(finished, path)
            return path
        return place_free(finished, target)

    try:
        with open(path, "r+b") as file:
            if not cut_to_whole_fragments(file):
                raise RecordingError(
                    "{path} ends before its first second; there is no picture", path=path
                )
        result = remux_to_plain(path, place, beside=path)
        if not _is_same(result, path):
            path.unlink()
    except RecordingError:
        raise
    except (OSError, FFmpegError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordingError(
            "{path} could not be finished ({reason}); free some space, or check the disk",
            path=path,
            reason=reason,
        ) from error
    return result


def _left_work() -> Iterator[UnfinishedWork]:
    for left in left_behind():
        if left.kind == "work":
            if is_work_folder(left.path):
                yield left
            else:
                forget(left)


def _files_of(folder: Path) -> list[os.stat_result]:
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(OSError):
                found.append(path.stat())
    return found


def _is_same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _is_own_file(path: Path) -> bool:
    """Whether it is this user's and no link: in a shared folder it may have been replaced."""
    with suppress(OSError):
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and (os.name == "nt" or status.st_uid == os.geteuid())
    return False


def _is_fragmented(path: Path) -> bool:
    """Whether a file is a fragmented MP4: its first movie box announces fragments."""
    with suppress(OSError), open(path, "rb") as file:
        head = file.read(65_536)
        return head[4:8] == b"ftyp" and b"mvex" in head
    return False
