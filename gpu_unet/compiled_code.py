"""Where compiled kernels are kept between starts: a folder of the user's, per source version."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite.binding import get_host_cpu_name
from numba import __version__ as numba_version
from numba.core import config

FORGET_AFTER_S = 30 * 24 * 3600.0


def keep_compiled_code() -> None:
    """Point Numba's disk cache at `folder()`; to be called before the first kernel is decorated.

    Numba's own choice, beside the source, fails where the program is installed read-only; and it
    looks only at the decorated function's own file, so that a change in a file which that function
    calls into would leave old code in use. Here the folder's name holds a hash of the kernels'
    source files. `NUMBA_CACHE_DIR`, if the user has set it, is left as it is.
    """
    if not os.environ.get("NUMBA_CACHE_DIR"):
        config.CACHE_DIR = str(folder())  # pyright: ignore[reportAttributeAccessIssue]


@cache
def folder() -> Path:
    """The folder for this version of the source; made if need be, others' forgotten when old."""
    name = f"compiled-{_source_hash()}"
    shared = Path(tempfile.gettempdir()) / f"backdrop-{_user()}"
    for parent in (_user_cache() / "backdrop", shared):
        place = parent / name
        try:
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if parent == shared and not _is_ours(parent):
                continue
            place.mkdir(exist_ok=True)
            place.touch()
        except OSError:
            continue
        _forget_old(parent, place)
        return place
    return Path(tempfile.mkdtemp(prefix="backdrop-"))


def is_compiled(kernel: Any) -> bool:
    """Whether `kernel` (decorated with `cache=True`) has compiled code in memory or on disk."""
    if kernel.signatures:
        return True
    function = kernel.py_func
    name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-*.nbi"
    return any(Path(kernel.stats.cache_path).glob(name))


def _source_hash() -> str:
    package = Path(__file__).parent
    # Code for another processor or Numba does not count as compiled.
    digest = hashlib.sha256(f"{numba_version} {get_host_cpu_name()}".encode())
    # What CPU kernels are made of: their own files and constants of the package's top level.
    for path in sorted([*package.glob("*.py"), *(package / "cpu").rglob("*.py")]):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _is_ours(place: Path) -> bool:
    """Whether nobody else can have put code there: into the temporary folder everybody writes."""
    if not hasattr(os, "getuid"):  # Windows: a temporary folder of the user's own
        return True
    status = place.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _forget_old(parent: Path, current: Path) -> None:
    for other in parent.glob("compiled-*"):
        if other != current and time.time() - other.stat().st_mtime > FORGET_AFTER_S:
            shutil.rmtree(other, ignore_errors=True)
