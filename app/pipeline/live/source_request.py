"""SourceRequest: which camera, address or file a live session shows; StartOptions: what it does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.pipeline.settings import Settings
from app.video.network.address import CameraAddress, host_name, without_password
from app.video.reading import Log
from app.video.typed_path import typed_path

SourceKind = Literal["camera", "network", "file", "synthetic"]

_ADDRESS = re.compile(r"^([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
# ".mp4", ".jpeg" and the like: such a word never means a camera
_FILE_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,3}$")


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """What to open. Sizes and rate are requests: cameras take the nearest mode they have.

    Attributes:
        kind: "camera": of this computer; "network": an address; "file": video or still;
            "synthetic": the built-in sample as a camera.
        target: A camera's number or name, an address, or a path; empty for "synthetic".
        height, width: In pixels; None leaves it to the camera.
        frame_rate: Requested frames per second.
        allowed_hosts: Hosts that a network camera may redirect to besides its own.
        log: The log curve of a film's camera; see `FileSource`.
        is_full_name: The target is a camera's whole name or path, never a part of a name.

    Raises:
        ValueError: A malformed address, or a value out of range; one sentence says which.
    """

    kind: SourceKind
    target: str = ""
    height: int | None = None
    width: int | None = None
    frame_rate: float | None = None
    allowed_hosts: tuple[str, ...] = ()
    log: Log | None = None
    is_full_name: bool = False

    def __post_init__(self) -> None:
        if self.kind != "synthetic" and not self.target:
            raise ValueError("the source is empty; give a camera, an address, or a file")
        if self.kind == "network":
            CameraAddress.parse(self.target)
        elif self.allowed_hosts:
            raise ValueError(f"only a network camera leads to other hosts, not {self.name}")
        for host in self.allowed_hosts:
            if not host_name(host):
                raise ValueError(f"{host} is no host; expected a name or a number: camera.example")
        for name, value in (
            ("height", self.height),
            ("width", self.width),
            ("frame rate", self.frame_rate),
        ):
            if value is not None and not 1 <= value <= 16384:
                raise ValueError(f"{name} is {value}, expected 1 to 16384")

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        height: int | None = None,
        width: int | None = None,
        frame_rate: float | None = None,
        allowed_hosts: tuple[str, ...] = (),
    ) -> SourceRequest:
        """Read `0`, a camera's name, `rtsp://...`, `http://...`, `synthetic`, or a file's path.

        An existing file wins over a camera of that name.

        Raises:
            ValueError: Empty text, an address of another kind, or a file that does not exist or is
                in a folder that may not be read.
        """
        word = text.strip()
        kind: SourceKind = "camera"
        if word == "synthetic":
            kind, word = "synthetic", ""
        elif _ADDRESS.match(word):
            kind = "network"
        elif word and not word.isdecimal() and _is_there(word):
            # A device node such as /dev/video2 exists as well, but is a camera.
            kind = "camera" if word.startswith("/dev/") else "file"
        elif _FILE_ENDING.search(word):
            raise ValueError(f"There is no file {without_password(word)}; check the path.")
        return cls(kind, word, height, width, frame_rate, allowed_hosts)

    @property
    def is_live(self) -> bool:
        """Everything but a file is live."""
        return self.kind != "file"

    def __str__(self) -> str:
        """For people and for `parse`; leaves out a password in the address."""
        if self.kind == "synthetic":
            return "synthetic"
        return without_password(self.target)

    @property
    def name(self) -> str:
        """For people, in a sentence: "Camera 0" where the target is a bare number."""
        return f"Camera {self.target}" if self.target.isdecimal() else str(self)


def _is_there(word: str) -> bool:
    try:
        typed_path(word).stat()
    except PermissionError:
        raise ValueError(f"{word} may not be read; check its permissions.") from None
    except OSError:  # no such file, or a camera's name that no file can have
        return False
    return True


STATISTICS_EVERY_S = 2.0  # interval of printed statistics


@dataclass(frozen=True, slots=True)
class StartOptions:
    """Options from the command line.

    Attributes:
        given: Names of the settings that were given. A window keeps its remembered values for all
            others; these win even if they equal the defaults.
        record: Record into this file from the first frame on; None: do not.
        has_constant_rate: Record at a constant frame rate; a window also remembers its own choice.
        microphone: Record its sound too; "default" or a name; None: no sound.
        senders: Names of the senders that feed other programs from the first frame on.
        seconds: End after this time with frames (without a window also after this time from the
            start without any frame); None: end on request.
        frame_limit: Compose at most this many frames per second; None: all.
        has_automatic_pace: Give up rate and detail when the machine cannot keep up.
    """

    request: SourceRequest
    settings: Settings
    given: frozenset[str] = frozenset()
    record: Path | None = None
    overwrite: bool = False
    has_constant_rate: bool = False
    microphone: str | None = None
    senders: tuple[str, ...] = ()
    seconds: float | None = None
    frame_limit: float | None = None
    has_automatic_pace: bool = True
    wants_statistics: bool = False
