"""VideoSink: where finished frames go; files, stills and sequences share it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Literal

from app.messages.message import Message, marked
from gpu_unet.frame_format import Image

Content = Literal["composite", "transparent", "matte"]
TrackAction = Literal["copied", "transcoded", "dropped"]
_SAID: dict[tuple[str, TrackAction], str] = {
    ("audio", "copied"): marked("audio ({codec}) copied"),
    ("audio", "transcoded"): marked("audio ({codec}) transcoded to {new_codec}"),
    ("audio", "dropped"): marked("audio ({codec}) dropped"),
    ("subtitle", "copied"): marked("subtitle ({codec}) copied"),
    ("subtitle", "transcoded"): marked("subtitle ({codec}) transcoded to {new_codec}"),
    ("subtitle", "dropped"): marked("subtitle ({codec}) dropped"),
}


class OutputError(OSError):
    """An output cannot be made or written; the message says which, why, and what to do.

    Attributes:
        kept: The finished work under another name than was asked for, if there is any.
    """

    def __init__(self, message: str, *, kept: Path | None = None) -> None:
        super().__init__(message)
        self.kept = kept


@dataclass(frozen=True, slots=True)
class TrackReport:
    """What became of one track of the input besides the picture.

    Attributes:
        kind: "audio", "subtitle", "chapters", ...
        codec: As it was in the input.
        action: "copied" is bit for bit.
        new_codec: Only where transcoded.
    """

    kind: str
    codec: str
    action: TrackAction
    new_codec: str = ""

    @property
    def loss(self) -> str:
        """The sentence for people where the output has nothing of it; else empty."""
        if self.action != "dropped":
            return ""
        if self.kind == "audio":
            return Message(
                "A track of sound ({codec}) was left out: this file type cannot hold it.",
                codec=self.codec,
            )
        if self.kind == "subtitle":
            return Message(
                "A track of subtitles ({codec}) was left out: this file type cannot hold it.",
                codec=self.codec,
            )
        return Message(
            "A track of {kind} ({codec}) was left out: this file type cannot hold it.",
            kind=self.kind,
            codec=self.codec,
        )

    def __str__(self) -> str:
        said = _SAID.get((self.kind, self.action))
        if said is not None:
            return Message(said, codec=self.codec, new_codec=self.new_codec)
        to = f" to {self.new_codec}" if self.new_codec else ""
        return f"{self.kind} ({self.codec}) {self.action}{to}"


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What was written.

    Attributes:
        path: The finished file, or the pattern of a sequence.
        frame_count: Frames written.
        tracks: One entry for every other track of the input.
        notes: Sentences for people about what could not be kept.
        is_partial: True if the work was cut short and `path` is not the name that was asked for.
        encoder: Who encoded a film, in a few words; empty for pictures.
    """

    path: Path
    frame_count: int
    tracks: tuple[TrackReport, ...] = ()
    notes: tuple[str, ...] = field(default=())
    is_partial: bool = False
    encoder: str = ""


class VideoSink(ABC):
    """Takes frames in order of time; used from one thread at a time.

    Nothing stands under the asked-for name before `finish`. Leaving a `with` block without
    `finish` or `finish_partial` aborts.
    """

    @property
    def written_bytes(self) -> int:
        """So far, about: encoders hold frames back; 0 where nobody knows."""
        return 0

    @abstractmethod
    def write(
        self,
        pixels: Image | None,
        alpha: Image | None = None,
        *,
        pts: int,
        time_base: Fraction,
        duration: int | None = None,
    ) -> None:
        """Write one frame; the arrays may be reused as soon as this returns.

        Args:
            pixels: uint8 in the pixel format the sink was opened with; None for content "matte".
            alpha: uint8 (height, width), 255 = person; for "transparent" and "matte".
            pts: Exact presentation time in units of `time_base`, rising from frame to frame.
            time_base: Seconds per unit.
            duration: In units of `time_base`; None if unknown.

        Raises:
            OutputError: Disk full, or any other trouble with writing.
        """

    def complete(self) -> None:  # noqa: B027 - most have nothing to do before they get their name
        """Do all of `finish` but giving the output its name; `finish` follows. May be left out.

        Raises:
            OutputError: It cannot be completed; nothing of it is left.
        """

    @abstractmethod
    def finish(self) -> WriteReport:
        """Complete the output and give it its name.

        Raises:
            OutputError: It cannot be completed, or the name was taken meanwhile; nothing of it is
                left under the asked-for name, and `kept` says where it is.
        """

    @abstractmethod
    def finish_partial(self) -> WriteReport:
        """Make what was written so far playable, under a name with ".partial" in it.

        Raises:
            OutputError: It cannot be completed, or not a single frame was written.
        """

    @abstractmethod
    def abort(self) -> None:
        """Remove everything written; may be called at any time and twice."""

    def __enter__(self) -> VideoSink:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.abort()
