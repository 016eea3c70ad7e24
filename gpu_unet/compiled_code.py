"""Compiled code between starts: checked files in a folder of this version of the sources.

Numba keeps its own cache beside the source or in a folder of everybody's, in pairs of files that
are loaded as they are: one that a power cut left empty ended every start, a flipped bit was run,
and it looks only at the decorated function's own file. Here the folder's name holds a hash of all
of `gpu_unet` and of what compiles it, and a file begins with the checksum of what follows. What
does not agree is thrown away and compiled again. Nothing in here raises: a cache that cannot be
read or written costs time, not the work.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_name, get_process_triple

from gpu_unet.cache_folder import cache_folder, make_private, read_own_file, write_own_file

log = logging.getLogger(__name__)

PACKAGE = Path(__file__).parent
FORGET_AFTER_S = 30 * 24 * 3600.0
# Of this version and its predecessors: "compiled-" was Numba's own format, "cuda" the GPU's.
_FOLDERS = ("code-*", "compiled-*", "cuda")
_MARK = b"backdrop code 1\n"
_DIGEST_BYTES = hashlib.sha256().digest_size


def read(name: str) -> bytes | None:
    """What was kept as `name`; None if nothing is, or nothing that can be trusted."""
    place = folder()
    if place is None:
        return None
    path = place / name
    try:
        content = read_own_file(path)
    except OSError:
        return None
    if content is None:
        return None
    code = checked(name, content)
    if code is None:
        log.info("%s is damaged: it is compiled again", path)
        forget(name)
    return code


def checked(name: str, content: bytes) -> bytes | None:
    """What is behind the checksum of a file; None if it is not what was written as `name`."""
    head = len(_MARK) + _DIGEST_BYTES
    return content[head:] if content[:head] == _head(name, content[head:]) else None


def with_checksum(name: str, code: bytes) -> bytes:
    """What the file `name` has to hold for `checked` to return `code`."""
    return _head(name, code) + code


def write(name: str, content: bytes) -> None:
    """Keep `content`, completely or not at all."""
    place = folder()
    if place is None:
        return
    try:
        write_own_file(place / name, with_checksum(name, content))
    except OSError as error:
        _say_once(place, str(error.strerror))


def forget(name: str) -> None:
    """Drop `name`: it turned out to be of no use."""
    place = folder()
    if place is not None:
        with suppress(OSError):
            (place / name).unlink()


def names(start: str) -> list[str]:
    """Names that begin so, whether or not they can be read."""
    place = folder()
    try:
        found = [] if place is None else os.listdir(place)
    except OSError:
        return []
    return [name for name in found if name.startswith(start) and not name.endswith(".part")]


@functools.cache
def _say_once(place: Path, reason: str) -> None:
    """A full disk takes none of some twenty kernels; one sentence is enough."""
    log.warning("no code can be kept in %s (%s): the next start compiles again", place, reason)


@functools.cache
def folder() -> Path | None:
    """The folder for this version of the sources; None if there is no place for one.

    Made if need be; those of other versions are forgotten when nobody has used them for long.
    """
    parent = cache_folder()
    if parent is None:
        return None
    place = parent / f"code-{version()}"
    try:
        if not make_private(place):
            log.warning("%s is a link or is not yours alone: no code is kept", place)
            return None
        os.utime(place)
    except OSError as error:
        log.warning("no code can be kept (%s): every start compiles again", error)
        return None
    _forget_old(parent, place)
    return place


@functools.cache
def version(processor: str = "") -> str:
    """Over every source file of the package, and all that turns it into code for a processor.

    All of them, because no list of what a kernel is made of stays complete: constants are frozen
    into code without a trace of where they came from.

    Args:
        processor: What the code is for; empty for the very one that this runs on.
    """
    compilers = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest = hashlib.sha256(
        repr((compilers, processor or get_host_cpu_name(), get_process_triple())).encode()
    )
    for path in sorted(PACKAGE.rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


@functools.cache
def other_sources(function: Callable[..., Any]) -> str:
    """A hash of the file of a kernel that `version` knows nothing of: a benchmark's, a test's."""
    path = Path(function.__code__.co_filename)
    return "" if path.is_relative_to(PACKAGE) else hashlib.sha256(path.read_bytes()).hexdigest()


def _head(name: str, content: bytes) -> bytes:
    """The name counts too: a file that was renamed is another kernel's code."""
    digest = hashlib.sha256(name.encode() + b"\0")
    digest.update(content)
    return _MARK + digest.digest()


def _forget_old(parent: Path, current: Path) -> None:
    now = time.time()
    for pattern in _FOLDERS:
        for other in parent.glob(pattern):
            with suppress(OSError):  # another start does the same
                if other != current and now - other.lstat().st_mtime > FORGET_AFTER_S:
                    shutil.rmtree(other)
    for unfinished in current.glob("*.part"):  # of a process that was killed
        with suppress(OSError):
            if now - unfinished.lstat().st_mtime > FORGET_AFTER_S / 30:
                unfinished.unlink()
