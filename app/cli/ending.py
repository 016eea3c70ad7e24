"""Waits for the end of work, and answers Ctrl-C meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.pipeline.end_signals import EndSignals

if TYPE_CHECKING:
    from app.cluster.queue import ClusterQueue
    from app.pipeline.jobs.queue import JobQueue

POLL_S = 0.2  # short, so that Windows sees Ctrl-C too
# Finishing takes a moment; a second request after this long means "at once".
INSIST_AFTER_S = 5.0


def wait_for_end(
    queue: JobQueue | ClusterQueue, signals: EndSignals, say: Callable[[str], None]
) -> bool:
    """Wait for the end; Ctrl-C cancels, and a second one does not interrupt the clean-up.

    Returns:
        False: the clean-up hangs, perhaps on a disk that does not answer, and the user insists.
    """
    seen, has_explained = 0, False
    while not queue.wait(POLL_S):
        if signals.count == seen:
            continue
        is_first, seen = not seen, signals.count
        queue.cancel()
        if not is_first and signals.since_s > INSIST_AFTER_S:
            say("Stopped at once; the unfinished file is lost.")
            return False
        if not is_first and not has_explained:
            has_explained = True
            say(
                "Finishing the file; press Ctrl-C again after "
                f"{INSIST_AFTER_S:g} seconds to stop at once."
            )
    return True
