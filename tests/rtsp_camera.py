"""A real RTSP camera on loopback: H.264 over RTP, interleaved in the RTSP connection.

As much of RFC 2326 (RTSP) and RFC 6184 (H.264 over RTP) as a player of one stream asks for.
"""

from __future__ import annotations

import base64
import socketserver
import struct
from collections.abc import Iterator
from fractions import Fraction

import av
from av.video.codeccontext import VideoCodecContext
from loopback_camera import LoopbackCamera

CLOCK_HZ = 90_000
PAYLOAD_TYPE = 96
MOST_PAYLOAD_BYTES = 60_000  # an interleaved packet has 16 bits for its length
_GLOBAL_HEADER = 1 << 22


class RtspCamera(LoopbackCamera):
    """Serves rtsp://127.0.0.1:PORT/live; see `LoopbackCamera`."""

    @property
    def address(self) -> str:
        return f"rtsp://127.0.0.1:{self.port}/live"

    def handler_class(self) -> type[socketserver.BaseRequestHandler]:
        camera = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                encoder = _encoder(height=camera.height, width=camera.width)
                while request := self._request():
                    method, address, sequence = request
                    self._answer(method, address, sequence, encoder)
                    if method == "PLAY":
                        self._play(encoder)
                        return

            def _request(self) -> tuple[str, str, str] | None:
                lines = []
                while (line := self.rfile.readline().decode().strip()) or not lines:
                    if not line:
                        return None  # the reader has gone
                    lines.append(line)
                headers = dict(text.split(": ", 1) for text in lines[1:])
                method, address, _ = lines[0].split()
                return method, address, headers["CSeq"]

            def _answer(self, method, address, sequence, encoder) -> None:
                headers, body = [f"CSeq: {sequence}"], ""
                if method == "OPTIONS":
                    headers.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
                elif method == "DESCRIBE":
                    body = _description(encoder)
                    headers += ["Content-Type: application/sdp", f"Content-Base: {address}/"]
                elif method == "SETUP":
                    headers.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
                headers += ["Session: 1", f"Content-Length: {len(body)}"]
                text = "\r\n".join(["RTSP/1.0 200 OK", *headers, "", body])
                self.wfile.write(text.encode())

            def _play(self, encoder: VideoCodecContext) -> None:
                sequence = 0
                for number, pixels in enumerate(camera.pictures()):
                    frame = av.VideoFrame.from_ndarray(pixels).reformat(format="yuv420p")
                    frame.pts = round(number * CLOCK_HZ * camera._interval_s)
                    frame.time_base = Fraction(1, CLOCK_HZ)
                    for packet in encoder.encode(frame):
                        for payload, is_last in _payloads(bytes(packet)):
                            self.wfile.write(_rtp(payload, sequence, packet.pts, is_last=is_last))
                            sequence += 1

        return Handler


def _encoder(*, height: int, width: int) -> VideoCodecContext:
    encoder = av.CodecContext.create("libx264", "w")
    assert isinstance(encoder, VideoCodecContext)
    encoder.height, encoder.width, encoder.pix_fmt = height, width, "yuv420p"
    encoder.time_base = Fraction(1, CLOCK_HZ)
    encoder.flags |= _GLOBAL_HEADER
    encoder.options = {"preset": "ultrafast", "tune": "zerolatency", "crf": "18", "g": "10"}
    encoder.open()
    return encoder


def _description(encoder: VideoCodecContext) -> str:
    parameters = ",".join(
        base64.b64encode(unit).decode() for unit in _units(bytes(encoder.extradata or b""))[:2]
    )
    lines = [
        "v=0",
        "o=- 0 0 IN IP4 127.0.0.1",
        "s=loopback",
        "t=0 0",
        f"m=video 0 RTP/AVP {PAYLOAD_TYPE}",
        "c=IN IP4 127.0.0.1",
        f"a=rtpmap:{PAYLOAD_TYPE} H264/{CLOCK_HZ}",
        f"a=fmtp:{PAYLOAD_TYPE} packetization-mode=1;sprop-parameter-sets={parameters}",
        "a=control:track1",
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _units(stream: bytes) -> list[bytes]:
    """The NAL units between the start codes."""
    return [unit.rstrip(b"\0") for unit in stream.split(b"\0\0\1") if unit.strip(b"\0")]


def _payloads(packet: bytes) -> Iterator[tuple[bytes, bool]]:
    units = _units(packet)
    for number, unit in enumerate(units):
        assert len(unit) <= MOST_PAYLOAD_BYTES, "pictures this large would need fragments"
        yield unit, number == len(units) - 1


def _rtp(payload: bytes, sequence: int, pts: int, *, is_last: bool) -> bytes:
    kind = PAYLOAD_TYPE | (0x80 if is_last else 0)
    packet = struct.pack(">BBHII", 0x80, kind, sequence & 0xFFFF, pts & 0xFFFFFFFF, 7) + payload
    return struct.pack(">cBH", b"$", 0, len(packet)) + packet
