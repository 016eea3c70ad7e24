"""Run the program once, warm or fresh, watch it, send it signals, and say how it ended."""

from __future__ import annotations

import json
import math
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attack import fork_server
from attack.fork_server import READY, ROOT

MAIN = ROOT / "main.py"
LOOK_EVERY_S = 0.05
GUARD_KIB = 3 * 2**20  # beyond it a process is killed: the machine is others' too
SAY_STACKS_S = 1.0
SECRET = "s3cr3t-w0rd"  # of addresses: in nothing that the program says

# What a fresh process runs: it says when it is there, for an interpreter that is only just
# starting can neither be stopped politely nor say anything.
FRESH = """
import faulthandler, os, runpy, signal, sys
program, stacks = sys.argv[1:3]
file = open(stacks, "ab", buffering=0)
faulthandler.enable(file=file)
faulthandler.register(signal.SIGUSR1, file=file)
sys.argv = [program, *sys.argv[3:]]
sys.path[0] = os.path.dirname(program)
file.write(b"ready\\n")
try:
    runpy.run_path(program, run_name="__main__")
finally:
    file.write(b"over\\n")
"""


@dataclass(frozen=True, slots=True)
class Signals:
    """What is sent, and when.

    Attributes:
        names: Such as "SIGINT", one after the other.
        after_s: Before the first.
        gaps_s: Before each that follows.
    """

    names: tuple[str, ...]
    after_s: float
    gaps_s: tuple[float, ...] = ()

    @property
    def are_polite(self) -> bool:
        """None of them takes the choice away."""
        return "SIGKILL" not in self.names

    def __str__(self) -> str:
        return f"{', '.join(self.names)} from {self.after_s:.3f} s on"


@dataclass(frozen=True, slots=True)
class Call:
    """One run of the program.

    Attributes:
        arguments: Behind `main.py`.
        folder: Its working folder.
        signals: None: it is left to end by itself.
        fresh: A process of its own from the interpreter's start; else a fork of a warm one.
        environment: Added to the usual one; only for fresh processes. None removes a variable.
        prepare: Called in a fresh child before the program starts, for limits.
        meanwhile: Called once after so many seconds, unless it has ended by then.
        touch: The seconds of signals and `meanwhile` count from when a file of the folder is
            about to be touched for this time, and the program is held there; 0: from the start.
            For forks only.
        limit_s: It hangs if it is not done by then, counted from the last signal; longer where
            others keep the machine busy.
        program: What is run instead of `main.py`, to see what the attack itself catches.
    """

    arguments: tuple[str, ...]
    folder: Path
    signals: Signals | None = None
    fresh: bool = False
    environment: Mapping[str, str | None] = field(default_factory=dict)
    prepare: Callable[[], None] | None = None
    meanwhile: tuple[float, Callable[[], None]] | None = None
    touch: int = 0
    limit_s: float = 600.0
    program: Path = MAIN


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended.

    Attributes:
        status: Of the exit; minus the signal's number if one ended it; None: it hung.
        out, err: What it said, undecodable bytes replaced.
        peak_kib: The most memory it had.
        seconds: Wall time.
        stacks: Where its threads stood when it crashed or hung.
    """

    status: int | None
    out: str
    err: str
    peak_kib: int
    seconds: float
    stacks: str = ""


class Launcher:
    """Starts runs, one at a time; holds the warm process. Used by one thread.

    Args:
        folder: For what runs say, and for a home of their own; made if need be.
        model: Path of the model that is warm.
    """

    def __init__(self, folder: Path, model: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._model = model
        self._server: subprocess.Popen[bytes] | None = None
        self._lines: Any = None
        self.environment = usual_environment(folder / "home")

    def run(self, call: Call) -> Ending:
        """Run to the end, or to the limit."""
        files = {name: self._folder / name for name in ("out", "err", "stacks")}
        for path in files.values():
            path.unlink(missing_ok=True)
        begin = self._start_fresh if call.fresh else self._fork
        began_s = time.monotonic()
        pid, reap = begin(call, files)
        handle = os.pidfd_open(pid)
        try:
            _wait_for_text(files["stacks"], handle, limit_s=math.inf)
            if call.touch:
                _wait_for_text(files["stacks"], handle, limit_s=call.limit_s, behind=len(READY))
            is_over, seen_kib = _accompany(pid, handle, call)
            if not is_over:
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(handle, signal.SIGUSR1)
                select.select([handle], [], [], SAY_STACKS_S * crowding())
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)  # and whatever it may have started
        finally:
            os.close(handle)
        status, peak_kib = reap(pid)
        stacks = _text(files["stacks"])
        return Ending(
            status=status if is_over else None,
            out=_text(files["out"]),
            err=_text(files["err"]),
            peak_kib=max(peak_kib, seen_kib),
            seconds=time.monotonic() - began_s,
            stacks=stacks.replace("ready\n", "").replace("touches\n", ""),
        )

    def _start_fresh(self, call: Call, files: Mapping[str, Path]) -> tuple[int, Callable]:
        environment = {**self.environment, **call.environment}
        command = [sys.executable, "-c", FRESH, call.program, files["stacks"], *call.arguments]
        with files["out"].open("ab") as out, files["err"].open("ab") as err:
            process = subprocess.Popen(
                command,
                cwd=call.folder,
                env={name: value for name, value in environment.items() if value is not None},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                preexec_fn=call.prepare,
                start_new_session=True,
            )

        def reap(pid: int) -> tuple[int, int]:
            _, status, usage = os.wait4(pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            # It began as a copy of this process, and the system counts what that had.
            ours_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return process.returncode, usage.ru_maxrss if usage.ru_maxrss > ours_kib else 0

        return process.pid, reap

    def _fork(self, call: Call, files: Mapping[str, Path]) -> tuple[int, Callable]:
        if self._server is None:
            self._warm()
        request = {
            "program": str(call.program),
            "arguments": call.arguments,
            "folder": str(call.folder),
            "touch": call.touch,
            **{name: str(path) for name, path in files.items()},
        }

        def reap(pid: int) -> tuple[int, int]:
            answer = self._ask({"reap": pid})
            return os.waitstatus_to_exitcode(answer["status"]), answer["peak_kib"]

        return self._ask(request)["pid"], reap

    def _warm(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            os.set_inheritable(theirs.fileno(), True)
            module = [sys.executable, "-m", fork_server.__name__]
            self._server = subprocess.Popen(
                [*module, str(theirs.fileno()), str(self._model)],
                cwd=ROOT,
                env={**self.environment, **fork_server.ENVIRONMENT},
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the attack, which then ends this
            )
        with ours:
            self._lines = ours.makefile("rw")
        if not self._lines.readline():
            raise RuntimeError("the warm process ended before it was warm; see above")

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._lines.write(json.dumps(request) + "\n")
        self._lines.flush()
        return json.loads(self._lines.readline())

    def close(self) -> None:
        """End the warm process; may be called twice."""
        if self._server is not None:
            self._lines.close()
            self._server.terminate()  # it may be compiling still
            self._server.wait()
            self._server = None

    def __enter__(self) -> Launcher:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


def usual_environment(home: Path) -> dict[str, str]:
    """The user's, but with a home in which nothing of theirs lies; compiled code is shared."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folders = {
        name: str(home / folder)
        for name, folder in (
            ("HOME", "."),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_STATE_HOME", "state"),
            ("TMPDIR", "tmp"),
        )
    }
    for folder in folders.values():
        Path(folder).mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return {
        **os.environ,
        **folders,
        "XDG_CACHE_HOME": cache,
        "PYTHONPATH": path,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONFAULTHANDLER": "",
    }


def _wait_for_text(path: Path, handle: int, *, limit_s: float, behind: int = 0) -> None:
    until_s = time.monotonic() + limit_s
    while not (path.exists() and path.stat().st_size > behind) and time.monotonic() < until_s:
        if _is_over(handle, 0.002):
            return


def _is_over(handle: int, seconds: float) -> bool:
    return bool(select.select([handle], [], [], max(0.0, seconds))[0])


def _accompany(pid: int, handle: int, call: Call) -> tuple[bool, int]:
    """Send the signals and wait; returns (whether it ended, most memory seen)."""
    peak_kib = 0
    if call.signals is not None:
        pauses = (call.signals.after_s, *call.signals.gaps_s)
        for name, pause_s in zip(call.signals.names, pauses, strict=True):
            if _is_over(handle, pause_s):
                return True, 0
            signal.pidfd_send_signal(handle, getattr(signal, name))
    if call.meanwhile is not None:
        after_s, do = call.meanwhile
        if _is_over(handle, after_s):
            return True, 0
        do()
    began_s = time.monotonic()
    while not _is_over(handle, LOOK_EVERY_S):
        peak_kib = max(peak_kib, _peak_kib(pid))
        if peak_kib > GUARD_KIB:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            return _is_over(handle, SAY_STACKS_S), peak_kib
        if time.monotonic() - began_s >= call.limit_s * crowding():
            return False, peak_kib
    return True, peak_kib


def crowding() -> float:
    """How many times as long as alone things take here: others, too, want the cores and disks."""
    return max(1.0, os.getloadavg()[0] / len(os.sched_getaffinity(0)))


def _peak_kib(pid: int) -> int:
    """The most memory that a process has had so far."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def _text(path: Path) -> str:
    if not path.exists():
        return ""
    with path.open("rb") as file:
        return file.read(2**20).decode(errors="replace")


def shell_line(arguments: Sequence[str]) -> str:
    """The command for people who want to see it happen."""
    import shlex

    return shlex.join(["python", "main.py", *arguments])
