"""Get the kernels ready before an engine runs them: in processes of their own what is not on disk.

Compiling holds Python's lock for most of half a minute. Beside a live picture that is half a
minute of stutter, so other processes do it, at a lower priority, and leave the machine code
in the disk cache; here it is then only read.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

import numpy as np

from gpu_unet import compiled_code, shipped_code
from gpu_unet.cpu.compile import Code, Whereabouts, collecting
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.frames_ahead import CpuFramesAhead
from gpu_unet.cpu.kernels import room
from gpu_unet.cpu.kernels.simple_layers import take_mean
from gpu_unet.cpu.program import COUNTER_STEP, OPERATION, run_program
from gpu_unet.engine import KernelCount, Notify, NotifyCount
from gpu_unet.frame_format import LAYOUTS as ALL_LAYOUTS
from gpu_unet.frame_format import FrameFormat, Layout
from gpu_unet.frame_plan import CPU_SETTINGS
from gpu_unet.network_input import PICTURE
from gpu_unet.python_process import LOW_PRIORITY, start
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.small_areas import small_areas

log = logging.getLogger(__name__)

NETWORK = "network"  # a part; the others are the layouts, and the learning of a room
ROOM = "room"
# Those of more than 8 bits are compiled when the first such film opens.
LAYOUTS: tuple[Layout, ...] = tuple(name for name, row in ALL_LAYOUTS.items() if row.bits == 8)
PARTS = (NETWORK, *LAYOUTS, ROOM)
EVERYTHING = "everything"  # this file is there once the code of all parts is
POLL_S = 0.2  # how often finished kernels are counted
WHENEVER = "whenever"  # argument of a worker whose result is not urgent
SIZE = 64  # of a frame, in pixels; machine code does not depend on it
# Below a live picture, but not the lowest: at that, compiling took minutes on a busy machine.
NICENESS = 5
# With autogroups (most Linux desktops) the scheduler divides time between sessions first, and
# niceness counts only within one; a process that compiles has a session of its own. Two sessions of
# half the weight leave a live picture one of two cores, and do not starve on a crowded machine.
SESSION = Path("/proc/self/autogroup")
SESSION_NICENESS = 3
LEAST = 19  # lowest priority, for work that is not urgent


def load_kernels(
    layout: Layout, notify: Notify | None = None, count: NotifyCount | None = None
) -> None:
    """Have the machine code of the network and of frames of `layout` in memory.

    Other processes compile what the disk cache lacks; this waits for them. Whatever goes wrong in
    one, its kernels are compiled here. The other layouts, which the next file may have, are
    compiled after it; nothing waits for them.

    Args:
        layout: Of the frames.
        notify: Told in one sentence what the wait is for.
        count: Told how many kernels are ready, again and again during the wait.
    """
    wanted = (NETWORK, layout)
    missing = [part for part in wanted if load_kept(part)]
    if not missing:
        compile_behind()
        return
    if notify is not None:
        notify("Compiling the kernels for this processor (once) ...")
    if _compiles_elsewhere():
        others = [part for part in LAYOUTS if part not in wanted]
        later = [part for part in others if "missing" in listed(part).values()]
        where = {name: place for part in wanted for name, place in listed(part).items()}
        _wait(_workers.working_on(missing, later), where, count)
    for part in missing:
        load(part)


def load_room() -> None:
    """Have the machine code that learns a room in memory; waits like `load_kernels`.

    Any engine may need it, at the earliest after its first frame. So it is not part of opening one.
    """
    if not load_kept(ROOM):
        return
    if _compiles_elsewhere():
        _wait(_workers.working_on([ROOM], []), listed(ROOM), None)
    load(ROOM)


def _compiles_elsewhere() -> bool:
    """Not where Python lives inside another program, nor where what is compiled would be lost."""
    return bool(sys.executable) and compiled_code.folder() is not None


def _wait(
    workers: list[subprocess.Popen[bytes]],
    where: Mapping[str, str],
    count: NotifyCount | None,
) -> None:
    """Wait until all of `where` is there, or no worker is left that could still make it."""
    missing = {name for name, place in where.items() if place == "missing"}
    told = None
    while True:
        running = [worker for worker in workers if worker.poll() is None]
        left = missing.difference(compiled_code.names(""))
        ready = KernelCount(len(where) - len(left), len(where))
        if count is not None and ready != told:
            count(ready)
        told = ready
        if not left or not running:
            return
        with suppress(subprocess.TimeoutExpired):
            running[0].wait(POLL_S)


class _Workers:
    """The processes that compile for this one: one for each part, however many wait for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of_part: dict[str, subprocess.Popen[bytes]] = {}

    def working_on(
        self, parts: Sequence[str], later: Sequence[str]
    ) -> list[subprocess.Popen[bytes]]:
        """The processes that compile `parts`; the first to be started goes on with `later`."""
        with self._lock:
            for worker in set(self._of_part.values()):
                if worker.poll() is not None:
                    self._end(worker)
            for part in parts:
                if part in self._of_part:
                    continue
                words = [part, *(other for other in later if other not in self._of_part)]
                if (worker := _start(words)) is not None:
                    self._of_part |= dict.fromkeys(words, worker)
            return list(
                dict.fromkeys(self._of_part[part] for part in parts if part in self._of_part)
            )

    def are_busy(self) -> bool:
        """Whether a process compiles."""
        with self._lock:
            return any(worker.poll() is None for worker in self._of_part.values())

    def _end(self, worker: subprocess.Popen[bytes]) -> None:
        if worker.returncode != 0:
            log.warning("a process that compiles kernels ended with %d", worker.returncode)
        # Its input stays open until it ends: were we to end, it would.
        assert worker.stdin is not None
        worker.stdin.close()
        self._of_part = {part: its for part, its in self._of_part.items() if its is not worker}


_workers = _Workers()


def compile_everything(count: NotifyCount) -> bool:
    """Have the code of every layout compiled for this very processor; False: some is missing.

    For a setup, before the program's first start.

    Args:
        count: Told how many kernels are ready.
    """
    shipped_code.ignore()
    codes = {part: listed(part) for part in PARTS}
    missing = [part for part in PARTS if "missing" in codes[part].values()]
    if compiled_code.folder() is not None:
        first, later = missing[:2], missing[2:]
        where = {name: place for part in PARTS for name, place in codes[part].items()}
        _wait(_workers.working_on(first, later), where, count)
    if any("missing" in listed(part).values() for part in PARTS):
        return False
    compiled_code.write(EVERYTHING, b"")
    return True


def compile_behind() -> None:
    """Have another process compile all parts for this very processor, for the next start.

    Nothing waits for it; what the installation brought runs meanwhile. Once in a process: what is
    not done when the program ends goes on at its next start.
    """
    is_wanted = sys.executable and not _behind and compiled_code.folder() is not None
    if is_wanted and compiled_code.read(EVERYTHING) is None and not _workers.are_busy():
        _behind.append(_start([WHENEVER, *PARTS]))


_behind: list[subprocess.Popen[bytes] | None] = []


def _start(words: list[str]) -> subprocess.Popen[bytes] | None:
    try:
        return start(
            [sys.executable, "-m", "gpu_unet.cpu.compile_ahead", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=LOW_PRIORITY,
        )
    except OSError as error:
        log.warning("no process for compiling could be started: %s", error)
        return None


def codes_of(part: str) -> dict[str, Code]:
    """The code that a part of an engine runs, by its names in the disk cache; loads nothing."""
    with collecting() as codes:
        _call_all(part)
    return codes


def listed(part: str) -> dict[str, Whereabouts]:
    """Names of the code that a part of an engine runs, and where each is; loads nothing."""
    return {name: code.whereabouts for name, code in codes_of(part).items()}


def load_kept(part: str) -> set[str]:
    """Have a part's machine code in memory as far as it is on disk; returns what is missing.

    Runs none of it, so any thread may call this.
    """
    missing: set[str] = set()
    for name, code in codes_of(part).items():
        if code.whereabouts == "missing":
            missing.add(name)
        else:
            code.load()
    return missing


def load(part: str) -> None:
    """Have a part's machine code in memory; what is not on disk is compiled and kept there.

    Runs none of it, so any thread may call this.
    """
    for code in codes_of(part).values():
        code.load()


def _call_all(part: str) -> None:
    """Call every kernel of a part with arguments as an engine has them."""
    if part == NETWORK:
        run_program(
            np.zeros(1, np.float32), np.zeros(1, OPERATION), np.zeros(COUNTER_STEP, np.int64), 1
        )
        take_mean(*np.zeros((2, 1), np.float32))
        return
    if part == ROOM:
        room.call_all()
        return
    layout = cast(Layout, part)
    frame_format = FrameFormat(SIZE, SIZE, layout)
    path = CpuFramePath(frame_format, height=SIZE, width=SIZE)
    black = np.zeros(frame_format.shape, frame_format.dtype)
    frame = black.view()
    frame.flags.writeable = False  # as the engine hands them in
    given = np.zeros((SIZE, SIZE, 2), np.uint8)  # the machine code is the same for any number
    channels = PICTURE.channels + given.shape[2]
    planes = np.zeros((SIZE + 2, SIZE + 2, channels), np.float32)
    alpha = np.zeros((1, SIZE, SIZE), np.float32)
    out_alpha = np.zeros((SIZE, SIZE), np.uint8)
    path.preprocess_given(given, planes[1:-1, 1:-1])
    path.observe(planes[1:-1, 1:-1], alpha[0])
    for settings in CPU_SETTINGS:
        parameters = edge_parameters(settings, height=SIZE, width=SIZE)
        background = frame if settings.background == "image" else None
        path.areas = small_areas(settings.areas, height=SIZE, width=SIZE)
        for _ in range(2):  # the second frame is smoothed over time
            path.preprocess(frame, planes[1:-1, 1:-1])
            deque(path.refine_steps(alpha[0], background, settings, parameters))
            path.composite(frame, background, settings, parameters, black, out_alpha)
    ahead = CpuFramesAhead(height=SIZE, width=SIZE)
    for number in range(3):  # between which there is motion
        ahead.see(number, planes[1:-1, 1:-1])
        ahead.infer(number, alpha[0])
    ahead.explains(1)
    ahead.steady(0, 3, alpha[0])


def give_way(*, is_awaited: bool = True) -> None:
    """Lower this process's priority below a live picture; further if it is not awaited."""
    if hasattr(os, "nice"):  # on Windows the parent starts it with a lower priority
        os.nice(max(0, (NICENESS if is_awaited else LEAST) - os.nice(0)))
    if SESSION.exists() and os.getsid(0) == os.getpid():  # Linux
        with suppress(OSError):
            SESSION.write_text(str(SESSION_NICENESS if is_awaited else LEAST))


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)  # the parent has ended


def _compile(words: list[str]) -> None:
    """Compile parts into the disk cache, in a process that `_start` has started with `words`."""
    parts = [part for part in words if part != WHENEVER]
    give_way(is_awaited=WHENEVER not in words)
    shipped_code.ignore()  # compile for this very processor, in place of the shipped code
    threading.Thread(target=_end_with_input, daemon=True).start()
    for part in parts:
        load(part)
    if set(parts) == set(PARTS):
        compiled_code.write(EVERYTHING, b"")
    os._exit(0)  # `sys.exit` would wait for the thread, which is blocked in a read


def _print(ready: KernelCount) -> None:
    is_over = ready.ready == ready.total
    end = "\n" if is_over or not sys.stderr.isatty() else "\r"
    if sys.stderr.isatty() or is_over:
        sys.stderr.write(f"{ready.ready} of {ready.total} kernels are compiled{end}")
        sys.stderr.flush()


if __name__ == "__main__":
    if sys.argv[1:]:
        _compile(sys.argv[1:])
    # `bootstrap.py` runs this beside its downloads.
    sys.exit(not compile_everything(_print))
