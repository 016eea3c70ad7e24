"""What a live session tells its owner: frozen events with sentences for people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Level = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should read.

    Attributes:
        level: How serious.
        code: Stable, for tests and for replacing an older notice of the same kind.
        sentence: What happened and what to do, in plain words.
        details: For a fold or a log: the error's own text; may be empty.
    """

    level: Level
    code: str
    sentence: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class SourceOpened:
    """A camera or file delivers frames now.

    Attributes:
        name: For people.
        height: Rows of its frames.
        width: Columns of its frames.
        frame_rate: Frames per second: measured by the camera's driver or stored in the file.
        duration_s: Length of a file; None for cameras.
        is_live: True for cameras; False for files, which can be paused, sought and looped.
        is_interlaced: Its frames hold two half-pictures each.
        mode_sentence: The mode that was really delivered, e.g. "1280x720, 30 frames/s, MJPG".
    """

    name: str
    height: int
    width: int
    frame_rate: float
    duration_s: float | None
    is_live: bool
    mode_sentence: str
    is_interlaced: bool = False


@dataclass(frozen=True, slots=True)
class SourceLost:
    """A camera stopped delivering; the background alone is shown until `SourceReturned`."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SourceReturned:
    """A lost camera delivers again."""

    name: str


@dataclass(frozen=True, slots=True)
class HostRefused:
    """A network camera wants its pictures fetched from a host that nobody allowed.

    Attributes:
        host: That one.
        sentence: Who wants it, and how to allow it.
    """

    host: str
    sentence: str


@dataclass(frozen=True, slots=True)
class LoginRefused:
    """A network camera refused name and password several times; it is not tried again.

    Attributes:
        sentence: Which camera, and what to do.
    """

    sentence: str


@dataclass(frozen=True, slots=True)
class PlaybackEnded:
    """A file that does not loop has shown its last frame, which stays; `seek` starts again."""


@dataclass(frozen=True, slots=True)
class EngineOpening:
    """An engine is being made; the background alone is shown meanwhile."""

    sentence: str


@dataclass(frozen=True, slots=True)
class EngineReady:
    """An engine works.

    Attributes:
        device: "cpu" or "cuda".
        device_name: For people.
        model: As in the settings.
        input_height: Rows of the network's input.
        input_width: Columns of it.
        takes_clean_plate: It makes use of what is known of the room.
    """

    device: str
    device_name: str
    model: str
    input_height: int
    input_width: int
    takes_clean_plate: bool = False


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """No engine works: the background alone is shown until the model or device is changed."""

    sentence: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class PaceChanged:
    """The automatic pace gave up quality, or has all of it back; level 0 is full quality."""

    level: int
    sentence: str


@dataclass(frozen=True, slots=True)
class PlateLearnt:
    """The room behind the person is known, and helps to tell them apart.

    Attributes:
        share: Of the picture, 0 to 1.
        sentence: For people.
    """

    share: float
    sentence: str


@dataclass(frozen=True, slots=True)
class PlateDropped:
    """What was known of the room is not used any more.

    Attributes:
        reason: "changed": the camera shows something else; "nowhere": the picture that was
            handed in shows another room; "forgotten": on request.
        sentence: For people.
    """

    reason: Literal["changed", "nowhere", "forgotten"]
    sentence: str


@dataclass(frozen=True, slots=True)
class PlateTaken:
    """The room was learnt on request; False: it could not be, and `sentence` says why."""

    is_learnt: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class RecordingStarted:
    """The first frame was written."""

    path: Path


@dataclass(frozen=True, slots=True)
class RecordingStopped:
    """The file is whole and closed. Every recording that was begun ends with this event.

    Attributes:
        path: The playable file; it does not exist if `frames` is 0.
        sentence: What was recorded, or why it stopped.
        reason: "user", "disk" (full) or "error".
        frames: Written.
        dropped_frames: Lost because the encoder could not keep up.
    """

    path: Path
    sentence: str
    reason: Literal["user", "disk", "error"]
    frames: int
    dropped_frames: int


@dataclass(frozen=True, slots=True)
class VirtualCameraStarted:
    """Other programs see the picture now, under the name `device`."""

    device: str


@dataclass(frozen=True, slots=True)
class VirtualCameraStopped:
    """The virtual camera is off; `sentence` says why if nobody asked for it, else is empty."""

    sentence: str = ""


@dataclass(frozen=True, slots=True)
class SnapshotSaved:
    """A still of the composite was written."""

    path: Path


Event = (
    Notice
    | SourceOpened
    | SourceLost
    | SourceReturned
    | HostRefused
    | LoginRefused
    | PlaybackEnded
    | EngineOpening
    | EngineReady
    | EngineFailed
    | PaceChanged
    | PlateLearnt
    | PlateDropped
    | PlateTaken
    | RecordingStarted
    | RecordingStopped
    | VirtualCameraStarted
    | VirtualCameraStopped
    | SnapshotSaved
)
