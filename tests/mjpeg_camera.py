"""A real MJPEG-over-HTTP camera on loopback."""

from __future__ import annotations

import io
from http.server import BaseHTTPRequestHandler

from loopback_camera import LoopbackCamera
from PIL import Image


class MjpegCamera(LoopbackCamera):
    """Serves http://127.0.0.1:PORT/video.mjpg; see `LoopbackCamera`.

    Attributes:
        damage: What becomes of the bytes of a picture, given its number from 0.
    """

    @staticmethod
    def damage(number: int, jpeg: bytes) -> bytes:
        return jpeg

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video.mjpg"

    def handler_class(self) -> type[BaseHTTPRequestHandler]:
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                for number, pixels in enumerate(camera.pictures()):
                    buffer = io.BytesIO()
                    Image.fromarray(pixels).save(buffer, "JPEG", quality=90)
                    jpeg = camera.damage(number, buffer.getvalue())
                    head = (
                        "--frame\r\nContent-Type: image/jpeg\r\n"
                        f"Content-Length: {len(jpeg)}\r\n\r\n"
                    )
                    self.wfile.write(head.encode() + jpeg + b"\r\n")

            def log_message(self, *args: object) -> None:
                pass

        return Handler
