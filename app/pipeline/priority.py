"""Priority of threads: jobs give way to a live picture."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

# Of 0 to 19: full speed on an idle machine, a ninth of a busy core beside a live picture.
NICENESS = 10


def give_way() -> None:
    """Lower the priority of this thread and of those that it starts from now on.

    For threads of a job, which end with it: the priority cannot be raised again. A decoder's and an
    encoder's threads inherit it. Only Linux has a priority per thread in this way; elsewhere this
    does nothing.
    """
    if sys.platform == "linux":
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
