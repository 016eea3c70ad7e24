"""What the operating system lets this process use of the processor."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Cores that this process may run on; at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
