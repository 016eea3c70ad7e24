"""What a live session reports to its owner: frozen events with sentences for people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.pipeline.person.pick import PersonPick, UncertainRange
from app.video.recording.summary import RecordingSummary
from gpu_unet import Area

Level = Literal["info", "warning", "error"]


class LiveEvent:
    """What a live session reports."""

    __slots__ = ()


class SourceEvent(LiveEvent):
    """What the session's source reports."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Notice(LiveEvent):
    """Something the user should read.

    Attributes:
        code: Stable, for tests and for replacing an older notice of the same kind.
        sentence: What happened and what to do, in plain words.
        details: The error's own text, for a fold or a log; may be empty.
    """

    level: Level
    code: str
    sentence: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class SourceOpened(SourceEvent):
    """A camera or file delivers frames.

    Attributes:
        frame_rate: Frames per second: measured by the camera's driver or stored in the file.
        begin_s, duration_s: When a file's picture begins, and when it ends; both are counted from
            zero. The end is None for cameras.
        is_live: True for cameras; False for files, which can be paused, sought and looped.
        is_interlaced: Its frames hold two fields each.
        has_alpha: Its frames have an alpha of their own.
        mode_sentence: The mode that the camera delivers, e.g. "1280x720, 30 frames/s, MJPG".
        may_be_log: A film may be in a camera's log curve, which no tag says.
    """

    name: str
    height: int
    width: int
    frame_rate: float
    duration_s: float | None
    is_live: bool
    mode_sentence: str
    is_interlaced: bool = False
    has_alpha: bool = False
    may_be_log: bool = False
    begin_s: float = 0.0


@dataclass(frozen=True, slots=True)
class SourceLost(SourceEvent):
    """A camera stopped delivering; the background alone is shown until `SourceReturned`."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SourceReturned(SourceEvent):
    """A lost camera delivers again."""

    name: str


@dataclass(frozen=True, slots=True)
class HostRefused(SourceEvent):
    """A network camera redirects to a host that is not allowed.

    Attributes:
        sentence: Which camera redirects, and how to allow it.
    """

    host: str
    sentence: str


@dataclass(frozen=True, slots=True)
class LoginRefused(SourceEvent):
    """A network camera refused name and password several times; it is not tried again."""

    sentence: str


@dataclass(frozen=True, slots=True)
class PlaybackEnded(SourceEvent):
    """A file that does not loop has shown its last frame, which stays; `seek` plays it again."""


@dataclass(frozen=True, slots=True)
class EngineOpening(LiveEvent):
    """An engine is being made; the background alone is shown meanwhile."""

    sentence: str


@dataclass(frozen=True, slots=True)
class EnginePreparing(LiveEvent):
    """Kernels of a first start are being compiled: how many are ready, and of how many."""

    sentence: str
    ready: int
    total: int


@dataclass(frozen=True, slots=True)
class EngineReady(LiveEvent):
    """An engine is in use.

    Attributes:
        device: "cpu", "cuda" or "onnx".
        device_name: For people.
    """

    device: str
    device_name: str
    model: str
    input_height: int
    input_width: int
    takes_clean_plate: bool = False


@dataclass(frozen=True, slots=True)
class EngineFailed(LiveEvent):
    """No engine works: the background alone is shown until the model or device is changed."""

    sentence: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class PaceChanged(LiveEvent):
    """The automatic pace gave up quality, or restored all of it; level 0 is full quality."""

    level: int
    sentence: str


@dataclass(frozen=True, slots=True)
class PersonSeen(LiveEvent):
    """No person is in the picture any more (`is_there` False), or one is back."""

    is_there: bool


@dataclass(frozen=True, slots=True)
class PersonSought(LiveEvent):
    """A person was found where one was picked, and is kept from now on; or none was found."""

    pick: PersonPick
    is_found: bool


@dataclass(frozen=True, slots=True)
class PeopleSeen(LiveEvent):
    """In a frame of a film some people are kept and all others removed.

    Attributes:
        areas: What is kept of it, and what is removed within that.
        unsure: Times seen so far for which it was not sure who is who.
    """

    time_s: float
    areas: tuple[Area, ...]
    unsure: tuple[UncertainRange, ...]


@dataclass(frozen=True, slots=True)
class PageTurned(LiveEvent):
    """Another page of the background is shown, or another background.

    Attributes:
        page: The shown page, from 1 on, and the number of pages; None: it has no pages.
    """

    page: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PlateLearnt(LiveEvent):
    """The clean plate covers enough to help the network.

    Attributes:
        share: Share of the picture that is known, 0 to 1.
    """

    share: float
    sentence: str


@dataclass(frozen=True, slots=True)
class PlateDropped(LiveEvent):
    """The clean plate was given up.

    Attributes:
        reason: "changed": the camera shows something else; "nowhere": the picture that was provided
            shows another room; "forgotten": on request.
    """

    reason: Literal["changed", "nowhere", "forgotten"]
    sentence: str


@dataclass(frozen=True, slots=True)
class PlateTaken(LiveEvent):
    """Answer to a request to learn the picture as empty; False: refused, `sentence` says why."""

    is_learnt: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class RecordingStarted(LiveEvent):
    """The first frame was written."""

    path: Path


@dataclass(frozen=True, slots=True)
class SenderStarted(LiveEvent):
    """Other programs receive the picture.

    Attributes:
        sender: Name in `app.video.cameras.senders`.
        device: What other programs call it.
        sentence: Where they find it.
    """

    sender: str
    device: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SenderStopped(LiveEvent):
    """A sender is off; `sentence` says why, or is empty if the user asked for it."""

    sender: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class SnapshotSaved(LiveEvent):
    """A still of the composite was written."""

    path: Path


Event = LiveEvent | RecordingSummary

# Notices that say something of a source.
_CODES_OF_SOURCE = ("file-unreadable", "file-damaged", "camera-not-opened")


def is_of_source(event: Event) -> bool:
    """Whether an event says something of a source, and nothing once another one is wanted."""
    is_notice = isinstance(event, Notice) and event.code in _CODES_OF_SOURCE
    return is_notice or isinstance(event, SourceEvent)
