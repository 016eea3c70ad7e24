"""WatchFolder: processes each film and picture that arrives in a folder, once.

It looks again and again: systems report changes in ways of their own, and none reports those that
another computer makes on a network drive.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal

from app.messages import sentence_of
from app.pipeline.engines import EngineFactory, open_engine_for
from app.pipeline.jobs.events import Cancelled, Done, Event, Failed
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.plan import files_of_background, make_folder, matte_names, output_names
from app.pipeline.jobs.queue import JobQueue
from app.pipeline.plain_data import plain_of, read_as, read_json
from app.video.files.damage import is_cut_short
from app.video.files.file_identity import FileIdentity, file_identities
from app.video.files.inputs import VIDEO_SUFFIXES
from app.video.files.still import PICTURE_SUFFIXES
from app.video.placing.output_name import write_safely
from app.video.placing.placing import free_names
from app.video.placing.unfinished import lock_if_possible
from app.video.sink import OutputError
from app.video.source import SourceError
from app.video.undo import or_undo

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
        output: Where its result is, or was to be.
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

    Attributes:
        files: What is known of each file, by its absolute path; `save` writes it down.

    Raises:
        OutputError: Another process watches for the same folder, or the record is damaged or cannot
            be read.
    """

    def __init__(self, out: Path) -> None:
        self.path = out / NAME
        self._lock: int | None = _locked(out / LOCK_NAME)
        with or_undo(self.close):
            self.files = _read(self.path)

    def save(self) -> None:
        """Write the record: complete on the disk, or not at all.

        Raises:
            OutputError: The system refuses.
        """
        write_safely(self.path, json.dumps(plain_of(_Content(self.files)), indent=1).encode())

    def close(self) -> None:
        """Release the lock; may be called twice."""
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)


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


_SUFFIXES = VIDEO_SUFFIXES | PICTURE_SUFFIXES


def scan(folder: Path, *, with_subfolders: bool, without: set[FileIdentity]) -> dict[Path, Version]:
    """Films and pictures below `folder`; hidden ones and links to folders are left out.

    Args:
        without: Files and folders to leave out.

    Raises:
        OSError: The folder cannot be read.
    """
    found: dict[Path, Version] = {}
    with os.scandir(folder) as entries:
        waiting = [*entries]
    while waiting:
        entry = waiting.pop()
        if entry.name.startswith("."):
            continue
        with suppress(OSError):  # it went away, or may not be read
            if entry.is_dir(follow_symlinks=False):
                status = os.stat(entry.path)
                if with_subfolders and (status.st_dev, status.st_ino) not in without:
                    with os.scandir(entry.path) as inner:
                        waiting += inner
                continue
            if os.path.splitext(entry.name)[1].lower() not in _SUFFIXES:
                continue
            status = os.stat(entry.path)
            is_file = stat.S_ISREG(status.st_mode)
            if is_file and (status.st_dev, status.st_ino) not in without:
                found[Path(entry.path)] = Version(status.st_size, status.st_mtime_ns)
    return found


SCAN_EVERY_S = 2.0
# For so long size and time of change must stay: a network drive may show the size of a growing
# file seconds late.
SETTLE_S = 5.0


@dataclass(eq=False)
class WatchFolder:
    """Call `step` again and again, on one thread; it never waits for a job.

    Args:
        first: The job of each, but for its input and output. Here its input is the folder where
            films and pictures arrive, its output where results go, in the same subfolders.
        on_event: Receives the events of the jobs, as from `JobQueue`.
        say: Receives a sentence about a file or a folder.
        names_mattes: Each result is named as the matte of its source, see `make_matte_plan`.
        clock: Seconds that never go back.

    Attributes:
        queue: Its jobs, one at a time.
        was_cut_short: A job was cancelled.

    Raises:
        SourceError: There is no such folder.
        OutputError: The results cannot go where they are to go, see `Record`.
    """

    first: JobSpec
    on_event: Callable[[Job, Event], None]
    say: Callable[[Path, str], None]
    _: KW_ONLY
    with_subfolders: bool = False
    names_mattes: bool = False
    clock: Callable[[], float]
    engine_factory: EngineFactory = open_engine_for

    def __post_init__(self) -> None:
        self._folder, self._out = self.first.input, self.first.output
        _check(self._folder, self._out)
        self._record = Record(self._out)
        self._since_s: dict[Path, tuple[Version, float]] = {}  # each file has been as it is
        self._scan_due_s = self.clock()
        self._ready: list[tuple[Path, Version]] = []
        self._running: tuple[Path, Entry] | None = None
        self._ends: SimpleQueue[Done | Cancelled | Failed] = SimpleQueue()
        self._told: dict[Path, Version] = {}  # files of which it was said that they are incomplete
        self._is_saved = True
        self._trouble = ""  # of the folder or the record, as it was said
        self.was_cut_short = False
        self.queue = JobQueue(self._pass_on, engine_factory=self.engine_factory)
        if left := [path for path, one in self._record.files.items() if one.state == "failed"]:
            names = ", ".join(Path(path).name for path in left[:3])
            more = f" and {len(left) - 3} more" if len(left) > 3 else ""
            self.say(
                self._folder,
                f"{names}{more} failed before; a file is tried again once it changes (touch it).",
            )

    def step(self) -> None:
        """Note what has ended, look at the folder if it is time, and begin the next file."""
        self._note_end()
        now_s = self.clock()
        if now_s >= self._scan_due_s:
            self._scan_due_s = now_s + SCAN_EVERY_S
            self._ready = self._look(now_s)
            if not self._is_saved:
                self._save()
        while self._running is None and self._ready:
            path, version = self._ready.pop(0)
            if self._is_complete(path, version):
                self._begin(path, version)
        self.queue.expects_more = any(self._told.get(path) != seen for path, seen in self._ready)

    def close(self) -> None:
        """Cancel the running job, wait for it, and note its end; may be called twice."""
        self.queue.close()
        self._note_end()
        self._record.close()

    def _pass_on(self, job: Job, event: Event) -> None:
        self.on_event(job, event)
        if isinstance(event, Done | Cancelled | Failed):
            self._ends.put(event)

    def _look(self, now_s: float) -> list[tuple[Path, Version]]:
        """The files that have settled and are not done, those that settled first before others."""
        without = _left_out(self.first)  # anew: who moves one of them away may make it again
        try:
            found = scan(self._folder, with_subfolders=self.with_subfolders, without=without)
        except OSError as error:
            self._tell_trouble(
                f"{self._folder} cannot be read ({error.strerror}); it is watched again as soon as "
                "it is back."
            )
            return []
        if self._is_saved:
            self._trouble = ""
        known = self._since_s
        self._since_s = {
            path: known[path] if path in known and known[path][0] == version else (version, now_s)
            for path, version in found.items()
        }
        settled = [
            (since_s, path)
            for path, (version, since_s) in self._since_s.items()
            if version.size and now_s - since_s >= SETTLE_S and not self._is_known(path, version)
        ]
        return [(path, found[path]) for _, path in sorted(settled)]

    def _is_known(self, path: Path, version: Version) -> bool:
        if self._running is not None and self._running[0] == path:
            return True
        entry = self._record.files.get(os.path.abspath(path))
        if entry is None or entry.version != version:
            return False
        # The process ended before it could note the end: results appear whole or not at all.
        return entry.state != "begun" or os.path.lexists(entry.output)

    def _is_complete(self, path: Path, version: Version) -> bool:
        if has_writer(path):
            return False
        try:
            if not is_cut_short(path):
                return True
            what = "is not complete: it is shorter than it says itself, or has no index"
        except FileNotFoundError:
            return False
        except OSError as error:
            what = f"cannot be read ({error.strerror})"
        if self._told.get(path) != version:
            self._told[path] = version
            self.say(path, f"{path.name} {what}; it waits until that changes.")
        return False

    def _begin(self, path: Path, version: Version) -> None:
        target = self._free_target(path)
        entry = Entry(version, "begun", Path(os.path.abspath(target)))
        before = dict(self._record.files)
        self._record.files[os.path.abspath(path)] = entry
        if not self._save():  # otherwise it would be done again after a restart
            self._record.files = before
            return
        self._running = path, entry
        self.queue.add(self.first.of(path, target, among_films=True))

    def _free_target(self, path: Path) -> Path:
        first, folder = self.first, self._out / path.relative_to(self._folder).parent
        with suppress(OSError):  # the job says what is wrong with it
            folder.mkdir(parents=True, exist_ok=True)
        if self.names_mattes:
            (wanted,) = matte_names([path], folder, first.codec)
        else:
            (wanted,) = output_names([path], folder, first.content, first.codec)
        for name in free_names(wanted):
            made = (name, replace(first, output=name).matte)
            if not any(one is not None and os.path.lexists(one) for one in made):
                return name
        raise AssertionError("names never end")

    def _note_end(self) -> None:
        try:
            event = self._ends.get_nowait()
        except Empty:
            return
        assert self._running is not None
        (path, entry), files = self._running, self._record.files
        key = os.path.abspath(path)
        self._running = None
        match event:
            case Cancelled():
                self.was_cut_short = True
                files.pop(key, None)
            case Failed() if not event.is_complete:
                files[key] = replace(entry, state="failed", reason=str(event.message))
            case _:
                output = None if event.report is None else event.report.output
                files[key] = replace(entry, state="done", output=output or entry.output)
        self._save()

    def _save(self) -> bool:
        try:
            self._record.save()
        except OSError as error:
            self._is_saved = False
            self._tell_trouble(f"{sentence_of(error)} Until then no file is begun.")
            return False
        self._is_saved = True
        return True

    def _tell_trouble(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            self.say(self._folder, sentence)


def _check(folder: Path, out: Path) -> None:
    if not folder.is_dir():
        raise SourceError(f"{folder} is no folder; name the folder that is to be watched")
    if file_identities(folder) & file_identities(out):
        raise OutputError(
            f"{out} is the watched folder itself, where results would count as arrivals; "
            "choose another folder"
        )
    make_folder(out)


def _left_out(first: JobSpec) -> set[FileIdentity]:
    """What is no arrival: the folder of the results, and the files of the background."""
    settings = first.settings
    background = settings.background.path
    shown = files_of_background(background) if background is not None else ()
    return file_identities(first.output, background, settings.empty_room, *shown)


_WRITES = os.O_WRONLY | os.O_RDWR
_SHARING_VIOLATION = 32  # Windows: somebody has it open in a way that this opening does not allow


def has_writer(path: Path) -> bool:
    """Whether a process has `path` open for writing.

    Linux tells of this user's processes, and root of all; Windows of any; macOS of none, and no
    system of those on another computer. False also means "not known".
    """
    if sys.platform == "win32":
        return _is_denied_on_windows(path)
    if sys.platform == "linux":
        return _is_open_on_linux(path)
    return False


def _is_open_on_linux(path: Path) -> bool:
    # A lease would be quicker, but network drives refuse one as if there were a writer.
    wanted = os.path.realpath(path)
    for process in _numbers("/proc"):
        for file in _numbers(f"/proc/{process}/fd"):
            # Comparing names opens nothing: another process' file may lie on a disk that hangs.
            with suppress(OSError):  # closed meanwhile
                if os.readlink(f"/proc/{process}/fd/{file}") != wanted:
                    continue
                words = Path(f"/proc/{process}/fdinfo/{file}").read_text().split()
                if int(words[words.index("flags:") + 1], 8) & _WRITES:
                    return True
    return False


def _numbers(folder: str) -> Iterator[str]:
    with suppress(OSError):  # it ended meanwhile, or is another user's
        yield from filter(str.isdecimal, os.listdir(folder))


def _is_denied_on_windows(path: Path) -> bool:
    """Open it while refusing writers: the system fails that if there is one."""
    windll = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    create, close = windll.CreateFileW, windll.CloseHandle
    create.restype = ctypes.c_void_p
    create.argtypes = [ctypes.c_wchar_p, *[ctypes.c_uint32] * 2, ctypes.c_void_p]
    create.argtypes += [*[ctypes.c_uint32] * 2, ctypes.c_void_p]
    close.argtypes = [ctypes.c_void_p]
    generic_read, share_read, open_existing = 0x8000_0000, 1, 3
    handle = create(str(path), generic_read, share_read, None, open_existing, 0, None)
    if handle in (None, ctypes.c_void_p(-1).value):
        return ctypes.get_last_error() == _SHARING_VIOLATION  # type: ignore[attr-defined]
    close(handle)
    return False
