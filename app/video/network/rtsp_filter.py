"""RtspFilter: checks what an RTSP camera sends, message by message, before libav sees it.

libav follows a redirect to any host, so redirects are held back. Each answer is written anew from
its parsed form, so the camera cannot send bytes that one side reads as a header and the other as a
picture.
"""

from __future__ import annotations

import re

from app.messages.message import Message
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
    """The camera redirects to another address.

    Attributes:
        location: That address, as the camera named it.
    """

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.location = location


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
                    Message(
                        "{name} sends a header without an end; check the address", name=self._name
                    )
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
                Message(
                    "{name} describes its pictures in {size} bytes, expected at most "
                    "{most}; check the address",
                    name=self._name,
                    size=int(text),
                    most=MOST_BODY_BYTES,
                )
            )
        return int(text)

    def _no_rtsp(self) -> SourceError:
        return SourceError(
            Message(
                "{name} answers, but not as an RTSP camera does; check the address", name=self._name
            )
        )

    def _answer(
        self, status: int, reason: str, headers: list[tuple[str, str]], body: bytes
    ) -> bytes:
        if 300 <= status < 400:
            raise RtspRedirect(dict(headers).get("location", ""))
        transport = dict(headers).get("transport", "TCP")
        if "TCP" not in transport.upper():
            raise SourceError(
                Message(
                    "{name} wants to send its pictures over UDP; switch it to RTP over RTSP (TCP)",
                    name=self._name,
                )
            )
        lines = [f"RTSP/1.0 {status} {reason}".strip()]
        lines += [f"{name}: {value}" for name, value in headers if name in _KEPT]
        lines.append(f"content-length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + body
