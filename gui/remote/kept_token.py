"""The token of the remote control, in a file that only its user can read."""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

TOKEN_BYTES = 24  # 192 bits
FILE_NAME = "remote-token"
MOST_FILE_BYTES = 256
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def kept_token(folder: Path) -> str:
    """The token in `folder`; made where there is none, or where others could have read it.

    Raises:
        OSError: It cannot be written.
    """
    return _read(folder / FILE_NAME) or new_token(folder)


def new_token(folder: Path) -> str:
    """Make and keep another token; the one before is worthless from then on.

    Raises:
        OSError: It cannot be written.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f".{secrets.token_hex(8)}.{FILE_NAME}"
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as out:
            out.write(token)
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, folder / FILE_NAME)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    return token


def _read(path: Path) -> str:
    """The token; empty if the file is missing, damaged, or not this user's alone."""
    try:
        file = os.open(path, os.O_RDONLY | _NO_LINK)
        with os.fdopen(file, "rb") as content:
            if not _is_private(os.fstat(content.fileno())):
                return ""
            text = content.read(MOST_FILE_BYTES + 1).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return text if _TOKEN.fullmatch(text) else ""


def _is_private(found: os.stat_result) -> bool:
    if not stat.S_ISREG(found.st_mode):
        return False
    if sys.platform == "win32":  # the user's folder has the rights there
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & 0o077
