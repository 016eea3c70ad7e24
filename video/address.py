"""Addresses of network cameras, as people and logs may see them."""

from __future__ import annotations

import re

# All of the authority up to its last "@": a password may hold one itself.
_LOGIN = re.compile(r"//[^/?#]*@")


def without_password(address: str) -> str:
    """The address without user name and password."""
    return _LOGIN.sub("//", address)
