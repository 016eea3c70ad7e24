"""`main.py finish`: completes recordings that a crash cut short."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli import plain_console, say_error
from app.pipeline.end_signals import FAILED, OK
from app.pipeline.installation import COMMAND

HELP = "finish recordings that a crash or power cut interrupted"
EXAMPLES = f"""\
examples:
  {COMMAND} finish            every interrupted recording that is known
  {COMMAND} finish me.mp4     this one
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "recordings",
        metavar="RECORDING",
        nargs="*",
        type=Path,
        help="an interrupted .mp4 recording (default: all known ones)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Finish them; fails if one cannot be finished."""
    from app.video.recording.summary import RecordingError
    from app.video.recovery import finish_recording, left_recordings

    out = plain_console(stderr=False)
    recordings = arguments.recordings or left_recordings()
    if not recordings:
        out.print("No interrupted recording was found.")
    status = OK
    for path in recordings:
        try:
            out.print(f"{finish_recording(path)} is finished.")
        except RecordingError as error:
            say_error(f"{error}.")
            status = FAILED
    return status


def sentences_at_start() -> list[str]:
    """What to tell the user at a command's start: what a crash left, and what was finished."""
    from app.video.recovery import finish_sequences, left_recordings

    said = [
        f"{pattern}: the last pictures of a job that was killed were put in place."
        for pattern in finish_sequences()
    ]
    said += [
        f"{path} was interrupted by a crash; it plays, and `{COMMAND} finish` finishes it."
        for path in left_recordings()
    ]
    return said
