"""Access: the one place that connects to a camera's host, and only to allowed hosts."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterable
from concurrent.futures import Future

from app.messages import Message
from app.video.network.address import CameraAddress, host_name, split_address, without_password
from app.video.network.connection import Allowance, BrokenError
from app.video.source import SourceError
from app.video.undo import or_undo

_MOST_SHOWN = 80  # characters of an address that a camera named

Place = tuple[socket.AddressFamily, tuple]


class RefusedError(SourceError):
    """A camera named an address that is not allowed; nothing was opened there."""


class HostRefusedError(RefusedError):
    """A camera named a host that is not allowed."""

    def __init__(self, camera: str, host: str) -> None:
        super().__init__(
            Message(
                "{camera} wants pictures from {host}; allow it with --allow-host {host} if you "
                "trust it",
                camera=camera,
                host=host,
            )
        )
        self.host = host


class LoginRefusedError(SourceError):
    """Name and password were refused: sending them again and again would lock the camera."""


class Access:
    """Which hosts a camera's address may lead to, and connections to them.

    Hosts are compared by name: another name of the same machine is another host. Each name is
    looked up once, so that it cannot point to another machine later.

    Args:
        host: The camera's own, as `host_name` writes it.
        allowed: Other hosts that the user allowed.
        allowance: Time limit for connecting.
        verifies: Require a valid certificate of an encrypted host; cameras sign their own.
    """

    def __init__(
        self,
        host: str,
        allowed: Iterable[str],
        allowance: Allowance,
        *,
        verifies: bool = False,
    ) -> None:
        self.host = host
        self._verifies = verifies
        self._allowed = {host, *(host_name(name) for name in allowed)}
        self._allowance = allowance
        self._found: dict[tuple[str, int], list[Place]] = {}

    def led_on(self, url: str, schemes: Iterable[str]) -> CameraAddress:
        """Check an address that the camera named.

        Args:
            url: From a redirect or a playlist.
            schemes: Schemes that are allowed after the present one: never from encrypted to plain.

        Raises:
            RefusedError: It is not allowed.
        """
        scheme = split_address(url)[0] or url.partition(":")[0].lower()
        wanted = without_password(url)[:_MOST_SHOWN]
        if scheme == "file":
            raise RefusedError(
                "{host} asks for the file {wanted} on this computer; cameras get no files",
                host=self.host,
                wanted=wanted,
            )
        if scheme not in schemes:
            raise RefusedError(
                "{host} redirects to {scheme}, expected {allowed}; open "
                "that address itself if you trust it",
                host=self.host,
                scheme=wanted or Message("nowhere"),
                allowed=" and ".join(schemes),
            )
        try:
            address = CameraAddress.parse(url)
        except ValueError as error:
            raise RefusedError(
                "{host} redirects to an invalid address: {error}", host=self.host, error=error
            ) from None
        self._check(address.host)
        return address

    def _check(self, host: str) -> None:
        if host not in self._allowed:
            raise HostRefusedError(self.host, host)

    def connect(self, address: CameraAddress, *, is_encrypted: bool) -> socket.socket:
        """A connection to the host of `address`.

        Raises:
            HostRefusedError: That host is not allowed.
            SourceError: The time is used up.
            OSError: It cannot be reached.
        """
        self._check(address.host)
        self._allowance.connect()
        plain = self._connect(address)
        if not is_encrypted:
            return plain
        with or_undo(plain.close):
            plain.settimeout(self._allowance.left_s())
            context = ssl.create_default_context() if self._verifies else _encryption()
            return context.wrap_socket(plain, server_hostname=address.host)

    def _connect(self, address: CameraAddress) -> socket.socket:
        places = self.look_up(address)
        for number, (family, place) in enumerate(places):
            connection = socket.socket(family, socket.SOCK_STREAM)
            try:
                # An equal share for each: a dead IPv6 route must not use up the time of IPv4.
                connection.settimeout(self._allowance.left_s() / (len(places) - number))
                connection.connect(place)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                connection.close()
                if number == len(places) - 1:
                    raise
            else:
                return connection
        raise OSError("the host has no address")

    def look_up(self, address: CameraAddress) -> list[Place]:
        """The addresses of a host, within the time that is left.

        Raises:
            BrokenError: The system did not answer in time, or the time is used up.
            OSError: It knows no such host.
        """
        key = address.host, address.port
        if key not in self._found:
            self._found[key] = _looked_up(*key, limit_s=self._allowance.left_s())
        return self._found[key]


def _looked_up(host: str, port: int, *, limit_s: float) -> list[Place]:
    """Run the system's look-up on a thread that is left behind: it has no time limit of its own."""
    found: Future[list[Place]] = Future()

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            found.set_exception(error)
        else:
            found.set_result([(family, place) for family, _, _, _, place in answers])

    threading.Thread(target=ask, name="name-look-up", daemon=True).start()
    try:
        return found.result(limit_s)
    except TimeoutError:
        raise BrokenError(Message("looking up its name took too long")) from None


def _encryption() -> ssl.SSLContext:
    """Encryption as in libav: without verification, because cameras sign their own certificates."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
