"""What goes between processes, as plain data: dictionaries of JSON's types.

Nothing is pickled, and no received data is called: a specification is checked value by value, like
one that was typed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Literal

from app.pipeline.jobs.events import NAMES, Cancelled, Done, Event, Failed, Report
from app.pipeline.plain_data import plain_of, read_as
from app.video.files.segments import Segment

Plain = dict[str, Any]

_EVENTS = {name: kind for kind, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Sidecar:
    """Describes a finished segment's file.

    Attributes:
        file: Its name in the job's folder.
        is_whole: No frame is missing at its end.
        sha256: Checksum of the file, in hexadecimal digits.
    """

    number: int
    file: str
    is_whole: bool
    frames: int
    sha256: str
    report: Report


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a task.

    Attributes:
        kind: "cut": the recording will be done in `segments`; "segment": one of them is done;
            "final": the file has its last event; "failed": another attempt may succeed.
        machine: The computer that did it, for people.
        message: "failed": one sentence.
        event: "final": see `plain_event`.
        segments: "cut": all of them.
        frame_count: "cut": frames of the recording.
        sidecar: "segment": None if it was cancelled before its first frame.
    """

    kind: Literal["cut", "segment", "final", "failed"]
    machine: str
    message: str = ""
    event: Plain = field(default_factory=dict)
    segments: tuple[Segment, ...] = ()
    frame_count: int = 0
    number: int = 0
    sidecar: Sidecar | None = None


@dataclass(frozen=True, slots=True)
class TaskEvent:
    """An event of a running task: see `plain_event`."""

    job: str
    unit: str
    event: Plain


def plain_event(event: Event) -> Plain:
    """An event with its name under "event"."""
    return {"event": NAMES[type(event)], **plain_of(event)}


def event_of(plain: Plain) -> Event:
    """The event that `plain_event` described.

    Raises:
        ValueError: It is no event.
    """
    kind = _EVENTS.get(str(plain.get("event")))
    if kind is None:
        raise ValueError(f"{plain.get('event')!r:.80} is no event")
    return read_as(kind, plain)


def final_of(plain: Plain) -> Done | Cancelled | Failed:
    """A job's last event; raises as `event_of` does."""
    event = event_of(plain)
    if not isinstance(event, Done | Cancelled | Failed):
        raise ValueError(f"{plain['event']} is no last event")
    return event


def sealed(document: Plain) -> bytes:
    """A document for the disk, with its checksum: one changed bit is detected."""
    text = json.dumps(document)
    seal = hashlib.sha256(text.encode()).hexdigest()
    return json.dumps({"sha256": seal, "document": text}).encode()


def unsealed(content: bytes) -> Any:
    """The document that `sealed` wrote.

    Raises:
        ValueError: It was changed.
    """
    outer = read_as(dict[str, str], json.loads(content))
    text = outer.get("document", "")
    if hashlib.sha256(text.encode()).hexdigest() != outer.get("sha256"):
        raise ValueError("the document is not as it was written")
    return json.loads(text)
