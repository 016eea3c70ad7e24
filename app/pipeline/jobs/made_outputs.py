"""What finished outputs were made with, so that `--resume` takes none of other options for done.

The outputs themselves stay as they are: a record is in the user's own state folder, 16 outputs at
most in each of 4096 files. Hashes alone are kept, no path and no value. Without a record, or where
the output has changed since, `--resume` goes by the name and by times; at an address, where nothing
is asked but whether the output is there, by the record of the last one that this computer sent.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.plan import files_of_background
from app.pipeline.plain_data import plain_of, read_as
from app.pipeline.settings import PARTS
from app.video.files.sequence_source import is_pattern, names_sequence, numbered_files
from app.video.network.address import without_password
from app.video.placing.unfinished import notes_folder
from app.video.sink import OutputError
from gpu_unet import OwnFolder

logger = logging.getLogger(__name__)

FOLDER = "outputs"
_MOST_PER_FILE = 16  # the newest stay
_MOST_BYTES = 1 << 18
_COARSEST_S = 2  # disks that count the least exactly (FAT) do so in steps of 2 s
# How the work is done. A user may resume without the card on which the first outputs were made.
_MAY_DIFFER = ("device", "precision", "decoder", "encoder")
NO_ADDRESSES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Made:
    """What one output was made with.

    Attributes:
        size: Bytes of all its files; 0 at an address.
        modified_ns: Of the newest; likewise.
        job: The hash of each value that was asked for, by its name.
    """

    size: int
    modified_ns: int
    job: dict[str, str]


def output_files(output: Path) -> list[Path]:
    """The files of an output that exist: itself, or the numbered pictures."""
    if is_pattern(output):
        return list(numbered_files(output).values())
    return [output] if output.is_file() else []


def remember_made(spec: JobSpec, addresses: Mapping[str, str] = NO_ADDRESSES) -> None:
    """Keep what a finished output was made with; a refusal of the system is logged alone.

    Args:
        addresses: "input" and "output", where those of `spec` only stand for an address.
    """
    try:
        folder = _folder()
        if folder is None:
            return
        values = _values(spec, addresses)
        file, key = _place(values)
        known = _read(folder, file)
        known.pop(key, None)
        known[key] = _Made(*_state(spec, addresses), _hashes(values))
        newest = dict(list(known.items())[-_MOST_PER_FILE:])
        folder.write(file, json.dumps(plain_of(newest)).encode())
    except OSError as error:
        logger.info("what %s was made with is not kept: %s", spec.output, error)


def refuse_made_otherwise(
    spec: JobSpec, addresses: Mapping[str, str] = NO_ADDRESSES, *, shown: str
) -> None:
    """Refuse to take an output for done that was made with other options.

    Args:
        spec: Of the job.
        addresses: As for `remember_made`.
        shown: The output's name, for people.

    Raises:
        OutputError: It was.
    """
    values = _values(spec, addresses)
    try:
        folder = _folder()
        file, key = _place(values)
        made = None if folder is None else _read(folder, file).get(key)
        size, modified_ns = _state(spec, addresses)
    except OSError as error:
        logger.info("what %s was made with is not known: %s", spec.output, error)
        return
    if made is None or made.size != size:
        return
    if abs(made.modified_ns - modified_ns) > _COARSEST_S * 10**9:
        return
    usual = _values(JobSpec(spec.input, spec.output), addresses)
    if differing := other_values(_hashes(values), made.job, _hashes(usual)):
        raise OutputError(
            f"{shown} was made with other values of {differing}; give those again, name "
            "another output, or allow overwriting (--overwrite)"
        )


def refuse_newer(spec: JobSpec, outputs: Iterable[Path]) -> None:
    """Refuse to take outputs for done that are older than a file that they would be made from.

    Names follow from all inputs of a command, so a name may have been another input's before.

    Args:
        spec: Of the job.
        outputs: The file, or the numbered pictures, that has the job's name.

    Raises:
        OutputError: They are older.
    """
    made_ns = max(path.stat().st_mtime_ns for path in outputs)
    for path, identity in files_read(spec).items():
        if identity and identity[1] > made_ns + _COARSEST_S * 10**9:
            raise OutputError(
                f"{spec.output} is older than {path}, so it was not made from it; remove "
                f"{spec.output}, or name another output"
            )


def asked_values(spec: JobSpec) -> dict[str, Any]:
    """Every value that affects a byte of a segment, flat."""
    # In the types that a manifest is read back with.
    values = json.loads(json.dumps(plain_of(spec.with_paths(_placed))))
    del values["overwrite"]
    values |= values.pop("settings")
    del values["background"]["window"]  # only the screen has one, and it is shown live only
    for part in PARTS:
        values |= values.pop(part)
    return values


def other_values(
    own: Mapping[str, Any], before: Mapping[str, Any], usual: Mapping[str, Any]
) -> str:
    """Names of a job's own values that are not as before; empty: all are.

    Args:
        before: An older version may have kept them, with fewer names.
        usual: The values by default: what an older version did not know yet was as these are.
    """
    return ", ".join(name for name in own if own[name] != before.get(name, usual[name]))


def files_read(spec: JobSpec) -> dict[str, list[int]]:
    """Size and time of each file that is read, which tell whether it has changed.

    Numbered pictures are one: their sizes together, and the time of the newest.
    """
    settings = spec.settings
    paths = [spec.input]
    if settings.background.path is not None:
        paths += files_of_background(settings.background.path)
    if settings.empty_room is not None:
        paths.append(settings.empty_room)
    if Path(settings.model).suffix:
        paths.append(Path(settings.model))
    if spec.exr.ocio and not spec.exr.ocio.startswith("ocio://"):
        paths.append(Path(spec.exr.ocio))
    return {str(_placed(path)): _identity(path) for path in paths}


def _placed(path: Path) -> Path:
    """The path with one name for its folder, whatever links and `..` that was reached by."""
    if path.name == "..":
        return Path(os.path.realpath(path))
    return Path(os.path.realpath(path.parent), path.name)


def _identity(path: Path) -> list[int]:
    with suppress(OSError):
        files = numbered_files(path).values() if names_sequence(path) else [path]
        if found := [file.stat() for file in files]:
            return [sum(one.st_size for one in found), max(one.st_mtime_ns for one in found)]
    return []


def _values(spec: JobSpec, addresses: Mapping[str, str]) -> dict[str, Any]:
    named = {kind: without_password(address) for kind, address in addresses.items()}
    return asked_values(spec) | named


def _state(spec: JobSpec, addresses: Mapping[str, str]) -> tuple[int, int]:
    """Bytes of all files, and when the newest was changed, in ns; of an address nothing."""
    if "output" in addresses:
        return 0, 0
    found = [path.stat() for path in output_files(spec.output)]
    return sum(one.st_size for one in found), max((one.st_mtime_ns for one in found), default=0)


def _hashes(values: dict[str, Any]) -> dict[str, str]:
    return {name: _hash(values[name])[:16] for name in values if name not in _MAY_DIFFER}


def _place(values: dict[str, Any]) -> tuple[str, str]:
    """The file that has the output's record, and the record's name in it."""
    name = _hash(values["output"])[:32]
    return f"{name[:3]}.json", name


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _read(folder: OwnFolder, file: str) -> dict[str, _Made]:
    try:
        content = folder.read(file, most_bytes=_MOST_BYTES)
        return {} if content is None else read_as(dict[str, _Made], json.loads(content))
    except (FileNotFoundError, ValueError, RecursionError):
        return {}


def _folder() -> OwnFolder | None:
    notes = notes_folder()
    if notes is None:
        return None
    path = notes.with_name(FOLDER)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return OwnFolder.made(path)
