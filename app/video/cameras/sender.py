"""Sender: sends the picture to other programs, on a thread of its own; the newest frame wins.

A virtual camera, NDI, Spout, Unity Capture and Syphon are rows of one table
(`app.video.cameras.senders`), each with a class that opens the connection.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import KW_ONLY, dataclass
from typing import Protocol

import numpy as np

from app.messages import Message, SentenceError, marked
from app.video.opencv import untyped_cv2 as cv2
from app.video.output import Output
from app.video.pixels.colour import FastRgb
from app.video.undo import or_undo
from gpu_unet import Image

NAME = "Backdrop"  # what other programs list
# While a file is paused, readers still need frames: they give up on a silent sender.
REPEAT_S = 0.5


class SenderError(SentenceError, OSError):
    """The connection could not be opened; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SenderStatus:
    """Whether a sender should work.

    Attributes:
        is_available: It should.
        sentence: Why not, and what to do; else empty, or what may still be missing.
        commands: Those in the sentence, in order, to be copied one by one.
    """

    is_available: bool
    sentence: str = ""
    commands: tuple[str, ...] = ()


class Connection(Protocol):
    """What a kind opens; one thread makes, calls and closes it.

    Attributes:
        device: Its name in other programs.
    """

    device: str

    def send(self, pixels: Image) -> None:
        """Send a frame; may wait.

        Args:
            pixels: uint8, C-contiguous, of the size it was opened with: RGB (H, W, 3); where the
                kind has alpha, RGBA (H, W, 4) with straight alpha.

        Raises:
            OSError, RuntimeError, ValueError: The connection is lost.
        """

    def close(self) -> None:
        """Release it."""


@dataclass(frozen=True, slots=True)
class SenderKind:
    """One way to other programs: a row of the table.

    Attributes:
        name: On the command line and in events.
        title: For people.
        open: Opens the connection, with height, width and frame_rate as `Sender` has them.
        status: Checks without opening anything; cheap enough for a window's start.
        label: In the window's menu, with {name}: says who can watch.
        started: Sentence with {device} and {name}: where other programs find the picture.
        help: What to do if it stops.
        has_alpha: It sends the person with transparency; else a background is needed.
        systems: `sys.platform` of the systems that have it; empty: all.
    """

    name: str
    title: str
    open: Callable[..., Connection]
    status: Callable[[], SenderStatus]
    label: str = marked("{name}, for programs on this computer")
    started: str = marked("Programs on this computer can receive \u201c{device}\u201d by {name}.")
    help: Callable[[], str] = lambda: Message("Switch it on again.")
    has_alpha: bool = True
    systems: tuple[str, ...] = ()

    @property
    def is_here(self) -> bool:
        """Whether this system has it."""
        return not self.systems or sys.platform in self.systems


def package_help(command: str) -> Message:
    """The sentence that asks for a package, without its full stop."""
    return Message("Install the optional package first: {command}", command=command)


@dataclass(eq=False)
class Sender:
    """Sends frames at a rate, the newest one each time. Opens the connection on its own thread.

    A kind with alpha ends with an empty frame, since some programs keep the last one.

    Args:
        height, width: Of every frame that readers get.
        frame_rate: How often readers are fed, in frames per second.
        on_sent: Told `captured_s` of every frame that was sent.
        on_failed: Told in one sentence why the thread ended by itself.

    Attributes:
        device: Its name in other programs.
        sent: Frames sent, repeated ones included.

    Raises:
        SenderError: The connection cannot be opened.
    """

    kind: SenderKind
    _: KW_ONLY
    height: int
    width: int
    frame_rate: float
    on_sent: Callable[[float], None] = lambda captured_s: None
    on_failed: Callable[[str], None] = lambda sentence: None

    def __post_init__(self) -> None:
        self.sent = 0
        self._converter = FastRgb()
        self._newest: Output | None = None
        self._changed = threading.Condition()
        self._is_stopping = False
        opened: Future[Connection] = Future()
        self._thread = threading.Thread(
            target=self._open_and_run, args=(opened,), name=f"send-{self.kind.name}"
        )
        self._thread.start()
        with or_undo(self._thread.join):
            self.device: str = opened.result().device

    @property
    def is_running(self) -> bool:
        """Whether frames are being sent; False after `close` or an error."""
        return self._thread.is_alive()

    def offer(self, output: Output) -> None:
        """Hand over a frame, which is stretched to the sender's size; never waits.

        Its alpha is for kinds with alpha.
        """
        with self._changed:
            self._newest = output
            self._changed.notify_all()

    def close(self) -> None:
        """Send the newest frame and end; may be called twice."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    # On its thread

    def _open_and_run(self, opened: Future[Connection]) -> None:
        try:
            # Here, since Spout's OpenGL context belongs to the thread that makes it.
            connection = self.kind.open(
                height=self.height, width=self.width, frame_rate=self.frame_rate
            )
        except BaseException as error:  # noqa: BLE001 -- for the caller, as with any executor
            opened.set_exception(error)
            return
        opened.set_result(connection)
        self._run(connection)

    def _run(self, connection: Connection) -> None:
        last: Image | None = None
        try:
            while not self._is_stopping:
                began_s = time.perf_counter()
                newest = self._take(REPEAT_S)
                if newest is not None:
                    last = self._converted(newest)
                if last is not None:
                    connection.send(last)
                    self.sent += 1
                if newest is not None:
                    self.on_sent(newest.captured_s)
                self._rest(began_s)
            # Send the frame offered last, which is the background alone.
            if (newest := self._take(0.0)) is not None:
                connection.send(self._converted(newest))
            if self.kind.has_alpha:
                connection.send(np.zeros((self.height, self.width, 4), np.uint8))
        except (OSError, RuntimeError, ValueError) as error:
            self.on_failed(
                Message(
                    "{name} stopped ({error}). {help}",
                    name=Message(self.kind.title),
                    error=error,
                    help=self.kind.help(),
                )
            )
        finally:
            connection.close()

    def _take(self, timeout_s: float) -> Output | None:
        with self._changed:
            if self._newest is None and not self._is_stopping:
                self._changed.wait(timeout_s)
            newest, self._newest = self._newest, None
            return newest

    def _rest(self, began_s: float) -> None:
        """Wait for the next frame's time; the last frame that arrives meanwhile counts."""
        with self._changed:
            while not self._is_stopping:
                left_s = began_s + 0.9 / self.frame_rate - time.perf_counter()
                if left_s <= 0:
                    return
                self._changed.wait(left_s)

    def _converted(self, offered: Output) -> Image:
        rgb = self._stretched(self._converter.rgb(offered.pixels, offered.format))
        if not self.kind.has_alpha:
            return rgb
        return _straight(rgb, None if offered.alpha is None else self._stretched(offered.alpha))

    def _stretched(self, plane: Image) -> Image:
        if plane.shape[:2] != (self.height, self.width):
            plane = cv2.resize(plane, (self.width, self.height), interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(plane)


def _straight(rgb: Image, alpha: Image | None) -> Image:
    """uint8 RGBA with straight alpha, black where alpha is 0; 7 ms at 1280x720.

    A receiver that ignores alpha shows what is there: 4:2:0 leaves colour beside the person, and a
    frame without a valid matte has a grey picture.
    """
    rgba = cv2.cvtColor(rgb, cv2.COLOR_RGB2RGBA)  # opaque
    if alpha is None:
        return rgba
    rgba[..., 3] = alpha
    return cv2.copyTo(rgba, alpha)  # 0 where the mask is
