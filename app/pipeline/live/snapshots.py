"""Snapshots: saves a composite as a PNG, with its transparency if it has any."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image as Pictures

from app.messages.message import Message
from app.pipeline.background_tasks import TaskThread
from app.pipeline.live.events import Notice, SnapshotSaved
from app.pipeline.live.output import Output
from app.pipeline.live.source import EventCallback
from app.video.pixels.colour import FastRgb
from app.video.placing.output_name import OutputName, explain_os_error
from app.video.sink import OutputError


class Snapshots:
    """`offer` is the worker's; `ask` may be called by any thread.

    Args:
        on_event: Receives events.
        tasks: The thread on which files are written.
    """

    def __init__(self, on_event: EventCallback, tasks: TaskThread) -> None:
        self._on_event = on_event
        self._tasks = tasks
        self._path: Path | None = None
        self._has_ended = False

    @property
    def is_wanted(self) -> bool:
        """Whether the next composite is to be saved; a held frame is then composed again."""
        return self._path is not None

    def ask(self, path: Path) -> None:
        """Save the next composite; `SnapshotSaved` or a notice follows.

        If the name is taken by then, the next free one is used: no file is replaced.
        """
        self._path = path
        if self._has_ended:
            self._refuse()

    def end(self) -> None:
        """Report a snapshot that still waits: the session ends, no composite will come."""
        self._has_ended = True
        self._refuse()

    def offer(self, composite: Output) -> None:
        """Save the composite if a snapshot was asked for; never waits."""
        path, self._path = self._path, None
        if path is not None:
            self._tasks.run(f"saving the snapshot {path}", self._save, composite, path)

    def _refuse(self) -> None:
        path, self._path = self._path, None
        if path is not None:
            sentence = Message(
                "{path} was not saved: there was no picture. Choose a camera or a "
                "file, and try again.",
                path=path,
            )
            self._on_event(Notice("error", "snapshot", sentence))

    def _save(self, output: Output, path: Path) -> None:
        rgb = FastRgb().rgb(output.pixels, output.format)
        if output.alpha is not None:
            rgb = np.dstack([rgb, output.alpha])
        try:
            name = OutputName(path, overwrite=False, takes_free=True)
            try:
                Pictures.fromarray(rgb).save(name.temporary, format="PNG", compress_level=3)
                saved = name.commit_free()
            finally:
                name.discard()
        except OSError as error:
            is_ours = isinstance(error, OutputError)
            sentence = str(error if is_ours else explain_os_error(path, error))
            self._on_event(Notice("error", "snapshot", sentence))
            return
        self._on_event(SnapshotSaved(saved))
