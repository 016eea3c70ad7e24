"""Sender: shows the picture to other programs, on a thread of its own; the newest frame wins.

A virtual camera, NDI, Spout, Unity Capture and Syphon are rows of one table
(`app.video.cameras.senders`), each with a class that opens the connection.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from app.messages import Message
from app.pipeline.background_tasks import TroubleCallback, report_unexpected, start_thread
from app.pipeline.live.events import SenderStarted, SenderStopped
from app.pipeline.live.source import USUAL_FRAME_RATE, EventCallback
from app.video.cameras.sender import Connection, SenderError, SenderKind
from app.video.opencv import untyped_cv2 as cv2
from app.video.output import Output
from app.video.pixels.aspect_fill import square_format
from app.video.pixels.colour import FastRgb
from gpu_unet import Image

# While a file is paused, readers still need frames: they give up on a silent sender.
REPEAT_S = 0.5
WITH_BACKGROUND = Message(
    "The background is sent, too. Choose \u201cTransparent\u201d to send the person alone."
)


@dataclass(eq=False)
class Sender:
    """Opens, feeds and closes one way to other programs on request.

    `offer` is the worker's; any thread may call the rest. Only `close` waits.

    Readers get frames of one size at a steady rate, the newest one each time; a source of another
    size gets a connection of that size. A kind with alpha ends with an empty frame, since some
    programs keep the last one.

    Args:
        on_event: Receives `SenderStarted` and `SenderStopped`.
        on_sent: Told `captured_s` of every frame that other programs got.
        on_trouble: As for `report_unexpected`.

    Attributes:
        frame_rate: The source's rate, at which readers are fed.
        is_wanted: Whether it is on or opens with the next output.
        is_on: Whether other programs are being fed.
    """

    kind: SenderKind
    on_event: EventCallback
    on_sent: Callable[[float], None]
    on_trouble: TroubleCallback

    def __post_init__(self) -> None:
        self.frame_rate = USUAL_FRAME_RATE
        self.is_wanted = self.is_on = False
        self._title = Message(self.kind.title)
        self._converter = FastRgb()
        self._changed = threading.Condition()
        self._newest: Output | None = None
        self._work: Future[None] | None = None  # of the thread
        self._has_ended = False

    @property
    def lacks_picture(self) -> bool:
        """Whether the next output opens it."""
        return self.is_wanted and not self.is_on and self._newest is None

    def set(self, is_on: bool) -> None:
        """Open with the next output, or send the newest one and close."""
        if is_on and self._has_ended:
            self._tell_stopped(
                Message(
                    "The live picture has ended, there is nothing to show to other programs; "
                    "choose a camera or a file first."
                )
            )
            return
        with self._changed:
            self.is_wanted = is_on
            self._changed.notify_all()

    def end(self) -> None:
        """Close for good: the session ends."""
        self._has_ended = True
        self.set(False)

    def close(self) -> None:
        """Close for good, and wait for that."""
        self.end()
        if (work := self._work) is not None:
            wait([work])

    def offer(self, output: Output) -> None:
        """Show an output to other programs, which know square pixels only.

        Args:
            output: For a kind without alpha, on a background.
        """
        with self._changed:
            if not self.is_wanted:
                return
            self._newest = output
            self._changed.notify_all()
            if self._work is None:
                self._work = start_thread(f"send-{self.kind.name}", self._run)
                doing = Message("using {name}", name=self._title)
                report_unexpected(self._work, doing, self.on_trouble)

    # On its thread

    def _run(self) -> None:
        try:
            while (first := self._first()) is not None:
                self._show(first)
        except BaseException:
            self._newest = self._work = None  # it can be asked for again
            raise

    def _first(self) -> Output | None:
        """The output to open with, which is still the newest; None: it is off, the thread ends."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or not self.is_wanted)
            if not self.is_wanted:
                self._newest = self._work = None
            return self._newest

    def _show(self, first: Output) -> None:
        """Feed a connection for outputs of this size, until it is off or the size is another."""
        name, rate, size = self._title, self.frame_rate, _size_of(first)
        why: str = Message("{name} could not be opened because of an internal error.", name=name)
        try:
            # Here, since Spout's OpenGL context belongs to the thread that makes it.
            opened = self.kind.open(height=size[0], width=size[1], frame_rate=rate)
            why = Message("{name} stopped because of an internal error; see the log.", name=name)
            with closing(opened):
                self.is_on = True
                self._tell_started(opened.device, is_opaque=first.alpha is None)
                why = self._feed(opened, size, rate)
        except SenderError as error:
            why = str(error)
        finally:
            self.is_on = False
            if why:
                self.is_wanted = False
            if not self.is_wanted:
                self._tell_stopped(why)

    def _feed(self, connection: Connection, size: tuple[int, int], frame_rate: float) -> str:
        """Send frames; returns why that failed, or nothing."""
        last: Image | None = None
        try:
            while self._is_for(size):
                began_s = time.perf_counter()
                newest = self._take(size, REPEAT_S)
                if newest is not None:
                    last = self._converted(newest, size)
                if last is not None:
                    connection.send(last)
                if newest is not None:
                    self.on_sent(newest.captured_s)
                self._rest(began_s + 0.9 / frame_rate)
            # Send the frame offered last, which is the background alone.
            if (newest := self._take(size, 0.0)) is not None:
                connection.send(self._converted(newest, size))
            if self.kind.has_alpha:
                connection.send(np.zeros((*size, 4), np.uint8))
        except (OSError, RuntimeError, ValueError) as error:
            return Message(
                "{name} stopped ({error}). {help}",
                name=self._title,
                error=error,
                help=self.kind.help(),
            )
        return ""

    def _is_for(self, size: tuple[int, int]) -> bool:
        """Whether it is on, and no output of another size has come."""
        newest = self._newest
        return self.is_wanted and (newest is None or _size_of(newest) == size)

    def _take(self, size: tuple[int, int], timeout_s: float) -> Output | None:
        """The newest output; None if it has another size, or none came in this time."""
        with self._changed:
            if self._newest is None and self.is_wanted:
                self._changed.wait(timeout_s)
            newest = self._newest
            if newest is None or _size_of(newest) != size:
                return None
            self._newest = None
            return newest

    def _rest(self, until_s: float) -> None:
        """Wait for the next frame's time; the last frame that arrives meanwhile counts."""
        with self._changed:
            while self.is_wanted and (left_s := until_s - time.perf_counter()) > 0:
                self._changed.wait(left_s)

    def _converted(self, output: Output, size: tuple[int, int]) -> Image:
        rgb = _stretched(self._converter.rgb(output.pixels, output.format), size)
        if not self.kind.has_alpha:
            return rgb
        return _straight(rgb, None if output.alpha is None else _stretched(output.alpha, size))

    def _tell_started(self, device: str, *, is_opaque: bool) -> None:
        sentence = Message(self.kind.started, device=device, name=self._title)
        if self.kind.has_alpha and is_opaque:
            sentence = Message("{what}. {help}", what=sentence.inner(), help=WITH_BACKGROUND)
        self.on_event(SenderStarted(self.kind.name, device, sentence))

    def _tell_stopped(self, sentence: str) -> None:
        self.on_event(SenderStopped(self.kind.name, sentence))


def _size_of(output: Output) -> tuple[int, int]:
    """(height, width) of an output in square pixels."""
    shown = square_format(output.format, output.pixel_aspect)
    return shown.height, shown.width


def _stretched(plane: Image, size: tuple[int, int]) -> Image:
    if plane.shape[:2] != size:
        plane = cv2.resize(plane, size[::-1], interpolation=cv2.INTER_LINEAR)
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
