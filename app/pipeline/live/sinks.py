"""Sinks: where the outputs of a live session go, besides the preview; snapshots are PNG files."""

from __future__ import annotations

import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image as Pictures

from app.messages import Message
from app.pipeline.background_tasks import TaskThread
from app.pipeline.live.events import Notice, SnapshotSaved
from app.pipeline.live.recordings import Recordings
from app.pipeline.live.sender import Sender
from app.pipeline.live.source import EventCallback
from app.pipeline.live.statistics import StageTimes
from app.video.cameras.senders import SENDERS
from app.video.output import Output
from app.video.pixels.aspect_fill import square_format
from app.video.pixels.colour import FastRgb
from app.video.placing.output_name import OutputName, explained
from app.video.sink import OutputError


class Snapshots:
    """`offer` is the worker's; `ask` may be called by any thread.

    Args:
        tasks: The thread on which files are written.
    """

    def __init__(self, on_event: EventCallback, tasks: TaskThread) -> None:
        self._on_event = on_event
        self._tasks = tasks
        self._path: Path | None = None
        self._has_ended = False

    @property
    def is_wanted(self) -> bool:
        """Whether the next composite is to be saved."""
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
            self._tasks.run(
                Message("saving the snapshot {path}", path=path), self._save, composite, path
            )

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
            with explained(path), ExitStack() as stack:
                name = OutputName(path, overwrite=False, takes_free=True)
                stack.callback(name.discard)
                picture = Pictures.fromarray(rgb)
                shown = square_format(output.format, output.pixel_aspect)
                if shown != output.format:
                    picture = picture.resize((shown.width, shown.height))
                picture.save(name.temporary, format="PNG", compress_level=3)
                saved = name.commit_free()
        except OutputError as error:
            self._on_event(Notice("error", "snapshot", str(error)))
            return
        self._on_event(SnapshotSaved(saved))


NO_TRANSPARENCY = Message(
    "MP4 recordings and virtual cameras do not support transparency and show black "
    "instead. Snapshots and exports keep it."
)


class Sinks:
    """Hands every output of the worker to each sink that wants it; never waits.

    Args:
        stages: Receives "to_recorder" and, for each sender, "to_" and its name.

    Attributes:
        recordings, snapshots: Sinks; begin and end them here.
        senders: Likewise, by name.
    """

    def __init__(self, on_event: EventCallback, stages: StageTimes) -> None:
        self._on_event = on_event
        self._stages = stages
        self._was_transparent = False
        self._tasks = TaskThread("live-tasks", self._tell_trouble)
        self.recordings = Recordings(on_event, partial(self._note, "to_recorder"))
        self.senders = {
            name: Sender(kind, on_event, partial(self._note, f"to_{name}"), self._tell_trouble)
            for name, kind in SENDERS.items()
        }
        self.snapshots = Snapshots(on_event, self._tasks)

    @property
    def lack_a_picture(self) -> bool:
        """Whether one of them waits for a picture: a held frame is then composed again."""
        senders = any(sender.lacks_picture for sender in self.senders.values())
        return senders or self.snapshots.is_wanted or self.recordings.lacks_picture

    def expect(self, frame_rate: float) -> None:
        """Note the rate of a source that was opened, for recordings and senders."""
        self.recordings.expect(frame_rate)
        for sender in self.senders.values():
            sender.frame_rate = frame_rate

    def offer(self, output: Output) -> None:
        """Hand on an output; called by the worker."""
        if output.has_valid_matte:
            self.snapshots.offer(output)
        wanted = [sender for sender in self.senders.values() if sender.is_wanted]
        opaque = [sender for sender in wanted if not sender.kind.has_alpha]
        if self.recordings.is_on or opaque:
            mixed = self._mixed(output)
            self.recordings.offer(mixed)
            for sender in opaque:
                sender.offer(mixed)
        for sender in wanted:
            if sender.kind.has_alpha:
                sender.offer(output)

    def close(self) -> None:
        """Close every sink, even if another raises; waits until files are whole."""
        with ExitStack() as steps:  # runs in reverse
            for sender in self.senders.values():
                steps.callback(sender.close)
            steps.callback(self._tasks.close)
            steps.callback(self.recordings.close)
            steps.callback(self.end_senders)
            steps.callback(self.snapshots.end)

    def end_senders(self) -> None:
        """Close every sender for good: the session ends. Never waits."""
        for sender in self.senders.values():
            sender.end()

    def _mixed(self, output: Output) -> Output:
        """The output for sinks without transparency."""
        if output.has_valid_matte:
            is_transparent = output.alpha is not None
            if is_transparent and not self._was_transparent:
                self._on_event(Notice("info", "no-transparency", NO_TRANSPARENCY))
            self._was_transparent = is_transparent
        return output.on_black()

    def _tell_trouble(self, sentence: str) -> None:
        self._on_event(Notice("error", "internal", sentence))

    def _note(self, stage: str, captured_s: float) -> None:
        self._stages.add({stage: (time.perf_counter() - captured_s) * 1e3})
