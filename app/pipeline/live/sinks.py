"""Sinks: where the outputs of a live session go, besides the preview; snapshots are PNG files."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image as Pictures

from app.messages import Message
from app.pipeline.background_tasks import TaskThread
from app.pipeline.live.events import Notice, SenderStarted, SenderStopped, SnapshotSaved
from app.pipeline.live.recordings import Recordings
from app.pipeline.live.source import USUAL_FRAME_RATE, EventCallback
from app.pipeline.live.statistics import StageTimes
from app.video.cameras.sender import Sender, SenderError, SenderKind
from app.video.cameras.senders import SENDERS
from app.video.output import Output
from app.video.pixels.aspect_fill import square_format
from app.video.pixels.colour import FastRgb
from app.video.placing.output_name import OutputName, explained
from app.video.sink import OutputError

WITH_BACKGROUND = Message(
    "The background is sent, too. Choose \u201cTransparent\u201d to send the person alone."
)


@dataclass(eq=False)
class SenderOutput:
    """Opens, feeds and closes one way to other programs on request.

    `offer` and `close` are the worker's; `set` may be called by any thread. Never waits.

    Args:
        on_sent: Told `captured_s` of every frame that other programs got.
        tasks: The thread on which the sender is opened and closed.

    Attributes:
        frame_rate: The source's rate, at which readers are fed.
    """

    kind: SenderKind
    on_event: EventCallback
    on_sent: Callable[[float], None]
    tasks: TaskThread

    def __post_init__(self) -> None:
        self._title = Message(self.kind.title)
        self.frame_rate = USUAL_FRAME_RATE
        self.is_wanted = False
        self._sender: Sender | None = None
        self._fed: Sender | None = None  # the last one that got a picture
        self._is_opening = False
        self._has_ended = False

    @property
    def is_on(self) -> bool:
        """Whether other programs are being fed."""
        return self._sender is not None

    @property
    def lacks_picture(self) -> bool:
        """Whether the next output opens it, or is the first that it shows."""
        sender = self._sender
        return (
            self.is_wanted and not self._is_opening and (sender is None or sender is not self._fed)
        )

    def set(self, is_on: bool) -> None:
        """Open the sender with the next output, or close it."""
        if is_on and self._has_ended:
            self._tell_stopped(
                Message(
                    "The live picture has ended, there is nothing to show to other programs; "
                    "choose a camera or a file first."
                )
            )
            return
        self.is_wanted = is_on
        if not is_on:
            self._close_later(self.close)

    def end(self) -> None:
        """Close the sender for good: the session ends. Never waits."""
        self._has_ended = True
        self.set(False)

    def offer(self, output: Output) -> None:
        """Show an output to other programs, which know square pixels only.

        Args:
            output: For a kind without alpha, on a background.
        """
        sender = self._sender
        if sender is None:
            if self.is_wanted and not self._is_opening:
                self._is_opening = True
                self.tasks.run(Message("opening {name}", name=self._title), self._open, output)
            return
        if not sender.is_running and self._sender is sender:  # an unexpected error ended it
            self._on_failed(
                Message(
                    "{name} stopped because of an internal error; see the log.",
                    name=self._title,
                )
            )
            return
        shown = square_format(output.format, output.pixel_aspect)
        if (sender.height, sender.width) != (shown.height, shown.width):
            # A source of another size: readers need a sender of that size.
            self._sender = None
            self._close_later(sender.close)
            return
        sender.offer(output)
        self._fed = sender

    def close(self) -> None:
        """Close it now; to be called on the tasks' thread, or after that has ended."""
        sender, self._sender = self._sender, None
        if sender is not None:
            sender.close()
            self._tell_stopped()

    def _close_later(self, close: Callable[[], None]) -> None:
        self.tasks.run(Message("closing {name}", name=self._title), close)

    def _open(self, output: Output) -> None:
        sender = None
        why = Message(
            "{name} could not be opened because of an internal error.",
            name=self._title,
        )
        shown = square_format(output.format, output.pixel_aspect)
        try:
            sender = Sender(
                self.kind,
                height=shown.height,
                width=shown.width,
                frame_rate=self.frame_rate,
                on_sent=self.on_sent,
                on_failed=self._on_failed,
            )
        except SenderError as error:
            why = str(error)
        finally:  # also after an unexpected error, or it would stay "opening" for ever
            if sender is None:
                self.is_wanted = False
            # Set before the flag is cleared, or the worker would open a second one.
            self._sender = sender
            self._is_opening = False
            if sender is None:
                self._tell_stopped(why)
            else:
                self._tell_started(sender, is_opaque=output.alpha is None)

    def _tell_started(self, sender: Sender, *, is_opaque: bool) -> None:
        sentence = Message(self.kind.started, device=sender.device, name=self._title)
        if self.kind.has_alpha and is_opaque:
            sentence = Message("{what}. {help}", what=sentence.inner(), help=WITH_BACKGROUND)
        self.on_event(SenderStarted(self.kind.name, sender.device, sentence))

    def _on_failed(self, sentence: str) -> None:
        self.is_wanted = False
        self._sender = None
        self._tell_stopped(sentence)

    def _tell_stopped(self, sentence: str = "") -> None:
        self.on_event(SenderStopped(self.kind.name, sentence))


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
        self._tasks = TaskThread(
            "live-tasks", lambda sentence: on_event(Notice("error", "internal", sentence))
        )
        self.recordings = Recordings(on_event, partial(self._note, "to_recorder"))
        self.senders = {
            name: SenderOutput(kind, on_event, partial(self._note, f"to_{name}"), self._tasks)
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

    def _note(self, stage: str, captured_s: float) -> None:
        self._stages.add({stage: (time.perf_counter() - captured_s) * 1e3})
