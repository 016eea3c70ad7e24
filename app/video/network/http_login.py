"""The answer to a web server that asks for a login (RFC 7616 Digest, RFC 7617 Basic)."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable
from urllib.parse import unquote
from urllib.request import parse_http_list, parse_keqv_list

_HASHES = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}


class HttpLogin:
    """Name and password of a camera, and the server's last challenge.

    Args:
        login: "name:password" as in an address, with %XX for reserved characters.
    """

    def __init__(self, login: str) -> None:
        user, _, password = login.partition(":")
        self._user, self._password = unquote(user), unquote(password)
        self._digest: dict[str, str] | None = None
        self._wants_basic = False
        self._count = 0

    def hear(self, challenges: Iterable[str]) -> bool:
        """Read the WWW-Authenticate lines of a 401; True if an answer is worth a try.

        A refused password is not: sending it again and again may lock the camera.
        """
        known = (self._digest or {}).get("nonce"), self._wants_basic
        self._digest, self._wants_basic = None, False
        for challenge in challenges:
            kind, _, rest = challenge.strip().partition(" ")
            if kind.lower() == "digest":
                self._hear_digest(rest)
            self._wants_basic |= kind.lower() == "basic"
        if self._digest is not None:
            return known[0] is None or self._digest.get("stale", "").lower() == "true"
        return self._wants_basic and not known[1]

    def _hear_digest(self, rest: str) -> None:
        fields = parse_keqv_list([item for item in parse_http_list(rest) if "=" in item])
        fields = {name.lower(): value for name, value in fields.items()}
        choices = [choice.strip() for choice in fields.get("qop", "auth").split(",")]
        if fields.get("algorithm", "MD5").upper() in _HASHES and "auth" in choices:
            self._digest = {"realm": "", "nonce": "", **fields}
            self._count = 0

    def answer(self, target: str) -> str:
        """The Authorization value for a GET of `target`; empty if there was no challenge."""
        if self._digest is not None:
            return self._digest_answer(self._digest, target)
        if self._wants_basic:
            login = f"{self._user}:{self._password}".encode()
            return "Basic " + base64.b64encode(login).decode()
        return ""

    def _digest_answer(self, asked: dict[str, str], target: str) -> str:
        algorithm = asked.get("algorithm", "MD5")

        def digest(text: str) -> str:
            return _HASHES[algorithm.upper()](text.encode("utf-8", "surrogateescape")).hexdigest()

        self._count += 1
        count, own = f"{self._count:08x}", secrets.token_hex(8)
        secret = digest(f"{self._user}:{asked['realm']}:{self._password}")
        middle = f"{count}:{own}:auth:" if "qop" in asked else ""
        response = digest(f"{secret}:{asked['nonce']}:{middle}{digest(f'GET:{target}')}")
        parts = {"username": self._user, "realm": asked["realm"], "nonce": asked["nonce"]}
        parts |= {"uri": target, "response": response}
        if "opaque" in asked:
            parts["opaque"] = asked["opaque"]
        quoted = [f'{name}="{_escaped(value)}"' for name, value in parts.items()]
        plain = [f"algorithm={algorithm}"]
        if "qop" in asked:
            plain += ["qop=auth", f"nc={count}", f'cnonce="{own}"']
        return "Digest " + ", ".join(quoted + plain)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
