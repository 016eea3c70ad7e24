"""Addresses such as s3://, gs:// and https://, told apart from paths by their text alone.

Also what to install if a package that only several workers need is missing.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from app.video.network.address import without_password

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://.")
_LOCAL = re.compile(r"(?:file|local)://", re.IGNORECASE)
_DRIVE = re.compile(r"/[A-Za-z]:")
_WEB = re.compile(r"https?://", re.IGNORECASE)


def is_address(text: str) -> bool:
    """Whether the text has a protocol, rather than being a path (or a drive of Windows)."""
    return _ADDRESS.match(text) is not None


def is_web(address: str) -> bool:
    """Whether it is a web address."""
    return _WEB.match(address) is not None


def file_name(address: str) -> str:
    """The last part of an address."""
    path = address.partition("://")[2]
    return PurePosixPath(re.split("[?#]", path)[0] if is_web(address) else path).name


def shown_path(text: str) -> Path:
    """A path or an address, for sentences, events, and names derived from it."""
    if not is_address(text):
        return Path(text)
    return Path(without_password(re.split("[?#]", text)[0] if is_web(text) else text))


def local_path(text: str) -> str:
    """`text`, or the path of a file:// address: local files take the local way.

    Raises:
        ValueError: It names no place on this computer.
    """
    found = _LOCAL.match(text)
    if found is None:
        return text
    path = text[found.end() :].removeprefix("localhost")
    if not path.startswith("/"):
        raise ValueError(
            f"{without_password(text)} names no file of this computer; write file:///FOLDER/NAME"
        )
    return path[1:] if _DRIVE.match(path) else path


INSTALL = "pip install -r requirements-cluster.txt"


def require(package: str, purpose: str) -> None:
    """Refuse to go on without a package.

    Args:
        purpose: The beginning of the sentence, such as "--workers needs Dask".

    Raises:
        OSError: It is missing; the sentence says what to install.
    """
    if find_spec(package) is None:
        raise OSError(f"{purpose}, which is not installed; run: {INSTALL}")
