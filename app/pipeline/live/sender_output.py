"""SenderOutput: opens, feeds and closes one way to other programs on request."""

from __future__ import annotations

from collections.abc import Callable

from app.messages.message import Message
from app.pipeline.background_tasks import TaskThread
from app.pipeline.live.events import SenderStarted, SenderStopped
from app.pipeline.live.output import Output
from app.pipeline.live.source import USUAL_FRAME_RATE, EventCallback
from app.video.cameras.sender import Sender, SenderError, SenderKind

WITH_BACKGROUND = Message(
    "The background is sent, too. Choose \u201cTransparent\u201d to send the person alone."
)


class SenderOutput:
    """`offer` and `close` are the worker's; `set` may be called by any thread. Never waits.

    Args:
        kind: Where to.
        on_sent: Told `captured_s` of every frame that other programs got.
        tasks: The thread on which the sender is opened and closed.

    Attributes:
        kind: As given.
        frame_rate: The source's rate, at which readers are fed.
        is_wanted: Whether outputs are wanted.
    """

    def __init__(
        self,
        kind: SenderKind,
        on_event: EventCallback,
        on_sent: Callable[[float], None],
        tasks: TaskThread,
    ) -> None:
        self.kind = kind
        self.frame_rate = USUAL_FRAME_RATE
        self.is_wanted = False
        self._on_event = on_event
        self._on_sent = on_sent
        self._tasks = tasks
        self._sender: Sender | None = None
        self._is_opening = False
        self._has_ended = False

    @property
    def is_on(self) -> bool:
        """Whether other programs are being fed."""
        return self._sender is not None

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
            self._tasks.run(f"closing {self.kind.title}", self.close)

    def end(self) -> None:
        """Close the sender for good: the session ends. Never waits."""
        self._has_ended = True
        self.set(False)

    def offer(self, output: Output) -> None:
        """Show an output to other programs.

        Args:
            output: For a kind without alpha, on a background.
        """
        sender = self._sender
        if sender is None:
            if self.is_wanted and not self._is_opening:
                self._is_opening = True
                self._tasks.run(f"opening {self.kind.title}", self._open, output)
            return
        if not sender.is_running and self._sender is sender:  # an unexpected error ended it
            self._on_failed(
                Message(
                    "{name} stopped because of an internal error; see the log.",
                    name=Message(self.kind.title),
                )
            )
            return
        if (sender.height, sender.width) != (output.format.height, output.format.width):
            # A source of another size: readers need a sender of that size.
            self._sender = None
            self._tasks.run(f"closing {self.kind.title}", sender.close)
            return
        sender.offer(output.pixels, output.format, captured_s=output.captured_s, alpha=output.alpha)

    def close(self) -> None:
        """Close it now; to be called on the tasks' thread, or after that has ended."""
        sender, self._sender = self._sender, None
        if sender is not None:
            sender.close()
            self._tell_stopped()

    def _open(self, output: Output) -> None:
        sender = None
        why = Message(
            "{name} could not be opened because of an internal error.",
            name=Message(self.kind.title),
        )
        try:
            sender = Sender(
                self.kind,
                height=output.format.height,
                width=output.format.width,
                frame_rate=self.frame_rate,
                on_sent=self._on_sent,
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
        sentence = Message(self.kind.started, device=sender.device, name=Message(self.kind.title))
        if self.kind.has_alpha and is_opaque:
            sentence = Message("{what}. {help}", what=sentence.inner(), help=WITH_BACKGROUND)
        self._on_event(SenderStarted(self.kind.name, sender.device, sentence))

    def _on_failed(self, sentence: str) -> None:
        self.is_wanted = False
        self._sender = None
        self._tell_stopped(sentence)

    def _tell_stopped(self, sentence: str = "") -> None:
        self._on_event(SenderStopped(self.kind.name, sentence))
