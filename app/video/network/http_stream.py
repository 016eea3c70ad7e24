"""The response body of an http or https camera, followed to allowed hosts only.

Requests are written by hand over `http.client`'s reader, which limits headers by itself (100 lines
of 64 KiB). Proxies of the environment, cookies and compression are not used.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import secrets
import weakref
from collections.abc import Iterable, Mapping
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import Any, cast
from urllib.parse import unquote, urljoin
from urllib.request import parse_http_list, parse_keqv_list

from app.video.network.access import Access, LoginRefusedError, RefusedError
from app.video.network.address import CameraAddress
from app.video.network.connection import Allowance, Connection, answering, broken
from app.video.source import SourceError

_HASHES = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}


class HttpLogin:
    """Name and password of a camera, and the server's last challenge (RFC 7616, RFC 7617).

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


MOST_STEPS = 8  # redirects and login challenges, per address
_ZONE = re.compile(r"%[^\]]*")  # the local network interface, which a server must not see
# A day in segments of two seconds; libav expands each byte to some twenty.
MOST_PLAYLIST_BYTES = 4 << 20
_REDIRECTS = (301, 302, 303, 307, 308)
# libav guesses from the first bytes and from a name's suffix; the server may know better.
_FORMATS = {
    "multipart/x-mixed-replace": "mpjpeg",
    "application/vnd.apple.mpegurl": "hls",
    "application/x-mpegurl": "hls",
    "audio/mpegurl": "hls",
    "audio/x-mpegurl": "hls",
}


class HttpStream:
    """One response body, for libav to read; an error looks like an end, and the allowance has it.

    Attributes:
        name: The address after redirects, without a password; libav resolves a playlist's entries
            against it.
        format: libav's name of the format if the server named it; None leaves it to libav.
        length: Bytes of a file; None: a camera's stream, or the server does not say.
        is_finite: It is a file rather than a camera's stream: its end is known.
    """

    def __init__(
        self, opener: HttpOpener, address: CameraAddress, answer: HTTPResponse, *, is_main: bool
    ) -> None:
        self.name = address.base
        self.format = _FORMATS.get(answer.headers.get_content_type())
        if address.target.partition("?")[0].endswith((".m3u8", ".m3u")):
            self.format = "hls"
        self.is_finite = answer.length is not None
        self._opener, self._address, self._answer = opener, address, answer
        self._is_main = is_main
        self._position = 0
        self.length = answer.length
        self._takes_ranges = answer.headers.get("Accept-Ranges", "").strip().lower() == "bytes"

    def read(self, size: int) -> bytes:
        """At most `size` bytes; empty at the end or after an error."""
        try:
            data = self._answer.read1(size)
            if len(data) > size:  # a chunk of negative size; libav's buffer ends at `size`
                raise ValueError("more than was asked for")
        except (OSError, HTTPException, ValueError) as error:
            # A playlist's entry may be gone; the main address may not.
            if self._is_main:
                self._opener.allowance.note(broken(error))
            return b""
        self._position += len(data)
        if self.format == "hls" and self._position > MOST_PLAYLIST_BYTES:
            self._opener.allowance.note(
                SourceError(
                    "{name} is a playlist of more than {size} MB; check the address",
                    name=self._address.shown,
                    size=MOST_PLAYLIST_BYTES >> 20,
                )
            )
            return b""
        return data

    def seekable(self) -> bool:
        """True for a file on a server that sends parts of it: its index may be at the end."""
        return self._is_main and self.is_finite and self._takes_ranges

    def tell(self) -> int:
        """The position of the next byte."""
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        """Request the rest from there; -1 if that fails."""
        base = (0, self._position, self.length or 0)[whence]
        try:
            answer = self._opener.ask(self._address, first=base + offset)
        except SourceError as error:
            self._opener.allowance.note(error)
            return -1
        if answer.status != 206:
            answer.close()
            return -1
        self._answer.close()
        self._answer, self._position = answer, base + offset
        return self._position

    def close(self) -> None:
        """End the connection; may be called twice."""
        self._answer.close()


class HttpOpener:
    """Opens a camera's address, and the entries of a playlist there.

    Args:
        camera: The address that the user named; its login goes to its own host and port only.
        access: Makes the connections.
        allowance: Shared by all of them.
    """

    def __init__(self, camera: CameraAddress, access: Access, allowance: Allowance) -> None:
        self._camera = camera
        self._access = access
        self.allowance = allowance
        self._login = HttpLogin(camera.login) if camera.login else None
        self._streams: weakref.WeakSet[HttpStream] = weakref.WeakSet()

    def close(self) -> None:
        """End every connection that is left; may be called twice."""
        for stream in list(self._streams):
            stream.close()

    def open(self) -> HttpStream:
        """Open the camera's own address.

        Raises:
            SourceError: It cannot be opened; one sentence says why.
        """
        return self._open(self._camera, is_main=True)

    def io_open(self, url: str, flags: int, options: Mapping[str, str]) -> HttpStream | io.BytesIO:
        """Open an address for a demuxer, as PyAV's `io_open`; never raises, see `Allowance`.

        What is forbidden or missing is empty.
        """
        try:
            address = self._led_on(self._camera, url)
            first, end = int(options.get("offset", 0)), int(options.get("end_offset", 0))
            return self._open(address, first=first, end=end)
        except RefusedError as error:
            self.allowance.note(error)
        except (SourceError, ValueError):
            pass  # a segment that is gone already; the demuxer goes on with the next
        return io.BytesIO()

    def _open(self, address: CameraAddress, *, is_main: bool = False, **part: int) -> HttpStream:
        for _ in range(MOST_STEPS):
            answer = self.ask(address, **part)
            # A server that sends the whole file when asked for a part would be misread.
            if answer.status == 206 or (answer.status == 200 and not part.get("first")):
                return self._taken(address, answer, is_main=is_main)
            answer.close()
            if answer.status in _REDIRECTS:
                location = answer.headers.get("Location", "")
                address = self._led_on(address, location)
            elif not self._may_answer(address, answer):
                said = f"{answer.status} {answer.reason}".strip()[:60]
                if answer.status in (401, 403):
                    had_login = self._login is not None and address.is_at_port_of(self._camera)
                    raise (LoginRefusedError if had_login else SourceError)(
                        "{name} refuses ({reason}); check the address, "
                        "and the name and password in it",
                        name=address.shown,
                        reason=said,
                    )
                raise SourceError(
                    "{name} refuses ({reason}); check the address", name=address.shown, reason=said
                )
        raise SourceError("{name} redirects too often without a picture", name=self._camera.shown)

    def _taken(self, address: CameraAddress, answer: HTTPResponse, *, is_main: bool) -> HttpStream:
        coding = answer.headers.get("Content-Encoding", "identity").strip().lower()
        if coding != "identity":
            answer.close()
            raise SourceError(
                "{name} sends compressed pictures ({coding}), which are not "
                "supported; check the address",
                name=address.shown,
                coding=coding[:20],
            )
        stream = HttpStream(self, address, answer, is_main=is_main)
        self._streams.add(stream)
        return stream

    def _may_answer(self, address: CameraAddress, answer: HTTPResponse) -> bool:
        is_asked = answer.status == 401 and address.is_at_port_of(self._camera)
        if not is_asked or self._login is None:
            return False
        return self._login.hear(answer.headers.get_all("WWW-Authenticate", []))

    def _led_on(self, address: CameraAddress, location: str) -> CameraAddress:
        with suppress(ValueError):  # malformed: keep it for the sentence about it
            location = urljoin(address.base, location)
        schemes = ("https",) if address.scheme == "https" else ("http", "https")
        return self._access.led_on(location, schemes)

    def ask(self, address: CameraAddress, *, first: int = 0, end: int = 0) -> HTTPResponse:
        """Send one request and return the response, whatever its status.

        Args:
            address: On an allowed host.
            first: The first byte that is wanted.
            end: The byte after the last; 0: all.

        Raises:
            SourceError: There was no response.
        """
        lines = [
            f"GET {address.target} HTTP/1.1",
            f"Host: {_ZONE.sub('', address.place)}",
            "User-Agent: Backdrop",
            "Accept: */*",
            "Connection: close",
        ]
        if first or end:
            lines.append(f"Range: bytes={first}-{end - 1 if end else ''}")
        is_own = address.is_at_port_of(self._camera)
        if self._login is not None and is_own and (login := self._login.answer(address.target)):
            lines.append(f"Authorization: {login}")
        with answering(address.shown):
            connected = self._access.connect(address, is_encrypted=address.scheme == "https")
        connection = Connection(connected, self.allowance)
        try:
            with answering(address.shown):
                connection.send("\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape"))
                answer = HTTPResponse(cast(Any, connection))
                answer.begin()
        except SourceError:
            connection.close()
            raise
        except (HTTPException, ValueError) as error:
            connection.close()
            raise SourceError(
                "{name} answers, but not as a web server does ({error}); check the address",
                name=address.shown,
                error=type(error).__name__,
            ) from error
        return answer
