"""Addresses of network cameras: parsed once, and shown without their secrets."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote

from app.messages import SentenceError

# The port of an address without one; None: a port is required.
USUAL_PORTS: dict[str, int | None] = {
    "rtsp": 554,
    "rtsps": 322,
    "rtmp": 1935,
    "http": 80,
    "https": 443,
    "tcp": None,
    "udp": None,
}
EXAMPLE = "rtsp://192.168.0.20/live"

# The authority up to its last "@": a password may hold one itself.
_LOGIN = re.compile(r"//[^/?#\s]*@")
# Users leave out a slash, or everything before the login; no file name has ":" before "@".
_TYPED_LOGIN = re.compile(
    r"^(?P<scheme>[a-z][a-z0-9+.-]*:/{1,3})?(?(scheme)[^/?#]+|[^/\\?#@]*:[^/\\?#]*)@", re.IGNORECASE
)
_MAY_BE_LOGIN = re.compile(r"//.*@", re.DOTALL)
_SECRET = re.compile(
    r"([?&;][^=&;#\s]*(?:pass|pw|psw|token|secret|key|auth|sig|cred|session|user|usr|login)"
    r"[^=&;#\s]*=)[^&;#\s]+",
    re.IGNORECASE,
)
HIDDEN = "..."
_MOST_SHOWN = 120  # characters of the typed text, in a sentence about it
# In place of the standard library's urlsplit, which rejects passwords with a bracket, silently
# drops line ends, and quotes the rejected text, passwords included.
_PARTS = re.compile(r"([a-z][a-z0-9+.-]*)://([^/?#]*)([^#]*)", re.IGNORECASE | re.DOTALL)
_PLACE = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]*))?")
_NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")  # the longest that names may be
# Characters that a request line may hold unchanged; all others are written as %XX.
_PLAIN = "!#$%&'()*+,/:;=?@[]~"


def without_password(address: str) -> str:
    """A typed address, or a sentence about it, safe to show and to log.

    User name and password are removed, also from an incomplete address, and so are the values of
    query fields whose names sound secret.
    """
    typed = _TYPED_LOGIN.sub(lambda match: match["scheme"] or "", address)
    scheme, _, place, _ = split_address(typed)
    if "@" in typed and scheme and _PLACE.fullmatch(place) is None:  # a password with a slash
        typed = f"{scheme}://{typed.rpartition('@')[2]}"
    return without_secrets(_LOGIN.sub("//", typed))


def without_secrets(target: str) -> str:
    """Replace by `HIDDEN` each value of a query field whose name sounds secret."""
    return _SECRET.sub(rf"\1{HIDDEN}", target)


def split_address(address: str) -> tuple[str, str, str, str]:
    """Scheme, login, place (host and port) and target of an address; never raises.

    All are empty for text that is no address.
    """
    match = _PARTS.fullmatch(address.partition("#")[0]) or _PARTS.match(address)
    if match is None:
        return "", "", "", ""
    login, _, place = match[2].rpartition("@")
    return match[1].lower(), login, place, match[3]


class AddressError(SentenceError, ValueError):
    """A text is no address that can be opened; one sentence says why, without its password."""


@dataclass(frozen=True, slots=True)
class CameraAddress:
    """An address that can be opened.

    Attributes:
        scheme: A key of `USUAL_PORTS`.
        host: Lower case, without the brackets of IPv6; empty for a udp address that only listens.
        port: As given, or the usual one.
        login: "name:password" as typed; empty without.
        target: Path and query, as for a request line.
    """

    scheme: str
    host: str
    port: int
    login: str
    target: str

    @classmethod
    def parse(cls, text: str) -> CameraAddress:
        """Parse an address.

        Raises:
            AddressError: It is malformed.
        """
        # This removes more than a password can be: a mistyped one must not appear here.
        shown = without_password(_MAY_BE_LOGIN.sub("//", text))[:_MOST_SHOWN]
        scheme, login, place, target = split_address(text)
        if scheme not in USUAL_PORTS:
            expected = ", ".join(f"{known}://" for known in USUAL_PORTS)
            raise AddressError(
                "{scheme}:// is not a camera address; expected {expected}",
                scheme=scheme,
                expected=expected,
            )
        if any(not letter.isprintable() or letter.isspace() for letter in text):
            raise AddressError(
                "{address!r} holds a space or a line end; an address has none", address=shown
            )
        if "@" in text.partition("#")[2]:
            raise AddressError(
                "{address}: write the # in your password as %23, the / as %2F", address=shown
            )
        parts = _PLACE.fullmatch(place)
        host = "" if parts is None else host_name(parts[1])
        if parts is None or (not host and (parts[1] or scheme != "udp")):
            raise AddressError(
                "{address} has no valid host; expected one like {example}",
                address=shown,
                example=EXAMPLE,
            )
        port = int(parts[2]) if parts[2] else USUAL_PORTS[scheme]
        if port is None:
            raise AddressError(
                "{address} has no port; add one, as in {example}",
                address=shown,
                example=f"{scheme}://{place}:1234",
            )
        if not 1 <= port <= 65535:
            raise AddressError(
                "{address} has the port {port}, expected 1 to 65535", address=shown, port=port
            )
        if scheme in ("http", "https") and not target.startswith("/"):
            target = f"/{target}"
        return cls(scheme, host, port, login, quote(target, safe=_PLAIN))

    @property
    def place(self) -> str:
        """Host and port as in an address; the port only if it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == USUAL_PORTS[self.scheme] else f"{host}:{self.port}"

    def is_at_port_of(self, other: CameraAddress) -> bool:
        """Whether both are the same port of the same host, and so reach the same program."""
        return (self.host, self.port) == (other.host, other.port)

    @property
    def base(self) -> str:
        """The address without user name and password, to resolve relative ones; not for people."""
        return f"{self.scheme}://{self.place}{self.target}"

    @property
    def shown(self) -> str:
        """For people: without user name, password and other secrets."""
        return without_password(self.base)


def host_name(text: str) -> str:
    """The canonical form of a host name, for comparisons; empty if it cannot be a host.

    Args:
        text: As in an address, or IPv6 without its brackets.
    """
    if ":" in text:
        try:
            return str(ipaddress.IPv6Address(text.strip("[]").replace("%25", "%")))
        except ValueError:
            return ""
    host = text.lower().removesuffix(".")
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    return host if len(host) <= 253 and _NAME.fullmatch(host) else ""


USUAL_SCHEME = "rtsp"


def parse_address(text: str) -> str:
    """What a person typed, as an address that can be opened.

    Raises:
        AddressError: It is not an address.
    """
    address = text.strip()
    if address and "://" not in address:
        address = f"{USUAL_SCHEME}://{address}"  # what nearly all cameras speak
    try:
        CameraAddress.parse(address)
    except ValueError as error:
        raise AddressError("This is not a valid camera address: {error}.", error=error) from None
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
