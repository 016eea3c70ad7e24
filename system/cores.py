"""How many cores this process may use: for threads of codecs, kernels and compilers."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Cores that this process may run on, at least 1: fewer than the machine's in a container."""
    if hasattr(os, "sched_getaffinity"):  # os.process_cpu_count has it from Python 3.13 on
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
