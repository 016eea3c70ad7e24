"""Addresses of network cameras: as they are opened, shown, and remembered."""

from __future__ import annotations

from app.messages.message import Message
from app.video.network.address import HIDDEN, CameraAddress, split_address, without_secrets

USUAL_SCHEME = "rtsp"


def parse_address(text: str) -> str:
    """What a person typed, as an address that can be opened.

    Raises:
        ValueError: It is not an address; the message says why.
    """
    address = text.strip()
    if address and "://" not in address:
        address = f"{USUAL_SCHEME}://{address}"  # what nearly all cameras speak
    try:
        CameraAddress.parse(address)
    except ValueError as error:
        raise ValueError(
            Message("This is not a valid camera address: {error}.", error=error)
        ) from None
    return address


def shown_address(address: str) -> str:
    """For people: without scheme, user name and password."""
    _, _, place, target = split_address(address)
    return place + target.partition("?")[0].rstrip("/")


def remembered_address(address: str) -> str:
    """For the settings file, which anyone on this computer may read: without the password."""
    scheme, login, place, target = split_address(address)
    at = "@" if login else ""
    return f"{scheme}://{login.partition(':')[0]}{at}{place}{without_secrets(target)}"


def lacks_password(address: str) -> bool:
    """Whether it has a user name but no password."""
    _, login, _, target = split_address(address)
    return (bool(login) and ":" not in login) or f"={HIDDEN}" in target
