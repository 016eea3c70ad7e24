"""A process that compiles kernels into the disk cache.

`python -m gpu_unet.cpu.compile_worker [whenever] PART ...`, where PART is "network" or a layout of
frames, runs nothing of what it compiles. It ends with its standard input: whoever started it is no
more then.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import cast

from gpu_unet import shipped_code
from gpu_unet.cpu.compile_ahead import WHENEVER, load_frame_kernels, load_network_kernels
from gpu_unet.frame_format import Layout

# Below a live picture; but on a busy machine the lowest priority of all took minutes.
NICENESS = 5
# Where Linux shares the processor out by sessions first (most desktops), niceness counts within one
# alone, and this process has a session of its own. Two of half the weight leave a live picture one
# of two cores, and a crowded machine does not starve them.
SESSION = Path("/proc/self/autogroup")
SESSION_NICENESS = 3
LEAST = 19  # where nobody waits


def end_with_input() -> None:
    """End the process when its input does; for a thread of its own."""
    sys.stdin.read()
    os._exit(1)


def give_way(*, is_awaited: bool = True) -> None:
    """Run after whoever waits for the kernels, and after a live picture."""
    if hasattr(os, "nice"):  # elsewhere whoever starts it sees to that
        os.nice(max(0, (NICENESS if is_awaited else LEAST) - os.nice(0)))
    if SESSION.exists() and os.getsid(0) == os.getpid():  # Linux
        with suppress(OSError):
            SESSION.write_text(str(SESSION_NICENESS if is_awaited else LEAST))


if __name__ == "__main__":
    parts = [part for part in sys.argv[1:] if part != WHENEVER]
    give_way(is_awaited=WHENEVER not in sys.argv)
    shipped_code.ignore()  # this is for what goes before it
    threading.Thread(target=end_with_input, daemon=True).start()
    for part in parts:
        if part == "network":
            load_network_kernels()
        else:
            load_frame_kernels(cast(Layout, part))
    # Not `sys.exit`: the thread above still reads, and would keep the interpreter from ending well.
    os._exit(0)
