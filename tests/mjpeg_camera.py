"""A real MJPEG-over-HTTP camera on loopback that a test starts, stalls, freezes and kills."""

from __future__ import annotations

import io
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from PIL import Image


def jpeg(index: int, *, height: int, width: int) -> bytes:
    """A picture that differs from every other one: a bar that wanders, and its number as grey."""
    pixels = np.full((height, width, 3), 60, np.uint8)
    column = index * 7 % (width - 16)
    pixels[:, column : column + 16] = (200, 120, 40)
    pixels[: height // 4] = 40 + index * 5 % 160
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


class MjpegCamera:
    """Serves http://127.0.0.1:PORT/video.mjpg to any number of readers.

    Attributes:
        port: Kept over `kill` and `start`.
        served: Pictures sent, over all readers.
    """

    def __init__(self, *, height: int = 120, width: int = 160, frame_rate: float = 30.0) -> None:
        self.height, self.width = height, width
        self.port = 0
        self.served = 0
        self._interval_s = 1.0 / frame_rate
        self._index = 0
        self._flows = threading.Event()
        self._flows.set()
        self._is_frozen = False
        self._is_dead = threading.Event()
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video.mjpg"

    def start(self) -> None:
        """Switch it on, at the same address as before."""
        camera = self
        self._is_dead = threading.Event()
        self._flows.set()
        self._is_frozen = False

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera._serve(self)

            def log_message(self, *args: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = True
            allow_reuse_address = True

            def handle_error(self, request: object, client_address: object) -> None:
                pass  # a reader that goes away is no news

        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, name="mjpeg-camera"
        )
        self._thread.start()

    def stall(self) -> None:
        """Keep the connection and send nothing."""
        self._flows.clear()

    def freeze(self) -> None:
        """Send the same picture for ever."""
        self._is_frozen = True

    def resume(self) -> None:
        """End a stall or a freeze."""
        self._is_frozen = False
        self._flows.set()

    def kill(self) -> None:
        """Switch it off: connections break, the port is closed."""
        self._is_dead.set()
        self._flows.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
        self._server = self._thread = None

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        handler.end_headers()
        is_dead = self._is_dead
        while not is_dead.wait(self._interval_s):
            self._flows.wait()
            if is_dead.is_set():
                return
            if not self._is_frozen:
                self._index += 1
            picture = jpeg(self._index, height=self.height, width=self.width)
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            handler.wfile.write(head.encode() + picture + b"\r\n")
            self.served += 1

    def __enter__(self) -> MjpegCamera:
        self.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.kill()
