"""Whether two jobs may work at the same time: neither reads or writes what the other writes."""

from __future__ import annotations

from pathlib import Path

from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.plan import files_of_background
from app.video.files.file_identity import file_identities
from app.video.files.sequence_source import is_pattern


def share_files(one: JobSpec, other: JobSpec) -> bool:
    """Whether one job reads or writes what the other writes; True if in doubt.

    A job that writes a picture sequence shares files with any other, since its names are unknown.
    """
    if is_pattern(one.output) or is_pattern(other.output):
        return True
    try:
        return _writes_for(one, other) or _writes_for(other, one)
    except (OSError, RuntimeError, ValueError):  # a loop of links, no valid name, out of reach
        return True


def _writes_for(one: JobSpec, other: JobSpec) -> bool:
    """Whether `one` writes what `other` reads or writes, by name or by another name of the file."""
    written, read = _written(one), _read(other)
    places = [*map(_place, read), *map(_folded, _written(other))]
    if any(_folded(path).is_relative_to(place) for path in written for place in places):
        return True
    background = other.settings.background.path
    slides = () if background is None else files_of_background(background)
    used = file_identities(*_written(other), *read, *slides)
    return not used.isdisjoint(file_identities(*written))


def _written(spec: JobSpec) -> list[Path]:
    return [spec.output] if spec.matte is None else [spec.output, spec.matte]


def _read(spec: JobSpec) -> list[Path]:
    paths = (spec.input, spec.settings.background.path, spec.settings.empty_room)
    return [path for path in paths if path is not None]


def _place(path: Path) -> Path:
    """Where all lies that is read by this name: a file, or the folder of a sequence."""
    return _folded(path.parent if is_pattern(path) else path)


def _folded(path: Path) -> Path:
    """The path without links, and without case, which many disks ignore."""
    return Path(str(path.resolve()).casefold())
