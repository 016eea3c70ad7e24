"""A process that compiles kernels into the disk cache.

`python -m gpu_unet.cpu.compile_worker [whenever] PART ...`, where PART is "network" or a layout of
frames. It runs none of the kernels. It ends when its standard input closes: its parent has ended.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

from gpu_unet import compiled_code, shipped_code
from gpu_unet.cpu.compile_ahead import EVERYTHING, PARTS, WHENEVER, load

# Below a live picture, but not the lowest: at that, compiling took minutes on a busy machine.
NICENESS = 5
# With autogroups (most Linux desktops) the scheduler divides time between sessions first, and
# niceness counts only within one; this process has a session of its own. Two sessions of half the
# weight leave a live picture one of two cores, and do not starve on a crowded machine.
SESSION = Path("/proc/self/autogroup")
SESSION_NICENESS = 3
LEAST = 19  # lowest priority, for work that is not urgent


def end_with_input() -> None:
    """End the process when its standard input closes; runs on a thread of its own."""
    sys.stdin.read()
    os._exit(1)


def give_way(*, is_awaited: bool = True) -> None:
    """Lower this process's priority below a live picture; further if it is not awaited."""
    if hasattr(os, "nice"):  # on Windows the parent starts it with a lower priority
        os.nice(max(0, (NICENESS if is_awaited else LEAST) - os.nice(0)))
    if SESSION.exists() and os.getsid(0) == os.getpid():  # Linux
        with suppress(OSError):
            SESSION.write_text(str(SESSION_NICENESS if is_awaited else LEAST))


if __name__ == "__main__":
    parts = [part for part in sys.argv[1:] if part != WHENEVER]
    give_way(is_awaited=WHENEVER not in sys.argv)
    shipped_code.ignore()  # compile for this very processor, in place of the shipped code
    threading.Thread(target=end_with_input, daemon=True).start()
    for part in parts:
        load(part)
    if set(parts) == set(PARTS):
        compiled_code.write(EVERYTHING, b"")
    # `sys.exit` would wait for the thread above, which is blocked in a read.
    os._exit(0)
