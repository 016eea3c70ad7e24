"""What was opened or dropped: the files in it, and what cannot be opened."""

from __future__ import annotations

import os
from pathlib import Path

from app.video.files.inputs import expand_input, open_source
from app.video.files.picture_source import is_animation
from app.video.source import SourceError
from gui.shared.language import tr
from gui.shared.words import KNOWN_SUFFIXES


def list_inputs(paths: list[Path]) -> tuple[list[Path], list[str]]:
    """Files, with folders expanded, and a sentence for each path that cannot be opened.

    Waits for the disk.
    """
    members: list[Path] = []
    problems: list[str] = []
    for path in paths:
        try:
            found = expand_input(path).members
            missing = [
                member for member in found if not os.path.exists(member) and "%" not in member.name
            ]
            if missing:
                problems.append(
                    tr("{name} was not found. It may have been moved or renamed.", name=missing[0])
                )
            usable = [member for member in found if member not in missing]
            for member in usable:
                is_animation(member)  # slow, so asked on this thread; the answer is cached
            strange = [member for member in usable if not _is_media(member)]
            problems += [
                tr("{name} is not a video or picture, so it was not opened.", name=member.name)
                for member in strange
            ]
            members += [member for member in usable if member not in strange]
        except SourceError as error:
            problems.append(str(error))
    return members, problems


def _is_media(path: Path) -> bool:
    """Whether it is media: by its suffix, else by opening it. Damage is reported later."""
    if path.suffix.lower() in KNOWN_SUFFIXES:
        return True
    try:
        open_source(path).close()
    except SourceError:
        return False
    return True
