"""How many cores the codecs may share."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """Cores that this process may run on, at least 1: fewer than the machine's in a container.

    The engines have the same in `gpu_unet/processor.py`; the two packages do not know each other.
    """
    if hasattr(os, "sched_getaffinity"):  # os.process_cpu_count has it from Python 3.13 on
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
