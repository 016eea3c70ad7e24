"""Kept tracks: strokes are followed once, by the window or by a job, and then known to both.

They lie in the user's own cache folder, one file for each film with its strokes:

    | mark | SHA-256 of all that follows | bytes of the header | header, JSON | masks |

The header holds all that the masks depend on. A file in which anything of that differs, or that is
damaged, is not used; what it holds can always be made again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
import platform
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, get_args

import av
import numpy as np

import app
from app.pipeline.about import version
from app.pipeline.plain_data import plain_of
from app.pipeline.strokes.follow import WIDTH, follow_strokes, part_of
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import Reach, Reason, StrokeTrack, Trail
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
_MARK = b"backdrop track 1\n"
_DIGEST_BYTES = hashlib.sha256().digest_size
_LENGTH = struct.Struct(">Q")
_SAMPLES, _SAMPLE_BYTES = 16, 4096  # of a film, in equal steps
# What reads films and finds masks is in here. A bundle without sources goes by the version.
_SOURCES = ("pipeline", "video")


def follow_once(
    path: Path,
    strokes: Sequence[Stroke],
    reading: Reading = AS_IT_IS,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda done, count: None,
) -> StrokeTrack:
    """What `follow_strokes` returns for the same arguments, and raises; kept for the next call."""
    about, part = _about(path, strokes, reading), part_of(reading)
    known = None if about is None else _load(about, strokes, path, part)
    if known is not None:
        return known.within(*part)
    track = follow_strokes(path, strokes, reading, cancelled=cancelled, on_progress=on_progress)
    # The film may have changed meanwhile.
    if about is not None and _about(path, strokes, reading) == about:
        _keep(about, track, part)
    return track


def _about(path: Path, strokes: Sequence[Stroke], reading: Reading) -> dict[str, Any] | None:
    """All that a track depends on but for the part; None: it cannot be told, or there is none."""
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
    return json.loads(json.dumps(about))  # as it is read from a file


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


def _name(about: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:32] + SUFFIX


def _load(
    about: dict[str, Any], strokes: Sequence[Stroke], path: Path, part: tuple[float, float]
) -> StrokeTrack | None:
    """The track that was kept for at least this part; None: there is none that can be used."""
    try:
        folder = _folder()
        content = None if folder is None else folder.read(_name(about), most_bytes=MOST_BYTES + 1)
        if folder is None or content is None:
            return None
        track = _track_of(content, about, strokes, path, part)
        if track is not None:
            os.utime(folder.path / _name(about))  # it was used just now
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError, struct.error) as error:
        logger.info("kept strokes of %s are not used: %s", path.name, error)
        return None
    return track


def _track_of(
    content: bytes,
    about: dict[str, Any],
    strokes: Sequence[Stroke],
    path: Path,
    part: tuple[float, float],
) -> StrokeTrack | None:
    """The track of a file's content; of a damaged one, one of the errors that `_load` knows."""
    body = content[len(_MARK) + _DIGEST_BYTES :]
    if content[: -len(body)] != _MARK + hashlib.sha256(body).digest():
        raise ValueError("the file is damaged")
    (length,) = _LENGTH.unpack_from(body)
    header = json.loads(body[_LENGTH.size : _LENGTH.size + length])
    start_s, end_s = header["part"]
    if header["about"] != about or not (start_s <= part[0] and part[1] <= end_s):
        return None
    masks = memoryview(body)[_LENGTH.size + length :]
    trails = []
    for times_s, sizes, reach in header["trails"]:
        if len(times_s) != len(sizes) or not {*reach[2:]} <= {*get_args(Reason)}:
            raise ValueError("it holds no trails")
        ends = np.cumsum([0, *sizes]).tolist()
        own = tuple(bytes(masks[a:b]) for a, b in pairwise(ends))
        trails.append(Trail(tuple(times_s), own, Reach(*reach)))
        masks = masks[ends[-1] :]
    if len(trails) != len(strokes) or len(masks):
        raise ValueError("it holds another number of masks")
    height, width = header["shape"]
    return StrokeTrack(tuple(strokes), tuple(trails), (height, width), path.resolve())


def _keep(about: dict[str, Any], track: StrokeTrack, part: tuple[float, float]) -> None:
    """Keep a track; a refusal of the system is logged alone."""
    header = json.dumps(
        {
            "about": about,
            "part": part,
            "shape": track.shape,
            "trails": [
                (trail.times_s, [len(mask) for mask in trail.masks], astuple(trail.reach))
                for trail in track.trails
            ],
        }
    ).encode()
    masks = b"".join(mask for trail in track.trails for mask in trail.masks)
    body = _LENGTH.pack(len(header)) + header + masks
    content = _MARK + hashlib.sha256(body).digest() + body
    if len(content) > MOST_BYTES:
        return
    try:
        folder = _folder()
        if folder is not None:
            _make_room(folder, len(content))
            folder.write(_name(about), content)
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
