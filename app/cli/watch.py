"""`main.py process --watch FOLDER`, which ends by Ctrl-C; `wait_for_end` waits for any queue."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.cluster.addresses import is_address
from app.pipeline.end_signals import CANCELLED, OK, EndSignals

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


if TYPE_CHECKING:
    from app.cli.console import Reporter
    from app.cluster.queue import ClusterQueue
    from app.pipeline.jobs.job_spec import JobSpec
    from app.pipeline.jobs.queue import JobQueue


def check_watch(arguments: argparse.Namespace) -> None:
    """Refuse options of which one excludes the other.

    Raises:
        ValueError: Input and --watch are both given or both missing, or an option does not go with
            --watch.
    """
    if arguments.watch is None:
        if not arguments.inputs:
            raise ValueError("INPUT is missing; name a file or a folder, or a folder with --watch")
        if arguments.subfolders:
            raise ValueError("--subfolders is for --watch; leave it out, or name a folder to watch")
        return
    if arguments.inputs:
        raise ValueError(
            f"{arguments.inputs[0]} and --watch were both given; name inputs or a folder to watch"
        )
    for flag in ("workers", "cluster", "resume", "segment", "estimate"):
        if getattr(arguments, flag):
            raise ValueError(f"--{flag} does not go with --watch; leave one of them out")
    if arguments.overwrite:
        raise ValueError(
            "--overwrite does not go with --watch: a file that changed is done again as "
            "'NAME (2)'; leave it out"
        )
    if is_address(arguments.watch) or is_address(arguments.out or ""):
        raise ValueError("--watch and its OUT are folders of this computer; name folders")


def watch(
    arguments: argparse.Namespace, first: JobSpec, signals: EndSignals, reporter: Reporter
) -> int:
    """Watch the folder until Ctrl-C; returns the exit status.

    Raises:
        OSError: One of the folders cannot be used.
        ValueError: OUT is named like a file.
    """
    from app.pipeline.jobs.events import JobNotice
    from app.pipeline.watch_folder import WatchFolder
    from app.video.files.output_format import CONTAINERS

    folder, out = first.input, first.output
    is_folder = arguments.out.endswith(("/", os.sep)) or out.is_dir()
    if not is_folder and out.suffix.lower() in CONTAINERS:
        raise ValueError(f"{out} is named like a file; name a folder for the results of --watch")

    def say(path: Path, sentence: str) -> None:
        reporter.write(JobNotice(path, sentence))

    watching = WatchFolder(
        first,
        reporter,
        say,
        with_subfolders=arguments.subfolders,
        names_mattes=arguments.match_source_name,
        clock=time.monotonic,
    )
    say(folder, f"Watching {folder}; results go to {out}. Ctrl-C ends.")
    while not signals.count:
        watching.step()
        time.sleep(POLL_S)
    if not wait_for_end(watching.queue, signals, lambda text: say(folder, text)):
        return CANCELLED  # its threads hang; the process ends without them
    watching.close()
    return CANCELLED if watching.was_cut_short else OK
