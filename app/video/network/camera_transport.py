"""CameraTransport: how libav reaches a camera, by its address's scheme, and what it may open.

RtspRelay stands between libav and an RTSP camera, so that libav reaches only that camera. libav
follows a redirect to any host, so `RtspFilter` holds redirects back. It writes each answer anew
from its parsed form, so the camera cannot send bytes that one side reads as a header and the other
as a picture.
"""

from __future__ import annotations

import re
import selectors
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from app.video.network.access import Access
from app.video.network.address import CameraAddress
from app.video.network.connection import Allowance, RawStream, answering, broken
from app.video.network.http_stream import HttpOpener
from app.video.source import SourceError

MOST_HEADER_BYTES = 32 << 10
MOST_BODY_BYTES = 64 << 10  # descriptions of a stream have about 1 KiB
# The headers that a player needs; others switch libav to protocols of the nineties.
_KEPT = (
    *("cseq", "session", "transport", "content-type", "content-base", "public", "range"),
    *("www-authenticate", "rtp-info"),
)
_STATUS = re.compile(r"RTSP/1\.[0-9] ([0-9]{3})(?: (.*))?")
_REQUEST = re.compile(r"([A-Z_]+) \S+ RTSP/1\.[0-9]")
_HEADER_END = re.compile(rb"\r?\n\r?\n")


class RtspRedirect(Exception):  # noqa: N818 -- the address has moved, which is no error
    """The camera redirects to another address, as it names it: the text."""


class RtspFilter:
    """Takes bytes from the camera; returns bytes for libav and for the camera.

    Args:
        name: The camera, for sentences.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting = bytearray()

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        """Take the next bytes from the camera.

        Returns:
            Bytes for libav, and the reply to the camera.

        Raises:
            SourceError: It speaks no RTSP, or too much of it.
            RtspRedirect: It redirects.
        """
        self._waiting += data
        onward, back = bytearray(), bytearray()
        while self._waiting:
            if self._waiting[0] == ord("$"):  # a packet of the picture: channel, length, content
                size = 4 + int.from_bytes(self._waiting[2:4]) if len(self._waiting) >= 4 else 4
                if len(self._waiting) < size:
                    break
                onward += self._waiting[:size]
                del self._waiting[:size]
            elif self._waiting[0] in b"\r\n":
                del self._waiting[0]
            elif not self._take_message(onward, back):
                break
        return bytes(onward), bytes(back)

    def _take_message(self, onward: bytearray, back: bytearray) -> bool:
        """Take one whole message from the buffer; False if it is incomplete."""
        end = _HEADER_END.search(self._waiting, 0, MOST_HEADER_BYTES)
        if end is None:
            if len(self._waiting) >= MOST_HEADER_BYTES:
                raise SourceError(
                    "{name} sends a header without an end; check the address", name=self._name
                )
            return False
        first, *lines = self._waiting[: end.start()].decode("utf-8", "replace").splitlines()
        headers = [
            (name.strip().lower(), value.strip())
            for name, colon, value in (line.partition(":") for line in lines)
            if colon
        ]
        size = self._body_size(dict(headers).get("content-length", "0"))
        if len(self._waiting) < end.end() + size:
            return False
        body = bytes(self._waiting[end.end() : end.end() + size])
        del self._waiting[: end.end() + size]
        if status := _STATUS.fullmatch(first.strip()):
            onward += self._answer(int(status[1]), status[2] or "", headers, body)
        elif _REQUEST.fullmatch(first.strip()):
            # A request from the camera: a plain response is enough.
            number = dict(headers).get("cseq", "0")
            back += f"RTSP/1.0 501 Not Implemented\r\nCSeq: {number}\r\n\r\n".encode()
        else:
            raise self._no_rtsp()
        return True

    def _body_size(self, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise self._no_rtsp()
        if int(text) > MOST_BODY_BYTES:
            raise SourceError(
                "{name} describes its pictures in {size} bytes, expected at most "
                "{most}; check the address",
                name=self._name,
                size=int(text),
                most=MOST_BODY_BYTES,
            )
        return int(text)

    def _no_rtsp(self) -> SourceError:
        return SourceError(
            "{name} answers, but not as an RTSP camera does; check the address", name=self._name
        )

    def _answer(
        self, status: int, reason: str, headers: list[tuple[str, str]], body: bytes
    ) -> bytes:
        if 300 <= status < 400:
            raise RtspRedirect(dict(headers).get("location", ""))
        transport = dict(headers).get("transport", "TCP")
        if "TCP" not in transport.upper():
            raise SourceError(
                "{name} wants to send its pictures over UDP; switch it to RTP over RTSP (TCP)",
                name=self._name,
            )
        lines = [f"RTSP/1.0 {status} {reason}".strip()]
        lines += [f"{name}: {value}" for name, value in headers if name in _KEPT]
        lines.append(f"content-length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + body


_CHUNK = 1 << 16
# libav connects at once, in this process, and a camera reads answers as fast as they come.
_PROMPT_S = 5.0


class RtspRelay:
    """One connection to the camera, offered to libav on this computer's own loopback.

    Requests go to the camera as libav writes them (their address differs, as behind a forwarded
    port); answers come back through an `RtspFilter`.

    Args:
        camera: The camera's address; an rtsps camera is decrypted here.
        access: Makes the connection.
        allowance: Limits what the camera may send; errors are noted there.

    Attributes:
        address: The address for libav. It holds the password.
        redirect: Where the camera redirects to; None if it does not.

    Raises:
        SourceError: The camera cannot be reached.
    """

    def __init__(self, camera: CameraAddress, access: Access, allowance: Allowance) -> None:
        self._allowance = allowance
        self._filter = RtspFilter(camera.shown)
        self.redirect: str | None = None
        with answering(camera.shown):
            self._camera = access.connect(camera, is_encrypted=camera.scheme == "rtsps")
        self._camera.settimeout(_PROMPT_S)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._listener.settimeout(_PROMPT_S)
        self._end, self._ended = socket.socketpair()
        login = f"{camera.login}@" if camera.login else ""
        self.address = f"rtsp://{login}127.0.0.1:{self._listener.getsockname()[1]}{camera.target}"
        self._thread = threading.Thread(target=self._run, name="rtsp-relay", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End both connections and the thread; may be called twice."""
        self._end.close()
        self._thread.join()

    def _run(self) -> None:
        with self._camera, self._ended:
            player = self._accept()
            if player is None:
                return
            with player:
                try:
                    self._relay(player)
                except RtspRedirect as redirect:
                    self.redirect = str(redirect)
                except SourceError as error:
                    self._allowance.note(error)
                except OSError as error:
                    self._allowance.note(broken(error))

    def _accept(self) -> socket.socket | None:
        """The connection from libav; None if it does not come, or the relay is closed before."""
        with self._listener, selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            selector.register(self._ended, selectors.EVENT_READ)
            ready = {key.fileobj for key, _ in selector.select(_PROMPT_S)}
            if self._listener not in ready or self._ended in ready:
                return None
            player, _ = self._listener.accept()
        player.settimeout(_PROMPT_S)
        player.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return player

    def _relay(self, player: socket.socket) -> None:
        with selectors.DefaultSelector() as selector:
            for end in (player, self._camera, self._ended):
                selector.register(end, selectors.EVENT_READ)
            while True:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._ended in ready:
                    return
                if player in ready:
                    asked = _received(player)
                    if not asked:
                        return
                    self._camera.sendall(asked)
                if self._camera in ready and not self._pass_on(player):
                    return

    def _pass_on(self, player: socket.socket) -> bool:
        """Pass on what the camera sent; False when it has ended."""
        while True:
            data = self._camera.recv(_CHUNK)
            if not data:
                return False
            self._allowance.spend(len(data))
            onward, back = self._filter.feed(data)
            if back:
                self._camera.sendall(back)
            try:
                player.sendall(onward)
            except OSError:  # libav has closed its side
                return False
            # Decrypted bytes that wait inside the connection do not wake a selector.
            if not (isinstance(self._camera, ssl.SSLSocket) and self._camera.pending()):
                return True


def _received(player: socket.socket) -> bytes:
    with suppress(OSError):
        return player.recv(_CHUNK)
    return b""


# Formats that carry pictures themselves. Lists of other addresses (concat, sdp, dash, image
# sequences) are left out; cameras send none.
_STREAMS = (
    "mpjpeg,mjpeg,jpeg_pipe,png_pipe,webp_pipe,mpegts,mpeg,h264,hevc,m4v,mpegvideo,av1,obu,ivf,"
    "flv,live_flv,matroska,mov,ogg,asf,avi,nut,gif"
)
# libav checks each connection's protocol against this list; no protocol has this name.
_NO_PROTOCOL = "none"
# PyAV cannot close a connection that a playlist keeps open.
_PLAYLIST_OPTIONS = {"http_persistent": "0", "http_multiple": "0"}


@dataclass(slots=True)
class CameraTransport:
    """How `av.open` reaches one camera.

    Attributes:
        target: An address, or an object to read from.
        format: libav's name; None leaves it to the first bytes, within `options`.
        options: Above all, what may be opened.
        io_open: Opens a playlist's entries; None where nothing is opened.
        close: Ends all connections; may be called twice.
        moved_to: Where the camera redirects to, None if it does not; to be called after `av.open`
            failed. Raises `RefusedError` if that host is not allowed.
        comes_in_bursts: Pictures come as fast as the line allows, to be shown in their own time.
    """

    target: Any
    format: str | None
    options: dict[str, str]
    io_open: Callable[[str, int, Mapping[str, str]], Any] | None = None
    close: Callable[[], None] = field(default=lambda: None)
    moved_to: Callable[[], CameraAddress | None] = field(default=lambda: None)
    comes_in_bursts: bool = False


def open_transport(camera: CameraAddress, access: Access, allowance: Allowance) -> CameraTransport:
    """The transport to `camera`; connects, unless libav does so itself.

    Raises:
        SourceError: It cannot be reached.
    """
    if camera.scheme in ("http", "https"):
        return _over_http(camera, access, allowance)
    if camera.scheme in ("rtsp", "rtsps"):
        return _over_rtsp(camera, access, allowance)
    if camera.scheme == "tcp":
        return _over_tcp(camera, access, allowance)
    return _by_libav(camera, access)


def _over_http(camera: CameraAddress, access: Access, allowance: Allowance) -> CameraTransport:
    opener = HttpOpener(camera, access, allowance)
    stream = opener.open()
    options = {"protocol_whitelist": _NO_PROTOCOL, "format_whitelist": f"hls,{_STREAMS}"}
    return CameraTransport(
        stream,
        stream.format,
        options | _PLAYLIST_OPTIONS,
        opener.io_open,
        opener.close,
        comes_in_bursts=stream.is_finite or stream.format == "hls",
    )


def _over_tcp(camera: CameraAddress, access: Access, allowance: Allowance) -> CameraTransport:
    with answering(camera.shown):
        connected = access.connect(camera, is_encrypted=False)
    # Without the address's suffix, which must not choose a format.
    stream = RawStream(connected, allowance, f"tcp://{camera.place}")
    options = {"protocol_whitelist": _NO_PROTOCOL, "format_whitelist": _STREAMS}
    return CameraTransport(stream, None, options, close=stream.close)


def _over_rtsp(camera: CameraAddress, access: Access, allowance: Allowance) -> CameraTransport:
    relay = RtspRelay(camera, access, allowance)

    def moved_to() -> CameraAddress | None:
        relay.close()  # the relay knows everything only after it is closed
        return None if relay.redirect is None else _onward(camera, relay.redirect, access)

    options = {
        # To the relay. RTP outside the connection would need udp and rtp.
        "protocol_whitelist": "tcp",
        "format_whitelist": "rtsp",
        "rtsp_transport": "tcp",
        "allowed_media_types": "video",
    }
    return CameraTransport(relay.address, "rtsp", options, None, relay.close, moved_to)


def _onward(camera: CameraAddress, location: str, access: Access) -> CameraAddress:
    """Where an RTSP camera redirects to; the password goes along to the same port only."""
    schemes = ("rtsps",) if camera.scheme == "rtsps" else ("rtsp", "rtsps")
    onward = access.led_on(location, schemes)
    return replace(onward, login=camera.login if onward.is_at_port_of(camera) else "")


def _by_libav(camera: CameraAddress, access: Access) -> CameraTransport:
    """Rtmp and udp name no other hosts, and their formats open nothing."""
    if camera.host:  # look the host up with our limit first: libav's own look-up has none
        with answering(camera.shown):
            access.look_up(camera)
    login = f"{camera.login}@" if camera.login else ""
    protocols, formats = {
        "rtmp": ("rtmp,tcp", "flv,live_flv"),
        "udp": ("udp", _STREAMS),
    }[camera.scheme]
    options = {"protocol_whitelist": protocols, "format_whitelist": formats}
    return CameraTransport(f"{camera.scheme}://{login}{camera.place}{camera.target}", None, options)
