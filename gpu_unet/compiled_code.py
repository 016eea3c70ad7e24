"""The disk cache of compiled code: files with checksums, in a folder per version of the sources.

    code-<hash of gpu_unet's sources and compilers>/<name>:   | mark | SHA-256 | code |

Numba's own cache lies beside the source or in a shared folder and loads its files unchecked: a file
that a power cut left empty ended every start, a flipped bit was run, and only changes of the
decorated function's own file are noticed. Here a file whose checksum disagrees is deleted and
compiled again. No function here raises: a cache that cannot be read or written costs time only.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import shutil
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_name, get_process_triple

from gpu_unet.cache_folder import OwnFolder, cache_folder

log = logging.getLogger(__name__)

PACKAGE = Path(__file__).parent
FORGET_AFTER_S = 30 * 24 * 3600.0
# Cache folders of this version and of its predecessors ("compiled-" in Numba's format, "cuda").
_FOLDERS = ("code-*", "compiled-*", "cuda")
_MARK = b"backdrop code 1\n"
_DIGEST_BYTES = hashlib.sha256().digest_size


def read(name: str) -> bytes | None:
    """The cached content of `name`; None if there is none or its checksum is wrong."""
    place = folder()
    if place is None:
        return None
    path = place / name
    try:
        content = OwnFolder(place).read(name)
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
    """The content after a file's checksum; None if the checksum of name and content is wrong."""
    head = len(_MARK) + _DIGEST_BYTES
    return content[head:] if content[:head] == _head(name, content[head:]) else None


def with_checksum(name: str, code: bytes) -> bytes:
    """The bytes of file `name` for which `checked` returns `code`."""
    return _head(name, code) + code


def write(name: str, content: bytes) -> None:
    """Cache `content` as `name`, atomically."""
    place = folder()
    if place is None:
        return
    try:
        OwnFolder(place).write(name, with_checksum(name, content))
    except OSError as error:
        _say_once(place, str(error.strerror))


def forget(name: str) -> None:
    """Delete `name` from the cache."""
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
    """Warn once per folder: a full disk refuses each of some twenty kernels."""
    log.warning("no code can be kept in %s (%s): the next start compiles again", place, reason)


@functools.cache
def folder() -> Path | None:
    """The folder for this version of the sources, created if missing; None if impossible.

    Folders of other versions are deleted once unused for FORGET_AFTER_S.
    """
    parent = cache_folder()
    if parent is None:
        return None
    place = parent / f"code-{version()}"
    try:
        if OwnFolder.made(place) is None:
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
    """Hash of every source file of the package, of the compilers and of the processor.

    Every file, because a list of the files that a kernel depends on would not stay complete:
    constants are frozen into its code without a trace of their origin.

    Args:
        processor: The processor that the code is for; empty: the one that this runs on.
    """
    compilers = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest = hashlib.sha256(
        repr((compilers, processor or get_host_cpu_name(), get_process_triple())).encode()
    )
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKAGE / "examples"):
            continue  # they use the package
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


@functools.cache
def other_sources(function: Callable[..., Any]) -> str:
    """Hash of a kernel's source file outside the package (a benchmark, a test); else empty.

    A notebook's kernels have no file, and their constants stand in other cells: each function gets
    a value of its own, so that a cell that runs again compiles again.
    """
    path = Path(function.__code__.co_filename)
    if path.is_relative_to(PACKAGE):
        return ""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else uuid.uuid4().hex


def _head(name: str, content: bytes) -> bytes:
    """Mark and checksum. The checksum covers the name, so that a renamed file is rejected."""
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
