"""VideoSink: where finished frames go; the base of files, stills and sequences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.messages import Message, SentenceError, marked

if TYPE_CHECKING:  # NumPy takes a tenth of a second, and a command's help needs none
    from app.video.linear_picture import LinearPicture
    from gpu_unet import Image

Content = Literal["composite", "transparent", "matte"]
TrackAction = Literal["copied", "transcoded", "dropped"]
_SAID: dict[tuple[str, TrackAction], str] = {
    ("audio", "copied"): marked("audio ({codec}) copied"),
    ("audio", "transcoded"): marked("audio ({codec}) transcoded to {new_codec}"),
    ("audio", "dropped"): marked("audio ({codec}) dropped"),
    ("subtitle", "copied"): marked("subtitle ({codec}) copied"),
    ("subtitle", "transcoded"): marked("subtitle ({codec}) transcoded to {new_codec}"),
    ("subtitle", "dropped"): marked("subtitle ({codec}) dropped"),
    ("video", "dropped"): marked("video ({codec}) dropped"),
    ("cover", "dropped"): marked("cover picture ({codec}) dropped"),
    ("data", "dropped"): marked("data ({codec}) dropped"),
    ("attachment", "copied"): marked("attached file ({codec}) copied"),
    ("attachment", "dropped"): marked("attached file ({codec}) dropped"),
}


_LOST = {
    "audio": marked("A track of sound ({codec}) was left out: this file type cannot hold it."),
    "subtitle": marked(
        "A track of subtitles ({codec}) was left out: this file type cannot hold it."
    ),
    "video": marked("Another video track ({codec}) was left out: one of each film is processed."),
    "attachment": marked("The attached file {codec} was left out: a .mkv holds such files."),
}
# Phones write data into each film, and a cover shows the room: the summary names them, no warning.
_MISSED_BY_FEW = ("cover", "data")
_MIXED = marked(
    "A track of sound ({codec}) of {count} channels was mixed to stereo; a .mkv keeps them all."
)
_OTHER_LOST = marked("A track of {kind} ({codec}) was left out: this file type cannot hold it.")
NO_FRAME = marked("{path} was not written: there was no frame.")
NOT_ONE_FRAME = marked("{path} was not written: not one frame was done.")


class OutputError(SentenceError, OSError):
    """An output cannot be made or written; the message says which, why, and what to do.

    Attributes:
        kept: Where the finished work is, if it had to be kept under another name.
    """

    def __init__(self, sentence: str, /, *, kept: Path | None = None, **values: object) -> None:
        super().__init__(sentence, **values)
        self.kept = kept


@dataclass(frozen=True, slots=True)
class TrackReport:
    """The outcome for one track of the input besides the picture.

    Attributes:
        kind: "audio", "subtitle", "video", "cover", "data" or "attachment".
        codec: The codec in the input; an attached file's name.
        action: "copied" is bit for bit.
        new_codec: Only where transcoded.
        mixed_channels: Channels of sound that were mixed to stereo; 0: as many are kept.
    """

    kind: str
    codec: str
    action: TrackAction
    new_codec: str = ""
    mixed_channels: int = 0

    @property
    def loss(self) -> str:
        """The sentence for people who may miss this track, or a part, in the output; or empty."""
        if self.mixed_channels:
            return Message(_MIXED, codec=self.codec, count=self.mixed_channels)
        if self.action != "dropped" or self.kind in _MISSED_BY_FEW:
            return ""
        return Message(_LOST.get(self.kind, _OTHER_LOST), kind=self.kind, codec=self.codec)

    def __str__(self) -> str:
        said = _SAID.get((self.kind, self.action))
        if said is not None:
            return Message(said, codec=self.codec, new_codec=self.new_codec)
        to = f" to {self.new_codec}" if self.new_codec else ""
        return f"{self.kind} ({self.codec}) {self.action}{to}"


@dataclass(frozen=True, slots=True)
class FrameTime:
    """When a frame is shown, kept apart from the frame so that the frame's memory can be freed.

    Attributes:
        pts: Exact presentation time in units of `time_base`, rising from frame to frame.
        time_base: Seconds per unit.
        duration: In units of `time_base`; None if unknown.
    """

    pts: int
    time_base: Fraction
    duration: int | None = None


@dataclass(frozen=True, slots=True)
class WriteReport:
    """The outcome of writing.

    Attributes:
        path: The finished file, or the pattern of a sequence.
        tracks: One entry for every other track of the input.
        notes: Sentences for people about what could not be kept.
        is_partial: True if the work was cut short and `path` differs from the requested name.
        encoder: What encoded a film, in a few words; empty for pictures.
        bits: Bits of a frame's samples that are in the file.
    """

    path: Path
    frame_count: int
    tracks: tuple[TrackReport, ...] = ()
    notes: tuple[str, ...] = field(default=())
    is_partial: bool = False
    encoder: str = ""
    bits: int = 8


class VideoSink(ABC):
    """Takes frames in order of time; used from one thread at a time.

    The requested name stays unused until `finish`. Leaving a `with` block without `finish` or
    `finish_partial` aborts.

    Attributes:
        written_bytes: Approximate size so far, since encoders hold frames back; 0 if unknown.
    """

    written_bytes: int = 0

    @abstractmethod
    def write(
        self, pixels: Image | LinearPicture | None, alpha: Image | None = None, *, time: FrameTime
    ) -> None:
        """Write one frame; the arrays may be reused as soon as this returns.

        Args:
            pixels: uint8 in the pixel format the sink was opened with; None for content "matte".
                Sinks of OpenEXR files take scene-linear pictures alone, all others none.
            alpha: uint8 (height, width), 255 = person; for "transparent" and "matte".
            time: When the frame is shown.

        Raises:
            OutputError: Disk full, or any other trouble with writing.
        """

    def complete(self) -> None:  # noqa: B027 -- most sinks have nothing to do before the rename
        """Do all of `finish` except the rename, which `finish` does. Calling it is optional.

        Raises:
            OutputError: It cannot be completed; everything written is removed.
        """

    @abstractmethod
    def finish(self) -> WriteReport:
        """Complete the output and give it its name.

        Raises:
            OutputError: It cannot be completed, or the name was taken meanwhile; nothing is left
                under the requested name, and `kept` says where the work is.
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
