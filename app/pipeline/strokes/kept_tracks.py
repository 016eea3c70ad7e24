"""Kept tracks: strokes are followed once, by the window or by a job, and then known to both.

They lie in the user's own cache folder, one file for each film with its strokes. Its name is a hash
of all that the masks depend on, and it begins with one of its content: a file that is damaged is
not used. What it holds can always be made again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import av
import msgspec
import numpy as np

import app
from app.pipeline.about import version
from app.pipeline.plain_data import plain_of
from app.pipeline.strokes.follow import WIDTH, follow_strokes, part_of
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import MaskTrack, StrokeTrack
from app.video.files.sequence_source import numbered_files
from app.video.opencv import cv2
from app.video.reading import AS_IT_IS, Reading
from gpu_unet import OwnFolder

logger = logging.getLogger(__name__)

FOLDER = "strokes"
SUFFIX = ".track"
MOST_BYTES = 64 << 20  # of one file; ten strokes through ten seconds have one or two MB
MOST_FOLDER_BYTES = 256 << 20  # those that were not used for longest go first
UNFINISHED_S = 3600.0  # no file takes so long to write
_DIGEST_BYTES = hashlib.sha256().digest_size
_SAMPLES, _SAMPLE_BYTES = 16, 4096  # of a film, in equal steps
# What reads films and finds masks is in here. A bundle without sources goes by the version.
_SOURCES = ("pipeline", "video")


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """What a file holds: a track without strokes and film, and the part that it was made for."""

    part: tuple[float, float]
    shape: tuple[int, int]
    trails: tuple[MaskTrack, ...]


def follow_once(
    path: Path,
    strokes: Sequence[Stroke],
    reading: Reading = AS_IT_IS,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda done, count: None,
) -> StrokeTrack:
    """What `follow_strokes` returns for the same arguments, and raises; kept for the next call."""
    name, (start_s, end_s) = track_name(path, strokes, reading), part_of(reading)
    known = None if name is None else _load(name)
    if known is not None and known.part[0] <= start_s and end_s <= known.part[1]:
        track = StrokeTrack(tuple(strokes), known.trails, known.shape, path.resolve())
        return track.within(start_s, end_s)
    track = follow_strokes(path, strokes, reading, cancelled=cancelled, on_progress=on_progress)
    # The film may have changed meanwhile.
    if name is not None and track_name(path, strokes, reading) == name:
        _keep(name, _Kept((start_s, end_s), track.shape, track.trails))
    return track


def track_name(path: Path, strokes: Sequence[Stroke], reading: Reading) -> str | None:
    """The name under which a track is kept: a hash of all that it depends on but for the part.

    None: that cannot be told, or there are no strokes.
    """
    exr = reading.exr
    if not strokes or exr.input_space:  # a colour space is what a config says, which may change
        return None
    try:
        film = _identity(path)
    except OSError:
        return None
    about = {
        "program": [version(), _sources()],
        "libraries": [cv2.__version__, np.__version__, av.__version__],
        "machine": [platform.node(), platform.machine()],
        "film": film,
        "strokes": plain_of(tuple(strokes)),
        "read": [WIDTH, reading.deinterlaces, reading.log, exr.layer, exr.input_alpha],
    }
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:32] + SUFFIX


@functools.cache
def _sources() -> str:
    found = hashlib.sha256()
    for place in _SOURCES:
        for source in sorted((Path(app.__file__).parent / place).rglob("*.py")):
            with suppress(OSError):
                found.update(source.read_bytes())
    return found.hexdigest()


def _identity(path: Path) -> list[Any]:
    """Name, size, times and samples of a film, or of each of numbered pictures."""
    path = path.resolve()
    if not path.is_file():
        return [_stated(member) for member in numbered_files(path).values()]
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        found = hashlib.sha256()
        for number in range(_SAMPLES):
            file.seek(number * max(0, size - _SAMPLE_BYTES) // (_SAMPLES - 1))
            found.update(file.read(_SAMPLE_BYTES))
    return [*_stated(path), found.hexdigest()]


def _stated(path: Path) -> list[Any]:
    status = path.stat()
    # Where st_ctime is the time of the last change, not even a copied st_mtime hides one.
    return [str(path), status.st_size, status.st_mtime_ns, status.st_ctime_ns]


def _folder() -> OwnFolder | None:
    cache = OwnFolder.for_caches()
    return None if cache is None else OwnFolder.made(cache.path / FOLDER)


def _load(name: str) -> _Kept | None:
    """What was kept under a name; None: nothing that can be used."""
    try:
        folder = _folder()
        content = None if folder is None else folder.read(name, most_bytes=MOST_BYTES + 1)
        if folder is None or content is None:
            return None
        body = content[_DIGEST_BYTES:]
        if content[:_DIGEST_BYTES] != hashlib.sha256(body).digest():
            raise ValueError("the file is damaged")
        kept = msgspec.msgpack.decode(body, type=_Kept)
        os.utime(folder.path / name)  # it was used just now
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        logger.info("kept strokes are not used: %s", error)
        return None
    return kept


def _keep(name: str, kept: _Kept) -> None:
    """Keep a track; a refusal of the system is logged alone."""
    body = msgspec.msgpack.encode(kept)
    content = hashlib.sha256(body).digest() + body
    if len(content) > MOST_BYTES:
        return
    try:
        folder = _folder()
        if folder is not None:
            _make_room(folder, len(content))
            folder.write(name, content)
    except OSError as error:
        logger.info("strokes cannot be kept: %s", error)


def _make_room(folder: OwnFolder, count: int) -> None:
    """Delete what a killed process left, and old tracks until there is room for `count` bytes."""
    for unfinished in islice(folder.path.glob("*.part"), 10_000):
        with suppress(FileNotFoundError):
            if time.time() - unfinished.lstat().st_mtime > UNFINISHED_S:
                unfinished.unlink()
    kept = sorted(_kept(folder), reverse=True)
    for _, size, path in kept:
        count += size
        if count > MOST_FOLDER_BYTES:
            path.unlink(missing_ok=True)


def _kept(folder: OwnFolder) -> Iterator[tuple[int, int, Path]]:
    """When each track was used last, its bytes, and its path."""
    for path in islice(folder.path.glob(f"*{SUFFIX}"), 10_000):
        with suppress(FileNotFoundError):
            status = path.stat()
            yield status.st_mtime_ns, status.st_size, path
