"""Priority of threads: what a file is made by gives way to a live picture."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

NICENESS = 10  # of 0 to 19: full speed on an idle machine, a ninth of a busy core beside a picture


def give_way() -> None:
    """Let this thread, and those that it starts from now on, run after the program's others.

    For threads of a job, which end with it: there is no way back. A decoder's and an encoder's
    own threads inherit it. On Linux alone a thread can have a priority of its own that way;
    elsewhere nothing happens.
    """
    if sys.platform == "linux":
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
