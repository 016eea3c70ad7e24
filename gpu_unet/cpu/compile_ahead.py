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
from pathlib import Path

import numpy as np

from gpu_unet import compiled_code
from gpu_unet.clean_plate import PLATE_CHANNELS
from gpu_unet.cpu.compile import is_compiled, is_only_shipped, loading_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.frames_ahead import CpuFramesAhead
from gpu_unet.cpu.kernels.composite import COMPOSITE
from gpu_unet.cpu.program import COUNTER_STEP, OPERATION, run_program
from gpu_unet.edge_parameters import edge_parameters
from gpu_unet.engine import Notify
from gpu_unet.frame_format import FrameFormat, Layout
from gpu_unet.kernel_settings import CPU_SETTINGS
from gpu_unet.small_areas import small_areas

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
WHENEVER = "whenever"  # argument of a worker whose result is not urgent
SIZE = 64  # of a frame, in pixels; machine code does not depend on it


def compile_ahead(layout: Layout, notify: Notify | None = None) -> None:
    """Have other processes compile what the disk cache lacks; waits for them.

    Whatever goes wrong in one, its kernels are compiled here, when they are loaded.

    Args:
        layout: Of the frames.
        notify: Told in one sentence what the wait is for.
    """
    wanted = {"network": run_program, layout: COMPOSITE[layout]}
    missing = [part for part, kernel in wanted.items() if not is_compiled(kernel)]
    if not sys.executable:  # Python lives inside another program
        return
    if not missing:
        compile_behind([part for part, kernel in wanted.items() if is_only_shipped(kernel)])
        return
    if notify is not None:
        notify("Compiling the kernels for this processor (once) ...")
    if compiled_code.folder() is None:  # what they compile would be lost
        return
    workers = [worker for part in missing if (worker := _start([part])) is not None]
    for worker in workers:
        # Its input stays open until it ends: were we to end, it would.
        if worker.wait() != 0:
            log.warning("a process that compiles kernels ended with %d", worker.returncode)
        assert worker.stdin is not None
        worker.stdin.close()


def compile_behind(parts: list[str]) -> None:
    """Have another process compile for this very processor, for the next start; waits for nothing.

    What the installation brought runs meanwhile. Once in a process: what is not done when the
    program ends goes on at its next start.
    """
    if parts and not _behind and compiled_code.folder() is not None:
        _behind.append(_start([WHENEVER, *parts]))


_behind: list[subprocess.Popen[bytes] | None] = []


def _start(words: list[str]) -> subprocess.Popen[bytes] | None:
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
    }
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "gpu_unet.cpu.compile_worker", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            # Not the terminal's: Ctrl-C is for the program, and ends this one by its input.
            start_new_session=True,
            # Windows alone knows these.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
            | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )
    except OSError as error:
        log.warning("no process for compiling could be started: %s", error)
        return None


def load_network_kernels() -> None:
    """Have the network's machine code in memory; runs none of it, so any thread may call this."""
    with loading_only():
        run_program(
            np.zeros(1, np.float32), np.zeros(1, OPERATION), np.zeros(COUNTER_STEP, np.int64), 1, 1
        )


def load_frame_kernels(layout: Layout) -> None:
    """The same for the way of a frame of this layout."""
    path = CpuFramePath(FrameFormat(SIZE, SIZE, layout), height=SIZE, width=SIZE)
    black = np.zeros(FrameFormat(SIZE, SIZE, layout).shape, np.uint8)
    frame = black.view()
    frame.flags.writeable = False  # as the engine hands them in
    # With the channels of a clean plate; the machine code is the same without.
    planes = np.zeros((SIZE + 2, SIZE + 2, 3 + PLATE_CHANNELS), np.float32)
    plate = np.zeros((SIZE, SIZE, PLATE_CHANNELS), np.uint8)
    alpha = np.zeros((1, SIZE, SIZE), np.float32)
    out_alpha = np.zeros((SIZE, SIZE), np.uint8)
    with loading_only():
        path.preprocess_plate(plate, planes[1:-1, 1:-1])
        path.observe(planes[1:-1, 1:-1], alpha[0])
        for settings in CPU_SETTINGS:
            parameters = edge_parameters(settings, height=SIZE, width=SIZE)
            background = frame if settings.background == "image" else None
            path.areas = small_areas(settings.areas, height=SIZE, width=SIZE)
            for _ in range(2):  # the second frame is smoothed over time
                path.preprocess(frame, planes[1:-1, 1:-1])
                path.refine(alpha[0], background, settings, parameters)
                path.composite(frame, background, settings, parameters, black, out_alpha)
        ahead = CpuFramesAhead(height=SIZE, width=SIZE)
        for number in range(2):  # between which there is motion
            ahead.remember(number, planes[1:-1, 1:-1], alpha[0])
        ahead.steady(0, 2, alpha[0])
