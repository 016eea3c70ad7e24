"""How a recording goes (RecordingStatus) and ended (RecordingSummary), in figures and sentences."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.messages import Message, SentenceError
from app.video.placing.output_name import words_of

# Kept free, so that the file's end and other programs have space.
RESERVED_BYTES = 64 * 10**6

StopReason = Literal["user", "disk", "error"]


class RecordingError(SentenceError, OSError):
    """A recording cannot be begun; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class RecordingSummary:
    """The file is whole and closed. Every recording ends with this event.

    Attributes:
        path: The playable file; it does not exist if `frames` is 0.
        sentence: For people.
        dropped_frames: Lost because the encoder could not keep up.
        duration_s: Without pauses.
        is_plain: An ordinary MP4; False: still fragmented, as after a full disk.
    """

    path: Path
    reason: StopReason
    sentence: str
    frames: int
    dropped_frames: int
    duration_s: float
    is_plain: bool


@dataclass(frozen=True, slots=True)
class RecordingStatus:
    """A recording in progress.

    Attributes:
        path: The file, playable at any moment.
        elapsed_s: Recorded time without pauses.
        file_bytes: Size so far.
        dropped_frames: Lost because the encoder could not keep up.
        quality_level: 0 is full quality; each step encodes faster and coarser.
        sound_peak: The loudest sample of the newest sound, 0 to 1; None: there is no sound.
    """

    path: Path
    elapsed_s: float
    file_bytes: int
    free_bytes: int
    dropped_frames: int
    quality_level: int
    is_paused: bool
    sound_peak: float | None = None


def check_recording_path(path: Path, *, overwrite: bool) -> None:
    """Raise `RecordingError` for problems that are known before the first picture."""
    if path.suffix.lower() not in (".mp4", ".m4v", ".mov"):
        raise RecordingError(
            "{path}: a recording is an MP4 file; give it a name that ends in .mp4", path=path
        )
    if not path.parent.is_dir():
        raise RecordingError(
            "{path}: the folder {folder} does not exist; make it first",
            path=path,
            folder=path.parent,
        )
    if os.path.lexists(path) and not overwrite:
        raise RecordingError(
            "{path} exists already; choose another name or ask to overwrite it", path=path
        )
    if path.is_dir():
        raise RecordingError("{path} is a folder; give the name of a file in it", path=path)
    if path.exists() and not path.is_file():
        raise RecordingError(
            "{path} is a pipe or a device; give the name of an ordinary file", path=path
        )
    if free_bytes_beside(path) < RESERVED_BYTES:
        raise RecordingError(
            "{path}: less than {size} MB are free there; free some space, "
            "or record to another disk",
            path=path,
            size=RESERVED_BYTES // 10**6,
        )


def free_bytes_beside(path: Path) -> int:
    """Free space on the disk of a file; 0 if unknown."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return 0


def summary_sentence(
    path: Path,
    reason: StopReason,
    trouble: Exception | None,
    duration_s: float,
    *,
    has_file: bool,
    asked: Path,
) -> str:
    """The sentence about the end of a recording that was requested as `asked`."""
    if not has_file:
        why = Message("no picture came in time") if trouble is None else words_of(trouble)
        return Message("Nothing was recorded: {why}.", why=why)
    kept = Message("{path} holds {duration:.1f} s", path=path, duration=duration_s)
    if path != asked:
        kept = Message(
            "{path} holds {duration:.1f} s, and {name} was not replaced",
            path=path,
            duration=duration_s,
            name=asked.name,
        )
    if reason == "disk":
        return Message(
            "The disk is full, so the recording stopped; {kept} and plays. Free some space.",
            kept=kept,
        )
    if reason == "error" and not os.path.exists(path):
        return Message(
            "The recording stopped: {path} no longer exists. Was its folder moved or "
            "removed, or its disk disconnected?",
            path=path,
        )
    if reason == "error" and trouble is not None:
        return Message(
            "The recording stopped ({reason}); {kept}.", reason=words_of(trouble), kept=kept
        )
    return Message("{kept}.", kept=kept)
