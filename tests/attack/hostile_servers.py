"""Hostile HTTP and RTSP servers on loopback: each answers byte for byte what an attack says.

`HTTP_ATTACKS` and `RTSP_ATTACKS` hold, by name, answers that no camera gives. Whoever opens one as
a camera has to end with one sentence, in time, within its memory, and without having been anywhere
else: `Bystander` stands for anywhere else.
"""

from __future__ import annotations

import gzip
import io
import re
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

OTHER_HOST = "127.0.0.2"  # this machine too, but nobody named it
MEGABYTE = b"x" * (1 << 20)
BOUNDARY = "multipart/x-mixed-replace; boundary=frame"


@dataclass
class Visit:
    """One request, and the way to answer it.

    Attributes:
        head: All of the request up to its empty line.
        connection: To answer on.
        other: host:port of a bystander; empty without.
        is_over: The server is being closed.
    """

    head: str
    connection: socket.socket
    other: str
    is_over: threading.Event

    @property
    def path(self) -> str:
        return self.head.split(" ", 2)[1]

    @property
    def method(self) -> str:
        return self.head.split(" ", 1)[0]

    @property
    def sequence(self) -> str:
        for line in self.head.splitlines():
            if line.lower().startswith("cseq:"):
                return line.partition(":")[2].strip()
        return "0"

    def send(self, data: bytes | str) -> None:
        self.connection.sendall(data.encode() if isinstance(data, str) else data)

    def repeat(self, data: bytes | str, *, pause_s: float = 0.0) -> None:
        """Send it for ever: until the reader or the server ends."""
        while not self.is_over.wait(pause_s):
            self.send(data)

    def wait(self) -> None:
        """Say no more, and keep the connection."""
        self.is_over.wait()


Answer = Callable[[Visit], None]


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a reader that goes away is no news


@dataclass
class HostileServer:
    """Answers each request of each visitor.

    Attributes:
        answer: What to do with a request.
        host: A loopback address.
        other: host:port of a bystander, for the answers.
        speaks_first: Answers a connection, not a request.
        tls: With a certificate; None: it does not encrypt.
        heads: Of all requests so far.
        connections: How many there were.
    """

    answer: Answer
    host: str = "127.0.0.1"
    other: str = ""
    speaks_first: bool = False
    tls: ssl.SSLContext | None = None
    heads: list[str] = field(default_factory=list)
    connections: int = 0

    def __enter__(self) -> HostileServer:
        server = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                server.connections += 1
                for head in ["GET /"] if server.speaks_first else _heads(self.request):
                    server.heads.append(head)
                    server.answer(Visit(head, self.request, server.other, server.is_over))

        self.is_over = threading.Event()
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        kind = type("Server", (_Server,), {"address_family": family})
        self._server = kind((self.host, 0), Handler)
        if self.tls is not None:
            self._server.socket = self.tls.wrap_socket(self._server.socket, server_side=True)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.is_over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def place(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def _heads(connection: socket.socket) -> Iterator[str]:
    with connection.makefile("rb") as reader:
        lines: list[str] = []
        for raw in reader:
            line = raw.decode("latin-1").rstrip("\r\n")
            if line:
                lines.append(line)
            elif lines:
                yield "\n".join(lines)
                if lines[0].endswith("HTTP/1.1"):
                    return  # one answer for each connection, as the answer says
                lines = []


def Bystander(host: str = OTHER_HOST) -> HostileServer:  # noqa: N802 - a kind of server
    """A host that nobody named: whoever connects to it was led astray."""
    return HostileServer(answers(b"private"), host)


def answers(body: bytes | str, kind: str = "text/plain", *, status: str = "200 OK") -> Answer:
    """An ordinary answer."""
    data = body.encode() if isinstance(body, str) else body

    def answer(visit: Visit) -> None:
        visit.send(
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        visit.send(data)

    return answer


def site(files: Mapping[str, tuple[str, bytes]]) -> Answer:
    """A well-behaved web server: kind and content by path; it sends parts, and keeps no lists."""

    def answer(visit: Visit) -> None:
        kind, data = files.get(visit.path, ("", b""))
        if not kind:
            answers("", status="404 Not Found")(visit)
            return
        status, more = "200 OK", "Accept-Ranges: bytes\r\n"
        if part := re.search(r"(?m)^Range: bytes=(\d+)-(\d*)$", visit.head):
            first, last = int(part[1]), int(part[2] or len(data) - 1)
            more += f"Content-Range: bytes {first}-{last}/{len(data)}\r\n"
            status, data = "206 Partial Content", data[first : last + 1]
        visit.send(
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(data)}\r\n{more}\r\n"
        )
        visit.send(data)

    return answer


def jpeg(*, height: int = 48, width: int = 64, value: int = 128) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(np.full((height, width, 3), value, np.uint8)).save(buffer, "JPEG")
    return buffer.getvalue()


def part(picture: bytes) -> bytes:
    """One picture of an MJPEG camera."""
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
    return head.encode() + picture + b"\r\n"


# What leads elsewhere. `{url}` is what shall be opened.


def playlist(url: str) -> str:
    return (
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n"
        f"#EXTINF:2.0,\n{url}\n#EXT-X-ENDLIST\n"
    )


def master_playlist(url: str) -> str:
    return f"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\n{url}\n"


def keyed_playlist(url: str) -> str:
    key = f'#EXT-X-KEY:METHOD=AES-128,URI="{url}",IV=0x{"0" * 32}\n'
    return playlist("a.ts").replace("#EXTINF", f"{key}#EXTINF")


def mapped_playlist(url: str) -> str:
    return playlist("a.m4s").replace("#EXTINF", f'#EXT-X-MAP:URI="{url}"\n#EXTINF')


def concat(url: str) -> str:
    return f"ffconcat version 1.0\nfile '{url}'\n"


def description(host: str, port: str | int = 50040, *, control: str = "track1") -> str:
    """An SDP that has its pictures come by UDP."""
    lines = ("v=0", f"o=- 0 0 IN IP4 {host}", "s=x", f"c=IN IP4 {host}", "t=0 0")
    more = (f"m=video {port} RTP/AVP 96", "a=rtpmap:96 H264/90000", f"a=control:{control}")
    return "".join(f"{line}\r\n" for line in (*lines, *more))


def redirect(url: str, *, status: int = 302) -> str:
    return (
        f"HTTP/1.1 {status} Found\r\nLocation: {url}\r\nSet-Cookie: session=stolen\r\n"
        "Content-Length: 0\r\n\r\n"
    )


def _elsewhere(make: Callable[[str], str], url: str, kind: str) -> Answer:
    def answer(visit: Visit) -> None:
        answers(make(url.format(other=visit.other)), kind)(visit)

    return answer


def _streams(*pieces: bytes | str, then: bytes | str = b"", pause_s: float = 0.0) -> Answer:
    """Those pieces, then `then` for ever."""

    def answer(visit: Visit) -> None:
        for piece in pieces:
            visit.send(piece)
        if then:
            visit.repeat(then, pause_s=pause_s)

    return answer


M3U8 = "application/vnd.apple.mpegurl"
ELSEWHERE = "http://{other}/segment.ts"

# All of these lead to another host, or to a file of this computer.
LEADING_AWAY: dict[str, Answer] = {
    "m3u8, another host": _elsewhere(playlist, ELSEWHERE, M3U8),
    "m3u8, another host without scheme": _elsewhere(playlist, "//{other}/segment.ts", M3U8),
    "m3u8, another host with a login": _elsewhere(playlist, "http://me:pw@{other}/a.ts", M3U8),
    "m3u8, a file": _elsewhere(playlist, "file:///etc/passwd", M3U8),
    "m3u8, a tcp address": _elsewhere(playlist, "tcp://{other}", M3U8),
    "m3u8 of playlists, another host": _elsewhere(master_playlist, "http://{other}/a.m3u8", M3U8),
    "m3u8, the key from another host": _elsewhere(keyed_playlist, "http://{other}/key", M3U8),
    "m3u8, the map from another host": _elsewhere(mapped_playlist, "http://{other}/map.mp4", M3U8),
    "redirect to another host": lambda visit: visit.send(redirect(f"http://{visit.other}/")),
    "redirect to another host for good": lambda v: v.send(
        redirect(f"http://{v.other}/", status=308)
    ),
    "redirect to a file": lambda visit: visit.send(redirect("file:///etc/passwd")),
    "redirect to tcp": lambda visit: visit.send(redirect(f"tcp://{visit.other}")),
    "redirect to rtsp": lambda visit: visit.send(redirect(f"rtsp://{visit.other}/live")),
    "redirect to no address": lambda visit: visit.send(redirect("http://[::1/x")),
}
# Lists that libav knows and no camera sends; what they name is not even looked at.
LISTS: dict[str, Answer] = {
    "concat": _elsewhere(concat, ELSEWHERE, "text/plain"),
    "concat of a file": _elsewhere(concat, "file:///etc/passwd", "text/plain"),
    "sdp": lambda v: answers(description("0.0.0.0"), "application/sdp")(v),
    "sdp of another host": lambda v: answers(
        description(v.other.partition(":")[0], v.other.partition(":")[2]), "application/sdp"
    )(v),
    "dash": _elsewhere(
        '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period>'
        "<BaseURL>{}</BaseURL></Period></MPD>".format,
        ELSEWHERE,
        "application/dash+xml",
    ),
    "m3u8 with no name for it": _elsewhere(playlist, ELSEWHERE, "text/plain"),
}
_OK = "HTTP/1.1 200 OK\r\n"
_MULTIPART = f"{_OK}Content-Type: {BOUNDARY}\r\n\r\n"
HTTP_ATTACKS: dict[str, Answer] = {
    **LEADING_AWAY,
    **LISTS,
    "headers without end": _streams(_OK, then="X-More: and more\r\n" * 100),
    "a header line without end": _streams(_OK, "X-More: ", then=MEGABYTE),
    "headers that drip": _streams(_OK, then="X", pause_s=0.05),
    "100 Continue for ever": _streams("", then="HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "a redirect to itself": lambda visit: visit.send(redirect(visit.path)),
    "the password again and again": lambda visit: visit.send(
        'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="1", qop="auth", '
        "stale=true\r\nContent-Length: 0\r\n\r\n"
    ),
    "a challenge that is none": lambda visit: visit.send(
        'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest ,,="\r\nWWW-Authenticate:\r\n'
        "Content-Length: 0\r\n\r\n"
    ),
    "a redirect with an endless page": _streams(
        "HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\n", then=MEGABYTE
    ),
    "no http": _streams("SSH-2.0-OpenSSH_9.6\r\n", then=b"\0" * 4096),
    "silence": Visit.wait,
    "a page without end": _streams(_OK, "\r\n", then=MEGABYTE),
    "a packed page": lambda visit: visit.send(
        f"{_OK}Content-Type: {BOUNDARY}\r\nContent-Encoding: gzip\r\n\r\n".encode()
        + gzip.compress(bytes(1 << 20))
    ),
    "a part without end": _streams(
        _MULTIPART, "--frame\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8", then=MEGABYTE
    ),
    "a part of two gigabytes": _streams(
        _MULTIPART,
        "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 2147483000\r\n\r\n",
        then=MEGABYTE,
    ),
    "a part with a length below nothing": _streams(
        _MULTIPART,
        "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: -7\r\n\r\n",
        then=MEGABYTE,
    ),
    "a part whose headers do not end": _streams(
        _MULTIPART, "--frame\r\n", then="X-More: 1\r\n" * 99
    ),
    "a part that drips": _streams(
        _MULTIPART, "--frame\r\nContent-Type: image/jpeg\r\n\r\n", then="x", pause_s=0.05
    ),
    "a boundary that never comes": _streams(_MULTIPART, then="--other\r\n" * 1000),
    "a chunk of all there is": _streams(
        f"{_OK}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", then=MEGABYTE
    ),
    "a chunk below nothing": _streams(
        f"{_OK}Transfer-Encoding: chunked\r\n\r\n-fff\r\n", then=MEGABYTE
    ),
    "a chunk of no size": _streams(f"{_OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n", then=MEGABYTE),
    "a length that is not kept": answers(jpeg()[:40], BOUNDARY),
    "a length below nothing": _streams(f"{_OK}Content-Length: -1\r\n\r\n", then=MEGABYTE),
    "a length of no number": _streams(f"{_OK}Content-Length: many\r\n\r\n", then=MEGABYTE),
    "a playlist without end": _streams(
        f"{_OK}Content-Type: {M3U8}\r\n\r\n#EXTM3U\n#EXT-X-TARGETDURATION:1\n",
        then="#EXTINF:1,\na.ts\n" * 10_000,
    ),
    "a playlist of itself": lambda visit: answers(master_playlist("/a.m3u8"), M3U8)(visit),
    "a picture of one pixel": answers(part(jpeg(height=1, width=1)) * 3, BOUNDARY),
    "a picture of four gigapixels": lambda visit: visit.send(
        _MULTIPART.encode() + part(_huge_jpeg()) * 3
    ),
}


def _huge_jpeg() -> bytes:
    """A small picture whose header speaks of 65500 x 65500 pixels."""
    data = bytearray(jpeg())
    start = data.index(b"\xff\xc0") + 5
    data[start : start + 4] = b"\xff\xdc\xff\xdc"
    return bytes(data)


# RTSP


def rtsp_reply(visit: Visit, *headers: str, body: str = "", status: str = "200 OK") -> None:
    lines = [f"RTSP/1.0 {status}", f"CSeq: {visit.sequence}", "Session: 1", *headers]
    visit.send("\r\n".join([*lines, f"Content-Length: {len(body)}", "", body]))


def rtsp_camera(**attacks: Answer) -> Answer:
    """A camera that does as it should but for the methods that are named."""

    def answer(visit: Visit) -> None:
        if visit.method in attacks:
            attacks[visit.method](visit)
        elif visit.method == "DESCRIBE":
            rtsp_reply(visit, "Content-Type: application/sdp", body=description("127.0.0.1"))
        elif visit.method == "SETUP":
            rtsp_reply(visit, "Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
        else:
            rtsp_reply(visit, "Public: OPTIONS, DESCRIBE, SETUP, PLAY")

    return answer


def _transport(text: str) -> Answer:
    return rtsp_camera(
        SETUP=lambda v: rtsp_reply(v, "Transport: " + text.format(host=v.other.partition(":")[0]))
    )


def _sdp(text: str) -> Answer:
    return rtsp_camera(
        DESCRIBE=lambda v: rtsp_reply(
            v, "Content-Type: application/sdp", body=text.format(other=v.other)
        )
    )


RTSP_LEADING_AWAY: dict[str, Answer] = {
    "redirect at once": lambda v: rtsp_reply(
        v, f"Location: rtsp://{v.other}/live", "Set-Cookie: a=b", status="302 Moved"
    ),
    "redirect to http": lambda v: rtsp_reply(v, f"Location: http://{v.other}/", status="301 Moved"),
    "redirect to no address": lambda v: rtsp_reply(v, "Location: rtsp://[::1/", status="301 Moved"),
    "redirect at the description": rtsp_camera(
        DESCRIBE=lambda v: rtsp_reply(v, f"Location: rtsp://{v.other}/", status="302 Moved")
    ),
    "redirect at the set-up": rtsp_camera(
        SETUP=lambda v: rtsp_reply(v, f"Location: rtsp://{v.other}/", status="305 Proxy")
    ),
}
RTSP_ATTACKS: dict[str, Answer] = {
    **RTSP_LEADING_AWAY,
    "a redirect within a packet": lambda v: v.send(
        b"$\0\0\4RTSP" + f"RTSP/1.0 302 x\r\nLocation: rtsp://{v.other}/\r\n\r\n".encode()
    ),
    "a redirect asked for": rtsp_camera(
        PLAY=lambda v: v.send(
            f"REDIRECT * RTSP/1.0\r\nCSeq: 9\r\nLocation: rtsp://{v.other}/\r\n\r\n"
        )
    ),
    "udp from another host": _transport("RTP/AVP;unicast;source={host};server_port=9-10"),
    "multicast": _transport("RTP/AVP;multicast;destination=239.0.0.1;port=9-10;ttl=9"),
    "the stream elsewhere": _sdp(description("{other}", control="rtsp://{other}/track")),
    "headers without end": lambda v: v.repeat("X-More: 1\r\n" * 1000),
    "headers that drip": lambda v: v.repeat("X", pause_s=0.05),
    "a body of two gigabytes": lambda v: (
        v.send("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 2147483000\r\n\r\n"),
        v.repeat(MEGABYTE),
    )[0],
    "a body below nothing": lambda v: v.send("RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n"),
    "packets without end": rtsp_camera(PLAY=lambda v: v.repeat(b"$\0\xff\xff" + bytes(65535))),
    "packets before the start": lambda v: v.repeat(b"$\0\xff\xff" + bytes(65535)),
    "line ends for ever": lambda v: v.repeat(b"\r\n" * 10_000),
    "a description without pictures": _sdp("v=0\r\n"),
    "a description of nonsense": _sdp("\x00\xff=" * 500),
    "ten thousand streams": _sdp("v=0\r\n" + "m=video 0 RTP/AVP 96\r\n" * 2500),
    "a line of sixty thousand letters": _sdp("v=0\r\na=" + "x" * 60_000 + "\r\n"),
    "no rtsp": lambda v: v.repeat(b"\0" * 4096),
    "silence": Visit.wait,
    "the password again and again": lambda v: rtsp_reply(
        v, 'WWW-Authenticate: Digest realm="x", nonce="1", stale=true', status="401 No"
    ),
}


class DamagingLine:
    """A line to a good server on loopback that damages what comes back, the same way per seed.

    Attributes:
        place: host:port to visit instead.
    """

    def __init__(
        self, port: int, *, seed: int, spare_bytes: int = 0, every_bytes: int = 400
    ) -> None:
        self._port = port
        self._seed = seed
        self._spare_bytes = spare_bytes  # from the beginning of each connection
        self._every_bytes = every_bytes  # on average

    def __enter__(self) -> DamagingLine:
        line = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with socket.create_connection(("127.0.0.1", line._port)) as server:
                    back = threading.Thread(target=_copy, args=(self.request, server), daemon=True)
                    back.start()
                    line._damage(server, self.request)

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _damage(self, source: socket.socket, target: socket.socket) -> None:
        rng = np.random.default_rng(self._seed)
        seen = skipped = 0
        before = b""  # what came last; how the bytes are cut into pieces makes no difference
        at = self._spare_bytes + int(rng.geometric(1 / self._every_bytes))
        while data := source.recv(1 << 16):
            damaged, done = bytearray(), min(skipped, len(data))
            skipped -= done
            while at < seen + len(data):
                here = max(at - seen, done)
                damaged += data[done:here]
                done = here
                match rng.integers(4):
                    case 0:
                        damaged += bytes([data[here] ^ 1 << int(rng.integers(8))])
                        done += 1
                    case 1:
                        damaged += bytes([rng.choice([0, 10, 13, 32, 36, 45, 255])])
                        done += 1
                    case 2:
                        wanted = int(rng.integers(1, 40))
                        done = min(here + wanted, len(data))
                        skipped = here + wanted - done
                    case 3:
                        damaged += (before + data[:here])[-int(rng.integers(1, 200)) :]
                at = (
                    seen + max(done, here + 1) + skipped + int(rng.geometric(1 / self._every_bytes))
                )
            damaged += data[done:]
            seen += len(data)
            before = (before + data)[-200:]
            target.sendall(damaged)
        target.shutdown(socket.SHUT_RDWR)


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # one end has gone, and with it the other
