"""The one thread that makes, calls and closes engines, for live pictures and exports alike.

Numba's default threading layer aborts the process when two threads enter parallel regions, and
CUDA contexts want one owner. Whoever has work for an engine submits it here, one batch at a time,
so that a preview and an export share the machine fairly.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait

COMPUTE_THREAD_NAME = "compute"

_lock = threading.Lock()
_executor: ThreadPoolExecutor | None = None


def compute_thread() -> ThreadPoolExecutor:
    """The process's compute thread; started at the first call, ends with the process."""
    global _executor
    with _lock:
        if _executor is None:
            _executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=COMPUTE_THREAD_NAME)
        return _executor


def is_busy(*, wait_s: float = 0.3) -> bool:
    """Whether the compute thread works on something that does not end soon, such as compiling."""
    with _lock:
        executor = _executor
    return executor is not None and bool(
        wait([executor.submit(lambda: None)], timeout=wait_s).not_done
    )
