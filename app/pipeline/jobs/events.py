"""What a job reports while it runs: frozen events, also as plain dictionaries for `--json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.pipeline.jobs.thread_clock import ThreadTimes
from app.pipeline.person.pick import UncertainRange
from app.pipeline.plain_data import plain_of
from app.pipeline.strokes.track import Followed

NO_MODEL = "none"  # the file's own alpha takes the network's place


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome for one input.

    Attributes:
        output: The finished file; None if nothing was written.
        frames_in: Frames that were read and decoded.
        frames_carried: Frames that have their neighbours' mattes and were not inferred (0048); of a
            film in segments also among the frames around each.
        damaged_frames: Frames that the decoder could only restore in part.
        without_matte: Frames that show the background alone, counted by the `code` of `NoMatte`.
        unsure: Times for which it was not sure who is who, where people are told apart.
        strokes: Those that were not followed as far as was asked for.
        audio: One sentence per sound track: copied, transcoded, or left out and why.
        notes: Other things that were converted or changed, one sentence each.
        losses: What the output lacks without the user's asking: damage, depth, tracks; one sentence
            each.
        seconds: Wall time of the whole job, without waiting for the one before it in a queue.
        prepared_s: The part of it before the engine was ready: opening, and compilation at a first
            start.
        fps: Frames written per second of the rest.
        device: Name of the device that finished the job.
        model: Name of the model that finished the job, or `NO_MODEL`.
        looks_twice: Whether flip-test averaging was on.
        decoder: What decoded a film, in a few words; empty for pictures.
        encoder: What encoded it, likewise.
        bits, kept_bits: Bits of a sample in the input, and as many of them as are in the output.
        transfer, kept_transfer: How the input codes light, and the output: "sdr", "pq", "hlg", or
            the log curve that was named; of an OpenEXR output "linear".
        is_interlaced: Frames of the input hold two fields each, and so do those of the output.
        stage_s: Busy seconds of each stage; they overlap, so their sum may exceed `seconds`.
        threads: Where the time of each thread went: "decode", "compute" (the job's own, which feeds
            the engine; its wall clock is `seconds` and what it waited for "file before") and
            "encode".
    """

    input: Path
    output: Path | None
    frames_in: int
    frames_out: int
    frames_carried: int = 0
    damaged_frames: int = 0
    without_matte: Mapping[str, int] = field(default_factory=dict)
    unsure: tuple[UncertainRange, ...] = ()
    strokes: tuple[Followed, ...] = ()
    audio: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    seconds: float = 0.0
    prepared_s: float = 0.0
    fps: float = 0.0
    device: str = ""
    model: str = ""
    looks_twice: bool = False
    decoder: str = ""
    encoder: str = ""
    bits: int = 8
    kept_bits: int = 8
    transfer: str = "sdr"
    kept_transfer: str = "sdr"
    is_interlaced: bool = False
    stage_s: Mapping[str, float] = field(default_factory=dict)
    threads: Mapping[str, ThreadTimes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Started:
    """The engine is ready and the first frame is being processed; `frame_count` None: unknown."""

    input: Path
    output: Path
    width: int
    height: int
    frame_count: int | None
    device: str
    model: str
    looks_twice: bool = False


@dataclass(frozen=True, slots=True)
class JobNotice:
    """One sentence for the user; the job goes on."""

    input: Path
    message: str


@dataclass(frozen=True, slots=True)
class Preparing:
    """At a first start: kernels that are compiled so far, and of how many."""

    input: Path
    ready: int
    total: int


@dataclass(frozen=True, slots=True)
class LookingAhead:
    """Before the first frame: frames looked at so far, of how many.

    They are samples by which the clean plate is learnt, or frames through which strokes are
    followed.
    """

    input: Path
    frames: int
    frame_count: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Frames written so far, their rate over the last seconds, and the time left if known.

    Attributes:
        expected_bytes: Expected size of the output and the matte beside it, extrapolated from what
            is written; None: unknown.
    """

    input: Path
    frames: int
    frame_count: int | None
    fps: float
    eta_s: float | None
    expected_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The output is in place."""

    report: Report


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Stopped on request; `report.output` is what was finished until then, if anything."""

    report: Report


@dataclass(frozen=True, slots=True)
class Failed:
    """Stopped by an error: one sentence, and what could be kept of the work, if anything.

    Attributes:
        is_complete: `report.output` holds all of the work, under another name than requested.
    """

    input: Path
    message: str
    report: Report | None = None
    is_complete: bool = False


@dataclass(frozen=True, slots=True)
class Estimated:
    """The expected size and duration of an output; nothing was written.

    Attributes:
        bytes: Size of the output, and of the matte beside it.
        seconds: Time that the job takes here, once the engine is ready.
        frame_rate: Frames per second; None for a picture.
    """

    input: Path
    output: Path
    bytes: int
    seconds: float
    frame_count: int
    width: int
    height: int
    frame_rate: float | None


Event = (
    Started
    | JobNotice
    | Preparing
    | LookingAhead
    | Progress
    | Done
    | Cancelled
    | Failed
    | Estimated
)

NAMES = {
    Started: "start",
    JobNotice: "notice",
    Preparing: "preparing",
    LookingAhead: "look-ahead",
    Progress: "progress",
    Done: "done",
    Cancelled: "cancelled",
    Failed: "error",
    Estimated: "estimate",
}


def as_dictionary(event: Event) -> dict[str, Any]:
    """The event with its name under "event", in types that JSON has."""
    values = _rounded(plain_of(event))
    report = values.pop("report", None) or {}
    return {"event": NAMES[type(event)], **report, **values}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return round(value, 3) if isinstance(value, float) else value
