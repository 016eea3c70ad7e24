"""The messages of the remote control: commands, replies and the status, all of them JSON.

docs/remote-control.md describes them for the authors of clients.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from app.messages import Message

MOST_BYTES = 4096  # of one message
Id = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
Name = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=1, le=10**6)]


class Head(Struct, frozen=True):
    """The part that every message of a client shares.

    Attributes:
        command: Name of a row of the table.
        token: In a first message: the client's proof.
        id: Comes back with the reply.
    """

    command: str = ""
    token: str = ""
    id: Id = None


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command; the classes below add what it needs."""

    command: str
    id: Id = None


class BackgroundCommand(Command, frozen=True):
    """Choose a background: a name or number of the library, "#rrggbb", "blur" or "transparent"."""

    to: Name | Number


class PresetCommand(Command, frozen=True):
    """Apply a preset, by its name or number."""

    to: Name | Number


class RecordCommand(Command, frozen=True):
    """Start or stop the recording."""

    to: Literal["start", "stop", "toggle"] = "toggle"


class SlideCommand(Command, frozen=True):
    """Turn the slides of the background."""

    to: Literal["next", "previous"] | Number = "next"


class MuteCommand(Command, frozen=True):
    """Mute or unmute the film that plays."""

    to: Literal["on", "off", "toggle"] = "toggle"


class StatusCommand(Command, frozen=True):
    """Ask for the status."""


class Status(Struct, frozen=True):
    """What the window does at the moment.

    Attributes:
        camera: A camera is on and delivers pictures.
        recording: A recording runs, paused or not.
        seconds: Its length so far, without pauses.
        background: Name of the library's entry, "#rrggbb", "blur", "transparent", "my room" or
            "my screen".
        preset: Name of the preset in force; empty: none.
        muted: The film that plays is muted.
        slide: The slide behind the person, from 1 on; None: the background has no slides.
        slides: Number of slides; None likewise.
        frames_per_second: Composites per second.
        reduced_quality: The computer is too slow for full quality.
    """

    camera: bool = False
    recording: bool = False
    paused: bool = False
    seconds: int = 0
    background: str = ""
    preset: str = ""
    muted: bool = False
    slide: int | None = None
    slides: int | None = None
    frames_per_second: int = 0
    reduced_quality: bool = False


class StatusEvent(Struct, frozen=True, tag="status", tag_field="event"):
    """Sent to each client when it connects, and when the status changes."""

    status: Status


class Reply(Struct, frozen=True, tag="reply", tag_field="event"):
    """Sent to the client that gave a command.

    Attributes:
        ok: It was carried out.
        text: What happened, or why nothing did: an English sentence.
        status: Afterwards; None if the message was not understood.
        id: Of the command.
    """

    ok: bool
    text: str
    status: Status | None = None
    id: Id = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of commands.

    Attributes:
        kind: Reads the message.
        act: Carries it out on the window's thread: what happened, in one sentence.
    """

    kind: type[Command]
    act: Callable[[Any, Any], str]
    example: str


class RefusedError(Exception):
    """A command that cannot be carried out now; the text is the whole reply."""


class NotUnderstoodError(Exception):
    """A message that is no command.

    Args:
        sentence: What is wrong with it.
        number: Its `id`, if it has one.
    """

    def __init__(self, sentence: str, number: Id = None) -> None:
        super().__init__(sentence)
        self.id = number


def read(raw: str | bytes, rows: Mapping[str, Row]) -> Command:
    """Read a client's message.

    Raises:
        NotUnderstoodError: It is none of the commands.
    """
    head = read_head(raw)
    row = rows.get(head.command)
    if row is None:
        known = ", ".join(rows)
        raise NotUnderstoodError(
            f"There is no command {head.command!r:.60}. The commands are {known}.", head.id
        )
    try:
        return msgspec.json.decode(raw, type=row.kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotUnderstoodError(
            f"{head.command}: {_first_line(error)}. An example: {row.example}", head.id
        ) from None


def read_head(raw: str | bytes) -> Head:
    """Read what every message shares.

    Raises:
        NotUnderstoodError: It is not a JSON object, or these parts are of another type.
    """
    try:
        return msgspec.json.decode(raw, type=Head)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotUnderstoodError(
            f"This message is not understood: {_first_line(error)}. An example: "
            '{"command": "status"}'
        ) from None


def written(message: Reply | StatusEvent) -> str:
    """A message to a client, as JSON."""
    return msgspec.json.encode(message, enc_hook=_plain).decode()


def is_same_token(one: str, other: str) -> bool:
    """Compare tokens in the same time whatever they share."""
    return hmac.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))


def _plain(value: object) -> str:
    if isinstance(value, Message):
        return str.__str__(value)
    raise TypeError(f"{value!r:.80} is no part of a message")


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0][:200].rstrip(".") if lines else type(error).__name__
