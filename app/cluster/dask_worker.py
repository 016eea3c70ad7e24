"""Functions that run in Dask's worker processes; called by name, with plain data.

Dask sends a call as the name of one of our functions and its arguments. The arguments are
dictionaries of JSON's types, and a worker checks them as strictly as a command line.
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
    """See `tasks.work`; runs on the worker's only compute thread."""
    worker = get_worker()

    def tell(message: Plain) -> None:
        worker.log_event(f"{TOPIC}-{payload['client']}", message)

    return {**tasks.work(task, payload, tell), "worker": worker.address}


def check(payload: Plain) -> Plain:
    """See `tasks.check`; runs beside the worker's task."""
    return tasks.check(payload)


async def cancel(job: str) -> None:
    """See `tasks.cancel`; a coroutine, so that Dask runs it at once."""
    tasks.cancel(job)


def sleep(seconds: float, number: int) -> int:
    """Sleep: a task for the benchmark of the scheduler alone."""
    threading.Event().wait(seconds)
    return number


class Manners(WorkerPlugin):
    """Makes workers ignore Ctrl-C, which a terminal sends to all processes; the parent obeys it."""

    name = "backdrop-manners"

    def setup(self, worker: Any) -> None:
        """Runs on the worker's event loop, in its main thread."""
        keep_few_heaps()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        logger.info("worker %s is process %d", worker.address, os.getpid())
