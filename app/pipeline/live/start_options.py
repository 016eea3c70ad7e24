"""StartOptions: what a live session does from its start, with and without a window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings

STATISTICS_EVERY_S = 2.0  # interval of printed statistics


@dataclass(frozen=True, slots=True)
class StartOptions:
    """Options from the command line.

    Attributes:
        request: What to show.
        settings: How to show it.
        given: Names of the settings that were given. A window keeps its remembered values for all
            others; these win even if they equal the defaults.
        record: Record into this file from the first frame on; None: do not.
        overwrite: Replace `record` if it exists.
        has_constant_rate: Record at a constant frame rate; a window also remembers its own choice.
        microphone: Record its sound too; "default" or a name; None: no sound.
        senders: Names of the senders that feed other programs from the first frame on.
        seconds: End after this time with frames (without a window also after this time from the
            start without any frame); None: end on request.
        frame_limit: Compose at most this many frames per second; None: all.
        has_automatic_pace: Give up rate and detail when the machine cannot keep up.
        wants_statistics: Print rates and delays.
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
