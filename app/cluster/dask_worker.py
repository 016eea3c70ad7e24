"""What runs in the processes of Dask's workers; called by name, with plain data.

Dask sends a call as the name of a function of ours and its arguments. The arguments are
dictionaries of JSON's types: what a worker takes from elsewhere is checked as a command line is.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from typing import Any

from distributed import WorkerPlugin, get_worker

from app.cluster import tasks
from app.cluster.plain import Plain
from app.pipeline.memory import keep_few_heaps

TOPIC = "backdrop"
logger = logging.getLogger(__name__)


def work(task: str, payload: Plain) -> Plain:
    """See `tasks.work`; on the worker's only compute thread."""
    worker = get_worker()

    def tell(message: Plain) -> None:
        worker.log_event(f"{TOPIC}-{payload['client']}", message)

    return {**tasks.work(task, payload, tell), "worker": worker.address}


def check(payload: Plain) -> Plain:
    """See `tasks.check`; beside what the worker does."""
    return tasks.check(payload)


async def cancel(job: str) -> None:
    """See `tasks.cancel`; a coroutine, for which Dask need not wait."""
    tasks.cancel(job)


def sleep(seconds: float, number: int) -> int:
    """For the benchmark of the scheduler alone."""
    threading.Event().wait(seconds)
    return number


class Manners(WorkerPlugin):
    """Ctrl-C goes to every process of a terminal: workers leave it to the one that was asked."""

    name = "backdrop-manners"

    def setup(self, worker: Any) -> None:
        """On the worker's event loop, in its main thread."""
        keep_few_heaps()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        logger.info("worker %s is process %d", worker.address, os.getpid())
