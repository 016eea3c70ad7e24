"""StartOptions: what a live session shall do from its start, for the window and without one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings

STATISTICS_EVERY_S = 2.0  # where they are printed


@dataclass(frozen=True, slots=True)
class StartOptions:
    """From the command line.

    Attributes:
        request: What to show.
        settings: How.
        given: Names of what was asked for among the settings; a window keeps what it remembers of
            all else, and these win also where they are at their defaults.
        record: Record into this file from the first frame on; None: do not.
        overwrite: Replace `record` where it exists.
        microphone: Record its sound too; "default" or a name; None: no sound.
        wants_virtual_camera: Feed other programs from the first frame on.
        seconds: End after this time with frames (without a window also if none comes for as
            long from the start); None: when asked to.
        frame_limit: Compose at most so many frames per second; None: all.
        has_automatic_pace: Give up rate and detail when the machine cannot keep up.
        wants_statistics: Print rates and delays.
    """

    request: SourceRequest
    settings: Settings
    given: frozenset[str] = frozenset()
    record: Path | None = None
    overwrite: bool = False
    microphone: str | None = None
    wants_virtual_camera: bool = False
    seconds: float | None = None
    frame_limit: float | None = None
    has_automatic_pace: bool = True
    wants_statistics: bool = False
