"""Addresses of network cameras: as they are opened, shown, and remembered."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from pipeline.live.source_request import SourceRequest

EXAMPLE = "rtsp://192.168.0.20/live"
USUAL_SCHEME = "rtsp"


def parse_address(text: str) -> str:
    """What a person typed, as an address that can be opened.

    Raises:
        ValueError: It is none; the message says what one looks like.
    """
    address = text.strip()
    if address and "://" not in address:
        address = f"{USUAL_SCHEME}://{address}"  # what nearly all cameras speak
    try:
        parts = urlsplit(address)
        is_address = SourceRequest.parse(address).kind == "network" and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address or any(letter.isspace() for letter in address):
        raise ValueError(f"That is no camera's address; one looks like {EXAMPLE} or http://\u2026")
    return address


def shown_address(address: str) -> str:
    """For people: without scheme, user name and password."""
    parts = urlsplit(address)
    return parts.netloc.rpartition("@")[2] + parts.path.rstrip("/")


def remembered_address(address: str) -> str:
    """For the settings file, which anyone on this computer may read: without the password."""
    parts = urlsplit(address)
    login, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=login.partition(":")[0] + at + host))


def lacks_password(address: str) -> bool:
    """Whether the password has been left out of it: there is a user name alone."""
    login, at, _ = urlsplit(address).netloc.rpartition("@")
    return bool(at) and ":" not in login
