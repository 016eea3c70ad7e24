"""How many cores this process may use: for threads of codecs, kernels and compilers."""

from __future__ import annotations

import os

SHARE_VARIABLE = "BACKDROP_CORES"  # of the machine's cores, what one of several processes may use


def available_cores() -> int:
    """Cores that this process may run on, at least 1: fewer than the machine's in a container.

    The environment variable BACKDROP_CORES, a whole number, makes them fewer.
    """
    share = os.environ.get(SHARE_VARIABLE, "")
    cores = _cores_of_process()
    return max(1, min(int(share), cores)) if share.isdecimal() else cores


def _cores_of_process() -> int:
    if hasattr(os, "sched_getaffinity"):  # os.process_cpu_count has it from Python 3.13 on
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
