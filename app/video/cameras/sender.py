"""SenderKind: a way to other programs; what each opens, and why it may not work."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.messages import Message, SentenceError, marked
from gpu_unet import Image

NAME = "Backdrop"  # what other programs list


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
        open: Opens the connection for frames of height and width, at frame_rate per second; raises
            SenderError.
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
